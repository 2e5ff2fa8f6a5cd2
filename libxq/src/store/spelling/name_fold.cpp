#include "store/spelling/name_fold.hpp"

#include "base/script/latin.hpp"
#include "base/text/ascii.hpp"
#include "base/text/compose.hpp"
#include "base/text/text.hpp"

#include <xq/base/error.hpp>

#include <algorithm>
#include <vector>

namespace xq::store {

bool is_blank(char32_t c) noexcept {
  return c <= 0x20 || c == 0xA0 || c == 0x3000 || (c >= 0x2000 && c <= 0x200F) || c == 0xFEFF;
}

namespace {

constexpr std::size_t chinese_bytes = 3;

bool is_quote(char32_t c) noexcept {
  return c == '"' || c == '\'' || c == '`' || (c >= 0x2018 && c <= 0x201F) ||
         (c >= 0x300A && c <= 0x300F); // 《》「」『』
}

/// Parts of a name are written with or without these.
bool is_joint(char32_t c) noexcept {
  return c == '.' || c == ',' || c == '-' || c == 0xB7 || c == 0x2022 || c == 0x2027 ||
         (c >= 0x2010 && c <= 0x2015) || c == 0x3002;
}

bool is_letter_or_digit(char32_t c) noexcept {
  return (c < 0x80 && (is_letter(static_cast<char>(c)) || is_digit(static_cast<char>(c)))) ||
         (c >= 0xC0 && c < 0x2000) || (c >= 0x3040 && c < 0xFE00) || c >= 0x10000;
}

std::vector<char32_t> characters(std::string_view text) {
  std::vector<char32_t> all;
  while (!text.empty()) {
    const auto c = decode_utf8(text);
    all.push_back(c.value);
    text.remove_prefix(c.length);
  }
  return all;
}

/// Without what stands before the first and behind the last letter; a closing parenthesis stays.
void trim_signs(std::vector<char32_t>& text) {
  const auto last = std::find_if(text.rbegin(), text.rend(),
                                 [](char32_t c) { return is_letter_or_digit(c) || c == ')'; });
  text.erase(last.base(), text.end());
  text.erase(text.begin(), std::find_if(text.begin(), text.end(), is_letter_or_digit));
}

std::string joined(const std::vector<char32_t>& text) {
  std::string out;
  for (const char32_t c : text) {
    append_utf8(out, c);
  }
  return out;
}

/// `ronghua hu` for `hu ronghua`.
std::string sorted_words(std::string_view text) {
  std::vector<std::string_view> words;
  while (!(text = trim(text)).empty()) {
    const auto end = std::min(text.find(' '), text.size());
    words.push_back(text.substr(0, end));
    text.remove_prefix(end);
  }
  std::sort(words.begin(), words.end());
  return join(words, " ");
}

} // namespace

NameFolder::NameFolder() {
  try {
    m_simplified.emplace(ChineseScript::simplified);
  } catch (const FileError&) { // no dictionaries are installed
  }
}

void NameFolder::append(std::string& out, char32_t c) {
  if (c >= 0xFF01 && c <= 0xFF5E) { // full width
    c -= 0xFEE0;
  }
  if (c < 0x80 || is_blank(c)) {
    out += c < 0x80 ? lower(static_cast<char>(c)) : ' ';
    return;
  }
  if (c >= 0x300 && c < 0x370) { // a mark of its own behind a letter
    return;
  }
  if (const char plain = plain_letter(c)) {
    out += plain;
    return;
  }
  auto found = m_folded.find(c);
  if (found == m_folded.end()) {
    std::string text;
    append_utf8(text, c);
    found = m_folded.emplace(c, m_simplified ? m_simplified->convert(text) : text).first;
  }
  out += found->second;
}

std::string NameFolder::text(std::string_view name) {
  std::string out;
  while (!name.empty()) {
    const auto c = decode_utf8(name);
    append(out, c.value);
    name.remove_prefix(c.length);
  }
  return out;
}

std::string NameFolder::player(std::string_view name) {
  auto all = characters(text(name));
  trim_signs(all);
  const bool latin = std::none_of(all.begin(), all.end(), [](char32_t c) { return c >= 0x80; });
  std::vector<char32_t> kept;
  for (const char32_t c : all) {
    const bool parts_words = latin && (is_blank(c) || c == ',' || c == '.');
    if (parts_words) {
      kept.push_back(' ');
    } else if (!is_blank(c) && !is_joint(c) && !is_quote(c)) {
      kept.push_back(c);
    }
  }
  return latin ? sorted_words(joined(kept)) : joined(kept);
}

std::string NameFolder::title(std::string_view name) {
  auto all = characters(text(name));
  trim_signs(all);
  std::vector<char32_t> kept;
  bool gap = false;
  for (const char32_t c : all) {
    if (is_blank(c) || is_quote(c)) {
      gap = true;
      continue;
    }
    if (gap && !kept.empty() && kept.back() < 0x80 && c < 0x80 && is_letter_or_digit(kept.back()) &&
        is_letter_or_digit(c)) {
      kept.push_back(' ');
    }
    gap = false;
    kept.push_back(c);
  }
  return joined(kept);
}

bool is_chinese(std::string_view key) noexcept {
  if (key.empty() || key.size() % chinese_bytes != 0) {
    return false;
  }
  while (!key.empty()) {
    const auto c = decode_utf8(key);
    if (c.length != chinese_bytes || c.value < 0x3400 || c.value > 0x9FFF) {
      return false;
    }
    key.remove_prefix(c.length);
  }
  return true;
}

bool is_latin(std::string_view key) noexcept {
  return !key.empty() &&
         std::all_of(key.begin(), key.end(), [](char c) { return is_letter(c) || c == ' '; });
}

} // namespace xq::store
