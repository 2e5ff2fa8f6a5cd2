#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace xq::store {

/// The sounds of a Chinese text in simplified characters, without tones, each with a blank behind
/// it: `hu rong hua `. Empty when a character is not known. Safe on many threads.
[[nodiscard]] std::string pinyin(std::string_view chinese);

/// A name in Latin letters.
struct Romanisation {
  std::string key;         ///< as NameFolder::player() makes it
  std::string_view system; ///< Pinyin or Wade-Giles
};
/// The usual ways to write a Chinese name of two to four characters in Latin letters: surname and
/// given name as two words or all characters apart, in any order. A surname has one character, and
/// two where the name has four. None when a character is not known.
[[nodiscard]] std::vector<Romanisation> romanisations(std::string_view chinese);

} // namespace xq::store
