#pragma once

#include "base/hash.hpp"
#include "board/board_scan.hpp"
#include "board/packed_moves.hpp"
#include "board/piece_board.hpp"
#include "record/same_game.hpp"
#include "sqlite/sqlite.hpp"

#include <xq/record/game.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace xq::service {

struct GameStart;
template <typename F>
bool moves_in(const Position& position, const GameStart& start, std::string_view moves, F&& f);

/// Where a game begins.
struct GameStart {
  explicit GameStart(const Position& at) noexcept
      : position{at}, board{at}, pieces{at.occupied().count()} {}
  Position position;
  KeyBoard board;
  int pieces;
};

/// Positions of one game, as a set that may say yes wrongly: a Bloom filter of 64 bytes, three bits
/// for each. Says so of one game in 20 with 80 plies.
///
/// Saves playing through the games that do not come to a position: of 46,414 games, 49 ms became
/// 11 (measured), and 1.6 with Material before it; relies on positions of middle games being rare.
class PositionSignature {
public:
  void add(const CanonicalKey& key) noexcept {
    for (const auto bit : bits_of(key)) {
      m_words[bit / 64] |= std::uint64_t{1} << (bit % 64);
    }
  }
  friend bool operator==(const PositionSignature&, const PositionSignature&) = default;
  [[nodiscard]] bool may_contain(const CanonicalKey& key) const noexcept {
    bool all = true;
    for (const auto bit : bits_of(key)) {
      all = all && ((m_words[bit / 64] >> (bit % 64)) & 1U) != 0;
    }
    return all;
  }
  [[nodiscard]] std::uint64_t hash() const noexcept {
    std::uint64_t hash = 0;
    for (const auto word : m_words) {
      hash = mix_bits(hash ^ word);
    }
    return hash;
  }

private:
  static std::array<unsigned, 3> bits_of(const CanonicalKey& key) noexcept {
    const auto number = to_integer(key.lock);
    return {static_cast<unsigned>(number) & 511U, static_cast<unsigned>(number >> 9U) & 511U,
            static_cast<unsigned>(number >> 18U) & 511U};
  }
  std::array<std::uint64_t, 8> m_words{};
};

/// How many pieces of each kind there are, four bits each. Pieces only go: a game that still has a
/// piece at its end which a position lacks does not come there.
class Material {
public:
  explicit Material(const Position& position) noexcept {
    for (std::size_t s = 0; s < square_count; ++s) {
      add(position.at(static_cast<Square>(s)));
    }
  }
  void add(Piece piece) noexcept { m_counts += one(piece); }
  void remove(Piece piece) noexcept { m_counts -= one(piece); }
  /// Every kind has as many pieces here as in `other`, or more. No kind has more than seven.
  [[nodiscard]] bool covers(const Material& other) const noexcept {
    constexpr std::uint64_t high_bits = 0x8888'8888'8888'8888U;
    return (((m_counts | high_bits) - other.m_counts) & high_bits) == high_bits;
  }

private:
  static std::uint64_t one(Piece piece) noexcept {
    return piece == Piece::none ? 0 : std::uint64_t{1} << (4 * to_index(piece));
  }
  std::uint64_t m_counts = 0;
};

/// What an explorer asks of every game, in memory, column by column: some 110 bytes a game, and the
/// moves. A game is called by its place, from 0, in the order of the numbers. Immutable once made.
///
/// Saves one row of the database for each game that is counted or looked at for its rank: at the
/// start position of 46,414 games, 60 ms (measured); relies on nobody changing the file, which
/// Library sees.
class GameTable {
public:
  /// Moves of all games, in bytes, up to which all are kept; of larger databases the first
  /// `kept_plies` of each game. 200,000 games fit.
  struct Limits {
    std::size_t move_bytes = std::size_t{64} << 20U;
    std::size_t kept_plies = 24;
  };

  explicit GameTable(sqlite::Database& db) : GameTable{db, Limits{}} {}
  GameTable(sqlite::Database& db, const Limits& limits);

  [[nodiscard]] std::size_t size() const noexcept { return m_numbers.size(); }
  [[nodiscard]] std::int64_t number(std::size_t game) const noexcept { return m_numbers[game]; }
  /// yyyymmdd with 00 for what is not known, 0 for nothing known.
  [[nodiscard]] int date(std::size_t game) const noexcept { return m_dates[game]; }
  [[nodiscard]] record::Result result(std::size_t game) const noexcept { return m_results[game]; }
  [[nodiscard]] std::size_t plies(std::size_t game) const noexcept { return m_plies[game]; }
  /// Empty when the record names none.
  [[nodiscard]] const std::string& name(std::size_t game, Color side) const noexcept {
    return m_names[m_players[to_index(side)][game]];
  }
  /// Elo or another rating; 0: not known.
  [[nodiscard]] int level(std::size_t game, Color side) const noexcept {
    return m_levels[to_index(side)][game];
  }
  /// The years of the oldest and the newest game, as text; empty when no game tells one.
  [[nodiscard]] std::pair<std::string, std::string> years() const;
  /// `C47`, empty for a record without one.
  [[nodiscard]] std::string ecco(std::size_t game) const { return ecco_at(m_eccos[game]); }
  /// The opening as a number from 0 to 500, and back; 0 is none.
  [[nodiscard]] std::size_t ecco_place(std::size_t game) const noexcept { return m_eccos[game]; }
  [[nodiscard]] static std::string ecco_at(std::size_t place);
  [[nodiscard]] std::span<const std::string> names() const noexcept { return m_names; }
  [[nodiscard]] std::uint32_t player(std::size_t game, Color side) const noexcept {
    return m_players[to_index(side)][game];
  }

  /// Place of the game among all by importance: the average of the ratings that the record tells,
  /// then how many games of this database the player has who has fewer of them, then the later
  /// date, then the higher number. 0 is the first.
  [[nodiscard]] std::uint32_t rank(std::size_t game) const noexcept { return m_ranks[game]; }
  /// Place by date, the latest first, then the higher number; games without a date last.
  [[nodiscard]] std::uint32_t date_rank(std::size_t game) const noexcept {
    return m_date_ranks[game];
  }

  /// Places of those of these numbers (in rising order) that are there.
  [[nodiscard]] std::vector<std::uint32_t> places(std::span<const std::int64_t> numbers) const;
  /// How many games have numbers up to this one.
  [[nodiscard]] std::size_t places_until(std::int64_t number) const noexcept;
  /// Whether all moves of all games are kept.
  [[nodiscard]] bool is_whole() const noexcept { return m_is_whole; }
  /// The games from place `first` on that may reach the position; the others do not.
  [[nodiscard]] std::vector<std::uint32_t> may_reach(const Position& position,
                                                     std::size_t first) const;
  /// Whether what is kept of the game reaches what `scan` looks for.
  [[nodiscard]] bool reaches(const BoardScan& scan, std::size_t game) const {
    return scan.find(start(game).position, moves(game)).has_value();
  }

  /// Whether two records are of one game by record/same_game.hpp: with the same moves, or typed
  /// again with slips. Events and rounds are not known here.
  [[nodiscard]] bool is_same_game(std::size_t a, std::size_t b) const {
    return is_same_game(a, *this, b);
  }
  /// The same of a game of another table.
  [[nodiscard]] bool is_same_game(std::size_t a, const GameTable& other, std::size_t b) const;
  /// Numbers by one of which at least all records of a game are alike, in any table: of their
  /// moves, and of players, day and result. The second is 0 where one of these is not known.
  [[nodiscard]] std::uint64_t key_of_moves(std::size_t game) const;
  [[nodiscard]] std::uint64_t key_of_occasion(std::size_t game) const;

  /// The moves by which a game comes to what `scan` looks for, as far as they are kept; none of a
  /// game from another start position than the usual one.
  [[nodiscard]] std::vector<Move> moves_to(const BoardScan& scan, std::size_t game) const;

  /// Whether all moves of this one are.
  [[nodiscard]] bool is_whole(std::size_t game) const noexcept {
    return moves(game).size() / 2 >= m_plies[game];
  }
  /// moves_in() with what is kept of the game.
  template <typename F>
  bool for_each_move_in(const Position& position, std::size_t game, F&& f) const {
    return moves_in(position, start(game), moves(game), f);
  }

private:
  struct Loader;
  [[nodiscard]] std::string_view moves(std::size_t game) const noexcept {
    return std::string_view{m_moves}.substr(m_move_ends[game],
                                            m_move_ends[game + 1] - m_move_ends[game]);
  }
  [[nodiscard]] const GameStart& start(std::size_t game) const noexcept {
    if (m_starts.empty()) {
      return m_usual_start;
    }
    const auto found = m_starts.find(static_cast<std::uint32_t>(game));
    return found == m_starts.end() ? m_usual_start : found->second;
  }
  void rank_games();
  [[nodiscard]] record::Occasion occasion(std::size_t game) const;

  std::vector<std::int64_t> m_numbers;
  std::vector<std::int32_t> m_dates;
  std::vector<record::Result> m_results;
  std::vector<std::uint16_t> m_plies;
  std::vector<std::uint16_t> m_eccos; ///< letter * 100 + number + 1; 0: none
  std::array<std::vector<std::uint32_t>, color_count> m_players; ///< places in m_names
  std::array<std::vector<std::uint16_t>, color_count> m_levels;
  std::vector<std::uint32_t> m_ranks, m_date_ranks;
  std::vector<std::string> m_names;          ///< the first is empty
  std::vector<std::uint64_t> m_name_numbers; ///< see record::player_number()
  std::string m_moves;                       ///< as in column moves, back to back
  std::vector<std::uint64_t> m_move_ends;
  std::vector<PositionSignature> m_signatures;
  std::vector<Material> m_last_material; ///< at the end of each game
  GameStart m_usual_start{Position::start()};
  std::unordered_map<std::uint32_t, GameStart> m_starts; ///< other than the usual one
  bool m_is_whole = true;
};

/// The usual one of the move and its image in a symmetric position; else the move itself.
[[nodiscard]] Move usual_move(const Position& position, const CanonicalKey& key, Move move);

/// Call f(Move) for each time that a game, from `start` on with `moves` as in column moves, makes a
/// move in `position` or its mirror image; the move as seen from `position`, legal there, and in a
/// position that is its own mirror image the usual one of a move and its image. Returns whether the
/// position may stand after these moves (again).
template <typename F>
bool moves_in(const Position& position, const GameStart& start, std::string_view moves, F&& f) {
  const CanonicalKey key = position.canonical();
  const int pieces = position.occupied().count();
  KeyBoard board = start.board;
  int left = start.pieces;
  bool seen = false;
  for (std::size_t ply = 0; ply < moves.size() / 2; ++ply) {
    const Move move = packed_move(moves, ply);
    if (left == pieces) {
      const CanonicalKey here = canonical(board.hashes());
      if (here.key == key.key && here.lock == key.lock) {
        seen = true;
        const Move played = here.mirrored != key.mirrored ? mirror(move) : move;
        if (position.is_legal(played)) { // a damaged file may say anything
          f(usual_move(position, key, played));
        }
      }
    }
    const bool pawn = type_of(board.at(move.from())) == PieceType::pawn;
    left -= board.do_move(move) == Piece::none ? 0 : 1;
    if (left < pieces || (seen && pawn)) {
      return false; // neither a piece nor a pawn comes back
    }
  }
  return true;
}

} // namespace xq::service
