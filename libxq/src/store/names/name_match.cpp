#include "store/names/name_match.hpp"

#include "base/script/chinese_script.hpp"
#include "base/text/ascii.hpp"

#include <xq/base/error.hpp>

#include <algorithm>

namespace xq::store {

namespace {

/// Made once in a process: the dictionary of phrases takes 27 ms to load.
const ChineseScriptConverter& converter(ChineseScript to) {
  if (to == ChineseScript::simplified) {
    static const ChineseScriptConverter simplified{ChineseScript::simplified};
    return simplified;
  }
  static const ChineseScriptConverter traditional{ChineseScript::traditional};
  return traditional;
}

} // namespace

NamePattern::NamePattern(const std::string& text) : m_spellings{text} {
  if (std::all_of(text.begin(), text.end(),
                  [](char c) { return static_cast<unsigned char>(c) < 0x80; })) {
    return;
  }
  try { // archives write 許銀川, people type 许银川
    for (const ChineseScript script : {ChineseScript::simplified, ChineseScript::traditional}) {
      auto other = converter(script).convert(text);
      if (std::find(m_spellings.begin(), m_spellings.end(), other) == m_spellings.end()) {
        m_spellings.push_back(std::move(other));
      }
    }
  } catch (const FileError&) { // no dictionaries are installed
  }
}

bool NamePattern::operator()(std::string_view name) const noexcept {
  return std::any_of(m_spellings.begin(), m_spellings.end(), [&](const std::string& part) {
    return std::search(name.begin(), name.end(), part.begin(), part.end(),
                       [](char a, char b) { return equal_ignoring_case(a, b); }) != name.end();
  });
}

std::vector<std::string> NamePattern::in_groups(const record::Aliases& aliases,
                                                record::NameKind kind) const {
  std::vector<std::string> found;
  for (const auto& group : aliases.groups()) {
    if (group.kind == kind && std::any_of(group.names.begin(), group.names.end(), *this)) {
      found.insert(found.end(), group.names.begin(), group.names.end());
    }
  }
  std::sort(found.begin(), found.end());
  return found;
}

} // namespace xq::store
