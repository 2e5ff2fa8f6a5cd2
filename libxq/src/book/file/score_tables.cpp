#include "book/file/score_tables.hpp"

#include "base/hash.hpp"
#include "sqlitefile/table_writer.hpp"

#include <algorithm>
#include <memory>
#include <set>
#include <string_view>
#include <tuple>
#include <utility>

namespace xq::book {

namespace {

constexpr std::size_t rows_at_a_time = 4096;

/// Write all rows that `next` makes, each put into a block by `put`.
template <typename Row, typename Put>
Digest write_table(const std::string& path, std::string_view name,
                   const std::function<bool(Row&)>& next, Put put) {
  sqlitefile::TableWriter table{path, name};
  sqlitefile::RowBlock block;
  Digest digest;
  Row row;
  const auto flush = [&] {
    table.add(block);
    digest.add(block);
    block.clear();
  };
  while (next && next(row)) {
    put(block, row);
    if (block.size() == rows_at_a_time) {
      flush();
    }
  }
  flush();
  table.finish();
  return digest;
}

template <typename T>
std::optional<T> unless(bool absent, T value) {
  return absent ? std::nullopt : std::optional{value};
}

} // namespace

ScoreDigests write_scores(const std::string& path, const ScoreTables& tables) {
  ScoreDigests out;
  out.evaluation = write_table(path, "evaluation", tables.evaluations,
                               [&out](sqlitefile::RowBlock& block, const EvaluationRow& row) {
                                 ++out.evaluations;
                                 block.add(row.key, row.lock, unless(row.move == 0, row.move),
                                           unless(row.move == 0, row.score), row.depth, row.nodes,
                                           row.context, unless(row.analyst == 0, row.analyst));
                               });
  out.score = write_table(
      path, "score", tables.scores, [](sqlitefile::RowBlock& block, const ScoreRow& row) {
        block.add(row.key, row.lock, row.move, row.score, row.depth, row.replies);
      });
  sqlite::Database db{path, sqlite::Database::Mode::read_write};
  db.execute("PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF");
  sqlite::Transaction transaction{db};
  sqlite::Statement analyst{db, "INSERT INTO analyst (id, identity) VALUES (?, ?)"};
  sqlite::Statement root{db, "INSERT INTO root (fen) VALUES (?)"};
  std::int64_t id = 0;
  for (const std::string& identity : tables.analysts) {
    analyst.use()(++id)(std::string_view{identity}).exec();
  }
  for (const std::string& fen : tables.roots) {
    root.use()(std::string_view{fen}).exec();
  }
  transaction.commit();
  out.analyst = digest_of(db, "analyst");
  out.root = digest_of(db, "root");
  return out;
}

ScoreTables merged_evaluations(std::span<const std::string> paths) {
  std::set<std::string> analysts;
  std::set<std::string> roots;
  struct Judged {
    EvaluationRow row;
    std::string_view analyst; ///< one of `analysts`
  };
  std::vector<Judged> all;
  for (const std::string& path : paths) {
    sqlite::Database db{path, sqlite::Database::Mode::read_only};
    const auto of_book = read_analysts(db);
    for_each_evaluation(db, [&](const EvaluationRow& row) {
      const bool known = row.analyst > 0 && row.analyst <= of_book.size();
      all.push_back({row, known ? std::string_view{*analysts.insert(of_book[row.analyst - 1]).first}
                                : std::string_view{}});
    });
    for (auto& fen : read_roots(db)) {
      roots.insert(std::move(fen));
    }
  }
  std::ranges::sort(all, {}, [](const Judged& j) {
    return std::tuple{j.row.key, j.row.lock, ~j.row.nodes, j.analyst, j.row.context, j.row.move};
  });
  const auto same = [](const Judged& a, const Judged& b) {
    return a.row.key == b.row.key && a.row.lock == b.row.lock;
  };
  all.erase(std::unique(all.begin(), all.end(), same), all.end());
  ScoreTables out;
  out.analysts.assign(analysts.begin(), analysts.end());
  out.roots.assign(roots.begin(), roots.end());
  const auto rows = std::make_shared<std::vector<EvaluationRow>>();
  for (Judged& judged : all) {
    const auto at = std::ranges::lower_bound(out.analysts, judged.analyst) - out.analysts.begin();
    judged.row.analyst = judged.analyst.empty() ? 0 : static_cast<std::uint32_t>(at) + 1;
    rows->push_back(judged.row);
  }
  out.evaluations = [rows, next = std::size_t{0}](EvaluationRow& row) mutable {
    if (next == rows->size()) {
      return false;
    }
    row = (*rows)[next++];
    return true;
  };
  return out;
}

void for_each_evaluation(sqlite::Database& db, const std::function<void(const EvaluationRow&)>& f) {
  if (!db.has_table("evaluation")) {
    return;
  }
  sqlite::Statement select{db, "SELECT key, lock, move, score, depth, nodes, context, analyst "
                               "FROM evaluation ORDER BY key, lock"};
  auto row = select.use();
  while (row.next()) {
    f({row.integer(0), row.integer(1), row.number<std::uint16_t>(2), row.number<std::int16_t>(3),
       row.number<std::uint16_t>(4), row.number<std::uint64_t>(5),
       static_cast<std::uint64_t>(row.integer(6)), row.number<std::uint32_t>(7)});
  }
}

namespace {

std::vector<std::string> texts_of(sqlite::Database& db, std::string_view table,
                                  std::string_view sql) {
  std::vector<std::string> out;
  if (db.has_table(table)) {
    sqlite::Statement select{db, sql};
    auto row = select.use();
    while (row.next()) {
      out.emplace_back(row.text(0));
    }
  }
  return out;
}

} // namespace

std::vector<std::string> read_analysts(sqlite::Database& db) {
  return texts_of(db, "analyst", "SELECT identity FROM analyst ORDER BY id");
}

std::vector<std::string> read_roots(sqlite::Database& db) {
  return texts_of(db, "root", "SELECT fen FROM root ORDER BY fen");
}

} // namespace xq::book
