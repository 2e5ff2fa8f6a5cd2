#include "arrays.hpp"

#include "read_options.hpp"

#include <xq/board/fen.hpp>

#include <algorithm>
#include <pybind11/numpy.h>

namespace xq::python {
namespace {

/// yyyymmdd with 0 for what is not known, as filters of databases have it.
std::int32_t date_number(std::string_view header) {
  const std::string date = record::normalise_date(header); // yyyy.mm.dd
  std::int32_t number = 0;
  for (const char c : date) {
    if (c != '.') {
      number = number * 10 + (c == '?' ? 0 : c - '0');
    }
  }
  return number;
}

std::int8_t result_number(record::Result result) {
  switch (result) {
  case record::Result::red_wins:
    return 1;
  case record::Result::black_wins:
    return -1;
  case record::Result::draw:
    return 0;
  case record::Result::unknown:
    break;
  }
  return 2;
}

/// xq.GameArrays. The numbers are read-only: positions() relies on them.
struct GameArrays {
  std::shared_ptr<const ArrayBatch> batch;

  /// A read-only view of one of its vectors, which keeps the batch.
  template <typename T>
  [[nodiscard]] py::array view(const std::vector<T>& numbers) const {
    auto* const kept = new std::shared_ptr<const ArrayBatch>{batch};
    const py::capsule owner{
        kept, [](void* p) { delete static_cast<std::shared_ptr<const ArrayBatch>*>(p); }};
    py::array_t<T> array{static_cast<py::ssize_t>(numbers.size()), numbers.data(), owner};
    array.attr("setflags")(py::arg("write") = false);
    return array;
  }
  [[nodiscard]] std::size_t size() const { return batch->results.size(); }
  [[nodiscard]] const Position& start(std::size_t game) const {
    const auto other = batch->starts.find(static_cast<std::int64_t>(game));
    return other == batch->starts.end() ? Position::start() : other->second;
  }
};

py::object read_arrays(const py::object& source, const std::optional<std::string>& format,
                       const std::optional<std::string>& encoding,
                       const std::optional<std::string>& style, int threads,
                       const py::object& on_problem) {
  const auto options = read_options(format, encoding, style, threads);
  const auto paths = to_paths(source);
  ArrayBatch all;
  std::vector<format::FileProblem> problems;
  without_gil([&] {
    format::read_games<ArrayBatch>(
        paths, options,
        [](const record::Game& game, ArrayBatch& batch) {
          if (game.usable()) {
            batch.add(game);
          }
        },
        [&](const ArrayBatch& batch) { all.append(batch); },
        [&](const format::FileProblem& problem) { problems.push_back(problem); },
        [](const format::ReadProgress& /*progress*/) {
          check_signals();
          return true;
        });
  });
  for (const auto& [file, problem] : problems) {
    if (on_problem.is_none()) {
      raise_read_error({problem, file});
    }
    on_problem(PlacedProblem{problem, file});
  }
  return ArrayBatch::to_python(std::move(all));
}

/// What stands on the squares before each move of the games from `begin` to `end`, in rows of 90.
void fill_positions(const GameArrays& arrays, std::size_t begin, std::size_t end,
                    std::uint8_t* row) {
  for (auto game = begin; game < end; ++game) {
    Position position = arrays.start(game);
    const auto first = static_cast<std::size_t>(arrays.batch->offsets[game]);
    const auto last = static_cast<std::size_t>(arrays.batch->offsets[game + 1]);
    for (auto i = first; i < last; ++i, row += square_count) {
      for (std::size_t s = 0; s < square_count; ++s) {
        const auto piece = position.at(static_cast<Square>(s));
        // 0: empty, 1 to 7: Red's, 8 to 14: Black's.
        row[s] = piece == Piece::none ? std::uint8_t{0}
                                      : static_cast<std::uint8_t>(to_index(type_of(piece)) + 1 +
                                                                  7 * to_index(color_of(piece)));
      }
      position.do_move(Move::from_disk(arrays.batch->moves[i]));
    }
  }
}

py::array positions(const GameArrays& arrays, std::size_t begin, std::optional<std::size_t> asked) {
  const auto end = std::min(asked.value_or(arrays.size()), arrays.size());
  begin = std::min(begin, end);
  const auto plies = arrays.batch->offsets[end] - arrays.batch->offsets[begin];
  py::array_t<std::uint8_t> boards{{static_cast<py::ssize_t>(plies),
                                    static_cast<py::ssize_t>(rank_count),
                                    static_cast<py::ssize_t>(file_count)}};
  auto* const data = boards.mutable_data();
  without_gil([&] { fill_positions(arrays, begin, end, data); });
  return boards;
}

py::list player_names(const GameArrays& arrays) {
  py::list names;
  for (const auto& name : arrays.batch->players) {
    names.append(text(name));
  }
  return names;
}

py::dict start_fens(const GameArrays& arrays) {
  py::dict fens;
  for (const auto& [game, position] : arrays.batch->starts) {
    fens[py::int_(game)] = write_fen(position);
  }
  return fens;
}

} // namespace

std::int32_t ArrayBatch::player(std::string_view name) {
  m_name = name;
  const auto [known, added] = m_ids.try_emplace(m_name, static_cast<std::int32_t>(players.size()));
  if (added) {
    players.push_back(m_name);
  }
  return known->second;
}

void ArrayBatch::add(const record::Game& game) {
  if (!game.standard_start()) {
    starts.emplace(static_cast<std::int64_t>(results.size()), game.start());
  }
  for (auto id = game.node(record::root_node).first_child; id != record::no_node;
       id = game.node(id).first_child) {
    moves.push_back(game.node(id).move.disk());
  }
  offsets.push_back(static_cast<std::int64_t>(moves.size()));
  results.push_back(result_number(game.result()));
  dates.push_back(date_number(game["Date"]));
  red.push_back(player(game["Red"]));
  black.push_back(player(game["Black"]));
  numbers.push_back(static_cast<std::int64_t>(game.number));
}

void ArrayBatch::append(const ArrayBatch& next) {
  const auto join = [](auto& to, const auto& from) {
    to.insert(to.end(), from.begin(), from.end());
  };
  const auto games = static_cast<std::int64_t>(results.size());
  for (const auto& [game, position] : next.starts) {
    starts.emplace_hint(starts.end(), games + game, position);
  }
  const auto begin = static_cast<std::int64_t>(moves.size());
  for (std::size_t i = 1; i < next.offsets.size(); ++i) {
    offsets.push_back(begin + next.offsets[i]);
  }
  std::vector<std::int32_t> ids;
  for (const auto& name : next.players) {
    ids.push_back(player(name));
  }
  for (std::size_t i = 0; i < next.red.size(); ++i) {
    red.push_back(ids[static_cast<std::size_t>(next.red[i])]);
    black.push_back(ids[static_cast<std::size_t>(next.black[i])]);
  }
  join(moves, next.moves);
  join(results, next.results);
  join(dates, next.dates);
  join(numbers, next.numbers);
}

py::object ArrayBatch::to_python(ArrayBatch&& batch) {
  return py::cast(GameArrays{std::make_shared<const ArrayBatch>(std::move(batch))});
}

void bind_arrays(py::module_& m) {
  const auto view = [](auto member) {
    return [member](const GameArrays& arrays) { return arrays.view((*arrays.batch).*member); };
  };
  py::class_<GameArrays>(m, "GameArrays", R"(The main lines of games as read-only NumPy arrays.

Game i has the moves moves[offsets[i]:offsets[i + 1]].)")
      .def("__len__", &GameArrays::size)
      .def_property_readonly("moves", view(&ArrayBatch::moves),
                             "uint16 (plies,): Move.number, from_square * 90 + to_square.")
      .def_property_readonly("offsets", view(&ArrayBatch::offsets),
                             "int64 (games + 1,): where the moves of each game begin.")
      .def_property_readonly("results", view(&ArrayBatch::results),
                             "int8 (games,): 1 Red won, 0 draw, -1 Black won, 2 unknown.")
      .def_property_readonly("dates", view(&ArrayBatch::dates),
                             "int32 (games,): yyyymmdd, 0 for parts that are not known.")
      .def_property_readonly("red", view(&ArrayBatch::red),
                             "int32 (games,): Red's place in players.")
      .def_property_readonly("black", view(&ArrayBatch::black),
                             "int32 (games,): Black's place in players.")
      .def_property_readonly("numbers", view(&ArrayBatch::numbers),
                             "int64 (games,): place of the game in the input, from 1.")
      .def_property_readonly("players", &player_names,
                             "A list of the names; \"\" where a game has none.")
      .def_property_readonly("start_fens", &start_fens,
                             "A dict from game to FEN, of those that begin elsewhere than usual.")
      .def("positions", &positions, py::arg("begin") = 0, py::arg("end") = py::none{},
           R"(uint8 (plies, 10, 9): the board before each move of the games from begin to end.

[ply, rank, file], rank 0 is Red's home. 0: empty; 1 to 7: Red's king, advisor, elephant, horse, rook,
cannon, pawn; 8 to 14: Black's. 90 bytes a ply: take parts of a large archive.)");
  m.def("read_arrays", &read_arrays, py::arg("source"), py::kw_only(),
        py::arg("format") = py::none{}, py::arg("encoding") = py::none{},
        py::arg("style") = py::none{}, py::arg("threads") = 0, py::arg("on_problem") = py::none{},
        R"(Read the games of a path or a list of paths as an xq.GameArrays, on all processors.

Games with errors are left out. A file that cannot be read or has no games raises ParseError, unless there
is on_problem, which is called with the xq.Problem. The other options are those of xq.read().)");
}

} // namespace xq::python
