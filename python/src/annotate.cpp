#include "checked_cast.hpp"
#include "engine_handle.hpp"
#include "game_source.hpp"

#include <xq/analysis/annotate.hpp>
#include <xq/annotation.hpp>
#include <xq/base/error.hpp>
#include <xq/book/book.hpp>

#include <algorithm>
#include <atomic>
#include <deque>
#include <future>

namespace xq::python {
namespace {

struct AnnotationSettings {
  analysis::AnalystSource analysts;
  analysis::AnnotateOptions annotate;
  std::string book; ///< path; empty: none
  unsigned threads = 1;
};

/// What one game is judged with.
struct Worker {
  explicit Worker(const AnnotationSettings& settings) : analyst{settings.analysts.make()} {
    if (!settings.book.empty()) {
      book.emplace(settings.book);
    }
  }
  [[nodiscard]] bool in_book(const Position& position, Move move) {
    return std::ranges::any_of(book->probe(position),
                               [&](const book::BookMove& known) { return known.move == move; });
  }

  std::unique_ptr<analysis::Analyst> analyst;
  std::optional<book::Book> book;
};

/// The iterator of xq.annotate(): games are judged on threads, and come in their order.
class Annotator {
public:
  Annotator(py::iterator games, AnnotationSettings settings)
      : m_games{std::move(games)}, m_settings{std::move(settings)} {}
  ~Annotator() { stop(); } // the futures wait for their threads, which do not take the GIL
  Annotator(const Annotator&) = delete;
  Annotator& operator=(const Annotator&) = delete;

  GamePointer next() {
    while (!m_at_end && m_judged.size() < m_settings.threads) {
      begin_next();
    }
    if (m_judged.empty()) {
      throw py::stop_iteration{};
    }
    auto first = std::move(m_judged.front());
    m_judged.pop_front();
    return long_call([&](SignalWatch& watch) {
      while (first.wait_for(SignalWatch::interval) != std::future_status::ready) {
        if (!watch()) {
          stop();
        }
      }
      return first.get();
    });
  }

private:
  /// Takes the next game, on a thread of its own.
  void begin_next() {
    if (m_games == py::iterator::sentinel()) {
      m_at_end = true;
      return;
    }
    if (!py::isinstance<record::Game>(*m_games)) {
      throw py::type_error{"games are xq.Game objects"};
    }
    const auto game = m_games->cast<GamePointer>();
    ++m_games;
    m_judged.push_back(
        std::async(std::launch::async, [this, copy = *game] { return judged(copy); }));
  }

  GamePointer judged(const record::Game& game) {
    if (!game.usable()) {
      return std::make_shared<record::Game>(game);
    }
    const auto worker = take_worker();
    analysis::ReviewTools tools;
    tools.analyst = worker->analyst.get();
    tools.keep_going = [this] { return !m_stopped; };
    if (worker->book) {
      tools.in_book = [&](const Position& position, Move move) {
        return worker->in_book(position, move);
      };
    }
    auto result = std::make_shared<record::Game>(
        analysis::annotated(game, analysis::review(game, tools), m_settings.annotate));
    const std::lock_guard lock{m_mutex};
    m_idle.push_back(worker);
    return result;
  }

  std::shared_ptr<Worker> take_worker() {
    {
      const std::lock_guard lock{m_mutex};
      if (!m_idle.empty()) {
        auto worker = m_idle.back();
        m_idle.pop_back();
        return worker;
      }
    }
    auto worker = std::make_shared<Worker>(m_settings); // an external engine takes a while to start
    const std::lock_guard lock{m_mutex};
    m_workers.push_back(worker);
    return worker;
  }

  void stop() noexcept {
    m_stopped = true;
    const std::lock_guard lock{m_mutex};
    for (const auto& worker : m_workers) {
      worker->analyst->stop();
    }
  }

  py::iterator m_games;
  AnnotationSettings m_settings;
  std::atomic<bool> m_stopped = false;
  std::mutex m_mutex;
  std::vector<std::shared_ptr<Worker>> m_workers, m_idle;
  bool m_at_end = false;
  std::deque<std::future<GamePointer>> m_judged; ///< last: its threads use the others
};

analysis::ShownLines to_shown_lines(const std::string& name) {
  using analysis::ShownLines;
  for (const auto& [known, lines] :
       {std::pair{"none", ShownLines::none}, std::pair{"marked", ShownLines::marked},
        std::pair{"all", ShownLines::all}}) {
    if (name == known) {
      return lines;
    }
  }
  throw make_error<UsageError>("lines are none, marked or all, not \"{}\"", name);
}

analysis::AnalystSource to_analysts(const py::object& engine, const EngineOptions& options,
                                    const engine::Limits& limits) {
  if (engine.is_none()) {
    return analysis::own_analysts(limits, to_settings(options).options(), XQ_VERSION);
  }
  uci::ExternalOptions external;
  external.command = checked_cast<std::string>(engine, "a command line is a str");
  external.settings = options;
  return jobs::external_analysts(limits, external);
}

py::object annotate(const py::object& games, std::uint64_t nodes, int depth, double time,
                    const py::object& engine, const py::dict& options, unsigned threads,
                    const py::object& book, const std::string& lines, int line_plies,
                    const std::string& style) {
  constexpr std::uint64_t usual_nodes = 75'000; // as xq annotate
  AnnotationSettings settings;
  settings.annotate.lines = to_shown_lines(lines);
  settings.annotate.line_plies = line_plies;
  settings.annotate.style = to_style(style);
  settings.threads = std::max(threads, 1U);
  const bool is_limited = nodes != 0 || depth != 0 || time != 0;
  const auto limits = to_limits(is_limited ? nodes : usual_nodes, depth, time);
  const auto engine_options = to_engine_options(options);
  if (!book.is_none()) {
    settings.book =
        py::hasattr(book, "probe") ? book.attr("path").cast<std::string>() : to_path(book);
    book::Book{settings.book}; // throws now what is wrong with it
  }
  settings.analysts =
      long_call([&](SignalWatch&) { return to_analysts(engine, engine_options, limits); });
  settings.annotate.annotator = settings.analysts.name;
  if (py::isinstance<record::Game>(games)) {
    return py::cast(Annotator{py::iter(py::make_tuple(games)), std::move(settings)}.next());
  }
  const bool is_path = py::isinstance<py::str>(games) || py::hasattr(games, "__fspath__");
  const py::object all =
      is_path ? py::module_::import("xq").attr("read")(games) : py::object{games};
  return py::cast(std::make_unique<Annotator>(py::iter(all), std::move(settings)));
}

} // namespace

void bind_annotate(py::module_& m) {
  using namespace py::literals;
  py::class_<Annotator>(m, "_Annotator")
      .def("__iter__", [](py::object self) { return self; })
      .def("__next__", &Annotator::next);
  m.def(
      "annotate", &annotate, "games"_a, py::kw_only(), "nodes"_a = 0, "depth"_a = 0, "time"_a = 0.0,
      "engine"_a = py::none(), "options"_a = py::dict{}, "threads"_a = 1, "book"_a = py::none(),
      "lines"_a = "marked", "line_plies"_a = 8, "style"_a = "chinese",
      "Games with an engine's judgement of their moves: values, marks, better lines and a summary\n"
      "as comments, as `xq annotate` writes them.\n\n"
      "games: an xq.Game, which gives one, or an iterable of them, an xq.Database or a path, "
      "which\n"
      "give an iterator; games with errors come as they are. nodes, depth (plies), time "
      "(seconds):\n"
      "for a position; without any, 75,000 nodes. engine: the command line of another engine, "
      "None\n"
      "for that of this package; options: for either. threads: games at a time. book: an xq.Book\n"
      "or a path, whose moves are not judged. lines: where the engine's lines stand, at moves\n"
      "marked ?!, ? or ?? (marked), at all others than its own (all) or nowhere (none), each of\n"
      "line_plies at most; style: of moves in comments. Raises xq.Error when the engine cannot\n"
      "answer. A run that is stopped is lost: xq annotate keeps a journal.");
}

} // namespace xq::python
