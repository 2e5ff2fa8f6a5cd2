
#include "book/file/digest.hpp"
#include "sqlite/integrity.hpp"
#include "sqlite/schema.hpp"
#include "sqlite/sqlite.hpp"

#include <xq/base/error.hpp>
#include <xq/board/fen.hpp>
#include <xq/book/explore.hpp>
#include <xq/book/maintenance.hpp>

#include <algorithm>
#include <limits>
#include <optional>
#include <utility>

namespace xq::book {

namespace {

class Verifier {
public:
  Verifier(const std::string& path, const VerifyProgress& progress)
      : m_book{path}, m_db{path, sqlite::Database::Mode::read_only}, m_progress{progress} {}

  VerifyResult run() {
    m_db.execute("BEGIN"); // one lock for all its questions
    check_file();
    sqlite::check_types(m_db, sqlite::book_schema(),
                        [this](std::string problem) { report(std::move(problem)); });
    if (m_result.problem_count == 0) { // what SQLite finds damaged cannot be read on
      if (check_numbers()) {           // nor can rows that are no rows of a book
        check_rows();
        check_positions();
        check_samples();
        check_scores();
      }
      check_digests();
    }
    return std::move(m_result);
  }

private:
  void report(std::string problem) {
    if (m_result.problem_count++ < VerifyResult::most_problems) {
      m_result.problems.push_back(std::move(problem));
    }
  }

  void check_file() {
    for (const auto& finding : sqlite::integrity_findings(m_db)) {
      report(localized("SQLite finds the file damaged: {}", finding));
    }
  }

  /// Whether a Row can hold all numbers; integrity_check has looked at the table's own conditions.
  bool check_numbers() {
    constexpr std::string_view sql =
        "SELECT key, move, games, first_year, last_year, best_rating FROM move WHERE "
        "games NOT BETWEEN 0 AND ?1 OR coalesce(first_year, 0) NOT BETWEEN 0 AND ?2 OR "
        "coalesce(last_year, 0) NOT BETWEEN 0 AND ?2 OR best_rating NOT BETWEEN 0 AND ?2";
    sqlite::Statement select{m_db, sql};
    auto use = select.use();
    use(std::numeric_limits<std::uint32_t>::max())(std::numeric_limits<std::uint16_t>::max());
    while (use.next()) {
      report(localized(
          "key {:016x}, move {}: {} games, years {} to {}, best rating {}: a number is out of "
          "range",
          static_cast<std::uint64_t>(use.integer(0)), use.integer(1), use.integer(2),
          use.integer(3), use.integer(4), use.integer(5)));
    }
    return m_result.problem_count == 0;
  }

  void check_rows() {
    std::optional<Row> last;
    m_book.for_each([&](const Row& row) {
      ++m_result.moves;
      if (!last || last->key != row.key || last->lock != row.lock) {
        ++m_result.positions;
        m_keys.push_back(row.key);
      }
      if (last && !precedes(*last, row)) {
        report(localized("key {:016x}: out of order", static_cast<std::uint64_t>(row.key)));
      }
      check_row(row);
      last = row;
    });
    const BookInfo& info = m_book.info();
    if (m_result.moves != info.moves) {
      report(localized("the book has {} moves and says {}", m_result.moves, info.moves));
    }
    if (m_result.positions != info.positions) {
      report(
          localized("the book has {} positions and says {}", m_result.positions, info.positions));
    }
  }

  void check_row(const Row& row) {
    const Counts& c = row.counts;
    const auto name = [&row] {
      return localized("key {:016x}, move {}", static_cast<std::uint64_t>(row.key), row.move);
    };
    if (!Move::from_disk(row.move)) {
      report(localized("{}: no move has this number", name()));
    }
    if (c.games < std::max(1U, m_book.info().min_games)) {
      report(localized("{}: {} games, and the book has moves of {} and more", name(), c.games,
                       m_book.info().min_games));
    }
    if (std::uint64_t{c.red_wins} + c.draws + c.black_wins > c.games) {
      report(localized("{}: more results than games", name()));
    }
    if (c.games > m_book.info().games) {
      report(localized("{}: {} games, more than in the book", name(), c.games));
    }
    if (row.years.first > row.years.last || (row.years.first == 0) != (row.years.last == 0)) {
      report(localized("{}: first year {}, last year {}", name(), row.years.first, row.years.last));
    }
    const Levels& l = row.levels;
    if (!is_possible(l, c.games)) {
      report(localized("{}: ratings of {} games, {} in all, the best {}", name(), l.games, l.sum,
                       l.best));
    }
  }

  void check_samples() {
    const auto count = [this](const std::string& sql) { return m_db.query_integer(sql); };
    if (const auto n = count("SELECT count(*) FROM sample WHERE NOT EXISTS (SELECT 1 FROM game "
                             "WHERE id = game)");
        n > 0) {
      report(localized("{} samples of games that are not in the book", n));
    }
    if (const auto n =
            count("SELECT count(*) FROM sample AS s WHERE NOT EXISTS (SELECT 1 FROM move "
                  "AS m WHERE m.key = s.key AND m.lock = s.lock AND m.move = s.move)");
        n > 0) {
      report(localized("{} samples of moves that are not in the book", n));
    }
    if (const auto n = count("SELECT count(*) FROM sample WHERE ply NOT BETWEEN 0 AND 65535");
        n > 0) {
      report(localized("{} samples at a ply that no game has", n));
    }
    if (const auto n = count(fmt::format("SELECT count(*) FROM (SELECT 1 FROM sample GROUP BY key, "
                                         "lock, move HAVING count(*) > {})",
                                         m_book.info().samples));
        n > 0) {
      report(localized("{} moves have more samples than the book keeps", n));
    }
  }

  void check_scores() {
    if (!m_db.has_table("score")) {
      return;
    }
    const auto count = [this](const std::string& sql) {
      return static_cast<std::uint64_t>(m_db.query_integer(sql));
    };
    if (const auto n = count("SELECT count(*) FROM evaluation"); n != m_book.info().judged) {
      report(localized("the book has {} judged positions and says {}", n, m_book.info().judged));
    }
    if (const auto n = count("SELECT count(*) FROM score AS s WHERE NOT EXISTS (SELECT 1 FROM "
                             "evaluation AS e WHERE e.key = s.key AND e.lock = s.lock)");
        n > 0) {
      report(localized("{} scores of positions that were not judged", n));
    }
    if (const auto n = count("SELECT count(*) FROM evaluation WHERE analyst NOT IN (SELECT id FROM "
                             "analyst)");
        n > 0) {
      report(localized("{} judgements of engines that the book does not name", n));
    }
  }

  /// Rows that could stand in a book, and are not those that were written.
  void check_digests() {
    sqlite::Statement select{m_db, "SELECT value FROM property WHERE name = 'digest_' || ?"};
    std::string missing;
    for (const std::string_view table : tables_with_digest) {
      if (is_optional_table(table) && !m_db.has_table(table)) {
        continue;
      }
      auto use = select.use();
      if (!use(table).next()) {
        missing = table;
      } else {
        m_result.has_digests = true;
        if (static_cast<std::uint64_t>(use.integer(0)) != digest_of(m_db, table).value()) {
          report(localized("rows of the table {} are not as they were written", table));
        }
      }
    }
    if (m_result.has_digests && !missing.empty()) {
      report(localized("the property digest_{} is missing", missing));
    }
  }

  void check_positions() {
    constexpr std::uint64_t step = 1024;
    m_result.reached_positions =
        walk([this](const Position& position,
                    std::vector<BookMove>& out) { check_position(position, out); },
             {},
             [&](const Position&, int, const std::vector<BookMove>&) {
               if (m_progress && ++m_visited % step == 0 && !m_progress(m_visited)) {
                 throw make_error<Interrupted>("stopped while verifying the book");
               }
               return true;
             });
  }

  /// Also finds the moves to walk on with.
  void check_position(const Position& position, std::vector<BookMove>& out) {
    out.clear();
    const CanonicalKey id = position.canonical();
    for_each_move(to_integer(id.key), to_integer(id.lock), [&](std::int64_t stored) {
      ++m_result.reached_moves;
      const Move move = from_canonical(id, Move::from_disk(static_cast<std::uint32_t>(stored)));
      if (!position.is_legal(move)) {
        report(localized("{}: move {} is not legal", write_fen(position), stored));
      } else if (to_canonical(id, move).disk() != stored) {
        report(localized("{}: move {} stands for its mirror image and should be that",
                         write_fen(position), stored));
      } else {
        out.push_back({move, {1, 0, 0, 0}, {}}); // a walk follows moves of one game or more
      }
    });
    const Hashes& h = position.hashes();
    const auto other = static_cast<std::int64_t>(id.mirrored ? h.key : h.mirror_key);
    if (!id.symmetric && std::binary_search(m_keys.begin(), m_keys.end(), other)) {
      for_each_move(
          id.mirrored ? h.key : h.mirror_key, id.mirrored ? h.lock : h.mirror_lock,
          [&](std::int64_t) {
            report(localized("{}: stored for the wrong one of the position and its mirror image",
                             write_fen(position)));
          });
    }
  }

  template <typename F>
  void for_each_move(std::uint64_t key, std::uint64_t lock, F&& f) {
    auto use = m_moves.use();
    use(key)(lock);
    while (use.next()) {
      f(use.integer(0));
    }
  }

  Book m_book;
  sqlite::Database m_db;
  sqlite::Statement m_moves{m_db, "SELECT move FROM move WHERE key = ? AND lock = ?"};
  const VerifyProgress& m_progress;
  std::vector<std::int64_t> m_keys; ///< of all positions, in order
  std::uint64_t m_visited = 0;
  VerifyResult m_result;
};

} // namespace

VerifyResult verify_book(const std::string& path, const VerifyProgress& progress) {
  return Verifier{path, progress}.run();
}

} // namespace xq::book
