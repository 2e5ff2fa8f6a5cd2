#pragma once

#include "format/shared/slice.hpp"

#include <xq/format/format.hpp>

#include <array>
#include <memory>
#include <string_view>
#include <vector>

namespace xq::format {

/// DhtmlXQ, the fields `[DhtmlXQ_name]value[/DhtmlXQ_name]` between `[DhtmlXQ]` and `[/DhtmlXQ]`
/// that forums and web pages carry, with any text around them; see docs/formats/dhtmlxq.md.
/// `[DhtmlXQ]` begins a game, and so does a field, or a variable of a script, that stands outside
/// of one; so does a second title or board outside of such tags.
class DhtmlxqSplitter final : public Splitter {
private:
  bool begins_game(std::string_view written) override;
  void begins_inside(std::string_view line, std::vector<std::size_t>& starts) override;

  bool repeats_field(std::string_view line);

  bool m_in_game = false;
  bool m_wrapped = false;       ///< the game in work stands between tags of its own
  std::array<bool, 2> m_seen{}; ///< whether it has a title, a board
};

/// `text` holds a game in this format, or a part of one.
[[nodiscard]] bool has_dhtmlxq(std::string_view text) noexcept;
/// A line of digits alone, four a move: what a field holds, without its tags.
[[nodiscard]] bool is_bare_digits(std::string_view line) noexcept;

[[nodiscard]] std::unique_ptr<SliceParser> make_dhtmlxq_parser(const ReadOptions& options);
[[nodiscard]] std::unique_ptr<Writer> make_dhtmlxq_writer();

/// The order of the 32 pieces in [DhtmlXQ_binit], Red's; Black's 16 follow in the same order.
inline constexpr std::string_view dhtmlxq_pieces = "RNBAKABNRCCPPPPP";

} // namespace xq::format
