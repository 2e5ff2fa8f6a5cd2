#include <xq/base/spare_pool.hpp>
#include <xq/base/workers.hpp>
#include <xq/book/line_pool.hpp>
#include <xq/book/line_tree.hpp>

#include <algorithm>
#include <memory>
#include <utility>

namespace xq::book {

LineList::StartId LinePool::id_of(const Position& start) {
  const auto& hashes = start.hashes();
  const auto next = static_cast<LineList::StartId>(m_starts.size() + 1);
  const auto [at, added] = m_start_ids.try_emplace({Key{hashes.key}, Key{hashes.lock}}, next);
  if (added) {
    m_starts.push_back(start);
    m_bytes += sizeof(Position) + 2 * sizeof(Place);
  }
  return at->second;
}

void LinePool::add(const LineBatch& lines) {
  for (const auto& line : lines.lines().lines()) {
    const auto start =
        line.start == LineList::usual_start ? line.start : id_of(lines.start(line.start));
    const auto moves = lines.lines().moves(line);
    std::uint64_t hash = start;
    for (const Move move : moves.first(std::min(moves.size(), class_plies))) {
      hash = (hash ^ move.raw()) * 0x9E3779B97F4A7C15U;
    }
    auto& to = m_classes[(hash >> 32U) % class_count];
    m_bytes -= to.bytes();
    to.add(start, moves, line.facts);
    m_bytes += to.bytes();
  }
}

class LinePool::Sorting final : public Job {
public:
  explicit Sorting(LineList& lines) : m_lines{lines} {}
  void run() override { m_lines.sort(); }

private:
  LineList& m_lines;
};

/// What one thread needs to count pieces.
struct LinePool::Counter {
  LineTree tree;
  RowSink* rows = nullptr;
};

class LinePool::Counting final : public Job {
public:
  Counting(const LinePool& pool, SparePool<Counter>& counters, const Piece& piece)
      : m_pool{pool}, m_counters{counters}, m_piece{piece} {}

  void run() override {
    const SparePool<Counter>::Lease counter{m_counters};
    for (auto left = m_piece.sorted; !left.empty();) {
      const auto id = left.front().start;
      const auto others = std::find_if(left.begin(), left.end(),
                                       [&](const auto& line) { return line.start != id; });
      const auto alike = left.first(static_cast<std::size_t>(others - left.begin()));
      counter->tree.count(m_pool.start(id), *m_piece.lines, alike, *counter->rows);
      left = left.subspan(alike.size());
    }
  }

private:
  const LinePool& m_pool;
  SparePool<Counter>& m_counters;
  Piece m_piece;
};

/// Cut sorted lines where a piece has plies enough.
void LinePool::cut(const LineList& lines, std::size_t piece_plies, std::vector<Piece>& pieces) {
  const auto all = lines.lines();
  for (std::size_t begin = 0; begin < all.size();) {
    std::size_t end = begin;
    for (std::size_t plies = 0; end < all.size() && plies < piece_plies; ++end) {
      plies += all[end].plies;
    }
    pieces.push_back({&lines, all.subspan(begin, end - begin)});
    begin = end;
  }
}

void LinePool::count(std::span<RowSink* const> sinks, std::size_t piece_plies) {
  const auto threads = static_cast<unsigned>(sinks.size());
  const auto drop = [](const std::unique_ptr<Job>&) {};
  auto unsorted = m_classes.begin();
  run_ordered(
      threads,
      [&]() -> std::unique_ptr<Job> {
        return unsorted == m_classes.end() ? nullptr : std::make_unique<Sorting>(*unsorted++);
      },
      drop);

  std::vector<Piece> pieces;
  for (const auto& lines : m_classes) {
    cut(lines, piece_plies, pieces);
  }
  auto sink = sinks.begin(); // no more counters are made than there are threads
  SparePool<Counter> counters{[&sink] { return std::make_unique<Counter>(Counter{{}, *sink++}); }};
  auto piece = pieces.begin();
  run_ordered(
      threads,
      [&]() -> std::unique_ptr<Job> {
        return piece == pieces.end() ? nullptr
                                     : std::make_unique<Counting>(*this, counters, *piece++);
      },
      drop);

  for (auto& lines : m_classes) {
    lines.clear();
  }
  m_starts.clear();
  m_start_ids.clear();
  m_bytes = 0;
}

} // namespace xq::book
