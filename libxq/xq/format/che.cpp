#include <xq/format/client_files.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <optional>
#include <string_view>
#include <vector>

namespace xq::format {
namespace {

constexpr std::size_t numbers_a_move = 10; ///< piece, captured, side, from, to, 0, ply, 0

/// Takes decimal numbers with blanks between them off the front of a text.
class Numbers {
public:
  explicit Numbers(std::string_view text) noexcept : m_text{text} {}

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
  [[nodiscard]] std::size_t offset() const noexcept { return m_at; }

private:
  static bool is_blank(char c) noexcept { return c == ' ' || c == '\n' || c == '\r' || c == '\t'; }
  std::string_view m_text;
  std::size_t m_at = 0;
};

/// The rank counts from Red's side, the file from Red's left.
Square to_square(int rank, int file) noexcept {
  return rank >= 0 && rank < rank_count && file >= 0 && file < file_count ? make_square(file, rank)
                                                                          : Square::none;
}

} // namespace

bool looks_like_che(Bytes head) noexcept {
  // Version 1, how many moves, and a first move of ten numbers by side 1, counted as 1.
  Numbers numbers{as_text(head)};
  const auto version = numbers.next();
  const auto count = numbers.next();
  if (version != 1 || !count || *count < 1) {
    return false;
  }
  std::optional<int> move[numbers_a_move];
  std::generate(std::begin(move), std::end(move), [&] { return numbers.next(); });
  return std::all_of(std::begin(move), std::end(move),
                     [](const auto& n) { return n && *n >= 0; }) &&
         *move[2] <= 1 && *move[8] == 1;
}

Expected<TreeCounts, Problem> read_che(Bytes file, record::Game& game) {
  Numbers numbers{as_text(file)};
  const auto version = numbers.next();
  const auto count = numbers.next();
  if (version != 1 || !count) {
    return Unexpected{make_problem(ProblemCode::unknown_format, "a QQ file begins with 1")};
  }
  std::vector<LineMove> moves;
  for (int i = 0; i < *count; ++i) {
    const auto offset = numbers.offset();
    std::optional<int> move[numbers_a_move];
    std::generate(std::begin(move), std::end(move), [&] { return numbers.next(); });
    if (!std::all_of(std::begin(move), std::end(move),
                     [](const auto& n) { return n.has_value(); })) {
      game.problems.push_back(make_problem(
          ProblemCode::truncated, fmt::format("the file has {} of its {} moves", i, *count), {},
          {offset, 0, 0}));
      break;
    }
    moves.push_back({to_square(*move[3], *move[4]), to_square(*move[5], *move[6]), offset});
  }
  return play_line(game, moves);
}

} // namespace xq::format
