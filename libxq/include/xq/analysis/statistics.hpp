#pragma once

// Games counted by year, event, player, opening and length.
//
//     analysis::Statistics statistics;
//     for (const record::Game& one : format::GameReader{"archive/"}) {
//       statistics.add(one);
//     }
//     std::cout << statistics.all.games() << " games, " << statistics.plies << " plies\n";

#include <xq/record/aliases.hpp>
#include <xq/record/game.hpp>

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <unordered_set>

namespace xq::analysis {

/// How the games of one kind ended.
struct ResultCounts {
  std::array<std::uint64_t, 4> by_result{}; ///< indexed by record::Result

  void add(record::Result result) { ++by_result[static_cast<std::size_t>(result)]; }
  void add(const ResultCounts& other);
  [[nodiscard]] std::uint64_t games() const;
};

/// Counts over many games: by year, event, player, opening and length. The sums do not depend on
/// the order of add(). One for each thread; add them up in the end.
class Statistics {
public:
  /// Count a usable game, its players and event under their canonical names where `names` has them.
  void add(const record::Game& game, const record::Aliases& names = {});
  void add(const Statistics& other);

  using Table = std::map<std::string, ResultCounts, std::less<>>;

  ResultCounts all;
  std::uint64_t plies = 0;
  Table years;  ///< `1998`; empty: no year
  Table events; ///< without games that name none
  Table red;    ///< by Red's name, without games that say nothing of it
  Table black;
  Table openings; ///< by ECCO code: the header's, else what the moves make; empty: another start
  std::map<int, ResultCounts> lengths; ///< by plies / length_step
  static constexpr int length_step = 20;

  /// Games that differ in start position or moves, see record::sequence_hash().
  [[nodiscard]] std::uint64_t distinct() const noexcept { return m_sequences.size(); }

private:
  std::unordered_set<std::uint64_t> m_sequences;
};

} // namespace xq::analysis
