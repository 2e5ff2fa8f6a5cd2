#pragma once

#include "base/script/chinese_script.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

namespace xq::store {

/// Spellings of one name have one key: simplified characters, half width, small Latin letters
/// without marks. Character by character, and without OpenCC's dictionaries in the script that is
/// there. Keeps what it converted: one object for many names, not shared between threads.
class NameFolder {
public:
  NameFolder();

  /// The key of a player: without blanks, hyphens, points and quotes, and what else is no letter at
  /// its ends; the words of a Latin name in alphabetical order, with a blank between them.
  [[nodiscard]] std::string player(std::string_view name);
  /// The key of an event or a site: without blanks, quotes and what is no letter or digit at its
  /// ends; one blank stays between Latin letters and digits.
  [[nodiscard]] std::string title(std::string_view name);
  /// All characters in one form, nothing left out.
  [[nodiscard]] std::string text(std::string_view name);

private:
  void append(std::string& out, char32_t c);

  std::optional<ChineseScriptConverter> m_simplified;
  std::unordered_map<char32_t, std::string> m_folded;
};

/// A blank of any width, also one that is not seen.
[[nodiscard]] bool is_blank(char32_t c) noexcept;
/// Whether a key is of Chinese characters alone, three bytes each.
[[nodiscard]] bool is_chinese(std::string_view key) noexcept;
/// Whether it has Latin letters, and blanks between them, alone.
[[nodiscard]] bool is_latin(std::string_view key) noexcept;

} // namespace xq::store
