#include "book/rows/row_source.hpp"

#include <xq/base/error.hpp>

#include <algorithm>
#include <condition_variable>
#include <cstddef>
#include <deque>
#include <exception>
#include <mutex>
#include <thread>

namespace xq::book {

namespace {

constexpr std::size_t merged_rows = 4096; ///< in a block
constexpr std::size_t blocks_ahead = 4;

class Merge final : public RowSource {
public:
  explicit Merge(std::vector<std::unique_ptr<RowSource>> sources) {
    for (auto& source : sources) {
      Cursor cursor{std::move(source), {}, 0};
      if (cursor.source->next(cursor.block)) {
        m_cursors.push_back(std::move(cursor));
      }
    }
    std::make_heap(m_cursors.begin(), m_cursors.end(), later);
  }

  bool next(std::vector<Row>& block) override {
    block.clear();
    while (!m_cursors.empty()) {
      const Row& row = m_cursors.front().row();
      if (!block.empty() && same_place(block.back(), row)) {
        add(block.back(), row);
      } else if (block.size() == merged_rows) {
        break;
      } else {
        block.push_back(row);
      }
      advance();
    }
    return !block.empty();
  }

private:
  struct Cursor {
    std::unique_ptr<RowSource> source;
    std::vector<Row> block;
    std::size_t index = 0;
    [[nodiscard]] const Row& row() const noexcept { return block[index]; }
    bool advance() {
      if (++index < block.size()) {
        return true;
      }
      index = 0;
      return source->next(block);
    }
  };

  /// The heap has the cursor that is not later than any other in front.
  static bool later(const Cursor& a, const Cursor& b) noexcept {
    return precedes(b.row(), a.row());
  }

  /// Step the front cursor and let it sink to its place; one that is used up leaves the heap.
  void advance() {
    if (!m_cursors.front().advance()) {
      std::swap(m_cursors.front(), m_cursors.back());
      m_cursors.pop_back();
    }
    std::size_t hole = 0;
    for (;;) {
      std::size_t child = 2 * hole + 1;
      if (child >= m_cursors.size()) {
        return;
      }
      if (child + 1 < m_cursors.size() && later(m_cursors[child], m_cursors[child + 1])) {
        ++child;
      }
      if (!later(m_cursors[hole], m_cursors[child])) {
        return;
      }
      std::swap(m_cursors[hole], m_cursors[child]);
      hole = child;
    }
  }

  std::vector<Cursor> m_cursors;
};

class ReadAhead final : public RowSource {
public:
  explicit ReadAhead(std::unique_ptr<RowSource> source)
      : m_source{std::move(source)}, m_thread{[this] { produce(); }} {}

  ~ReadAhead() override {
    {
      const std::lock_guard lock{m_mutex};
      m_stop = true;
    }
    m_changed.notify_all();
  }
  ReadAhead(const ReadAhead&) = delete;
  ReadAhead& operator=(const ReadAhead&) = delete;

  bool next(std::vector<Row>& block) override {
    std::unique_lock lock{m_mutex};
    block.clear();
    m_changed.wait(lock, [this] { return !m_ready.empty() || m_done; });
    if (m_ready.empty()) {
      if (m_error) {
        std::rethrow_exception(m_error);
      }
      return false;
    }
    block.swap(m_ready.front());
    m_spare.push_back(std::move(m_ready.front()));
    m_ready.pop_front();
    m_changed.notify_all();
    return true;
  }

private:
  void produce() {
    std::exception_ptr error;
    try {
      std::vector<Row> block;
      while (m_source->next(block) && hand_over(block)) {
      }
    } catch (...) {
      error = std::current_exception();
    }
    const std::lock_guard lock{m_mutex};
    m_error = error;
    m_done = true;
    m_changed.notify_all();
  }

  /// Queue `block` and leave an old one in its place; false when the reader has gone.
  bool hand_over(std::vector<Row>& block) {
    std::unique_lock lock{m_mutex};
    m_changed.wait(lock, [this] { return m_ready.size() < blocks_ahead || m_stop; });
    if (m_stop) {
      return false;
    }
    m_ready.push_back(std::move(block));
    block = {};
    if (!m_spare.empty()) {
      block.swap(m_spare.back());
      m_spare.pop_back();
    }
    m_changed.notify_all();
    return true;
  }

  std::unique_ptr<RowSource> m_source;
  std::mutex m_mutex;
  std::condition_variable m_changed;
  std::deque<std::vector<Row>> m_ready;
  std::vector<std::vector<Row>> m_spare; ///< used-up blocks, kept for their memory
  std::exception_ptr m_error;
  bool m_done = false;
  bool m_stop = false;
  std::jthread m_thread; // last: it is joined before the rest goes
};

} // namespace

void require_counted(std::uint64_t games) {
  if (games > 0xFFFFFFFFU) {
    throw make_error<Error>("a move of the book was played in more than 4294967295 games. "
                            "Build the book from fewer games.");
  }
}

void add(Counts& to, const Counts& from) {
  require_counted(std::uint64_t{to.games} + from.games);
  to.games += from.games; // the others are parts of it
  to.red_wins += from.red_wins;
  to.draws += from.draws;
  to.black_wins += from.black_wins;
}

void add(Years& to, const Years& from) noexcept {
  if (from.first == 0) {
    return;
  }
  to.first = to.first == 0 ? from.first : std::min(to.first, from.first);
  to.last = std::max(to.last, from.last);
}

void add(Levels& to, const Levels& from) noexcept {
  to.sum += from.sum;
  to.games += from.games; // no more than Counts::games
  to.best = std::max(to.best, from.best);
}

void add(Row& to, const Row& from) {
  add(to.counts, from.counts);
  add(to.years, from.years);
  add(to.levels, from.levels);
}

std::unique_ptr<RowSource> merge(std::vector<std::unique_ptr<RowSource>> sources) {
  if (sources.size() == 1) {
    return std::move(sources.front());
  }
  return std::make_unique<Merge>(std::move(sources));
}

std::unique_ptr<RowSource> read_ahead(std::unique_ptr<RowSource> source) {
  return std::make_unique<ReadAhead>(std::move(source));
}

} // namespace xq::book
