#pragma once

#include "record/same_game.hpp"

#include <xq/base/problem.hpp>
#include <xq/record/game.hpp>

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace xq::analysis {

/// What is kept of a game to know it again.
struct GameSignature {
  bool valid = false;      ///< false: not looked at (errors, no moves)
  std::uint64_t moves = 0; ///< start position and all moves
  std::uint64_t at_60 = 0; ///< position after 60 plies; 0 for a shorter game
  std::uint64_t at_40 = 0; ///< position after 40 plies and the players; 0 where not known
  std::uint64_t at_20 = 0; ///< position after 20 plies, players and date; 0 where not known
  std::uint16_t plies = 0;
  record::Result result = record::Result::unknown;
  bool standard = true; ///< starts from the usual position
  record::Occasion occasion;
  std::uint64_t pair = 0;  ///< of the two players; 0 unless both are known
  std::uint64_t start = 0; ///< of the start position
  std::vector<Move> line;  ///< the moves; empty where the players or the occasion are not known
};

/// Fills all but the positions from the headers, which say `facts`; `moves` has the hash of start
/// and moves.
void sign_headers(const record::Game& game, const record::Facts& facts, GameSignature& signature);

/// Finds games that were there before, among those of one run, in the order of add(). Not
/// thread-safe. Takes about 200 bytes and twice the plies a game up to `capacity` games; later
/// games are compared with those only.
class DuplicateFinder {
public:
  static constexpr std::size_t default_capacity = std::size_t{1} << 21U;

  explicit DuplicateFinder(std::size_t capacity = default_capacity);
  ~DuplicateFinder();
  DuplicateFinder(const DuplicateFinder&) = delete;
  DuplicateFinder& operator=(const DuplicateFinder&) = delete;

  /// Look the game up and remember it. By record/same_game.hpp: a duplicate is a record of the same
  /// game with the same players and result, as far as they are known; a near duplicate has other
  /// ones, or the same moves alone (of fewer than common_plies only with the same players), is the
  /// same game typed again, or comes to the same position after 60 plies, with the same players
  /// after 40, with the same players on the same day after 20.
  [[nodiscard]] std::optional<Problem> add(const GameSignature& signature, std::uint64_t number,
                                           std::string_view source, std::uint64_t line);
  /// Some games were not remembered.
  [[nodiscard]] bool full() const noexcept;

private:
  struct Impl;
  std::unique_ptr<Impl> m_impl;
};

} // namespace xq::analysis
