#include "record/normalise.hpp"

#include "base/text/ascii.hpp"
#include "base/text/text.hpp"
#include "record/header_names.hpp"
#include "record/misread_text.hpp"
#include "record/rewrite.hpp"

#include <xq/record/game.hpp>

#include <algorithm>
#include <numeric>
#include <vector>

namespace xq::record {

namespace {

using Tags = std::vector<OwnTag>;

OwnTag* find(Tags& tags, std::string_view name) noexcept {
  const auto found = std::find_if(
      tags.begin(), tags.end(), [&](const OwnTag& t) { return equal_ignoring_case(t.name, name); });
  return found == tags.end() ? nullptr : &*found;
}

std::uint64_t mend_names(Tags& tags) {
  std::uint64_t changed = 0;
  for (OwnTag& tag : tags) {
    const auto proper = standard_name(tag.name);
    if (proper.empty() || proper == tag.name) {
      continue;
    }
    const OwnTag* const taken = find(tags, proper);
    if (taken == nullptr || taken == &tag) {
      tag.name = proper;
      ++changed;
    }
  }
  return changed;
}

std::uint64_t mend_date(Tags& tags) {
  OwnTag* const date = find(tags, "Date");
  if (date == nullptr) {
    return 0;
  }
  auto proper = normalise_date(date->value);
  if (proper.empty() || proper == date->value) {
    return 0;
  }
  std::swap(date->value, proper);
  if (find(tags, "DateOriginal") == nullptr) {
    tags.insert(tags.begin() + (date - tags.data()) + 1, {"DateOriginal", std::move(proper)});
  }
  return 1;
}

/// `ends_with` is what the moves, or the reader, say.
std::uint64_t mend_result(Tags& tags, Result& ends_with) {
  OwnTag* const tag = find(tags, "Result");
  const auto result =
      tag == nullptr || trim(tag->value).empty() ? std::nullopt : find_outcome(tag->value);
  if (!result) {
    return 0;
  }
  if (ends_with == Result::unknown) {
    ends_with = *result;
  }
  if (*result != ends_with || tag->value == to_text(*result)) {
    return 0;
  }
  tag->value = to_text(*result);
  return 1;
}

std::uint64_t mend_misread(Tags& tags) {
  std::uint64_t changed = 0;
  for (OwnTag& tag : tags) {
    if (auto meant = mend_misread_text(tag.value)) {
      tag.value = *std::move(meant);
      ++changed;
    }
  }
  return changed;
}

template <std::size_t N>
std::uint64_t mend_text(Tags& tags, const std::array<std::string_view, N>& names,
                        std::string (*proper_form)(std::string_view)) {
  std::uint64_t changed = 0;
  for (const auto name : names) {
    if (OwnTag* const tag = find(tags, name); tag != nullptr) {
      auto proper = proper_form(tag->value);
      if (proper != tag->value) {
        tag->value = std::move(proper);
        ++changed;
      }
    }
  }
  return changed;
}

constexpr bool is_blank(char32_t c) noexcept {
  return c <= U' ' || c == U'\u00A0' || c == U'\u3000';
}

constexpr bool is_zero_width(char32_t c) noexcept {
  return (c >= U'\u200B' && c <= U'\u200F') || c == U'\u2060' || c == U'\uFEFF';
}

constexpr char32_t half_width(char32_t c) noexcept {
  const bool digit = c >= U'０' && c <= U'９';
  const bool letter = (c >= U'Ａ' && c <= U'Ｚ') || (c >= U'ａ' && c <= U'ｚ');
  return digit || letter ? c - (U'！' - U'!') : c;
}

constexpr bool is_han(char32_t c) noexcept {
  return (c >= U'\u3400' && c <= U'\u9FFF') || (c >= U'\uF900' && c <= U'\uFAFF') ||
         (c >= U'\U00020000' && c <= U'\U0003FFFF');
}

/// A part of a name between blanks.
struct NamePart {
  std::size_t end = 0; ///< its offset in the name, that of the blank behind it
  std::size_t han = 0; ///< characters, where all are Han; else 0
};

std::vector<NamePart> words_of(std::string_view tidied) {
  std::vector<NamePart> words;
  for (std::size_t begin = 0; begin < tidied.size(); begin = words.back().end + 1) {
    NamePart word{std::min(tidied.find(' ', begin), tidied.size())};
    bool all_han = true;
    for (auto rest = tidied.substr(begin, word.end - begin); !rest.empty(); ++word.han) {
      const CodePoint c = decode_utf8(rest);
      all_han = all_han && c.valid && is_han(c.value);
      rest.remove_prefix(c.length);
    }
    word.han = all_han ? word.han : 0;
    words.push_back(word);
  }
  return words;
}

} // namespace

std::string tidy_name(std::string_view text) {
  std::string out = tidy(text);
  const auto words = words_of(out);
  std::vector<std::size_t> folded; // offsets of blanks
  const auto fold_after = [&](std::size_t word) { folded.push_back(words[word].end); };
  if (words.size() == 2 && words[0].han == 3 && words[1].han == 1) {
    fold_after(0);
  }
  for (std::size_t i = 0; i < words.size();) {
    std::size_t singles = 0;
    while (i + singles < words.size() && words[i + singles].han == 1) {
      ++singles;
    }
    if (singles == 2 || singles == 4) {
      for (std::size_t k = 0; k < singles; k += 2) {
        fold_after(i + k);
      }
    }
    i += std::max<std::size_t>(singles, 1);
  }
  for (auto at = folded.rbegin(); at != folded.rend(); ++at) {
    out.erase(*at, 1);
  }
  return out;
}

std::string_view name(Normalised kind) noexcept {
  constexpr std::array<std::string_view, normalised_count> names{
      "header_names", "dates", "results", "players", "events", "misread"};
  return names[static_cast<std::size_t>(kind)];
}

std::uint64_t NormalisedCounts::total() const noexcept {
  return std::accumulate(of.begin(), of.end(), std::uint64_t{0});
}

NormalisedCounts& NormalisedCounts::operator+=(const NormalisedCounts& other) noexcept {
  for (std::size_t i = 0; i < of.size(); ++i) {
    of[i] += other.of[i];
  }
  return *this;
}

std::string tidy(std::string_view text) {
  std::string out;
  bool blank = false;
  while (!text.empty()) {
    const CodePoint c = decode_utf8(text);
    if (!c.valid) { // bad bytes stay
      out.append(blank && !out.empty() ? " " : "").append(text.substr(0, 1));
      blank = false;
    } else if (is_blank(c.value)) {
      blank = true;
    } else if (!is_zero_width(c.value)) {
      out += blank && !out.empty() ? " " : "";
      append_utf8(out, half_width(c.value));
      blank = false;
    }
    text.remove_prefix(c.length);
  }
  return out;
}

Game normalised(const Game& game, NormalisedCounts& counts) {
  Tags tags = tags_of(game);
  Result result = game.result();
  NormalisedCounts changed;
  const auto note = [&](Normalised kind, std::uint64_t n) {
    changed.of[static_cast<std::size_t>(kind)] += n;
  };
  note(Normalised::header_name, mend_names(tags));
  note(Normalised::misread_text, mend_misread(tags));
  note(Normalised::date, mend_date(tags));
  note(Normalised::result, mend_result(tags, result));
  note(Normalised::player,
       mend_text(tags, std::to_array<std::string_view>({"Red", "Black", "RedTeam", "BlackTeam"}),
                 tidy_name));
  note(Normalised::event,
       mend_text(tags, std::to_array<std::string_view>({"Event", "Site", "Round"}), tidy));
  Game out = rewritten(game, tags, [&](std::string_view comment) {
    auto meant = mend_misread_text(comment);
    note(Normalised::misread_text, meant ? 1 : 0);
    return meant ? *std::move(meant) : std::string{comment};
  });
  counts += changed;
  out.set_result(result);
  return out;
}

} // namespace xq::record
