#pragma once

#include "base/text/language.hpp"
#include "service/http.hpp"

#include <string_view>
#include <vector>

namespace xq::service {

/// The languages in which a server can say what is wrong. Immutable.
class Languages {
public:
  struct Entry {
    std::string_view name; ///< `en`, `zh_CN`, `zh_TW`
    std::string_view catalogue;
  };
  /// Throws Error for a catalogue that is none.
  explicit Languages(const std::vector<Entry>& entries);

  /// What `lang=` in the address asks for, else the header Accept-Language: the first that there
  /// is. Null: the language of the process.
  [[nodiscard]] const Language* find(const Request& request) const noexcept;

private:
  [[nodiscard]] const Language* find(std::string_view wanted) const noexcept;

  std::vector<std::string_view> m_names;
  std::vector<Language> m_languages;
};

} // namespace xq::service
