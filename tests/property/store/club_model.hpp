#pragma once

// A game database as a club would keep it on paper: a list of games in memory, each rule of
// imports, corrections, deletions and undo written down once more, without hashes, indexes and
// tables.

#include "store/import/header_facts.hpp"

#include <xq/record/game.hpp>
#include <xq/store/game_editor.hpp>

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace support {

using xq::record::Game;

/// `game` with one header set, or removed; Result is that of the game, too.
inline void change_header(Game& game, const std::string& name,
                          const std::optional<std::string>& value) {
  if (!value) {
    game.remove_tag(name);
    return;
  }
  game.set_tag(name, *value);
  if (name == "Result") {
    game.set_result(xq::record::find_result(*value).value_or(xq::record::Result::unknown));
  }
}

class ClubModel {
public:
  struct Entry {
    Game game;
    std::string source;
    std::set<std::string> also_in;
    std::vector<Game> stood_for;           ///< records that were known as this game
    std::map<std::string, int> judgements; ///< by engine
  };
  /// A header of a game, and what it became.
  struct Change {
    std::int64_t game = 0;
    std::string name;
    std::optional<std::string> was, value;
  };
  struct Operation {
    xq::store::EditOperation::Kind kind{};
    std::int64_t target = 0;
    bool in_force = true;
    std::vector<Change> changes{};
    std::map<std::int64_t, Entry> deleted{};
  };

  std::map<std::int64_t, Entry> games;
  std::map<std::int64_t, Operation> operations;

  // ---- imports ---------------------------------------------------------------------------------

  /// True when the record is a new game. Returns its number or that of the game it is known as.
  std::pair<std::int64_t, bool> add(const Game& record, const std::string& source) {
    for (auto& [id, entry] : games) {
      if (equal(entry.game, record)) {
        return {note(id, record, source), false};
      }
    }
    for (const bool stood_for : {true, false}) {
      for (auto& [id, entry] : games) {
        const bool candidate = stood_for ? has(entry.stood_for, record) : same_moves(entry, record);
        if (candidate && (is_known(id, record) || replaces(id, record, source))) {
          return {note(id, record, source), false};
        }
      }
    }
    const auto id = next_number();
    games[id] = {record, source, {}, {record}, {}};
    return {id, true};
  }

  void add_all(const ClubModel& other) {
    for (const auto& [id, entry] : other.games) {
      const auto own = add(entry.game, entry.source).first;
      for (const auto& source : entry.also_in) {
        note_source(games.at(own), source);
      }
      games.at(own).judgements.insert(entry.judgements.begin(), entry.judgements.end());
    }
  }

  /// Games with the same moves. Imports compare a record with four of them at most, hence all.
  [[nodiscard]] std::int64_t like(const Game& record) const {
    return std::count_if(games.begin(), games.end(),
                         [&](const auto& g) { return same_moves(g.second, record); });
  }

  // ---- corrections -----------------------------------------------------------------------------

  /// The numbers of the games that change.
  std::set<std::int64_t> edit(const std::vector<std::int64_t>& ids,
                              const xq::store::HeaderEdits& edits) {
    Operation operation;
    std::set<std::int64_t> changed;
    for (const auto id : ids) {
      Game after = games.at(id).game;
      const auto changes = changes_of(id, after, edits);
      if (changes.empty()) {
        continue;
      }
      if (!m_bases.contains(id) || !equal(replayed(id), games.at(id).game)) {
        m_bases[id].push_back({m_next_operation, games.at(id).game});
      }
      operation.changes.insert(operation.changes.end(), changes.begin(), changes.end());
      put(id, after);
      changed.insert(id);
    }
    if (!changed.empty()) {
      operations[m_next_operation++] = operation;
    }
    return changed;
  }

  void remove(const std::vector<std::int64_t>& ids) {
    Operation operation;
    operation.kind = xq::store::EditOperation::Kind::remove;
    for (const auto id : ids) {
      operation.deleted[id] = games.at(id);
      games.erase(id);
    }
    operations[m_next_operation++] = operation;
  }

  /// False when it is refused.
  bool undo(std::optional<std::int64_t> wanted) {
    if (!wanted) {
      for (const auto& [id, operation] : operations) {
        if (operation.target == 0 && operation.in_force) {
          wanted = id;
        }
      }
    }
    if (!wanted || !operations.contains(*wanted) || !is_last_word(*wanted)) {
      return false;
    }
    const auto target = operations[*wanted].target == 0 ? *wanted : operations[*wanted].target;
    const bool done = operations[target].deleted.empty() ? toggle_headers(target)
                      : operations[target].in_force      ? bring_back(target)
                                                         : remove_again(target);
    if (done) {
      using Kind = xq::store::EditOperation::Kind;
      auto& operation = operations[target];
      operation.in_force = !operation.in_force;
      operations[m_next_operation++] = {operation.in_force ? Kind::redo : Kind::undo, target};
    }
    return done;
  }

  void forget() {
    operations.clear();
    m_bases.clear();
  }

private:
  struct Base {
    std::int64_t operation = 0; ///< the first one that counts
    Game game;
  };

  static bool has(const std::vector<Game>& list, const Game& record) {
    return std::any_of(list.begin(), list.end(), [&](const Game& g) { return equal(g, record); });
  }
  static bool same_moves(const Entry& entry, const Game& record) {
    std::vector<xq::Move> a;
    std::vector<xq::Move> b;
    entry.game.main_moves(a);
    record.main_moves(b);
    return a == b && entry.game.start() == record.start();
  }
  static void note_source(Entry& entry, const std::string& source) {
    if (source != entry.source) {
      entry.also_in.insert(source);
    }
  }
  std::int64_t note(std::int64_t id, const Game& record, const std::string& source) {
    note_source(games.at(id), source);
    if (!has(games.at(id).stood_for, record)) {
      games.at(id).stood_for.push_back(record);
    }
    return id;
  }

  static std::optional<std::string> value_of(const Game& game, const std::string& name) {
    return game.has_tag(name) ? std::optional{std::string{game.tag(name)}} : std::nullopt;
  }

  /// The game says all of the record, or said it before some operation in force.
  bool is_known(std::int64_t id, const Game& record) {
    if (!same_moves(games.at(id), record)) {
      return false;
    }
    const auto says_it = [&](const Game& game) { return xq::store::says_all_of(game, record); };
    const auto before = former(id);
    return says_it(games.at(id).game) || std::any_of(before.begin(), before.end(), says_it);
  }

  /// The record says all of the game, and none of what corrections took away.
  bool replaces(std::int64_t id, const Game& record, const std::string& source) {
    auto& entry = games.at(id);
    if (!same_moves(entry, record) || !xq::store::says_all_of(record, entry.game)) {
      return false;
    }
    for (const auto& before : former(id)) {
      for (const auto& fact : facts_of(record)) {
        if (xq::store::says_all_of(before, fact) && !xq::store::says_all_of(entry.game, fact)) {
          return false;
        }
      }
    }
    entry.game = record;
    if (source != entry.source) {
      entry.also_in.insert(entry.source);
      entry.also_in.erase(source);
      entry.source = source;
    }
    return true;
  }

  /// Each header of a game, and its result, alone.
  static std::vector<Game> facts_of(const Game& game) {
    std::vector<Game> facts(game.tag_count() + 1);
    for (std::size_t i = 0; i < game.tag_count(); ++i) {
      facts[i].add_tag(game.tag_at(i).name, game.tag_at(i).value);
    }
    facts.back().set_result(game.result());
    return facts;
  }

  /// What the game was before each operation in force.
  std::vector<Game> former(std::int64_t id) {
    std::vector<Game> found;
    const auto at = m_bases.find(id);
    for (std::size_t i = 0; at != m_bases.end() && i < at->second.size(); ++i) {
      const auto& bases = at->second;
      Game state = with_headers_of(games.at(id).game, bases[i].game);
      for (const auto& [number, operation] : operations) {
        const bool here = number >= bases[i].operation &&
                          (i + 1 == bases.size() || number < bases[i + 1].operation);
        if (here && operation.in_force && touches(operation, id)) {
          found.push_back(state);
          apply(operation, id, state);
        }
      }
    }
    return found;
  }

  static Game with_headers_of(Game game, const Game& other) {
    while (game.tag_count() > 0) {
      game.remove_tag(std::string{game.tag_at(0).name});
    }
    for (std::size_t i = 0; i < other.tag_count(); ++i) {
      game.add_tag(other.tag_at(i).name, other.tag_at(i).value);
    }
    game.set_result(other.result());
    return game;
  }

  std::int64_t next_number() const {
    std::int64_t last = games.empty() ? 0 : games.rbegin()->first;
    for (const auto& [id, operation] : operations) {
      last = operation.deleted.empty() ? last : std::max(last, operation.deleted.rbegin()->first);
    }
    return last + 1;
  }

  static std::vector<Change> changes_of(std::int64_t id, Game& game,
                                        const xq::store::HeaderEdits& edits) {
    const Game before = game;
    for (const auto& renaming : edits.renamings) {
      for (const auto* header : {"Red", "Black"}) {
        if (before.has_tag(header) && before.tag(header) == renaming.from) {
          game.set_tag(header, renaming.to);
        }
      }
    }
    for (const auto& [name, value] : edits.settings) {
      change_header(game, name, value);
    }
    for (const auto& name : edits.removals) {
      game.remove_tag(name);
    }
    std::vector<std::string> names; // new ones in the order in which they were added
    for (const Game* g : {&before, &std::as_const(game)}) {
      for (std::size_t i = 0; i < g->tag_count(); ++i) {
        const std::string name{g->tag_at(i).name};
        if (std::find(names.begin(), names.end(), name) == names.end()) {
          names.push_back(name);
        }
      }
    }
    std::vector<Change> changes;
    for (const auto& name : names) {
      const bool result = name == "Result" && before.result() != game.result();
      if (before.has_tag(name) != game.has_tag(name) || before.tag(name) != game.tag(name) ||
          result) {
        changes.push_back({id, name, value_of(before, name), value_of(game, name)});
      }
    }
    return changes;
  }

  static bool touches(const Operation& operation, std::int64_t id) {
    return std::any_of(operation.changes.begin(), operation.changes.end(),
                       [&](const Change& c) { return c.game == id; });
  }
  static void apply(const Operation& operation, std::int64_t id, Game& game) {
    for (const auto& change : operation.changes) {
      if (change.game == id) {
        change_header(game, change.name, change.value);
      }
    }
  }
  /// The game as the operations in force make it.
  Game replayed(std::int64_t id) const {
    const auto& base = m_bases.at(id).back();
    Game game = with_headers_of(games.at(id).game, base.game);
    for (const auto& [number, operation] : operations) {
      if (number >= base.operation && operation.in_force) {
        apply(operation, id, game);
      }
    }
    return game;
  }
  void put(std::int64_t id, const Game& game) {
    auto& entry = games.at(id);
    entry.game = game;
    if (!has(entry.stood_for, game)) {
      entry.stood_for.push_back(game);
    }
  }

  /// Whether nothing has been done to an operation since, or since what this one did to it.
  bool is_last_word(std::int64_t id) {
    const auto& operation = operations.at(id);
    if (operation.target == 0) {
      return operation.in_force;
    }
    return std::none_of(operations.begin(), operations.end(), [&](const auto& other) {
      return other.first > id && other.second.target == operation.target;
    });
  }
  bool toggle_headers(std::int64_t target) {
    auto& operation = operations.at(target);
    for (const auto& change : operation.changes) {
      const auto id = change.game;
      if (!games.contains(id) || m_bases.at(id).back().operation > target ||
          !equal(replayed(id), games.at(id).game) ||
          value_of(games.at(id).game, change.name) !=
              (operation.in_force ? change.value : change.was)) {
        return false;
      }
      for (const auto& [number, later] : operations) {
        const auto same = [&](const Change& c) { return c.game == id && c.name == change.name; };
        if (number > target && later.in_force &&
            std::any_of(later.changes.begin(), later.changes.end(), same)) {
          return false;
        }
      }
    }
    operation.in_force = !operation.in_force;
    std::map<std::int64_t, Game> after;
    for (const auto& change : operation.changes) {
      after[change.game] = replayed(change.game);
    }
    operation.in_force = !operation.in_force;
    for (const auto& [id, game] : after) {
      put(id, game);
    }
    return true;
  }
  bool bring_back(std::int64_t target) {
    for (const auto& [id, entry] : operations.at(target).deleted) {
      games[id] = entry;
    }
    return true;
  }
  bool remove_again(std::int64_t target) {
    auto& deleted = operations.at(target).deleted;
    const bool same = std::all_of(deleted.begin(), deleted.end(), [&](const auto& d) {
      return games.contains(d.first) && equal(games.at(d.first).game, d.second.game);
    });
    if (same) {
      for (auto& [id, entry] : deleted) {
        entry = games.at(id);
        games.erase(id);
      }
    }
    return same;
  }

  std::map<std::int64_t, std::vector<Base>> m_bases; ///< of each game, the first one first
  std::int64_t m_next_operation = 1;
};

} // namespace support
