#include "book/file/write.hpp"

#include "base/workers.hpp"
#include "book/file/digest.hpp"
#include "sqlite/schema.hpp"
#include "sqlitefile/table_writer.hpp"

#include <xq/base/error.hpp>

#include <optional>
#include <span>
#include <utility>

namespace xq::book {

namespace {

constexpr std::uint32_t page_bytes = 16384;

/// A position as rows name it.
struct Place {
  std::int64_t key = 0;
  std::int64_t lock = 0;
  friend bool operator==(const Place&, const Place&) noexcept = default;
};

/// Makes rows and gives them the form that they have in the file.
class Encoding final : public Job, private RowSink {
public:
  explicit Encoding(std::uint32_t min_games) : m_min_games{min_games} {}

  void begin(MakeRows make) { m_make = std::move(make); }

  void run() override {
    m_rows.clear();
    m_positions = 0;
    m_first.reset();
    m_make(*this);
    m_make = {};
    m_digest = {};
    m_digest.add(m_rows);
  }

  [[nodiscard]] const sqlitefile::RowBlock& rows() const noexcept { return m_rows; }
  [[nodiscard]] const Digest& digest() const noexcept { return m_digest; }
  [[nodiscard]] std::uint64_t positions() const noexcept { return m_positions; }
  [[nodiscard]] const std::optional<Place>& first() const noexcept { return m_first; }
  [[nodiscard]] const Place& last() const noexcept { return m_last; }

private:
  void add(PackedRow row) override {
    if (row.games() < m_min_games) {
      return;
    }
    const Place place{row.key(), row.lock()};
    m_positions += !m_first || place != m_last ? 1U : 0U;
    m_first = m_first.value_or(place);
    m_last = place;
    const Row r = row.unpack();
    const auto year = [&](std::int64_t y) {
      return r.years.first == 0 ? std::nullopt : std::optional{y};
    };
    m_rows.add(r.key, r.lock, r.move, r.counts.games, r.counts.red_wins, r.counts.draws,
               r.counts.black_wins, year(r.years.first), year(r.years.last), r.levels.games,
               r.levels.sum, r.levels.best);
  }

  std::uint32_t m_min_games;
  MakeRows m_make;
  sqlitefile::RowBlock m_rows;
  Digest m_digest;
  std::uint64_t m_positions = 0;
  std::optional<Place> m_first;
  Place m_last;
};

/// The table of moves.
Digest write_moves(sqlitefile::TableWriter& table, const NextRows& next, BookInfo& info,
                   unsigned threads, const BuildProgress& progress) {
  std::vector<std::unique_ptr<Encoding>> spare;
  std::optional<Place> last;
  Digest digest;
  info.positions = info.moves = 0;
  const auto make_job = [&]() -> std::unique_ptr<Job> {
    MakeRows make = next();
    if (!make) {
      return nullptr;
    }
    if (spare.empty()) {
      spare.push_back(std::make_unique<Encoding>(info.min_games));
    }
    auto job = std::move(spare.back());
    spare.pop_back();
    job->begin(std::move(make));
    return job;
  };
  const auto deliver = [&](std::unique_ptr<Job> base) {
    std::unique_ptr<Encoding> job{static_cast<Encoding*>(base.release())};
    table.add(job->rows());
    digest.add(job->digest());
    info.moves += job->rows().size();
    info.positions += job->positions();
    if (job->first()) {
      info.positions -= last && *last == *job->first() ? 1U : 0U; // it began in the rows before
      last = job->last();
    }
    if (progress && !progress(info.moves)) {
      throw make_error<Interrupted>("stopped while writing the book; the target is unchanged");
    }
    spare.push_back(std::move(job));
  };
  run_ordered(threads, make_job, deliver);
  return digest;
}

constexpr const char* pragmas =
    "PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF; PRAGMA locking_mode = EXCLUSIVE;";

void make_empty_book(const std::string& path) {
  sqlitefile::create_database(path, page_bytes);
  sqlite::Database db{path, sqlite::Database::Mode::read_write};
  db.execute(pragmas);
  sqlite::migrate(db, sqlite::book_schema());
}

} // namespace

void write_book(const std::string& path, const NextRows& next, BookInfo& info, unsigned threads,
                const BuildProgress& progress, ProvenanceSource* names, const ScoreTables* scores) {
  make_empty_book(path);
  Digest moves;
  Digest samples;
  Digest games;
  {
    sqlitefile::TableWriter table{path, "move"};
    moves = write_moves(table, next, info, threads, progress);
    table.finish();
  }
  const bool with_names = info.samples > 0 && names != nullptr;
  if (with_names) {
    samples = write_samples(path, *names->samples, info);
  }
  const auto judged = scores == nullptr ? ScoreDigests{} : write_scores(path, *scores);
  info.judged = judged.evaluations;
  sqlite::Database db{path, sqlite::Database::Mode::read_write};
  db.execute(pragmas);
  sqlite::Transaction transaction{db};
  if (with_names) {
    games = write_games(db, *names->games);
  }
  sqlite::Statement insert{db, "INSERT INTO property (name, value) VALUES (?, ?)"};
  const auto set = [&](std::string_view name, std::uint64_t value) {
    insert.use()(name)(value).exec();
  };
  set("zobrist_version", zobrist_version);
  set("max_ply", static_cast<std::uint64_t>(info.max_ply));
  set("min_games", info.min_games);
  set("samples", with_names ? info.samples : 0);
  set("games", info.games);
  set("positions", info.positions);
  set("moves", info.moves);
  set("judged", info.judged);
  set("digest_move", moves.value());
  set("digest_sample", samples.value());
  set("digest_game", games.value());
  set("digest_analyst", judged.analyst.value());
  set("digest_evaluation", judged.evaluation.value());
  set("digest_score", judged.score.value());
  set("digest_root", judged.root.value());
  set("digest_property", digest_of(db, "property").value());
  transaction.commit();
}

void write_book(const std::string& path, RowSource& source, BookInfo& info, unsigned threads,
                const BuildProgress& progress, ProvenanceSource* names, const ScoreTables* scores) {
  const auto next = [&]() -> MakeRows {
    std::vector<Row> block;
    if (!source.next(block)) {
      return {};
    }
    return [rows = std::move(block)](RowSink& out) {
      RowPacker packer;
      for (const Row& row : rows) {
        out.add(packer.row(row));
      }
    };
  };
  write_book(path, next, info, threads, progress, names, scores);
}

} // namespace xq::book
