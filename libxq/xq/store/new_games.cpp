#include <xq/base/workers.hpp>
#include <xq/record/header_value.hpp>
#include <xq/store/bulk_table.hpp>
#include <xq/store/bulk_tree.hpp>
#include <xq/store/game_rows.hpp>
#include <xq/store/hash_sort.hpp>
#include <xq/store/new_games.hpp>
#include <xq/store/schema.hpp>
#include <xq/store/sqlite.hpp>

#include <algorithm>
#include <memory>
#include <tuple>

namespace xq::store {

namespace {

constexpr std::array<std::string_view, 5> table_names{"event", "site", "player", "team", "source"};
constexpr std::int64_t games_at_a_time = 512;
constexpr std::size_t read_ahead = std::size_t{64} << 10U;

/// A row of the index on the hashes of a name table.
struct HashRow {
  std::int32_t hash = 0;
  std::uint32_t id = 0;
};

std::vector<HashRow> sorted(const std::vector<HashRow>& rows) {
  return sorted_by_hash<HashRow>(
      rows, 0,
      [](const HashRow& row) { return static_cast<std::uint32_t>(row.hash) ^ 0x80000000U; },
      [](const HashRow& a, const HashRow& b) {
        return std::tie(a.hash, a.id) < std::tie(b.hash, b.id);
      });
}

bool has_own_tags(std::string_view layout) {
  LayoutReader reader{layout};
  for (LayoutReader::Tag tag; reader.next(tag);) {
    if (tag.place == TagPlace::row) {
      return true;
    }
  }
  return false;
}

} // namespace

// ---- games that are there already --------------------------------------------------------------

bool NewGames::is_full() const noexcept {
  constexpr std::size_t bytes_a_line = 48;
  constexpr std::size_t bytes_a_pair = 64;
  std::size_t sum =
      m_games.bytes() + m_lines.size() * bytes_a_line + m_also_in.size() * bytes_a_pair;
  for (const auto& names : m_names) {
    sum += names.bytes();
  }
  for (const auto& layout : m_layouts) {
    sum += 2 * layout.bytes.size() + sizeof layout;
  }
  return sum >= m_memory || m_games.is_full();
}

NewGames::Names NewGames::table_of(NameField field) noexcept {
  switch (field) {
  case NameField::event:
    return events;
  case NameField::site:
    return sites;
  case NameField::red:
  case NameField::black:
    return players;
  case NameField::red_team:
  case NameField::black_team:
    break;
  }
  return teams;
}

void NewGames::find(const LineKey& key, std::vector<std::int64_t>& games) {
  m_lines.find(key, games);
  if (m_lines_on_disk.may_contain(static_cast<std::uint64_t>(key.line))) {
    m_runs.find(key, games);
  }
}

void NewGames::find_line(std::int64_t line, std::size_t limit, std::vector<std::int64_t>& games) {
  m_lines.find_line(line, limit, games);
  if (games.size() < limit && m_lines_on_disk.may_contain(static_cast<std::uint64_t>(line))) {
    m_runs.find_line(line, limit, games);
  }
}

void NewGames::add_line(const LineKey& key, std::int64_t id) {
  if (m_lines.size() == m_lines_in_memory) {
    const auto rows = m_lines.sorted_from(0);
    for (const auto& row : rows) {
      m_lines_on_disk.add(static_cast<std::uint64_t>(row.key.line));
    }
    m_runs.add(rows);
    m_lines.clear();
  }
  m_lines.add(key, id);
}

bool NewGames::is_stored(std::int64_t id, const IncomingGame& game) {
  return m_games.read(id, m_window).packed == game.packed;
}

bool NewGames::may_be_one(std::int64_t id) {
  const RowNumbers stored = m_games.numbers(id);
  for (std::size_t i = 0; i < name_field_count; ++i) {
    const auto name = fields().names[i];
    const auto& names = m_names[table_of(static_cast<NameField>(i))];
    const auto number = stored.names[i];
    if (number != 0 && record::is_filled_in(name) && names.name(number) != name &&
        names.name(number) != "?") {
      return false;
    }
  }
  return true;
}

bool NewGames::read_stored(std::int64_t id, std::string& packed) {
  packed = m_games.read(id, m_window).packed;
  return true;
}

void NewGames::remember_source(std::int64_t id, std::string_view name) {
  const auto source = m_names[sources].id_of(name);
  if (source != m_games.numbers(id).source) {
    m_also_in.emplace(id, source);
  }
}

void NewGames::replace(std::int64_t id, const IncomingGame& game) {
  const auto old_source = m_games.numbers(id).source;
  const RowNumbers numbers = numbers_of(game);
  m_games.replace(id, game.packed, numbers);
  if (numbers.source != old_source) {
    m_also_in.emplace(id, old_source);
    m_also_in.erase({id, numbers.source});
  }
}

void NewGames::append(const IncomingGame& game, const LineKey& key) {
  add_line(key, m_games.add(game.packed, numbers_of(game)));
}

RowNumbers NewGames::numbers_of(const IncomingGame& game) {
  RowNumbers numbers;
  numbers.source = m_names[sources].id_of(game.source);
  numbers.layout = layout_of(fields().layout);
  numbers.opening = game.opening;
  for (std::size_t i = 0; i < name_field_count; ++i) {
    if (!fields().names[i].empty()) {
      numbers.names[i] = m_names[table_of(static_cast<NameField>(i))].id_of(fields().names[i]);
    }
  }
  return numbers;
}

/// The number of a layout; 0 for none.
std::uint32_t NewGames::layout_of(std::string_view bytes) {
  if (bytes.empty()) {
    return 0;
  }
  if (!m_layouts.empty() && m_layouts.back().bytes == bytes) {
    return static_cast<std::uint32_t>(m_layouts.size());
  }
  const auto next = static_cast<std::uint32_t>(m_layouts.size() + 1);
  const auto [known, is_new] = m_layout_numbers.try_emplace(std::string{bytes}, next);
  if (is_new) {
    m_layouts.push_back({std::string{bytes}, has_own_tags(bytes)});
  }
  return known->second;
}

// ---- the file ----------------------------------------------------------------------------------

/// First pages of the tables and indexes, and the pages that the file has.
struct NewGames::Roots {
  std::array<std::uint32_t, name_tables> names{};
  std::array<std::uint32_t, name_tables> hashes{};
  std::uint32_t game = 0;
  std::uint32_t line = 0;
  std::uint32_t page_size = 0;
  std::uint32_t pages = 0;
};

/// Makes the rows of some games.
class NewGames::Encoding final : public Job {
public:
  explicit Encoding(const NewGames& games) : m_games{games} { m_window.ahead = read_ahead; }

  /// The games from `first` to `last`.
  void begin(std::int64_t first, std::int64_t last) {
    m_first = first;
    m_last = last;
  }

  void run() override {
    m_bytes.clear();
    m_ends.clear();
    for (auto id = m_first; id <= m_last; ++id) {
      const auto game = m_games.m_games.read(id, m_window);
      unpack(game.packed, m_fields);
      add(game.numbers);
    }
  }

  /// Call f(id, record) for each game.
  template <typename F>
  void for_each_record(F&& f) const {
    std::size_t begin = 0;
    auto id = m_first;
    for (const auto end : m_ends) {
      f(id++, std::string_view{m_bytes}.substr(begin, end - begin));
      begin = end;
    }
  }

private:
  void number(std::int64_t n) { n == 0 ? m_record.null() : m_record.integer(n); }
  void text(std::string_view t) { t.empty() ? m_record.null() : m_record.text(t); }

  /// The columns in the order in which the table has them.
  void add(const RowNumbers& numbers) {
    const GameFields& f = m_fields;
    m_record.null(); // the rowid
    m_record.integer(numbers.source);
    m_record.integer(numbers.layout);
    for (const auto name : numbers.names) {
      number(name);
    }
    number(f.date);
    text(f.date_text);
    text(f.round);
    text(numbers.opening.empty() ? f.ecco : numbers.opening);
    m_record.integer(static_cast<std::int64_t>(f.result));
    m_record.integer(static_cast<std::int64_t>(f.moves.size() / 2));
    text(f.start_fen);
    m_record.blob(f.moves);
    f.notes.empty() ? m_record.null() : m_record.blob(f.notes);
    m_record.finish(m_bytes);
    m_ends.push_back(m_bytes.size());
  }

  const NewGames& m_games;
  std::int64_t m_first = 1;
  std::int64_t m_last = 0;
  GameFields m_fields;
  RecordBuilder m_record;
  GameSpool::Window m_window;
  std::string m_bytes;
  std::vector<std::size_t> m_ends; ///< of the records in m_bytes
};

void NewGames::write(const std::string& path, unsigned threads, const WriteProgress& progress) {
  const Roots roots = make_tables(path);
  {
    PageFile file{path, roots.page_size, roots.pages};
    write_names(file, roots);
    write_games(file, roots, threads, progress);
    write_lines(file, roots);
    file.finish();
  }
  write_rest(path);
}

/// Empty tables, and the layouts.
NewGames::Roots NewGames::make_tables(const std::string& path) const {
  Database db{path, Database::Mode::read_write};
  db.execute("PRAGMA synchronous = OFF; PRAGMA journal_mode = MEMORY; "
             "PRAGMA locking_mode = EXCLUSIVE");
  migrate(db, game_schema());
  Transaction transaction{db};
  LayoutTable layouts{db};
  for (const auto& layout : m_layouts) {
    static_cast<void>(layouts.id_of(layout.bytes)); // the same numbers: they come in order
  }
  transaction.commit();

  const auto root = [&](std::string_view name) {
    Statement query{db, "SELECT rootpage FROM sqlite_schema WHERE name = ?"};
    auto row = query.use();
    return row(name).next() ? static_cast<std::uint32_t>(row.integer(0)) : 0;
  };
  Roots roots;
  for (std::size_t i = 0; i < name_tables; ++i) {
    roots.names[i] = root(table_names[i]);
    roots.hashes[i] = root(fmt::format("{}_hash", table_names[i]));
  }
  roots.game = root("game");
  roots.line = root("line");
  roots.page_size = static_cast<std::uint32_t>(db.query_integer("PRAGMA page_size"));
  roots.pages = static_cast<std::uint32_t>(db.query_integer("PRAGMA page_count"));
  return roots;
}

void NewGames::write_names(PageFile& file, const Roots& roots) const {
  RecordBuilder record;
  std::string bytes;
  std::array<unsigned char, CellBuilder::most_bytes> cell_bytes{};
  std::vector<HashRow> hashes;
  for (std::size_t i = 0; i < name_tables; ++i) {
    const NameList& names = m_names[i];
    BulkTable table{file, roots.names[i]};
    hashes.clear();
    for (std::uint32_t id = 1; id <= names.size(); ++id) {
      record.null();
      record.text(names.name(id));
      record.integer(names.hash(id));
      bytes.clear();
      record.finish(bytes);
      table.add(id, bytes);
      hashes.push_back({names.hash(id), id});
    }
    table.finish();
    BulkTree index{file, roots.hashes[i]};
    for (const auto& [hash, id] : sorted(hashes)) {
      CellBuilder cell{cell_bytes.data(), 2};
      cell.integer(hash);
      cell.integer(id);
      index.add(cell.finish());
    }
    index.finish();
  }
}

void NewGames::write_games(PageFile& file, const Roots& roots, unsigned threads,
                           const WriteProgress& progress) const {
  BulkTable table{file, roots.game};
  std::vector<std::unique_ptr<Encoding>> spare;
  std::int64_t done = 0;
  std::uint64_t written = 0;
  const auto next = [&]() -> std::unique_ptr<Job> {
    if (done == m_games.size()) {
      return nullptr;
    }
    if (spare.empty()) {
      spare.push_back(std::make_unique<Encoding>(*this));
    }
    auto job = std::move(spare.back());
    spare.pop_back();
    const auto last = std::min(done + games_at_a_time, m_games.size());
    job->begin(done + 1, last);
    done = last;
    return job;
  };
  const auto deliver = [&](std::unique_ptr<Job> base) {
    std::unique_ptr<Encoding> job{static_cast<Encoding*>(base.release())};
    job->for_each_record([&](std::int64_t id, std::string_view record) {
      table.add(id, record);
      ++written;
    });
    if (progress) {
      progress(written, static_cast<std::uint64_t>(m_games.size()));
    }
    spare.push_back(std::move(job));
  };
  run_ordered(threads, next, deliver);
  table.finish();
}

void NewGames::write_lines(PageFile& file, const Roots& roots) {
  std::array<unsigned char, CellBuilder::most_bytes> bytes{};
  BulkTree tree{file, roots.line};
  m_runs.for_each(m_lines.sorted_from(0), [&](const LineKey& key, std::int64_t game) {
    CellBuilder cell{bytes.data(), 3};
    cell.integer(key.line);
    cell.integer(key.record);
    cell.integer(game);
    tree.add(cell.finish());
  });
  tree.finish();
}

/// The tables of what few games have, by SQL.
void NewGames::write_rest(const std::string& path) const {
  const bool own_tags = std::any_of(m_layouts.begin(), m_layouts.end(),
                                    [](const Layout& layout) { return layout.has_own_tags; });
  if (!own_tags && m_also_in.empty()) {
    return;
  }
  Database db{path, Database::Mode::read_write};
  db.execute("PRAGMA synchronous = OFF; PRAGMA journal_mode = MEMORY; PRAGMA foreign_keys = OFF");
  Transaction transaction{db};
  Statement insert_tag{db, "INSERT INTO tag (game, place, value) VALUES (?, ?, ?)"};
  GameFields fields;
  GameSpool::Window window;
  window.ahead = read_ahead;
  for (std::int64_t id = 1; own_tags && id <= m_games.size(); ++id) {
    const auto game = m_games.read(id, window);
    if (game.numbers.layout == 0 || !m_layouts[game.numbers.layout - 1].has_own_tags) {
      continue;
    }
    unpack(game.packed, fields);
    for (const auto& tag : fields.own_tags) {
      insert_tag.use()(id)(tag.place)(tag.value).exec();
    }
  }
  Statement insert_source{db, "INSERT INTO also_in (game, source) VALUES (?, ?)"};
  for (const auto& [game, source] : m_also_in) {
    insert_source.use()(game)(source).exec();
  }
  transaction.commit();
}

} // namespace xq::store
