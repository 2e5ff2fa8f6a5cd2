#pragma once

#include <xq/base/problem.hpp>
#include <xq/record/game.hpp>

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

/// What the writers share whose formats have one comment a move, no glyphs, and moves in pre-order
/// or in lists: CBF, PFC, DhtmlXQ.
namespace xq::format {

/// All comments of a node in one text, a newline between them; trimmed, empty ones left out.
[[nodiscard]] std::string joined_comments(const record::Game& game, record::NodeId node);

/// Append a warning for glyphs, and one for comments that were joined or moved.
void report_lost_notes(const record::Game& game, std::vector<Problem>& losses);

/// Append the warning that the format has no place for `what`.
void report_loss(std::vector<Problem>& losses, const std::string& what,
                 std::string_view token = {});

/// A header whose value the format keeps elsewhere: FEN, Format, Game, and a Result that says what
/// game.result() says. A header without a value counts as kept, too; one of blanks does not.
[[nodiscard]] bool is_implied(const record::Game& game, const record::Game::Tag& tag);

/// A value of blanks alone, which formats that trim their values do not give back.
[[nodiscard]] bool is_blank_header(const record::Game::Tag& tag);

/// The header is the first of its name; a later one does not count.
[[nodiscard]] inline bool is_first_of_name(const record::Game& game,
                                           const record::Game::Tag& tag) noexcept {
  const auto first = game.tag(tag.name); // texts without characters may begin at one place
  return first.data() == tag.value.data() && first.size() == tag.value.size();
}

/// Call f(id, continues, has_alternative) for each move in pre-order: a move, all that follows it,
/// then the alternatives to it. Any depth of nesting.
template <typename F>
void for_each_in_preorder(const record::Game& game, F&& f) {
  std::vector<record::NodeId> promised; // alternatives to write after the moves before them
  auto id = game.node(record::root_node).first_child;
  while (id != record::no_node) {
    const auto& node = game.node(id);
    const bool has_alternative = node.next_sibling != record::no_node;
    f(id, node.first_child != record::no_node, has_alternative);
    if (has_alternative) {
      promised.push_back(node.next_sibling);
    }
    id = node.first_child;
    if (id == record::no_node && !promised.empty()) {
      id = promised.back();
      promised.pop_back();
    }
  }
}

/// Squares as people read them off the screen: file from the left, rank from the top, each from 0.
/// none when there is no such square.
[[nodiscard]] constexpr Square screen_square(char file, char rank) noexcept {
  return file >= '0' && file <= '8' && rank >= '0' && rank <= '9'
             ? make_square(file - '0', '9' - rank)
             : Square::none;
}
inline void append_screen_square(std::string& out, Square s) {
  out += static_cast<char>('0' + file_of(s));
  out += static_cast<char>('9' - rank_of(s));
}

} // namespace xq::format
