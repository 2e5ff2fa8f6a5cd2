#include "store/stored_duplicates.hpp"

#include <algorithm>
#include <optional>
#include <string>

namespace xq::store {

namespace {

struct Member {
  std::int64_t game = 0;
  std::int64_t red = 0, black = 0; ///< player.id; 0: not known
  std::int64_t facts = 0;          ///< columns of the header that are filled in
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

} // namespace

std::vector<Duplicate> find_duplicates(sqlite::Database& db,
                                       const std::function<bool(std::int64_t)>& wanted) {
  sqlite::Statement query{
      db, "SELECT id, substr(start_fen, 1, instr(start_fen, ' ') + 1) AS start, moves, "
          "red, black, (event IS NOT NULL) + (site IS NOT NULL) + (red IS NOT NULL) + "
          "(black IS NOT NULL) + (red_team IS NOT NULL) + (black_team IS NOT NULL) + "
          "(date IS NOT NULL) + (round IS NOT NULL) + (result <> 0) + (notes IS NOT NULL) "
          "FROM game ORDER BY start, moves, id"};
  Finder finder;
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
  }
  if (sequence) {
    finder.add(std::move(*sequence));
  }
  return finder.take();
}

} // namespace xq::store
