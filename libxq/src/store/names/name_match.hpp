#pragma once

#include <xq/record/aliases.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace xq::store {

/// What a filter looks for in names: a text, in either script of Chinese, ASCII letters without
/// case.
class NamePattern {
public:
  /// `text` is not empty. Without OpenCC's dictionaries it is looked for as it was typed.
  explicit NamePattern(const std::string& text);

  /// The text and its other spellings, each once.
  [[nodiscard]] const std::vector<std::string>& spellings() const noexcept { return m_spellings; }
  /// Whether one of them stands anywhere in the name.
  [[nodiscard]] bool operator()(std::string_view name) const noexcept;
  /// All names of the groups of this kind that have such a name, sorted.
  [[nodiscard]] std::vector<std::string> in_groups(const record::Aliases& aliases,
                                                   record::NameKind kind) const;

private:
  std::vector<std::string> m_spellings;
};

} // namespace xq::store
