#include "book/formats/foreign.hpp"

#include "book/file/write.hpp"
#include "book/rows/row_source.hpp"
#include "sqlite/new_database.hpp"

#include <xq/board/movegen.hpp>

#include <algorithm>
#include <deque>
#include <tuple>
#include <unordered_set>
#include <utility>

namespace xq::book {

namespace {

class VectorSource final : public RowSource {
public:
  explicit VectorSource(std::vector<Row> rows) : m_rows{std::move(rows)} {}
  bool next(std::vector<Row>& block) override {
    block.clear();
    block.swap(m_rows);
    return !block.empty();
  }

private:
  std::vector<Row> m_rows;
};

/// See resolve_keys().
class Resolver {
public:
  Resolver(const KeyedMoves& moves, const KeyOf& key_of, ForeignRows& out)
      : m_moves{moves}, m_key_of{key_of}, m_out{out} {}

  ImportTotals run() {
    open(Position::start(), true);
    while (!m_queue.empty()) {
      const Entry entry = m_queue.front();
      m_queue.pop_front();
      expand(entry);
    }
    for (const auto& [key, moves] : m_moves) {
      m_totals.entries += moves.size();
      m_totals.unexplained += m_explained.contains(key) ? 0 : moves.size();
    }
    return m_totals;
  }

private:
  struct Entry {
    Position position;
    bool in_book;
  };

  /// Queue a position that was not seen before if it is in the book, or if `follow` says that
  /// positions behind it may be.
  void open(const Position& position, bool follow) {
    const CanonicalKey id = position.canonical();
    const auto name = to_integer(id.key) ^ to_integer(id.lock);
    if (m_seen.contains(name)) {
      return;
    }
    const bool in_book = take(position);
    if (in_book || follow) {
      m_seen.insert(name);
      m_queue.push_back({position, in_book});
    }
  }

  void expand(const Entry& entry) {
    MoveList legal;
    generate_legal(entry.position, legal);
    find(entry.position); // the moves of the book, once more
    const std::vector<ForeignMove> own = m_found;
    for (const Move move : legal) {
      Position after = entry.position;
      after.do_move(move);
      const bool of_book =
          entry.in_book &&
          std::any_of(own.begin(), own.end(), [&](const ForeignMove& m) { return m.move == move; });
      open(after, of_book);
    }
  }

  /// Whether the book has this position; its moves go to the result.
  bool take(const Position& position) {
    const bool found = find(position);
    for (const ForeignMove& m : m_found) {
      if (position.is_legal(m.move)) {
        m_out.add(position, m.move, counts_of(m, position.side_to_move()));
      } else {
        ++m_totals.illegal;
      }
    }
    return found;
  }

  /// Fill m_found by the key of the position and that of its mirror image.
  bool find(const Position& position) {
    m_found.clear();
    look_up(position, false);
    if (!position.canonical().symmetric) {
      look_up(position.mirrored(), true);
    }
    return !m_found.empty();
  }

  void look_up(const Position& position, bool mirrored) {
    const auto key = m_key_of(position);
    const auto found = m_moves.find(key);
    if (found == m_moves.end()) {
      return;
    }
    const auto& moves = found->second;
    const auto legal = std::count_if(moves.begin(), moves.end(), [&](const ForeignMove& m) {
      return position.is_legal(m.move);
    });
    if (2 * static_cast<std::size_t>(legal) < moves.size()) {
      return; // another position of the same key
    }
    m_explained.insert(key);
    for (const ForeignMove& m : moves) {
      m_found.push_back(m);
      if (mirrored) {
        m_found.back().move = mirror(m.move);
      }
    }
  }

  const KeyedMoves& m_moves;
  const KeyOf& m_key_of;
  ForeignRows& m_out;
  ImportTotals m_totals;
  std::deque<Entry> m_queue;
  std::unordered_set<std::uint64_t> m_seen;
  std::unordered_set<std::uint64_t> m_explained;
  std::vector<ForeignMove> m_found;
};

} // namespace

void ForeignRows::add(const Position& position, Move move, const Counts& counts, const Years& years,
                      const Levels& levels) {
  const CanonicalKey id = position.canonical();
  m_rows.push_back({static_cast<std::int64_t>(id.key), static_cast<std::int64_t>(id.lock),
                    to_canonical(id, move).disk(), years, counts, levels});
}

std::uint64_t ForeignRows::most_games() const noexcept {
  std::uint64_t most = 0;
  for (const Row& row : m_rows) {
    most = std::max<std::uint64_t>(most, row.counts.games);
  }
  return most;
}

std::unique_ptr<RowSource> ForeignRows::take() {
  std::sort(m_rows.begin(), m_rows.end(), [](const Row& a, const Row& b) {
    if (!same_place(a, b)) {
      return precedes(a, b);
    }
    const auto order = [](const Row& r) {
      return std::tuple{r.counts.games,      r.counts.red_wins, r.counts.draws,
                        r.counts.black_wins, r.years.last,      r.years.first,
                        r.levels.games,      r.levels.sum,      r.levels.best};
    };
    return order(a) > order(b);
  });
  m_rows.erase(std::unique(m_rows.begin(), m_rows.end(),
                           [](const Row& a, const Row& b) { return same_place(a, b); }),
               m_rows.end());
  return std::make_unique<VectorSource>(std::move(m_rows));
}

void write_book(ForeignRows& rows, const std::string& path, BookInfo& info) {
  sqlite::NewFile target{path, sqlite::NewFile::Existing::replace};
  const auto source = rows.take();
  write_book(target.path(), *source, info, 1, {});
  target.commit();
}

ImportTotals resolve_keys(const KeyedMoves& moves, const KeyOf& key_of, ForeignRows& out) {
  return Resolver{moves, key_of, out}.run();
}

} // namespace xq::book
