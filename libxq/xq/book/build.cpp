#include <xq/book/build.hpp>
#include <xq/book/sorter.hpp>
#include <xq/store/bulk_insert.hpp>
#include <xq/store/new_file.hpp>
#include <xq/store/schema.hpp>

#include <utility>

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
    return true;
  }

  [[nodiscard]] std::uint64_t positions() const noexcept { return m_positions; }
  [[nodiscard]] std::uint64_t rows() const noexcept { return m_rows; }

private:
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

/// Write the whole database in one pass. It is not the target yet, so that neither a journal on
/// disk nor a sync is needed; the checks of the schema hold by construction.
void write_database(const std::string& path, RowSource& source, const BuildOptions& options,
                    const BuildProgress& progress, BuildTotals& totals) {
  store::Database db{path, store::Database::Mode::create};
  db.execute("PRAGMA page_size = 16384; PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF;"
             "PRAGMA locking_mode = EXCLUSIVE; PRAGMA cache_size = -16384;"
             "PRAGMA ignore_check_constraints = ON");
  store::migrate(db, store::book_schema());
  store::Transaction transaction{db};
  RowFeed feed{source, progress};
  store::BulkInsert insert{db, "move (key, lock, move, games, red_wins, draws, black_wins)", 7};
  insert.run([&](std::span<store::Value> row) { return feed.next(row); });
  totals.positions = feed.positions();
  totals.moves = feed.rows();
  set_property(db, "zobrist_version", zobrist_version);
  set_property(db, "max_ply", static_cast<std::uint64_t>(options.max_ply));
  set_property(db, "min_games", options.min_games);
  set_property(db, "games", totals.games);
  set_property(db, "positions", totals.positions);
  set_property(db, "moves", totals.moves);
  transaction.commit();
}

std::string folder_of(const std::string& path) {
  const auto slash = path.find_last_of('/');
  return slash == std::string::npos ? "." : path.substr(0, slash + 1);
}

} // namespace

struct Builder::State {
  State(const std::string& path, const BuildOptions& build_options)
      : options{build_options},
        target{path, store::NewFile::Existing::replace},
        sorter{options.memory, folder_of(path)} {}

  BuildOptions options;
  store::NewFile target;
  Sorter sorter;
  BuildTotals totals;
};

Builder::Builder(const std::string& path, const BuildOptions& options)
    : m_state{std::make_unique<State>(path, options)} {}

Builder::~Builder() = default;

Recorder Builder::recorder() const noexcept { return Recorder{m_state->options.max_ply}; }

void Builder::add(const Batch& batch) {
  m_state->sorter.add(batch.records);
  m_state->totals.games += batch.games;
  m_state->totals.records += batch.records.size();
}

BuildTotals Builder::finish(const BuildProgress& progress) {
  State& s = *m_state;
  auto rows = at_least(s.sorter.finish(), s.options.min_games);
  if (s.options.threads > 1) {
    rows = read_ahead(std::move(rows));
  }
  s.totals.runs = s.sorter.runs_written();
  write_database(s.target.path(), *rows, s.options, progress, s.totals);
  s.target.commit();
  return s.totals;
}

} // namespace xq::book
