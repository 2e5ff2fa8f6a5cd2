// A year of a club: weekly imports, corrections, deletions, databases of a branch, undo, in random
// order; after every step the database says what a list in memory says.
#include "property/store/club_model.hpp"
#include "sqlite/sqlite.hpp"
#include "store/annotation_journal.hpp"
#include "support/catch.hpp"
#include "support/random_games.hpp"
#include "support/rounds.hpp"
#include "support/scratch_folder.hpp"

#include <xq/store/game_database.hpp>
#include <xq/store/game_editor.hpp>
#include <xq/store/game_import.hpp>
#include <xq/store/maintenance.hpp>

#include <fmt/core.h>

#include <filesystem>
#include <optional>
#include <random>
#include <set>
#include <string>
#include <utility>
#include <vector>

using namespace xq;
using namespace xq::store;
using support::ClubModel;

namespace {

constexpr const char* players[] = {"胡荣华", "胡榮華", "许银川", "許銀川", "吕钦", "Ding", "Tal"};

/// Of games with the same moves: see ClubModel::like().
constexpr std::int64_t most_alike = 5;

template <typename T, std::size_t n>
const T& one_of(std::mt19937& random, const T (&list)[n]) {
  return list[random() % n];
}

std::string random_value(std::mt19937& random, const std::string& header) {
  constexpr const char* results[] = {"1-0", "0-1", "1/2-1/2", "*"};
  constexpr const char* dates[] = {"1999.12.09", "1999.12.??", "1999", "?"};
  if (header == "Result") {
    return one_of(random, results);
  }
  if (header == "Date") {
    return one_of(random, dates);
  }
  return header == "Red" || header == "Black" ? one_of(random, players)
                                              : fmt::format("{} {}", header, random() % 4);
}

record::Game random_game(std::mt19937& random) {
  record::Game game;
  for (const auto* header : {"Event", "Site", "Date", "Round", "Red", "Black", "Result"}) {
    if (random() % 5 != 0) {
      support::change_header(game, header, random_value(random, header));
    }
  }
  support::random_line(random, game, record::root_node, game.start(),
                       4 + static_cast<int>(random() % 12), 5, 5, 1);
  return game;
}

/// A record that another source might have of the same game.
record::Game varied(std::mt19937& random, record::Game game) {
  constexpr const char* headers[] = {"Event", "Site", "Date", "Round", "Annotator", "Result"};
  const std::string header = one_of(random, headers);
  if (random() % 2 == 0 && header != "Result") {
    game.remove_tag(header);
  } else {
    support::change_header(game, header, random_value(random, header));
  }
  return game;
}

/// A database and its model, which are changed together.
class Club {
public:
  Club(std::mt19937& random, std::string path) : m_random{random}, m_path{std::move(path)} {}

  /// A file of this week: some games are new, some came before, as they are now, as they were, or
  /// otherwise.
  void import_week(std::vector<record::Game>& archive) {
    const auto source = fmt::format("week{}.pgn", m_random() % 20);
    std::set<std::pair<std::int64_t, bool>> expected;
    std::uint64_t added = 0;
    GameImport import{m_path, {.games_per_transaction = 1 + m_random() % 5}};
    for (int i = 0; i < 8; ++i) {
      auto game = random_game(m_random);
      if (!archive.empty() && m_random() % 2 == 0) {
        game = archive[m_random() % archive.size()];
        game = m_random() % 3 == 0 ? varied(m_random, game) : game;
      } else if (!model.games.empty() && m_random() % 4 == 0) {
        game = varied(m_random, model.games.at(random_ids(1).front()).game);
      }
      if (model.like(game) > most_alike - 1) {
        game = random_game(m_random);
      }
      archive.push_back(game);
      game.source = source;
      const bool is_new = model.add(game, source).second;
      INFO("record " << i << (is_new ? " is new" : " is known"));
      CHECK(import.add(game) == is_new);
      added += is_new ? 1 : 0;
    }
    import.finish();
    CHECK(import.counts().added == added);
  }

  void add_database(Club& other) {
    for (const auto& [id, entry] : other.model.games) {
      if (model.like(entry.game) + other.model.like(entry.game) > most_alike) {
        return;
      }
    }
    ++m_merged;
    model.add_all(other.model);
    GameImport import{m_path};
    import.add_database(other.m_path);
    import.finish();
  }

  void judge() {
    const auto id = random_ids(1).front();
    const auto* engine = m_random() % 2 == 0 ? "engine" : "other engine";
    const auto score = static_cast<int>(m_random() % 1000);
    model.games.at(id).judgements[engine] = score;
    AnnotationJournal journal{m_path, engine};
    const AnnotationMoveRow move{1, score, score / 7.0, "?"};
    journal.save({.game = id, .accuracy = {score / 3.0, 1}, .mates_missed = score}, {&move, 1});
  }

  void edit() {
    HeaderEdits edits;
    constexpr const char* headers[] = {"Event", "Round", "Date", "Result", "Annotator", "Site"};
    if (m_random() % 3 == 0) {
      edits.renamings = {
          {HeaderEdits::Named::player, one_of(m_random, players), one_of(m_random, players)}};
    }
    const std::string set = one_of(m_random, headers);
    if (m_random() % 3 != 0) {
      edits.settings = {{set, random_value(m_random, set)}};
    }
    if (m_random() % 2 == 0) { // a value is wrong, and the right one is not known
      constexpr const char* unknown[] = {"Red", "Black", "Date", "Result"};
      if (const std::string header = one_of(m_random, unknown); header != set) {
        edits.settings.push_back({header, header == "Result" ? "*" : "?"});
      }
    }
    if (const std::string header = one_of(m_random, headers);
        header != set && header != "Result" && header != "Date") {
      edits.removals = {header};
    }
    check(edits);
    const auto ids = chosen();
    std::set<std::int64_t> changed;
    GameEditor editor{m_path};
    const auto done = editor.edit(ids, edits, "edit", [&](const GameChange& change) {
      changed.insert(change.game);
      return true;
    });
    CHECK((done.operation == 0) == changed.empty());
    if (changed.empty() || m_random() % 8 == 0) {
      return; // not committed: nothing has happened
    }
    editor.commit();
    CHECK(changed == model.edit(ids, edits));
  }

  void remove() {
    const auto ids = random_ids(1 + m_random() % 4);
    GameEditor editor{m_path};
    CHECK(editor.remove(ids, "delete").games == ids.size());
    editor.commit();
    model.remove(ids);
  }

  void undo() {
    std::optional<std::int64_t> which;
    if (m_random() % 3 != 0 && !model.operations.empty()) {
      const auto last = static_cast<std::uint64_t>(model.operations.rbegin()->first);
      which = static_cast<std::int64_t>(1 + m_random() % (last + 1));
    }
    INFO("undo " << which.value_or(0));
    std::string refused;
    try {
      GameEditor editor{m_path};
      editor.undo(which);
      editor.commit();
    } catch (const EditRefused& e) {
      refused = e.what();
    }
    INFO(refused);
    const bool done = model.undo(which);
    CHECK(done == refused.empty());
    m_undone += done ? 1 : 0;
    m_refused += done ? 0 : 1;
  }

  void compact(bool forget) {
    compact_database(m_path, forget);
    if (forget) {
      model.forget();
    }
  }
  void index() { build_indexes(m_path, {.plies = 6}); }

  /// Everything that the database says is what the model says.
  void compare() {
    std::map<std::int64_t, const ClubModel::Entry*> left;
    for (const auto& [id, entry] : model.games) {
      left[id] = &entry;
    }
    GameDatabase games{m_path};
    games.for_each({}, [&](record::Game& game) {
      const auto at = left.find(static_cast<std::int64_t>(game.number));
      INFO("game " << game.number);
      REQUIRE(at != left.end());
      CHECK(record::equal(game, at->second->game));
      left.erase(at);
      return true;
    });
    CHECK(left.empty());
    compare_parts(games);
    compare_searches(games);
    const auto findings = verify_database(m_path);
    for (const auto& problem : findings.problems) {
      FAIL_CHECK(problem);
    }
  }

  ClubModel model;
  [[nodiscard]] int undone() const { return m_undone; }
  [[nodiscard]] int refused() const { return m_refused; }
  [[nodiscard]] int merged() const { return m_merged; }

private:
  std::vector<std::int64_t> random_ids(std::size_t count) {
    std::set<std::int64_t> ids;
    while (ids.size() < std::min(count, model.games.size())) {
      auto at = model.games.begin();
      std::advance(at, m_random() % model.games.size());
      ids.insert(at->first);
    }
    return {ids.begin(), ids.end()};
  }

  /// By a filter, or some by their numbers.
  std::vector<std::int64_t> chosen() {
    if (m_random() % 2 == 0) {
      return random_ids(1 + m_random() % 6);
    }
    return GameDatabase{m_path}.find_numbers({.event = fmt::format("Event {}", m_random() % 4)});
  }

  /// Where games come from and what engines said; games that say the same share their sources.
  void compare_parts(GameDatabase& games) {
    auto& db = games.sqlite();
    const auto text = [&db](std::string_view sql) {
      sqlite::Statement query{db, sql};
      std::multiset<std::string> rows;
      for (auto row = query.use(); row.next();) {
        rows.insert(fmt::format("{} {} {}", row.text(0), row.text(1), row.text(2)));
      }
      return rows;
    };
    std::multiset<std::string> judgements;
    std::set<std::string> expected;
    for (const auto& [id, entry] : model.games) {
      for (const auto& [engine, score] : entry.judgements) {
        judgements.insert(fmt::format("{} {} {}", id, engine, score));
      }
      expected.insert(entry.source);
      expected.insert(entry.also_in.begin(), entry.also_in.end());
    }
    CHECK(text("SELECT game, identity, mates_missed FROM annotation "
               "JOIN analyst ON analyst.id = analyst") == judgements);
    CHECK(text("SELECT m.game, identity, score FROM annotation_move AS m "
               "JOIN analyst ON analyst.id = analyst") == judgements);
    std::set<std::string> sources;
    sqlite::Statement query{db, "SELECT s.name FROM source AS s WHERE id IN (SELECT source FROM "
                                "game) OR id IN (SELECT source FROM also_in)"};
    for (auto row = query.use(); row.next();) {
      sources.emplace(row.text(0));
    }
    CHECK(sources == expected);
    compare_sources(db);
  }
  void compare_sources(sqlite::Database& db) {
    // Of records that say the same an import may meet either.
    std::vector<
        std::pair<const record::Game*, std::pair<std::set<std::string>, std::set<std::string>>>>
        groups;
    sqlite::Statement query{db, "SELECT s.name FROM game JOIN source AS s ON s.id = source "
                                "WHERE game.id = ?1 UNION SELECT s.name FROM also_in AS a "
                                "JOIN source AS s ON s.id = a.source WHERE a.game = ?1"};
    for (const auto& [id, entry] : model.games) {
      auto at = std::find_if(groups.begin(), groups.end(), [&, &entry = entry](const auto& group) {
        return record::equal(*group.first, entry.game);
      });
      if (at == groups.end()) {
        at = groups.insert(groups.end(), {&entry.game, {}});
      }
      at->second.first.insert(entry.source);
      at->second.first.insert(entry.also_in.begin(), entry.also_in.end());
      auto row = query.use();
      for (row(id); row.next();) {
        at->second.second.emplace(row.text(0));
      }
    }
    for (const auto& group : groups) {
      CHECK(group.second.first == group.second.second);
    }
  }

  /// Statistics and searches follow.
  void compare_searches(GameDatabase& games) {
    for (const auto result : {record::Result::red_wins, record::Result::draw}) {
      const auto expected =
          std::count_if(model.games.begin(), model.games.end(),
                        [&](const auto& g) { return g.second.game.result() == result; });
      CHECK(games.count({.result = result}) == expected);
    }
    if (model.games.empty()) {
      return;
    }
    std::vector<Move> moves;
    model.games.at(random_ids(1).front()).game.main_moves(moves);
    Position position = Position::start();
    position.do_move(moves.at(0));
    position.do_move(moves.at(1));
    const auto key = position.canonical();
    const auto is_it = [&key](const Position& at) {
      const auto other = at.canonical();
      return other.key == key.key && other.lock == key.lock;
    };
    std::vector<std::int64_t> expected;
    for (const auto& [id, entry] : model.games) {
      Position at = entry.game.start();
      entry.game.main_moves(moves);
      bool reached = is_it(at);
      for (const Move move : moves) {
        at.do_move(move);
        reached = reached || is_it(at);
      }
      if (reached) {
        expected.push_back(id);
      }
    }
    Filter filter;
    filter.position = {BoardPattern::exactly(position), key};
    CHECK(games.find_numbers(filter) == expected);
    compare_words(games);
  }
  void compare_words(GameDatabase& games) {
    for (const auto* comment : {"炮", "许", "炮许", "a", "a*", "\"1. a\"", "🐎 炮"}) {
      const Filter filter{.comment = comment};
      const Matcher matches{filter};
      std::vector<std::int64_t> expected;
      for (const auto& [id, entry] : model.games) {
        if (matches(entry.game)) {
          expected.push_back(id);
        }
      }
      INFO(comment);
      CHECK(games.find_numbers(filter) == expected);
    }
  }

  std::mt19937& m_random;
  std::string m_path;
  int m_undone = 0;
  int m_refused = 0;
  int m_merged = 0;
};

} // namespace

TEST_CASE("a database says what a year of a club made of it", "[store][club]") {
  INFO("seed " << support::seed);
  std::mt19937 random{support::seed};
  support::ScratchFolder folder;
  Club club{random, folder.file("club.xqdb")};
  Club branch{random, folder.file("branch.xqdb")};
  std::vector<record::Game> archive;
  branch.import_week(archive);
  const auto weeks = std::min<std::size_t>(52, support::rounds(30)); // XQ_ROUNDS=2: a year
  for (std::size_t week = 0; week < weeks; ++week) {
    club.import_week(archive);
    for (auto steps = random() % 7; steps > 0; --steps) {
      const auto step = random() % 16;
      INFO("week " << week << ", step " << step);
      auto& where = random() % 6 == 0 ? branch : club;
      if (where.model.games.empty()) {
        continue;
      }
      switch (step) {
      case 0:
        where.import_week(archive);
        break;
      case 1:
        club.add_database(branch);
        break;
      case 2:
      case 3:
        where.remove();
        break;
      case 4:
        where.judge();
        break;
      case 5:
        where.index();
        break;
      case 6:
        where.compact(random() % 12 == 0);
        break;
      case 7:
      case 8:
      case 9:
      case 10:
        where.edit();
        break;
      default:
        where.undo();
        break;
      }
      where.compare();
    }
    club.compare();
  }
  CHECK(club.model.games.size() > 100);
  CHECK(club.undone() > 10);
  CHECK(club.refused() > 2);
  CHECK(club.merged() > 0);
}
