#include "jobs/reports/event_games.hpp"

#include "base/script/chinese_number.hpp"
#include "base/text/text.hpp"
#include "board/packed_moves.hpp"
#include "record/facts.hpp"

#include <xq/record/ecco.hpp>
#include <xq/record/game.hpp>

#include <algorithm>
#include <array>
#include <functional>
#include <map>
#include <optional>
#include <tuple>
#include <utility>

namespace xq::reports {

namespace {

using record::Result;

/// Whether `text` is made of words that go with the number of a round.
bool only_round_words(std::u32string_view text) {
  constexpr std::array<std::u32string_view, 5> words{U"round", U"rd", U"r", U"回合", U"no"};
  constexpr std::u32string_view characters = U"第轮輪局场場盘盤 .#";
  while (!text.empty()) {
    const auto word =
        std::ranges::find_if(words, [&](auto w) { return text.substr(0, w.size()) == w; });
    if (word != words.end()) {
      text.remove_prefix(word->size());
    } else if (characters.find(text.front()) != std::u32string_view::npos) {
      text.remove_prefix(1);
    } else {
      return false;
    }
  }
  return true;
}

std::string packed_moves(const record::Game& game) {
  std::string out;
  std::vector<Move> moves;
  game.main_moves(moves);
  append_packed(out, moves);
  return out;
}

/// Both are known, and do not differ.
bool same_round(const EventGame& a, const EventGame& b) {
  return !a.round.empty() &&
         (a.round_number != 0 && b.round_number != 0 ? a.round_number == b.round_number
                                                     : a.round == b.round);
}

} // namespace

RoundName read_round(std::string_view header) {
  header = trim(header);
  std::vector<std::u32string> numbers;
  std::u32string words;
  bool in_number = false;
  for (std::string_view rest = header; !rest.empty();) {
    const CodePoint c = decode_utf8(rest);
    rest.remove_prefix(c.length);
    const bool is_digit = chinese_digit(c.value) >= 0;
    if (is_digit) {
      if (!in_number) {
        numbers.emplace_back();
      }
      numbers.back() += c.value;
    } else {
      words += c.value >= U'A' && c.value <= U'Z' ? c.value + 32 : c.value;
    }
    in_number = is_digit;
  }
  const int number = numbers.size() == 1 ? chinese_number(numbers[0]) : 0;
  if (number != 0 && only_round_words(words)) {
    return {std::to_string(number), number};
  }
  return {record::is_filled_in(header) ? std::string{header} : std::string{}, number};
}

void EventGames::add(const record::Game& game) {
  const auto number = static_cast<std::int64_t>(game.number);
  const record::Facts facts{game};
  const std::string_view red = trim(m_aliases.canonical(record::NameKind::player, facts.red));
  const std::string_view black = trim(m_aliases.canonical(record::NameKind::player, facts.black));
  using Why = LeftOutGame::Why;
  if (!record::names_somebody(red) || !record::names_somebody(black)) {
    m_left_out.push_back({number, Why::no_player});
    return;
  }
  if (red == black) {
    m_left_out.push_back({number, Why::one_player});
    return;
  }
  Record& r = m_records.emplace_back();
  r.game.number = number;
  r.game.result = game.result();
  r.days = facts.days();
  r.game.date = r.days.known() ? record::normalise_date(facts.date) : std::string{};
  RoundName round = read_round(facts.round);
  r.game.round = std::move(round.label);
  r.game.round_number = round.number;
  r.game.opening = record::opening_code(game);
  r.game.plies = game.plies();
  r.game.red_rating = facts.levels[to_index(Color::red)];
  r.game.black_rating = facts.levels[to_index(Color::black)];
  r.red = red;
  r.black = black;
  r.event = m_aliases.canonical(record::NameKind::event, facts.event);
  r.start = game.start();
  r.moves = packed_moves(game);
}

/// What the two records contradict each other in.
std::optional<LeftOutGame::Why> EventGames::contradiction(const Record& a, const Record& b) {
  using Why = LeftOutGame::Why;
  const EventGame& x = a.game;
  const EventGame& y = b.game;
  if (x.result != y.result && x.result != Result::unknown && y.result != Result::unknown) {
    return Why::other_result;
  }
  if (!x.round.empty() && !y.round.empty() && !same_round(x, y)) {
    return Why::other_round;
  }
  return a.days.meets(b.days) ? std::nullopt : std::optional{Why::other_date};
}

/// Whether the two records are of one game: the moves of one are the first moves of the other, or
/// it begins later and is a part of the other, or was typed again with slips. (In the archive the
/// date is often the day on which a game was typed in, so many plies in common count for more.)
bool EventGames::one_game(const Record& longer, const Record& shorter) {
  if (!longer.start.same_board(shorter.start)) {
    return is_part(longer, shorter);
  }
  if (!longer.moves.starts_with(shorter.moves)) {
    return longer.game.result == shorter.game.result &&
           record::is_typed_again(occasion(longer), longer.moves, occasion(shorter), shorter.moves);
  }
  if (shorter.game.plies == 0) {
    const bool same_day = longer.days.one_day() && longer.days == shorter.days;
    return !contradiction(longer, shorter) && (same_day || same_round(longer.game, shorter.game));
  }
  return shorter.moves.size() >= 2 * record::sure_plies || !contradiction(longer, shorter);
}

/// All are of the event that was asked for, whatever else its header says.
record::Occasion EventGames::occasion(const Record& r) {
  return {record::player_number(r.red), record::player_number(r.black), r.days, 0,
          record::name_number(r.game.round)};
}

bool EventGames::is_part(const Record& whole, const Record& part) {
  return !contradiction(whole, part) &&
         record::find_part(whole.start, whole.moves, part.start, part.moves).has_value();
}

/// Take over what `kept` does not say.
void EventGames::complete(Record& kept, const Record& other) {
  if (kept.game.round.empty()) {
    kept.game.round = other.game.round;
    kept.game.round_number = other.game.round_number;
  }
  const bool narrower = other.days.first >= kept.days.first && other.days.last <= kept.days.last;
  if (narrower && other.days != kept.days) {
    kept.days = other.days;
    kept.game.date = other.game.date;
  }
  for (int EventGame::*rating : {&EventGame::red_rating, &EventGame::black_rating}) {
    if (kept.game.*rating == 0) {
      kept.game.*rating = other.game.*rating;
    }
  }
  if (kept.game.result == Result::unknown) {
    kept.game.result = other.game.result;
  }
}

/// Keeps the longest record of each game, and the first with a result among equally long ones.
void EventGames::join_records(std::vector<Record*>& of_one_pair) {
  std::ranges::stable_sort(of_one_pair, [](const Record* a, const Record* b) {
    return std::pair{-a->game.plies, a->game.result == Result::unknown} <
           std::pair{-b->game.plies, b->game.result == Result::unknown};
  });
  struct Known {
    Record* record;
    Record* kept; ///< of the same game
  };
  std::vector<Known> known;
  std::vector<Record*> kept;
  for (Record* record : of_one_pair) {
    const auto same = std::ranges::find_if(
        known, [&](const Known& earlier) { return one_game(*earlier.record, *record); });
    if (same == known.end()) {
      known.push_back({record, record});
      kept.push_back(record);
      continue;
    }
    Record& stays = *same->kept;
    m_left_out.push_back({record->game.number,
                          contradiction(stays, *record).value_or(LeftOutGame::Why::repeats),
                          stays.game.number});
    complete(stays, *record);
    known.push_back({record, &stays});
  }
  of_one_pair = std::move(kept);
}

void EventGames::name_players(const std::vector<const Record*>& counted) {
  for (const Record* record : counted) {
    m_names.push_back(record->red);
    m_names.push_back(record->black);
  }
  std::ranges::sort(m_names);
  m_names.erase(std::unique(m_names.begin(), m_names.end()), m_names.end());
  const auto place = [this](const std::string& name) {
    return static_cast<std::size_t>(std::ranges::lower_bound(m_names, name) - m_names.begin());
  };
  for (const Record* record : counted) {
    EventGame& game = m_games.emplace_back(record->game);
    game.red = place(record->red);
    game.black = place(record->black);
  }
}

void EventGames::finish() {
  std::map<std::pair<std::string_view, std::string_view>, std::vector<Record*>> pairs;
  for (Record& record : m_records) {
    pairs[{record.red, record.black}].push_back(&record);
  }
  std::vector<const Record*> counted;
  std::map<std::string, std::size_t> events;
  for (auto& [players, records] : pairs) {
    join_records(records);
    for (const Record* record : records) {
      if (record->game.result == Result::unknown) {
        m_left_out.push_back({record->game.number, LeftOutGame::Why::no_result});
        continue;
      }
      counted.push_back(record);
      ++events[record->event];
    }
  }
  name_players(counted);
  const auto key = [](const EventGame& game) {
    return std::tuple{game.round.empty(), game.round_number == 0,
                      game.round_number,  std::string_view{game.round},
                      game.date.empty(),  std::string_view{game.date},
                      game.number};
  };
  std::ranges::sort(m_games, {}, key);
  std::ranges::sort(m_left_out, {}, &LeftOutGame::number);
  for (const auto& [name, games] : events) {
    m_events.push_back({name, games});
  }
  std::ranges::stable_sort(m_events, std::greater{}, &EventReport::Name::games);
}

} // namespace xq::reports
