#include "bindings.hpp"

#include <xq/analysis/verify.hpp>
#include <xq/base/error.hpp>
#include <xq/board/fen.hpp>

#include <algorithm>

namespace xq::python {
namespace {

using record::Game;
using record::NodeId;
using record::NoteKind;

/// A place in a game's tree. It keeps the game alive.
struct Node {
  GamePointer game;
  NodeId id = record::root_node;

  [[nodiscard]] const Game::Node& get() const { return game->node(id); }
  [[nodiscard]] Node at(NodeId other) const { return {game, other}; }
};

py::object node_or_none(const GamePointer& game, NodeId id) {
  return id == record::no_node ? py::object{py::none{}} : py::cast(Node{game, id});
}

// ---- headers ---------------------------------------------------------------------------------

/// game.headers: a view.
struct Headers {
  GamePointer game;
};

void require_header(const Headers& headers, const std::string& name) {
  if (!headers.game->has_tag(name)) {
    throw py::key_error{name};
  }
}

/// A list of f(tag) for each header.
template <typename F>
py::list list_headers(const Headers& headers, F&& f) {
  py::list list;
  for (std::size_t i = 0; i < headers.game->tag_count(); ++i) {
    list.append(f(headers.game->tag_at(i)));
  }
  return list;
}

py::list header_names(const Headers& headers) {
  return list_headers(headers, [](const Game::Tag& tag) { return text(tag.name); });
}

py::list header_items(const Headers& headers) {
  return list_headers(headers, [](const Game::Tag& tag) {
    return py::make_tuple(text(tag.name), text(tag.value));
  });
}

void bind_headers(py::module_& m) {
  py::class_<Headers>(m, "Headers", R"(The headers of a game, a mutable mapping from str to str.

Names compare without case (Red, Black, Event, Date ...); the order is that of the record.)")
      .def("__getitem__",
           [](const Headers& h, const std::string& name) {
             require_header(h, name);
             return text(h.game->tag(name));
           })
      .def("__setitem__", [](const Headers& h, const std::string& name,
                             std::string_view value) { h.game->set_tag(name, value); })
      .def("__delitem__",
           [](const Headers& h, const std::string& name) {
             require_header(h, name);
             h.game->remove_tag(name);
           })
      .def("__contains__",
           [](const Headers& h, const py::object& name) {
             return py::isinstance<py::str>(name) && h.game->has_tag(name.cast<std::string>());
           })
      .def("__len__", [](const Headers& h) { return h.game->tag_count(); })
      .def("__iter__", [](const Headers& h) { return py::iter(header_names(h)); })
      .def("keys", &header_names)
      .def("items", &header_items)
      .def("values",
           [](const Headers& h) {
             return list_headers(h, [](const Game::Tag& tag) { return text(tag.value); });
           })
      .def(
          "get",
          [](const Headers& h, const std::string& name, const py::object& other) {
            return h.game->has_tag(name) ? py::object{text(h.game->tag(name))} : other;
          },
          py::arg("name"), py::arg("default") = py::none{})
      .def(
          "update",
          [](const Headers& h, const py::dict& headers) {
            for (const auto& [name, value] : headers) {
              h.game->set_tag(name.cast<std::string>(), value.cast<std::string>());
            }
          },
          py::arg("headers"))
      .def("__repr__", [](const Headers& h) {
        return py::str("<xq.Headers {}>").format(py::dict{header_items(h)});
      });
}

// ---- nodes -----------------------------------------------------------------------------------

std::string notes_of(const Node& node, NoteKind kind) {
  std::string all;
  node.game->for_each_note(node.id, [&](const Game::Note& note) {
    if (note.kind == kind) {
      all += all.empty() ? "" : "\n";
      all += note.text;
    }
  });
  return all;
}

std::vector<unsigned> nags_of(const Node& node) {
  std::vector<unsigned> nags;
  node.game->for_each_note(node.id, [&](const Game::Note& note) {
    if (note.kind == NoteKind::nag) {
      nags.push_back(note.nag);
    }
  });
  return nags;
}

std::vector<Node> variations_of(const Node& node) {
  std::vector<Node> variations;
  for (auto id = node.get().first_child; id != record::no_node;
       id = node.game->node(id).next_sibling) {
    variations.push_back(node.at(id));
  }
  return variations;
}

/// The moves from the start position to a node.
std::vector<Move> moves_to(const Node& node) {
  std::vector<Move> moves;
  for (auto id = node.id; id != record::root_node; id = node.game->node(id).parent) {
    moves.push_back(node.game->node(id).move);
  }
  std::ranges::reverse(moves);
  return moves;
}

Board board_of(const Node& node) {
  Board board{node.game->start()};
  for (const Move move : moves_to(node)) {
    board.push(move);
  }
  return board;
}

std::vector<Node> mainline(const Node& node) {
  std::vector<Node> line;
  for (auto id = node.get().first_child; id != record::no_node;
       id = node.game->node(id).first_child) {
    line.push_back(node.at(id));
  }
  return line;
}

py::list mainline_moves(const Node& node) {
  std::vector<Move> moves;
  for (auto id = node.get().first_child; id != record::no_node;
       id = node.game->node(id).first_child) {
    moves.push_back(node.game->node(id).move);
  }
  return move_list(moves);
}

void add_comment(const Node& node, std::string_view comment) {
  if (!comment.empty()) {
    node.game->add_comment(node.id, comment);
  }
}

Node add_variation(const Node& node, Move move, std::string_view comment,
                   const std::vector<std::uint16_t>& nags) {
  const auto board = board_of(node);
  if (!board.position.is_legal(move)) {
    raise_illegal(board.position, move);
  }
  auto made = node.at(node.game->add_move(node.id, move));
  add_comment(made, comment);
  for (const auto nag : nags) {
    node.game->add_nag(made.id, nag);
  }
  return made;
}

Node add_line(Node node, const std::vector<Move>& moves) {
  for (const Move move : moves) {
    node = add_variation(node, move, {}, {});
  }
  return node;
}

bool is_mainline(const Node& node) {
  for (auto id = node.id; id != record::root_node;) {
    const auto parent = node.game->node(id).parent;
    if (node.game->node(parent).first_child != id) {
      return false;
    }
    id = parent;
  }
  return true;
}

std::string node_text(const Node& node, std::string_view style) {
  if (node.id == record::root_node) {
    throw py::value_error{"no move leads to the root"};
  }
  const auto before = record::position_after(*node.game, node.get().parent);
  return notation::to_text(before, node.get().move, to_style(style));
}

/// What a game and its nodes have in common; `node` makes a Node of either.
template <typename Pointer, typename Class, typename ToNode>
void bind_tree(Class& type, ToNode node) {
  type.def_property_readonly(
          "variations", [node](Pointer self) { return variations_of(node(self)); },
          "A list of the nodes that follow: the main one first, then the alternatives to it.")
      .def_property_readonly(
          "comment", [node](Pointer self) { return text(notes_of(node(self), NoteKind::comment)); },
          "The comment after the move, or at the head of the game; several have lines between "
          "them.")
      .def(
          "add_comment",
          [node](Pointer self, std::string_view comment) { add_comment(node(self), comment); },
          py::arg("comment"), "Add a comment behind those that there are.")
      .def(
          "add_nag",
          [node](Pointer self, std::uint16_t nag) {
            const Node at = node(self);
            at.game->add_nag(at.id, nag);
          },
          py::arg("nag"), "Add a numeric glyph; see Node.nags.")
      .def(
          "next",
          [node](Pointer self) {
            return node_or_none(node(self).game, node(self).get().first_child);
          },
          "The node that follows in the main line, or None.")
      .def(
          "mainline", [node](Pointer self) { return mainline(node(self)); },
          "A list of the nodes that follow in the main line.")
      .def(
          "mainline_moves", [node](Pointer self) { return mainline_moves(node(self)); },
          "A list of the moves that follow in the main line.")
      .def(
          "board", [node](Pointer self) { return board_of(node(self)); },
          "The board after the move, with the moves that led there.")
      .def(
          "add_variation",
          [node](Pointer self, Move move, std::string_view comment,
                 const std::vector<std::uint16_t>& nags) {
            return add_variation(node(self), move, comment, nags);
          },
          py::arg("move"), py::kw_only(), py::arg("comment") = "",
          py::arg("nags") = std::vector<std::uint16_t>{},
          "Add a move behind all that follow and return its node. IllegalMove adds nothing.")
      .def(
          "add_line",
          [node](Pointer self, const std::vector<Move>& moves) {
            return add_line(node(self), moves);
          },
          py::arg("moves"), "Add moves, one after the other, and return the last node.");
}

void bind_node(py::module_& m) {
  py::class_<Node> type{m, "Node",
                        "A move in a game, with what was written of it and what follows."};
  bind_tree<const Node&>(type, [](const Node& node) { return node; });
  type.def_property_readonly(
          "move", [](const Node& n) { return move_object(n.get().move); },
          "The move that leads here; None at the root.")
      .def_property_readonly("game", [](const Node& n) { return n.game; })
      .def_property_readonly(
          "parent", [](const Node& n) { return node_or_none(n.game, n.get().parent); },
          "The node before; None at the root.")
      .def_property_readonly(
          "starting_comment",
          [](const Node& n) { return text(notes_of(n, NoteKind::comment_before)); },
          "What stands between the start of a variation and its first move.")
      .def_property_readonly("nags", &nags_of,
                             "Numeric glyphs as of PGN: 1 !, 2 ?, 3 !!, 4 ??, 5 !?, 6 ?!.")
      .def(
          "ply", [](const Node& n) { return moves_to(n).size(); },
          "Moves from the start of the game.")
      .def("is_mainline", &is_mainline)
      .def("text", &node_text, py::arg("style") = "chinese", "The move as text; see Board.text().")
      .def("__eq__",
           [](const Node& a, const py::object& b) {
             if (!py::isinstance<Node>(b)) {
               return false;
             }
             const auto& other = b.cast<const Node&>();
             return a.game == other.game && a.id == other.id;
           })
      .def("__hash__", [](const Node& n) { return std::hash<const void*>{}(n.game.get()) ^ n.id; })
      .def("__repr__", [](const Node& n) {
        return n.id == record::root_node ? std::string{"<xq.Node: the root>"}
                                         : "<xq.Node " + node_text(n, "uci") + ">";
      });
}

// ---- games -----------------------------------------------------------------------------------

std::vector<PlacedProblem> placed(const Game& game, std::span<const Problem> problems) {
  std::vector<PlacedProblem> all;
  for (const auto& problem : problems) {
    all.push_back({problem, game.source, game.number});
  }
  return all;
}

std::vector<PlacedProblem> verify(const Game& game, std::string_view rules, int natural_limit) {
  const analysis::VerifyOptions options{.rules = to_rules(rules), .natural_limit = natural_limit};
  Game copy = game; // other threads may change the game meanwhile
  without_gil([&] { analysis::verify(copy, options); });
  return placed(game, std::span<const Problem>{copy.problems}.subspan(game.problems.size()));
}

void set_result(Game& game, std::string_view result) {
  const auto found = record::find_result(result);
  if (!found) {
    throw make_error<UsageError>("\"{}\" is no result: use 1-0, 0-1, 1/2-1/2 or *", result);
  }
  game.set_result(*found);
}

void bind_games(py::module_& m) {
  GameClass type{m, "Game",
                 R"(A game: headers, moves, variations, comments, and what is wrong with it.

A copy and its nodes are independent of where it was read from.)"};
  bind_tree<const GamePointer&>(type, [](const GamePointer& game) { return Node{game}; });
  type.def(py::init([](const std::string& fen) {
             auto game = std::make_shared<Game>();
             game->set_start(to_position(py::str{fen}));
             return game;
           }),
           py::arg("fen") = std::string{start_fen})
      .def_property_readonly("headers", [](const GamePointer& g) { return Headers{g}; })
      .def_property_readonly(
          "root", [](const GamePointer& g) { return Node{g}; }, "The node before the first move.")
      .def_property(
          "result", [](const Game& g) { return to_text(g.result()); }, &set_result,
          "1-0, 0-1, 1/2-1/2 or *.")
      .def_property_readonly("plies", &Game::plies, "Moves of the main line.")
      .def_property_readonly(
          "problems", [](const Game& g) { return placed(g, g.problems); },
          "A list of xq.Problem: what the reader found.")
      .def_property_readonly("usable", &Game::usable,
                             "No problem is an error: the moves are those of the record.")
      .def_readonly("number", &Game::number, "Place in the whole input, from 1; 0: not read.")
      .def_readonly("line", &Game::line,
                    "Line of the file where the game begins, from 1; 0: unknown.")
      .def_property_readonly(
          "source", [](const Game& g) { return text(g.source); }, "The file, as given.")
      .def("starting_board", [](const Game& g) { return Board{g.start()}; })
      .def(
          "end",
          [](const GamePointer& g) {
            const auto line = mainline(Node{g});
            return line.empty() ? Node{g} : line.back();
          },
          "The last node of the main line.")
      .def(
          "verify", &verify, py::arg("rules") = "wxf", py::kw_only(),
          py::arg("natural_limit") = 120,
          R"(A list of what is wrong beyond what the reader found: headers, the result, repetitions.

Nothing is looked at in a game that is not usable. rules, natural_limit: see Board.outcome().)")
      .def("copy", [](const Game& g) { return std::make_shared<Game>(g); })
      .def("__copy__", [](const Game& g) { return std::make_shared<Game>(g); })
      .def(
          "__deepcopy__",
          [](const Game& g, const py::dict& /*memo*/) { return std::make_shared<Game>(g); },
          py::arg("memo"))
      .def("__eq__",
           [](const Game& g, const py::object& other) {
             return py::isinstance<Game>(other) && record::equal(g, other.cast<const Game&>());
           })
      .def("__repr__", [](const Game& g) {
        return text("<xq.Game " + std::string{g["Red"]} + " - " + std::string{g["Black"]} + " " +
                    std::string{to_text(g.result())} + ">");
      });
  type.attr("__hash__") = py::none{};
  bind_game_output(type);
}

} // namespace

void bind_game(py::module_& m) {
  bind_headers(m);
  bind_node(m);
  bind_games(m);
}

} // namespace xq::python
