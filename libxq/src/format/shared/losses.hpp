#pragma once

#include <xq/base/problem.hpp>
#include <xq/record/game.hpp>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

/// What formats lose that hold a whole tree with its notes: PGN and XML. See flat_record.hpp for
/// the others.
namespace xq::format {

/// Append a warning for each header without a name, each that is given again (readers take the
/// first), and for a Result that contradicts game.result() once it is written: `written_result` is
/// what the file then has (readers take the header).
void report_lost_headers(const record::Game& game, std::string_view written_result,
                         std::vector<Problem>& losses);

/// Append a warning for glyphs beyond $255, and one for comments before a move that begins no
/// variation: they come back as comments after the move before it. One for several before the first
/// move of a variation, which come back as one. One for comments
/// with carriage returns, see report_returns().
void report_moved_notes(const record::Game& game, std::vector<Problem>& losses);

/// Append a warning for comments with carriage returns, which readers leave out or take for the end
/// of a line.
void report_returns(const record::Game& game, std::vector<Problem>& losses);

/// `text` can be written as it is: UTF-8 without a NUL, which ends a text for most readers.
[[nodiscard]] bool is_writable(std::string_view text) noexcept;
/// `text` with the picture of NUL, U+2400, for each NUL and U+FFFD for each byte that is not UTF-8:
/// one of these would make the whole file look like one in another encoding.
[[nodiscard]] std::string writable(std::string_view text);
/// Append a warning for the NULs of headers and comments, for writers that use writable().
void report_nul_characters(const record::Game& game, std::vector<Problem>& losses);
/// Reports texts of the game with bytes that are not UTF-8.
void report_invalid_text(const record::Game& game, std::vector<Problem>& losses);
/// Both.
void report_unwritable_text(const record::Game& game, std::vector<Problem>& losses);

/// What formats leave out that hold nothing but moves: counted, not named one by one as the losses
/// of other formats.
struct LeftOut {
  std::uint64_t headers = 0;
  std::uint64_t comments = 0;   ///< and glyphs
  std::uint64_t variations = 0; ///< alternatives to a move
  std::uint64_t results = 0;

  LeftOut& operator+=(const LeftOut& other) noexcept;
  [[nodiscard]] bool any() const noexcept { return headers + comments + variations + results != 0; }
};

/// Every header that is not implied, see is_implied(), all notes with words or glyphs, every
/// alternative.
[[nodiscard]] LeftOut left_out_of_uci(const record::Game& game);
/// The result, too.
[[nodiscard]] LeftOut left_out_of_ucci(const record::Game& game);
/// Headers that are opcodes are kept.
[[nodiscard]] LeftOut left_out_of_epd(const record::Game& game);

} // namespace xq::format
