#pragma once

#include "jobs/unique/temporary_database.hpp"

#include <xq/record/game.hpp>
#include <xq/store/game_import.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace xq::jobs {

/// Games of files in a database for as long as they are looked at, so that they are found, sorted
/// and paged as those of a database are. Every record is there, also one that another repeats.
class FileGames {
public:
  FileGames() : m_database{{.keep_copies = true}} {}

  /// What a worker makes of some games.
  class Batch {
  public:
    void add(const record::Game& game);

  private:
    friend class FileGames;
    store::PackedGames m_games;
    std::vector<std::uint64_t> m_numbers;
  };
  /// Batches in the order of the input.
  void add(const Batch& batch);
  /// The database, which is complete from now on.
  [[nodiscard]] const std::string& finish();

  /// The place of a game among all that were read, by its number in the database.
  [[nodiscard]] std::int64_t place_of(std::int64_t number) const;
  /// The reverse; the last number in front of it where the database has no such game.
  [[nodiscard]] std::int64_t number_of(std::int64_t place) const;

private:
  TemporaryDatabase m_database;
  std::vector<std::uint64_t> m_places; ///< of the games, which have the numbers from 1 on
};

} // namespace xq::jobs
