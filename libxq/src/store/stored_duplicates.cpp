#include "store/stored_duplicates.hpp"

#include "record/same_game.hpp"
#include "store/names/alias_table.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <utility>

namespace xq::store {

namespace {

/// Numbers of names in an Occasion, by the id of a table of names; 0 for a name that says nothing.
class NumbersOfNames {
public:
  NumbersOfNames(sqlite::Database& db, std::string_view table,
                 const std::function<std::uint64_t(std::string_view)>& number_of) {
    sqlite::Statement names{db, fmt::format("SELECT id, name FROM {}", table)};
    for (auto row = names.use(); row.next();) {
      if (const auto number = number_of(row.text(1)); number != 0) {
        m_numbers.emplace(row.integer(0), number);
      }
    }
  }
  [[nodiscard]] std::uint64_t operator[](std::int64_t id) const {
    const auto found = m_numbers.find(id); // NULL reads as 0
    return found == m_numbers.end() ? 0 : found->second;
  }

private:
  std::unordered_map<std::int64_t, std::uint64_t> m_numbers;
};

struct Member {
  std::int64_t game = 0;
  record::Occasion occasion;
  std::int64_t result = 0;
  int facts = 0; ///< columns of the header that say something
};

/// The one with most in its header first, of equals the first game.
bool says_more(const Member& a, const Member& b) noexcept {
  return a.facts != b.facts ? a.facts > b.facts : a.game < b.game;
}

/// Games with the same moves from the same position.
struct Sequence {
  std::string start; ///< empty: the usual one
  std::string moves;
  std::vector<Member> members;
  std::vector<Member> kept; ///< of these, those that repeat no other one

  [[nodiscard]] bool begins(const Sequence& other) const {
    return start == other.start && other.moves.starts_with(moves);
  }
  [[nodiscard]] std::size_t plies() const noexcept { return moves.size() / 2; }
};

/// Takes sequences in the order of their moves, so that a sequence comes before those that it
/// begins, and all of these before any other.
class Finder {
public:
  void add(Sequence&& sequence) {
    while (!m_open.empty() && !m_open.back().begins(sequence)) {
      m_open.pop_back();
    }
    keep_games(sequence);
    for (auto& shorter : m_open) {
      find_embedded(shorter, sequence);
    }
    m_open.push_back(std::move(sequence));
  }

  [[nodiscard]] std::vector<Duplicate> take() {
    std::sort(m_found.begin(), m_found.end(),
              [](const Duplicate& a, const Duplicate& b) { return a.game < b.game; });
    return std::move(m_found);
  }

private:
  /// Few moves may be those of many games; of more games than these none is compared.
  static constexpr std::size_t most_compared = 256;

  void keep_games(Sequence& sequence) {
    auto& kept = sequence.kept;
    std::ranges::sort(sequence.members, says_more);
    for (const Member& member : sequence.members) {
      const auto end =
          kept.begin() + static_cast<std::ptrdiff_t>(std::min(kept.size(), most_compared));
      const auto same = std::find_if(kept.begin(), end, [&](const Member& other) {
        return record::is_one_game(member.occasion, other.occasion, sequence.plies(),
                                   sequence.start.empty());
      });
      if (same != end) {
        m_found.push_back({member.game, same->game, Duplicate::How::same_moves});
      } else {
        kept.push_back(member);
      }
    }
  }

  /// Games of the shorter sequence that are found are no longer kept.
  void find_embedded(Sequence& shorter, const Sequence& sequence) {
    const auto compared = [](const std::vector<Member>& members) {
      return std::span{members}.first(std::min(members.size(), most_compared));
    };
    const auto find_outer = [&](const Member& inner, bool same_players) {
      const auto among = compared(sequence.members);
      const auto outer = std::ranges::find_if(among, [&](const Member& m) {
        return (!same_players || record::same_players(inner.occasion, m.occasion)) &&
               record::is_beginning(inner.occasion, m.occasion, shorter.plies());
      });
      return outer == among.end() ? nullptr : &*outer;
    };
    std::vector<std::int64_t> gone;
    for (const Member& inner : compared(shorter.kept)) {
      const auto* outer = find_outer(inner, true);
      outer = outer == nullptr && shorter.plies() >= record::sure_plies ? find_outer(inner, false)
                                                                        : outer;
      if (outer != nullptr) {
        m_found.push_back({inner.game, outer->game, Duplicate::How::embedded});
        gone.push_back(inner.game);
      }
    }
    std::erase_if(shorter.kept,
                  [&](const Member& m) { return std::ranges::find(gone, m.game) != gone.end(); });
  }

  std::vector<Sequence> m_open; ///< each begins the next
  std::vector<Duplicate> m_found;
};

/// Finds records of one game that was typed twice.
class RetypedFinder {
public:
  explicit RetypedFinder(sqlite::Database& db)
      : m_moves{db, "SELECT coalesce(substr(start_fen, 1, instr(start_fen, ' ') + 1), ''), moves "
                    "FROM game WHERE id = ?"} {}

  void add(const Member& candidate) { m_candidates.push_back(candidate); }

  /// Adds to `found`, which is in rising order of games, and leaves those out that are there.
  void run(std::vector<Duplicate>& found) {
    const auto left_out = static_cast<std::ptrdiff_t>(found.size());
    std::erase_if(m_candidates, [&](const Member& m) {
      return std::ranges::binary_search(found.begin(), found.begin() + left_out, m.game, {},
                                        &Duplicate::game);
    });
    join(found, [](const Member& m) {
      const record::Occasion& o = m.occasion;
      const auto day = o.days.one_day() ? std::uint64_t(o.days.first) : 0;
      return Key{day != 0, o.red, o.black, m.result, day, 0};
    });
    join(found, [](const Member& m) {
      const record::Occasion& o = m.occasion;
      return Key{o.event != 0 && o.round != 0, o.red, o.black, m.result, o.event, o.round};
    });
  }

private:
  struct Moves {
    std::string start, moves;
  };
  /// Whether anything is known of the occasion, the players, the result, and the occasion.
  using Key =
      std::tuple<bool, std::uint64_t, std::uint64_t, std::int64_t, std::uint64_t, std::uint64_t>;

  /// Compare the games that have the same key, if it tells the occasion.
  void join(std::vector<Duplicate>& found, Key (*key)(const Member&)) {
    std::ranges::sort(m_candidates, [&](const Member& a, const Member& b) {
      const auto of_a = key(a);
      const auto of_b = key(b);
      return of_a != of_b ? of_a < of_b : says_more(a, b);
    });
    std::vector<std::int64_t> gone;
    for (auto first = m_candidates.begin(); first != m_candidates.end();) {
      const auto end = std::find_if(first, m_candidates.end(),
                                    [&](const Member& m) { return key(m) != key(*first); });
      if (std::get<0>(key(*first)) && end - first > 1) {
        join_group({first, end}, found, gone);
      }
      first = end;
    }
    std::ranges::sort(gone);
    std::erase_if(m_candidates,
                  [&](const Member& m) { return std::ranges::binary_search(gone, m.game); });
  }

  /// The one with most in its header comes first, and stays.
  void join_group(std::span<const Member> group, std::vector<Duplicate>& found,
                  std::vector<std::int64_t>& gone) {
    constexpr std::size_t most_known = 32; // of two players on one day
    struct Known {
      const Member* member;
      Moves moves;
      std::int64_t kept; ///< the game that stays
    };
    std::vector<Known> known;
    for (const Member& member : group) {
      Moves moves = moves_of(member.game);
      const auto same = std::ranges::find_if(known, [&](const Known& other) {
        return other.moves.start == moves.start &&
               record::is_typed_again(other.member->occasion, other.moves.moves, member.occasion,
                                      moves.moves);
      });
      const auto kept = same == known.end() ? member.game : same->kept;
      if (kept != member.game) {
        found.push_back({member.game, kept, Duplicate::How::retyped});
        gone.push_back(member.game);
      }
      if (known.size() < most_known) {
        known.push_back({&member, std::move(moves), kept});
      }
    }
  }

  Moves moves_of(std::int64_t game) {
    auto row = m_moves.use();
    return row(game).next() ? Moves{std::string{row.text(0)}, std::string{row.blob(1)}} : Moves{};
  }

  sqlite::Statement m_moves;
  std::vector<Member> m_candidates;
};

} // namespace

std::vector<Duplicate> find_duplicates(sqlite::Database& db,
                                       const std::function<bool(std::int64_t)>& wanted) {
  const auto names = read_alias_table(db);
  const NumbersOfNames players{db, "player", [&](std::string_view name) {
                                 return record::player_number(
                                     names.canonical(record::NameKind::player, name));
                               }};
  const NumbersOfNames events{db, "event", [&](std::string_view name) {
                                return record::name_number(
                                    names.canonical(record::NameKind::event, name));
                              }};
  const NumbersOfNames sites{db, "site", record::name_number};
  const NumbersOfNames teams{db, "team", record::name_number};
  sqlite::Statement query{
      db, "SELECT id, coalesce(substr(start_fen, 1, instr(start_fen, ' ') + 1), '') AS start, "
          "moves, red, black, date, event, round, result, site, red_team, black_team, "
          "notes IS NOT NULL FROM game ORDER BY start, moves, id"};
  const auto member = [&](const sqlite::Statement::Use& row) {
    Member out{row.integer(0), {}, row.integer(8), 0};
    out.occasion = {players[row.integer(3)], players[row.integer(4)],
                    record::days_of(row.integer(5)), events[row.integer(6)],
                    record::name_number(row.text(7))};
    const record::Occasion& o = out.occasion;
    for (const bool says :
         {o.red != 0, o.black != 0, o.days.known(), o.event != 0, o.round != 0, out.result != 0,
          sites[row.integer(9)] != 0, teams[row.integer(10)] != 0, teams[row.integer(11)] != 0,
          row.integer(12) != 0}) {
      out.facts += says ? 1 : 0;
    }
    return out;
  };
  Finder finder;
  RetypedFinder retyped{db};
  std::optional<Sequence> sequence;
  for (auto row = query.use(); row.next();) {
    if (!wanted(row.integer(0))) {
      continue;
    }
    const auto start = row.text(1);
    const auto moves = row.blob(2);
    if (!sequence || sequence->moves != moves || sequence->start != start) {
      if (sequence) {
        finder.add(std::move(*sequence));
      }
      sequence.emplace();
      sequence->start = start;
      sequence->moves = moves;
    }
    const Member& added = sequence->members.emplace_back(member(row));
    if (added.occasion.red != 0 && added.occasion.black != 0 && !moves.empty()) {
      retyped.add(added);
    }
  }
  if (sequence) {
    finder.add(std::move(*sequence));
  }
  auto found = finder.take();
  retyped.run(found);
  std::ranges::sort(found, {}, &Duplicate::game);
  return found;
}

} // namespace xq::store
