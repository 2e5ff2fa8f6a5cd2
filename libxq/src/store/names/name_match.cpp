#include "store/names/name_match.hpp"

#include "base/nearest.hpp"
#include "base/script/chinese_script.hpp"
#include "base/script/latin.hpp"
#include "base/text/ascii.hpp"
#include "base/text/text.hpp"
#include "store/spelling/name_fold.hpp"
#include "store/spelling/pinyin.hpp"
#include "store/spelling/places.hpp"

#include <xq/base/error.hpp>

#include <fmt/core.h>

#include <algorithm>
#include <vector>

namespace xq::store {

namespace {

/// Made once in a process: the dictionary of phrases takes 27 ms to load.
const ChineseScriptConverter& converter(ChineseScript to) {
  if (to == ChineseScript::simplified) {
    static const ChineseScriptConverter simplified{ChineseScript::simplified};
    return simplified;
  }
  static const ChineseScriptConverter traditional{ChineseScript::traditional};
  return traditional;
}

/// `text` without blanks, in small letters.
std::string squeezed(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    const auto c = decode_utf8(text);
    if (!is_blank(c.value)) {
      out += c.length == 1 ? std::string(1, lower(text[0])) : std::string{text.substr(0, c.length)};
    }
    text.remove_prefix(c.length);
  }
  return out;
}

/// `wanted` is the Pinyin of all of `name`: `huronghua`, `ronghuahu` or `hrh`.
bool is_pinyin_of(std::string_view wanted, std::string_view name) {
  const auto sounds = pinyin(name);
  std::string all;
  std::string initials;
  std::string first;
  for (std::string_view rest = sounds; !rest.empty();) {
    const auto sound = rest.substr(0, rest.find(' '));
    rest.remove_prefix(sound.size() + 1);
    initials += sound[0];
    first = first.empty() ? std::string{sound} : first;
    all += sound;
  }
  std::replace(all.begin(), all.end(), 'v', 'u');
  std::replace(first.begin(), first.end(), 'v', 'u');
  std::string plain{wanted};
  std::replace(plain.begin(), plain.end(), 'v', 'u');
  return !all.empty() &&
         (plain == all || wanted == initials || plain == all.substr(first.size()) + first);
}

} // namespace

NamePattern::NamePattern(const std::string& text, record::NameKind kind) : NamePattern{text} {
  if (kind != record::NameKind::player) {
    return;
  }
  for (const auto& spelling : m_spellings) {
    m_players.push_back(squeezed(spelling));
  }
  if (auto plain = without_marks(m_players[0]);
      plain != m_players[0] &&
      std::all_of(plain.begin(), plain.end(), is_letter)) { // lü qin, Lǚ Qīn
    m_players.push_back(std::move(plain));
    std::swap(m_players.front(), m_players.back());
  }
  m_latin =
      std::all_of(m_players[0].begin(), m_players[0].end(), is_letter) && m_players[0].size() >= 2;
}

/// Names are short; a long text that stands in the place of one is not looked at.
bool NamePattern::is_player(std::string_view name) const {
  constexpr std::size_t longest = 200; // bytes
  if (m_players.empty() || name.size() > longest) {
    return false;
  }
  const auto plain = squeezed(name);
  if (std::any_of(m_players.begin(), m_players.end(), [&](const std::string& part) {
        return !part.empty() && plain.find(part) != std::string::npos;
      })) {
    return true;
  }
  if (m_latin && has_marked_letter(name) &&
      without_marks(plain).find(m_players[0]) != std::string::npos) { // Hồ Vinh Hoa
    return true;
  }
  constexpr std::size_t character = 3; // bytes
  if (!m_latin || plain.empty() || static_cast<unsigned char>(plain[0]) < 0x80) {
    return false;
  }
  std::string simplified = plain;
  try {
    simplified = converter(ChineseScript::simplified).convert(plain);
  } catch (const FileError&) { // no dictionaries are installed
  }
  for (std::size_t size = 2; size <= 4; ++size) { // with a team before it, but no surname
    const auto bytes = size * character;
    if (simplified.size() < bytes) {
      break;
    }
    const auto front = std::string_view{simplified}.substr(0, simplified.size() - bytes);
    if ((front.empty() || is_team(front)) &&
        is_pinyin_of(m_players[0], std::string_view{simplified}.substr(front.size()))) {
      return true;
    }
  }
  return false;
}

NamePattern::NamePattern(const std::string& text) : m_spellings{text} {
  if (std::all_of(text.begin(), text.end(),
                  [](char c) { return static_cast<unsigned char>(c) < 0x80; })) {
    return;
  }
  try { // archives write 許銀川, people type 许银川
    for (const ChineseScript script : {ChineseScript::simplified, ChineseScript::traditional}) {
      auto other = converter(script).convert(text);
      if (std::find(m_spellings.begin(), m_spellings.end(), other) == m_spellings.end()) {
        m_spellings.push_back(std::move(other));
      }
    }
  } catch (const FileError&) { // no dictionaries are installed
  }
}

bool NamePattern::operator()(std::string_view name) const {
  return std::any_of(m_spellings.begin(), m_spellings.end(),
                     [&](const std::string& part) {
                       return std::search(name.begin(), name.end(), part.begin(), part.end(),
                                          [](char a, char b) {
                                            return equal_ignoring_case(a, b);
                                          }) != name.end();
                     }) ||
         is_player(name); // slower
}

std::vector<std::string> NamePattern::in_groups(const record::Aliases& aliases,
                                                record::NameKind kind) const {
  std::vector<std::string> found;
  for (const auto& group : aliases.groups()) {
    if (group.kind == kind && std::any_of(group.names.begin(), group.names.end(), *this)) {
      found.insert(found.end(), group.names.begin(), group.names.end());
    }
  }
  std::sort(found.begin(), found.end());
  return found;
}

std::string near_name(sqlite::Database& db, record::NameKind kind, const std::string& text) {
  const auto* const table = kind == record::NameKind::player  ? "player"
                            : kind == record::NameKind::event ? "event"
                                                              : "site";
  NameFolder folder;
  const auto key = [&](std::string_view name) {
    return kind == record::NameKind::player ? folder.player(name) : folder.title(name);
  };
  const auto wanted = key(text);
  const auto sounds = pinyin(wanted);
  std::vector<std::string> names;
  std::vector<std::string> keys;
  sqlite::Statement query{db, fmt::format("SELECT name FROM {} ORDER BY id", table)};
  for (auto row = query.use(); row.next();) {
    names.emplace_back(row.text(0));
    keys.push_back(key(names.back()));
    if (!sounds.empty() && pinyin(keys.back()) == sounds) {
      return names.back();
    }
  }
  const auto found = nearest(wanted, keys);
  for (std::size_t i = 0; i < keys.size() && !found.empty(); ++i) {
    if (keys[i] == found) {
      return names[i];
    }
  }
  return {};
}

} // namespace xq::store
