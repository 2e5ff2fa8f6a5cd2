#include "base/text/compose.hpp"
#include "base/text/text.hpp"
#include "format/shared/flat_record.hpp"
#include "format/shared/header_name.hpp"
#include "format/shared/losses.hpp"
#include "format/shared/move_tree.hpp"
#include "format/text/dhtmlxq.hpp"

#include <xq/base/translate.hpp>

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <iterator>

namespace xq::format {
namespace {

using record::Game;
using record::NodeId;
using record::Result;

/// Fields that are no headers: a header of such a name would be read as something else.
constexpr auto own_fields = std::to_array<std::string_view>(
    {"binit", "movelist", "ver", "init", "pver", "firstnum", "length", "generator", "viewurl"});

/// The field that holds a header, empty when none can.
std::string field_for(std::string_view header) {
  if (const auto field = field_of_header(header); !field.empty()) {
    return std::string{field};
  }
  const bool own = std::find(own_fields.begin(), own_fields.end(), header) != own_fields.end() ||
                   header.starts_with("move_") || header.starts_with("comment");
  return own || is_known_field(header) ? escape_taken_name(header, in_plain_name)
                                       : escape_name(header, in_plain_name);
}

/// The result that this header tells is written as [DhtmlXQ_result].
bool is_held(const Game& game, const Game::Tag& tag) {
  const auto field = field_for(tag.name);
  return !field.empty() && field != "result" && !is_implied(game, tag) && !is_blank_header(tag) &&
         is_first_of_name(game, tag);
}

std::string_view result_word(Result result) noexcept {
  switch (result) {
  case Result::red_wins:
    return "红胜";
  case Result::black_wins:
    return "黑胜";
  case Result::draw:
    return "和局";
  default:
    return "未知";
  }
}

constexpr std::string_view open_tag = "[DhtmlXQ";
constexpr std::string_view close_tag = "[/DhtmlXQ";

/// Text that the format would read as something else: bars, which it reads as newlines, and
/// brackets that would begin or end a field. Both are written in full width.
bool is_changed(std::string_view text) noexcept {
  return text.find_first_of("|\r") != std::string_view::npos ||
         text.find(open_tag) != std::string_view::npos ||
         text.find(close_tag) != std::string_view::npos;
}

void append_text(std::string& out, std::string_view text) {
  if (!is_writable(text)) {
    return append_text(out, writable(text));
  }
  while (!text.empty()) {
    const char c = text[0];
    if (c == '\n') {
      out += "||";
    } else if (c == '|') {
      out += "\uFF5C";
    } else if (c == '[' && (text.starts_with(open_tag) || text.starts_with(close_tag))) {
      out += "\uFF3B";
    } else if (c != '\r') {
      out += c;
    }
    text.remove_prefix(1);
  }
}

/// A variation that is still to be written.
struct OpenVariation {
  NodeId first;
  std::size_t parent, ply; ///< what it branches from; ply of its first move
};

class DhtmlxqWriter final : public Writer {
public:
  void game(std::string& out, const Game& game) const override {
    out += "[DhtmlXQ]\n";
    headers(out, game);
    field(out, "binit", board(game.start()));
    tree(out, game);
    out += "[/DhtmlXQ]\n";
  }

  void losses(const Game& game, std::vector<Problem>& out) const override {
    std::size_t changed = 0;
    for (std::size_t i = 0; i < game.tag_count(); ++i) {
      const auto tag = game.tag_at(i);
      if (is_held(game, tag)) {
        changed += std::size_t{is_changed(trim(tag.value))};
      } else if (!is_implied(game, tag)) {
        report_loss(out, localized("the header {}", tag.name), tag.value);
      }
    }
    report_lost_notes(game, out);
    for (std::size_t i = 0; game.has_notes() && i < game.node_count(); ++i) {
      changed += std::size_t{is_changed(joined_comments(game, static_cast<NodeId>(i)))};
    }
    if (changed != 0) {
      report_loss(out, localized(R"("|" and "[DhtmlXQ" in {} texts)", changed));
    }
    report_unwritable_text(game, out);
    const auto& start = game.start();
    if (start.halfmove_clock() != 0 || start.fullmove_number() != 1) {
      report_loss(out, localized("the move counters of the start position"));
    }
    // No side is written: without a move it is Red, or with a warning the side in check.
    auto as_read = start;
    as_read.set_side_to_move(Color::red);
    const bool is_red = start.side_to_move() == Color::red;
    if (game.node_count() == 1 && !(is_red && mover_without_moves(as_read) == Color::red)) {
      report_loss(out, localized("the side to move of a position without moves"));
    }
  }

private:
  static void field(std::string& out, std::string_view name, std::string_view value) {
    append_format(out, "[DhtmlXQ_{0}]{1}[/DhtmlXQ_{0}]\n", name, value);
  }

  static void headers(std::string& out, const Game& game) {
    std::string value;
    for (std::size_t i = 0; i < game.tag_count(); ++i) {
      const auto tag = game.tag_at(i);
      if (is_held(game, tag)) {
        value.clear();
        append_text(value, trim(tag.value));
        field(out, field_for(tag.name), value);
      }
    }
    field(out, "result", result_word(game.result()));
  }

  static std::string board(const Position& position) {
    constexpr std::string_view letters = "KABNRCP"; // in the order of PieceType
    std::string out(64, '9');
    for (std::size_t number = 0; number < square_count; ++number) {
      // From the left, bottom to top: the usual start fills the slots in their usual order.
      const auto square = make_square(static_cast<int>(number / 10), static_cast<int>(number % 10));
      const Piece piece = position.at(square);
      if (piece == Piece::none) {
        continue;
      }
      std::size_t slot = color_of(piece) == Color::red ? 0 : 16;
      const auto end = slot + 16;
      const char letter = letters[to_index(type_of(piece))];
      while (slot < end && (dhtmlxq_pieces[slot % 16] != letter || out[2 * slot] != '9')) {
        ++slot;
      }
      if (slot < end) { // no FEN has more pieces than a full set
        std::string digits;
        append_screen_square(digits, square);
        out.replace(2 * slot, 2, digits);
      }
    }
    return out;
  }

  /// The main line, then the variations, each after the one it branches from, the last one first.
  static void tree(std::string& out, const Game& game) {
    std::vector<OpenVariation> open;
    std::string moves;
    std::string comments;
    comment(comments, game, record::root_node, 0, 0);
    variation(moves, comments, open, game, {game.node(record::root_node).first_child, 0, 1}, 0);
    field(out, "movelist", moves);
    for (std::size_t number = 1; !open.empty(); ++number) {
      const auto next = open.back();
      open.pop_back();
      moves.clear();
      variation(moves, comments, open, game, next, number);
      field(out, fmt::format("move_{}_{}_{}", next.parent, next.ply, number), moves);
    }
    out += comments;
  }

  static void variation(std::string& moves, std::string& comments, std::vector<OpenVariation>& open,
                        const Game& game, const OpenVariation& from, std::size_t number) {
    std::size_t ply = from.ply;
    for (auto id = from.first; id != record::no_node; id = game.node(id).first_child, ++ply) {
      const auto& node = game.node(id);
      append_screen_square(moves, node.move.from());
      append_screen_square(moves, node.move.to());
      comment(comments, game, id, number, ply);
      if (node.next_sibling != record::no_node) {
        // An alternative to the first move of a variation branches from where the variation does.
        open.push_back({node.next_sibling, id == from.first ? from.parent : number, ply});
      }
    }
  }

  static void comment(std::string& out, const Game& game, NodeId id, std::size_t number,
                      std::size_t ply) {
    const auto text = joined_comments(game, id);
    if (text.empty()) {
      return;
    }
    std::string value;
    append_text(value, text);
    field(out,
          number == 0 ? fmt::format("comment{}", ply) : fmt::format("comment{}_{}", number, ply),
          value);
  }
};

} // namespace

std::unique_ptr<Writer> make_dhtmlxq_writer() { return std::make_unique<DhtmlxqWriter>(); }

} // namespace xq::format
