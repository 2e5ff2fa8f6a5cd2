#include "cli/options/long_run_options.hpp"

#include "base/os/signals.hpp"
#include "base/text/text.hpp"
#include "cli/options/values.hpp"

#include <xq/base/error.hpp>

#include <fmt/chrono.h>

#include <algorithm>
#include <ctime>

namespace xq::cli {

namespace {

Value shard_value(std::optional<Shard>& target) {
  Value value;
  value.name = "I/N";
  value.accept = [&target](const std::string& text) {
    const auto slash = text.find('/');
    if (slash == std::string::npos) {
      throw make_error<UsageError>("'{}' is no shard: write 1/4 for the first of four",
                                   excerpt(text, 60));
    }
    Shard out;
    out.count = static_cast<std::uint64_t>(parse_number(text.substr(slash + 1), 1, 1'000'000));
    out.index = static_cast<std::uint64_t>(
        parse_number(text.substr(0, slash), 1, static_cast<std::int64_t>(out.count)));
    target = out;
  };
  return value;
}

} // namespace

Value LongRunOptions::time_of_day(std::optional<TimeOfDay>& target) {
  Value value;
  value.name = "HH:MM";
  value.accept = [&target](const std::string& text) {
    const auto colon = text.find(':');
    if (colon == std::string::npos) {
      throw make_error<UsageError>("'{}' is no time of day: write 07:00", excerpt(text, 60));
    }
    target = TimeOfDay{static_cast<int>(parse_number(text.substr(0, colon), 0, 23)),
                       static_cast<int>(parse_number(text.substr(colon + 1), 0, 59))};
  };
  return value;
}

RunClock::time_point LongRunOptions::next_time_of_day(TimeOfDay time, RunClock::time_point now) {
  const std::time_t present = RunClock::to_time_t(now);
  std::tm local = fmt::localtime(present);
  local.tm_hour = time.hours;
  local.tm_min = time.minutes;
  local.tm_sec = 0;
  local.tm_isdst = -1;
  std::tm day = local;
  auto at = RunClock::from_time_t(std::mktime(&day));
  if (at <= now) {
    ++local.tm_mday;
    local.tm_isdst = -1;
    at = RunClock::from_time_t(std::mktime(&local));
  }
  return at;
}

void LongRunOptions::describe(OptionSet& options, const std::string& shard_text,
                              const std::string& merge_text) {
  options.add("time-limit", duration(m_time_limit), "stop after TIME with what is done: 90m, 8h");
  options.add("stop-at", time_of_day(m_stop_at), "stop when the clock shows HH:MM");
  options.add("nice", number(m_nice, 0, 19), "leave the processor to others, 19 the most");
  options.add("shard", shard_value(shard), shard_text);
  options.add("merge", flag(merge), merge_text);
}

void LongRunOptions::check(const Asked& asked) const {
  if (merge && shard) {
    throw make_error<UsageError>("--merge does not go with --shard");
  }
  if (merge && asked.inputs.empty()) {
    throw make_error<UsageError>("name the parts");
  }
  if (asked.inputs.empty() && asked.database.empty()) {
    throw make_error<UsageError>("name files with games, or a game database");
  }
  if (!merge && !asked.inputs.empty() && !asked.database.empty()) {
    throw make_error<UsageError>("games come from files or from a database, not from both");
  }
  if (shard && !asked.names_part) {
    throw make_error<UsageError>(
        "--shard needs -o PART, which is its own journal; give --report to --merge");
  }
  if (merge && asked.has_limit) {
    throw make_error<UsageError>("--merge takes all games of the parts: give --limit to these");
  }
}

std::optional<RunClock::time_point> LongRunOptions::deadline() const {
  const auto now = RunClock::now();
  std::optional<RunClock::time_point> out;
  if (m_time_limit.count() != 0) {
    out = now + m_time_limit;
  }
  if (m_stop_at) {
    const auto at = next_time_of_day(*m_stop_at, now);
    out = out ? std::min(*out, at) : at;
  }
  return out;
}

void LongRunOptions::apply_priority() const {
  if (m_nice != 0 && os::lower_priority(m_nice)) {
    throw make_error<Error>("the priority cannot be changed. Leave --nice out.");
  }
}

} // namespace xq::cli
