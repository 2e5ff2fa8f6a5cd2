#include "bindings.hpp"

#include <xq/base/error.hpp>
#include <xq/board/adjudicate.hpp>
#include <xq/board/fen.hpp>
#include <xq/board/movegen.hpp>

namespace xq::python {

Position to_position(const py::handle& board_or_fen) {
  if (py::isinstance<Board>(board_or_fen)) {
    return board_or_fen.cast<const Board&>().position;
  }
  if (!py::isinstance<py::str>(board_or_fen)) {
    throw py::type_error{"a position is an xq.Board or a FEN"};
  }
  const auto reading = read_fen(board_or_fen.cast<std::string>());
  if (!reading) {
    raise_parse_error({reading.error()});
  }
  return reading->position;
}

py::object move_object(Move move) {
  // One object for each of the 2^14 values that a move can have, made when it is first asked for: a
  // move of a game costs a reference count instead of an allocation.
  static auto& objects = *new std::vector<py::object>(std::size_t{1} << 14U);
  if (!move) {
    return py::none{};
  }
  py::object& object = objects[move.raw()];
  if (!object) {
    object = py::cast(move);
  }
  return object;
}

py::list move_list(const std::vector<Move>& moves) {
  py::list list{moves.size()};
  for (std::size_t i = 0; i < moves.size(); ++i) {
    PyList_SET_ITEM(list.ptr(), static_cast<Py_ssize_t>(i), move_object(moves[i]).release().ptr());
  }
  return list;
}

notation::Style to_style(std::string_view name) {
  const auto style = notation::find_style(name);
  if (!style) {
    throw make_error<UsageError>("there is no style of notation \"{}\"", name);
  }
  return *style;
}

std::string to_path(const py::handle& path) {
  PyObject* bytes = nullptr;
  if (PyUnicode_FSConverter(path.ptr(), &bytes) == 0) {
    throw py::error_already_set{};
  }
  return py::reinterpret_steal<py::bytes>(bytes);
}

namespace {

void bind_move(py::module_& m) {
  py::class_<Move>(m, "Move", "From one square to another. Equal moves are one object.")
      .def(py::init<>())
      .def("__repr__", [](Move move) {
        return "xq.Move(\"" + notation::square_name(move.from()) +
               notation::square_name(move.to()) + "\")";
      });
}

} // namespace

void bind_board(py::module_& m) {
  bind_move(m);
  py::class_<Board>(m, "Board", "A position with the moves that led to it.")
      .def(py::init([](const std::string& fen) { return Board{to_position(py::str{fen})}; }),
           py::arg("fen") = std::string{start_fen})
      .def_property_readonly("legal_moves",
                             [](const Board& board) {
                               const auto moves = legal_moves(board.position);
                               return move_list({moves.begin(), moves.end()});
                             })
      .def("push",
           [](Board& board, Move move) {
             if (!board.position.is_legal(move)) {
               raise_illegal_move("illegal move");
             }
             board.push(move);
           })
      .def_property_readonly("fen", [](const Board& board) { return write_fen(board.position); });
}

} // namespace xq::python
