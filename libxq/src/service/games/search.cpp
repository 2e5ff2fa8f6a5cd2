#include "service/games/search.hpp"

#include "service/explorer/position_games.hpp"
#include "service/games/game_json.hpp"

#include <xq/base/chinese_script.hpp>
#include <xq/base/text.hpp>
#include <xq/base/translate.hpp>
#include <xq/record/ecco.hpp>

#include <algorithm>
#include <array>
#include <cstring>
#include <functional>
#include <iterator>
#include <span>

namespace xq::service {

namespace {

constexpr std::int64_t most_listed = 200;

std::int64_t date_in(const Parameters& query, std::string_view name) {
  const auto text = query.get(name);
  if (text.empty()) {
    return 0;
  }
  const auto date = store::read_filter_date(text);
  if (!date) {
    throw HttpError{400, localized("{}={} is no date. Give 1998, 1998-12 or 1998-12-09.", name,
                                   excerpt(text, 40))};
  }
  return *date;
}

void read_result(const Parameters& query, store::Filter& filter) {
  const auto text = query.get("result");
  if (text.empty()) {
    return;
  }
  for (const auto result : {record::Result::unknown, record::Result::red_wins,
                            record::Result::black_wins, record::Result::draw}) {
    if (text == record::to_text(result)) {
      filter.result = result;
      return;
    }
  }
  throw HttpError{400, localized("result={} is not understood. Give 1-0, 0-1, 1/2-1/2 or *.",
                                 excerpt(text, 40))};
}

bool is_code(std::string_view text) noexcept {
  return !text.empty() && text.size() <= 3 && text.front() >= 'A' && text.front() <= 'E' &&
         std::all_of(text.begin() + 1, text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

void read_opening(const Parameters& query, store::Filter& filter) {
  const auto text = query.get("ecco");
  if (text.empty() || is_code(text)) {
    filter.ecco = text;
    return;
  }
  const auto simplified = ChineseScriptConverter{ChineseScript::simplified}.convert(text);
  for (const auto& opening : record::openings()) {
    if (opening.name.find(simplified) != std::string_view::npos) {
      filter.openings.emplace_back(opening.code);
    }
  }
  if (filter.openings.empty()) {
    throw HttpError{400, localized("ecco={} is no code and no part of an opening's name. Give B, "
                                   "C2, D05 or 屏风马.",
                                   excerpt(text, 40))};
  }
}

BoardPattern read_pattern(const Expected<BoardPattern, std::string>& pattern,
                          std::string_view name) {
  if (!pattern) {
    throw HttpError{400, localized("{}= is not understood: {}.", name, pattern.error())};
  }
  return *pattern;
}

void read_wanted_position(const Parameters& query, store::Filter& filter) {
  const bool squares = query.find("fen").has_value() || query.find("play").has_value();
  const auto material = query.get("material");
  const auto sub_position = query.get("sub-position");
  if (int{squares} + int{!material.empty()} + int{!sub_position.empty()} > 1) {
    throw HttpError{
        400, localized("Positions exclude each other. Give fen= with play=, or material=, or "
                       "sub-position=.")};
  }
  if (squares) {
    const auto line = read_line(query, read_move_style(query));
    filter.position = {BoardPattern::exactly(line.position), line.position.canonical()};
  } else if (!material.empty()) {
    filter.position = {read_pattern(BoardPattern::read_material(material), "material"), {}};
  } else if (!sub_position.empty()) {
    filter.position = {read_pattern(BoardPattern::read_squares(sub_position), "sub-position"), {}};
  }
}

std::shared_ptr<GameFile> database_of(const Library& library, const Call& call) {
  auto file = library.database(call.query.get("db"));
  if (file == nullptr) {
    throw HttpError{404, localized("No database is served. Start xq serve with --db GAMES.xqdb.")};
  }
  return file;
}

/// The parameters that say what is looked for, in one form.
std::string filter_text(const Parameters& query) {
  std::string text;
  for (const std::string_view name :
       {"player", "red", "black", "event", "since", "until", "result", "ecco", "min-plies",
        "unique", "fen", "play", "material", "sub-position", "dialect"}) {
    if (const auto value = query.find(name)) {
      text += fmt::format("{}={}\n", name, *value);
    }
  }
  return text;
}

std::vector<std::int64_t> find_in_database(GameFile& file, const store::Filter& filter) {
  const GameFile::Lease reader{file.readers()};
  return reader->games.find(filter);
}

/// The numbers of the games that come to the position of the question and pass the filter, which
/// has no position.
///
/// Saves reading the moves of all games from the database: of 46,414 games, 80 ms became 1
/// (measured); relies on the signatures of GameTable.
std::vector<std::int64_t> find_reaching(GameFile& file, const store::Filter& filter,
                                        const Parameters& query) {
  const auto places = games_reaching(file, read_line(query, read_move_style(query)).position);
  std::vector<std::int64_t> reaching;
  for (const auto place : places) {
    reaching.push_back(file.table().number(place));
  }
  if (filter.empty() || reaching.empty()) {
    return reaching;
  }
  const auto passing = find_in_database(file, filter);
  std::vector<std::int64_t> both;
  std::set_intersection(reaching.begin(), reaching.end(), passing.begin(), passing.end(),
                        std::back_inserter(both));
  return both;
}

/// The numbers of all games that pass, as eight bytes each in the cache: the next page costs no
/// search.
std::shared_ptr<const std::string> find_games(GameFile& file, AnswerCache& cache,
                                              const store::Filter& filter,
                                              const Parameters& query) {
  return cache.find_or_make(fmt::format("{}\nfound {}", file.digest(), filter_text(query)), [&] {
    const bool one_position = filter.position && filter.position->key;
    store::Filter others = filter;
    if (one_position) {
      others.position.reset();
    }
    const auto numbers =
        one_position ? find_reaching(file, others, query) : find_in_database(file, filter);
    return std::make_shared<const std::string>(reinterpret_cast<const char*>(numbers.data()),
                                               numbers.size() * sizeof(std::int64_t));
  });
}

std::vector<std::int64_t> unpacked(const std::string& bytes) {
  std::vector<std::int64_t> numbers(bytes.size() / sizeof(std::int64_t));
  if (!bytes.empty()) { // there is no memory to copy to
    std::memcpy(numbers.data(), bytes.data(), bytes.size());
  }
  return numbers;
}

Response kept_answer(GameFile& file, AnswerCache& cache, const Call& call, std::string_view what,
                     const std::function<std::string()>& make) {
  std::string question;
  for (const auto& [name, value] : call.query.all()) {
    question += fmt::format("{}={}\n", name, value);
  }
  Response response;
  response.body = cache.find_or_make(fmt::format("{}\n{} {}", file.digest(), what, question),
                                     [&] { return std::make_shared<const std::string>(make()); });
  response.etag = fmt::format("\"{}\"", file.digest());
  return response;
}

void write_found(JsonWriter& json, const record::Game& game, const MoveStyle& style) {
  json.begin_object()
      .member("id", std::string_view{std::to_string(game.number)})
      .member("date", game.tag("Date"))
      .member("red", game.has_tag("Red") ? game.tag("Red") : game.tag("White"))
      .member("black", game.tag("Black"))
      .member("result", record::to_text(game.result()))
      .member("event", game.tag("Event"))
      .member("site", game.tag("Site"))
      .member("round", game.tag("Round"));
  write_opening_members(json, game, style);
  json.member("plies", game.plies()).end_object();
}

// -- statistics
// ------------------------------------------------------------------------------------

/// Games by how they ended, as the explorer names it.
struct Tally {
  std::array<std::uint32_t, 4> of{}; ///< by record::Result
  void add(record::Result result) { ++of[static_cast<std::size_t>(result)]; }
  [[nodiscard]] std::uint32_t games() const noexcept { return of[0] + of[1] + of[2] + of[3]; }
};

void write_tally(JsonWriter& json, const Tally& tally, std::string_view first = "red",
                 std::string_view second = "black") {
  json.member("games", tally.games())
      .member(first, tally.of[1])
      .member("draws", tally.of[3])
      .member(second, tally.of[2]);
}

/// The places with most games, at most `limit` of them; of equals the first.
std::vector<std::size_t> most_frequent(const std::vector<Tally>& tallies, std::size_t limit) {
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < tallies.size(); ++i) {
    if (tallies[i].games() != 0) {
      order.push_back(i);
    }
  }
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return tallies[a].games() > tallies[b].games();
  });
  order.resize(std::min(order.size(), limit));
  return order;
}

class Totals {
public:
  explicit Totals(const GameTable& table)
      : m_table{table}, m_players(table.names().size()), m_years(10000), m_openings(501) {}

  void add(std::size_t game) {
    const auto result = m_table.result(game);
    m_all.add(result);
    m_plies += m_table.plies(game);
    m_years[static_cast<std::size_t>(m_table.date(game) / 10000)].add(result);
    m_openings[m_table.ecco_place(game)].add(result);
    add_player(game, Color::red, result);
    add_player(game, Color::black, result);
  }

  void write(JsonWriter& json, std::size_t limit, const MoveStyle& style) const {
    write_tally(json, m_all);
    json.member("unknown", m_all.of[0]);
    json.member("plies", m_plies);
    json.key("years").begin_array();
    for (std::size_t year = 0; year < m_years.size(); ++year) {
      if (m_years[year].games() != 0) {
        json.begin_object().key("year");
        year == 0 ? json.null() : json.value(year);
        write_tally(json, m_years[year]);
        json.end_object();
      }
    }
    json.end_array().key("players").begin_array();
    for (const auto player : most_frequent(m_players, limit)) {
      json.begin_object().member("name", std::string_view{m_table.names()[player]});
      write_tally(json, m_players[player], "won", "lost");
      json.end_object();
    }
    json.end_array().key("openings").begin_array();
    for (const auto place : most_frequent(m_openings, limit)) {
      const auto code = GameTable::ecco_at(place);
      const auto* const opening = record::find_opening(code);
      json.begin_object()
          .member("ecco", std::string_view{code})
          .member("name", std::string_view{opening == nullptr ? std::string{}
                                                              : in_script(opening->name, style)});
      write_tally(json, m_openings[place]);
      json.end_object();
    }
    json.end_array();
  }

private:
  /// From the player's side: won, drawn, lost.
  void add_player(std::size_t game, Color side, record::Result result) {
    using record::Result;
    if (side == Color::black && result != Result::draw && result != Result::unknown) {
      result = result == Result::red_wins ? Result::black_wins : Result::red_wins;
    }
    if (const auto player = m_table.player(game, side); player != 0) {
      m_players[player].add(result);
    }
  }

  const GameTable& m_table;
  Tally m_all;
  std::uint64_t m_plies = 0;
  std::vector<Tally> m_players, m_years, m_openings;
};

} // namespace

store::Filter read_filter(const Parameters& query) {
  store::Filter filter;
  filter.player = query.get("player");
  filter.red = query.get("red");
  filter.black = query.get("black");
  filter.event = query.get("event");
  filter.from = date_in(query, "since");
  filter.until = date_in(query, "until");
  read_result(query, filter);
  read_opening(query, filter);
  filter.min_plies = static_cast<int>(query.number("min-plies", 0, 0, 1'000'000));
  filter.unique = query.flag("unique");
  read_wanted_position(query, filter);
  return filter;
}

Response answer_search(const Library& library, AnswerCache& cache, const Call& call) {
  const auto filter = read_filter(call.query);
  const auto style = read_move_style(call.query);
  const auto after = call.query.number("after", 0, 0, INT64_MAX);
  const auto limit = static_cast<std::size_t>(call.query.number("limit", 50, 1, most_listed));
  return Library::again_when_changed([&] {
    const auto file = database_of(library, call);
    return kept_answer(*file, cache, call, "search", [&] {
      const auto numbers = unpacked(*find_games(*file, cache, filter, call.query));
      const auto first = std::upper_bound(numbers.begin(), numbers.end(), after);
      const auto count =
          std::min<std::size_t>(limit, static_cast<std::size_t>(numbers.end() - first));
      const bool more = first + static_cast<std::ptrdiff_t>(count) != numbers.end();
      std::string out;
      JsonWriter json{out};
      json.begin_object().member("db", std::string_view{file->name()});
      json.member("count", numbers.size()).key("games").begin_array();
      const GameFile::Lease reader{file->readers()};
      reader->games.read(std::span{first, count}, [&](record::Game& game) {
        write_found(json, game, style);
        return true;
      });
      json.end_array().member("more", more).key("next");
      if (more) {
        json.value(
            std::string_view{std::to_string(*(first + static_cast<std::ptrdiff_t>(count) - 1))});
      } else {
        json.null();
      }
      json.end_object();
      return out;
    });
  });
}

Response answer_stats(const Library& library, AnswerCache& cache, const Call& call) {
  const auto filter = read_filter(call.query);
  const auto style = read_move_style(call.query);
  const auto limit = static_cast<std::size_t>(call.query.number("limit", 20, 1, most_listed));
  return Library::again_when_changed([&] {
    const auto file = database_of(library, call);
    return kept_answer(*file, cache, call, "stats", [&] {
      const GameTable& table = file->table();
      Totals totals{table};
      if (filter.empty()) {
        for (std::size_t game = 0; game < table.size(); ++game) {
          totals.add(game);
        }
      } else {
        const auto found = find_games(*file, cache, filter, call.query);
        for (const auto game : table.places(unpacked(*found))) {
          totals.add(game);
        }
      }
      std::string out;
      JsonWriter json{out};
      json.begin_object().member("db", std::string_view{file->name()});
      totals.write(json, limit, style);
      json.end_object();
      return out;
    });
  });
}

} // namespace xq::service
