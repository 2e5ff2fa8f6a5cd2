#include "record/openings/opening_names.hpp"

#include "base/script/chinese_script.hpp"
#include "base/text/ascii.hpp"

#include <algorithm>

namespace xq::record {

std::string ecco_code(std::string_view text) {
  std::string code{text};
  if (!code.empty() && code.front() >= 'a' && code.front() <= 'e') {
    code.front() = static_cast<char>(code.front() - 'a' + 'A');
  }
  const bool is_code =
      !code.empty() && code.size() <= 3 && code.front() >= 'A' && code.front() <= 'E' &&
      std::all_of(code.begin() + 1, code.end(), [](char c) { return c >= '0' && c <= '9'; });
  return is_code ? code : std::string{};
}

std::vector<const Opening*> openings_named(const std::string& text) {
  const bool ascii = std::all_of(text.begin(), text.end(),
                                 [](char c) { return static_cast<unsigned char>(c) < 0x80; });
  const std::string name =
      ascii ? lower(text) : ChineseScriptConverter{ChineseScript::simplified}.convert(text);
  std::vector<const Opening*> found;
  for (const Opening& opening : openings()) {
    const bool fits = ascii ? lower(opening.english).find(name) != std::string::npos
                            : opening.name.find(name) != std::string_view::npos;
    if (fits) {
      found.push_back(&opening);
    }
  }
  return found;
}

} // namespace xq::record
