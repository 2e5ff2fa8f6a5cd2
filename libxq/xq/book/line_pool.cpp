#include <xq/base/workers.hpp>
#include <xq/book/line_pool.hpp>
#include <xq/book/line_tree.hpp>

#include <algorithm>
#include <memory>
#include <mutex>
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

/// The counters that are not at work.
class LinePool::Counters {
public:
  explicit Counters(std::span<RowSink* const> sinks) {
    for (RowSink* const sink : sinks) {
      m_spare.push_back(std::make_unique<Counter>(Counter{{}, sink}));
    }
  }

  /// A counter while a thread has it. There is one for each thread.
  class Lease {
  public:
    explicit Lease(Counters& counters) : m_counters{counters} {
      const std::lock_guard lock{m_counters.m_mutex};
      m_counter = std::move(m_counters.m_spare.back());
      m_counters.m_spare.pop_back();
    }
    ~Lease() {
      const std::lock_guard lock{m_counters.m_mutex};
      m_counters.m_spare.push_back(std::move(m_counter)); // had room for it before
    }
    Lease(const Lease&) = delete;
    Lease& operator=(const Lease&) = delete;
    Counter* operator->() const noexcept { return m_counter.get(); }

  private:
    Counters& m_counters;
    std::unique_ptr<Counter> m_counter;
  };

private:
  std::mutex m_mutex;
  std::vector<std::unique_ptr<Counter>> m_spare;
};

class LinePool::Counting final : public Job {
public:
  Counting(const LinePool& pool, Counters& counters, const Piece& piece)
      : m_pool{pool}, m_counters{counters}, m_piece{piece} {}

  void run() override {
    const Counters::Lease counter{m_counters};
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
  Counters& m_counters;
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
  Counters counters{sinks};
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
