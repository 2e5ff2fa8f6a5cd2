#include "arrays.hpp"
#include "checked_cast.hpp"
#include "game_source.hpp"

#include <xq/base/translate.hpp>
#include <xq/format/format.hpp>
#include <xq/reports.hpp>
#include <xq/store/game_editor.hpp>
#include <xq/store/game_import.hpp>
#include <xq/store/maintenance.hpp>

#include <algorithm>
#include <array>
#include <deque>
#include <span>

namespace xq::python {
namespace {

using Numbers = std::vector<std::int64_t>;

// ---- games ------------------------------------------------------------------------------------

/// xq.FoundGames: games of a database by their numbers, read as they are asked for.
struct FoundGames {
  DatabasePointer database;
  std::shared_ptr<const Numbers> numbers;
};

std::vector<GamePointer> read_games(DatabaseFile& file, std::span<const std::int64_t> numbers) {
  return file.ask([&](store::GameDatabase& database) {
    std::vector<GamePointer> games;
    database.read(numbers, [&](const record::Game& game) {
      games.push_back(std::make_shared<record::Game>(game));
      return true;
    });
    return games;
  });
}

GamePointer game(DatabaseFile& file, std::int64_t number) {
  auto games = read_games(file, std::array{number});
  if (games.empty()) {
    throw py::key_error{std::to_string(number)};
  }
  return games.front();
}

/// Goes through FoundGames, a portion at a time.
class FoundIterator {
public:
  explicit FoundIterator(FoundGames games) : m_games{std::move(games)} {}

  GamePointer next() {
    constexpr std::size_t portion = 64;
    while (m_read.empty()) {
      const auto& numbers = *m_games.numbers;
      if (m_asked == numbers.size()) {
        throw py::stop_iteration{};
      }
      const auto some =
          std::span{numbers}.subspan(m_asked, std::min(portion, numbers.size() - m_asked));
      m_asked += some.size(); // before other threads may ask
      for (auto& each : read_games(*m_games.database, some)) {
        m_read.push_back(std::move(each));
      }
    }
    GamePointer next = std::move(m_read.front());
    m_read.pop_front();
    return next;
  }

private:
  FoundGames m_games;
  std::size_t m_asked = 0; ///< of the numbers
  std::deque<GamePointer> m_read;
};

FoundGames search(const DatabasePointer& file, const py::kwargs& conditions) {
  const auto filter = to_filter(conditions);
  return {file, std::make_shared<const Numbers>(file->ask(
                    [&](store::GameDatabase& database) { return database.find_numbers(filter); }))};
}

py::object item(const FoundGames& games, const py::object& index) {
  const auto& numbers = *games.numbers;
  if (py::isinstance<py::slice>(index)) {
    std::size_t start = 0;
    std::size_t stop = 0;
    std::size_t step = 0;
    std::size_t length = 0;
    if (!index.cast<py::slice>().compute(numbers.size(), &start, &stop, &step, &length)) {
      throw py::error_already_set{};
    }
    Numbers some;
    for (; length != 0; --length, start += step) {
      some.push_back(numbers[start]);
    }
    return py::cast(FoundGames{games.database, std::make_shared<const Numbers>(std::move(some))});
  }
  auto place = checked_cast<std::ptrdiff_t>(index, "an index is a number or a slice");
  place += place < 0 ? std::ssize(numbers) : 0;
  if (place < 0 || place >= std::ssize(numbers)) {
    throw py::index_error{"there are " + std::to_string(numbers.size()) + " games"};
  }
  return py::cast(game(*games.database, numbers[static_cast<std::size_t>(place)]));
}

// ---- import -----------------------------------------------------------------------------------

struct Imported {
  store::GameImport::Counts counts;
  std::uint64_t rejected = 0;
};

void import_files(store::GameImport& target, const std::vector<std::string>& files,
                  unsigned threads, Imported& done) {
  struct Batch {
    store::PackedGames games;
    std::uint64_t rejected = 0;
  };
  format::ReadOptions options;
  options.threads = threads;
  std::optional<format::FileProblem> failure;
  long_call([&](SignalWatch& watch) {
    format::read_games<Batch>(
        files, options,
        [](record::Game& game, Batch& batch) {
          if (game.usable()) {
            batch.games.add(game);
          } else {
            ++batch.rejected;
          }
        },
        [&](Batch&& batch) {
          done.rejected += batch.rejected;
          target.add(batch.games);
        },
        [&](const format::FileProblem& problem) {
          failure = failure ? failure : std::optional{problem};
        },
        [&](const format::ReadProgress&) { return watch(); });
  });
  if (failure) {
    raise_read_error({failure->problem, failure->source});
  }
}

void import_iterable(store::GameImport& target, const py::object& games, Imported& done) {
  constexpr std::size_t most = 500;
  store::PackedGames packed;
  const auto flush = [&] {
    long_call([&](SignalWatch&) { target.add(packed); });
    packed = {};
  };
  done.rejected += for_each_game(games, [&](const record::Game& game) {
    packed.add(game);
    if (packed.size() == most) {
      flush();
    }
  });
  flush();
}

py::dict import_games(DatabaseFile& file, const py::object& games, unsigned threads) {
  const auto source = to_game_source(games);
  Imported done;
  const auto target = long_call([&](SignalWatch&) {
    return std::make_unique<store::GameImport>(
        file.path(), store::GameImport::Options{.operation = "import_games()"});
  });
  if (source.database) {
    long_call([&](SignalWatch& watch) {
      target->add_database(source.database->path(),
                           [&](std::uint64_t, std::uint64_t) { return watch(); });
    });
  } else if (!source.files.empty()) {
    import_files(*target, source.files, threads, done);
  } else {
    import_iterable(*target, source.games, done);
  }
  long_call([&](SignalWatch&) { target->finish(); });
  done.counts = target->counts();
  using namespace py::literals;
  return py::dict("added"_a = done.counts.added, "duplicates"_a = done.counts.duplicates,
                  "copies"_a = done.counts.copies, "rejected"_a = done.rejected);
}

// ---- edit -------------------------------------------------------------------------------------

Numbers to_numbers(const py::handle& games) {
  if (py::isinstance<py::int_>(games)) {
    return {games.cast<std::int64_t>()};
  }
  Numbers numbers;
  if (py::isinstance<FoundGames>(games)) {
    numbers = *games.cast<const FoundGames&>().numbers;
  } else if (py::isinstance<record::Game>(games)) {
    numbers.push_back(static_cast<std::int64_t>(games.cast<const record::Game&>().number));
  } else {
    numbers = checked_cast<Numbers>(games, "games are a number, numbers, an xq.Game or FoundGames");
  }
  std::ranges::sort(numbers);
  numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
  return numbers;
}

store::HeaderEdits::Named to_named(const std::string& name) {
  using Named = store::HeaderEdits::Named;
  for (const auto& [known, named] :
       {std::pair{"player", Named::player}, std::pair{"team", Named::team},
        std::pair{"event", Named::event}, std::pair{"site", Named::site}}) {
    if (name == known) {
      return named;
    }
  }
  throw make_error<UsageError>("what is renamed is a player, team, event or site, not \"{}\"",
                               name);
}

using HeaderMap = std::map<std::string, std::string>;

store::HeaderEdits to_edits(const HeaderMap& set, const std::vector<std::string>& remove,
                            const std::map<std::string, HeaderMap>& rename) {
  store::HeaderEdits edits;
  for (const auto& [name, value] : set) {
    edits.settings.push_back({name, value});
  }
  edits.removals = remove;
  for (const auto& [name, pairs] : rename) {
    for (const auto& [from, to] : pairs) {
      edits.renamings.push_back({to_named(name), from, to});
    }
  }
  store::check(edits);
  return edits;
}

/// Does f(editor, visit) in a transaction of its own and says what came of it.
template <typename F>
py::dict edited(const DatabaseFile& file, bool preview, F&& f) {
  const auto done = long_call([&](SignalWatch& watch) {
    store::GameEditor editor{file.path(), preview ? store::GameEditor::Mode::preview
                                                  : store::GameEditor::Mode::write};
    const auto result = f(editor, [&](const store::GameChange&) { return watch(); });
    if (!preview) {
      editor.commit();
    }
    return result;
  });
  using namespace py::literals;
  return py::dict("operation"_a = done.operation == 0 ? py::object{py::none{}}
                                                      : py::object{py::int_{done.operation}},
                  "games"_a = done.games, "values"_a = done.values, "repeated"_a = done.repeated);
}

py::list operations(const DatabaseFile& file) {
  const auto all = long_call([&](SignalWatch&) {
    return store::GameEditor{file.path(), store::GameEditor::Mode::preview}.operations();
  });
  py::list out;
  using namespace py::literals;
  for (const auto& each : all) {
    out.append(py::dict("operation"_a = each.id, "time"_a = each.time, "what"_a = text(each.what),
                        "kind"_a = store::name(each.kind), "in_force"_a = each.in_force,
                        "games"_a = each.games, "values"_a = each.values));
  }
  return out;
}

// ---- answers ----------------------------------------------------------------------------------

py::list duplicates(DatabaseFile& file, const py::kwargs& conditions) {
  const auto filter = to_filter(conditions);
  const auto found =
      file.ask([&](store::GameDatabase& database) { return database.duplicates(filter); });
  constexpr std::array hows{"same moves", "embedded", "retyped"};
  py::list out;
  using namespace py::literals;
  for (const auto& each : found) {
    out.append(py::dict("game"_a = each.game, "of"_a = each.of,
                        "how"_a = hows.at(static_cast<std::size_t>(each.how))));
  }
  return out;
}

py::object arrays(const DatabaseFile& file, unsigned threads, const py::kwargs& conditions) {
  const auto filter = to_filter(conditions);
  auto all = long_call([&](SignalWatch& watch) {
    ArrayBatch sum;
    store::read_games<ArrayBatch>(
        file.path(), filter, threads,
        [](const record::Game& game, ArrayBatch& batch) { batch.add(game); },
        [&](ArrayBatch&& batch) {
          sum.append(batch);
          if (!watch()) {
            throw make_error<Interrupted>("stopped");
          }
        });
    return sum;
  });
  return ArrayBatch::to_python(std::move(all));
}

/// f(watch)'s report as a dict.
template <typename F>
py::object report(F&& f) {
  return from_json(long_call(
      [&](SignalWatch& watch) { return reports::as_json(f([&watch] { return watch(); })); }));
}

void bind_reports(DatabaseClass& c) {
  using namespace py::literals;
  c.def(
       "statistics",
       [](const DatabaseFile& file, std::size_t limit, unsigned threads,
          const py::kwargs& conditions) {
         const auto filter = to_filter(conditions);
         return from_json(long_call([&](SignalWatch& watch) {
           return reports::as_json(
               reports::statistics(file.path(), filter, threads, [&] { return watch(); }), limit);
         }));
       },
       py::kw_only(), "limit"_a = 20, "threads"_a = 1,
       "Games by year, event, player, opening and length, as `xq stats --json` has them.\n"
       "limit: events, players and openings at most; 0: all.")
      .def(
          "event_report",
          [](const DatabaseFile& file, const py::object& event, const py::kwargs& conditions) {
            const auto filter = to_filter(conditions);
            const auto events = event.is_none() ? std::vector<std::string>{}
                                : py::isinstance<py::str>(event)
                                    ? std::vector{event.cast<std::string>()}
                                    : checked_cast<std::vector<std::string>>(
                                          event, "an event is a str or a list of them");
            return report(
                [&](const auto&) { return reports::event_report(file.path(), filter, events); });
          },
          "event"_a = py::none(),
          "Table and games of the event whose name holds this text (a str or a list of them), as\n"
          "`xq report event --json` has them; None: of all games.")
      .def(
          "player_report",
          [](const DatabaseFile& file, const std::string& player, const std::string& against,
             unsigned threads, const py::kwargs& conditions) {
            const auto filter = to_filter(conditions);
            return report([&](const auto& keep_going) {
              return reports::player_report(file.path(), filter, player,
                                            {.against = against, .threads = threads}, keep_going);
            });
          },
          "player"_a, "against"_a = "", py::kw_only(), "threads"_a = 1,
          "Results, openings and habits of a player, as `xq report player --json` has them.")
      .def(
          "opening_report",
          [](const DatabaseFile& file, const py::object& board, unsigned threads,
             const py::kwargs& conditions) {
            const auto root = to_position(board);
            const auto filter = to_filter(conditions);
            return report([&](const auto& keep_going) {
              return reports::opening_report(file.path(), filter, root, {.threads = threads},
                                             keep_going);
            });
          },
          "board"_a, py::kw_only(), "threads"_a = 1,
          "What the games do from a position (an xq.Board or a FEN) on, as `xq report opening\n"
          "--json` has it.")
      .def(
          "novelties",
          [](const DatabaseFile& file, std::size_t earlier, int plies, unsigned threads,
             const py::kwargs& conditions) {
            const auto filter = to_filter(conditions);
            return report([&](const auto& keep_going) {
              return reports::novelties(file.path(), filter,
                                        {.earlier = earlier, .plies = plies, .threads = threads},
                                        keep_going);
            });
          },
          py::kw_only(), "earlier"_a = 5, "plies"_a = 60, "threads"_a = 1,
          "First moves in positions that `earlier` games had before, as `xq report novelties\n"
          "--json` has them.");
}

void bind_edit(DatabaseClass& c) {
  using namespace py::literals;
  c.def(
       "edit",
       [](const DatabaseFile& file, const py::object& games, const HeaderMap& set,
          const std::vector<std::string>& remove, const std::map<std::string, HeaderMap>& rename,
          const std::string& note, bool preview) {
         const auto numbers = to_numbers(games);
         const auto edits = to_edits(set, remove, rename);
         return edited(file, preview, [&](store::GameEditor& editor, const auto& visit) {
           return editor.edit(numbers, edits, note, visit);
         });
       },
       "games"_a, py::kw_only(), "set"_a = HeaderMap{}, "remove"_a = std::vector<std::string>{},
       "rename"_a = std::map<std::string, HeaderMap>{}, "note"_a = "edit()", "preview"_a = false,
       "Change headers of games (a number, numbers, or what search() found): set gives values,\n"
       "remove takes headers away, rename={'player': {old: new}} renames a player, team, event or\n"
       "site. Everything or nothing happens, and undo() takes it back. Returns operation (None\n"
       "with preview), games, values, repeated.")
      .def(
          "delete",
          [](const DatabaseFile& file, const py::object& games, const std::string& note) {
            const auto numbers = to_numbers(games);
            return edited(file, false, [&](store::GameEditor& editor, const auto& visit) {
              return editor.remove(numbers, note, visit);
            });
          },
          "games"_a, py::kw_only(), "note"_a = "delete()",
          "Delete games; undo() brings them back with their numbers.")
      .def(
          "undo",
          [](const DatabaseFile& file, std::optional<std::int64_t> operation) {
            return edited(file, false, [&](store::GameEditor& editor, const auto& visit) {
              return editor.undo(operation, visit);
            });
          },
          "operation"_a = py::none(),
          "Take back an operation: its number, or None for the last one; of an undo, do the other\n"
          "again. Raises xq.Error when something changed the same later.")
      .def("operations", &operations,
           "What was done to the database: imports, edits, deletions, undos; the first one first.");
}

void bind_found(py::module_& m) {
  py::class_<FoundIterator>(m, "_FoundIterator")
      .def("__iter__", [](py::object self) { return self; })
      .def("__next__", &FoundIterator::next);
  py::class_<FoundGames>(m, "FoundGames",
                         "Games of a database that a search found: a sequence of xq.Game, read as\n"
                         "they are asked for. Which ones was settled by the search.")
      .def("__len__", [](const FoundGames& games) { return games.numbers->size(); })
      .def("__getitem__", &item, py::arg("index"))
      .def("__iter__", [](const FoundGames& games) { return FoundIterator{games}; })
      .def_property_readonly(
          "numbers", [](const FoundGames& games) { return *games.numbers; },
          "The numbers of the games in the database, in rising order.");
}

} // namespace

void bind_database(py::module_& m) {
  using namespace py::literals;
  bind_found(m);
  DatabaseClass c{
      m, "Database",
      "A game database (xqdb). Many threads may use one object; each call waits for the others.\n\n"
      "Conditions on games have the names of the options of `xq search`, with _ for -: player,\n"
      "red, black, event, site, since, until, result, ecco, opening, min_plies, comment, position\n"
      "(an xq.Board or a FEN), moves, material, then, at_ply=(0, 40), unique=True ... All that\n"
      "are given must hold. Raises xq.DatabaseError for a file that is no database, is damaged\n"
      "or locked by another program."};
  c.def(py::init([](const py::object& path, bool create) {
          return std::make_shared<DatabaseFile>(to_path(path), create);
        }),
        "path"_a, py::kw_only(), "create"_a = false,
        "Open a database. With create there may be none yet: the first import makes it.")
      .def_property_readonly(
          "path", [](const DatabaseFile& file) { return text(file.path()); }, "The file.")
      .def("__len__",
           [](DatabaseFile& file) {
             return file.ask([](store::GameDatabase& database) { return database.count({}); });
           })
      .def("__iter__",
           [](const DatabasePointer& file) { return FoundIterator{search(file, py::kwargs{})}; })
      .def("__repr__",
           [](const DatabaseFile& file) { return text("xq.Database(\"" + file.path() + "\")"); })
      .def("game", &game, "number"_a, "The game of this number; KeyError when there is none.")
      .def("search", &search,
           "The games that fulfil all conditions, in the order of their numbers, as FoundGames.")
      .def(
          "count",
          [](DatabaseFile& file, const py::kwargs& conditions) {
            const auto filter = to_filter(conditions);
            return file.ask([&](store::GameDatabase& database) { return database.count(filter); });
          },
          "How many games fulfil all conditions.")
      .def("duplicates", &duplicates,
           "Games that repeat another one, of those that fulfil the conditions: dicts of game, of\n"
           "and how (same moves, embedded, retyped).")
      .def("import_games", &import_games, "games"_a, py::kw_only(), "threads"_a = 1,
           "Add games: a path or a list of paths (any format, folders, archives), another\n"
           "xq.Database, or any iterable of xq.Game. Games that are there already are not stored\n"
           "again. Returns added, duplicates, copies, rejected. When it raises, a new database is\n"
           "not made, and one that exists keeps what whole transactions of 50,000 games added.\n"
           "Raises ParseError for a file that cannot be read.")
      .def("arrays", &arrays, py::kw_only(), "threads"_a = 1,
           "The games that fulfil the conditions as an xq.GameArrays.")
      .def(
          "build_indexes",
          [](const DatabaseFile& file, int plies) {
            const auto counts = long_call([&](SignalWatch& watch) {
              return store::build_indexes(file.path(), {.plies = plies},
                                          [&](double) { return watch(); });
            });
            return py::dict("games"_a = counts.games, "positions"_a = counts.positions,
                            "entries"_a = counts.entries, "commented"_a = counts.commented);
          },
          py::kw_only(), "plies"_a = 24,
          "Make the indexes of positions (of the first plies) and of words of comments anew.")
      .def(
          "verify",
          [](const DatabaseFile& file) {
            const auto found = long_call([&](SignalWatch& watch) {
              return store::verify_database(file.path(), [&](std::uint64_t) { return watch(); });
            });
            return py::dict("games"_a = found.games, "problem_count"_a = found.problem_count,
                            "problems"_a = found.problems);
          },
          "Look for damage: games, problem_count, problems (sentences, the first 20 of them).")
      .def(
          "compact",
          [](const DatabaseFile& file, bool forget) {
            const auto done = long_call(
                [&](SignalWatch&) { return store::compact_database(file.path(), forget); });
            return py::dict("bytes_before"_a = done.bytes_before,
                            "bytes_after"_a = done.bytes_after, "names"_a = done.names,
                            "operations"_a = done.operations);
          },
          py::kw_only(), "forget"_a = false,
          "Give back the space of what was deleted; forget: the journal of edits, too, so that\n"
          "nothing can be taken back any more.");
  bind_edit(c);
  bind_reports(c);
  bind_names(c);
}

} // namespace xq::python
