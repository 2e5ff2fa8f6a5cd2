#pragma once

#include "jobs/unique/temporary_database.hpp"

#include <xq/record/game.hpp>
#include <xq/store/game_database.hpp>
#include <xq/store/game_import.hpp>

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

namespace xq::jobs {

/// A record that is left out because another one is of the same game.
struct LeftOut {
  std::string source; ///< where it was read from
  std::string of;     ///< source of the record that is kept
  std::int64_t kept = 0;
  store::Duplicate::How how{};
  std::vector<std::string> headers; ///< that the kept record has from it
};

/// Collects records and gives each game once, by the rules of a game database: of records that say
/// the same one is kept, and Filter::unique chooses among the others. Headers that the kept record
/// lacks are taken from those with the same moves that do not contradict it. Lives in a temporary
/// file. Throws DbError, FileError.
class UniqueGames {
public:
  void add(const store::PackedGames& games) { m_database.import().add(games); }

  struct Totals {
    std::uint64_t copies = 0;   ///< equal records, or such that say less
    std::uint64_t left_out = 0; ///< others of the same game
    std::uint64_t headers = 0;  ///< taken over from these
  };
  /// After the last add(), once: call `visit` for each game, in the order of the input (its number
  /// counts the games visited), and before it `left_out` for each record that stands back for it;
  /// false ends it.
  Totals for_each(const std::function<void(const LeftOut&)>& left_out,
                  const std::function<bool(record::Game&)>& visit);

private:
  /// The records that are left out, by the game that is kept.
  using Repeats = std::map<std::int64_t, std::vector<store::Duplicate>>;
  static Repeats find_repeats(store::GameDatabase& games);

  TemporaryDatabase m_database;
};

/// Give `game` the headers that it lacks and `other` has, their names in `taken`; nothing when
/// the two contradict.
[[nodiscard]] record::Game with_headers_of(const record::Game& game, const record::Game& other,
                                           std::vector<std::string>& taken);

} // namespace xq::jobs
