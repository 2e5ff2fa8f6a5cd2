#include "bindings.hpp"

#include <xq/base/error.hpp>
#include <xq/base/problem_code.hpp>
#include <xq/board/adjudicate.hpp>
#include <xq/board/fen.hpp>
#include <xq/board/movegen.hpp>
#include <xq/render/svg_board.hpp>

#include <algorithm>

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
    raise_read_error({reading.error()});
  }
  return reading->position;
}

RuleSet to_rules(std::string_view name) {
  for (const auto& [known, rules] :
       {std::pair{"none", RuleSet::none}, {"wxf", RuleSet::wxf}, {"cxa", RuleSet::cxa}}) {
    if (name == known) {
      return rules;
    }
  }
  throw make_error<UsageError>("rules \"{}\": use wxf, cxa or none", name);
}

Move read_move(const Position& position, std::string_view text,
               const std::optional<std::string>& style) {
  const auto move =
      notation::read_move(position, text, style ? std::optional{to_style(*style)} : std::nullopt);
  if (!move) {
    raise_move_error({move.error()});
  }
  return *move;
}

namespace {

// ---- squares, sides, pieces ------------------------------------------------------------------

Square to_square(int number) {
  if (number < 0 || number >= static_cast<int>(square_count)) {
    throw py::value_error{"a square is a number from 0 (a0) to 89 (i9)"};
  }
  return static_cast<Square>(number);
}

int parse_square(std::string_view name) {
  if (name.size() != 2 || name[0] < 'a' || name[0] > 'i' || name[1] < '0' || name[1] > '9') {
    throw py::value_error{"a square is a letter a to i and a digit 0 to 9"};
  }
  return static_cast<int>(make_square(name[0] - 'a', name[1] - '0'));
}

/// Sides are bool in Python, as in python-chess.
Color to_color(bool red) { return red ? Color::red : Color::black; }

std::vector<int> squares(Bitboard set) {
  std::vector<int> numbers;
  for (const Square s : set) {
    numbers.push_back(static_cast<int>(s));
  }
  return numbers;
}

/// The letter of a piece in FEN.
char letter(Piece piece) { return "KABNRCP kabnrcp"[to_index(piece)]; }

void bind_squares(py::module_& m) {
  m.attr("RED") = true;
  m.attr("BLACK") = false;
  m.attr("STARTING_FEN") = start_fen;
  m.def(
      "square",
      [](int file, int rank) {
        if (file < 0 || file >= file_count || rank < 0 || rank >= rank_count) {
          throw py::value_error{"files are 0 to 8, ranks 0 to 9"};
        }
        return static_cast<int>(make_square(file, rank));
      },
      py::arg("file"), py::arg("rank"),
      "The number of a square, from 0 (a0, Red's left corner) to 89 (i9).");
  m.def("parse_square", &parse_square, py::arg("name"), "The number of a square: 64 for \"b7\".");
  m.def(
      "square_name", [](int square) { return notation::square_name(to_square(square)); },
      py::arg("square"), "The name of a square: \"b7\" for 64.");
  m.def(
      "square_file", [](int square) { return file_of(to_square(square)); }, py::arg("square"),
      "The file, 0 (a, Red's left) to 8 (i).");
  m.def(
      "square_rank", [](int square) { return rank_of(to_square(square)); }, py::arg("square"),
      "The rank, 0 (Red's home) to 9.");
}

// ---- moves -----------------------------------------------------------------------------------

Move make_move(int from, int to) {
  if (to_square(from) == to_square(to)) {
    throw py::value_error{"a move leads to another square"};
  }
  return {to_square(from), to_square(to)};
}

Move from_uci(std::string_view text) {
  if (text.size() != 4) {
    throw py::value_error{"a move in UCI has two squares, as h2e2"};
  }
  return make_move(parse_square(text.substr(0, 2)), parse_square(text.substr(2)));
}

std::string uci(Move move) {
  return notation::square_name(move.from()) + notation::square_name(move.to());
}

void bind_move(py::module_& m) {
  py::class_<Move>(m, "Move",
                   R"(A move: from one square to another. Immutable, to be compared and hashed.

Squares are numbers from 0 (a0) to 89 (i9).)")
      .def(py::init(&make_move), py::arg("from_square"), py::arg("to_square"))
      .def_static(
          "from_uci", [](std::string_view text) { return move_object(from_uci(text)); },
          py::arg("uci"), "The move of a text as \"h2e2\"; ValueError for any other.")
      .def_static(
          "from_number",
          [](std::uint32_t number) {
            const auto move = Move::from_disk(number);
            if (!move) {
              throw py::value_error{"no move has this number"};
            }
            return move_object(move);
          },
          py::arg("number"),
          "The move of Move.number, as arrays have it; ValueError where there is none.")
      .def_property_readonly("from_square", [](Move move) { return static_cast<int>(move.from()); })
      .def_property_readonly("to_square", [](Move move) { return static_cast<int>(move.to()); })
      .def_property_readonly("number", &Move::disk,
                             "from_square * 90 + to_square: what arrays hold.")
      .def("uci", &uci, "The two squares: \"h2e2\".")
      .def(
          "mirror", [](Move move) { return move_object(mirror(move)); },
          "The move on the board mirrored left to right.")
      .def("__eq__",
           [](Move a, const py::object& b) {
             return py::isinstance<Move>(b) && b.cast<Move>() == a;
           })
      .def("__lt__", [](Move a, Move b) { return a < b; })
      .def("__hash__", &Move::raw)
      .def("__str__", &uci)
      .def("__repr__", [](Move move) { return "xq.Move.from_uci(\"" + uci(move) + "\")"; })
      .def(py::pickle(&uci, [](const std::string& text) { return from_uci(text); }));
}

// ---- outcomes --------------------------------------------------------------------------------

py::object winner(Outcome outcome) {
  if (outcome == Outcome::red_wins || outcome == Outcome::black_wins) {
    return py::bool_{outcome == Outcome::red_wins};
  }
  return py::none{};
}

std::string result(Outcome outcome) {
  switch (outcome) {
  case Outcome::red_wins:
    return "1-0";
  case Outcome::black_wins:
    return "0-1";
  case Outcome::draw:
    return "1/2-1/2";
  case Outcome::none:
    break;
  }
  return "*";
}

std::optional<Verdict> outcome(const Board& board, std::string_view rules, int natural_limit,
                               int occurrences) {
  const AdjudicationRules asked{to_rules(rules), occurrences, natural_limit};
  // Rules of repetition may search for long; the board may change meanwhile.
  auto verdict = without_gil([start = board.start, moves = board.moves, &asked] {
    return adjudicate(start, moves, asked);
  });
  return verdict.outcome == Outcome::none ? std::nullopt : std::optional{std::move(verdict)};
}

void bind_outcome(py::module_& m) {
  py::class_<Verdict>(m, "Outcome", "How a game ended by the rules.")
      .def_property_readonly(
          "termination", [](const Verdict& v) { return to_text(v.cause); },
          "checkmate, stalemate, repetition or natural-limit.")
      .def_property_readonly(
          "winner", [](const Verdict& v) { return winner(v.outcome); },
          "xq.RED, xq.BLACK, or None for a draw.")
      .def(
          "result", [](const Verdict& v) { return result(v.outcome); }, "1-0, 0-1 or 1/2-1/2.")
      .def_property_readonly(
          "reason", [](const Verdict& v) { return text(v.reason); },
          "The whole sentence, for people.")
      .def_property_readonly(
          "article", [](const Verdict& v) { return text(v.article); },
          "The rule in short, with its number where it has one.")
      .def_property_readonly(
          "cycle",
          [](const Verdict& v) {
            py::list moves;
            for (const auto& move : v.cycle) {
              moves.append(py::make_tuple(move.ply, move_object(move.move), text(describe(move))));
            }
            return moves;
          },
          "Of a repetition: (ply from 1, move, what it is) for each move of its last round.")
      .def("__repr__", [](const Verdict& v) {
        return text("<xq.Outcome " + result(v.outcome) + ": " + v.reason + ">");
      });
}

// ---- boards ----------------------------------------------------------------------------------

void push(Board& board, Move move) {
  if (!board.position.is_legal(move)) {
    raise_illegal(board.position, move);
  }
  board.push(move);
}

Move pop(Board& board) {
  if (board.moves.empty()) {
    throw py::index_error{"no move was made"};
  }
  const Move move = board.moves.back();
  board.position.undo_move(move, board.undos.back());
  board.moves.pop_back();
  board.undos.pop_back();
  return move;
}

void require_legal(const Position& position, Move move) {
  if (!position.is_legal(move)) {
    raise_illegal(position, move);
  }
}

std::string move_text(const Board& board, Move move, std::string_view style) {
  require_legal(board.position, move);
  return notation::to_text(board.position, move, to_style(style));
}

std::string variation_text(const Board& board, const std::vector<Move>& moves,
                           std::string_view style) {
  const auto known = to_style(style);
  Board played{board.position};
  for (const Move move : moves) {
    push(played, move);
  }
  return notation::to_text(board.position, moves, known);
}

std::uint64_t count_nodes(const Board& board, int depth) {
  if (depth < 0 || depth > 100) {
    throw py::value_error{"depths are 0 to 100"};
  }
  return without_gil([position = board.position, depth]() mutable {
    return perft(position, depth,
                 [] {
                   check_signals();
                   return false;
                 })
        .value();
  });
}

py::dict piece_map(const Board& board) {
  py::dict pieces;
  for (const Square s : board.position.occupied()) {
    pieces[py::int_(static_cast<int>(s))] = py::str(std::string(1, letter(board.position.at(s))));
  }
  return pieces;
}

std::string svg(const Board& board, const std::optional<Move>& last_move, bool flipped) {
  const auto shown = last_move             ? *last_move
                     : board.moves.empty() ? Move::none()
                                           : board.moves.back();
  return render::svg_board(board.position, {shown, flipped});
}

py::tuple board_state(const Board& board) {
  return py::make_tuple(write_fen(board.start), move_list(board.moves));
}

Board board_of_state(const py::tuple& state) {
  if (state.size() != 2) {
    throw py::value_error{"this is no pickled board"};
  }
  Board board{to_position(state[0])};
  for (const py::handle move : state[1]) {
    push(board, move.cast<Move>());
  }
  return board;
}

Board copy(const Board& board, bool stack) { return stack ? board : Board{board.position}; }

using BoardClass = py::class_<Board>;

/// f() as CPython calls functions: an object, or null with the error set.
template <typename F>
PyObject* result_or_error(F&& f) noexcept {
  try {
    return f().release().ptr();
  } catch (py::error_already_set& error) {
    error.restore();
  } catch (const py::builtin_exception& error) {
    error.set_error();
  } catch (const std::exception& error) {
    PyErr_SetString(PyExc_RuntimeError, error.what());
  }
  return nullptr;
}

PyObject* push_object(PyObject* self, PyObject* move) noexcept {
  return result_or_error([&]() -> py::object {
    py::detail::make_caster<Move> loaded;
    if (move == Py_None || !loaded.load(move, false)) {
      throw py::type_error{"push() takes an xq.Move"};
    }
    push(py::handle{self}.cast<Board&>(), py::detail::cast_op<Move&>(loaded));
    return py::none{};
  });
}

PyObject* pop_object(PyObject* self, PyObject* /*none*/) noexcept {
  return result_or_error([&] { return move_object(pop(py::handle{self}.cast<Board&>())); });
}

/// Methods that Python calls without a bound method and a tuple of arguments: push() and pop() take
/// two fifths of the time. It relies on CPython's method descriptors, which check the type of self.
void bind_fast_methods(BoardClass& board) {
  static PyMethodDef methods[]{
      {"push", &push_object, METH_O,
       "push($self, move, /)\n--\n\nMake a move. IllegalMove leaves the board as it was."},
      {"pop", &pop_object, METH_NOARGS,
       "pop($self, /)\n--\n\nTake the last move back and return it; IndexError where there is "
       "none."}};
  for (auto& method : methods) {
    auto* const type = reinterpret_cast<PyTypeObject*>(board.ptr());
    board.attr(method.ml_name) =
        py::reinterpret_steal<py::object>(PyDescr_NewMethod(type, &method));
  }
}

void bind_basics(BoardClass& board) {
  const auto fen = py::arg("fen") = std::string{start_fen};
  board
      .def(py::init([](const std::string& text) { return Board{to_position(py::str{text})}; }), fen)
      .def(
          "set_fen",
          [](Board& b, const std::string& text) { b = Board{to_position(py::str{text})}; },
          py::arg("fen"),
          "Set the position up and forget the moves. ParseError for what is no FEN.")
      .def(
          "reset", [](Board& b) { b = Board{}; }, "Back to the start position, without moves.")
      .def(
          "fen", [](const Board& b) { return write_fen(b.position); }, "FEN with all six fields.")
      .def(
          "board_fen", [](const Board& b) { return write_short_fen(b.position); },
          "FEN of pieces and side alone: what equal boards have in common.")
      .def("copy", &copy, py::kw_only(), py::arg("stack") = true,
           "A board of its own; without stack it forgets the moves.")
      .def(
          "root", [](const Board& b) { return Board{b.start}; }, "The board before the first move.")
      .def(
          "mirror", [](const Board& b) { return Board{b.position.mirrored()}; },
          "The position mirrored left to right, without moves.")
      .def("__copy__", [](const Board& b) { return b; })
      .def(
          "__deepcopy__", [](const Board& b, const py::dict& /*memo*/) { return b; },
          py::arg("memo"))
      .def(py::pickle(&board_state, &board_of_state))
      .def("__eq__",
           [](const Board& a, const py::object& b) {
             return py::isinstance<Board>(b) && b.cast<const Board&>().position == a.position;
           })
      .def("__str__", [](const Board& b) { return draw_board(b.position); })
      .def("__repr__",
           [](const Board& b) { return "xq.Board(\"" + write_fen(b.position) + "\")"; });
  board.attr("__hash__") = py::none{}; // it changes
}

void bind_moves(BoardClass& board) {
  const auto move = py::arg("move");
  const auto style = py::arg("style") = "chinese";
  const auto any_style = py::arg("style") = py::none{};
  board
      .def_property_readonly(
          "legal_moves",
          [](const Board& b) {
            const auto moves = legal_moves(b.position);
            return move_list({moves.begin(), moves.size()});
          },
          "A list of all legal moves, by piece, then square. To ask for one move, is_legal() is "
          "faster.")
      .def(
          "is_legal", [](const Board& b, Move m) { return b.position.is_legal(m); }, move)
      .def(
          "peek",
          [](const Board& b) {
            if (b.moves.empty()) {
              throw py::index_error{"no move was made"};
            }
            return move_object(b.moves.back());
          },
          "The last move; IndexError where there is none.")
      .def_property_readonly(
          "move_stack", [](const Board& b) { return move_list(b.moves); },
          "A list of the moves made since the board was set up.")
      .def(
          "parse_text",
          [](const Board& b, std::string_view name, const std::optional<std::string>& s) {
            return move_object(read_move(b.position, name, s));
          },
          py::arg("text"), any_style,
          R"(The legal move that a text means, in any style but keypad, or in the one given.

Raises IllegalMove where it breaks a rule, ParseError where it is no move or may mean several.)")
      .def(
          "push_text",
          [](Board& b, std::string_view name, const std::optional<std::string>& s) {
            const Move read = read_move(b.position, name, s);
            b.push(read);
            return move_object(read);
          },
          py::arg("text"), any_style, "parse_text() and push(): board.push_text(\"炮二平五\").")
      .def("text", &move_text, move, style,
           R"(A legal move as text: chinese, traditional, wxf, iccs, uci, coordinate or keypad.)")
      .def("variation_text", &variation_text, py::arg("moves"), style,
           "Moves that follow one another as text, with blanks between them.");
}

void bind_pieces(BoardClass& board) {
  board
      .def_property_readonly(
          "turn", [](const Board& b) { return b.position.side_to_move() == Color::red; },
          "xq.RED (True) or xq.BLACK (False): who moves.")
      .def_property_readonly(
          "fullmove_number", [](const Board& b) { return b.position.fullmove_number(); },
          "Number of the round, from 1.")
      .def_property_readonly(
          "halfmove_clock", [](const Board& b) { return b.position.halfmove_clock(); },
          "Plies since the last capture.")
      .def(
          "ply",
          [](const Board& b) {
            return 2 * (b.position.fullmove_number() - 1) +
                   (b.position.side_to_move() == Color::red ? 0 : 1);
          },
          "Plies since the game's beginning, by the FEN's counters.")
      .def_property_readonly(
          "key", [](const Board& b) { return to_integer(b.position.key()); },
          "The position's 64-bit Zobrist key, the same in all versions.")
      .def(
          "piece_at",
          [](const Board& b, int square) -> py::object {
            const Piece piece = b.position.at(to_square(square));
            return piece == Piece::none ? py::object{py::none{}}
                                        : py::str(std::string(1, letter(piece)));
          },
          py::arg("square"), "FEN's letter of the piece (KABNRCP, Black's small) or None.")
      .def("piece_map", &piece_map, "A dict from square to FEN's letter of the piece.")
      .def(
          "king",
          [](const Board& b, bool color) {
            return static_cast<int>(b.position.king(to_color(color)));
          },
          py::arg("color"), "The square of a side's king.")
      .def(
          "attackers",
          [](const Board& b, bool color, int square) {
            return squares(b.position.attackers(to_square(square), to_color(color)));
          },
          py::arg("color"), py::arg("square"),
          "Squares of that side's pieces that attack a square.")
      .def(
          "is_attacked_by",
          [](const Board& b, bool color, int square) {
            return b.position.is_attacked(to_square(square), to_color(color));
          },
          py::arg("color"), py::arg("square"))
      .def(
          "checkers", [](const Board& b) { return squares(b.position.checkers()); },
          "Squares of the pieces that give check.")
      .def(
          "is_capture", [](const Board& b, Move m) { return b.position.at(m.to()) != Piece::none; },
          py::arg("move"))
      .def(
          "gives_check",
          [](const Board& b, Move m) {
            require_legal(b.position, m);
            return b.position.gives_check(m);
          },
          py::arg("move"));
}

void bind_end(BoardClass& board) {
  const auto rules = py::arg("rules") = "wxf";
  const auto limit = py::arg("natural_limit") = 120;
  const auto occurrences = py::arg("occurrences") = 0;
  board.def("is_check", [](const Board& b) { return b.position.in_check(); })
      .def("is_checkmate",
           [](const Board& b) { return b.position.in_check() && !has_legal_move(b.position); })
      .def(
          "is_stalemate",
          [](const Board& b) { return !b.position.in_check() && !has_legal_move(b.position); },
          "No legal move and no check: the side to move has lost.")
      .def("outcome", &outcome, rules, py::kw_only(), limit, occurrences,
           R"(How the game ended, or None: mate, stalemate, repetition, the natural limit.

rules: wxf (Asian and world rules), cxa (Chinese rules) or none (repetitions are not looked at).
natural_limit: plies without a capture; 0: none. occurrences: of a position that make a repetition; 0:
as many as the rules say. Only moves of move_stack count.)")
      .def(
          "is_game_over",
          [](const Board& b, std::string_view r) { return outcome(b, r, 120, 0).has_value(); },
          rules)
      .def(
          "result",
          [](const Board& b, std::string_view r) {
            const auto end = outcome(b, r, 120, 0);
            return result(end ? end->outcome : Outcome::none);
          },
          rules, "1-0, 0-1, 1/2-1/2, or * where the game goes on.")
      .def("perft", &count_nodes, py::arg("depth"), "Number of sequences of so many legal moves.")
      .def("svg", &svg, py::kw_only(), py::arg("last_move") = py::none{},
           py::arg("flipped") = false,
           "A picture as SVG. last_move is marked (by default the last that was made).")
      .def("_repr_svg_", [](const Board& b) { return svg(b, std::nullopt, false); });
}

} // namespace

void raise_illegal(const Position& position, Move move) {
  const auto why = notation::read_move(position, uci(move), notation::Style::uci);
  raise_move_error(
      {why ? make_problem(ProblemCode::illegal_move, "the move is not legal", uci(move))
           : why.error()});
}

py::object move_object(Move move) {
  // One object for each of the 2^14 values that a move can have, made when it is first asked for: a
  // move of a game costs a reference count instead of an allocation. Never destroyed: the
  // interpreter may be gone by then.
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

py::list move_list(std::span<const Move> moves) {
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

void bind_board(py::module_& m) {
  bind_squares(m);
  bind_move(m);
  bind_outcome(m);
  BoardClass board{m, "Board", R"(A position with the moves that led to it, to be changed.

Squares are numbers from 0 (a0) to 89 (i9); sides are xq.RED and xq.BLACK. A FEN that is none raises
ParseError. Not to be changed by two threads at once.)"};
  bind_basics(board);
  bind_moves(board);
  bind_fast_methods(board);
  bind_pieces(board);
  bind_end(board);
}

} // namespace xq::python
