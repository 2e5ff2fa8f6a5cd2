#include "service/games/asked_games.hpp"

#include "jobs/answer/write.hpp"
#include "jobs/search/position_question.hpp"
#include "service/explorer/position_games.hpp"
#include "service/move_json.hpp"

#include <xq/base/translate.hpp>

#include <algorithm>
#include <array>
#include <cstring>
#include <iterator>
#include <memory>
#include <vector>

namespace xq::service {

std::vector<store::FilterRow> served_filters() {
  std::vector<store::FilterRow> out;
  std::ranges::copy_if(store::filter_table(), std::back_inserter(out),
                       &store::FilterRow::is_served);
  return out;
}

namespace {

using jobs::Kind;
using jobs::PositionQuestion;

/// Appends a length-prefixed value, so that different lists never give one cache key.
void add_value(std::string& text, std::string_view name, std::string_view value) {
  text += fmt::format("{}={}:{}\n", name, value.size(), value);
}

/// Sets those of `texts` that the question has, and notes them in `asked`.
template <typename Texts, typename Target>
void read_texts(const Parameters& query, const Texts& texts, Target& target, std::string& asked) {
  for (const auto& text : texts) {
    const auto given = query.get(text.name);
    if (text.is_flag() ? query.flag(text.name) : !given.empty()) {
      read_named(text.name, given, [&](std::string_view value) { text.read(value, target); });
      add_value(asked, text.name, given);
    }
  }
}

/// How a message calls a part of PositionQuestion.
std::string parameter(std::string_view name) {
  return name == "position" ? "fen=" : name == "moves" ? "play=" : fmt::format("{}=", name);
}

void read_moves_wanted(const Parameters& query, AskedGames& asked) {
  PositionQuestion question;
  read_texts(query, jobs::position_texts(), question, asked.text);
  if (query.find("fen") || query.find("play")) {
    if (!question.position.empty() || !question.moves.empty()) {
      throw HttpError{400, localized("position= and moves= say the same as fen= and play=. Give "
                                     "one of them.")};
    }
    question.place = read_line(query, read_move_style(query)).position;
  }
  try {
    asked.place = question.apply(asked.filter, parameter);
  } catch (const UsageError& e) {
    throw HttpError{400, localized("{}.", e.what())};
  }
}

/// Whether the games are those that games_reaching() finds: in both mirror images, at any ply,
/// whatever follows.
bool reach_anyhow(const AskedGames& asked) {
  const auto& filter = asked.filter;
  return asked.place && !asked.repeated && !filter.position->then && !filter.ply &&
         filter.mirrored && !filter.exchanged;
}

/// The numbers of the games that come to the position and pass the rest of the filter.
///
/// Saves reading the moves of all games from the database: of 46,414 games, 80 ms became 1
/// (measured); relies on the signatures of GameTable.
std::vector<std::int64_t> find_reaching(GameFile& file, const AskedGames& asked) {
  std::vector<std::int64_t> reaching;
  for (const auto place : games_reaching(file, *asked.place)) {
    reaching.push_back(file.table().number(place));
  }
  store::Filter others = asked.filter;
  others.position.reset();
  if (others.empty() || reaching.empty()) {
    return reaching;
  }
  const GameFile::Lease reader{file.readers()};
  const auto passing = reader->games.find_numbers(others);
  std::vector<std::int64_t> both;
  std::set_intersection(reaching.begin(), reaching.end(), passing.begin(), passing.end(),
                        std::back_inserter(both));
  return both;
}

jobs::FoundGames find(GameFile& file, const AskedGames& asked) {
  if (reach_anyhow(asked)) {
    return {find_reaching(file, asked), {}};
  }
  const GameFile::Lease reader{file.readers()};
  return jobs::find_games(reader->games, asked.filter, asked.repeated);
}

template <typename T>
std::shared_ptr<const std::string> packed(const std::vector<T>& values) {
  return std::make_shared<const std::string>(reinterpret_cast<const char*>(values.data()),
                                             values.size() * sizeof(T));
}

template <typename T>
std::vector<T> unpacked(const std::string& bytes) {
  std::vector<T> values(bytes.size() / sizeof(T));
  if (!bytes.empty()) { // there is no memory to copy to
    std::memcpy(values.data(), bytes.data(), bytes.size());
  }
  return values;
}

/// A filter as a field of a form.
struct FormField {
  std::string_view name, caption, value, choices;
};
constexpr auto form_fields = std::to_array<jobs::FieldOf<FormField>>(
    {{"name", Kind::word, jobs::get<&FormField::name>},
     {"caption", Kind::text,
      [](const FormField& f) -> jobs::Value { return translate(f.caption); }},
     {"value", Kind::text, jobs::get<&FormField::value>},
     {"choices", Kind::text, jobs::get<&FormField::choices>}});
using Form = std::vector<FormField>;
constexpr std::array whole_form_fields{
    jobs::FieldOf<Form>{"filters", Kind::objects,
                        [](const Form& form) -> jobs::Value { return rows_of(form_fields, form); },
                        jobs::parts<form_fields>}};

} // namespace

AskedGames read_asked_games(const Parameters& query) {
  AskedGames asked;
  read_texts(query, served_filters(), asked.filter, asked.text);
  read_moves_wanted(query, asked);
  for (const std::string_view name : {"fen", "play", "dialect", "no-names"}) {
    if (const auto value = query.find(name)) { // also an empty one, as fen= is
      add_value(asked.text, name, *value);
    }
  }
  if (query.flag("no-names")) {
    asked.filter.names = std::make_shared<const record::Aliases>();
  }
  asked.repeated = query.flag("duplicates");
  return asked;
}

std::vector<jobs::Field> filter_fields() { return described(whole_form_fields); }

Response answer_filters(const Call& /*call*/) {
  std::vector<FormField> form;
  const auto add = [&](const auto& row) {
    if (!row.caption.empty()) {
      form.push_back({row.name, row.caption, row.value, row.choices});
    }
  };
  std::ranges::for_each(served_filters(), add);
  std::ranges::for_each(jobs::position_texts(), add);
  return json_response(jobs::json_object(whole_form_fields, form));
}

std::shared_ptr<GameFile> database_of(const Library& library, const Call& call) {
  auto file = library.database(call.query.get("db"));
  if (file == nullptr) {
    throw HttpError{404, localized("No database is served. Start xq serve with --db GAMES.xqdb.")};
  }
  return file;
}

jobs::FoundGames find_asked(GameFile& file, AnswerCache& cache, const AskedGames& asked) {
  const auto question =
      fmt::format("{}\n{} {}", file.digest(), asked.repeated ? "repeated" : "found", asked.text);
  const auto kept = cache.find_or_make(question, [&] {
    const auto found = find(file, asked);
    return asked.repeated ? packed(found.repeats) : packed(found.games);
  });
  return asked.repeated ? jobs::games_of(unpacked<store::Duplicate>(*kept))
                        : jobs::FoundGames{unpacked<std::int64_t>(*kept), {}};
}

Response answer_of_database(const Library& library, AnswerCache& cache, const Call& call,
                            std::string_view what,
                            const std::function<std::string(GameFile&)>& make) {
  std::string question;
  for (const auto& [name, value] : call.query.all()) {
    add_value(question, name, value);
  }
  return Library::again_when_changed([&] {
    const auto file = database_of(library, call);
    Response response;
    response.body =
        cache.find_or_make(fmt::format("{}\n{} {}", file->digest(), what, question),
                           [&] { return std::make_shared<const std::string>(make(*file)); });
    response.etag = fmt::format("\"{}\"", file->digest());
    return response;
  });
}

} // namespace xq::service
