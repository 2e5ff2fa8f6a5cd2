#include "service/puzzles/puzzle_desk.hpp"

#include "base/text/ascii.hpp"
#include "service/move_json.hpp"
#include "service/puzzles/exercise.hpp"

#include <xq/base/translate.hpp>
#include <xq/board/fen.hpp>

#include <array>
#include <charconv>
#include <optional>

namespace xq::service {

namespace {

using jobs::FieldOf;
using jobs::get;
using jobs::Kind;
using jobs::Missing;
using jobs::parts;
using jobs::Value;

constexpr std::int64_t most_listed = 10'000;

std::string_view side_of(const ServedPuzzle& puzzle) {
  return name_of(puzzle.start.side_to_move());
}

Value theme_names(const ServedPuzzle& puzzle) {
  std::vector<Value> out;
  for (const auto theme : puzzle.themes.list()) {
    out.emplace_back(analysis::info(theme).name);
  }
  return out;
}

/// A puzzle with its number, from 1.
struct Numbered {
  std::size_t number = 0;
  const ServedPuzzle* puzzle = nullptr;
};
template <auto Member>
Value of(const Numbered& n) {
  return get<Member>(*n.puzzle);
}

constexpr auto numbered_fields = std::to_array<FieldOf<Numbered>>(
    {{"number", Kind::count, get<&Numbered::number>},
     {"key", Kind::text, of<&ServedPuzzle::key>},
     {"side", Kind::word, [](const Numbered& n) -> Value { return side_of(*n.puzzle); }},
     {"mate", Kind::count,
      [](const Numbered& n) -> Value {
        return n.puzzle->mate != 0 ? Value{n.puzzle->mate} : Value{};
      },
      Missing::null},
     {"moves", Kind::count, [](const Numbered& n) -> Value { return n.puzzle->length(); }},
     {"difficulty", Kind::count, of<&ServedPuzzle::difficulty>},
     {"themes", Kind::list, [](const Numbered& n) { return theme_names(*n.puzzle); }}});

struct CountedTheme {
  const analysis::ThemeInfo* info = nullptr;
  std::size_t puzzles = 0;
};
constexpr auto theme_fields = std::to_array<FieldOf<CountedTheme>>(
    {{"name", Kind::word, [](const CountedTheme& t) -> Value { return t.info->name; }},
     {"label", Kind::text, [](const CountedTheme& t) -> Value { return translate(t.info->label); }},
     {"puzzles", Kind::count, get<&CountedTheme::puzzles>}});

struct PuzzleList {
  std::size_t puzzles = 0; ///< all that there are
  std::vector<CountedTheme> themes;
  std::vector<Numbered> found;
};
constexpr auto list_fields = std::to_array<FieldOf<PuzzleList>>(
    {{"puzzles", Kind::count, get<&PuzzleList::puzzles>},
     {"themes", Kind::objects,
      [](const PuzzleList& l) -> Value { return rows_of(theme_fields, l.themes); },
      parts<theme_fields>},
     {"found", Kind::objects,
      [](const PuzzleList& l) -> Value { return rows_of(numbered_fields, l.found); },
      parts<numbered_fields>}});

struct Asked {
  Numbered numbered;
  MoveStyle style;
  std::vector<Move> played;
  Judged judged;
  std::vector<Move> rest; ///< of the solution
  bool hint = false, solution = false;

  [[nodiscard]] const ServedPuzzle& puzzle() const { return *numbered.puzzle; }
};

std::vector<NamedMove> named(Position position, std::span<const Move> moves,
                             const MoveStyle& style) {
  std::vector<NamedMove> out;
  for (const Move m : moves) {
    out.emplace_back(position, m, style);
    position.do_move(m);
  }
  return out;
}

Position reached(const Asked& asked) {
  Position position = asked.puzzle().start;
  for (const Move m : asked.played) {
    position.do_move(m);
  }
  return position;
}

Value reply(const Asked& asked) {
  if (!asked.judged.reply) {
    return {};
  }
  const NamedMove move{reached(asked), *asked.judged.reply, asked.style};
  return jobs::object_of<NamedMove>(move_name_fields(), move);
}

Value solution(const Asked& asked) {
  return asked.solution
             ? Value{rows_of(move_name_fields(), named(reached(asked), asked.rest, asked.style))}
             : Value{};
}

template <auto Member>
Value of_asked(const Asked& a) {
  return get<Member>(a.puzzle());
}

constexpr auto asked_fields = std::to_array<FieldOf<Asked>>(
    {{"id", Kind::text, of_asked<&ServedPuzzle::id>},
     {"fen", Kind::position, [](const Asked& a) -> Value { return write_fen(a.puzzle().start); }},
     {"red", Kind::name, of_asked<&ServedPuzzle::red>},
     {"black", Kind::name, of_asked<&ServedPuzzle::black>},
     {"event", Kind::name, of_asked<&ServedPuzzle::event>},
     {"date", Kind::date, of_asked<&ServedPuzzle::date>},
     {"judgement", Kind::word, [](const Asked& a) -> Value { return to_text(a.judged.judgement); }},
     {"reply", Kind::object, reply, parts<move_name_fields>, Missing::null},
     {"hint", Kind::text,
      [](const Asked& a) -> Value {
        return a.hint && !a.rest.empty()
                   ? Value{uci::move_text(a.rest.front(), uci::RankBase::zero).substr(0, 2)}
                   : Value{};
      },
      Missing::null},
     {"solution", Kind::objects, solution, parts<move_name_fields>, Missing::null}});

/// What is wanted of a list.
struct Wanted {
  std::optional<analysis::Theme> theme;
  std::string_view side;
  int least = 0, most = 10; ///< difficulty

  [[nodiscard]] bool has(const ServedPuzzle& puzzle) const {
    return (!theme || puzzle.themes.contains(*theme)) &&
           (side.empty() || side == side_of(puzzle)) && puzzle.difficulty >= least &&
           puzzle.difficulty <= most;
  }
};

Wanted read_wanted(const Parameters& query) {
  Wanted out;
  if (const auto name = query.get("theme"); !name.empty()) {
    out.theme = analysis::find_theme(name);
    if (!out.theme) {
      throw HttpError{400, localized("theme= is not known. GET /puzzles lists the themes.")};
    }
  }
  out.side = query.get("side");
  if (!out.side.empty() && out.side != "red" && out.side != "black") {
    throw HttpError{400, localized("side= is not understood. Give red or black.")};
  }
  out.least = static_cast<int>(query.number("min-difficulty", 0, 0, 10));
  out.most = static_cast<int>(query.number("max-difficulty", 10, 0, 10));
  return out;
}

} // namespace

std::vector<jobs::Field> puzzle_list_fields() { return described(list_fields); }
std::vector<jobs::Field> served_puzzle_fields() { return described(numbered_fields, asked_fields); }

Response PuzzleDesk::list(const Call& call) const {
  const auto wanted = read_wanted(call.query);
  const auto past = static_cast<std::size_t>(call.query.number("after", 0, 0, INT32_MAX));
  const auto limit =
      static_cast<std::size_t>(call.query.number("limit", most_listed, 1, most_listed));
  PuzzleList out{m_puzzles.size(), {}, {}};
  std::array<std::size_t, analysis::theme_count> counts{};
  for (std::size_t i = 0; i < m_puzzles.size(); ++i) {
    for (const auto theme : m_puzzles[i].themes.list()) {
      ++counts[static_cast<std::size_t>(theme)];
    }
    if (i >= past && out.found.size() < limit && wanted.has(m_puzzles[i])) {
      out.found.push_back({i + 1, &m_puzzles[i]});
    }
  }
  for (const auto& theme : analysis::themes()) {
    if (const auto n = counts[static_cast<std::size_t>(theme.theme)]; n != 0) {
      out.themes.push_back({&theme, n});
    }
  }
  return json_response(jobs::json_object<PuzzleList>(list_fields, out));
}

Response PuzzleDesk::puzzle(const Call& call) const {
  std::size_t number = 0;
  const auto& text = call.rest;
  const auto end = text.data() + text.size();
  const auto read = std::from_chars(text.data(), end, number);
  if (read.ec != std::errc{} || read.ptr != end || number == 0 || number > m_puzzles.size()) {
    throw HttpError{404, localized("There is no such puzzle. GET /puzzles lists what there is.")};
  }
  Asked asked{{number, &m_puzzles[number - 1]}, read_move_style(call.query), {}, {}, {}};
  asked.played = read_moves(asked.puzzle().start, call.query.get("play"), asked.style);
  const auto shown = call.query.get("show");
  asked.hint = shown == "hint";
  asked.solution = shown == "solution";
  if (!shown.empty() && !asked.hint && !asked.solution) {
    throw HttpError{400, localized("show= is not understood. Give hint or solution.")};
  }
  asked.judged = judge(asked.puzzle(), asked.played);
  if (!shown.empty() && asked.played.size() % 2 == 0) {
    asked.rest = rest_of_solution(asked.puzzle(), asked.played);
  }
  std::string body;
  JsonWriter json{body};
  json.begin_object();
  jobs::write_members<Numbered>(json, numbered_fields, asked.numbered);
  jobs::write_members<Asked>(json, asked_fields, asked);
  json.end_object();
  return json_response(std::move(body));
}

} // namespace xq::service
