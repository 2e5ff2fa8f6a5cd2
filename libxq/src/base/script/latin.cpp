#include "base/script/latin.hpp"

#include "base/text/ascii.hpp"
#include "base/text/text.hpp"

namespace xq {

namespace {

/// The letters of U+00C0 to U+017F without their marks; a blank: no letter, or two (ß, æ, œ).
constexpr std::string_view plain_latin = "aaaaaa ceeeeiiiidnooooo ouuuuy  "
                                         "aaaaaa ceeeeiiiidnooooo ouuuuy y"
                                         "aaaaaaccccccccddddeeeeeeeeeegggggggghhhhiiiiiiiiii  jjkk"
                                         " llllllllllnnnnnn   oooooo  rrrrrrssssssssttttttuuuuuuuu"
                                         "uuuuwwyyyzzzzzzs";
static_assert(plain_latin.size() == 0x180 - 0xC0);

/// The plain letter of a Vietnamese one at U+1EA0; they come in runs.
char plain_vietnamese(char32_t c) noexcept {
  return c < 0x1EB8   ? 'a'
         : c < 0x1EC8 ? 'e'
         : c < 0x1ECC ? 'i'
         : c < 0x1EE4 ? 'o'
         : c < 0x1EF2 ? 'u'
                      : 'y';
}

} // namespace

char plain_letter(char32_t c) noexcept {
  if (c >= 0xC0 && c < 0x180) {
    const char plain = plain_latin[c - 0xC0];
    return plain == ' ' ? '\0' : plain;
  }
  if (c >= 0x1EA0 && c <= 0x1EF9) {
    return plain_vietnamese(c);
  }
  return c == 0x1A0 || c == 0x1A1 ? 'o' : c == 0x1AF || c == 0x1B0 ? 'u' : '\0';
}

bool has_marked_letter(std::string_view text) noexcept {
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto lead = static_cast<unsigned char>(text[i]);
    const bool vietnamese = lead == 0xE1U && i + 1 < text.size() && // U+1EA0 to U+1EF9
                            (static_cast<unsigned char>(text[i + 1]) & 0xFEU) == 0xBAU;
    const bool mark_alone = lead == 0xCCU; // behind its letter
    if (vietnamese || mark_alone || (lead >= 0xC3U && lead <= 0xC6U)) {
      return true;
    }
  }
  return false;
}

std::string without_marks(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    const auto c = decode_utf8(text);
    const bool mark = c.value >= 0x300 && c.value < 0x370; // of its own behind a letter
    if (const char plain = plain_letter(c.value)) {
      out += plain;
    } else if (c.value >= 0x1CD && c.value <= 0x1DC) { // the third tone of Pinyin, and ü in all
      out += "aaiioouuuuuuuuuu"[c.value - 0x1CD];
    } else if (c.value < 0x80) {
      out += lower(static_cast<char>(c.value));
    } else if (!mark) {
      out += text.substr(0, c.length);
    }
    text.remove_prefix(c.length);
  }
  return out;
}

} // namespace xq
