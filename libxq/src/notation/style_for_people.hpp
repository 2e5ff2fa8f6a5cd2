#pragma once

#include <xq/base/translate.hpp>
#include <xq/notation/notation.hpp>

namespace xq::notation {

/// How people who read the language of translate() expect moves: in Chinese of their script, else
/// in WXF. For what is shown; files and what programs read do not depend on the language.
[[nodiscard]] inline Style style_for_people() noexcept {
  switch (text_language()) {
  case TextLanguage::simplified_chinese:
    return Style::chinese;
  case TextLanguage::traditional_chinese:
    return Style::traditional;
  case TextLanguage::english:
    break;
  }
  return Style::wxf;
}

} // namespace xq::notation
