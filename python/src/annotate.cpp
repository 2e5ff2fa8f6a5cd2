#include "engine_handle.hpp"
#include "game_pipeline.hpp"

#include <xq/analysis/annotate.hpp>
#include <xq/annotation.hpp>
#include <xq/base/error.hpp>
#include <xq/book/book.hpp>

#include <algorithm>
#include <atomic>
#include <mutex>

namespace xq::python {
namespace {

struct AnnotationSettings {
  analysis::AnalystSource analysts;
  analysis::AnnotateOptions annotate;
  analysis::Looks looks;
  std::string book; ///< path; empty: none
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

/// Judges games, each with an analyst of its own.
class Judging {
public:
  explicit Judging(AnnotationSettings settings, const std::string& journal)
      : m_settings{std::move(settings)} {
    if (!journal.empty()) {
      m_journal = open_journal(journal, m_settings.analysts);
    }
  }

  GamePointer operator()(const record::Game& game, std::uint64_t /*number*/) {
    if (!game.usable()) {
      return std::make_shared<record::Game>(game);
    }
    const auto worker = take_worker();
    analysis::ReviewTools tools;
    tools.analyst = worker->analyst.get();
    tools.store = m_journal.get();
    tools.looks = m_settings.looks;
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

  void stop() noexcept {
    m_stopped = true;
    const std::lock_guard lock{m_mutex};
    for (const auto& worker : m_workers) {
      worker->analyst->stop();
    }
  }

private:
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

  AnnotationSettings m_settings;
  std::unique_ptr<analysis::EvaluationStore> m_journal; ///< null: none
  std::atomic<bool> m_stopped = false;
  std::mutex m_mutex;
  std::vector<std::shared_ptr<Worker>> m_workers, m_idle;
};
using Annotator = GamePipeline<Judging>;

GamePointer next_of(Annotator& annotator) {
  auto game = annotator.next();
  if (!game) {
    throw py::stop_iteration{};
  }
  return std::move(*game);
}

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

py::object annotate(const py::object& games, std::uint64_t nodes, int depth, double time,
                    const py::object& engine, const py::dict& options, unsigned threads,
                    const py::object& book, const std::string& lines, int line_plies,
                    const std::string& style, const py::object& journal) {
  using analysis::Quality;
  const bool limited = nodes != 0 || depth != 0 || time != 0;
  const Quality quality = limited ? Quality::normal : Quality::night; // as xq annotate
  AnnotationSettings settings;
  settings.looks = analysis::looks_of(quality);
  settings.annotate.lines = to_shown_lines(lines);
  settings.annotate.line_plies = line_plies;
  settings.annotate.style = to_style(style);
  const auto limits = to_limits_or(analysis::nodes_of(quality), nodes, depth, time);
  if (!book.is_none()) {
    settings.book =
        py::hasattr(book, "probe") ? book.attr("path").cast<std::string>() : to_path(book);
    book::Book{settings.book}; // throws now what is wrong with it
  }
  const auto kept = journal.is_none() ? std::string{} : to_path(journal);
  settings.analysts = to_analysts(engine, options, analysis::review_limits(limits));
  settings.annotate.annotator = settings.analysts.name;
  auto work =
      long_call([&](SignalWatch&) { return std::make_unique<Judging>(std::move(settings), kept); });
  auto all = std::make_unique<Annotator>(games_of(games), threads, std::move(work));
  return is_one_game(games) ? py::cast(next_of(*all)) : py::cast(std::move(all));
}

} // namespace

void bind_annotate(py::module_& m) {
  using namespace py::literals;
  py::class_<Annotator>(m, "_Annotator")
      .def("__iter__", [](py::object self) { return self; })
      .def("__next__", &next_of);
  m.def(
      "annotate", &annotate, "games"_a, py::kw_only(), "nodes"_a = 0, "depth"_a = 0, "time"_a = 0.0,
      "engine"_a = py::none(), "options"_a = py::dict{}, "threads"_a = 1, "book"_a = py::none(),
      "lines"_a = "marked", "line_plies"_a = 8, "style"_a = "chinese", "journal"_a = py::none(),
      "Games with an engine's judgement of their moves: values, marks, better lines and a summary\n"
      "as comments, as `xq annotate` writes them.\n\n"
      "games: an xq.Game, which gives one, or an iterable of them, an xq.Database or a path, "
      "which\n"
      "give an iterator; games with errors come as they are. nodes, depth (plies), time "
      "(seconds):\n"
      "for a position; without any, as by `--quality night`. engine: the command line of another\n"
      "engine, None for that of this package; options: for either. threads: games at a time. book: "
      "an xq.Book\n"
      "or a path, whose moves are not judged. lines: where the engine's lines stand, at moves\n"
      "marked ?!, ? or ?? (marked), at all others than its own (all) or nowhere (none), each of\n"
      "line_plies at most; style: of moves in comments. journal: a database, made when there is\n"
      "none, that keeps each answer of the engine at once, as `xq annotate --journal` does: after "
      "a\n"
      "run that was stopped the same call searches only what is missing. Raises xq.Error when the\n"
      "engine cannot answer.");
}

} // namespace xq::python
