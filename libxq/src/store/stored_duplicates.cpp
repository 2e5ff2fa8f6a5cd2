#include "store/stored_duplicates.hpp"

#include "base/hash.hpp"
#include "record/same_game.hpp"

#include <algorithm>
#include <optional>
#include <span>
#include <string>
#include <tuple>
#include <utility>

namespace xq::store {

namespace {

struct Member {
  std::int64_t game = 0;
  std::int64_t red = 0, black = 0; ///< player.id; 0: not known
  std::int64_t facts = 0;          ///< columns of the header that are filled in
};

/// What is compared of games that are left when those with the same moves are gone.
struct Candidate {
  std::int64_t game = 0;
  std::int64_t red = 0, black = 0; ///< player.id
  std::int64_t result = 0;
  std::int64_t day = 0;    ///< yyyymmdd; 0: not known to the day
  std::int64_t event = 0;  ///< event.id; 0: not known
  std::uint64_t round = 0; ///< its hash; 0: not known
  std::int64_t facts = 0;
};

/// Games with the same moves from the same position.
struct Sequence {
  std::string start;
  std::string moves;
  std::vector<Member> members;
  bool embedded = false;

  [[nodiscard]] bool begins(const Sequence& other) const {
    return start == other.start && other.moves.starts_with(moves);
  }
  [[nodiscard]] const Member& best() const {
    return *std::max_element(members.begin(), members.end(), [](const Member& a, const Member& b) {
      return a.facts != b.facts ? a.facts < b.facts : a.game > b.game;
    });
  }
};

/// Takes sequences in the order of their moves, so that a sequence comes before those that it
/// begins, and all of these before any other.
class Finder {
public:
  void add(Sequence&& sequence) {
    while (!m_open.empty() && !m_open.back().begins(sequence)) {
      m_open.pop_back();
    }
    const Member& best = sequence.best();
    for (const auto& member : sequence.members) {
      if (member.game != best.game) {
        m_found.push_back({member.game, best.game, Duplicate::How::same_moves});
      }
    }
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
  /// Only the best game of a sequence is looked at: the others are left out anyway.
  void find_embedded(Sequence& shorter, const Sequence& sequence) {
    if (shorter.embedded) {
      return;
    }
    const Member& inner = shorter.best();
    const auto outer =
        std::find_if(sequence.members.begin(), sequence.members.end(), [&](const Member& m) {
          return inner.red != 0 && inner.black != 0 && m.red == inner.red && m.black == inner.black;
        });
    const bool is_long = shorter.moves.size() >= std::size_t{2} * embedded_plies;
    if (outer != sequence.members.end() || is_long) {
      shorter.embedded = true;
      m_found.push_back({inner.game,
                         outer != sequence.members.end() ? outer->game : sequence.best().game,
                         Duplicate::How::embedded});
    }
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

  void add(const Candidate& candidate) { m_candidates.push_back(candidate); }

  /// Adds to `found`, which is in rising order of games, and leaves those out that are there.
  void run(std::vector<Duplicate>& found) {
    const auto left_out = static_cast<std::ptrdiff_t>(found.size());
    std::erase_if(m_candidates, [&](const Candidate& c) {
      return std::ranges::binary_search(found.begin(), found.begin() + left_out, c.game, {},
                                        &Duplicate::game);
    });
    join(found, [](const Candidate& c) {
      return std::tuple{c.red, c.black, c.result, c.day, std::int64_t{0}, std::uint64_t{0}};
    });
    join(found, [](const Candidate& c) {
      return std::tuple{c.red, c.black, c.result, std::int64_t{0}, c.event, c.round};
    });
  }

private:
  struct Moves {
    std::string start, moves;
  };

  /// Compare the games that have the same key; one without a day or a round has none.
  template <typename Key>
  void join(std::vector<Duplicate>& found, const Key& key) {
    std::ranges::sort(m_candidates, [&](const Candidate& a, const Candidate& b) {
      return std::tuple{key(a), -a.facts, a.game} < std::tuple{key(b), -b.facts, b.game};
    });
    std::vector<std::int64_t> gone;
    for (auto first = m_candidates.begin(); first != m_candidates.end();) {
      const auto end = std::find_if(first, m_candidates.end(),
                                    [&](const Candidate& c) { return key(c) != key(*first); });
      const bool has_occasion = std::get<3>(key(*first)) != 0 ||
                                (std::get<4>(key(*first)) != 0 && std::get<5>(key(*first)) != 0);
      if (has_occasion && end - first > 1) {
        join_group({first, end}, found, gone);
      }
      first = end;
    }
    std::ranges::sort(gone);
    std::erase_if(m_candidates,
                  [&](const Candidate& c) { return std::ranges::binary_search(gone, c.game); });
  }

  /// The one with most in its header comes first, and stays.
  void join_group(std::span<const Candidate> group, std::vector<Duplicate>& found,
                  std::vector<std::int64_t>& gone) {
    constexpr std::size_t most_known = 32; // of two players on one day
    struct Known {
      const Candidate* candidate;
      Moves moves;
      std::int64_t kept; ///< the game that stays
    };
    std::vector<Known> known;
    for (const Candidate& candidate : group) {
      Moves moves = moves_of(candidate.game);
      const auto same = std::ranges::find_if(known, [&](const Known& other) {
        return record::may_be_one_game(occasion(*other.candidate), occasion(candidate)) &&
               other.moves.start == moves.start &&
               record::is_retyped(other.moves.moves, moves.moves);
      });
      const auto kept = same == known.end() ? candidate.game : same->kept;
      if (kept != candidate.game) {
        found.push_back({candidate.game, kept, Duplicate::How::retyped});
        gone.push_back(candidate.game);
      }
      if (known.size() < most_known) {
        known.push_back({&candidate, std::move(moves), kept});
      }
    }
  }

  static record::Occasion occasion(const Candidate& c) {
    record::Occasion out;
    if (c.day != 0) {
      out.days.first = out.days.last = static_cast<std::int32_t>(c.day);
    }
    out.event = static_cast<std::uint64_t>(c.event);
    out.round = c.round;
    return out;
  }

  Moves moves_of(std::int64_t game) {
    auto row = m_moves.use();
    return row(game).next() ? Moves{std::string{row.text(0)}, std::string{row.blob(1)}} : Moves{};
  }

  sqlite::Statement m_moves;
  std::vector<Candidate> m_candidates;
};

} // namespace

std::vector<Duplicate> find_duplicates(sqlite::Database& db,
                                       const std::function<bool(std::int64_t)>& wanted) {
  sqlite::Statement query{
      db, "SELECT id, substr(start_fen, 1, instr(start_fen, ' ') + 1) AS start, moves, "
          "red, black, (event IS NOT NULL) + (site IS NOT NULL) + (red IS NOT NULL) + "
          "(black IS NOT NULL) + (red_team IS NOT NULL) + (black_team IS NOT NULL) + "
          "(date IS NOT NULL) + (round IS NOT NULL) + (result <> 0) + (notes IS NOT NULL), "
          "result, CASE WHEN date % 100 BETWEEN 1 AND 31 THEN date ELSE 0 END, event, round "
          "FROM game ORDER BY start, moves, id"};
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
    sequence->members.push_back({row.integer(0), row.integer(3), row.integer(4), row.integer(5)});
    if (row.integer(3) != 0 && row.integer(4) != 0 && !moves.empty()) {
      retyped.add({row.integer(0), row.integer(3), row.integer(4), row.integer(6), row.integer(7),
                   row.integer(8), row.text(9).empty() ? 0 : content_hash(row.text(9)),
                   row.integer(5)});
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
