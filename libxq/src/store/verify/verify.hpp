#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace xq::store {

struct DatabaseFindings {
  std::uint64_t games = 0;
  std::uint64_t problem_count = 0;
  std::vector<std::string> problems; ///< the first most_problems of them, a sentence each
  static constexpr std::size_t most_problems = 20;
};

/// Look for everything in a game database that no import makes: SQLite's integrity_check and
/// foreign_key_check; names, records and lengths that differ from the hashes and columns made of
/// them; opening codes that the moves do not have; games that the position index names wrongly;
/// entries of the journal of edits that cannot be read. Answers of engines are only looked at by
/// SQLite. `progress` is called now and then with the games that are done; false stops. Throws
/// DbError for a file that is no game database or cannot be read, Interrupted when `progress` says
/// so.
[[nodiscard]] DatabaseFindings
verify_database(const std::string& path,
                const std::function<bool(std::uint64_t games)>& progress = {});

} // namespace xq::store
