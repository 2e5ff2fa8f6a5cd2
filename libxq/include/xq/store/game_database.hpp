#pragma once

#include <xq/store/query.hpp>

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace xq::sqlite {
class Database; // internal
}

namespace xq::store {

/// A game that repeats another one of the same database.
struct Duplicate {
  enum class How : std::uint8_t {
    same_moves, ///< from the same position
    embedded,   ///< its moves are the first ones of the other game
    retyped     ///< of the same players on the same day or in the same round, moves but for slips
  };
  std::int64_t game = 0;
  std::int64_t of = 0;
  How how{};
};

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
  /// `busy_milliseconds`: how long a question waits for a program that changes the file, before
  /// BusyError.
  explicit GameDatabase(const std::string& path, int busy_milliseconds = 2000);
  ~GameDatabase();
  GameDatabase(GameDatabase&& other) noexcept;
  GameDatabase& operator=(GameDatabase&& other) noexcept;

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
  /// from the position index where it has the position, else by going through the games; with
  /// Filter::comment from the word index where there is one.
  [[nodiscard]] std::vector<std::int64_t> find(const Filter& filter);

  /// For each of these games (numbers in rising order) the ply after which it first does what the
  /// filter asks of its moves, such as Filter::position; -1 for none.
  [[nodiscard]] std::vector<std::int64_t> reached(std::span<const std::int64_t> numbers,
                                                  const Filter& filter);

  /// Of the games that the filter lets through those that Filter::unique leaves out, and why.
  [[nodiscard]] std::vector<Duplicate> duplicates(const Filter& filter);

  /// For the library's own queries.
  [[nodiscard]] sqlite::Database& sqlite() noexcept { return *m_db; }

private:
  std::unique_ptr<sqlite::Database> m_db;
};

struct IndexOptions {
  int plies = 24; ///< a position counts as opening if a game reaches it in so many plies
  /// For sorting positions, in bytes; what does not fit goes to temporary files beside the
  /// database.
  std::uint64_t memory = std::uint64_t{256} << 20U;
};
struct IndexCounts {
  std::int64_t games = 0;
  std::int64_t positions = 0;
  std::int64_t entries = 0;   ///< games summed over the positions
  std::int64_t commented = 0; ///< games with comments
};
/// Part of the work that is done, 0 to 1; false stops with Interrupted.
using IndexProgress = std::function<bool(double)>;

/// Make the indexes of a game database anew, in one transaction: with them, games that reach a
/// position of the opening are found without reading all games, and games by words without reading
/// all comments. Same games, same bytes. Throws DbError (BusyError while another program writes).
IndexCounts build_indexes(const std::string& database, const IndexOptions& options,
                          const IndexProgress& progress = {});

} // namespace xq::store
