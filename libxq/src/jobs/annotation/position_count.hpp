#pragma once

#include <xq/annotation.hpp>
#include <xq/format/format.hpp>

#include <atomic>
#include <cstdint>
#include <functional>
#include <string>
#include <thread>
#include <vector>

namespace xq::jobs {

/// Counts the positions that a run will look at, on a thread of its own, for a progress line. What
/// cannot be read twice (stdin) is not counted. Of the collection the first `limit` games count; 0:
/// all.
class PositionCount {
public:
  void count_files(std::vector<std::string> inputs, format::ReadOptions options, Shard shard,
                   std::uint64_t limit);
  void count_games(std::string database, store::Filter filter, Shard shard, std::uint64_t limit);

  /// 0 until all are counted.
  [[nodiscard]] std::uint64_t positions() const noexcept { return m_positions.load(); }

private:
  std::string m_format; ///< the options refer to it
  std::atomic<std::uint64_t> m_positions{0};
  std::atomic<bool> m_stop{false};
  struct Stopper {
    std::atomic<bool>& stop;
    ~Stopper() { stop = true; }
  };
  std::jthread m_thread;
  Stopper m_stopper{m_stop}; ///< destroyed before the thread is joined
};

} // namespace xq::jobs
