#include "service/languages.hpp"

#include "base/text/ascii.hpp"
#include "base/text/text.hpp"

#include <algorithm>

namespace xq::service {

namespace {

/// The catalogue for a language tag (BCP 47): `zh-Hant-HK` -> `zh_TW`, `zh` -> `zh_CN`, `en-GB` ->
/// `en`; empty for other languages.
std::string_view catalogue_name(std::string_view tag) {
  const std::string small = lower(tag.substr(0, 40));
  const auto has = [&](std::string_view part) { return small.find(part) != std::string::npos; };
  if (small.starts_with("zh")) {
    const bool traditional = has("hant") || (!has("hans") && (has("tw") || has("hk") || has("mo")));
    return traditional ? "zh_TW" : "zh_CN";
  }
  return small.starts_with("en") ? "en" : "";
}

} // namespace

Languages::Languages(const std::vector<Entry>& entries) {
  for (const Entry& entry : entries) {
    m_names.push_back(entry.name);
    m_languages.emplace_back(entry.catalogue);
  }
}

const Language* Languages::find(std::string_view wanted) const noexcept {
  try {
    while (!wanted.empty()) { // clients write the one that they like best in front
      const auto part = wanted.substr(0, wanted.find(','));
      wanted.remove_prefix(std::min(wanted.size(), part.size() + 1));
      const auto name = catalogue_name(trim(part.substr(0, part.find(';'))));
      const auto found = std::find(m_names.begin(), m_names.end(), name);
      if (found != m_names.end()) {
        return &m_languages[static_cast<std::size_t>(found - m_names.begin())];
      }
    }
  } catch (const std::exception&) { // no memory
  }
  return nullptr;
}

const Language* Languages::find(const Request& request) const noexcept {
  try {
    const std::string_view target = request.target;
    const auto mark = std::min(target.find('?'), target.size());
    const auto query = target.substr(std::min(mark + 1, target.size()));
    if (query.find("lang=") != std::string_view::npos) {
      if (const Language* const found = find(Parameters{query}.get("lang"))) {
        return found;
      }
    }
  } catch (const std::exception&) { // the answer will say what is wrong with the question
  }
  return find(request.accept_language);
}

} // namespace xq::service
