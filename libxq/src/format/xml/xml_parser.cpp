#include "format/xml/xml_parser.hpp"

#include "base/text/text.hpp"

#include <xq/base/problem_code.hpp>
#include <xq/base/translate.hpp>

#include <expat.h>

#include <algorithm>
#include <array>
#include <new>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace xq::format {

namespace {

/// What expat says of broken files. The table only marks the texts for the catalogues: translate()
/// looks up what expat returns.
[[maybe_unused]] constexpr auto usual = std::to_array<std::string_view>({
    to_translate("syntax error"),
    to_translate("no element found"),
    to_translate("not well-formed (invalid token)"),
    to_translate("unclosed token"),
    to_translate("mismatched tag"),
    to_translate("duplicate attribute"),
    to_translate("junk after document element"),
    to_translate("undefined entity"),
    to_translate("reference to invalid character number"),
    to_translate("XML or text declaration not at start of entity"),
    to_translate("unclosed CDATA section"),
});

} // namespace

struct XmlParser::Impl {
  explicit Impl(Handler& h) : handler{h}, parser{XML_ParserCreate("UTF-8")} {
    if (parser == nullptr) {
      throw std::bad_alloc{};
    }
    XML_SetUserData(parser, this);
    XML_SetElementHandler(parser, start_element, end_element);
    XML_SetCharacterDataHandler(parser, character_data);
    XML_SetStartDoctypeDeclHandler(parser, doctype);
    XML_SetEntityDeclHandler(parser, entity);
    XML_SetParamEntityParsing(parser, XML_PARAM_ENTITY_PARSING_NEVER);
  }
  ~Impl() { XML_ParserFree(parser); }
  Impl(const Impl&) = delete;
  Impl& operator=(const Impl&) = delete;

  static Impl& self(void* data) { return *static_cast<Impl*>(data); }

  static void start_element(void* data, const XML_Char* name, const XML_Char** attributes) {
    Impl& impl = self(data);
    if (impl.problem) {
      return; // expat may still have something to tell after it was stopped
    }
    if (++impl.depth > max_depth) {
      impl.stop(ProblemCode::too_deep, localized("elements nested more than {} deep", max_depth));
      return;
    }
    impl.attributes.clear();
    for (; *attributes != nullptr; attributes += 2) {
      impl.attributes.push_back({attributes[0], attributes[1]});
    }
    impl.handler.start_element(name, impl.attributes);
  }
  static void end_element(void* data, const XML_Char* name) {
    Impl& impl = self(data);
    if (!impl.problem) {
      --impl.depth;
      impl.handler.end_element(name);
    }
  }
  static void character_data(void* data, const XML_Char* text, int size) {
    Impl& impl = self(data);
    if (!impl.problem) {
      impl.handler.text({text, static_cast<std::size_t>(size)});
    }
  }
  static void doctype(void* data, const XML_Char* /*name*/, const XML_Char* /*system*/,
                      const XML_Char* /*public*/, int /*internal*/) {
    self(data).stop(ProblemCode::entity_refused,
                    localized("a document type declaration is refused"));
  }
  static void entity(void* data, const XML_Char* /*name*/, int /*is_parameter*/,
                     const XML_Char* /*value*/, int /*length*/, const XML_Char* /*base*/,
                     const XML_Char* /*system*/, const XML_Char* /*public*/,
                     const XML_Char* /*notation*/) {
    self(data).stop(ProblemCode::entity_refused, localized("an entity declaration is refused"));
  }

  void stop(ProblemCode code, std::string message) {
    if (!problem) {
      problem = make_problem(code, std::move(message), {}, where());
    }
    XML_StopParser(parser, XML_FALSE);
  }

  /// The offset of the first byte of what the parser is at.
  [[nodiscard]] std::uint64_t offset() const noexcept {
    const auto index = std::max<XML_Index>(XML_GetCurrentByteIndex(parser), 0);
    return static_cast<std::uint64_t>(index) + origin.offset;
  }
  [[nodiscard]] Location where() const noexcept {
    const std::uint64_t line = XML_GetCurrentLineNumber(parser);
    const std::uint64_t column = XML_GetCurrentColumnNumber(parser) + 1;
    return {offset(), line + origin.line, column + (line == 1 ? origin.column : 0)};
  }

  Handler& handler;
  XML_Parser parser;
  std::vector<Attribute> attributes;
  std::optional<Problem> problem;
  bool ended_early = false;
  std::size_t depth = 0;
  Location origin; ///< to be added to expat's numbers
};

XmlParser::XmlParser(Handler& handler)
    : m_handler{handler}, m_impl{std::make_unique<Impl>(handler)} {}
XmlParser::~XmlParser() = default;

bool XmlParser::ended_early() const noexcept { return m_impl->ended_early; }

std::optional<Problem> XmlParser::feed(std::string_view text, bool last) {
  constexpr std::size_t piece = std::size_t{1} << 20U; // expat counts in int
  while (true) {
    const auto now = text.substr(0, piece);
    text.remove_prefix(now.size());
    const bool final = last && text.empty();
    if (XML_Parse(m_impl->parser, now.data(), static_cast<int>(now.size()), final ? 1 : 0) ==
        XML_STATUS_ERROR) {
      if (!m_impl->problem) {
        const auto code = XML_GetErrorCode(m_impl->parser);
        m_impl->problem =
            make_problem(ProblemCode::bad_xml,
                         localized("not well-formed XML: {}", translate(XML_ErrorString(code))), {},
                         m_impl->where());
        m_impl->ended_early =
            final && (code == XML_ERROR_NO_ELEMENTS || code == XML_ERROR_PARTIAL_CHAR ||
                      code == XML_ERROR_UNCLOSED_TOKEN);
      }
      return m_impl->problem;
    }
    if (text.empty()) {
      return std::nullopt;
    }
  }
}

void XmlParser::refuse(ProblemCode code, std::string message) {
  m_impl->stop(code, std::move(message));
}

void XmlParser::restart(Location where, std::string_view open) {
  m_impl = std::make_unique<Impl>(m_handler);
  // Differences may wrap around zero; the sums do not.
  m_impl->origin = {where.offset - open.size(), where.line - 1,
                    where.column - 1 - count_characters(open)};
  if (!open.empty()) {
    static_cast<void>(feed(open, false));
  }
}

Location XmlParser::where() const noexcept { return m_impl->where(); }

std::pair<std::uint64_t, std::uint64_t> XmlParser::extent() const noexcept {
  const auto begin = m_impl->offset();
  const auto size = std::max(XML_GetCurrentByteCount(m_impl->parser), 0);
  return {begin, begin + static_cast<std::uint64_t>(size)};
}

} // namespace xq::format
