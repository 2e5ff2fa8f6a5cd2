#include "jobs/puzzles/puzzle_fields.hpp"

#include "jobs/answer/write.hpp"

#include <xq/board/fen.hpp>

#include <array>
#include <vector>

namespace xq::jobs {

namespace {

using analysis::FoundPuzzle;

Value themes(const FoundPuzzle& found) {
  std::vector<Value> out;
  for (const auto theme : found.puzzle.themes.list()) {
    out.emplace_back(info(theme).name);
  }
  return out;
}

Value played(const FoundPuzzle& found) {
  const Move move = found.puzzle.played;
  return move ? Value{squares({&move, 1})} : Value{};
}

constexpr auto fields = std::to_array<FieldOf<FoundPuzzle>>(
    {{"id", nullptr, Kind::text, [](const FoundPuzzle& f) -> Value { return puzzle_id(f); }},
     {"fen", nullptr, Kind::position,
      [](const FoundPuzzle& f) -> Value { return write_fen(f.puzzle.start); }},
     {"side", nullptr, Kind::word,
      [](const FoundPuzzle& f) -> Value {
        return f.puzzle.start.side_to_move() == Color::red ? "red" : "black";
      }},
     {"solution", nullptr, Kind::moves,
      [](const FoundPuzzle& f) -> Value { return squares(f.puzzle.line); }},
     {"also", nullptr, Kind::moves,
      [](const FoundPuzzle& f) -> Value { return squares(f.puzzle.also_mates); }},
     {"length", nullptr, Kind::count,
      [](const FoundPuzzle& f) -> Value { return f.puzzle.length(); }},
     {"mate", nullptr, Kind::count,
      [](const FoundPuzzle& f) -> Value {
        return f.puzzle.mate != 0 ? Value{f.puzzle.mate} : Value{};
      },
      Missing::null},
     {"themes", nullptr, Kind::list, themes},
     {"difficulty", nullptr, Kind::count,
      [](const FoundPuzzle& f) -> Value { return f.puzzle.difficulty; }},
     {"depth", nullptr, Kind::count, [](const FoundPuzzle& f) -> Value { return f.puzzle.depth; }},
     {"alternatives", nullptr, Kind::count,
      [](const FoundPuzzle& f) -> Value { return f.puzzle.alternatives; }},
     {"value", nullptr, Kind::text,
      [](const FoundPuzzle& f) -> Value { return analysis::value_text(f.puzzle.value); }},
     {"otherwise", nullptr, Kind::text,
      [](const FoundPuzzle& f) -> Value { return analysis::value_text(f.puzzle.otherwise); }},
     {"last", nullptr, Kind::move,
      [](const FoundPuzzle& f)
          -> Value { return f.puzzle.last ? Value{squares({&f.puzzle.last, 1})} : Value{}; },
      Missing::null},
     {"played", nullptr, Kind::move, played, Missing::null},
     {"game", nullptr, Kind::count, get<&FoundPuzzle::game>},
     {"source", nullptr, Kind::text, get<&FoundPuzzle::source>},
     {"ply", nullptr, Kind::count, [](const FoundPuzzle& f) -> Value { return f.puzzle.ply; }},
     {"red", nullptr, Kind::name, get<&FoundPuzzle::red>},
     {"black", nullptr, Kind::name, get<&FoundPuzzle::black>},
     {"event", nullptr, Kind::name, get<&FoundPuzzle::event>},
     {"date", nullptr, Kind::date, get<&FoundPuzzle::date>}});

} // namespace

std::span<const FieldOf<FoundPuzzle>> puzzle_fields() noexcept { return fields; }

} // namespace xq::jobs
