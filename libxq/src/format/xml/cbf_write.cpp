#include "base/text/ascii.hpp"
#include "base/text/compose.hpp"
#include "base/text/text.hpp"
#include "format/movetext/movetext.hpp"
#include "format/shared/flat_record.hpp"
#include "format/shared/header_name.hpp"
#include "format/xml/cbf.hpp"
#include "format/xml/xml_text.hpp"

#include <xq/base/translate.hpp>
#include <xq/board/fen.hpp>

#include <fmt/core.h>

#include <algorithm>
#include <iterator>

namespace xq::format {
namespace {

using record::Game;
using record::NodeId;

/// What readers of CBF take for the type of a game.
bool is_type(std::string_view text) noexcept { return text.size() < 10 && is_number(text); }

/// The name means something to readers of CBF.
bool is_taken(std::string_view name) noexcept {
  return name == cbf::fen_element || name == cbf::result_element || name == cbf::type_element ||
         std::any_of(cbf::fields.begin(), cbf::fields.end(),
                     [&](const auto& f) { return f.element == name; });
}

/// The element that holds a header, empty when none can.
std::string element_for(const Game::Tag& tag) {
  for (const auto& field : cbf::fields) {
    if (equal_ignoring_case(field.header, tag.name)) {
      return std::string{field.element};
    }
  }
  if (equal_ignoring_case(tag.name, cbf::type_element) && is_type(trim(tag.value))) {
    return std::string{cbf::type_element};
  }
  return is_taken(tag.name) ? escape_taken_name(tag.name, in_plain_name)
                            : escape_name(tag.name, in_plain_name);
}

char result_digit(record::Result result) noexcept {
  return static_cast<char>('0' + static_cast<int>(result));
}

class CbfWriter final : public Writer {
public:
  explicit CbfWriter(const WriteOptions& options) : m_encoding{options.encoding} {}

  void game(std::string& out, const Game& game) const override {
    const bool utf16 = m_encoding == Encoding::utf16le || m_encoding == Encoding::utf16be;
    append_format(out, "<?xml version=\"1.0\" encoding=\"{}\"?>\n<{} Version=\"1.0\">\n",
                  utf16 ? "utf-16" : name(m_encoding), cbf::root_element);
    head(out, game);
    moves(out, game);
    append_format(out, "</{}>\n", cbf::root_element);
  }

  void losses(const Game& game, std::vector<Problem>& out) const override {
    for (std::size_t i = 0; i < game.tag_count(); ++i) {
      const auto tag = game.tag_at(i);
      if (!is_implied(game, tag) &&
          (!is_first_of_name(game, tag) || is_blank_header(tag) || element_for(tag).empty())) {
        report_loss(out, localized("the header {}", tag.name), tag.value);
      }
    }
    report_lost_notes(game, out);
    report_forbidden_characters(game, out);
  }

private:
  static void head(std::string& out, const Game& game) {
    out += " <Head>\n";
    for (const auto& field : cbf::fields) {
      element(out, field.element, trim(game.tag(field.header)));
      if (field.element == "ECCO") { // these two stand where CCBridge has them
        const auto type = trim(game.tag(cbf::type_element));
        element(out, cbf::type_element, is_type(type) ? type : std::string_view{});
      } else if (field.element == "RecordKind") {
        element(out, cbf::result_element, std::string(1, result_digit(game.result())));
      }
    }
    for (std::size_t i = 0; i < game.tag_count(); ++i) {
      const auto tag = game.tag_at(i);
      const auto name = element_for(tag);
      if (!name.empty() && !is_taken(name) && !is_implied(game, tag) && !is_blank_header(tag) &&
          is_first_of_name(game, tag)) {
        element(out, name, trim(tag.value));
      }
    }
    element(out, cbf::fen_element, write_fen(game.start()));
    out += " </Head>\n";
  }

  static void element(std::string& out, std::string_view name, std::string_view value) {
    out.append("  <").append(name);
    if (value.empty()) {
      out += " />\n";
      return;
    }
    out += '>';
    append_xml_text(out, value);
    out.append("</").append(name).append(">\n");
  }

  static void moves(std::string& out, const Game& game) {
    out += " <MoveList>\n  <Move value=\"";
    out.append(cbf::no_move).append("\"");
    end_move(out, game, record::root_node);
    for_each_in_preorder(game, [&](NodeId id, bool continues, bool has_alternative) {
      const Move move = game.node(id).move;
      out += "  <Move value=\"";
      append_screen_square(out, move.from());
      out += '-';
      append_screen_square(out, move.to());
      out += '"';
      out += continues ? "" : " end=\"1\"";
      out += has_alternative ? " branch=\"1\"" : "";
      end_move(out, game, id);
    });
    out += " </MoveList>\n";
  }

  static void end_move(std::string& out, const Game& game, NodeId id) {
    const auto comment = joined_comments(game, id);
    if (comment.empty()) {
      out += " />\n";
      return;
    }
    out += '>';
    append_xml_text(out, comment);
    out += "</Move>\n";
  }

  Encoding m_encoding;
};

} // namespace

std::unique_ptr<Writer> make_cbf_writer(const WriteOptions& options) {
  return std::make_unique<CbfWriter>(options);
}

} // namespace xq::format
