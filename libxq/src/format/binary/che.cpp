#include "format/binary/client_files.hpp"

#include <xq/base/problem_code.hpp>
#include <xq/base/translate.hpp>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace xq::format {
namespace {

/// A piece or what it captured, 32, side or 1, from, to, 0, number of the move, 0.
constexpr std::size_t numbers_a_move = 10;
using Numbers = std::array<int, numbers_a_move>;

/// Takes decimal numbers with blanks between them off the front of a text.
class NumberReader {
public:
  explicit NumberReader(std::string_view text) noexcept : m_text{text} {}

  [[nodiscard]] std::optional<int> next() noexcept {
    while (m_at < m_text.size() && is_blank(m_text[m_at])) {
      ++m_at;
    }
    int value = 0;
    const auto* const end = m_text.data() + m_text.size();
    const auto [stop, error] = std::from_chars(m_text.data() + m_at, end, value);
    if (error != std::errc{} || (stop != end && !is_blank(*stop))) {
      return std::nullopt;
    }
    m_at = static_cast<std::size_t>(stop - m_text.data());
    return value;
  }
  /// All numbers of a move.
  [[nodiscard]] std::optional<Numbers> next_move() noexcept {
    Numbers move{};
    for (int& number : move) {
      const auto value = next();
      if (!value) {
        return std::nullopt;
      }
      number = *value;
    }
    return move;
  }
  [[nodiscard]] std::size_t offset() const noexcept { return m_at; }

private:
  static bool is_blank(char c) noexcept { return c == ' ' || c == '\n' || c == '\r' || c == '\t'; }
  std::string_view m_text;
  std::size_t m_at = 0;
};

/// The older program counts ranks and files from 0 and says who moves; the newer from 1, with 1 for
/// both sides. Both begin with what the other may begin with, so the numbers decide.
struct CheMove {
  Numbers numbers{};
  std::uint64_t offset = 0;

  [[nodiscard]] int ply() const noexcept { return numbers[8]; }
  /// The rank counts from Red's side, the file from Red's left.
  [[nodiscard]] SavedMove squares(int first) const noexcept {
    const auto square = [&](std::size_t i) {
      const int rank = numbers[i] - first;
      const int file = numbers[i + 1] - first;
      return rank >= 0 && rank < rank_count && file >= 0 && file < file_count
                 ? make_square(file, rank)
                 : Square::none;
    };
    return {square(3), square(5), offset};
  }
};

/// 1 unless a rank, a file or a side is 0, or the first move is one only when they count from 0.
int first_number(const std::vector<CheMove>& moves) noexcept {
  const bool has_zero = std::any_of(moves.begin(), moves.end(), [](const CheMove& move) {
    const auto& n = move.numbers;
    return n[2] == 0 || n[3] == 0 || n[4] == 0 || n[5] == 0 || n[6] == 0;
  });
  const auto is_legal = [&](int first) {
    const auto move = moves[0].squares(first);
    return move.from != Square::none && move.to != Square::none &&
           Position::start().is_legal({move.from, move.to});
  };
  return has_zero || (!moves.empty() && !is_legal(1) && is_legal(0)) ? 0 : 1;
}

/// A number that goes back begins a variation there.
TreeCounts play_tree(record::Game& game, const std::vector<CheMove>& moves, int first) {
  check_start(game, moves[0].squares(first).from, 0);
  MoveTree tree{game};
  for (const auto& move : moves) {
    const auto squares = move.squares(first);
    tree.go_back_to(static_cast<std::size_t>(move.ply()) -
                    1); // 0 and less wrap around and exceed the plies
    static_cast<void>(tree.add({squares.from, squares.to, true, false, move.offset}));
  }
  return tree.finish();
}

} // namespace

bool looks_like_che(Bytes head) noexcept {
  // 0 or 1, how many moves, and a first move of ten numbers, counted as 1.
  NumberReader numbers{as_text(head)};
  const auto version = numbers.next().value_or(-1);
  const auto count = numbers.next();
  if ((version != 0 && version != 1) || !count || *count < 1) {
    return false;
  }
  const auto move = numbers.next_move();
  return move && (*move)[0] >= -1 && (*move)[1] >= 0 && ((*move)[2] == 0 || (*move)[2] == 1) &&
         (*move)[8] == 1;
}

Expected<TreeCounts, Problem> read_che(Bytes file, record::Game& game) {
  NumberReader numbers{as_text(file)};
  const auto version = numbers.next().value_or(-1);
  const auto count = numbers.next();
  if ((version != 0 && version != 1) || !count) {
    return Unexpected{
        make_problem(ProblemCode::unknown_format, localized("a QQ file begins with 0 or 1"))};
  }
  std::vector<CheMove> moves;
  for (int i = 0; i < *count; ++i) {
    const auto offset = numbers.offset();
    const auto move = numbers.next_move();
    if (!move) {
      game.problems.push_back(make_problem(ProblemCode::truncated,
                                           localized("the file has {} of its {} moves", i, *count),
                                           {}, {offset, 0, 0}));
      break;
    }
    moves.push_back({*move, offset});
  }
  const int first = first_number(moves);
  std::vector<SavedMove> line;
  bool in_order = true;
  for (const auto& move : moves) {
    in_order = in_order && move.ply() == static_cast<int>(line.size()) + 1;
    line.push_back(move.squares(first));
  }
  return in_order ? play_moves(game, line) : play_tree(game, moves, first);
}

} // namespace xq::format
