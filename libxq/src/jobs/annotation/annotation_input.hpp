#pragma once

#include <xq/annotation.hpp>
#include <xq/format/format.hpp>
#include <xq/store/game_database.hpp>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace xq::jobs {

/// Where the games of a long run come from, one by one, from files or a database. Used on one
/// thread.
class AnnotationInput {
public:
  struct Item {
    std::unique_ptr<record::Game> game;
    std::uint64_t number = 0; ///< in the whole input, from 1
  };

  AnnotationInput(const std::vector<std::string>& inputs, const format::ReadOptions& options,
                  Shard shard, std::uint64_t limit);
  /// The games of a database that a filter lets through, in the order of their numbers. Of all
  /// shards together there are at most `limit`; 0: no limit.
  AnnotationInput(const std::string& database, const store::Filter& filter, Shard shard,
                  std::uint64_t limit);

  /// The next game of the shard; nothing at the end.
  [[nodiscard]] std::optional<Item> next();
  /// Games of all shards seen so far.
  [[nodiscard]] std::uint64_t games_seen() const noexcept { return m_number; }
  /// Files that could not be read so far, each once.
  [[nodiscard]] std::vector<format::FileProblem> take_file_problems();
  /// Whether every input was read to its end, as far as is known.
  [[nodiscard]] bool is_complete() const;

private:
  [[nodiscard]] std::unique_ptr<record::Game> next_of_database();

  Shard m_shard;
  std::uint64_t m_limit;
  std::uint64_t m_number = 0;
  std::vector<std::string> m_inputs;
  std::optional<format::GameReader> m_reader; ///< of m_inputs; nothing: of a database
  std::size_t m_told = 0;                     ///< of the reader's file_problems()
  std::unique_ptr<store::GameDatabase> m_database;
  std::vector<std::int64_t> m_found;
};

} // namespace xq::jobs
