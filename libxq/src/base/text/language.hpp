#pragma once

#include <memory>
#include <string_view>

namespace xq {

class Catalogue;

/// The texts of one language, beside that of the process (set_catalogue()): for a server whose
/// clients speak several. Immutable.
class Language {
public:
  /// `catalogue` as set_catalogue() takes it; empty: English. Throws Error when it is none.
  explicit Language(std::string_view catalogue);
  ~Language();
  Language(Language&&) noexcept;
  Language& operator=(Language&&) noexcept;

private:
  friend class LanguageScope;
  std::unique_ptr<const Catalogue> m_catalogue;
};

/// While it lives, translate(), localized() and counted() of this thread give the texts of a
/// language. Scopes nest; each is destroyed on its thread before the one around it.
class LanguageScope {
public:
  /// Null: the language of the process. `language` outlives it.
  explicit LanguageScope(const Language* language) noexcept;
  ~LanguageScope();
  LanguageScope(const LanguageScope&) = delete;
  LanguageScope& operator=(const LanguageScope&) = delete;

private:
  const Catalogue* m_outer;
};

} // namespace xq
