#include "base/script/latin.hpp"
#include "base/text/text.hpp"

#include <xq/record/game.hpp>

#include <algorithm>
#include <array>
#include <initializer_list>
#include <string>

namespace xq::record {
namespace {

struct Word {
  std::u32string_view text;
  Result result;
};
/// In the simplified script, half width, without blanks.
constexpr auto words = std::to_array<Word>({
    {U"1-0", Result::red_wins},
    {U"胜", Result::red_wins},
    {U"先胜", Result::red_wins},
    {U"红胜", Result::red_wins},
    {U"红先胜", Result::red_wins},
    {U"红方胜", Result::red_wins},
    {U"红方先胜", Result::red_wins},
    {U"黑负", Result::red_wins},
    {U"黑方负", Result::red_wins},
    {U"红胜黑负", Result::red_wins},
    {U"先手胜", Result::red_wins},
    {U"红棋胜", Result::red_wins},
    {U"黑棋负", Result::red_wins},
    {U"胜负", Result::red_wins},
    {U"0-1", Result::black_wins},
    {U"负", Result::black_wins},
    {U"先负", Result::black_wins},
    {U"后胜", Result::black_wins},
    {U"黑胜", Result::black_wins},
    {U"黑方胜", Result::black_wins},
    {U"红负", Result::black_wins},
    {U"红先负", Result::black_wins},
    {U"红方负", Result::black_wins},
    {U"红负黑胜", Result::black_wins},
    {U"后手胜", Result::black_wins},
    {U"先手负", Result::black_wins},
    {U"黑棋胜", Result::black_wins},
    {U"红棋负", Result::black_wins},
    {U"负胜", Result::black_wins},
    {U"1/2-1/2", Result::draw},
    {U"1/2", Result::draw},
    {U"½-½", Result::draw},
    {U"½", Result::draw},
    {U"0.5-0.5", Result::draw},
    {U"和", Result::draw},
    {U"先和", Result::draw},
    {U"红先和", Result::draw},
    {U"和棋", Result::draw},
    {U"和局", Result::draw},
    {U"平", Result::draw},
    {U"平局", Result::draw},
    {U"平手", Result::draw},
    {U"双方和", Result::draw},
    {U"双方和棋", Result::draw},
    {U"*", Result::unknown},
    {U"?", Result::unknown},
    {U"0-0", Result::unknown},
    {U"未知", Result::unknown},
    {U"不明", Result::unknown},
    {U"未完", Result::unknown},
});

constexpr std::size_t longest =
    std::max_element(words.begin(), words.end(), [](const Word& a, const Word& b) {
      return a.text.size() < b.text.size();
    })->text.size();

constexpr char32_t plain(char32_t c) noexcept {
  switch (c) {
  case U'勝':
  case U'赢':
  case U'贏':
    return U'胜';
  case U'負':
  case U'输':
  case U'輸':
    return U'负';
  case U'紅':
    return U'红';
  case U'雙':
    return U'双';
  case U'後':
    return U'后';
  case U'：':
  case U':':
  case U'－':
  case U'–':
  case U'—':
  case U'−':
    return U'-';
  default:
    return c >= U'！' && c <= U'～' ? c - (U'！' - U'!') : c;
  }
}

/// Blanks and zero-width characters.
constexpr bool is_nothing(char32_t c) noexcept {
  return c <= U' ' || c == U'\u00A0' || c == U'\u3000' || (c >= U'\u200B' && c <= U'\u200F') ||
         c == U'\u2060' || c == U'\uFEFF';
}

/// Most words among the moves are moves, and no result begins with a letter or a sign.
constexpr bool may_begin(char c) noexcept {
  return static_cast<unsigned char>(c) >= 0x80U || c <= ' ' || c == '0' || c == '1' || c == '*' ||
         c == '?';
}

/// How a score in points ends: two for a game won, one for a draw.
constexpr auto points = std::to_array<Word>({
    {U"2-0", Result::red_wins},
    {U"0-2", Result::black_wins},
    {U"1-1", Result::draw},
});

Result other(Result result) noexcept {
  return result == Result::red_wins ? Result::black_wins : Result::red_wins;
}

bool has_any(std::u32string_view text, std::initializer_list<std::u32string_view> all) noexcept {
  return std::any_of(all.begin(), all.end(), [&](std::u32string_view word) {
    return text.find(word) != std::u32string_view::npos;
  });
}

/// How the words behind a result begin that say why.
constexpr auto reasons = std::to_array<std::u32string_view>(
    {U"(", U",", U";", U"[", U"on", U"by", U"time", U"resign", U"mate", U"checkmate", U"stalemate",
     U"forfeit", U"default", U"adjud", U"due", U"after", U"walkover"});

/// Words of a sentence that says what may be or might have been.
bool is_doubtful(std::u32string_view text) noexcept {
  return text.starts_with(U"if") ||
         has_any(text, {U"不", U"如", U"若", U"可", U"应", U"则", U"势", U"能", U"会", U"难", U"望",
                        U"机", U"could", U"should", U"would", U"offer", U"declin", U"not"});
}

/// `redresigns`, `drawagreed`, `blackwon`: an English sentence in small letters without blanks.
std::optional<Result> of_english(std::u32string_view text) noexcept {
  constexpr std::u32string_view label = U"result-"; // `Result: Black wins`
  text.remove_prefix(text.starts_with(label) ? label.size() : 0);
  for (const auto result : {Result::red_wins, Result::black_wins, Result::draw}) {
    const auto written = to_text(result); // 1-0 (Black resigns); 0-1 on time
    if (text.size() > written.size() + 1 &&
        std::equal(written.begin(), written.end(), text.begin(),
                   [](char a, char32_t b) { return static_cast<char32_t>(a) == b; })) {
      const auto reason = text.substr(written.size());
      const bool is_reason = std::any_of(reasons.begin(), reasons.end(),
                                         [&](auto begin) { return reason.starts_with(begin); });
      if (is_reason || of_english(reason) == result) {
        return result;
      }
    }
  }
  if (text == U"tie" || text == U"tied" || has_any(text, {U"draw", U"drew"})) {
    return is_doubtful(text) ? std::nullopt : std::optional{Result::draw};
  }
  const bool red = text.starts_with(U"red") || text.starts_with(U"white");
  if (!red && !text.starts_with(U"black")) {
    return std::nullopt;
  }
  const auto side = red ? Result::red_wins : Result::black_wins;
  const auto verb = text.substr(text[0] == U'r' ? 3 : 5);
  const auto begins_with = [&](std::initializer_list<std::u32string_view> all) {
    return std::any_of(all.begin(), all.end(),
                       [&](std::u32string_view word) { return verb.starts_with(word); });
  };
  // The game is won or lost, and not a piece: nothing follows, or how it happened.
  const auto ends_with = [&](std::initializer_list<std::u32string_view> all) {
    return std::any_of(all.begin(), all.end(), [&](std::u32string_view word) {
      const auto rest = verb.substr(std::min(word.size(), verb.size()));
      return verb.starts_with(word) &&
             (rest.empty() || rest.starts_with(U"on") || rest.starts_with(U"by") ||
              rest.starts_with(U"in") || rest.starts_with(U"thegame") ||
              rest.starts_with(U"game") || rest.starts_with(U"after") || rest.starts_with(U"due") ||
              rest.starts_with(U"("));
    });
  };
  if (verb.empty() || begins_with({U"mates", U"checkmates"}) ||
      ends_with({U"win", U"wins", U"won", U"haswon"})) {
    return side;
  }
  const bool loses = begins_with({U"resign", U"forfeit", U"timeout", U"timesout", U"ranout",
                                  U"ismated", U"ischeckmated", U"givesup", U"gaveup", U"timedout",
                                  U"stalemated", U"isstalemated", U"abandon", U"disconnect",
                                  U"left", U"hasresigned", U"flagged", U"quit"}) ||
                     ends_with({U"lose", U"loses", U"lost", U"haslost"});
  return loses ? std::optional{other(side)} : std::nullopt;
}

/// `Đỏ tiên thắng`, `Đen nhận thua`, `Hòa`: a Vietnamese sentence in small letters without marks
/// and blanks.
std::optional<Result> of_vietnamese(std::string_view text) noexcept {
  const auto take = [&](std::string_view word) {
    const bool begins = text.starts_with(word);
    text.remove_prefix(begins ? word.size() : 0);
    return begins;
  };
  if (text == "hoa" || text == "haibenhoa" || text == "vanhoa" || text == "dongyhoa" ||
      text == "tienhoa" || text == "dotienhoa") {
    return Result::draw;
  }
  static_cast<void>(take("ben") || take("quan"));
  const bool red = take("dotien") || take("do") || take("tien");
  if (!red && !take("denhau") && !take("den") && !take("hau")) {
    return std::nullopt;
  }
  const auto side = red ? Result::red_wins : Result::black_wins;
  if (text == "thang" || text == "thangcuoc") {
    return side;
  }
  const bool loses = text == "thua" || text == "nhanthua" || text == "bocuoc" || text == "hetgio" ||
                     text == "dauhang" || text == "bithua";
  return loses ? std::optional{other(side)} : std::nullopt;
}

/// `红方认负`, `双方议和`: a short Chinese sentence that states it, with plain() of each character.
std::optional<Result> of_chinese(std::u32string_view text) noexcept {
  constexpr std::size_t longest_sentence = 14;
  constexpr std::u32string_view by_default = U"不战而胜"; // the one sentence with 不 that says it
  if (text.ends_with(by_default)) {
    const auto winner = text.substr(0, text.size() - by_default.size());
    return winner == U"红" || winner == U"红方"   ? std::optional{Result::red_wins}
           : winner == U"黑" || winner == U"黑方" ? std::optional{Result::black_wins}
                                                  : std::nullopt;
  }
  if (text.size() > longest_sentence || is_doubtful(text) ||
      text.find(U'(') != std::u32string_view::npos) { // see of_parts()
    return std::nullopt;
  }
  const auto red = text.find(U'红');
  const auto black = text.find(U'黑');
  constexpr auto npos = std::u32string_view::npos;
  if (has_any(text, {U"议和", U"言和", U"作和", U"成和", U"握手"}) || text == U"和棋" ||
      (text.ends_with(U"和棋") && has_any(text, {U"双方", U"同意"}))) {
    return Result::draw;
  }
  if ((red == npos) == (black == npos)) {
    return std::nullopt;
  }
  const auto side = red != npos ? Result::red_wins : Result::black_wins;
  const bool loses =
      has_any(text, {U"认负", U"判负", U"告负", U"超时", U"投子", U"弃权", U"推枰"}) ||
      text.ends_with(U"负");
  const bool wins = has_any(text, {U"获胜", U"取胜", U"得胜", U"胜出"}) || text.ends_with(U"胜");
  if (loses == wins) { // both: whose the reason is stays open
    return std::nullopt;
  }
  return wins ? side : other(side);
}

/// `红方胜(超时)`, `Stalemate, Black wins`: what all parts of it that state a result agree on.
std::optional<Result> of_parts(std::u32string_view text,
                               std::optional<Result> (*read)(std::u32string_view)) {
  std::optional<Result> out;
  if (is_doubtful(text)) {
    return out;
  }
  while (!text.empty()) {
    const auto part = text.substr(0, text.find_first_of(U",;()[]"));
    const auto result = read(part);
    if (out && result && *out != *result) {
      return std::nullopt;
    }
    out = out ? out : result;
    text.remove_prefix(std::min(part.size() + 1, text.size()));
  }
  return out;
}

std::optional<Result> word_or_sentence(std::u32string_view text) {
  const auto* const found =
      std::find_if(words.begin(), words.end(), [&](const Word& w) { return w.text == text; });
  return found != words.end() && found->result != Result::unknown ? std::optional{found->result}
                                                                  : of_chinese(text);
}

} // namespace

std::optional<Result> find_outcome(std::string_view text) {
  if (const auto result = find_result(text)) {
    return result;
  }
  constexpr std::size_t longest_sentence = 80; // bytes
  if (text.size() > longest_sentence) {
    return std::nullopt;
  }
  if (auto letters = without_marks(text); letters != text) {
    letters.erase(
        std::remove_if(letters.begin(), letters.end(),
                       [](char c) { return c == ' ' || c == '.' || c == ',' || c == '!'; }),
        letters.end());
    if (const auto result = of_vietnamese(letters)) {
      return result;
    }
  }
  std::u32string characters;
  std::u32string parts; // with the commas between them
  bool english = true;
  while (!text.empty()) {
    const CodePoint c = decode_utf8(text);
    text.remove_prefix(c.length);
    const auto meant = plain(c.value);
    english = english && meant < 0x80;
    parts += meant == U',' ? U"," : U"";
    const auto before = characters.size();
    if (meant >= U'A' && meant <= U'Z') {
      characters += static_cast<char32_t>(meant + (U'a' - U'A'));
    } else if (!is_nothing(meant) && meant != U'_' && meant != U'.' && meant != U'。' &&
               meant != U'!' && meant != U',') {
      characters += meant == U'認'   ? U'认'
                    : meant == U'議' ? U'议'
                    : meant == U'時' ? U'时'
                                     : meant;
    }
    parts += characters.substr(before);
  }
  const auto* const found = std::find_if(points.begin(), points.end(),
                                         [&](const Word& w) { return w.text == characters; });
  if (found != points.end()) {
    return found->result;
  }
  if (const auto result = english ? of_english(characters) : of_chinese(characters)) {
    return result;
  }
  constexpr std::size_t longest_in_chinese = 20;
  if (english) {
    return of_parts(parts, [](std::u32string_view part) { return of_english(part); });
  }
  return parts.size() <= longest_in_chinese ? of_parts(parts, word_or_sentence) : std::nullopt;
}

std::optional<Result> find_result(std::string_view text) noexcept {
  if (text.empty()) {
    return Result::unknown;
  }
  for (const auto result : {Result::red_wins, Result::black_wins, Result::draw, Result::unknown}) {
    if (text == to_text(result)) {
      return result;
    }
  }
  if (!may_begin(text[0])) {
    return std::nullopt;
  }
  std::array<char32_t, longest> characters{};
  std::size_t count = 0;
  while (!text.empty()) {
    const CodePoint c = decode_utf8(text);
    text.remove_prefix(c.length);
    if (is_nothing(c.value)) {
      continue;
    }
    if (count == longest) {
      return std::nullopt;
    }
    characters[count++] = plain(c.value);
  }
  const std::u32string_view word{characters.data(), count};
  const auto* const found =
      std::find_if(words.begin(), words.end(), [&](const Word& w) { return w.text == word; });
  return found == words.end() ? std::nullopt : std::optional{found->result};
}

} // namespace xq::record
