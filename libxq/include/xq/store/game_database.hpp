#pragma once

#include <xq/store/query.hpp>

#include <cstdint>
#include <functional>
#include <iterator>
#include <memory>
#include <span>
#include <string>
#include <utility>
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

class FoundGames;

/// A game database opened for reading. Many may be open on one file, also while games are being
/// imported; one object serves one thread. Throws DbError.
///
///     store::GameDatabase database{"archive.xqdb"};
///     for (const record::Game& game : database.find({.player = "胡荣华", .min_plies = 40}))
///       std::cout << game["Event"] << '\n';
///
/// A game's `number` is game.id, its `source` is where it was read from.
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
  /// Call `visit` with all games whose number is from `first` to `last`, in rising order.
  void read(std::int64_t first, std::int64_t last, const std::function<bool(record::Game&)>& visit);

  /// The games that the filter lets through, in the order of their numbers. Which ones is settled
  /// by this call; they are read as they are asked for, and the database must live so long.
  [[nodiscard]] FoundGames find(const Filter& filter);
  /// The numbers of these games. With Filter::position: from the position index where it has the
  /// position, else by going through the games; with Filter::comment from the word index where
  /// there is one.
  [[nodiscard]] std::vector<std::int64_t> find_numbers(const Filter& filter);

  /// For each of these games (numbers in rising order) the ply after which it first does what the
  /// filter asks of its moves, such as Filter::position; -1 for none.
  [[nodiscard]] std::vector<std::int64_t> reached(std::span<const std::int64_t> numbers,
                                                  const Filter& filter);

  /// The games that Filter::unique would leave out of those that the filter lets through, and why.
  [[nodiscard]] std::vector<Duplicate> duplicates(const Filter& filter);

  /// For the library's own queries.
  [[nodiscard]] sqlite::Database& sqlite() noexcept { return *m_db; }

private:
  std::unique_ptr<sqlite::Database> m_db;
};

/// Games of a database, one after the other; see GameDatabase::find(). Throws DbError for a row
/// that is damaged; games that were deleted meanwhile are passed over.
class FoundGames {
public:
  FoundGames(GameDatabase& database, std::vector<std::int64_t> numbers) noexcept
      : m_database{&database}, m_numbers{std::move(numbers)} {}

  /// The next game; null after the last. It may be changed or moved from, and stays as it is until
  /// the next call.
  [[nodiscard]] record::Game* next();
  using Iterator = record::GameIterator<FoundGames>;
  /// Goes on where next() stopped.
  [[nodiscard]] Iterator begin() { return Iterator{*this}; }
  [[nodiscard]] static std::default_sentinel_t end() noexcept { return {}; }

  [[nodiscard]] const std::vector<std::int64_t>& numbers() const noexcept { return m_numbers; }
  [[nodiscard]] std::size_t size() const noexcept { return m_numbers.size(); }
  [[nodiscard]] bool empty() const noexcept { return m_numbers.empty(); }

private:
  void read_portion();

  GameDatabase* m_database;
  std::vector<std::int64_t> m_numbers;
  std::size_t m_asked = 0; ///< of m_numbers
  std::vector<record::Game> m_portion;
  std::size_t m_filled = 0; ///< of m_portion
  std::size_t m_next = 0;   ///< in m_portion
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

/// Read the games of a database that `filter` lets through, on `threads` threads, each with a
/// connection of its own. `work(game, output)` runs on the workers, games of a portion in rising
/// order of their numbers, an Output for each portion; `emit(output)` runs on the calling thread,
/// portion by portion in that order, however many threads there are. Games that are imported
/// meanwhile do not count. Throws DbError, and what `work` and `emit` throw; to cancel, throw.
template <typename Output>
void read_games(const std::string& path, const Filter& filter, unsigned threads,
                const std::function<void(record::Game&, Output&)>& work,
                const std::function<void(Output&&)>& emit);

/// The untyped core of read_games(): what becomes of one portion.
class PortionWork {
public:
  virtual ~PortionWork() = default;
  virtual void work(record::Game& game) = 0;
  virtual void emit() = 0;
};
void read_portions(const std::string& path, const Filter& filter, unsigned threads,
                   const std::function<std::unique_ptr<PortionWork>()>& make);

template <typename Output>
void read_games(const std::string& path, const Filter& filter, unsigned threads,
                const std::function<void(record::Game&, Output&)>& work,
                const std::function<void(Output&&)>& emit) {
  class Portion final : public PortionWork {
  public:
    Portion(const std::function<void(record::Game&, Output&)>& work,
            const std::function<void(Output&&)>& emit)
        : m_work{work}, m_emit{emit} {}
    void work(record::Game& game) override { m_work(game, m_output); }
    void emit() override { m_emit(std::move(m_output)); }

  private:
    const std::function<void(record::Game&, Output&)>& m_work;
    const std::function<void(Output&&)>& m_emit;
    Output m_output{};
  };
  read_portions(path, filter, threads, [&] { return std::make_unique<Portion>(work, emit); });
}

/// A search that can be ended.
///
///     store::GameDatabase database{"archive.xqdb"};
///     const store::KeepGoing watched{database, [] { return std::cin.good(); }};
///     std::cout << database.count({.unique = true}) << '\n';
///
/// While this object lives, what the database is asked ends with Interrupted once `keep_going`
/// answers false. It is called about a thousand times a second, on the thread that asks the
/// database, and does not throw. The database outlives the object; one at a time.
class KeepGoing {
public:
  KeepGoing(GameDatabase& database, std::function<bool()> keep_going);
  ~KeepGoing();
  KeepGoing(const KeepGoing&) = delete;
  KeepGoing& operator=(const KeepGoing&) = delete;

private:
  GameDatabase& m_database;
  std::function<bool()> m_keep_going;
};

} // namespace xq::store
