#include "format/xml/xml_slice.hpp"

#include <utility>

namespace xq::format {

bool XmlDocumentSplitter::begins_game(std::string_view line) {
  const auto content = skip_blanks(line);
  if (content.empty()) {
    return false;
  }
  const bool prolog = content.starts_with("<?xml");
  const bool root = begins_root(content);
  const bool begins = !m_started || prolog || (root && m_has_root);
  const auto behind_prolog = prolog ? content.find("?>") : std::string_view::npos;
  const bool root_here = root || (behind_prolog != std::string_view::npos &&
                                  begins_root(skip_blanks(content.substr(behind_prolog + 2))));
  m_has_root = root_here || (m_has_root && !begins);
  m_started = true;
  return begins;
}

void XmlSliceParser::parse(const Slice& slice, record::Game& game) {
  m_game = &game;
  const auto [text, cut] = begin_game(slice, game, m_report);
  const auto markup = skip_blanks(text); // a byte order mark often stands before the prolog
  m_markup_at = text.size() - markup.size();
  XmlParser parser{*this};
  m_parser = &parser;
  begin();
  if (auto problem = parser.feed(markup, !cut)) {
    problem->where = m_report.location(m_markup_at + problem->where.offset);
    m_report.add(*std::move(problem));
  }
  finish();
  m_parser = nullptr;
}

std::size_t XmlSliceParser::offset() const noexcept {
  return m_markup_at + static_cast<std::size_t>(m_parser->extent().first);
}

void XmlSliceParser::report(ProblemCode code, std::string message, std::string_view token,
                            int ply) {
  m_report.add(code, std::move(message), token, offset(), ply);
}

std::string_view value_of(std::span<const XmlParser::Attribute> attributes,
                          std::string_view name) noexcept {
  for (const auto& a : attributes) {
    if (a.name == name) {
      return a.value;
    }
  }
  return {};
}

} // namespace xq::format
