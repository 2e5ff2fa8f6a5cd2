#include "store/names/alias_table.hpp"

#include "sqlite/schema.hpp"

#include <xq/base/translate.hpp>
#include <xq/store/name_proposals.hpp>

#include <utility>

namespace xq::store {

namespace {

sqlite::DbError damaged(const sqlite::Database& db, std::string_view what) {
  return make_error<sqlite::DbError>("{}: the table of names is damaged: {} Load an alias file "
                                     "again: xq names --load.",
                                     db.path(), what);
}

void insert_groups(sqlite::Database& db, const record::Aliases& aliases) {
  sqlite::Statement insert{db, "INSERT INTO alias (kind, name, owner, place, above, below) "
                               "VALUES (?, ?, ?, ?, ?, ?)"};
  std::int64_t owner = 0;
  for (const auto& group : aliases.groups()) {
    ++owner;
    const bool last = &group == &aliases.groups().back();
    for (std::size_t place = 0; place < group.names.size(); ++place) {
      const auto use_text = [](sqlite::Statement::Use& row, bool wanted, std::string_view text) {
        wanted && !text.empty() ? row(text) : row(nullptr);
      };
      auto row = insert.use();
      row(static_cast<std::int64_t>(group.kind))(group.names[place])(owner)(place);
      use_text(row, place == 0, group.above);
      use_text(row, place == 0 && last, aliases.below());
      row.exec();
    }
  }
}

} // namespace

bool has_aliases(sqlite::Database& db) {
  return db.has_table("alias") && db.query_integer("SELECT EXISTS (SELECT 1 FROM alias)") != 0;
}

record::Aliases read_alias_table(sqlite::Database& db) {
  record::Aliases aliases;
  if (!db.has_table("alias")) {
    return aliases;
  }
  sqlite::Statement query{db, "SELECT owner, place, kind, name, above, below FROM alias "
                              "ORDER BY owner, place"};
  record::NameGroup group;
  std::int64_t owner = 0;
  const auto finish = [&] {
    if (!group.names.empty()) {
      if (auto wrong = aliases.add(std::exchange(group, {}))) {
        throw damaged(db, wrong->message);
      }
    }
  };
  for (auto row = query.use(); row.next();) {
    const auto kind = row.one_of(2, record::NameKind::site);
    if (row.integer(1) == 0 || row.integer(0) != owner) {
      finish();
      owner = row.integer(0);
      group.kind = kind;
      group.above = row.text(4);
      aliases.set_below(std::string{row.text(5)});
    } else if (kind != group.kind) {
      throw damaged(db, localized("group {} has names of two kinds.", owner));
    }
    group.names.emplace_back(row.text(3));
  }
  finish();
  return aliases;
}

record::Aliases load_aliases(const std::string& database) {
  sqlite::Database db{database, sqlite::Database::Mode::read_only};
  sqlite::require(db, sqlite::game_schema());
  return read_alias_table(db);
}

void save_aliases(const std::string& database, const record::Aliases& aliases) {
  sqlite::Database db{database, sqlite::Database::Mode::read_write};
  sqlite::migrate(db, sqlite::game_schema());
  sqlite::Transaction transaction{db};
  db.execute("DELETE FROM alias");
  insert_groups(db, aliases);
  transaction.commit();
}

} // namespace xq::store
