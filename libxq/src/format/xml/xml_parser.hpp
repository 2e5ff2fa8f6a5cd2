#pragma once

#include <xq/base/problem.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

namespace xq::format {

/// A streaming XML parser for UTF-8 that cannot be made to open a file, to grow without bounds or
/// to recurse: document types, and with them every entity declaration, are refused at once, nesting
/// is limited, and memory does not depend on the size of the input.
class XmlParser {
public:
  struct Attribute {
    std::string_view name, value;
  };
  /// Receives what the parser finds; views are valid during the call. Text comes in pieces.
  class Handler {
  public:
    virtual ~Handler() = default;
    virtual void start_element(std::string_view name, std::span<const Attribute> attributes) = 0;
    virtual void end_element(std::string_view name) = 0;
    virtual void text(std::string_view text) = 0;
  };
  static constexpr std::size_t max_depth = 10'000;

  explicit XmlParser(Handler& handler);
  ~XmlParser();
  XmlParser(const XmlParser&) = delete;
  XmlParser& operator=(const XmlParser&) = delete;

  /// Parse the next piece. A problem ends the document: nothing more may be fed.
  [[nodiscard]] std::optional<Problem> feed(std::string_view text, bool last);
  /// Whether feed() failed because the document has no more text.
  [[nodiscard]] bool ended_early() const noexcept;

  /// For the handler: end the document here, with this problem.
  void refuse(ProblemCode code, std::string message);
  /// Begin anew behind damage: the text that is fed next stands at `where` of the document, and
  /// within elements whose start tags are `open`.
  void restart(Location where, std::string_view open);

  /// Where the element or text stands that the handler is being told about.
  [[nodiscard]] Location where() const noexcept;
  /// The bytes of its markup: [first, second), from the start of the document.
  [[nodiscard]] std::pair<std::uint64_t, std::uint64_t> extent() const noexcept;

private:
  struct Impl;
  Handler& m_handler;
  std::unique_ptr<Impl> m_impl;
};

} // namespace xq::format
