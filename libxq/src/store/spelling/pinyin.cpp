#include "store/spelling/pinyin.hpp"

#include "base/text/compose.hpp"
#include "base/text/text.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>
#include <unordered_map>
#include <utility>

namespace xq::store {

[[nodiscard]] std::string_view pinyin_table() noexcept; // data/pinyin.txt, compiled in

namespace {

using Sounds = std::unordered_map<char32_t, std::string_view>;

Sounds read_table() {
  Sounds sounds;
  std::string_view rest = pinyin_table();
  while (!rest.empty()) {
    const auto end = std::min(rest.find('\n'), rest.size());
    const auto line = rest.substr(0, end);
    rest.remove_prefix(std::min(end + 1, rest.size()));
    if (line.empty() || line.starts_with('#')) {
      continue;
    }
    const auto sound = line.substr(0, line.find(' '));
    for (auto characters = line.substr(sound.size() + 1); !characters.empty();) {
      const auto c = decode_utf8(characters);
      sounds.emplace(c.value, sound);
      characters.remove_prefix(c.length);
    }
  }
  return sounds;
}

std::vector<std::string_view> sounds_of(std::string_view chinese) {
  static const Sounds table = read_table();
  std::vector<std::string_view> sounds;
  while (!chinese.empty()) {
    const auto c = decode_utf8(chinese);
    const auto found = table.find(c.value);
    if (found == table.end()) {
      return {};
    }
    sounds.push_back(found->second);
    chinese.remove_prefix(c.length);
  }
  return sounds;
}

using Change = std::pair<std::string_view, std::string_view>;

/// Syllables that Wade and Giles write in their own way, and those without an initial. Apostrophes
/// and the marks of ü are left out, as names have them.
constexpr auto whole_syllables = std::to_array<Change>(
    {{"zhi", "chih"}, {"chi", "chih"}, {"shi", "shih"},  {"ri", "jih"},   {"zi", "tzu"},
     {"ci", "tzu"},   {"si", "ssu"},   {"er", "erh"},    {"yi", "i"},     {"you", "yu"},
     {"yan", "yen"},  {"ye", "yeh"},   {"yong", "yung"}, {"yue", "yueh"}, {"ge", "ko"},
     {"ke", "ko"},    {"he", "ho"},    {"gui", "kuei"},  {"kui", "kuei"}, {"guo", "kuo"},
     {"kuo", "kuo"},  {"huo", "huo"},  {"shuo", "shuo"}});
constexpr auto initials = std::to_array<Change>({{"zh", "ch"},
                                                 {"ch", "ch"},
                                                 {"sh", "sh"},
                                                 {"b", "p"},
                                                 {"d", "t"},
                                                 {"g", "k"},
                                                 {"j", "ch"},
                                                 {"q", "ch"},
                                                 {"x", "hs"},
                                                 {"r", "j"},
                                                 {"z", "ts"},
                                                 {"c", "ts"}});
constexpr auto finals = std::to_array<Change>(
    {{"ian", "ien"}, {"ong", "ung"}, {"ie", "ieh"}, {"ue", "ueh"}, {"uo", "o"}});

std::string wade_giles(std::string_view sound) {
  for (const auto& [pinyin, other] : whole_syllables) {
    if (sound == pinyin) {
      return std::string{other};
    }
  }
  std::string initial;
  for (const auto& [pinyin, other] : initials) {
    if (sound.starts_with(pinyin)) {
      initial = other;
      sound.remove_prefix(pinyin.size());
      break;
    }
  }
  for (const auto& [pinyin, other] : finals) {
    if (sound.ends_with(pinyin)) {
      return fmt::format("{}{}{}", initial, sound.substr(0, sound.size() - pinyin.size()), other);
    }
  }
  return initial + std::string{sound};
}

std::string with_u(std::string_view sound) {
  std::string text{sound};
  std::replace(text.begin(), text.end(), 'v', 'u');
  return text;
}

/// Words in alphabetical order.
std::string key_of(std::vector<std::string> words) {
  std::sort(words.begin(), words.end());
  return join(words, " ");
}

} // namespace

std::string pinyin(std::string_view chinese) {
  std::string text;
  for (const auto sound : sounds_of(chinese)) {
    text += sound;
    text += ' ';
  }
  return text;
}

std::vector<Romanisation> romanisations(std::string_view chinese) {
  const auto sounds = sounds_of(chinese);
  if (sounds.size() < 2 || sounds.size() > 4) {
    return {};
  }
  std::vector<Romanisation> all;
  const auto add = [&](std::string key, std::string_view system) {
    if (std::none_of(all.begin(), all.end(), [&](const auto& r) { return r.key == key; })) {
      all.push_back({std::move(key), system});
    }
  };
  const auto add_system = [&](const std::vector<std::string>& parts, std::string_view system) {
    const std::span all_parts{parts};
    const std::size_t given = parts.size() == 4 ? 2 : 1; // where the given name begins
    add(key_of({join(all_parts.first(given), ""), join(all_parts.subspan(given), "")}), system);
    add(key_of(parts), system);
  };
  std::vector<std::string> as_v;
  std::vector<std::string> as_u;
  std::vector<std::string> old;
  for (const auto sound : sounds) {
    as_v.emplace_back(sound);
    as_u.push_back(with_u(sound));
    old.push_back(wade_giles(as_u.back()));
  }
  add_system(as_u, "Pinyin");
  add_system(as_v, "Pinyin");
  add_system(old, "Wade-Giles");
  return all;
}

} // namespace xq::store
