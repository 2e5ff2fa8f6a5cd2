#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace xq::format::dhtmlxq {

inline constexpr std::string_view field_begin = "[DhtmlXQ_";

/// Where `word` stands in `text`, in small letters or capitals, or npos. A bracket or a letter that
/// is looked for begins it.
[[nodiscard]] std::size_t find_word(std::string_view text, std::string_view word,
                                    std::size_t from = 0) noexcept;

/// `[DhtmlXQ]`, `[DhtmlXQHTML]`, `[DhtmlXQiFrame]` or the tag that closes one.
struct Wrapper {
  std::size_t at = std::string_view::npos;
  std::size_t length = 0;
};
[[nodiscard]] Wrapper find_begin(std::string_view text, std::size_t from = 0) noexcept;
[[nodiscard]] Wrapper find_end(std::string_view text, std::size_t from = 0) noexcept;

/// A variable of a script that holds a field: `DhtmlXQ_movelist = '...' + '...'`.
struct Variable {
  std::size_t at = std::string_view::npos;
  std::string_view name;
  std::string_view literals; ///< from the first quote on
};
[[nodiscard]] Variable find_variable(std::string_view text, std::size_t from = 0) noexcept;

/// What the literals at the front of a text, added to each other, say, and what stands behind them.
struct Literals {
  std::string text;
  std::string_view rest;
};
[[nodiscard]] Literals join_literals(std::string_view text);

/// Brackets that Markdown or a page has escaped, as they are meant; empty where none is escaped, or
/// plain ones open fields, too: then the others are text within a field.
[[nodiscard]] std::string without_escaped_brackets(std::string_view text);
/// Code within a string of JSON, where slashes and line ends are escaped, as it is meant; empty
/// for any other text.
[[nodiscard]] std::string without_json_escapes(std::string_view text);
/// Where games begin in a line whose brackets are escaped, behind the first one.
void find_escaped_begins(std::string_view line, std::vector<std::size_t>& starts);

} // namespace xq::format::dhtmlxq
