#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace xq {

/// The two scripts of written Chinese.
enum class ChineseScript : std::uint8_t { simplified, traditional };

/// Turns Chinese text into one script, word by word where the choice of a character depends on it
/// (头发 頭髮, 发展 發展), with the dictionaries of OpenCC. Traditional text has the characters
/// that are usual in Taiwan, which are those of Big5. What is not Chinese, and what is in the
/// wanted script already, stays; names are not known to the dictionaries, so that a rare surname
/// may get the commoner of two characters. One object serves many threads.
class ChineseScriptConverter {
public:
  /// Throws FileError when OpenCC's dictionaries are not installed.
  explicit ChineseScriptConverter(ChineseScript to);
  ~ChineseScriptConverter();
  ChineseScriptConverter(ChineseScriptConverter&&) noexcept;
  ChineseScriptConverter& operator=(ChineseScriptConverter&&) noexcept;

  /// `text` must be UTF-8; text that is not comes back unchanged.
  [[nodiscard]] std::string convert(std::string_view text) const;

private:
  struct Dictionaries;
  std::unique_ptr<const Dictionaries> m_dictionaries;
};

} // namespace xq
