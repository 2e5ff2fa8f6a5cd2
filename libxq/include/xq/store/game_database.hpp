#pragma once

#include <xq/store/query.hpp>
#include <xq/store/stored_duplicates.hpp>

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

namespace xq::store {

/// A game database opened for reading. Many may be open on one file, also while games are being
/// imported; one object serves one thread. Throws DbError.
///
///     xq::store::GameDatabase games{"archive.xqdb"};
///     games.for_each({.player = "胡荣华", .min_plies = 40}, [](const xq::record::Game& game) {
///       ...
///       return true;
///     });
class GameDatabase {
public:
  explicit GameDatabase(const std::string& path);

  struct Counts {
    std::int64_t games = 0;
    std::int64_t players = 0;
    std::int64_t events = 0;
    std::int64_t sites = 0;
    std::int64_t sources = 0;
  };
  [[nodiscard]] Counts counts();
  [[nodiscard]] std::int64_t count(const Filter& filter);

  /// Call `visit` with every game that the filter lets through, in the order of their import, until
  /// it returns false. The game is the same object every time; its `number` is game.id and its
  /// `source` is where it was read from. Throws DbError for a row that is damaged.
  void for_each(const Filter& filter, const std::function<bool(record::Game&)>& visit);

  /// Call `visit` with games by their numbers, in that order; numbers that are not there are passed
  /// over.
  void read(std::span<const std::int64_t> numbers, const std::function<bool(record::Game&)>& visit);
  /// The same for all games whose number is from `first` to `last`, in rising order.
  void read(std::int64_t first, std::int64_t last, const std::function<bool(record::Game&)>& visit);

  /// Numbers of the games that the filter lets through, in rising order. With Filter::position:
  /// from the position index where it has the position, else by going through the games.
  [[nodiscard]] std::vector<std::int64_t> find(const Filter& filter);

  /// Of the games that the filter lets through those that Filter::unique leaves out, and why.
  [[nodiscard]] std::vector<Duplicate> duplicates(const Filter& filter);

  /// For queries of one's own.
  [[nodiscard]] sqlite::Database& sqlite() noexcept { return m_db; }

private:
  [[nodiscard]] std::vector<std::int64_t> find_all(const Filter& filter);
  /// Those of `candidates` (in rising order) that fulfil the condition.
  [[nodiscard]] std::vector<std::int64_t> passing(const Condition& wanted,
                                                  std::vector<std::int64_t> candidates);
  /// Append the games with numbers above `after` that fulfil the condition and reach the position.
  void scan(const Filter& filter, const Condition& wanted, std::int64_t after,
            std::vector<std::int64_t>& found);

  sqlite::Database m_db;
};

} // namespace xq::store
