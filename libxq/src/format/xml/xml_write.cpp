#include "base/text/ascii.hpp"
#include "base/text/compose.hpp"
#include "base/text/text.hpp"
#include "format/movetext/movetext.hpp"
#include "format/shared/header_name.hpp"
#include "format/shared/losses.hpp"
#include "format/xml/xml.hpp"
#include "format/xml/xml_text.hpp"

#include <xq/board/fen.hpp>
#include <xq/record/game.hpp>

#include <fmt/core.h>

#include <algorithm>
#include <iterator>

namespace xq::format {
namespace {

using record::Game;
using record::NodeId;
using record::NoteKind;

/// Writes one game's tree, each element on a line of text.
class TreeWriter final : public record::GameVisitor {
public:
  TreeWriter(std::string& out, const Game& game, const WriteOptions& options)
      : m_out{out}, m_game{game}, m_options{options} {}

  void write() {
    notes(record::root_node, NoteKind::comment);
    record::walk(m_game, *this);
  }
  void enter_move(NodeId id, const Position& before) override {
    notes(id, NoteKind::comment_before);
    indent();
    m_out += "<move>";
    m_move.clear();
    notation::write_move(m_move, before, m_game.node(id).move, m_options.style, m_options.notation);
    m_out += m_move; // no style has a character that XML escapes
    m_out += "</move>\n";
    notes(id, NoteKind::comment);
  }
  void enter_variation(NodeId /*first*/) override {
    indent();
    m_out += "<variation>\n";
    ++m_depth;
  }
  void leave_variation() override {
    --m_depth;
    indent();
    m_out += "</variation>\n";
  }

private:
  void notes(NodeId id, NoteKind kind) {
    m_game.for_each_note(id, [&](const Game::Note& note) {
      if (note.kind == NoteKind::nag && kind == NoteKind::comment) {
        indent();
        append_format(m_out, "<nag>{}</nag>\n", note.nag);
      } else if (note.kind == kind && !trim(note.text).empty()) {
        indent();
        m_out += "<comment>";
        append_xml_text(m_out, trim(note.text)); // blanks might be characters that XML forbids
        m_out += "</comment>\n";
      }
    });
  }
  void indent() { m_out.append(2 + 2 * std::min<std::size_t>(m_depth, 20), ' '); }

  std::string& m_out;
  const Game& m_game;
  const WriteOptions& m_options;
  std::size_t m_depth = 0;
  std::string m_move;
};

bool in_xml_attribute(char32_t c, bool /*first*/) noexcept { return is_xml_character(c); }

class XmlWriter final : public Writer {
public:
  explicit XmlWriter(const WriteOptions& options) : m_options{options} {}

  void header(std::string& out) const override {
    const bool utf16 =
        m_options.encoding == Encoding::utf16le || m_options.encoding == Encoding::utf16be;
    append_format(out, "<?xml version=\"1.0\" encoding=\"{}\"?>\n<games>\n",
                  utf16 ? "utf-16" : name(m_options.encoding));
  }
  void footer(std::string& out) const override { out += "</games>\n"; }

  void game(std::string& out, const Game& game) const override {
    out += "<game";
    const auto header = without_forbidden(game.tag("Result"));
    const bool told = record::find_outcome(trim(header)) == game.result();
    if (!told && game.result() != record::Result::unknown) {
      append_format(out, " result=\"{}\"", to_text(game.result()));
    }
    out += ">\n";
    for (std::size_t i = 0; i < game.tag_count(); ++i) {
      const auto tag = game.tag_at(i);
      if (tag.name.empty()) {
        continue; // losses() reports it
      }
      const bool position = equal_ignoring_case(tag.name, "FEN") &&
                            (!game.standard_start() || !trim(tag.value).empty());
      append_header(out, tag.name, position ? write_fen(game.start()) : std::string{tag.value});
    }
    if (!game.standard_start() && !game.has_tag("FEN")) {
      append_header(out, "FEN", write_fen(game.start()));
    }
    TreeWriter{out, game, m_options}.write();
    out += "</game>\n";
  }

  void losses(const Game& game, std::vector<Problem>& out) const override {
    report_lost_headers(game, without_forbidden(game.tag("Result")), out);
    report_moved_notes(game, out);
    report_forbidden_characters(game, out);
  }

private:
  static void append_header(std::string& out, std::string_view name, std::string_view value) {
    const auto element = element_of_header(name);
    out += "  <";
    if (element.empty()) {
      out += "tag name=\"";
      append_xml_attribute(out, escape_name(name, in_xml_attribute));
      out += "\">";
    } else {
      out.append(element).append(">");
    }
    append_xml_text(out, value);
    out.append("</").append(element.empty() ? "tag" : element).append(">\n");
  }

  WriteOptions m_options;
};

} // namespace

std::unique_ptr<Writer> make_xml_writer(const WriteOptions& options) {
  return std::make_unique<XmlWriter>(options);
}

} // namespace xq::format
