#include "base/files/file_name.hpp"
#include "base/text/text.hpp"
#include "record/facts.hpp"
#include "service/games/answers.hpp"
#include "service/games/asked_games.hpp"
#include "service/games/game_json.hpp"

#include <xq/base/translate.hpp>
#include <xq/format/format.hpp>

#include <charconv>

namespace xq::service {

namespace {

constexpr std::string_view pgn_type = "application/x-chess-pgn";

std::int64_t read_number(std::string_view text) {
  std::int64_t number = 0;
  const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{} || stop != text.data() + text.size() || number <= 0) {
    throw HttpError{
        404, localized("{} is no number of a game. GET /search finds games.", excerpt(text, 40))};
  }
  return number;
}

/// Whether PGN is named before JSON, and not with quality 0.
bool prefers_pgn(std::string_view accept) noexcept {
  const auto pgn = std::min(accept.find(pgn_type), accept.find("application/vnd.chess-pgn"));
  return pgn != std::string_view::npos && pgn < accept.find("application/json") &&
         !accept.substr(pgn).substr(0, accept.substr(pgn).find(',')).ends_with("q=0");
}

std::string as_pgn(const record::Game& game) {
  const auto writer = format::make_writer("pgn", {});
  std::string out;
  writer->header(out);
  writer->game(out, game);
  writer->footer(out);
  return out;
}

struct StoredGame {
  std::uint64_t number;
  std::string_view database;
};
constexpr auto number_fields = std::to_array<jobs::FieldOf<StoredGame>>(
    {{"game", jobs::Kind::count, jobs::get<&StoredGame::number>},
     {"id", jobs::Kind::text,
      [](const StoredGame& g) -> jobs::Value { return std::to_string(g.number); }},
     {"db", jobs::Kind::text, jobs::get<&StoredGame::database>}});

std::string as_json(const record::Game& game, std::string_view database, const MoveStyle& style) {
  std::string out;
  JsonWriter json{out};
  json.begin_object();
  jobs::write_members<StoredGame>(json, number_fields, {game.number, database});
  write_game_members(json, game, style);
  json.end_object();
  return out;
}

/// `12-胡荣华-李来群.pgn`.
std::string file_name(const record::Game& game) {
  const record::Facts facts{game};
  const auto name = fmt::format("{}-{}-{}", game.number, facts.red, facts.black);
  return as_file_name(name, 100) + ".pgn";
}

} // namespace

std::vector<jobs::Field> stored_game_fields() { return described(number_fields, game_fields()); }

Response answer_game(const Library& library, const Call& call) {
  auto id = call.rest;
  const bool named_pgn = id.ends_with(".pgn");
  if (named_pgn) {
    id.remove_suffix(4);
  }
  const bool pgn = named_pgn || prefers_pgn(call.request.accept);
  const auto number = read_number(id);
  const auto style = read_move_style(call.query);
  return Library::again_when_changed([&] {
    const auto file = database_of(library, call);
    const GameFile::Lease reader{file->readers()};
    Response response;
    reader->games.read({&number, 1}, [&](record::Game& game) {
      // The page has words of its own for marks; who reads PGN has not.
      reader->values.add_to(game, pgn ? analysis::ValueWords::remarks : analysis::ValueWords::none);
      response.body = std::make_shared<const std::string>(pgn ? as_pgn(game)
                                                              : as_json(game, file->name(), style));
      response.file_name = named_pgn ? file_name(game) : std::string{};
      return false;
    });
    if (response.body == nullptr) {
      throw HttpError{404, localized("There is no game {} in this database. GET /search finds "
                                     "games.",
                                     number)};
    }
    response.content_type = pgn ? std::string{pgn_type} + "; charset=utf-8" : "application/json";
    response.etag = fmt::format("\"{}{}\"", file->digest(), pgn ? "p" : "");
    return response;
  });
}

} // namespace xq::service
