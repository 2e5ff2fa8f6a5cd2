#include "store/import/other_database.hpp"

#include "sqlite/schema.hpp"

#include <xq/base/error.hpp>

#include <fmt/core.h>

namespace xq::store {

namespace {

/// Columns of the statement m_judgements.
constexpr int judgement_columns = 15;
constexpr int first_real = 2;
constexpr int last_real = 5;

std::string placeholders(int count) {
  std::string text;
  for (int i = 0; i < count; ++i) {
    text += i == 0 ? "?" : ", ?";
  }
  return text;
}

} // namespace

// ---- OtherDatabase -----------------------------------------------------------------------------

OtherDatabase::OtherDatabase(const std::string& path)
    : m_db{path, sqlite::Database::Mode::read_only} {
  sqlite::require(m_db, sqlite::game_schema());
  m_db.execute("BEGIN");
}

std::int64_t OtherDatabase::games() { return m_db.query_integer("SELECT count(*) FROM game"); }

void OtherDatabase::for_each(
    const std::function<void(const record::Game&, const std::vector<std::string>&)>& visit) {
  const LayoutTable layouts{m_db};
  GameSource source{m_db, layouts};
  sqlite::Statement games{m_db, GameSource::select("1")};
  sqlite::Statement others{m_db, "SELECT s.name FROM also_in AS a JOIN source AS s "
                                 "ON s.id = a.source WHERE a.game = ? ORDER BY s.id"};
  std::vector<std::string> names;
  for (auto row = games.use(); row.next();) {
    const auto& game = source.game(row);
    names.clear();
    auto other = others.use();
    for (other(GameRows::id(row)); other.next();) {
      names.emplace_back(other.text(0));
    }
    visit(game, names);
  }
}

// ---- JudgementCopy -----------------------------------------------------------------------------

JudgementCopy::JudgementCopy(sqlite::Database& from, sqlite::Database& to)
    : m_from{from},
      m_to{to},
      m_any{from.query_integer("SELECT EXISTS (SELECT 1 FROM annotation)") != 0},
      m_judgements{from, "SELECT analyst, book_plies, red_accuracy, black_accuracy, red_loss, "
                         "black_loss, red_good, black_good, red_dubious, black_dubious, "
                         "red_mistakes, black_mistakes, red_blunders, black_blunders, mates_missed "
                         "FROM annotation WHERE game = ? ORDER BY analyst"},
      m_moves{from, "SELECT ply, score, loss, mark FROM annotation_move "
                    "WHERE game = ? AND analyst = ? ORDER BY ply"},
      m_add_judgement{
          to, fmt::format("INSERT OR IGNORE INTO annotation (game, analyst, book_plies, "
                          "red_accuracy, black_accuracy, red_loss, black_loss, red_good, "
                          "black_good, red_dubious, black_dubious, red_mistakes, black_mistakes, "
                          "red_blunders, black_blunders, mates_missed) VALUES (?, {})",
                          placeholders(judgement_columns))},
      m_add_move{to, "INSERT OR REPLACE INTO annotation_move (game, analyst, ply, score, loss, "
                     "mark) VALUES (?, ?, ?, ?, ?, ?)"} {}

std::int64_t JudgementCopy::analyst(std::int64_t from) {
  const auto [known, is_new] = m_analysts.try_emplace(from, 0);
  if (!is_new) {
    return known->second;
  }
  sqlite::Statement name{m_from, "SELECT identity FROM analyst WHERE id = ?"};
  auto row = name.use();
  if (!row(from).next()) {
    throw make_error<sqlite::DbError>("{}: answers name analyst {}, who is not there. The file is "
                                      "damaged: restore it from a copy.",
                                      m_from.path(), from);
  }
  sqlite::Statement insert{m_to, "INSERT OR IGNORE INTO analyst (identity) VALUES (?)"};
  insert.use()(row.text(0)).exec();
  sqlite::Statement find{m_to, "SELECT id FROM analyst WHERE identity = ?"};
  auto found = find.use();
  found(row.text(0)).next();
  return known->second = found.integer(0);
}

std::uint64_t JudgementCopy::copy_game(std::int64_t from, std::int64_t to) {
  if (!m_any) {
    return 0;
  }
  std::uint64_t copied = 0;
  auto row = m_judgements.use();
  for (row(from); row.next();) {
    const auto by = analyst(row.integer(0));
    {
      auto add = m_add_judgement.use();
      add(to)(by);
      for (int i = 1; i < judgement_columns; ++i) {
        if (i >= first_real && i <= last_real) {
          add(row.real(i));
        } else {
          add(row.number<int>(i));
        }
      }
      add.exec();
    }
    if (m_to.changes() == 0) { // the target has its own
      continue;
    }
    ++copied;
    auto move = m_moves.use();
    for (move(from)(row.integer(0)); move.next();) {
      m_add_move.use()(to)(by)(move.number<int>(0))(move.number<int>(1))(move.real(2))(move.text(3))
          .exec();
    }
  }
  return copied;
}

std::uint64_t JudgementCopy::copy_answers(const std::function<bool()>& go_on) {
  sqlite::Statement answers{m_from, "SELECT analyst, key, lock, context, score, depth, nodes, "
                                    "lines FROM evaluation ORDER BY key, lock, context, analyst"};
  sqlite::Statement add{m_to, "INSERT OR IGNORE INTO evaluation (analyst, key, lock, context, "
                              "score, depth, nodes, lines) VALUES (?, ?, ?, ?, ?, ?, ?, ?)"};
  std::uint64_t copied = 0;
  std::uint64_t seen = 0;
  for (auto row = answers.use(); row.next();) {
    auto use = add.use();
    use(analyst(row.integer(0)));
    for (int i = 1; i < 4; ++i) { // the key
      use(row.integer(i));
    }
    use(row.number<int>(4))(row.number<int>(5))(row.number<std::uint64_t>(6));
    use(sqlite::Blob{row.blob(7)}).exec();
    copied += static_cast<std::uint64_t>(m_to.changes());
    if (++seen % 4096 == 0 && !go_on()) {
      throw make_error<Interrupted>("interrupted");
    }
  }
  return copied;
}

} // namespace xq::store
