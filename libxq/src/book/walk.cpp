#include <xq/book/explore.hpp>

#include <unordered_set>
#include <utility>

namespace xq::book {

namespace {

struct Pair {
  std::uint64_t key;
  std::uint64_t lock;
  friend bool operator==(const Pair&, const Pair&) noexcept = default;
};
struct Hash {
  std::size_t operator()(const Pair& p) const noexcept { return p.key; } // keys are random
};

/// Positions seen so far, up to mirroring.
class Seen {
public:
  /// False when it was there before.
  bool insert(const Position& position) {
    const CanonicalKey id = position.canonical();
    return m_pairs.insert({to_integer(id.key), to_integer(id.lock)}).second;
  }

private:
  std::unordered_set<Pair, Hash> m_pairs;
};

bool is_shown(const BookMove& move, const WalkOptions& options) noexcept {
  return move.counts.games == 0 ? move.score.has_value() : move.counts.games >= options.min_games;
}

} // namespace

std::uint64_t walk(const MovesOf& moves_of, const WalkOptions& options, const Visit& visit) {
  Seen seen;
  std::vector<Position> level{Position::start()};
  std::vector<Position> next;
  std::vector<BookMove> moves;
  std::uint64_t visited = 0;
  seen.insert(level.front());
  for (int ply = 0; !level.empty() && (options.max_ply == 0 || ply < options.max_ply); ++ply) {
    next.clear();
    for (const Position& position : level) {
      moves_of(position, moves);
      std::erase_if(moves, [&](const BookMove& m) { return !is_shown(m, options); });
      if (moves.empty()) {
        continue;
      }
      ++visited;
      if (!visit(position, ply, moves)) {
        return visited;
      }
      for (const BookMove& m : moves) {
        Position after = position;
        after.do_move(m.move);
        if (seen.insert(after)) {
          next.push_back(after);
        }
      }
    }
    std::swap(level, next);
  }
  return visited;
}

std::uint64_t walk(Book& book, const WalkOptions& options, const Visit& visit) {
  return walk([&book](const Position& p, std::vector<BookMove>& out) { out = book.probe_all(p); },
              options, visit);
}

} // namespace xq::book
