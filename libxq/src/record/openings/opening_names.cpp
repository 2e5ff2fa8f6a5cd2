#include "record/openings/opening_names.hpp"

#include "base/script/chinese_script.hpp"
#include "base/text/ascii.hpp"

#include <algorithm>

namespace xq::record {

bool is_ecco_code(std::string_view text) noexcept {
  return !text.empty() && text.size() <= 3 && text.front() >= 'A' && text.front() <= 'E' &&
         std::all_of(text.begin() + 1, text.end(), [](char c) { return c >= '0' && c <= '9'; });
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
