#pragma once

#include <cstdint>
#include <string>

namespace xq::store {

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
