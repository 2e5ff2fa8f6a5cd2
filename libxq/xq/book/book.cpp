#include <xq/book/book.hpp>
#include <xq/store/schema.hpp>
#include <xq/store/sqlite.hpp>

#include <algorithm>

namespace xq::book {

namespace {

std::int64_t property(store::Database& db, std::string_view name) {
  store::Statement select{db, "SELECT value FROM property WHERE name = ?"};
  auto use = select.use();
  if (!use(name).next()) {
    throw make_error<store::DbError>(
        "{}: the opening book lacks its property '{}'. The file is damaged; build the book again.",
        db.path(), name);
  }
  return use.integer(0);
}

/// Open, refuse what is not a book of this version, and stay in one read transaction: a probe then
/// takes no lock.
store::Database open(const std::string& path) {
  store::Database db{path, store::Database::Mode::read_only};
  store::require(db, store::book_schema());
  if (const auto version = property(db, "zobrist_version"); version != zobrist_version) {
    throw make_error<store::DbError>(
        "{}: the book was made with position keys of version {}, and this program has version {}. "
        "Build the book again with this program.",
        path, version, zobrist_version);
  }
  db.execute("PRAGMA cache_size = -65536; BEGIN");
  return db;
}

Counts counts_at(const store::Statement::Use& use, int column) {
  const auto number = [&](int i) { return static_cast<std::uint32_t>(use.integer(column + i)); };
  return {number(0), number(1), number(2), number(3)};
}

} // namespace

struct Book::State {
  explicit State(const std::string& path) : db{open(path)} {
    info.max_ply = static_cast<int>(property(db, "max_ply"));
    info.min_games = static_cast<std::uint32_t>(property(db, "min_games"));
    info.games = static_cast<std::uint64_t>(property(db, "games"));
    info.positions = static_cast<std::uint64_t>(property(db, "positions"));
    info.moves = static_cast<std::uint64_t>(property(db, "moves"));
  }

  store::Database db;
  BookInfo info;
  store::Statement select{
      db, "SELECT move, games, red_wins, draws, black_wins FROM move WHERE key = ? AND lock = ?"};
};

Book::Book(const std::string& path) : m_state{std::make_unique<State>(path)} {}
Book::~Book() = default;
Book::Book(Book&& other) noexcept = default;
Book& Book::operator=(Book&& other) noexcept = default;

const BookInfo& Book::info() const noexcept { return m_state->info; }

void Book::probe(const Position& position, std::vector<BookMove>& out) {
  out.clear();
  const CanonicalKey id = position.canonical();
  auto use = m_state->select.use();
  use(to_integer(id.key))(to_integer(id.lock));
  while (use.next()) {
    const Move move =
        from_canonical(id, Move::from_disk(static_cast<std::uint32_t>(use.integer(0))));
    if (position.is_legal(move)) {
      out.push_back({move, counts_at(use, 1)});
    }
  }
  std::sort(out.begin(), out.end(), [](const BookMove& a, const BookMove& b) {
    return a.counts.games != b.counts.games ? a.counts.games > b.counts.games
                                            : a.move.disk() < b.move.disk();
  });
}

std::vector<BookMove> Book::probe(const Position& position) {
  std::vector<BookMove> moves;
  probe(position, moves);
  return moves;
}

void Book::for_each(const std::function<void(const Row&)>& f) {
  store::Statement all{m_state->db, "SELECT key, lock, move, games, red_wins, draws, black_wins "
                                    "FROM move ORDER BY key, lock, move"};
  auto use = all.use();
  while (use.next()) {
    f({use.integer(0), use.integer(1), static_cast<std::uint16_t>(use.integer(2)),
       counts_at(use, 3)});
  }
}

std::uint64_t total_games(const std::vector<BookMove>& moves) noexcept {
  std::uint64_t sum = 0;
  for (const BookMove& m : moves) {
    sum += m.counts.games;
  }
  return sum;
}

} // namespace xq::book
