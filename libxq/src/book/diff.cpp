
#include "book/book_rows.hpp"
#include "book/file/score_tables.hpp"
#include "sqlite/sqlite.hpp"

#include <xq/book/explore.hpp>
#include <xq/book/maintenance.hpp>

#include <algorithm>

namespace xq::book {

namespace {

/// One row after another of a source of blocks.
class Cursor {
public:
  explicit Cursor(const std::string& path) : m_source{read_rows(Book{path})} { advance(); }
  [[nodiscard]] bool at_end() const noexcept { return m_at == m_block.size(); }
  [[nodiscard]] const Row& row() const noexcept { return m_block[m_at]; }
  void advance() {
    if (++m_at >= m_block.size()) {
      m_at = 0;
      m_source->next(m_block); // at the end the block is empty
    }
  }

private:
  std::unique_ptr<RowSource> m_source;
  std::vector<Row> m_block;
  std::size_t m_at = 0;
};

/// One score after another.
class ScoreCursor {
public:
  explicit ScoreCursor(const std::string& path) : m_db{path, sqlite::Database::Mode::read_only} {
    if (m_db.has_table("score")) {
      m_select.emplace(m_db, "SELECT key, lock, move, score FROM score ORDER BY key, lock, move");
      m_use.emplace(*m_select);
    }
    advance();
  }
  [[nodiscard]] const std::optional<ScoreRow>& row() const noexcept { return m_row; }
  void advance() {
    m_row.reset();
    if (m_use && m_use->next()) {
      m_row.emplace();
      m_row->key = m_use->integer(0);
      m_row->lock = m_use->integer(1);
      m_row->move = m_use->number<std::uint16_t>(2);
      m_row->score = m_use->number<std::int16_t>(3);
    }
  }

private:
  sqlite::Database m_db;
  std::optional<sqlite::Statement> m_select;
  std::optional<sqlite::Statement::Use> m_use;
  std::optional<ScoreRow> m_row;
};

/// The moves of both books as differences, those of `a` first.
std::vector<MoveDifference> side_by_side(const std::vector<BookMove>& a,
                                         const std::vector<BookMove>& b) {
  std::vector<MoveDifference> both;
  both.reserve(a.size() + b.size());
  for (const BookMove& m : a) {
    both.push_back({m.move, m.counts, {}, m.years, {}, m.levels, {}, m.score, {}});
  }
  for (const BookMove& m : b) {
    const auto found = std::find_if(both.begin(), both.end(),
                                    [&](const MoveDifference& d) { return d.move == m.move; });
    if (found == both.end()) {
      both.push_back({m.move, {}, m.counts, {}, m.years, {}, m.levels, {}, m.score});
    } else {
      found->b = m.counts;
      found->years_b = m.years;
      found->levels_b = m.levels;
      found->score_b = m.score;
    }
  }
  return both;
}

bool is_same(const MoveDifference& d) {
  return d.a == d.b && d.years_a == d.years_b && d.levels_a == d.levels_b && d.score_a == d.score_b;
}

} // namespace

namespace {

/// Rows of the tables of scores that are not in both.
std::uint64_t count_scores(const std::string& a, const std::string& b) {
  std::uint64_t count = 0;
  ScoreCursor left{a};
  ScoreCursor right{b};
  while (left.row() || right.row()) {
    const bool only_left = left.row() && (!right.row() || precedes(*left.row(), *right.row()));
    const bool only_right = right.row() && (!left.row() || precedes(*right.row(), *left.row()));
    count += only_left || only_right || left.row()->score != right.row()->score ? 1U : 0U;
    if (!only_right) {
      left.advance();
    }
    if (!only_left) {
      right.advance();
    }
  }
  return count;
}

} // namespace

DiffTotals compare_books(const std::string& a, const std::string& b) {
  DiffTotals totals;
  Cursor left{a};
  Cursor right{b};
  while (!left.at_end() || !right.at_end()) {
    if (right.at_end() || (!left.at_end() && precedes(left.row(), right.row()))) {
      ++totals.only_a;
      left.advance();
    } else if (left.at_end() || precedes(right.row(), left.row())) {
      ++totals.only_b;
      right.advance();
    } else {
      const Row& x = left.row();
      const Row& y = right.row();
      const bool same = x.counts == y.counts && x.years == y.years && x.levels == y.levels;
      ++(same ? totals.same : totals.changed);
      left.advance();
      right.advance();
    }
  }
  totals.judged = count_scores(a, b);
  return totals;
}

void list_differences(
    Book& a, Book& b,
    const std::function<bool(const Position&, int, const std::vector<MoveDifference>&)>& visit) {
  std::vector<BookMove> moves_b;
  std::vector<MoveDifference> both; // of the position that was asked for last
  const auto moves_of = [&](const Position& position, std::vector<BookMove>& out) {
    out = a.probe_all(position);
    moves_b = b.probe_all(position);
    both = side_by_side(out, moves_b);
    out.clear();
    for (const MoveDifference& d : both) {
      out.push_back({d.move, d.a.games > 0 ? d.a : d.b, {}, {}, d.score_a ? d.score_a : d.score_b});
    }
  };
  walk(moves_of, {}, [&](const Position& position, int ply, const std::vector<BookMove>&) {
    std::erase_if(both, is_same);
    return both.empty() || visit(position, ply, both);
  });
}

} // namespace xq::book
