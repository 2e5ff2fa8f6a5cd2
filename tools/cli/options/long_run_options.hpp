#pragma once

#include "command.hpp"

#include <xq/annotation.hpp>

#include <chrono>
#include <optional>
#include <string>

namespace xq::cli {

/// --time-limit, --stop-at, --nice, --shard, --merge: runs of hours and nights.
struct LongRunOptions {
  std::optional<Shard> shard;
  bool merge = false;

  /// The texts describe --shard and --merge, whose pieces of work differ between tools.
  void describe(OptionSet& options, const std::string& shard_text, const std::string& merge_text);
  /// When the run is to end, from now.
  [[nodiscard]] std::optional<RunClock::time_point> deadline() const;
  /// Leave the processor to others, as --nice says. Throws Error.
  void apply_priority() const;

private:
  struct TimeOfDay {
    int hours = 0;
    int minutes = 0;
  };
  static Value time_of_day(std::optional<TimeOfDay>& target);
  /// The next time after `now` that a clock shows `time`, in local time.
  static RunClock::time_point next_time_of_day(TimeOfDay time, RunClock::time_point now);

  std::chrono::milliseconds m_time_limit{0};
  std::optional<TimeOfDay> m_stop_at;
  int m_nice = 0;
};

} // namespace xq::cli
