#include <xq/base/error.hpp>
#include <xq/base/workers.hpp>
#include <xq/book/write.hpp>
#include <xq/store/bulk_tree.hpp>
#include <xq/store/schema.hpp>

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
    m_sizes.clear();
    m_used = 0;
    m_positions = 0;
    m_first.reset();
    m_make(*this);
    m_make = {};
  }

  /// Call f(cell) for each row.
  template <typename F>
  void for_each_cell(F&& f) const {
    const unsigned char* at = m_cells.data();
    for (const std::size_t size : m_sizes) {
      f(std::span{at, size});
      at += size;
    }
  }
  [[nodiscard]] std::size_t rows() const noexcept { return m_sizes.size(); }
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
    if (m_cells.size() - m_used < store::CellBuilder::most_bytes) { // grows, never shrinks
      m_cells.resize(m_cells.size() * 3 / 2 + least_bytes);
    }
    const auto size = encode(row, m_cells.data() + m_used);
    m_used += size;
    m_sizes.push_back(static_cast<std::uint8_t>(size));
  }

  static std::size_t encode(PackedRow packed, unsigned char* out) {
    const Row row = packed.unpack();
    constexpr std::size_t columns = 12;
    store::CellBuilder cell{out, columns};
    cell.integer(row.key);
    cell.integer(row.lock);
    cell.integer(row.move);
    cell.integer(row.counts.games);
    cell.integer(row.counts.red_wins);
    cell.integer(row.counts.draws);
    cell.integer(row.counts.black_wins);
    if (row.years.first == 0) {
      cell.null();
      cell.null();
    } else {
      cell.integer(row.years.first);
      cell.integer(row.years.last);
    }
    cell.integer(row.levels.games);
    cell.integer(static_cast<std::int64_t>(row.levels.sum));
    cell.integer(row.levels.best);
    return cell.finish().size();
  }

  static constexpr std::size_t least_bytes = std::size_t{64} << 10U;

  std::uint32_t m_min_games;
  MakeRows m_make;
  std::vector<unsigned char> m_cells;
  std::size_t m_used = 0; ///< bytes of m_cells
  std::vector<std::uint8_t> m_sizes;
  std::uint64_t m_positions = 0;
  std::optional<Place> m_first;
  Place m_last;
};

/// The table of moves, page by page.
void write_moves(store::BulkTree& tree, const NextRows& next, BookInfo& info, unsigned threads,
                 const BuildProgress& progress) {
  std::vector<std::unique_ptr<Encoding>> spare;
  std::optional<Place> last;
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
    job->for_each_cell([&](std::span<const unsigned char> cell) { tree.add(cell); });
    info.moves += job->rows();
    info.positions += job->positions();
    if (job->first()) {
      info.positions -= last && *last == *job->first() ? 1U : 0U; // it began in the rows before
      last = job->last();
    }
    if (progress && !progress(info.moves)) {
      throw Interrupted{"stopped while writing the book; the target is unchanged"};
    }
    spare.push_back(std::move(job));
  };
  run_ordered(threads, make_job, deliver);
}

void set_property(store::Database& db, std::string_view name, std::uint64_t value) {
  store::Statement insert{db, "INSERT INTO property (name, value) VALUES (?, ?)"};
  insert.use()(name)(value).exec();
}

constexpr const char* pragmas =
    "PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF; PRAGMA locking_mode = EXCLUSIVE;";

/// An empty book, and where its table of moves begins.
struct EmptyBook {
  std::uint32_t root = 0;
  std::uint32_t pages = 0;
};
EmptyBook make_empty_book(const std::string& path) {
  store::Database db{path, store::Database::Mode::create};
  db.execute(fmt::format("PRAGMA page_size = {}; {}", page_bytes, pragmas));
  store::migrate(db, store::book_schema());
  return {static_cast<std::uint32_t>(
              db.query_integer("SELECT rootpage FROM sqlite_schema WHERE name = 'move'")),
          static_cast<std::uint32_t>(db.query_integer("PRAGMA page_count"))};
}

} // namespace

void write_book(const std::string& path, const NextRows& next, BookInfo& info, unsigned threads,
                const BuildProgress& progress, ProvenanceSource* names) {
  const EmptyBook empty = make_empty_book(path);
  {
    store::PageFile file{path, page_bytes, empty.pages};
    store::BulkTree tree{file, empty.root};
    write_moves(tree, next, info, threads, progress);
    tree.finish();
    file.finish();
  }
  const bool with_names = info.samples > 0 && names != nullptr;
  if (with_names) {
    write_samples(path, *names->samples, info, page_bytes);
  }
  store::Database db{path, store::Database::Mode::read_write};
  db.execute(pragmas);
  store::Transaction transaction{db};
  if (with_names) {
    write_games(db, *names->games);
  }
  set_property(db, "zobrist_version", zobrist_version);
  set_property(db, "max_ply", static_cast<std::uint64_t>(info.max_ply));
  set_property(db, "min_games", info.min_games);
  set_property(db, "samples", with_names ? info.samples : 0);
  set_property(db, "games", info.games);
  set_property(db, "positions", info.positions);
  set_property(db, "moves", info.moves);
  transaction.commit();
}

void write_book(const std::string& path, RowSource& source, BookInfo& info, unsigned threads,
                const BuildProgress& progress, ProvenanceSource* names) {
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
  write_book(path, next, info, threads, progress, names);
}

} // namespace xq::book
