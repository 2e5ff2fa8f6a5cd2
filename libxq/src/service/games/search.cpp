#include "jobs/answer/write.hpp"
#include "jobs/search/list_columns.hpp"
#include "service/games/answers.hpp"
#include "service/games/asked_games.hpp"
#include "service/games/game_json.hpp"

#include <xq/base/translate.hpp>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

namespace xq::service {

namespace {

using jobs::FoundGame;
using jobs::ListColumn;

constexpr std::int64_t most_listed = 200;
/// Each takes eight bytes for every game that is found.
constexpr std::size_t most_sort_keys = 4;

/// Paths of files are nobody's business at the other end of a network.
void refuse_source(std::string_view name, ListColumn column) {
  if (column == ListColumn::source) {
    throw HttpError{400, localized("{}=: the server does not tell the names of its files. Leave "
                                   "out source.",
                                   name)};
  }
}

std::vector<ListColumn> read_columns(const Parameters& query) {
  const auto list = query.get("columns");
  if (list.empty()) {
    return {};
  }
  auto columns = read_named("columns", list, jobs::read_columns);
  for (const auto column : columns) {
    refuse_source("columns", column);
  }
  return columns;
}

std::vector<jobs::ListSortKey> read_order(const Parameters& query) {
  const auto list = query.get("sort");
  if (list.empty()) {
    return {};
  }
  auto order = read_named("sort", list, jobs::read_sort_keys);
  for (const auto& key : order) {
    refuse_source("sort", key.column);
  }
  if (order.size() > most_sort_keys) {
    throw HttpError{400, localized("sort= has more than {} columns. Give fewer.", most_sort_keys)};
  }
  return order;
}

jobs::PageQuestion read_page(const Parameters& query) {
  using Any = std::numeric_limits<std::int64_t>;
  jobs::PageQuestion page;
  page.order = read_order(query);
  page.limit = static_cast<std::size_t>(query.number("limit", 50, 1, most_listed));
  if (query.find("after")) {
    page.after = query.number("after", 0, Any::min(), Any::max());
  }
  return page;
}

constexpr std::array id_fields{
    jobs::FieldOf<FoundGame>{"id", jobs::Kind::text, [](const FoundGame& found) -> jobs::Value {
                               return std::to_string(found.game.number);
                             }}};

/// All that `columns` may ask for, and the usual list.
std::vector<jobs::Field> found_fields() {
  auto fields = described(id_fields, jobs::list_fields(), opening_fields().last(1));
  for (auto& field : fields) {
    field.missing = jobs::Missing::left_out;
  }
  return fields;
}

struct Page {
  std::string_view database;
  std::size_t count;
  const std::vector<std::int64_t>& games;
  bool more;
};
constexpr auto page_fields =
    std::to_array<jobs::FieldOf<Page>>({{"db", jobs::Kind::text, jobs::get<&Page::database>},
                                        {"count", jobs::Kind::count, jobs::get<&Page::count>}});
/// Written game by game.
constexpr std::array games_fields{
    jobs::FieldOf<Page>{"games", jobs::Kind::objects, nullptr, found_fields}};
constexpr auto next_fields = std::to_array<jobs::FieldOf<Page>>(
    {{"more", jobs::Kind::flag, jobs::get<&Page::more>},
     {"next", jobs::Kind::text,
      [](const Page& page) {
        return page.more ? jobs::Value{std::to_string(page.games.back())} : jobs::Value{};
      },
      jobs::Missing::null}});

/// What a list says of a game when nobody chose columns.
void write_usual(JsonWriter& json, const FoundGame& found, const MoveStyle& style) {
  using enum ListColumn;
  jobs::write_members(json, id_fields, found);
  for (const auto column : {game, date, red, black, result, event, site, round}) {
    write_member(json, found, column, true);
  }
  jobs::write_members(json, opening_fields(), ShownOpening{found.game, style});
  for (const auto column : {plies, at, repeats}) {
    write_member(json, found, column, false);
  }
}

void write_found(JsonWriter& json, const FoundGame& found, const std::vector<ListColumn>& columns,
                 const MoveStyle& style) {
  json.begin_object();
  if (columns.empty()) {
    write_usual(json, found, style);
  }
  for (const auto column : columns) {
    if (column == ListColumn::opening) {
      const auto& field = jobs::info(column).field;
      json.member(field.name, in_script(jobs::plain_text(field.get(found)), style));
    } else {
      write_member(json, found, column, true);
    }
  }
  json.end_object();
}

/// A page of what was found. Throws HttpError 400 for a page behind a game without a place.
jobs::GamePage page_of(store::GameDatabase& games, const jobs::FoundGames& found,
                       const store::Filter& filter, const jobs::PageQuestion& wanted) {
  try {
    return jobs::choose_page(games, found, filter, wanted);
  } catch (const store::NoPlaceError& e) {
    throw HttpError{400, e.what()};
  }
}

} // namespace

std::vector<jobs::Field> search_fields() {
  return described(page_fields, games_fields, next_fields);
}

Response answer_search(const Library& library, AnswerCache& cache, const Call& call) {
  const auto asked = read_asked_games(call.query);
  const auto style = read_move_style(call.query);
  const auto wanted = read_page(call.query);
  const auto columns = read_columns(call.query);
  return Library::again_when_changed([&] {
    const auto file = database_of(library, call);
    return kept_answer(*file, cache, call, "search", [&] {
      const auto found = find_asked(*file, cache, asked, call.query);
      const GameFile::Lease reader{file->readers()};
      store::GameDatabase& games = reader->games;
      const auto page = page_of(games, found, asked.filter, wanted);
      const jobs::GameFacts facts{games, page.games, asked.filter, found};
      std::string out;
      JsonWriter json{out};
      const Page shown{file->name(), found.games.size(), page.games, page.more};
      json.begin_object();
      jobs::write_members(json, page_fields, shown);
      json.key(games_fields[0].name).begin_array();
      games.read(page.games, [&](record::Game& game) {
        const auto number = static_cast<std::int64_t>(game.number);
        write_found(json, {game, facts.at(number), facts.repeats(number)}, columns, style);
        return true;
      });
      json.end_array();
      jobs::write_members(json, next_fields, shown);
      json.end_object();
      return out;
    });
  });
}

} // namespace xq::service
