#include "book/book_rows.hpp"
#include "book/file/provenance.hpp"
#include "sqlite/schema.hpp"
#include "sqlite/sqlite.hpp"

#include <xq/book/book.hpp>

#include <algorithm>
#include <optional>
#include <utility>

namespace xq::book {

namespace {

template <typename T>
T property(sqlite::Database& db, std::string_view name) {
  sqlite::Statement select{db, "SELECT value FROM property WHERE name = ?"};
  auto use = select.use();
  if (!use(name).next()) {
    throw make_error<sqlite::DbError>(
        "{}: the opening book lacks its property '{}'. The file is damaged; build the book again.",
        db.path(), name);
  }
  return use.number<T>(0);
}

/// A property that earlier versions do not write; 0 where it is missing.
template <typename T>
T late_property(sqlite::Database& db, std::string_view name) {
  sqlite::Statement select{db, "SELECT value FROM property WHERE name = ?"};
  auto use = select.use();
  return use(name).next() ? use.number<T>(0) : T{};
}

/// Open, refuse what is not a book of this version, and stay in one read transaction: a probe then
/// takes no lock.
sqlite::Database open(const std::string& path) {
  sqlite::Database db{path, sqlite::Database::Mode::read_only};
  sqlite::require(db, sqlite::book_schema());
  if (const auto version = property<std::int64_t>(db, "zobrist_version");
      version != zobrist_version) {
    throw make_error<sqlite::DbError>(
        "{}: the book was made with position keys of version {}, and this program has version {}. "
        "Build the book again with this program.",
        path, version, zobrist_version);
  }
  db.execute("PRAGMA cache_size = -65536; BEGIN");
  return db;
}

Counts counts_at(const sqlite::Statement::Use& use, int column) {
  const auto number = [&](int i) { return use.number<std::uint32_t>(column + i); };
  return {number(0), number(1), number(2), number(3)};
}

Years years_at(const sqlite::Statement::Use& use, int column) {
  return {use.number<std::uint16_t>(column), // NULL reads as 0
          use.number<std::uint16_t>(column + 1)};
}

Levels levels_at(const sqlite::Statement::Use& use, int column) {
  return {use.number<std::uint64_t>(column + 1), use.number<std::uint32_t>(column),
          use.number<std::uint16_t>(column + 2)};
}

/// A stored move of the position `id`, as probe() shows it; none() when it is not legal there.
Move shown_move(const Position& position, const CanonicalKey& id, std::int64_t stored) {
  const Move move = from_canonical(id, Move::from_disk(static_cast<std::uint32_t>(stored)));
  if (!position.is_legal(move)) {
    return Move::none();
  }
  return id.symmetric ? usual_image(position.at(move.from()), move) : move;
}

constexpr std::string_view all_rows =
    "SELECT key, lock, move, games, red_wins, draws, black_wins, first_year, last_year, rated, "
    "rating_sum, best_rating FROM move ORDER BY key, lock, move";

/// The present row of all_rows.
Row row_at(const sqlite::Statement::Use& use) {
  return {use.integer(0),   use.integer(1),    use.number<std::uint16_t>(2),
          years_at(use, 7), counts_at(use, 3), levels_at(use, 9)};
}

} // namespace

struct Book::State {
  explicit State(const std::string& path) : db{open(path)} {
    info.max_ply = property<int>(db, "max_ply");
    info.min_games = property<std::uint32_t>(db, "min_games");
    info.samples = property<std::uint32_t>(db, "samples");
    info.games = property<std::uint64_t>(db, "games");
    info.positions = property<std::uint64_t>(db, "positions");
    info.moves = property<std::uint64_t>(db, "moves");
    info.judged = late_property<std::uint64_t>(db, "judged");
    if (db.has_table("score") && db.query_integer("SELECT EXISTS (SELECT 1 FROM score)") != 0) {
      scores.emplace(db,
                     "SELECT move, score, depth, replies FROM score WHERE key = ? AND lock = ?");
    }
  }

  sqlite::Database db;
  BookInfo info;
  sqlite::Statement select{
      db,
      "SELECT move, games, red_wins, draws, black_wins, first_year, last_year, rated, rating_sum, "
      "best_rating FROM move WHERE key = ? AND lock = ?"};
  std::optional<sqlite::Statement> scores; ///< of a judged book
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
    if (const Move move = shown_move(position, id, use.integer(0))) {
      out.push_back({move, counts_at(use, 1), years_at(use, 5), levels_at(use, 7), {}});
    }
  }
  for (const MoveScore& score : scores(position)) {
    const auto played = std::ranges::find(out, score.move, &BookMove::move);
    if (played != out.end()) {
      played->score = score;
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

std::vector<BookMove> Book::probe_all(const Position& position) {
  auto moves = probe(position);
  const std::size_t played = moves.size();
  for (const MoveScore& score : scores(position)) {
    const auto end = moves.begin() + static_cast<std::ptrdiff_t>(played);
    if (std::ranges::find(moves.begin(), end, score.move, &BookMove::move) == end) {
      moves.push_back({score.move, {}, {}, {}, score});
    }
  }
  return moves;
}

bool Book::is_judged() const noexcept { return m_state->scores.has_value(); }

std::vector<MoveScore> Book::scores(const Position& position) {
  std::vector<MoveScore> out;
  if (!is_judged()) {
    return out;
  }
  const CanonicalKey id = position.canonical();
  auto use = m_state->scores->use();
  use(to_integer(id.key))(to_integer(id.lock));
  while (use.next()) {
    if (const Move move = shown_move(position, id, use.integer(0))) {
      MoveScore& score = out.emplace_back();
      score.move = move;
      score.score = use.number<std::int16_t>(1);
      score.depth = use.number<std::uint16_t>(2);
      if (!use.is_null(3)) {
        score.replies = use.number<std::uint32_t>(3);
      }
    }
  }
  std::ranges::sort(out, [](const MoveScore& a, const MoveScore& b) {
    return a.score != b.score ? a.score > b.score : a.move.disk() < b.move.disk();
  });
  return out;
}

std::vector<BookGame> Book::games(const Position& position, Move move) {
  const CanonicalKey id = position.canonical();
  sqlite::Statement select{
      m_state->db,
      "SELECT id, red, black, event, date, result, plies, source, line, ply FROM sample JOIN game "
      "ON id = game WHERE key = ? AND lock = ? AND move = ? ORDER BY date, source, line, id"};
  auto use = select.use();
  use(to_integer(id.key))(to_integer(id.lock))(to_canonical(id, move).disk());
  std::vector<BookGame> games;
  while (use.next()) {
    games.push_back({game_name(use), use.number<int>(9)});
  }
  return games;
}

const std::string& Book::path() const noexcept { return m_state->db.path(); }

void Book::for_each(const std::function<void(const Row&)>& f) {
  sqlite::Statement all{m_state->db, all_rows};
  auto use = all.use();
  while (use.next()) {
    f(row_at(use));
  }
}

class Book::Rows final : public RowSource {
public:
  explicit Rows(Book book)
      : m_book{std::move(book)}, m_all{m_book.m_state->db, all_rows}, m_use{m_all} {
    m_book.m_state->db.execute("PRAGMA cache_size = -256"); // every page is read once
  }

  bool next(std::vector<Row>& block) override {
    constexpr std::size_t rows = 4096;
    block.clear();
    while (!m_done && block.size() < rows) {
      if (!m_use.next()) {
        m_done = true;
        break;
      }
      const Row row = row_at(m_use);
      if (m_started && !precedes(m_last, row)) {
        throw make_error<sqlite::DbError>(
            "{}: the rows of the book are out of order. The file is damaged; build the book again.",
            m_book.m_state->db.path());
      }
      block.push_back(row);
      m_last = row;
      m_started = true;
    }
    return !block.empty();
  }

private:
  Book m_book;
  sqlite::Statement m_all;
  sqlite::Statement::Use m_use;
  Row m_last;
  bool m_started = false;
  bool m_done = false;
};

std::unique_ptr<RowSource> read_rows(Book book) {
  return std::make_unique<Book::Rows>(std::move(book));
}

std::uint64_t total_games(const std::vector<BookMove>& moves) noexcept {
  std::uint64_t sum = 0;
  for (const BookMove& m : moves) {
    sum += m.counts.games;
  }
  return sum;
}

} // namespace xq::book
