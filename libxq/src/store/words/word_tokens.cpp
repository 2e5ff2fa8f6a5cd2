#include "store/words/word_tokens.hpp"

#include "base/text/ascii.hpp"
#include "base/text/text.hpp"
#include "store/words/word_query.hpp"

#include <cstdint>

namespace xq::store {

namespace {

/// A character that is a word by itself: of the wide scripts, without punctuation and symbols.
bool is_sign(char32_t c) noexcept {
  if (c < 0x1100 || (c >= 0x2000 && c < 0x2E80) || (c >= 0x3000 && c < 0x3040)) {
    return false;
  }
  const bool vertical_form = c >= 0xFE00 && c < 0xFE70;
  const bool wide_punctuation = (c >= 0xFF00 && c < 0xFF10) || (c >= 0xFF1A && c < 0xFF21) ||
                                (c >= 0xFF3B && c < 0xFF41) || (c >= 0xFF5B && c < 0xFF66);
  return !vertical_form && !wide_punctuation && c != replacement_character;
}

enum class Kind : std::uint8_t { other, word, signs };

struct Run {
  Kind kind = Kind::other;
  std::string_view text;
};

Kind kind_of(char32_t c) noexcept {
  if (is_word_character(c)) {
    return Kind::word;
  }
  return is_sign(c) ? Kind::signs : Kind::other;
}

/// Take the first run of characters of one kind off `text`, which is not empty.
Run take_run(std::string_view& text) {
  auto c = decode_utf8(text);
  const Kind kind = kind_of(c.value);
  std::size_t end = c.length;
  for (; end < text.size(); end += c.length) {
    c = decode_utf8(text.substr(end));
    if (kind_of(c.value) != kind) {
      break;
    }
  }
  const Run run{kind, text.substr(0, end)};
  text.remove_prefix(end);
  return run;
}

/// The first `bytes` of a text or less, whole characters.
std::string_view cut(std::string_view text, std::size_t bytes) noexcept {
  if (text.size() <= bytes) {
    return text;
  }
  while (bytes > 0 && (static_cast<unsigned char>(text[bytes]) & 0xC0U) == 0x80) {
    --bytes;
  }
  return text.substr(0, bytes);
}

/// The first `count` characters of a text, or all.
std::string_view first_signs(std::string_view text, int count) noexcept {
  std::size_t end = 0;
  for (; count > 0 && end < text.size(); --count) {
    end += decode_utf8(text.substr(end)).length;
  }
  return text.substr(0, end);
}

/// `last`: nothing follows the run in what is looked for.
TokenQuery::Part word_part(std::string_view word, bool last, bool beginning) {
  const bool cut_off = word.size() > most_token_bytes; // the token of all words that begin so
  return {lower(cut(word, most_token_bytes)), last && beginning && !cut_off};
}

} // namespace

void for_each_token(std::string_view comment, const std::function<void(std::string_view)>& f) {
  while (!comment.empty()) {
    const auto [kind, text] = take_run(comment);
    if (kind == Kind::word) {
      f(lower(cut(text, most_token_bytes)));
    } else if (kind == Kind::signs) {
      for (auto rest = text; !rest.empty(); rest.remove_prefix(first_signs(rest, 1).size())) {
        f(first_signs(rest, most_token_signs));
      }
    }
  }
}

TokenQuery token_query(std::string_view spelling, bool beginning) {
  TokenQuery query;
  const std::size_t size = spelling.size();
  while (!spelling.empty()) {
    const auto [kind, text] = take_run(spelling);
    const bool only = text.size() == size;
    if (kind == Kind::word) {
      query.parts.push_back(word_part(text, spelling.empty(), beginning));
      // A token of the most bytes, or up to three less, may be that of a longer word.
      query.exact = only && text.size() + 3 < most_token_bytes;
    } else if (kind == Kind::signs) {
      auto token = first_signs(text, most_token_signs);
      query.exact = only && token.size() == text.size();
      query.parts.push_back({std::string{token}, true});
      for (auto rest = text; token.end() != text.end();) {
        rest.remove_prefix(first_signs(rest, 1).size());
        token = first_signs(rest, most_token_signs);
        query.parts.push_back({std::string{token}, true});
      }
    }
  }
  return query;
}

} // namespace xq::store
