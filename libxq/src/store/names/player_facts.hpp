#pragma once

#include "sqlite/sqlite.hpp"
#include "store/spelling/name_fold.hpp"

#include <xq/record/aliases.hpp>

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace xq::store {

/// A name as games write it.
struct WrittenName {
  std::string text;
  std::size_t spelling = 0; ///< its place in the spellings
  std::uint64_t games = 0;
  int first_year = 0; ///< 0: none of its games has a date
  int last_year = 0;
};

/// Names of players that differ in spelling alone, joined from the beginning. Those that two known
/// groups tell apart, and those that played each other, are spellings of their own.
struct Spelling {
  std::string key;                ///< see NameFolder
  std::vector<std::size_t> names; ///< places in the names
  std::optional<std::size_t> known{};
  std::uint64_t games = 0;
  std::vector<int> years{}; ///< with games, in rising order
};

/// How often something was seen, and one game in which it was.
struct Sightings {
  std::uint64_t count = 0;
  std::int64_t game = 0;

  void add(std::int64_t seen_in) {
    game = count == 0 ? seen_in : game;
    ++count;
  }
};

/// What the games of a database tell about the names of their players.
class PlayerFacts {
public:
  using Pair = std::pair<std::size_t, std::size_t>; ///< places of spellings, the smaller first

  PlayerFacts(sqlite::Database& db, NameFolder& fold, const record::Aliases& known);

  [[nodiscard]] const std::vector<WrittenName>& names() const noexcept { return m_names; }
  [[nodiscard]] const std::vector<Spelling>& spellings() const noexcept { return m_spellings; }
  /// The names with this key.
  [[nodiscard]] std::vector<std::size_t> with_key(std::string_view key) const;

  /// Whether the two played each other.
  [[nodiscard]] bool met(std::size_t a, std::size_t b) const;
  /// Games of 24 plies or more that stand under both, with the same moves and opponents; an
  /// opponent may have a team in front of the name in one of them.
  [[nodiscard]] const std::map<Pair, Sightings>& same_games() const noexcept { return m_same; }
  [[nodiscard]] Sightings same_games(std::size_t a, std::size_t b) const;
  /// Games of spelling `bare` whose Event has `team` right before that name.
  [[nodiscard]] Sightings event_names(std::size_t bare, std::string_view team) const;
  /// What stands right before that name, up to twelve characters, and how many games have it there.
  [[nodiscard]] std::vector<std::pair<std::string_view, std::uint64_t>>
  before_name(std::size_t bare) const;
  /// Games of spelling `bare` with a team in a header that begins with `team`, or the other way
  /// round.
  [[nodiscard]] Sightings team_headers(std::size_t bare, std::string_view team) const;

private:
  struct Game {
    std::int64_t id = 0;
    std::size_t red = 0; ///< places of spellings; none: nobody
    std::size_t black = 0;
  };
  static constexpr std::size_t nobody = static_cast<std::size_t>(-1);

  void read_names(sqlite::Database& db, NameFolder& fold);
  void read_games(sqlite::Database& db);
  void read_texts(sqlite::Database& db, NameFolder& fold);
  void make_spellings(NameFolder& fold, const record::Aliases& known);
  void compare_games(sqlite::Database& db);
  void compare(const Game& a, const Game& b);
  [[nodiscard]] bool agree(std::size_t a, std::size_t b) const;

  struct Raw {
    std::int64_t id = 0, red = 0, black = 0;
    std::int64_t event = 0, red_team = 0, black_team = 0;
    int year = 0;
  };
  std::vector<Raw> m_raw;
  std::unordered_map<std::int64_t, std::size_t> m_name_of_row; ///< player.id to place
  std::vector<std::string> m_keys;                             ///< of the names
  std::vector<WrittenName> m_names;
  std::vector<Spelling> m_spellings;
  std::unordered_multimap<std::string, std::size_t> m_by_key;
  std::vector<Game> m_games; ///< by id
  std::map<Pair, Sightings> m_met;
  std::map<Pair, Sightings> m_same;
  std::map<std::pair<std::size_t, std::string>, Sightings> m_event_texts; ///< what stands before
  std::map<std::pair<std::size_t, std::string>, Sightings> m_teams;
};

} // namespace xq::store
