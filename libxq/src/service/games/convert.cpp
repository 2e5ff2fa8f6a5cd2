#include "service/games/convert.hpp"

#include "base/text/text.hpp"
#include "format/binary/binary.hpp"
#include "format/detect.hpp"
#include "format/registry.hpp"
#include "format/xml/xml.hpp"
#include "service/games/game_json.hpp"

#include <xq/base/encoding.hpp>
#include <xq/base/problem_code.hpp>
#include <xq/base/translate.hpp>
#include <xq/format/format.hpp>

#include <functional>

namespace xq::service {

namespace {

constexpr std::size_t most_bytes = std::size_t{4} << 20U;
constexpr std::size_t most_games = 200;

/// What a file held.
struct Contents {
  std::string games; ///< JSON, the elements of a list
  std::string problems;
  std::size_t count = 0;
  bool more = false;
};

void add_problem(std::string& list, std::uint64_t game, const Problem& problem) {
  list += list.empty() ? "" : ",";
  JsonWriter json{list};
  json.begin_object()
      .member("game", game)
      .member("code", info(problem.code).name)
      .member("severity", to_text(problem.severity))
      .member("line", problem.where.line)
      .member("column", problem.where.column)
      .member("ply", problem.ply)
      .member("message", std::string_view{problem.message})
      .end_object();
}

/// Reads the bytes of a file: which format, which encoding, game by game.
class FileReader {
public:
  FileReader(std::string_view bytes, const MoveStyle& style) : m_bytes{bytes}, m_style{style} {}

  Contents read() {
    if (const auto* const binary = format::detect_binary(format::as_bytes(m_bytes))) {
      read_binary(*binary);
    } else {
      read_text();
    }
    return std::move(m_contents);
  }

private:
  /// False when there are enough.
  bool add(record::Game& game) {
    if (m_contents.count == most_games) {
      m_contents.more = true;
      return false;
    }
    game.number = ++m_contents.count;
    for (const auto& problem : game.problems) {
      add_problem(m_contents.problems, game.number, problem);
    }
    m_contents.games += m_contents.games.empty() ? "" : ",";
    JsonWriter json{m_contents.games};
    json.begin_object().member("usable", game.usable());
    write_game_members(json, game, m_style);
    json.end_object();
    return true;
  }

  void refuse(const Problem& problem) { add_problem(m_contents.problems, 0, problem); }

  void read_binary(const format::BinaryFormat& binary) {
    format::BinaryFile file;
    file.file = m_bytes;
    if (const auto problem = binary.split(file)) {
      refuse(*problem);
      return;
    }
    record::Game game;
    for (const auto record : file.records) {
      game.clear();
      binary.parse(record, game);
      if (!add(game)) {
        return;
      }
    }
  }

  void decode() {
    const auto detected = detect_encoding(m_bytes, true);
    Decoder decoder{detected.encoding};
    decoder.decode(m_bytes.substr(detected.mark_size), m_text, m_bad);
    decoder.finish(m_text, m_bad);
    for (std::size_t i = 0; i < m_text.size(); ++i) { // lines of old Macintosh files
      if (m_text[i] == '\r' && (i + 1 == m_text.size() || m_text[i + 1] != '\n')) {
        m_text[i] = '\n';
      }
    }
  }

  void read_text() {
    decode();
    const auto detected = format::detect_format(m_text, {});
    const auto* const entry =
        detected.format == nullptr ? nullptr : format::find_entry(detected.format->name);
    if (entry == nullptr || (entry->make_splitter != nullptr && entry->make_parser == nullptr)) {
      refuse(make_problem(ProblemCode::unknown_format,
                          detected.foreign.empty()
                              ? std::string{translate("no format that can be read")}
                              : localized("{} is a format that cannot be read", detected.foreign)));
      return;
    }
    if (entry->make_splitter == nullptr) {
      read_xml();
    } else {
      read_slices(*entry);
    }
  }

  void read_slices(const format::FormatEntry& entry) {
    const auto splitter = entry.make_splitter();
    const auto parser = entry.make_parser({});
    std::vector<format::Splitter::Start> starts;
    splitter->scan(m_text, true, starts);
    record::Game game;
    for (std::size_t i = 0; i < starts.size(); ++i) {
      const auto begin = starts[i].offset;
      const auto end = i + 1 < starts.size() ? starts[i + 1].offset : m_text.size();
      parser->parse({std::string_view{m_text}.substr(begin, end - begin), begin, starts[i].line,
                     !m_bad.empty(), splitter->heading()},
                    game);
      if (!add(game)) {
        return;
      }
    }
  }

  void read_xml() {
    format::XmlGameReader reader{{}};
    for (const auto& bad : m_bad) {
      reader.add_damage(bad.text_offset);
    }
    std::vector<std::unique_ptr<format::XmlGame>> games;
    const auto problem = reader.feed(m_text, true, games);
    for (const auto& entry : games) {
      if (!add(entry->game)) {
        return;
      }
    }
    if (problem) {
      refuse(*problem);
    }
  }

  std::string_view m_bytes;
  const MoveStyle& m_style;
  std::string m_text;
  std::vector<BadBytes> m_bad;
  Contents m_contents;
};

} // namespace

Response answer_read(const Call& call) {
  if (call.request.body.size() > most_bytes) {
    throw HttpError{413,
                    localized("The file is larger than 4 MB. Use xq import and xq serve --db for "
                              "archives.")};
  }
  const auto style = read_move_style(call.query);
  auto contents = FileReader{call.request.body, style}.read();
  return json_response(fmt::format("{{\"games\":[{}],\"problems\":[{}],\"more\":{}}}",
                                   contents.games, contents.problems, contents.more));
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
