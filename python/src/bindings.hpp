#pragma once

// What the parts of the binding share. Each bind_...() adds its classes and functions to the
// module.

#include <xq/base/problem.hpp>
#include <xq/board/position.hpp>
#include <xq/board/rules.hpp>
#include <xq/notation/notation.hpp>
#include <xq/record/game.hpp>

#include <memory>
#include <optional>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace xq::python {

namespace py = pybind11;

void bind_error(py::module_& m);
void bind_board(py::module_& m);
void bind_game(py::module_& m);
void bind_read(py::module_& m);
void bind_writer(py::module_& m);
void bind_arrays(py::module_& m);
void bind_database(py::module_& m);
void bind_book(py::module_& m);
void bind_engine(py::module_& m);
void bind_annotate(py::module_& m);
void bind_problems(py::module_& m);
void bind_alias_files(py::module_& m);

/// f() while other Python threads run. It touches no Python object, and nothing that one of those
/// threads may change: copy a board or a game first.
template <typename F>
auto without_gil(F&& f) {
  const py::gil_scoped_release released;
  return std::forward<F>(f)();
}

/// A str of UTF-8; what is none becomes U+FFFD.
[[nodiscard]] py::str text(std::string_view utf8);

/// Runs Python's signal handlers and throws what they raise, so that Ctrl-C stops a long call. With
/// or without the GIL; on the thread that called from Python.
void check_signals();

/// A game as Python holds it: nodes refer to it and keep it alive.
using GamePointer = std::shared_ptr<record::Game>;
using GameClass = py::class_<record::Game, GamePointer>;
/// The methods of xq.Game that write it.
void bind_game_output(GameClass& game);

/// xq.Board: a position with the moves that led to it.
struct Board {
  explicit Board(const Position& begin = Position::start()) : start{begin}, position{begin} {}
  void push(Move move) {
    moves.push_back(move);
    position.do_move(move, undos.emplace_back());
  }

  Position start;
  Position position;
  std::vector<Move> moves;
  std::vector<Undo> undos;
};

/// The position of an argument that is an xq.Board or a FEN. Throws TypeError or ParseError.
[[nodiscard]] Position to_position(const py::handle& board_or_fen);
/// The Python object of a move: there is one for each value, made once. None for Move::none().
[[nodiscard]] py::object move_object(Move move);
[[nodiscard]] py::list move_list(std::span<const Move> moves);
/// notation::read_move(), in any style but keypad where none is named. Raises ParseError,
/// IllegalMove.
[[nodiscard]] Move read_move(const Position& position, std::string_view text,
                             const std::optional<std::string>& style = std::nullopt);
/// wxf, cxa or none. Throws UsageError.
[[nodiscard]] RuleSet to_rules(std::string_view name);
/// A style by its name. Throws UsageError.
[[nodiscard]] notation::Style to_style(std::string_view name);
/// The path of an argument that is a str or os.PathLike. Throws TypeError.
[[nodiscard]] std::string to_path(const py::handle& path);

/// xq.Problem: a finding with the file and the game where it stands.
struct PlacedProblem {
  Problem problem;
  std::string file{};
  std::uint64_t game = 0;
};
/// Raises xq.FileError for a file that cannot be read, xq.ParseError for any other problem.
[[noreturn]] void raise_read_error(const PlacedProblem& placed);
/// Raises xq.IllegalMove where the text is a move that breaks a rule, else xq.ParseError.
[[noreturn]] void raise_move_error(const PlacedProblem& placed);
/// Raises xq.IllegalMove: why this move is not legal here.
[[noreturn]] void raise_illegal(const Position& position, Move move);

} // namespace xq::python
