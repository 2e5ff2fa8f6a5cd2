#include "engine_handle.hpp"
#include "game_source.hpp"

#include <xq/base/error.hpp>
#include <xq/board/fen.hpp>
#include <xq/book/build.hpp>
#include <xq/book/explore.hpp>
#include <xq/book/maintenance.hpp>
#include <xq/format/format.hpp>
#include <xq/scoring.hpp>

#include <algorithm>
#include <array>
#include <atomic>
#include <memory>
#include <mutex>

namespace xq::python {
namespace {

/// xq.Book: many Python threads may ask, one after the other.
class BookFile {
public:
  explicit BookFile(const std::string& path) : m_book{path} {}

  template <typename F>
  auto ask(F&& f) {
    return long_call([&](SignalWatch& watch) {
      const std::lock_guard lock{m_mutex};
      return f(m_book, watch);
    });
  }
  /// What never changes.
  [[nodiscard]] const book::BookInfo& info() const noexcept { return m_book.info(); }
  [[nodiscard]] const std::string& path() const noexcept { return m_book.path(); }

private:
  std::mutex m_mutex;
  book::Book m_book;
};
using BookPointer = std::shared_ptr<BookFile>;

book::Weighting to_weighting(const std::string& name) {
  using book::Weighting;
  for (const auto& [known, weighting] :
       {std::pair{"games", Weighting::games}, std::pair{"score", Weighting::score},
        std::pair{"recency", Weighting::recency}, std::pair{"level", Weighting::level},
        std::pair{"engine", Weighting::engine}}) {
    if (name == known) {
      return weighting;
    }
  }
  throw make_error<UsageError>("a weight is games, score, recency, level or engine, not \"{}\"",
                               name);
}

py::dict info(const BookFile& file) {
  const auto& info = file.info();
  using namespace py::literals;
  return py::dict("games"_a = info.games, "positions"_a = info.positions, "moves"_a = info.moves,
                  "max_ply"_a = info.max_ply, "min_games"_a = info.min_games,
                  "samples"_a = info.samples, "judged"_a = info.judged);
}

/// What --json says of a position, and the moves as xq.Move.
py::list probe(BookFile& file, const py::object& board, const std::string& weight) {
  const auto position = to_position(board);
  const auto weighting = to_weighting(weight);
  const auto probed = file.ask(
      [&](book::Book& book, SignalWatch&) { return book::probe(book, position, weighting); });
  py::list moves = from_json(book::as_json(probed))["moves"];
  for (std::size_t i = 0; i < probed.moves.size(); ++i) {
    moves[i]["move"] = move_object(probed.moves[i].move);
  }
  return moves;
}

py::list lines(BookFile& file, const py::object& board, std::size_t limit, std::size_t depth) {
  const auto position = to_position(board);
  const auto found = file.ask([&](book::Book& book, SignalWatch&) {
    return book::best_lines(book, position, limit, depth);
  });
  py::list out;
  for (const auto& line : found) {
    auto answer = from_json(book::as_json(line));
    answer["moves"] = move_list(line.moves);
    out.append(std::move(answer));
  }
  return out;
}

py::list holes(BookFile& file, const book::HoleOptions& asked) {
  const auto found = file.ask([&](book::Book& book, SignalWatch& watch) {
    auto options = asked;
    options.keep_going = [&watch] { return watch(); };
    return book::find_holes(book, options);
  });
  py::list out;
  for (const auto* const kind : {&found.bad, &found.unplayed}) {
    for (const auto& hole : *kind) {
      auto answer = from_json(book::as_json(hole));
      answer["move"] = move_object(hole.move.move);
      out.append(std::move(answer));
    }
  }
  return out;
}

py::list games(BookFile& file, const py::object& board, Move move) {
  const auto position = to_position(board);
  if (!position.is_legal(move)) {
    raise_illegal(position, move);
  }
  const auto found =
      file.ask([&](book::Book& book, SignalWatch&) { return book.games(position, move); });
  py::list out;
  using namespace py::literals;
  for (const auto& [name, ply] : found) {
    out.append(py::dict("source"_a = text(name.source), "line"_a = name.line, "ply"_a = ply,
                        "plies"_a = name.plies, "date"_a = text(name.date),
                        "event"_a = text(name.event), "red"_a = text(name.red),
                        "black"_a = text(name.black), "result"_a = record::to_text(name.result)));
  }
  return out;
}

// ---- build ------------------------------------------------------------------------------------

/// What a worker makes of some games.
struct Work {
  std::optional<book::Recorder> recorder;
  book::Batch batch;
  void add(const book::Builder& builder, const record::Game& game) {
    if (!recorder) {
      recorder.emplace(builder.recorder());
    }
    recorder->add(game, batch);
  }
};

void add_files(book::Builder& builder, const std::vector<std::string>& files,
               const store::Filter& filter, const book::BuildOptions& options) {
  format::ReadOptions reading;
  reading.threads = options.threads;
  reading.max_ply = options.max_ply;
  if (!filter.empty()) {
    reading.wanted = store::Matcher{filter};
  }
  std::optional<format::FileProblem> failure;
  long_call([&](SignalWatch& watch) {
    format::read_games<Work>(
        files, reading,
        [&](record::Game& game, Work& work) {
          if (game.usable()) {
            work.add(builder, game);
          }
        },
        [&](Work&& work) { builder.add(work.batch); },
        [&](const format::FileProblem& problem) {
          failure = failure ? failure : std::optional{problem};
        },
        [&](const format::ReadProgress&) { return watch(); });
  });
  if (failure) {
    raise_read_error({failure->problem, failure->source});
  }
}

void add_database(book::Builder& builder, const DatabaseFile& database, const store::Filter& filter,
                  const book::BuildOptions& options) {
  long_call([&](SignalWatch& watch) {
    store::read_games<Work>(
        database.path(), filter, options.threads,
        [&](record::Game& game, Work& work) { work.add(builder, game); },
        [&](Work&& work) {
          builder.add(work.batch);
          if (!watch()) {
            throw make_error<Interrupted>("stopped");
          }
        });
  });
}

void add_iterable(book::Builder& builder, const py::object& games, const store::Filter& filter) {
  constexpr std::uint64_t most = 500;
  const store::Matcher passes{filter};
  Work work;
  const auto flush = [&] {
    long_call([&](SignalWatch&) { builder.add(work.batch); });
    work.batch = {};
  };
  for_each_game(games, [&](const record::Game& game) {
    if (!filter.empty() && !passes(game)) {
      return;
    }
    work.add(builder, game);
    if (work.batch.games() == most) {
      flush();
    }
  });
  flush();
}

BookPointer build(const py::object& path, const py::object& games,
                  const book::BuildOptions& options, const py::kwargs& conditions) {
  const auto filter = to_filter(conditions);
  const auto source = to_game_source(games);
  if (filter.unique && !source.database) {
    throw make_error<UsageError>("unique needs an xq.Database");
  }
  const auto target = to_path(path);
  auto builder =
      long_call([&](SignalWatch&) { return std::make_unique<book::Builder>(target, options); });
  if (source.database) {
    add_database(*builder, *source.database, filter, options);
  } else if (!source.files.empty()) {
    add_files(*builder, source.files, filter, options);
  } else {
    add_iterable(*builder, source.games, filter);
  }
  return long_call([&](SignalWatch& watch) {
    static_cast<void>(builder->finish([&](std::uint64_t) { return watch(); }));
    return std::make_shared<BookFile>(target);
  });
}

py::dict compare(const BookFile& file, const py::object& other) {
  const auto path =
      py::isinstance<BookFile>(other) ? other.cast<const BookFile&>().path() : to_path(other);
  const auto totals =
      long_call([&](SignalWatch&) { return book::compare_books(file.path(), path); });
  using namespace py::literals;
  return py::dict("same"_a = totals.same, "only_here"_a = totals.only_a,
                  "only_there"_a = totals.only_b, "changed"_a = totals.changed,
                  "judged"_a = totals.judged);
}

/// A position in which two books differ.
struct DifferentPosition {
  Position position;
  int ply = 0;
  std::vector<book::MoveDifference> moves;
};

py::dict counts_of(const book::Counts& counts, const std::optional<book::MoveScore>& score) {
  using namespace py::literals;
  return py::dict("games"_a = counts.games, "red_wins"_a = counts.red_wins,
                  "draws"_a = counts.draws, "black_wins"_a = counts.black_wins,
                  "score"_a = score ? py::object{py::int_{static_cast<int>(score->score)}}
                                    : py::object{py::none{}});
}

py::list differences(const BookFile& file, const py::object& other, std::size_t limit) {
  const auto path =
      py::isinstance<BookFile>(other) ? other.cast<const BookFile&>().path() : to_path(other);
  const auto found = long_call([&](SignalWatch& watch) {
    book::Book here{file.path()};
    book::Book there{path};
    std::vector<DifferentPosition> all;
    book::list_differences(here, there, [&](const Position& position, int ply, const auto& moves) {
      if (!watch()) {
        throw make_error<Interrupted>("stopped");
      }
      all.push_back({position, ply, moves});
      return limit == 0 || all.size() < limit;
    });
    return all;
  });
  py::list out;
  using namespace py::literals;
  for (const auto& each : found) {
    py::list moves;
    for (const auto& move : each.moves) {
      moves.append(py::dict("move"_a = move_object(move.move),
                            "here"_a = counts_of(move.a, move.score_a),
                            "there"_a = counts_of(move.b, move.score_b)));
    }
    out.append(py::dict("fen"_a = write_fen(each.position), "ply"_a = each.ply, "moves"_a = moves));
  }
  return out;
}

BookPointer score(const BookFile& file, const py::object& path, ScoringSetup setup) {
  setup.book = file.path();
  setup.target = to_path(path);
  std::atomic<bool> stopped = false;
  setup.keep_going = [&stopped] { return !stopped; };
  static_cast<void>(stoppable_call(
      [&] {
        ScoringRun run{setup};
        return run.run(); // interrupted: stoppable_call() throws
      },
      [&stopped] { stopped = true; }));
  return long_call([&](SignalWatch&) { return std::make_shared<BookFile>(setup.target); });
}

BookPointer scored(const BookFile& file, const py::object& path, std::uint64_t nodes, int depth,
                   double time, const py::object& engine, const py::dict& options,
                   const std::vector<py::object>& boards, std::uint32_t min_games, int max_ply,
                   std::uint64_t expand, const std::string& rules, unsigned threads,
                   const py::object& journal) {
  constexpr std::uint64_t usual_nodes = 20'000; // as xq book score
  ScoringSetup setup;
  for (const auto& board : boards) {
    setup.from.push_back(to_position(board));
  }
  setup.min_games = min_games;
  setup.max_ply = max_ply;
  setup.expand = expand;
  setup.rules = to_rules(rules);
  setup.threads = std::max(threads, 1U);
  setup.journal = journal.is_none() ? std::string{} : to_path(journal);
  setup.analysts = to_analysts(engine, options, to_limits_or(usual_nodes, nodes, depth, time));
  return score(file, path, std::move(setup));
}

} // namespace

void bind_book(py::module_& m) {
  using namespace py::literals;
  py::class_<BookFile, BookPointer>(
      m, "Book",
      "An opening book (xqbook): which moves games played in a position, and with what result.\n"
      "Many threads may use one object. It stays at the state in which it was opened. Boards are\n"
      "xq.Board objects or FENs. Raises xq.DatabaseError for a file that is no book or is damaged.")
      .def(py::init([](const py::object& path) {
             const auto name = to_path(path);
             return long_call([&](SignalWatch&) { return std::make_shared<BookFile>(name); });
           }),
           "path"_a)
      .def_property_readonly("path", [](const BookFile& file) { return text(file.path()); })
      .def_property_readonly("info", &info,
                             "games, positions, moves, max_ply (plies of a game that count; 0:\n"
                             "all), min_games, samples (games named for each move), judged\n"
                             "(positions that an engine has judged).")
      .def("__repr__",
           [](const BookFile& file) { return text("xq.Book(\"" + file.path() + "\")"); })
      .def("__len__", [](const BookFile& file) { return file.info().positions; })
      .def(
          "__contains__",
          [](BookFile& file, const py::object& board) {
            const auto position = to_position(board);
            return !file.ask([&](book::Book& book, SignalWatch&) {
                          return book.probe_all(position);
                        })
                        .empty();
          },
          "board"_a)
      .def(
          "probe", &probe, "board"_a, py::kw_only(), "weight"_a = "games",
          "The moves that were played in a position or its mirror image, the heaviest first; each\n"
          "a dict as `xq book probe --json` has it (uci, chinese, games, red_wins, draws,\n"
          "black_wins, first_year, score in centipawns for the side to move ...) with its\n"
          "xq.Move as move. weight: games, score, recency, level or engine.")
      .def("lines", &lines, "board"_a = std::string{start_fen}, py::kw_only(), "limit"_a = 5,
           "depth"_a = 40,
           "The best lines of a judged book from a position on, depth plies at most: dicts as\n"
           "`xq book lines --json` has them, with the xq.Move objects as moves.")
      .def(
          "holes",
          [](BookFile& file, int loss, int share, std::uint64_t min_games, int max_ply,
             std::size_t limit) {
            return holes(file, {loss, share, min_games, max_ply, limit, {}});
          },
          py::kw_only(), "loss"_a = 10, "share"_a = 20, "min_games"_a = 20, "max_ply"_a = 0,
          "limit"_a = 20,
          "Where games and engine disagree: popular moves (share percent of the games) that give\n"
          "away loss percent of the probability to win, then good moves that nobody plays; dicts\n"
          "as `xq book holes --json` has them, with the xq.Move as move. Raises xq.UsageError for\n"
          "a book that no engine has judged.")
      .def(
          "games", &games, "board"_a, "move"_a,
          "The games that played a move, by date, of a book that was built with keep_games: dicts\n"
          "of red, black, event, date, result, source, line, ply, plies.")
      .def("compare", &compare, "other"_a,
           "Compare with another book, move by move: same, only_here, only_there, changed (other\n"
           "counts), judged (other scores).")
      .def("differences", &differences, "other"_a, py::kw_only(), "limit"_a = 0,
           "The positions in which another book says something else, those of fewer plies first;\n"
           "limit: so many at most (0: all). Dicts of fen, ply and moves, each of these with its\n"
           "xq.Move as move and what the books say as here and there: games, red_wins, draws,\n"
           "black_wins, score. Positions that no moves from the start lead to are left out.")
      .def("score", &scored, "path"_a, py::kw_only(), "nodes"_a = 0, "depth"_a = 0, "time"_a = 0.0,
           "engine"_a = py::none(), "options"_a = py::dict{},
           "boards"_a = std::vector<py::object>{}, "min_games"_a = 1, "max_ply"_a = 0,
           "expand"_a = 0, "rules"_a = "wxf", "threads"_a = 1, "journal"_a = py::none(),
           "Judge the positions of the book by an engine, as `xq book score` does, and write the\n"
           "judged book to path, which may be that of this one. nodes, depth (plies), time\n"
           "(seconds): for a position; without any, 20,000 nodes. engine, options: as those of\n"
           "xq.annotate(). boards: judge only what follows these; min_games: follow moves of so\n"
           "many games; max_ply: so far (0: to the end); expand: add so many positions most worth\n"
           "knowing; rules: of repetition. journal: a database that keeps each answer at once, so\n"
           "that a run that was stopped goes on. Returns the judged book.")
      .def(
          "verify",
          [](const BookFile& file) {
            const auto found = long_call([&](SignalWatch& watch) {
              return book::verify_book(file.path(), [&](std::uint64_t) { return watch(); });
            });
            return py::dict("positions"_a = found.positions, "moves"_a = found.moves,
                            "problem_count"_a = found.problem_count, "problems"_a = found.problems);
          },
          "Look for damage: positions, moves, problem_count, problems (sentences, the first 20).")
      .def_static(
          "build",
          [](const py::object& path, const py::object& games, int max_ply, std::uint32_t min_games,
             std::uint32_t keep_games, bool append, unsigned threads,
             const py::kwargs& conditions) {
            book::BuildOptions options;
            options.max_ply = max_ply;
            options.min_games = min_games;
            options.samples = keep_games;
            options.threads = threads;
            options.append = append;
            return build(path, games, options, conditions);
          },
          "path"_a, "games"_a, py::kw_only(), "max_ply"_a = 0, "min_games"_a = 1,
          "keep_games"_a = 0, "append"_a = false, "threads"_a = 1,
          "Make a book of games: an xq.Database, a path or a list of paths, or any iterable of\n"
          "xq.Game; with the conditions of Database.search(). max_ply: only so many plies of a\n"
          "game (0: all); min_games: leave out moves of fewer games; keep_games: name so many\n"
          "games of each move; append: add to the book that is there. It appears when it is "
          "whole.\n"
          "Returns the book.")
      .def_static(
          "merge",
          [](const py::object& path, const std::vector<py::object>& books,
             std::uint32_t min_games) {
            const auto target = to_path(path);
            std::vector<std::string> paths;
            paths.reserve(books.size());
            for (const auto& each : books) {
              paths.push_back(py::isinstance<BookFile>(each) ? each.cast<const BookFile&>().path()
                                                             : to_path(each));
            }
            return long_call([&](SignalWatch& watch) {
              static_cast<void>(book::merge_books(paths, target, {.min_games = min_games},
                                                  [&](std::uint64_t) { return watch(); }));
              return std::make_shared<BookFile>(target);
            });
          },
          "path"_a, "books"_a, py::kw_only(), "min_games"_a = 1,
          "The book of all games of these books (xq.Book objects or paths).");
}

} // namespace xq::python
