#pragma once

#include "sqlite/sqlite.hpp"

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
  /// In names of players blanks do not count, and Pinyin finds the whole name: `hu ronghua`,
  /// `huronghua` and `hrh` mean 胡荣华, with a team before it or without.
  NamePattern(const std::string& text, record::NameKind kind);

  /// The text and its other spellings, each once.
  [[nodiscard]] const std::vector<std::string>& spellings() const noexcept { return m_spellings; }
  /// Whether one of them stands anywhere in the name.
  [[nodiscard]] bool operator()(std::string_view name) const;
  /// All names of the groups of this kind that have such a name, sorted.
  [[nodiscard]] std::vector<std::string> in_groups(const record::Aliases& aliases,
                                                   record::NameKind kind) const;

private:
  [[nodiscard]] bool is_player(std::string_view name) const;

  std::vector<std::string> m_spellings;
  std::vector<std::string> m_players; ///< the spellings of a player without blanks
  bool m_latin = false;               ///< a player in Latin letters alone, which may be Pinyin
};

/// The name in the database that was probably meant by `text`, which is part of none of them: one
/// of the same sound, else one with few typing errors; empty where none is near.
[[nodiscard]] std::string near_name(sqlite::Database& db, record::NameKind kind,
                                    const std::string& text);

} // namespace xq::store
