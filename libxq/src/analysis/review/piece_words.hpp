#pragma once

#include <xq/analysis/review.hpp>
#include <xq/base/translate.hpp>

#include <fmt/core.h>

#include <string>
#include <string_view>

namespace xq::analysis {

/// Texts in English or in the language that the program speaks.
class Words {
public:
  explicit Words(bool english = false) noexcept : m_english{english} {}

  [[nodiscard]] std::string_view operator()(std::string_view english) const noexcept {
    return m_english ? english : translate(english);
  }
  [[nodiscard]] std::string_view operator()(const TextInContext& text) const {
    return m_english ? text.english : translate(text);
  }
  template <typename... T>
  [[nodiscard]] std::string format(std::string_view english, const T&... values) const {
    const auto args = fmt::make_format_args(values...);
    return m_english ? fmt::vformat(fmt::string_view{english.data(), english.size()}, args)
                     : vlocalized(english, args);
  }
  template <typename... T>
  [[nodiscard]] std::string format(const TextInContext& text, const T&... values) const {
    const auto args = fmt::make_format_args(values...);
    return m_english
               ? fmt::vformat(fmt::string_view{text.english.data(), text.english.size()}, args)
               : vlocalized(text, args);
  }

private:
  bool m_english;
};

/// "a rook, a horse and 2 pawns" of `side`; empty for none.
[[nodiscard]] std::string pieces_text(const Words& words, const Ending::Counts& counts, Color side);
/// "a rook against 2 elephants", "a pawn against a bare king"
[[nodiscard]] std::string ending_text(const Words& words, const Ending& ending);

} // namespace xq::analysis
