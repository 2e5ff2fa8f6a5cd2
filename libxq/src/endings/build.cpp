#include "endings/build.hpp"

#include <xq/base/error.hpp>
#include <xq/board/attacks.hpp>
#include <xq/board/fen.hpp>
#include <xq/board/movegen.hpp>

#include <algorithm>
#include <array>
#include <optional>
#include <utility>
#include <vector>

namespace xq::endings {

namespace {

/// Marks a number that stands, while what follows from it for the moves before was not looked at.
constexpr Number due = 0x8000;
constexpr std::uint64_t asked_every = 0x10000; ///< placements

constexpr bool is_open(Number n) noexcept { return n == drawn; }
constexpr bool is_due(Number n) noexcept { return n >= due && n < (due | drawn); }

/// A placement as a board, and the same as squares.
struct Board {
  Position position;
  Placement placement;
};

class Builder {
public:
  Builder(const Material& material, const SmallerTables& smaller, const BuildOptions& options)
      : m_options{options}, m_placements{material}, m_due(drawn, 0) {
    m_facts.material = material;
    m_facts.judges_checks = options.judges_checks;
    for (const Color c : {Color::red, Color::black}) {
      for (std::size_t t = 0; t < piece_type_count; ++t) {
        const auto type = static_cast<PieceType>(t);
        if (material.of(c, type) != 0) {
          const Material rest = material.without(c, type);
          m_after[to_index(make_piece(c, type))] =
              &smaller(rest.is_turned() ? rest.turned() : rest);
        }
      }
      m_numbers[to_index(c)].assign(m_placements.size(), illegal);
      m_open_moves[to_index(c)].assign(m_placements.size(), 0);
    }
  }

  std::unique_ptr<Table> run() {
    start();
    settle(0, by_rule);
    if (m_options.judges_checks) {
      settle(by_rule, drawn);
      judge_checks();
    } else {
      settle(by_rule, drawn); // none is there
    }
    count();
    auto codes = Table::encode(m_facts, m_numbers);
    return std::make_unique<Table>(std::move(m_facts), std::move(codes));
  }

private:
  void ask(std::uint64_t at) const {
    if (at % asked_every == 0 && m_options.keep_going && !m_options.keep_going()) {
      throw Interrupted{"stopped"};
    }
  }

  [[nodiscard]] Number& number(Color side, std::uint64_t at) noexcept {
    return m_numbers[to_index(side)][at];
  }

  /// The numbers that stand for a placement and for a mirror image that has a number of its own.
  template <typename Use>
  void for_each_image(const Placement& p, const Use& use) const {
    use(m_placements.number(p));
    if (Placements::is_central(p)) {
      use(m_placements.number_of_mirror(p));
    }
  }

  /// False if two pieces stand on one square.
  bool set_up(std::uint64_t at, Board& out) const {
    out.position = Position{};
    if (!m_placements.place(at, out.placement)) {
      return false;
    }
    m_placements.put(out.placement, out.position);
    return true;
  }

  /// The placement after a move that captures nothing.
  [[nodiscard]] Placement after_quiet(const Board& board, Move m) const noexcept {
    Placement out = board.placement;
    *std::find(out.squares.begin(), out.squares.end(), m.from()) = m.to();
    return out;
  }
  [[nodiscard]] Number after_capture(Position& position, Move m) const noexcept {
    const Table& table = *m_after[to_index(position.at(m.to()))];
    Undo undo;
    position.do_move(m, undo);
    const Number out = table.of(position);
    position.undo_move(m, undo);
    return out;
  }

  // --- What the end of the game and captures say

  void start() {
    Board board;
    for (std::uint64_t at = 0; at < m_placements.size(); ++at) {
      ask(at);
      if (!set_up(at, board)) {
        continue;
      }
      for (const Color side : {Color::red, Color::black}) {
        board.position.set_side_to_move(side);
        if (!board.position.in_check(~side)) {
          set_first_number(board, side, at);
        }
      }
    }
  }

  void set_first_number(Board& board, Color side, std::uint64_t at) {
    MoveList moves;
    generate_legal(board.position, moves);
    unsigned open = 0;
    Number win = drawn;
    Number loss = 0;
    for (const Move m : moves) {
      const bool quiet = board.position.at(m.to()) == Piece::none;
      const Number reply = quiet ? drawn : after_capture(board.position, m);
      if (is_loss(reply)) {
        win = std::min(win, static_cast<Number>(reply + 1U));
      } else if (is_win(reply)) {
        loss = std::max(loss, static_cast<Number>(reply + 1U));
        continue;
      }
      ++open;
    }
    m_open_moves[to_index(side)][at] = static_cast<std::uint8_t>(open);
    number(side, at) = drawn;
    if (win != drawn) {
      set_due(side, at, win);
    } else if (open == 0) {
      set_due(side, at, loss);
    }
  }

  void set_due(Color side, std::uint64_t at, Number n) {
    number(side, at) = n | due;
    ++m_due[n];
  }

  // --- What follows for the moves before

  /// Take what is due from `first` to before `end`, the smallest first, until nothing is.
  void settle(Number first, Number end) {
    for (Number n = first; n < end; ++n) {
      if (m_due[n] != 0) {
        settle(n);
      }
    }
  }

  void settle(Number n) {
    Board board;
    m_last = n;
    const Number wanted = n | due;
    for (const Color side : {Color::red, Color::black}) {
      auto& numbers = m_numbers[to_index(side)];
      for (std::uint64_t at = 0; at < numbers.size(); ++at) {
        ask(at);
        if (numbers[at] == wanted) {
          numbers[at] = n;
          set_up(at, board);
          go_back(board, ~side, n);
        }
      }
    }
    m_due[n] = 0;
  }

  /// The placement has number `n`; `mover` may have come to it by a move without capture.
  void go_back(const Board& board, Color mover, Number n) {
    const bool central = Placements::is_central(board.placement);
    for_each_before(board, mover, [&](const Placement& before) {
      if (central && !Placements::is_central(before)) {
        // its mirror image comes to the mirror image of the board, which has its own number
        if (!Placements::is_mirrored(before)) {
          tell(mover, m_placements.number(before), n);
        }
      } else if (!central) {
        for_each_image(before, [&](std::uint64_t at) { tell(mover, at, n); });
      } else {
        tell(mover, m_placements.number(before), n);
      }
    });
  }

  template <typename Use>
  void for_each_before(const Board& board, Color mover, const Use& use) const {
    Placement before = board.placement;
    for (std::size_t i = 0; i < m_placements.pieces(); ++i) {
      const Piece piece = m_placements.piece(i);
      if (color_of(piece) != mover) {
        continue;
      }
      const Square to = board.placement.squares[i];
      for (const Square from : sources(board.position, piece, to)) {
        before.squares[i] = from;
        use(before);
      }
      before.squares[i] = to;
    }
  }

  /// Empty squares from which a piece may have come without a capture.
  static Bitboard sources(const Position& position, Piece piece, Square to) noexcept {
    const Occupancy& occupancy = position.occupancy();
    Bitboard out;
    switch (type_of(piece)) {
    case PieceType::rook:
    case PieceType::cannon:
      return attacks::slides(to, occupancy);
    case PieceType::horse:
      out = attacks::horse_sources(to, occupancy);
      break;
    case PieceType::pawn:
      out = attacks::pawn_sources(color_of(piece), to);
      break;
    case PieceType::elephant:
      out = attacks::elephant(to, occupancy);
      break;
    case PieceType::advisor:
      out = attacks::advisor(to);
      break;
    case PieceType::king:
    case PieceType::none:
      out = attacks::king(to);
      break;
    }
    return out & ~position.occupied() & reachable(color_of(piece), type_of(piece));
  }

  /// One move of `mover` from a placement leads to number `n`.
  void tell(Color mover, std::uint64_t at, Number n) {
    const Number old = number(mover, at);
    if (is_loss(n)) {
      const auto win = static_cast<Number>(n + 1U);
      if (is_open(old) || (is_due(old) && (old & drawn) > win)) {
        set_due(mover, at, win);
      }
    } else if (is_open(old) && --m_open_moves[to_index(mover)][at] == 0) {
      set_due(mover, at, std::max(static_cast<Number>(n + 1U), longest_by_capture(mover, at)));
    }
  }

  /// For a placement all of whose moves lose.
  [[nodiscard]] Number longest_by_capture(Color side, std::uint64_t at) const {
    Board board;
    set_up(at, board);
    board.position.set_side_to_move(side);
    MoveList captures;
    generate_captures(board.position, captures);
    Number out = 0;
    for (const Move m : captures) {
      if (board.position.is_safe(m)) {
        out = std::max(out, static_cast<Number>(after_capture(board.position, m) + 1U));
      }
    }
    return out;
  }

  // --- What the rule on perpetual check adds

  void judge_checks() {
    Color winner = Color::red;
    for (int without = 0; without < 2; winner = ~winner) {
      without = add_stage(winner) ? 0 : without + 1;
    }
  }

  /// Placements from which the other side can do nothing but check, or lose sooner.
  bool add_stage(Color winner) {
    m_winner = winner;
    find_checks_only();
    while (remove_escapes()) {
    }
    if (m_candidates.empty()) {
      return false;
    }
    const Number first = m_last < by_rule ? by_rule : static_cast<Number>((m_last + 2U) & ~1U);
    Number last = first;
    for (const std::uint64_t at : m_candidates) {
      const auto n = static_cast<Number>(first + 2U * (m_marks[at] - 1U));
      last = std::max(last, n);
      set_due(~winner, at, n);
    }
    m_facts.stages.push_back({first, last});
    settle(first, drawn);
    return true;
  }

  /// A mark of a placement with the loser to move: 0 none, else it may belong to the stage; above 1
  /// so many checks of the winner against checks are needed before a move without one, and 1.
  static constexpr std::uint8_t unranked = 255;

  void find_checks_only() {
    m_candidates.clear();
    m_marks.assign(m_placements.size(), 0);
    if (!m_facts.material.can_check(~m_winner)) {
      return; // no check of an advisor or elephant
    }
    Board board;
    for (std::uint64_t at = 0; at < m_placements.size(); ++at) {
      ask(at);
      if (!is_open(number(~m_winner, at))) {
        continue;
      }
      set_up(at, board);
      board.position.set_side_to_move(~m_winner);
      if (has_only_checks(board)) {
        m_candidates.push_back(at);
        m_marks[at] = unranked;
      }
    }
  }

  bool has_only_checks(Board& board) {
    MoveList moves;
    generate_legal(board.position, moves);
    return std::all_of(moves.begin(), moves.end(), [&](Move m) {
      if (board.position.at(m.to()) != Piece::none) {
        return is_win(after_capture(board.position, m));
      }
      return board.position.gives_check(m) ||
             is_win(number(m_winner, m_placements.number(after_quiet(board, m))));
    });
  }

  /// Takes away candidates from which a check leads out of the stage. True if that has to be done
  /// again.
  bool remove_escapes() {
    while (remove_if_not([this](Board& board) { return all_checks_answered(board, unranked); })) {
    }
    for (const std::uint64_t at : m_candidates) {
      m_marks[at] = unranked;
    }
    // Checks of both sides for ever are drawn: the winner needs a move without one in the end.
    for (std::uint8_t rank = 1; rank < unranked && rank_candidates(rank); ++rank) {
    }
    const std::size_t before = m_candidates.size();
    drop([this](std::uint64_t at) { return m_marks[at] == unranked; });
    return m_candidates.size() != before && !m_candidates.empty();
  }

  /// Gives `rank` to those whose checks are all answered without a check, or by one that leads to
  /// a lower rank.
  bool rank_candidates(std::uint8_t rank) {
    std::vector<std::uint64_t> found;
    Board board;
    std::uint64_t asked = 0;
    for (const std::uint64_t at : m_candidates) {
      ask(asked++);
      if (m_marks[at] == unranked) {
        set_up(at, board);
        board.position.set_side_to_move(~m_winner);
        if (all_checks_answered(board, static_cast<std::uint8_t>(rank - 1U))) {
          found.push_back(at);
        }
      }
    }
    for (const std::uint64_t at : found) {
      m_marks[at] = rank;
    }
    return !found.empty();
  }

  template <typename Keep>
  bool remove_if_not(const Keep& keep) {
    Board board;
    std::uint64_t asked = 0;
    bool any = false;
    for (const std::uint64_t at : m_candidates) {
      ask(asked++);
      set_up(at, board);
      board.position.set_side_to_move(~m_winner);
      if (!keep(board)) {
        m_marks[at] = 0;
        any = true;
      }
    }
    drop([this](std::uint64_t at) { return m_marks[at] == 0; });
    return any;
  }

  template <typename Gone>
  void drop(const Gone& gone) {
    for (const std::uint64_t at : m_candidates) {
      if (gone(at)) {
        m_marks[at] = 0;
      }
    }
    std::erase_if(m_candidates, [this](std::uint64_t at) { return m_marks[at] == 0; });
  }

  /// Each check without capture has an answer that stays in the stage: without a check, or by one
  /// to a mark of at most `checks`.
  bool all_checks_answered(Board& board, std::uint8_t checks) {
    MoveList moves;
    generate_legal(board.position, moves);
    return std::all_of(moves.begin(), moves.end(), [&](Move m) {
      if (board.position.at(m.to()) != Piece::none) {
        return true; // it loses: has_only_checks()
      }
      const Placement next = after_quiet(board, m);
      if (is_win(number(m_winner, m_placements.number(next)))) {
        return true;
      }
      Board after{board.position, next};
      after.position.do_move(m);
      return has_answer(after, checks);
    });
  }

  [[nodiscard]] bool has_answer(const Board& board, std::uint8_t checks) const {
    MoveList moves;
    generate_legal(board.position, moves);
    return std::any_of(moves.begin(), moves.end(), [&](Move m) {
      if (board.position.at(m.to()) != Piece::none) {
        return false; // else it would be won already
      }
      const std::uint8_t mark = m_marks[m_placements.number(after_quiet(board, m))];
      return mark != 0 && (mark <= checks || !board.position.gives_check(m));
    });
  }

  // --- What the table says as a whole

  void count() {
    Board board;
    std::optional<std::pair<Color, std::uint64_t>> longest;
    for (const Color side : {Color::red, Color::black}) {
      Counts& counts = m_facts.counts[to_index(side)];
      for (std::uint64_t at = 0; at < m_placements.size(); ++at) {
        ask(at);
        const Number n = number(side, at);
        if (n == illegal) {
          continue;
        }
        // the others stand for their mirror images, too
        static_cast<void>(m_placements.place(at, board.placement));
        const std::uint64_t images = Placements::is_central(board.placement) ? 1 : 2;
        (n == drawn ? counts.drawn : is_win(n) ? counts.won : counts.lost) += images;
        if (n == drawn) {
          continue;
        }
        if (n >= by_rule) {
          counts.by_rule += images;
          m_facts.longest_by_rule = std::max(m_facts.longest_by_rule, n);
        } else if (!longest || n > m_facts.longest) {
          m_facts.longest = n;
          longest = {side, at};
        }
      }
    }
    if (longest) {
      set_up(longest->second, board);
      board.position.set_side_to_move(longest->first);
      m_facts.longest_fen = write_short_fen(board.position);
    }
  }

  const BuildOptions& m_options;
  TableFacts m_facts;
  Placements m_placements;
  std::array<const Table*, piece_slots> m_after{}; ///< by the piece that is captured
  std::array<std::vector<Number>, 2> m_numbers;
  /// Moves that are not known to lose, for placements that are open.
  std::array<std::vector<std::uint8_t>, 2> m_open_moves;
  std::vector<std::uint64_t> m_due; ///< by number: at least as many as are due
  Number m_last = 0;                ///< settled
  // What one stage works with:
  Color m_winner = Color::red;
  std::vector<std::uint8_t> m_marks;
  std::vector<std::uint64_t> m_candidates;
};

} // namespace

std::uint64_t memory_to_build(std::uint64_t placements) noexcept {
  // two sides with numbers, open moves and codes, and the marks of a stage
  constexpr std::uint64_t bytes = 2 * (sizeof(Number) + 1 + 1) + 1;
  return bytes * placements;
}

std::unique_ptr<Table> build(const Material& material, const SmallerTables& smaller,
                             const BuildOptions& options) {
  return Builder{material, smaller, options}.run();
}

} // namespace xq::endings
