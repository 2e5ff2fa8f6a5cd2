#include "jobs/answer/write.hpp"
#include "jobs/search/list_columns.hpp"
#include "service/games/answers.hpp"
#include "service/games/asked_games.hpp"
#include "service/games/game_json.hpp"

#include <xq/base/translate.hpp>

#include <algorithm>
#include <array>
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

ListColumn column_of(ListColumn column) noexcept { return column; }
ListColumn column_of(const jobs::ListSortKey& key) noexcept { return key.column; }

/// A list of columns that may be missing. Paths of files are nobody's business at the other end of
/// a network.
template <typename T>
std::vector<T> read_list(const Parameters& query, std::string_view name,
                         std::vector<T> (*read)(std::string_view)) {
  const auto text = query.get(name);
  auto list = text.empty() ? std::vector<T>{} : read_named(name, text, read);
  if (std::ranges::any_of(list,
                          [](const T& each) { return column_of(each) == ListColumn::source; })) {
    throw HttpError{400, localized("{}=: the server does not tell the names of its files. Leave "
                                   "out source.",
                                   name)};
  }
  return list;
}

/// What a client asks for.
struct Search {
  explicit Search(const Parameters& query)
      : games{read_asked_games(query)},
        style{read_move_style(query)},
        page{.order = read_list(query, "sort", jobs::read_sort_keys),
             .after = {},
             .limit = static_cast<std::size_t>(query.number("limit", 50, 1, most_listed))},
        columns{read_list(query, "columns", jobs::read_columns)} {
    using Any = std::numeric_limits<std::int64_t>;
    if (page.order.size() > most_sort_keys) {
      throw HttpError{400,
                      localized("sort= has more than {} columns. Give fewer.", most_sort_keys)};
    }
    if (query.find("after")) {
      page.after = query.number("after", 0, Any::min(), Any::max());
    }
  }
  AskedGames games;
  MoveStyle style;
  jobs::PageQuestion page;
  std::vector<ListColumn> columns; ///< empty: the usual ones
};

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
  jobs::GamePage shown;
};
constexpr auto page_fields =
    std::to_array<jobs::FieldOf<Page>>({{"db", jobs::Kind::text, jobs::get<&Page::database>},
                                        {"count", jobs::Kind::count, jobs::get<&Page::count>}});
/// Written game by game.
constexpr std::array games_fields{
    jobs::FieldOf<Page>{"games", jobs::Kind::objects, nullptr, found_fields}};
constexpr auto next_fields = std::to_array<jobs::FieldOf<Page>>(
    {{"more", jobs::Kind::flag, jobs::get<&Page::shown, &jobs::GamePage::more>},
     {"next", jobs::Kind::text,
      [](const Page& page) {
        return page.shown.more ? jobs::Value{std::to_string(page.shown.games.back())}
                               : jobs::Value{};
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

void write_found(JsonWriter& json, const FoundGame& found, const Search& wanted) {
  json.begin_object();
  if (wanted.columns.empty()) {
    write_usual(json, found, wanted.style);
  }
  for (const auto column : wanted.columns) {
    if (column == ListColumn::opening) {
      const auto& field = jobs::info(column).field;
      json.member(field.name, in_script(jobs::plain_text(field.get(found)), wanted.style));
    } else {
      write_member(json, found, column, true);
    }
  }
  json.end_object();
}

/// A page of what was found in `file`.
std::string write_page(GameFile& file, const jobs::FoundGames& found, const Search& wanted) {
  const GameFile::Lease reader{file.readers()};
  auto& games = reader->games;
  const auto& filter = wanted.games.filter;
  const Page page{file.name(), found.games.size(),
                  jobs::choose_page(games, found, filter, wanted.page)};
  const jobs::GameFacts facts{games, page.shown.games, filter, found};
  std::string out;
  JsonWriter json{out};
  json.begin_object();
  jobs::write_members(json, page_fields, page);
  json.key(games_fields[0].name).begin_array();
  games.read(page.shown.games, [&](record::Game& game) {
    const auto number = static_cast<std::int64_t>(game.number);
    write_found(json, {game, facts.at(number), facts.repeats(number)}, wanted);
    return true;
  });
  json.end_array();
  jobs::write_members(json, next_fields, page);
  json.end_object();
  return out;
}

} // namespace

std::vector<jobs::Field> search_fields() {
  return described(page_fields, games_fields, next_fields);
}

Response answer_search(const Library& library, AnswerCache& cache, const Call& call) {
  const Search wanted{call.query};
  return answer_of_database(library, cache, call, "search", [&](GameFile& file) {
    try {
      return write_page(file, find_asked(file, cache, wanted.games), wanted);
    } catch (const store::NoPlaceError& e) { // a page behind a game without a place
      throw HttpError{400, e.what()};
    }
  });
}

} // namespace xq::service
