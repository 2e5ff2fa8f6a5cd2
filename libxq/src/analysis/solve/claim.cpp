#include "analysis/solve/claim.hpp"

#include "base/script/chinese_number.hpp"
#include "base/text/text.hpp"
#include "record/facts.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <initializer_list>
#include <optional>

namespace xq::analysis {

namespace {

using record::Result;

/// The characters of claims in the other script, or in another word for the same.
constexpr std::u32string_view written =
    U"勝赢贏負输輸紅後殺著兩連絕內勢機擔領爭搶佔占應獲謀將斃變術";
constexpr std::u32string_view meant = U"胜胜胜负负负红后杀着两连绝内势机担领争抢占占应获谋将毙变术";
static_assert(written.size() == meant.size());

char32_t plain(char32_t c) noexcept {
  if (c == U'\u3000' || c == U'\u00A0' || c == U'\t' || c == U'\n' || c == U'\r') {
    return U' ';
  }
  if (c >= U'！' && c <= U'～') { // full width
    c -= U'！' - U'!';
  }
  if (c >= U'A' && c <= U'Z') {
    return c + (U'a' - U'A');
  }
  const auto at = written.find(c);
  return at == std::u32string_view::npos ? c : meant[at];
}

/// The text in simplified characters and small letters, with one blank where there are several, and
/// none between Chinese characters.
std::u32string plain(std::string_view text) {
  std::u32string out;
  while (!text.empty()) {
    const auto c = decode_utf8(text);
    text.remove_prefix(c.length);
    const char32_t value = plain(c.value);
    if (value != U' ' || (!out.empty() && out.back() < 0x80 && out.back() != U' ')) {
      out += value;
    }
  }
  return out;
}

/// The number that ends before `end`: 12, 十二, 两; 0: none up to 99.
int number_before(std::u32string_view text, std::size_t end) noexcept {
  std::size_t begin = end;
  while (begin > 0 && chinese_digit(text[begin - 1]) >= 0) {
    --begin;
  }
  if (begin == end) {
    return begin > 0 && text[begin - 1] == U'两' ? 2 : 0;
  }
  const int number = chinese_number(text.substr(begin, end - begin));
  return number <= 99 ? number : 0;
}

bool begins(std::u32string_view text, std::initializer_list<std::u32string_view> words) noexcept {
  return std::any_of(words.begin(), words.end(),
                     [&](std::u32string_view word) { return text.starts_with(word); });
}
bool ends(std::u32string_view text, std::initializer_list<std::u32string_view> words) noexcept {
  return std::any_of(words.begin(), words.end(),
                     [&](std::u32string_view word) { return text.ends_with(word); });
}

/// Without the blanks, brackets and dashes at its end: `红先（胜）`, `红先：胜`.
std::u32string_view without_marks(std::u32string_view text) noexcept {
  constexpr std::u32string_view marks = U" ()[]<>【】《》「」,，、:：-－—–~";
  while (!text.empty() && marks.find(text.back()) != std::u32string_view::npos) {
    text.remove_suffix(1);
  }
  return text;
}

/// The side that stands last before a verdict, without its `先` and how it comes about: `红先`,
/// `黑方`, `先手`, `红先巧`. Not behind what denies it (`难`, `不能`).
std::optional<Color> side_before(std::u32string_view text, Color to_move) noexcept {
  text = without_marks(text);
  for (const std::u32string_view word :
       {U"先行", U"先手", U"先走", U"先", U"方", U"棋", U"必", U"巧", U"妙", U"例", U"可",
        U"成",   U"取",   U"得",   U"速", U"获", U"守", U"求", U"谋", U"能", U"应", U"官"}) {
    if (text.ends_with(word)) {
      const auto before = without_marks(text.substr(0, text.size() - word.size()));
      if (const auto side = side_before(before, to_move)) {
        return side;
      }
      const bool mover = word[0] == U'先' && !ends(before, {U"抢", U"争", U"占", U"领", U"首"});
      return mover ? std::optional{to_move} : std::nullopt;
    }
  }
  if (text.ends_with(U"后手") || text.ends_with(U"后")) {
    return ~to_move;
  }
  if (text.ends_with(U"红")) {
    return Color::red;
  }
  return text.ends_with(U"黑") ? std::optional{Color::black} : std::nullopt;
}

/// Who is said to move first, last before a verdict: `红先`, `黑方先行`; none: not said.
std::optional<Color> first_mover(std::u32string_view text) noexcept {
  for (std::size_t at = text.size(); at-- > 0;) {
    if (text[at] != U'先') {
      continue;
    }
    auto before = text.substr(0, at);
    if (ends(before, {U"方", U"棋"})) {
      before.remove_suffix(1);
    }
    if (before.ends_with(U"红")) {
      return Color::red;
    }
    if (before.ends_with(U"黑")) {
      return Color::black;
    }
  }
  return std::nullopt;
}

/// A result in words, and why there is none although there are words.
struct WordedResult {
  Result result = Result::unknown;
  Claim::Doubt doubt = Claim::Doubt::none;
};

/// Collects verdicts: those for the side that is to move, where the words tell them apart.
class Verdicts {
public:
  explicit Verdicts(Color to_move) noexcept : m_to_move{to_move} {}

  void add(Result result, std::optional<Color> mover) noexcept {
    if (mover && *mover != m_to_move) {
      m_other_side = true;
      return;
    }
    auto& known = mover ? m_of_mover : m_plain;
    m_two = m_two || (known != Result::unknown && known != result);
    known = result;
  }
  [[nodiscard]] WordedResult result() const noexcept {
    const auto found = m_of_mover != Result::unknown ? m_of_mover : m_plain;
    if (m_two || (found != Result::unknown && m_plain != Result::unknown && m_plain != found)) {
      return {Result::unknown, Claim::Doubt::two_claims};
    }
    return {found, found == Result::unknown && m_other_side ? Claim::Doubt::other_side
                                                            : Claim::Doubt::none};
  }

private:
  Color m_to_move;
  Result m_of_mover = Result::unknown;
  Result m_plain = Result::unknown;
  bool m_other_side = false;
  bool m_two = false;
};

/// `胜负`, `胜势`, `胜率`, `负担` are no verdicts, `和车` and `和平` none either.
WordedResult chinese_result(std::u32string_view text, Color to_move) noexcept {
  Verdicts verdicts{to_move};
  std::size_t clause = 0; // behind the verdict before this one
  for (std::size_t at = 0; at < text.size(); ++at) {
    const char32_t c = text[at];
    if (c != U'胜' && c != U'负' && c != U'和') {
      continue;
    }
    const auto before = text.substr(0, at);
    const auto behind = text.substr(at + 1);
    const auto side = side_before(before, to_move);
    if (!side || begins(behind, {U"势", U"率", U"负", U"算", U"机", U"望", U"面", U"担", U"利",
                                 U"之", U"的", U"法", U"路", U"道", U"术", U"?"})) {
      continue;
    }
    const auto mover = first_mover(text.substr(clause, at - clause));
    if (c == U'和') {
      const bool goes_on = !behind.empty() && behind[0] >= 0x4E00 && behind[0] <= 0x9FFF &&
                           !begins(behind, {U"局", U"棋", U"定", U"了"});
      if (goes_on) {
        continue;
      }
      verdicts.add(Result::draw, mover);
    } else {
      verdicts.add(won_by(c == U'胜' ? *side : ~*side), mover);
    }
    clause = at + 1;
  }
  return verdicts.result();
}

/// Whether the number that ends before `end` counts moves of a game: `第三步杀`.
bool is_ordinal(std::u32string_view text, std::size_t end) noexcept {
  while (end > 0 && chinese_digit(text[end - 1]) >= 0) {
    --end;
  }
  return end > 0 && text[end - 1] == U'第';
}

/// Whether the number that ends before `end` says nothing of a single move: `上一步胜`, `快一步胜`.
bool stands_alone(std::u32string_view text, std::size_t end) noexcept {
  while (end > 0 && chinese_digit(text[end - 1]) >= 0) {
    --end;
  }
  return end == 0 || text[end - 1] < 0x4E00 || ends(text.substr(0, end), {U"先", U"红", U"黑"});
}

/// `五步杀`, `3步成杀`, `七着绝杀`, `四回合内杀`.
int chinese_mate(std::u32string_view text) noexcept {
  for (std::size_t at = 1; at < text.size(); ++at) {
    const auto rest = text.substr(at);
    std::size_t unit = 0;
    for (const std::u32string_view word : {U"回合", U"步", U"着"}) {
      unit = rest.starts_with(word) ? word.size() : unit;
    }
    if (unit == 0) {
      continue;
    }
    auto behind = rest.substr(unit);
    for (const std::u32string_view word :
         {U"之内", U"以内", U"内", U"连将", U"连", U"可", U"必", U"成", U"绝", U"取", U"棋"}) {
      behind.remove_prefix(behind.starts_with(word) ? word.size() : 0);
    }
    const int number = number_before(text, at);
    const bool mates = begins(behind, {U"杀", U"将死"}) && !is_ordinal(text, at);
    if (number > 0 && (mates || (behind.starts_with(U"胜") && stands_alone(text, at)))) {
      return number;
    }
  }
  return 0;
}

constexpr bool is_letter(char32_t c) noexcept { return c >= U'a' && c <= U'z'; }

/// The place behind a word that stands by itself; npos: it does not.
std::size_t behind_word(std::u32string_view text, std::u32string_view word) noexcept {
  for (auto at = text.find(word); at != std::u32string_view::npos; at = text.find(word, at + 1)) {
    const auto end = at + word.size();
    if ((at == 0 || !is_letter(text[at - 1])) && (end == text.size() || !is_letter(text[end]))) {
      return end;
    }
  }
  return std::u32string_view::npos;
}

int english_mate(std::u32string_view text) noexcept {
  for (const std::u32string_view word : {U"mate in", U"mates in", U"checkmate in", U"win in"}) {
    if (const auto at = behind_word(text, word); at != std::u32string_view::npos) {
      auto end = at;
      while (end < text.size() && text[end] == U' ') {
        ++end;
      }
      const auto begin = end;
      while (end < text.size() && chinese_digit(text[end]) >= 0 && chinese_digit(text[end]) < 10) {
        ++end;
      }
      return end > begin ? number_before(text, end) : 0;
    }
  }
  return 0;
}

Result english_result(std::u32string_view text, Color to_move) noexcept {
  const auto has = [&](std::initializer_list<std::u32string_view> words) {
    return std::any_of(words.begin(), words.end(), [&](std::u32string_view word) {
      return behind_word(text, word) != std::u32string_view::npos;
    });
  };
  if (has({U"not", U"no", U"cannot", U"can't"})) {
    return Result::unknown;
  }
  const bool red = has({U"red", U"white"});
  const bool black = has({U"black"});
  const auto side = red == black ? to_move : red ? Color::red : Color::black;
  const bool to_play = has({U"to move", U"to play", U"moves", U"plays", U"moves first"});
  if (has({U"draw", U"draws"}) && (to_play || red || black)) {
    return Result::draw;
  }
  return has({U"win", U"wins", U"mate", U"mates"}) && (to_play || red != black) ? won_by(side)
                                                                                : Result::unknown;
}

} // namespace

std::string_view to_text(Claim::Doubt doubt) noexcept {
  constexpr std::array<std::string_view, 4> names{"none", "two-claims", "other-side",
                                                  "other-result"};
  return names[static_cast<std::size_t>(doubt)];
}

Claim read_claim(std::string_view text, Color to_move) {
  Claim out;
  const auto words = plain(text);
  out.mate = chinese_mate(words);
  if (out.mate == 0) {
    out.mate = english_mate(words);
  }
  const auto [result, doubt] = chinese_result(words, to_move);
  out.result = result;
  out.doubt = doubt;
  if (doubt != Claim::Doubt::none) {
    out.mate = 0;
  } else if (out.result == Result::unknown) {
    out.result = english_result(words, to_move);
  }
  if (out.mate != 0 && (out.result == Result::unknown || out.result == Result::draw)) {
    out.result = won_by(to_move);
  }
  out.words = text;
  return out;
}

namespace {

/// The last part of a path, without the ending of its name.
std::string_view file_stem(std::string_view path) noexcept {
  const auto slash = path.find_last_of("/\\");
  path = slash == std::string_view::npos ? path : path.substr(slash + 1);
  const auto dot = path.rfind('.');
  return dot == std::string_view::npos ? path : path.substr(0, dot);
}

bool tells(const Claim& claim) noexcept {
  return claim.says_anything() || claim.doubt != Claim::Doubt::none;
}

/// The game between two players that a record is, if it is one.
class PlayedGame {
public:
  explicit PlayedGame(const record::Facts& facts)
      : m_between_players{record::names_somebody(facts.red) && record::names_somebody(facts.black)},
        m_names{plain(facts.red), plain(facts.black)} {}

  /// `胡荣华（红先胜）于幼华` says who won, not what the position holds. A team may stand before a
  /// name (`上海胡荣华`), so the end of one is enough.
  [[nodiscard]] bool is_meant_by(std::string_view words) const {
    constexpr std::size_t surname_and_name = 3;
    const auto text = plain(words);
    return m_between_players &&
           std::any_of(m_names.begin(), m_names.end(), [&](std::u32string_view name) {
             const auto from = name.size() - std::min(name.size(), surname_and_name);
             return text.find(name.substr(from)) != std::u32string_view::npos;
           });
  }

private:
  bool m_between_players;
  std::array<std::u32string, 2> m_names;
};

/// The words of the record itself.
Claim claim_in_words(const record::Game& game, const PlayedGame& played, Color to_move) {
  for (const std::string_view name :
       {"Title", "Event", "Opening", "Round", "Id", "Termination", "Site"}) {
    const auto words = game.tag(name);
    if (Claim claim = read_claim(words, to_move); tells(claim) && !played.is_meant_by(words)) {
      claim.source = name;
      return claim;
    }
  }
  Claim out;
  game.for_each_note(record::root_node, [&](const record::Game::Note& note) {
    constexpr std::size_t longest = 120; // bytes; longer ones tell stories
    if (!tells(out) && note.kind != record::NoteKind::nag && note.text.size() <= longest) {
      out = read_claim(note.text, to_move);
      out.source = "comment";
    }
  });
  return tells(out) ? out : Claim{};
}

/// What EPD's operations claim.
Claim claim_in_operations(const record::Game& game, Color to_move) {
  const auto dm = game.tag("dm");
  int moves = 0;
  for (const char c : dm) {
    moves = c >= '0' && c <= '9' && moves < 100 ? 10 * moves + (c - '0') : 1000;
  }
  if (moves > 0 && moves < 100) {
    return {won_by(to_move), moves, "dm", std::string{dm}};
  }
  return {};
}

} // namespace

Claim find_claim(const record::Game& game) {
  const Color to_move = game.start().side_to_move();
  const record::Facts facts{game};
  const PlayedGame played{facts};
  Claim claim = claim_in_words(game, played, to_move);
  if (!tells(claim)) {
    claim = claim_in_operations(game, to_move);
  }
  const Result result = game.result();
  if (claim.doubt == Claim::Doubt::other_side && result != Result::unknown &&
      read_claim(claim.words, ~to_move).result == result) {
    claim = {}; // `红先` names the side there, not who begins: the result says the same
  }
  if (tells(claim)) {
    if (claim.says_anything() && result != Result::unknown && result != claim.result) {
      claim.doubt = Claim::Doubt::other_result;
    }
    return claim;
  }
  claim = read_claim(file_stem(game.source), to_move);
  if (claim.says_anything() && !played.is_meant_by(claim.words) &&
      (result == Result::unknown || result == claim.result)) {
    claim.source = "file";
    return claim;
  }
  if (result != Result::unknown && !record::names_somebody(facts.red) &&
      !record::names_somebody(facts.black)) {
    return {result, 0, "Result", std::string{record::to_text(result)}};
  }
  return {};
}

Claim read_end(std::string_view comment, Color to_move) {
  const auto words = plain(comment);
  for (const std::u32string_view other : {U"如", U"若", U"改", U"否则", U"变", U"应", U"if "}) {
    if (words.find(other) != std::u32string_view::npos) {
      return {};
    }
  }
  if (words == U"和" || words == U"和棋" || words == U"和局" || words == U"成和") {
    return {Result::draw, 0, "comment", std::string{comment}};
  }
  return read_claim(comment, to_move);
}

bool says_mate(std::string_view comment) {
  const auto words = plain(comment);
  return words == U"将死" || words == U"困毙" || words == U"checkmate" || words == U"checkmate.";
}

} // namespace xq::analysis
