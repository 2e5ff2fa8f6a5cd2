#include "checked_cast.hpp"
#include "engine_handle.hpp"

#include <xq/analysis/analyst.hpp>
#include <xq/annotation.hpp>
#include <xq/base/error.hpp>
#include <xq/board/movegen.hpp>
#include <xq/uci/external.hpp>

#include <algorithm>
#include <cmath>

namespace xq::python {
namespace {

/// xq.Engine: the engine of the library, or that of another program.
class EngineHandle {
public:
  EngineHandle(std::unique_ptr<engine::Searcher> searcher, bool external)
      : m_searcher{std::move(searcher)}, m_external{external} {}
  ~EngineHandle() = default;
  EngineHandle(const EngineHandle&) = delete;
  EngineHandle& operator=(const EngineHandle&) = delete;

  /// One search at a time: other threads wait. An answer without a move raises xq.Error, unless
  /// there is no legal move.
  engine::Answer search(const Board& board, const engine::Limits& limits) {
    const auto searcher = opened();
    if (!has_legal_move(board.position)) {
      return {};
    }
    auto answer = stoppable_call(
        [&, start = board.start, moves = board.moves] {
          const std::lock_guard lock{m_mutex};
          return searcher->search(start, moves, limits);
        },
        [&] { searcher->stop(); });
    if (answer.fault != engine::Fault::none) {
      throw make_error<Error>("{}: {}{}{}", searcher->name(), engine::to_text(answer.fault),
                              answer.detail.empty() ? "" : ": ", answer.detail);
    }
    return answer;
  }
  void new_game() {
    const auto searcher = opened();
    long_call([&](SignalWatch&) {
      const std::lock_guard lock{m_mutex};
      searcher->new_game();
    });
  }
  void stop() {
    if (const auto searcher = m_searcher) {
      searcher->stop();
    }
  }
  /// Ends the program of an external engine; a running search ends first.
  void close() {
    auto closed = std::move(m_searcher);
    m_searcher.reset();
    long_call([&](SignalWatch&) {
      if (closed != nullptr) {
        closed->stop();
      }
      const std::lock_guard lock{m_mutex};
      closed.reset();
    });
  }
  [[nodiscard]] std::string name() { return opened()->name(); }
  [[nodiscard]] bool is_external() const noexcept { return m_external; }

private:
  [[nodiscard]] std::shared_ptr<engine::Searcher> opened() const {
    if (m_searcher == nullptr) {
      throw make_error<Error>("the engine is closed");
    }
    return m_searcher;
  }

  std::shared_ptr<engine::Searcher> m_searcher; ///< null: closed. Changed with the GIL
  std::mutex m_mutex;
  bool m_external;
};

// ---- answers ----------------------------------------------------------------------------------

/// xq.Line
struct ShownLine {
  engine::Line line;
  Position before;

  /// Moves to mate, signed; None: no mate.
  [[nodiscard]] std::optional<int> mate() const {
    const int plies = engine::mate_plies(line.score);
    if (plies == 0) {
      return std::nullopt;
    }
    return plies > 0 ? (plies + 1) / 2 : -((1 - plies) / 2);
  }
};

/// xq.Analysis
struct Analysis {
  Move move;
  std::vector<ShownLine> lines;
  int depth = 0;
  std::uint64_t nodes = 0;
  double seconds = 0;
};

Analysis analysis_of(const engine::Answer& answer, const Position& position) {
  Analysis out{answer.best,
               {},
               answer.report.depth,
               answer.report.nodes,
               std::chrono::duration<double>{answer.report.time}.count()};
  for (const auto& line : answer.report.lines) {
    out.lines.push_back({line, position});
  }
  return out;
}

const ShownLine& line_at(const Analysis& analysis, std::ptrdiff_t place) {
  const auto size = std::ssize(analysis.lines);
  place += place < 0 ? size : 0;
  if (place < 0 || place >= size) {
    throw py::index_error{"there are " + std::to_string(size) + " lines"};
  }
  return analysis.lines[static_cast<std::size_t>(place)];
}

/// The game so far of a Board or a FEN.
Board to_board(const py::handle& board_or_fen) {
  return py::isinstance<Board>(board_or_fen) ? board_or_fen.cast<Board>()
                                             : Board{to_position(board_or_fen)};
}

std::unique_ptr<EngineHandle> make_engine(const py::object& command, const py::dict& options,
                                          const std::optional<std::string>& protocol,
                                          const std::optional<std::string>& folder) {
  const auto settings = to_engine_options(options);
  if (command.is_none()) {
    if (protocol || folder) {
      throw py::type_error{"protocol and folder are those of another program"};
    }
    return std::make_unique<EngineHandle>(
        std::make_unique<engine::InternalEngine>(to_settings(settings)), false);
  }
  uci::ExternalOptions external;
  external.command = checked_cast<std::string>(command, "a command line is a str");
  external.settings = settings;
  external.folder = folder.value_or("");
  using Protocol = uci::ExternalOptions::Protocol;
  if (protocol && *protocol != "uci" && *protocol != "ucci") {
    throw make_error<UsageError>("a protocol is uci or ucci, not \"{}\"", *protocol);
  }
  external.protocol = !protocol            ? Protocol::detect
                      : *protocol == "uci" ? Protocol::uci
                                           : Protocol::ucci;
  return long_call([&](SignalWatch&) {
    return std::make_unique<EngineHandle>(std::make_unique<uci::ExternalEngine>(external), true);
  });
}

Analysis analyse(EngineHandle& engine, const py::object& board, std::uint64_t nodes, int depth,
                 double time, int multipv, int mate, const std::vector<Move>& moves) {
  const auto asked = to_board(board);
  auto limits = mate > 0 && nodes == 0 && depth == 0 && time == 0 ? engine::Limits{}
                                                                  : to_limits(nodes, depth, time);
  if (multipv < 1 || mate < 0) {
    throw py::value_error{"multipv is at least 1, mate at least 0"};
  }
  for (const Move move : moves) {
    if (!asked.position.is_legal(move)) {
      raise_illegal(asked.position, move);
    }
  }
  limits.multipv = multipv;
  limits.mate = mate;
  limits.search_moves = moves;
  return analysis_of(engine.search(asked, limits), asked.position);
}

py::object play(EngineHandle& engine, const py::object& board, std::uint64_t nodes, int depth,
                double time, double clock, double increment) {
  const auto asked = to_board(board);
  auto limits = clock > 0 && nodes == 0 && depth == 0 && time == 0 ? engine::Limits{}
                                                                   : to_limits(nodes, depth, time);
  limits.time_left = to_milliseconds(clock);
  limits.increment = to_milliseconds(increment);
  return move_object(engine.search(asked, limits).best);
}

void bind_answers(py::module_& m) {
  using namespace py::literals;
  py::class_<ShownLine>(m, "Line", "Moves that an engine expects, and their value.")
      .def_property_readonly(
          "score", [](const ShownLine& l) { return l.line.score; },
          "Centipawns for the side to move; mates are near +-30000, see mate.")
      .def_property_readonly("mate", &ShownLine::mate,
                             "The side to move mates in so many moves; below 0: is mated; None: "
                             "no mate.")
      .def_property_readonly(
          "moves", [](const ShownLine& l) { return move_list(l.line.moves); },
          "The expected moves, legal one after the other.")
      .def(
          "text",
          [](const ShownLine& l, const std::string& style) {
            return notation::to_text(l.before, l.line.moves, to_style(style));
          },
          "style"_a = "chinese", "The moves in a style of notation, with blanks between.")
      .def("__repr__", [](const ShownLine& l) {
        return text("<xq.Line " + analysis::value_text(l.line.score) + " " +
                    notation::to_text(l.before, l.line.moves, notation::Style::uci) + ">");
      });
  py::class_<Analysis>(m, "Analysis",
                       "What a search found: a sequence of xq.Line, the best first; empty where "
                       "there is no legal move,\nand where an engine says nothing but its move.")
      .def("__len__", [](const Analysis& a) { return a.lines.size(); })
      .def("__getitem__", &line_at, "index"_a)
      .def_property_readonly(
          "best",
          [](const Analysis& a) {
            return a.lines.empty() ? std::nullopt : std::optional{a.lines.front()};
          },
          "The best line, or None.")
      .def_property_readonly(
          "move", [](const Analysis& a) { return move_object(a.move); },
          "The chosen move; None where there is no legal one.")
      .def_readonly("depth", &Analysis::depth, "Plies.")
      .def_readonly("nodes", &Analysis::nodes, "Positions that were searched.")
      .def_readonly("time", &Analysis::seconds, "Seconds.")
      .def("__repr__", [](const Analysis& a) {
        return "<xq.Analysis depth " + std::to_string(a.depth) + ", " +
               std::to_string(a.lines.size()) + " lines>";
      });
}

} // namespace

EngineOptions to_engine_options(const py::dict& options) {
  EngineOptions out;
  for (const auto& [key, value] : options) {
    const auto name = checked_cast<std::string>(key, "the name of an option is a str");
    if (py::isinstance<py::bool_>(value)) {
      out.emplace_back(name, value.cast<bool>() ? "true" : "false");
    } else if (py::isinstance<py::str>(value) || py::isinstance<py::int_>(value)) {
      out.emplace_back(name, py::str(value));
    } else {
      throw py::type_error{"an option of an engine is a str, an int or a bool"};
    }
  }
  return out;
}

engine::Settings to_settings(const EngineOptions& options) {
  engine::Settings settings;
  for (const auto& [name, value] : options) {
    const auto* const info = engine::find_setting(name);
    if (info == nullptr) {
      throw make_error<UsageError>("the engine has no option \"{}\"", name);
    }
    if (const auto wrong = engine::change(settings, *info, value); !wrong.empty()) {
      throw UsageError{wrong};
    }
  }
  return settings;
}

std::chrono::milliseconds to_milliseconds(double seconds) {
  constexpr double year = 366.0 * 24 * 60 * 60;
  if (!(seconds >= 0 && seconds <= year)) { // nor for what is no number
    throw py::value_error{"a time is a number of seconds from 0 on"};
  }
  return std::chrono::milliseconds{std::llround(std::ceil(seconds * 1000))};
}

engine::Limits to_limits(std::uint64_t nodes, int depth, double time) {
  if (depth < 0) {
    throw py::value_error{"a depth is at least 1"};
  }
  engine::Limits limits;
  limits.depth = depth;
  limits.nodes = nodes;
  limits.move_time = to_milliseconds(time);
  if (nodes == 0 && depth == 0 && limits.move_time.count() == 0) {
    throw make_error<UsageError>("say when to stop: nodes, depth or time");
  }
  return limits;
}

engine::Limits to_limits_or(std::uint64_t usual_nodes, std::uint64_t nodes, int depth,
                            double time) {
  const bool is_limited = nodes != 0 || depth != 0 || time != 0;
  return to_limits(is_limited ? nodes : usual_nodes, depth, time);
}

analysis::AnalystSource to_analysts(const py::object& engine, const py::dict& options,
                                    const engine::Limits& limits) {
  const auto settings = to_engine_options(options);
  if (engine.is_none()) {
    auto own = to_settings(settings).options();
    const auto* const hash = engine::find_setting("Hash");
    if (std::ranges::none_of(
            settings, [&](const auto& each) { return engine::find_setting(each.first) == hash; })) {
      own.hash_megabytes = 0; // a table that fits the limits, as the commands have it
    }
    return long_call([&](SignalWatch&) { return analysis::own_analysts(limits, own, XQ_VERSION); });
  }
  uci::ExternalOptions external;
  external.command = checked_cast<std::string>(engine, "a command line is a str");
  external.settings = settings;
  return long_call([&](SignalWatch&) { return external_analysts(limits, external); });
}

void bind_engine(py::module_& m) {
  using namespace py::literals;
  bind_answers(m);
  py::class_<EngineHandle>(
      m, "Engine",
      "An engine: the one of this package, or a UCI or UCCI engine that is another program.\n\n"
      "    with xq.Engine() as engine:\n"
      "        print(engine.analyse(board, nodes=100_000).best.text())\n\n"
      "A board is an xq.Board, whose moves count for repetitions, or a FEN. One search at a time:\n"
      "other threads wait; stop() may be called by any. Ctrl-C ends a search. An engine that does\n"
      "not start, dies or answers nonsense raises xq.Error; the next search starts it again.")
      .def(py::init(&make_engine), "command"_a = py::none(), py::kw_only(),
           "options"_a = py::dict{}, "protocol"_a = py::none(), "folder"_a = py::none(),
           "command: a command line, words and quotes as in a shell; None: the engine of this\n"
           "package. options: {'Hash': 64, 'Threads': 2 ...}. protocol: uci or ucci; None: find\n"
           "out. folder: where the program runs. Raises xq.UsageError for an option that the\n"
           "package's engine does not have.")
      .def_property_readonly(
          "name", [](EngineHandle& e) { return text(e.name()); }, "The engine's own name.")
      .def(
          "analyse", &analyse, "board"_a, py::kw_only(), "nodes"_a = 0, "depth"_a = 0,
          "time"_a = 0.0, "multipv"_a = 1, "mate"_a = 0, "moves"_a = std::vector<Move>{},
          "Search a position until the first limit is reached: nodes, depth in plies, time in\n"
          "seconds. multipv: so many lines; mate: look for a mate in so many moves; moves: only\n"
          "these. With nodes or depth and one thread the answer depends only on the position, the\n"
          "options, and the searches since new_game().")
      .def("play", &play, "board"_a, py::kw_only(), "nodes"_a = 0, "depth"_a = 0, "time"_a = 0.0,
           "clock"_a = 0.0, "increment"_a = 0.0,
           "The move that the engine plays, or None without a legal one. clock and increment:\n"
           "seconds that are left for the game and that each move brings.")
      .def("new_game", &EngineHandle::new_game, "Forget what was searched before.")
      .def("stop", &EngineHandle::stop, "Make the running search answer now; from any thread.")
      .def("close", &EngineHandle::close,
           "End the engine, and the program of an external one. Nothing can be asked any more.")
      .def("__enter__", [](py::object self) { return self; })
      .def("__exit__", [](EngineHandle& e, const py::args&) { e.close(); })
      .def("__repr__", [](const EngineHandle& e) {
        return e.is_external() ? "<xq.Engine of another program>" : "<xq.Engine>";
      });
}

} // namespace xq::python
