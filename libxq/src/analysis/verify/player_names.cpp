#include "analysis/verify/player_names.hpp"

#include "base/text/npos.hpp"
#include "record/facts.hpp"

#include <algorithm>
#include <array>
#include <string>

namespace xq::analysis {

namespace {

/// What may stand between the two names of an Event header, the longer ones first.
constexpr auto result_words =
    std::to_array<std::string_view>({"先胜", "先勝", "先负", "先負", "先和", "对阵", "對陣", "胜",
                                     "勝", "负", "負", "和", "对", "對", "VS", "Vs", "vs"});

constexpr auto group_endings = std::to_array<std::string_view>(
    {"队", "隊", "团", "團", "俱", "俱乐部", "俱樂部", "协会", "協會", "棋院", "公司"});

/// In lower case, as words of a name.
constexpr auto group_words = std::to_array<std::string_view>(
    {"测试",     "測試",     "电脑",     "電腦",     "计算机",   "軟體",     "软件",     "軟件",
     "程序",     "程式",     "引擎",     "象棋名手", "象棋旋风", "象棋旋風", "象棋巫师", "象棋巫師",
     "象棋奇兵", "小虫象棋", "小蟲象棋", "象眼",     "皮卡鱼",   "皮卡魚",   "兵河五四"});

constexpr auto programs = std::to_array<std::string_view>(
    {"xq",      "chimo", "shark",    "eleeye",   "elephanteye", "pikafish", "stockfish", "fairy",
     "cyclone", "xqms",  "xqwizard", "bugchess", "intella",     "nnz",      "engine",    "computer",
     "program", "test",  "team",     "club",     "bot",         "ai"});

constexpr auto blanks = std::to_array<std::string_view>(
    {" ", "\t", "　", "(", ")", "（", "）", "“", "”", "，", ",", "。", ".", "：", ":"});

std::string_view strip_front(std::string_view text) {
  for (bool again = true; again;) {
    again = false;
    for (const std::string_view blank : blanks) {
      while (text.starts_with(blank)) {
        text.remove_prefix(blank.size());
        again = true;
      }
    }
  }
  return text;
}

std::string_view strip_back(std::string_view text) {
  for (bool again = true; again;) {
    again = false;
    for (const std::string_view blank : blanks) {
      while (text.ends_with(blank)) {
        text.remove_suffix(blank.size());
        again = true;
      }
    }
  }
  return text;
}

/// `text` behind a result word at its front; nothing without one.
std::string_view behind_result(std::string_view text) {
  text = strip_front(text);
  for (const std::string_view word : result_words) {
    if (text.starts_with(word)) {
      return strip_front(text.substr(word.size()));
    }
  }
  return {};
}

/// `text` before a result word at its end; nothing without one.
std::string_view before_result(std::string_view text) {
  text = strip_back(text);
  for (const std::string_view word : result_words) {
    if (text.ends_with(word)) {
      return strip_back(text.substr(0, text.size() - word.size()));
    }
  }
  return {};
}

/// The Event header has `name` before two different ones: those of two of its members.
bool names_members(std::string_view name, std::string_view event) {
  const auto first = event.find(name);
  const auto second = first == npos ? npos : event.find(name, first + name.size());
  if (second == npos) {
    return false;
  }
  const auto begin = first + name.size();
  const auto one = strip_front(before_result(event.substr(begin, second - begin)));
  const auto other = strip_front(strip_back(event.substr(second + name.size())));
  return !one.empty() && !other.empty() && one != other;
}

/// The Event header has another name on the other side of a result word.
bool names_another(std::string_view name, std::string_view event) {
  const auto at = event.find(name);
  if (at == npos || event.find(name, at + name.size()) != npos) {
    return false;
  }
  return !behind_result(event.substr(at + name.size())).empty() ||
         !before_result(event.substr(0, at)).empty();
}

/// A word of Latin letters; 'xq (2)' and 'Engine-3.1' have one each.
bool has_latin_word(std::string_view text, std::string_view wanted) {
  std::string word;
  for (std::size_t i = 0; i <= text.size(); ++i) {
    const char c = i < text.size() ? text[i] : '\0';
    if ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z')) {
      word += static_cast<char>(c | 0x20); // in lower case
    } else if (word == wanted) {
      return true;
    } else {
      word.clear();
    }
  }
  return false;
}

bool is_group(std::string_view name) {
  return std::any_of(group_endings.begin(), group_endings.end(),
                     [&](std::string_view word) { return name.ends_with(word); }) ||
         std::any_of(group_words.begin(), group_words.end(),
                     [&](std::string_view word) { return name.find(word) != npos; }) ||
         std::any_of(programs.begin(), programs.end(),
                     [&](std::string_view word) { return has_latin_word(name, word); });
}

} // namespace

bool can_meet_itself(std::string_view name, std::string_view event) {
  return !record::names_somebody(name) || names_members(name, event) ||
         (is_group(name) && !names_another(name, event));
}

} // namespace xq::analysis
