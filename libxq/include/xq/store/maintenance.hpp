#pragma once

// What keeps a game database in shape: a look for damage, and the space of what was deleted.
//
//     const auto found = store::verify_database("archive.xqdb");
//     for (const std::string& problem : found.problems) {
//       std::cerr << problem << '\n';
//     }

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

/// What compacting a game database did.
struct Compacted {
  std::uint64_t bytes_before = 0; ///< size of the file
  std::uint64_t bytes_after = 0;
  std::uint64_t names = 0;      ///< of players, teams, events, sites and sources that no game had
  std::uint64_t operations = 0; ///< of the journal of edits that were forgotten
};

/// Give back the space of what was deleted, and drop names that no game has; `forget`: the journal
/// of edits, too, with the games that were deleted and their numbers. Two transactions, each whole
/// or absent: rows go in the first, the file is written anew (SQLite's VACUUM) in the second, for
/// which there must be room for a copy beside the file and one in the folder for temporary files.
/// Throws DbError (BusyError while another program uses the file).
Compacted compact_database(const std::string& path, bool forget, int busy_milliseconds = 2000);

} // namespace xq::store
