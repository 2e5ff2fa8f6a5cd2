#include <xq/store/line_runs.hpp>

#include <algorithm>
#include <memory>
#include <tuple>
#include <type_traits>

namespace xq::store {

namespace {

constexpr std::size_t merged_at_a_time = 4096; ///< rows of each run

bool precedes(const LineIndex::Key& a, std::int64_t game_a, const LineIndex::Key& b,
              std::int64_t game_b) noexcept {
  return std::tie(a.line, a.record, game_a) < std::tie(b.line, b.record, game_b);
}

} // namespace

void LineRuns::add(std::span<const LineIndex::Row> rows) {
  static_assert(std::is_trivially_copyable_v<Stored>);
  if (rows.empty()) {
    return;
  }
  if (!m_file) {
    m_file.emplace(m_folder, "Make room there, then run the command again.");
  }
  Run run{m_size, rows.size(), {}};
  for (std::size_t at = 0; at < rows.size(); at += block_rows) {
    m_block.clear();
    for (const auto& row : rows.subspan(at, std::min(block_rows, rows.size() - at))) {
      m_block.push_back({row.key, row.game});
    }
    run.first_lines.push_back(m_block.front().key.line);
    m_file->append(
        {reinterpret_cast<const char*>(m_block.data()), m_block.size() * sizeof(Stored)});
  }
  m_size += rows.size();
  m_runs.push_back(std::move(run));
}

void LineRuns::read(std::uint64_t begin, std::size_t count, std::vector<Stored>& rows) const {
  rows.resize(count);
  m_file->read(begin * sizeof(Stored),
               {reinterpret_cast<char*>(rows.data()), rows.size() * sizeof(Stored)});
}

template <typename F>
void LineRuns::visit(std::int64_t line, F&& f) {
  for (const Run& run : m_runs) {
    // The first row may stand in the block before the first that begins with this line.
    const auto& lines = run.first_lines;
    auto block = static_cast<std::size_t>(std::lower_bound(lines.begin(), lines.end(), line) -
                                          lines.begin());
    block -= block == 0 ? 0 : 1;
    for (; block < lines.size() && lines[block] <= line; ++block) {
      const std::size_t at = block * block_rows;
      read(run.begin + at, std::min(block_rows, run.size - at), m_block);
      auto row = std::lower_bound(m_block.begin(), m_block.end(), line,
                                  [](const Stored& s, auto l) { return s.key.line < l; });
      for (; row != m_block.end() && row->key.line == line; ++row) {
        if (!f(*row)) {
          return;
        }
      }
    }
  }
}

void LineRuns::find(const LineIndex::Key& key, std::vector<std::int64_t>& games) {
  visit(key.line, [&](const Stored& row) {
    if (row.key.record == key.record) {
      games.push_back(row.game);
    }
    return true;
  });
}

void LineRuns::find_line(std::int64_t line, std::size_t limit, std::vector<std::int64_t>& games) {
  visit(line, [&](const Stored& row) {
    if (games.size() < limit) {
      games.push_back(row.game);
    }
    return games.size() < limit;
  });
}

/// The rows of one run, one after another.
class LineRuns::Cursor {
public:
  Cursor(const LineRuns& runs, const Run& run) : m_runs{runs}, m_next{run.begin}, m_left{run.size} {
    fill();
  }
  [[nodiscard]] const Stored& row() const noexcept { return m_rows[m_at]; }
  /// False at the end.
  bool advance() { return ++m_at < m_rows.size() || fill(); }

private:
  bool fill() {
    const std::size_t count = std::min(m_left, merged_at_a_time);
    m_at = 0;
    m_runs.read(m_next, count, m_rows);
    m_next += count;
    m_left -= count;
    return count > 0;
  }

  const LineRuns& m_runs;
  std::uint64_t m_next;
  std::size_t m_left;
  std::vector<Stored> m_rows;
  std::size_t m_at = 0;
};

void LineRuns::for_each(std::span<const LineIndex::Row> others, const Visit& f) const {
  std::vector<std::unique_ptr<Cursor>> heap; // the earliest row in front
  const auto later = [](const auto& a, const auto& b) {
    return precedes(b->row().key, b->row().game, a->row().key, a->row().game);
  };
  for (const Run& run : m_runs) {
    heap.push_back(std::make_unique<Cursor>(*this, run));
    std::push_heap(heap.begin(), heap.end(), later);
  }
  auto other = others.begin();
  while (!heap.empty() || other != others.end()) {
    if (heap.empty() ||
        (other != others.end() &&
         precedes(other->key, other->game, heap.front()->row().key, heap.front()->row().game))) {
      f(other->key, other->game);
      ++other;
      continue;
    }
    f(heap.front()->row().key, heap.front()->row().game);
    std::pop_heap(heap.begin(), heap.end(), later);
    if (heap.back()->advance()) {
      std::push_heap(heap.begin(), heap.end(), later);
    } else {
      heap.pop_back();
    }
  }
}

} // namespace xq::store
