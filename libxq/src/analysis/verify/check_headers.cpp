#include "analysis/verify/checks.hpp"
#include "analysis/verify/player_names.hpp"
#include "base/text/npos.hpp"
#include "base/text/text.hpp"
#include "record/header_names.hpp"
#include "record/misread_text.hpp"
#include "record/normalise.hpp"

#include <xq/base/problem_code.hpp>
#include <xq/base/translate.hpp>
#include <xq/record/ecco.hpp>
#include <xq/record/game.hpp>

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>

namespace xq::analysis {

namespace {

using record::Game;

void report(Game& game, ProblemCode code, std::string message, std::string_view token) {
  game.problems.push_back(make_problem(code, std::move(message), token, {0, game.line, 0}));
}

bool is_digit(char c) noexcept { return c >= '0' && c <= '9'; }

/// The run of ASCII digits at `at`, which moves behind it; nothing for none or more than `most`.
std::optional<int> read_digits(std::string_view text, std::size_t& at, std::size_t most) {
  const std::size_t begin = at;
  while (at < text.size() && is_digit(text[at])) {
    ++at;
  }
  int value = 0;
  const auto parsed = std::from_chars(text.data() + begin, text.data() + at, value);
  if (at == begin || at - begin > most || parsed.ec != std::errc{}) {
    return std::nullopt;
  }
  return value;
}

/// The number behind one of the marks that stand between year, month and day, at `at`.
std::optional<int> read_after_mark(std::string_view text, std::size_t& at) {
  for (const std::string_view mark : {"-", ".", "/", "年", "月", "。", "．"}) {
    if (text.substr(std::min(at, text.size())).starts_with(mark)) {
      at += mark.size();
      return read_digits(text, at, 2);
    }
  }
  return std::nullopt;
}

int days_in(int year, int month) noexcept {
  constexpr std::array<int, 12> days{31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  const bool leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
  return days[static_cast<std::size_t>(month - 1)] + (month == 2 && leap ? 1 : 0);
}

/// For a date of the form year, month, day between marks: what is impossible about it. A month or
/// day 0 is one that is not known.
std::string impossible_day(std::string_view text) {
  std::size_t at = std::min(text.find_first_of("0123456789"), text.size());
  const auto year = read_digits(text, at, 4);
  if (!year || at >= text.size()) {
    return {};
  }
  const auto month = read_after_mark(text, at);
  if (!month || *year < 1000) {
    return {};
  }
  if (*month > 12) {
    return localized("there is no month {}", *month);
  }
  const auto day = read_after_mark(text, at);
  if (day && *month != 0 && *day > days_in(*year, *month)) {
    return localized("month {} of {} has no day {}", *month, *year, *day);
  }
  return {};
}

void check_date(Game& game) {
  const auto text = game.tag("Date");
  // "????.??.??", "0000-00-00" and the like say openly that the date is not known.
  if (text.find_first_not_of(" ?.-/*0") == npos) {
    return;
  }
  const std::string date = record::normalise_date(text);
  if (date.empty()) {
    report(game, ProblemCode::bad_date, localized("this is no date"), text);
    return;
  }
  int year = 0;
  const bool has_year = std::from_chars(date.data(), date.data() + 4, year).ptr == date.data() + 4;
  if (has_year && !record::plausible_year(year)) {
    report(game, ProblemCode::implausible_date, localized("a game of the year {}", year), text);
  } else if (const auto wrong = impossible_day(text); !wrong.empty()) {
    report(game, ProblemCode::implausible_date, wrong, text);
  }
  const auto event = game.tag("Event");
  int nearest = 0;
  for (std::size_t at = 0; at < event.size();) {
    if (!is_digit(event[at])) {
      ++at;
      continue;
    }
    const std::size_t begin = at;
    const auto number = read_digits(event, at, 4);
    const bool is_year = at - begin == 4 && number && *number >= 1900 && *number <= 2100;
    if (is_year && (nearest == 0 || std::abs(*number - year) < std::abs(nearest - year))) {
      nearest = *number;
    }
  }
  if (has_year && nearest != 0 && std::abs(nearest - year) > 1) {
    report(game, ProblemCode::date_conflict,
           localized("the event is of {}, the date says {}", nearest, year), text);
  }
}

bool has_header(const Game& game, record::HeaderKind kind) noexcept {
  bool has = false;
  for (std::size_t i = 0; i < game.tag_count() && !has; ++i) {
    has = record::header_kind(game.tag_at(i).name) == kind;
  }
  return has;
}

void check_players(Game& game) {
  if (game.tag_count() == 0 || !game.standard_start()) {
    return; // bare moves and composed positions have no players
  }
  for (const std::string_view name : {"Red", "Black"}) {
    if (!game.has_tag(name) && !has_header(game, record::header_kind(name))) {
      report(game, ProblemCode::missing_tag, localized("there is no {} header", name), {});
    }
  }
}

void check_contradictions(Game& game, const record::Facts& facts) {
  const auto red = trim(facts.red);
  if (red == trim(facts.black) && !can_meet_itself(red, facts.event)) {
    report(game, ProblemCode::header_conflict, localized("Red and Black have the same name"), red);
  }
  const auto count = game.tag("PlyCount");
  std::size_t at = 0;
  const auto plies = read_digits(count, at, 5);
  if (plies && at == count.size() && *plies != game.plies()) {
    report(game, ProblemCode::header_conflict,
           localized("the PlyCount header does not fit the {} moves", game.plies()), count);
  }
  if (auto conflict = record::check_ecco(game)) {
    conflict->where = {0, game.line, 0};
    conflict->severity = Severity::note; // the code may follow another edition
    game.problems.push_back(std::move(*conflict));
  }
}

/// U+4E00 to U+9FFF and their neighbours.
bool ideograph_at(std::string_view text, std::size_t at) {
  return at + 3 <= text.size() && text[at] >= '\xE4' && text[at] <= '\xE9';
}

bool between_ideographs(std::string_view text, std::size_t at) {
  const std::size_t after = text.find_first_not_of('?', at);
  return at >= 3 && ideograph_at(text, at - 3) && after != npos && ideograph_at(text, after);
}

} // namespace

std::string find_damage(std::string_view text, bool prose) {
  if (std::all_of(text.begin(), text.end(),
                  [](char c) { return static_cast<unsigned char>(c) < 0x80U; })) {
    return {}; // most headers
  }
  if (const auto meant = record::mend_misread_text(text)) {
    return localized("bytes of GBK that were read in another encoding; they mean {}, which xq "
                     "convert --normalize and verify --repair write",
                     *meant);
  }
  constexpr std::size_t telling_run = 4; // Latin letters with accents, one after the other
  std::size_t latin = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto byte = static_cast<unsigned char>(text[i]);
    const auto rest = text.substr(i);
    if (byte == '?' && !prose && between_ideographs(text, i)) {
      return localized("a question mark stands for a character");
    }
    if (byte < 0xC2U) {
      latin = byte < 0x80U ? 0 : latin;
      continue;
    }
    if (ideograph_at(text, i)) {
      if (rest.starts_with("锟斤拷") || rest.starts_with("烫烫烫") || rest.starts_with("屯屯屯")) {
        return localized("garbage of a failed conversion");
      }
      latin = 0;
      i += 2;
      continue;
    }
    if (rest.starts_with("\xEF\xBF\xBD")) {
      return localized("a replacement character (U+FFFD)");
    }
    const auto next = rest.size() > 1 ? static_cast<unsigned char>(rest[1]) : 0U;
    if (byte == 0xEEU || (byte == 0xEFU && next < 0xA4U)) {
      return localized("a private-use character");
    }
    if (byte == 0xC2U && next < 0xA0U) {
      return localized("a control character of an 8-bit code");
    }
    latin = byte == 0xC3U || byte == 0xC2U ? latin + 1 : 0;
    if (latin == telling_run) {
      return localized("Latin letters that were bytes of another encoding");
    }
  }
  return {};
}

void check_headers(Game& game, const record::Facts& facts) {
  check_date(game);
  check_players(game);
  check_contradictions(game, facts);
  for (std::size_t i = 0; i < game.tag_count(); ++i) {
    const auto tag = game.tag_at(i);
    if (const auto damage = find_damage(tag.value); !damage.empty()) {
      report(game, ProblemCode::damaged_text, localized("{} header: {}", tag.name, damage),
             tag.value);
      return; // one a game says it
    }
  }
  for (record::NodeId id = 0; game.has_notes() && id < game.node_count(); ++id) {
    std::string damage;
    game.for_each_note(id, [&](const Game::Note& note) {
      damage = damage.empty() ? find_damage(note.text, true) : damage;
    });
    if (!damage.empty()) {
      report(game, ProblemCode::damaged_text, localized("a comment: {}", damage), {});
      return;
    }
  }
}

} // namespace xq::analysis
