#include "base/text/text.hpp"
#include "format/reading/read.hpp"
#include "format/registry.hpp"
#include "jobs/answer/problem_fields.hpp"
#include "jobs/answer/write.hpp"
#include "service/games/answers.hpp"
#include "service/games/game_json.hpp"

#include <xq/base/translate.hpp>
#include <xq/format/format.hpp>

#include <memory>
#include <string>

namespace xq::service {

namespace {

constexpr std::size_t most_bytes = std::size_t{4} << 20U;
constexpr std::size_t most_converted = 200;

/// What a file held.
struct Contents {
  std::string games; ///< JSON, the elements of a list
  std::string problems;
  std::size_t count = 0;
  bool more = false;
};

constexpr std::array place_fields{jobs::FieldOf<std::uint64_t>{
    "game", jobs::Kind::count, [](const std::uint64_t& game) -> jobs::Value { return game; }}};
constexpr std::array usable_fields{
    jobs::FieldOf<record::Game>{"usable", jobs::Kind::flag, jobs::get<&record::Game::usable>}};

std::vector<jobs::Field> read_game_fields() { return described(usable_fields, game_fields()); }

/// The lists are JSON already.
constexpr auto read_parts = std::to_array<jobs::FieldOf<Contents>>(
    {{"games", jobs::Kind::objects, nullptr, read_game_fields},
     {"problems", jobs::Kind::objects, nullptr, jobs::parts<place_fields, jobs::problem_fields>},
     {"more", jobs::Kind::flag, nullptr}});

void add_problem(std::string& list, std::uint64_t game, const Problem& problem) {
  list += list.empty() ? "" : ",";
  JsonWriter json{list};
  json.begin_object();
  jobs::write_members(json, place_fields, game);
  jobs::write_members(json, jobs::problem_fields(), problem);
  json.end_object();
}

/// Takes the games of a file in their order, as many as are shown.
class FileReader final : public format::BatchOutput {
public:
  FileReader(Contents& contents, const MoveStyle& style) : m_contents{contents}, m_style{style} {}

  void add(record::Game& game) {
    if (m_contents.count == most_converted) {
      m_contents.more = true;
      return;
    }
    game.number = ++m_contents.count;
    for (const auto& problem : game.problems) {
      add_problem(m_contents.problems, game.number, problem);
    }
    m_contents.games += m_contents.games.empty() ? "" : ",";
    JsonWriter json{m_contents.games};
    json.begin_object();
    jobs::write_members(json, usable_fields, game);
    write_game_members(json, game, m_style);
    json.end_object();
  }

private:
  Contents& m_contents;
  const MoveStyle& m_style;
};

/// Reads the text as `xq convert` does: format, encoding, archive and all.
Contents read_contents(const std::string& bytes, const MoveStyle& style) {
  Contents contents;
  format::BatchHandler handler;
  handler.make = [&] { return std::make_unique<FileReader>(contents, style); };
  handler.work = [](record::Game& game, format::BatchOutput& out) {
    static_cast<FileReader&>(out).add(game);
  };
  handler.emit = [](format::BatchOutput&) {};
  handler.file_problem = [&](const format::FileProblem& problem) {
    add_problem(contents.problems, 0, problem.problem);
  };
  format::ReadOptions options;
  options.threads = 1;
  try {
    format::read_bytes(bytes, options, handler,
                       [&](const format::ReadProgress&) { return !contents.more; });
  } catch (const Interrupted&) { // there are more games than are shown
  }
  return contents;
}

} // namespace

std::vector<jobs::Field> read_fields() { return described(read_parts); }

Response answer_read(const Call& call) {
  if (call.request.body.size() > most_bytes) {
    throw HttpError{413,
                    localized("The file is larger than 4 MB. Use xq import and xq serve --db for "
                              "archives.")};
  }
  const auto style = read_move_style(call.query);
  const auto contents = read_contents(std::string{call.request.body}, style);
  return json_response(fmt::format("{{\"{}\":[{}],\"{}\":[{}],\"{}\":{}}}", read_parts[0].name,
                                   contents.games, read_parts[1].name, contents.problems,
                                   read_parts[2].name, contents.more));
}

Response answer_write(const Call& call) {
  if (call.request.body.size() > most_bytes) {
    throw HttpError{413,
                    localized("The game is larger than 4 MB. Leave some of its comments out.")};
  }
  const auto to = call.query.get("to", "pgn");
  const auto* const wanted = format::find_format(to);
  if (wanted == nullptr || !wanted->writable) {
    throw HttpError{400, localized("to={} is no format that can be written. Give pgn, uci, xml "
                                   "or another one that xq formats lists.",
                                   excerpt(to, 40))};
  }
  record::Game game;
  read_game_json(call.request.body, game);
  game.number = 1;
  format::WriteOptions options;
  options.style = read_move_style(call.query).script;
  const auto writer = format::make_writer(to, options);
  std::string text;
  writer->game(text, game);
  const bool is_text = !wanted->one_game_a_file && !wanted->has_index;
  Response response;
  response.body = std::make_shared<const std::string>(writer->file(text));
  response.content_type = to == "pgn" ? "application/x-chess-pgn; charset=utf-8"
                          : is_text   ? "text/plain; charset=utf-8"
                                      : "application/octet-stream";
  const auto extension = wanted->extensions.substr(0, wanted->extensions.find(' '));
  response.file_name = fmt::format("game.{}", extension);
  return response;
}

} // namespace xq::service
