#pragma once

#include "format/shared/slice.hpp"
#include "format/xml/xml_parser.hpp"

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace xq::format {

/// Cuts text into XML documents of one game each: a line that begins with `<?xml` begins one, and
/// so does one that begins with the root's start tag when the document before has had its own.
class XmlDocumentSplitter : public Splitter {
protected:
  /// `text` begins with the start tag of a document's root.
  [[nodiscard]] virtual bool begins_root(std::string_view text) const = 0;

private:
  bool begins_game(std::string_view line) final;

  bool m_started = false;
  bool m_has_root = false; ///< of the document in work
};

/// Reads slices that are XML documents of one game each. What was read before damaged markup stays.
class XmlSliceParser : public SliceParser, private XmlParser::Handler {
public:
  void parse(const Slice& slice, record::Game& game) final;

protected:
  /// A game begins, which is cleared.
  virtual void begin() = 0;
  /// The markup ended, or what could be read of it.
  virtual void finish() = 0;

  [[nodiscard]] record::Game& game() noexcept { return *m_game; }
  [[nodiscard]] Reporter& reporter() noexcept { return m_report; }
  /// Where in the slice the markup stands that the handler is being told about.
  [[nodiscard]] std::size_t offset() const noexcept;
  void report(ProblemCode code, std::string message, std::string_view token = {}, int ply = 0);

private:
  record::Game* m_game = nullptr;
  Reporter m_report;
  XmlParser* m_parser = nullptr; ///< of the slice being parsed
  std::size_t m_markup_at = 0;
};

/// The value of an attribute, empty when there is none.
[[nodiscard]] std::string_view value_of(std::span<const XmlParser::Attribute> attributes,
                                        std::string_view name) noexcept;

} // namespace xq::format
