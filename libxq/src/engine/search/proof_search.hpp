#pragma once

#include "base/os/large_pages.hpp"

#include <xq/board/movegen.hpp>
#include <xq/board/position.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

namespace xq::engine {

/// Exact search for forced mates: depth-first proof-number search (Nagai, "Df-pn algorithm for
/// searching AND/OR trees", 2002). Its table holds for a position in how many moves a mate is
/// proved and in how many there is none; mates are sought within a number of moves, so that no
/// answer depends on the way to a position. A shortest mate repeats no position, so that no rule of
/// repetitions touches it. A side without a legal move loses.
class ProofSearch {
public:
  /// What the attacker may play: checks alone, or every legal move. The defence plays every one.
  enum class Width : std::uint8_t { checks, all };
  enum class Verdict : std::uint8_t {
    mate, ///< forced, whatever the defence plays
    none, ///< no mate within the moves and of the width asked for
    open, ///< given up: the nodes are used up, or stopped
  };
  static constexpr int max_moves = 100;

  /// `bytes` for the table: 1 MiB at least. Throws std::bad_alloc.
  explicit ProofSearch(std::size_t bytes);

  /// Nodes (moves made on the board) after which the searches give up, all together.
  void set_budget(std::uint64_t nodes) noexcept { m_budget = nodes; }
  /// Asked every 256 nodes whether to give up.
  void set_stopped(std::function<bool()> stopped) { m_stopped = std::move(stopped); }
  [[nodiscard]] std::uint64_t nodes() const noexcept { return m_nodes; }

  struct Solution {
    Verdict verdict = Verdict::open; ///< none: with every legal move
    Width width = Width::checks;     ///< of the mate
    bool shortest = false;           ///< it is shown that none is shorter
    std::vector<Move> line;          ///< of the mate: 2n-1 plies, with the longest defence found
  };
  /// A mate in at most `moves` that begins with one of `candidates`, which are legal: by checks if
  /// that is found with half of the budget, and as short as the rest of it shows. Where many moves
  /// are allowed, mates in few are sought first, with half of it.
  [[nodiscard]] Solution solve(const Position& position, int moves,
                               std::span<const Move> candidates);

  /// Whether the side to move mates in at most `moves` (0 to max_moves) of its own.
  [[nodiscard]] Verdict prove(const Position& position, int moves, Width width);
  /// The same for the side that has just moved.
  [[nodiscard]] Verdict prove_against(const Position& position, int moves, Width width);

  /// After Verdict::mate: moves of the attacker that the proof needs, at most those asked for.
  [[nodiscard]] int proved_moves() const noexcept { return m_proved_moves; }
  /// After Verdict::mate: the mate with the longest defence that the proof has. Every defence is
  /// played on the board on the way. None if given up.
  [[nodiscard]] std::optional<std::vector<Move>> line();

private:
  using Number = std::uint32_t;
  static constexpr Number infinite = 1U << 30U;
  /// From the view of the side to move: what it takes at least to show that it reaches its aim,
  /// mate or none, and that it does not. 0: shown.
  struct Numbers {
    Number own = 1;
    Number other = 1;
    std::uint8_t moves = 0; ///< if mate is shown: moves that it takes the attacker
    [[nodiscard]] bool solved() const noexcept { return own == 0 || other == 0; }
  };
  struct Entry { // zeros: no entry
    std::uint64_t key = 0;
    std::uint32_t lock = 0;
    std::uint32_t work = 0; ///< nodes that it took
    Number own = 0;
    Number other = 0;
    Move best;                ///< the attacker's, where mate is shown
    std::uint8_t proved = 0;  ///< one more than the moves in which the attacker mates; 0: unknown
    std::uint8_t refuted = 0; ///< he does not mate in fewer moves than these
  };
  struct Child {
    Move move;
    Numbers numbers; ///< after the move
  };
  /// What the children say of their parent.
  struct Outlook {
    Numbers numbers;
    std::size_t best = 0;     ///< the child to search
    Number second = infinite; ///< what the next best one needs
    Number others = 0;        ///< children, less one, that are not lost for the side to move
  };
  struct Checked {
    std::uint64_t lock = 0;
    int moves = 0;
  };
  [[nodiscard]] bool is_stopped() const { return m_stopped && m_stopped(); }
  [[nodiscard]] Verdict prove(const Position& position, Color attacker, int moves, Width width);
  [[nodiscard]] Solution mate(const Position& position, int moves, Width width,
                              std::span<const Move> candidates);
  [[nodiscard]] Solution short_mate(const Position& position, int moves,
                                    std::span<const Move> candidates);
  [[nodiscard]] bool attacks() const noexcept { return m_position.side_to_move() == m_attacker; }
  [[nodiscard]] Numbers shown(bool mate, int moves) const noexcept;
  [[nodiscard]] bool is_mate(const Numbers& n) const noexcept {
    return (attacks() ? n.own : n.other) == 0;
  }

  [[nodiscard]] std::uint64_t table_key(std::uint64_t variant) const noexcept;
  [[nodiscard]] std::span<Entry> places(std::uint64_t key) noexcept;
  [[nodiscard]] Entry* find(std::uint64_t variant) noexcept;
  [[nodiscard]] Entry& place(std::uint64_t variant, std::uint64_t work) noexcept;
  [[nodiscard]] std::optional<Numbers> recall(int moves) noexcept;
  void remember(int moves, const Numbers& numbers, Move best, std::uint64_t work) noexcept;

  [[nodiscard]] Numbers look(int moves);
  [[nodiscard]] Numbers look_at_attack(int moves);
  [[nodiscard]] Numbers look_at_defence(int moves);
  void generate(MoveList& list) const;
  void open_children(int moves, std::vector<Child>& children);
  [[nodiscard]] static Outlook outlook(const std::vector<Child>& children) noexcept;
  [[nodiscard]] Numbers search(int moves, Number own_limit, Number other_limit);
  void play(Move m, Undo& undo);

  [[nodiscard]] int check(int moves);
  [[nodiscard]] int check_after(Move m, int moves);
  [[nodiscard]] int check_attack(int moves);
  [[nodiscard]] int check_defence(int moves);

  os::LargePages m_memory;
  Entry* m_table = nullptr; ///< in m_memory
  std::size_t m_clusters = 0;
  std::uint64_t m_budget = ~std::uint64_t{0};
  std::uint64_t m_nodes = 0;
  std::function<bool()> m_stopped;
  bool m_given_up = false;

  Position m_root;
  Position m_position;
  Color m_attacker = Color::red;
  Width m_width = Width::checks;
  int m_proved_moves = 0;
  std::vector<std::vector<Child>> m_children; ///< by ply, kept so that no node allocates
  std::size_t m_ply = 0;
  std::unordered_map<std::uint64_t, Checked> m_checked; ///< by key: positions of the proof
};

} // namespace xq::engine
