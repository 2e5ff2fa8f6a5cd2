#include "base/text/compose.hpp"
#include "base/text/text.hpp"
#include "format/shared/flat_record.hpp"
#include "format/shared/header_name.hpp"
#include "format/xml/pfc.hpp"
#include "format/xml/xml_text.hpp"

#include <xq/base/translate.hpp>
#include <xq/board/fen.hpp>
#include <xq/notation/notation.hpp>

#include <fmt/core.h>

#include <array>
#include <iterator>

namespace xq::format {
namespace {

using record::Game;
using record::NodeId;

/// Attributes of the root with a meaning of their own.
constexpr auto own_attributes =
    std::to_array<std::string_view>({"version", "win", "result", "m", "c", "xmlns"});

/// More moves after each other could not be read back: the element of each is open up to the last
/// one, and XmlParser limits the nesting.
constexpr std::size_t max_plies = XmlParser::max_depth - 1;

/// The attribute that holds a header, empty when none can.
std::string attribute_for(std::string_view header) {
  if (const auto field = field_of_header(header); !field.empty()) {
    return std::string{field};
  }
  const bool own =
      std::find(own_attributes.begin(), own_attributes.end(), header) != own_attributes.end();
  return own || is_known_field(header) ? escape_taken_name(header, in_plain_name)
                                       : escape_name(header, in_plain_name);
}

bool is_held(const Game& game, const Game::Tag& tag) {
  return !is_implied(game, tag) && !is_blank_header(tag) && is_first_of_name(game, tag) &&
         field_of_header(tag.name) != "result" && !attribute_for(tag.name).empty();
}

/// Goes through the moves in the order of the elements, without recursion.
template <typename Enter, typename Leave>
std::size_t walk_elements(const Game& game, Enter&& enter, Leave&& leave) {
  std::size_t depth = 1;
  std::size_t left_out = 0;
  auto id = game.node(record::root_node).first_child;
  while (id != record::no_node) {
    const bool goes_on = game.node(id).first_child != record::no_node && depth < max_plies;
    if (!goes_on && game.node(id).first_child != record::no_node) {
      ++left_out;
    }
    enter(id, goes_on);
    if (goes_on) {
      id = game.node(id).first_child;
      ++depth;
      continue;
    }
    while (id != record::root_node && game.node(id).next_sibling == record::no_node) {
      id = game.node(id).parent;
      --depth;
      if (id != record::root_node) {
        leave();
      }
    }
    id = id == record::root_node ? record::no_node : game.node(id).next_sibling;
  }
  return left_out;
}

class PfcWriter final : public Writer {
public:
  explicit PfcWriter(const WriteOptions& options) : m_encoding{options.encoding} {}

  void game(std::string& out, const Game& game) const override {
    const bool utf16 = m_encoding == Encoding::utf16le || m_encoding == Encoding::utf16be;
    append_format(out, "<?xml version=\"1.0\" encoding=\"{}\"?>\n",
                  utf16 ? "utf-16" : name(m_encoding));
    root(out, game);
    walk_elements(
        game, [&](NodeId id, bool goes_on) { element(out, game, id, goes_on); },
        [&] { out += "</n>"; });
    out += "</n>\n";
  }

  void losses(const Game& game, std::vector<Problem>& out) const override {
    for (std::size_t i = 0; i < game.tag_count(); ++i) {
      const auto tag = game.tag_at(i);
      if (!is_implied(game, tag) && !is_held(game, tag)) {
        report_loss(out, localized("the header {}", tag.name), tag.value);
      }
    }
    report_lost_notes(game, out);
    report_forbidden_characters(game, out);
    const auto cut = walk_elements(
        game, [](NodeId, bool) {}, [] {});
    if (cut != 0) {
      report_loss(out, localized("lines of more than {} plies: {} cut off", max_plies, cut));
    }
  }

private:
  static void root(std::string& out, const Game& game) {
    append_format(out, R"(<n version="2" win="{}")", to_text(game.result()));
    for (std::size_t i = 0; i < game.tag_count(); ++i) {
      const auto tag = game.tag_at(i);
      if (is_held(game, tag)) {
        attribute(out, attribute_for(tag.name), trim(tag.value));
      }
    }
    attribute(out, "m", write_fen(game.start()));
    comment(out, game, record::root_node);
    out += ">\n";
  }

  static void element(std::string& out, const Game& game, NodeId id, bool goes_on) {
    const auto& node = game.node(id);
    out += "<n m=\"";
    out.append(notation::square_name(node.move.from()))
        .append(notation::square_name(node.move.to()))
        .append("\"");
    comment(out, game, id);
    const bool chosen = game.node(node.parent).first_child == id;
    out += chosen && node.next_sibling != record::no_node ? " default=\"true\"" : "";
    out += goes_on ? ">" : "/>";
  }

  static void comment(std::string& out, const Game& game, NodeId id) {
    if (const auto text = joined_comments(game, id); !text.empty()) {
      attribute(out, "c", text);
    }
  }

  static void attribute(std::string& out, std::string_view name, std::string_view value) {
    out.append(" ").append(name).append("=\"");
    append_xml_attribute(out, value);
    out += '"';
  }

  Encoding m_encoding;
};

} // namespace

std::unique_ptr<Writer> make_pfc_writer(const WriteOptions& options) {
  return std::make_unique<PfcWriter>(options);
}

} // namespace xq::format
