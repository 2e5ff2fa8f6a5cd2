#include "format/binary/client_files.hpp"
#include "format/shared/field_text.hpp"

#include <xq/base/problem_code.hpp>
#include <xq/base/translate.hpp>

#include <fmt/core.h>

#include <chrono>
#include <cstdint>
#include <string_view>
#include <vector>

namespace xq::format {
namespace {

constexpr std::string_view magic{"\x01\0\x12\0", 4};
constexpr std::size_t time_at = 4;
constexpr std::size_t count_at = 8;
constexpr std::size_t moves_at = 12;
constexpr std::size_t move_size = 9; ///< piece, side, kind, from, to, piece and kind captured

int number_at(Bytes bytes, std::size_t i) noexcept {
  return static_cast<int>(std::to_integer<std::uint8_t>(bytes[i]));
}

/// The day of a time in seconds since 1970, in UTC.
std::string day_of(std::uint32_t seconds) {
  const std::chrono::year_month_day day{std::chrono::floor<std::chrono::days>(
      std::chrono::sys_seconds{std::chrono::seconds{seconds}})};
  return fmt::format("{}.{:02}.{:02}", static_cast<int>(day.year()),
                     static_cast<unsigned>(day.month()), static_cast<unsigned>(day.day()));
}

} // namespace

bool looks_like_ccm(Bytes head) noexcept {
  // The mark is weak, so the first move must look like one: pieces 0 to 15, side 1 or 2.
  return head.size() >= moves_at && as_text(head).starts_with(magic) &&
         (head.size() < moves_at + move_size ||
          (number_at(head, moves_at) < 16 &&
           (number_at(head, moves_at + 1) == 1 || number_at(head, moves_at + 1) == 2)));
}

Expected<TreeCounts, Problem> read_ccm(Bytes file, record::Game& game) {
  if (!looks_like_ccm(file)) {
    return Unexpected{
        make_problem(ProblemCode::unknown_format, localized("a 17PK file begins otherwise"))};
  }
  if (const auto time = little_endian<4>(file.subspan(time_at)); time != 0) {
    add_header(game, "Date", day_of(time));
  }
  const auto count = little_endian<4>(file.subspan(count_at));
  const auto fits = (file.size() - moves_at) / move_size;
  if (fits < count) {
    game.problems.push_back(make_problem(ProblemCode::truncated,
                                         localized("the file has {} of its {} moves", fits, count),
                                         {}, {file.size(), 0, 0}));
  }
  std::vector<SavedMove> moves;
  for (std::size_t i = 0; i < count && i < fits; ++i) {
    const auto at = moves_at + i * move_size;
    moves.push_back({square_from_top(number_at(file, at + 3), number_at(file, at + 4)),
                     square_from_top(number_at(file, at + 5), number_at(file, at + 6)), at});
  }
  return play_moves(game, moves);
}

} // namespace xq::format
