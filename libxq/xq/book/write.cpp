#include <xq/base/error.hpp>
#include <xq/book/write.hpp>
#include <xq/store/bulk_insert.hpp>
#include <xq/store/schema.hpp>

namespace xq::book {

namespace {

/// Hands rows to SQLite one by one and counts positions on the way.
class RowFeed {
public:
  RowFeed(RowSource& source, const BuildProgress& progress)
      : m_source{source}, m_progress{progress} {}

  bool next(std::span<store::Value> out) {
    if (m_at == m_block.size() && !refill()) {
      return false;
    }
    const Row& row = m_block[m_at++];
    m_positions += m_rows == 0 || row.key != m_key || row.lock != m_lock ? 1U : 0U;
    m_key = row.key;
    m_lock = row.lock;
    ++m_rows;
    out[0].set(row.key);
    out[1].set(row.lock);
    out[2].set(row.move);
    out[3].set(row.counts.games);
    out[4].set(row.counts.red_wins);
    out[5].set(row.counts.draws);
    out[6].set(row.counts.black_wins);
    set_year(out[7], row.years.first);
    set_year(out[8], row.years.last);
    return true;
  }

  [[nodiscard]] std::uint64_t positions() const noexcept { return m_positions; }
  [[nodiscard]] std::uint64_t rows() const noexcept { return m_rows; }

private:
  static void set_year(store::Value& out, std::uint16_t year) {
    year == 0 ? out.set_null() : out.set(year);
  }

  bool refill() {
    if (m_progress && !m_progress(m_rows)) {
      throw Interrupted{"stopped while writing the book; the target is unchanged"};
    }
    m_at = 0;
    return m_source.next(m_block);
  }

  RowSource& m_source;
  const BuildProgress& m_progress;
  std::vector<Row> m_block;
  std::size_t m_at = 0;
  std::uint64_t m_rows = 0;
  std::uint64_t m_positions = 0;
  std::int64_t m_key = 0;
  std::int64_t m_lock = 0;
};

void set_property(store::Database& db, std::string_view name, std::uint64_t value) {
  store::Statement insert{db, "INSERT INTO property (name, value) VALUES (?, ?)"};
  insert.use()(name)(value).exec();
}

} // namespace

void write_book(const std::string& path, RowSource& source, BookInfo& info,
                const BuildProgress& progress) {
  store::Database db{path, store::Database::Mode::create};
  db.execute("PRAGMA page_size = 16384; PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF;"
             "PRAGMA locking_mode = EXCLUSIVE; PRAGMA cache_size = -16384;"
             "PRAGMA ignore_check_constraints = ON");
  store::migrate(db, store::book_schema());
  store::Transaction transaction{db};
  RowFeed feed{source, progress};
  store::BulkInsert insert{
      db, "move (key, lock, move, games, red_wins, draws, black_wins, first_year, last_year)", 9};
  insert.run([&](std::span<store::Value> row) { return feed.next(row); });
  info.positions = feed.positions();
  info.moves = feed.rows();
  set_property(db, "zobrist_version", zobrist_version);
  set_property(db, "max_ply", static_cast<std::uint64_t>(info.max_ply));
  set_property(db, "min_games", info.min_games);
  set_property(db, "games", info.games);
  set_property(db, "positions", info.positions);
  set_property(db, "moves", info.moves);
  transaction.commit();
}

} // namespace xq::book
