#pragma once

#include "command.hpp"

#include <xq/annotation.hpp>
#include <xq/base/translate.hpp>

#include <chrono>
#include <optional>
#include <string>
#include <vector>

namespace xq::cli {

/// --time-limit, --stop-at, --nice, --shard, --merge: runs of hours and nights.
struct LongRunOptions {
  std::optional<Shard> shard;
  bool merge = false;

  /// The texts describe --shard and --merge, whose pieces of work differ between tools.
  void describe(OptionSet& options, const std::string& shard_text, const std::string& merge_text);
  /// What a run is asked to read and to write.
  struct Asked {
    const std::vector<std::string>& inputs;
    const std::string& database;
    bool names_part = false; ///< -o and nothing else that a part may not have
    bool has_limit = false;
  };
  /// Throws UsageError where these, --shard and --merge do not go together.
  void check(const Asked& asked) const;
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

/// Who changes --nodes and runs again expects to go on: what the journal has that this run cannot
/// use. Empty: nothing, or it goes on.
template <typename Run>
[[nodiscard]] std::string other_answers_text(Run& run, const std::string& journal) {
  if (journal.empty() || run.answers() != 0) {
    return {};
  }
  const auto others = run.other_answers();
  return others.count == 0
             ? std::string{}
             : localized("{} has {} of another engine or other limits ({}), which do not serve "
                         "this run: it begins anew and leaves them there",
                         journal, counted(others.count, "{} answer", "{} answers"),
                         others.identity);
}

} // namespace xq::cli
