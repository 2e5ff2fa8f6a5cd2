#include <xq/base/unnamed_file.hpp>
#include <xq/record/header_value.hpp>
#include <xq/store/bulk_insert.hpp>
#include <xq/store/bulk_tree.hpp>
#include <xq/store/bytes.hpp>
#include <xq/store/hash_sort.hpp>
#include <xq/store/new_games.hpp>
#include <xq/store/schema.hpp>
#include <xq/store/sqlite.hpp>

#include <algorithm>
#include <future>
#include <span>
#include <tuple>

namespace xq::store {

namespace {

constexpr std::array<std::string_view, 5> table_names{"event", "site", "player", "team", "source"};
constexpr std::size_t games_in_tag_block = 32;

/// A row of the index on the hashes of a name table.
struct HashRow {
  std::int32_t hash = 0;
  std::uint32_t id = 0;
};

std::span<const HashRow> sorted(const std::vector<HashRow>& rows, HashSorter<HashRow>& sorter) {
  return sorter.sort(
      rows, 0,
      [](const HashRow& row) { return static_cast<std::uint32_t>(row.hash) ^ 0x80000000U; },
      [](const HashRow& a, const HashRow& b) {
        return std::tie(a.hash, a.id) < std::tie(b.hash, b.id);
      });
}

void put_own_tags(std::string& out, const std::vector<OwnTag>& tags) {
  for (const auto& tag : tags) {
    put_number(out, tag.place);
    put_bytes(out, tag.value);
  }
}

bool same_tag(const OwnTag& a, const OwnTag& b) { return a.place == b.place && a.value == b.value; }

} // namespace

/// First pages of the tables and indexes, and the pages that the file has.
struct NewGames::Roots {
  std::array<std::uint32_t, name_tables> names{};
  std::array<std::uint32_t, name_tables> hashes{};
  std::uint32_t game = 0;
  std::uint32_t line = 0;
  std::uint32_t page_size = 0;
  std::uint32_t pages = 0;
};

/// Table game, and the file that it grows in.
struct NewGames::Table {
  Table(const std::string& path, const Roots& roots, std::size_t keep)
      : file{path, roots.page_size, roots.pages, keep}, games{file, roots.game} {}

  PageFile file;
  BulkTable games;
};

NewGames::NewGames(std::string path, std::size_t memory)
    : m_path{std::move(path)},
      m_memory{memory},
      m_lines_in_memory{std::max<std::size_t>(memory / 2048, 1)},
      m_runs{folder_of(m_path)},
      m_spool{folder_of(m_path), memory / 64} {}

NewGames::~NewGames() = default;

bool NewGames::is_full() const noexcept {
  constexpr std::size_t bytes_a_line = 48;
  constexpr std::size_t bytes_a_node = 64; ///< of a set or map
  std::size_t sum = m_spool.bytes() + m_lines.size() * bytes_a_line +
                    (m_also_in.size() + m_changed.size()) * bytes_a_node +
                    m_tag_blocks.size() * sizeof(TagBlock);
  if (m_table) {
    sum += m_table->games.bytes();
  }
  for (const auto& names : m_names) {
    sum += names.bytes();
  }
  for (const auto& layout : m_layouts) {
    sum += 2 * layout.bytes.size() + sizeof layout;
  }
  return sum >= m_memory || m_spool.is_full();
}

// ---- games that are there already --------------------------------------------------------------

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

std::string_view NewGames::name(std::size_t field, std::int64_t number) const noexcept {
  return number == 0 ? std::string_view{}
                     : m_names[table_of(static_cast<NameField>(field))].name(
                           static_cast<std::uint32_t>(number));
}

const NewGames::Layout& NewGames::layout(std::int64_t number) const noexcept {
  static const Layout none;
  return number == 0 ? none : m_layouts[static_cast<std::size_t>(number - 1)];
}

GameRecord NewGames::row(std::int64_t id) {
  std::string_view bytes;
  if (const auto changed = m_changed.find(id); changed != m_changed.end()) {
    bytes = ByteReader{m_spool.read(changed->second, m_row_window)}.sized_bytes();
  } else {
    bytes = m_table->games.read(id);
  }
  GameRecord row;
  [[maybe_unused]] const bool read = read_record(bytes, row);
  assert(read);
  return row;
}

/// Of the game that came, if it has any.
void NewGames::keep_own_tags(std::int64_t id) {
  if (fields().own_tags.empty()) {
    return;
  }
  if (m_games_in_block == games_in_tag_block) {
    m_tag_blocks.push_back({m_first_in_block, m_spool.add(m_tag_block)});
    m_tag_block.clear();
    m_games_in_block = 0;
  }
  if (m_games_in_block++ == 0) {
    m_first_in_block = id;
  }
  m_record.clear();
  put_own_tags(m_record, fields().own_tags);
  put_number(m_tag_block, static_cast<std::uint64_t>(id));
  put_bytes(m_tag_block, m_record);
}

/// The bytes of put_own_tags().
std::string_view NewGames::own_tags(std::int64_t id) {
  if (const auto changed = m_changed.find(id); changed != m_changed.end()) {
    ByteReader in{m_spool.read(changed->second, m_tag_window)};
    static_cast<void>(in.sized_bytes()); // the record
    return in.bytes(in.left());
  }
  std::string_view block = m_tag_block;
  if (id < m_first_in_block) {
    std::size_t begin = 0; // behind the last block that begins with this game or one before
    for (std::size_t end = m_tag_blocks.size(); begin < end;) {
      const std::size_t middle = (begin + end) / 2;
      if (m_tag_blocks[middle].first <= id) {
        begin = middle + 1;
      } else {
        end = middle;
      }
    }
    block = begin == 0 ? std::string_view{}
                       : m_spool.read(m_tag_blocks[begin - 1].spooled, m_tag_window);
  }
  for (ByteReader in{block}; !in.at_end();) {
    const auto game = static_cast<std::int64_t>(in.number());
    const auto tags = in.sized_bytes();
    if (game == id) {
      return tags;
    }
  }
  return {};
}

void NewGames::read_own_tags(std::int64_t id, std::vector<OwnTag>& tags) {
  tags.clear();
  for (ByteReader in{own_tags(id)}; !in.at_end();) {
    const auto place = in.number();
    tags.push_back({place, in.sized_bytes()});
  }
}

bool NewGames::is_stored(std::int64_t id, const IncomingGame&) {
  const GameFields& f = fields();
  const GameRecord stored = row(id);
  const Layout& its_layout = layout(stored.layout);
  if (!stored.says(f, its_layout.has_opening) || its_layout.bytes != f.layout) {
    return false;
  }
  for (std::size_t i = 0; i < name_field_count; ++i) {
    if (name(i, stored.names[i]) != f.names[i]) {
      return false;
    }
  }
  if (!its_layout.has_own_tags) {
    return true;
  }
  read_own_tags(id, m_own_tags);
  return std::equal(m_own_tags.begin(), m_own_tags.end(), f.own_tags.begin(), f.own_tags.end(),
                    same_tag);
}

bool NewGames::may_be_one(std::int64_t id) {
  const GameRecord stored = row(id);
  for (std::size_t i = 0; i < name_field_count; ++i) {
    const auto its_name = name(i, stored.names[i]);
    if (!its_name.empty() && its_name != "?" && record::is_filled_in(fields().names[i]) &&
        its_name != fields().names[i]) {
      return false;
    }
  }
  return true;
}

bool NewGames::read_stored(std::int64_t id, std::string& packed) {
  const GameRecord stored = row(id);
  const Layout& its_layout = layout(stored.layout);
  GameFields fields;
  fields.layout = its_layout.bytes;
  for (std::size_t i = 0; i < name_field_count; ++i) {
    fields.names[i] = name(i, stored.names[i]);
  }
  stored.tell(fields, its_layout.has_opening);
  if (its_layout.has_own_tags) {
    read_own_tags(id, fields.own_tags);
  }
  packed.clear();
  pack(fields, packed);
  return true;
}

void NewGames::remember_source(std::int64_t id, std::string_view name) {
  const std::int64_t source = m_names[sources].id_of(name);
  if (source != row(id).source) {
    m_also_in.emplace(id, source);
  }
}

void NewGames::replace(std::int64_t id, const IncomingGame& game) {
  const auto old_source = row(id).source;
  const GameRecord richer = row_of(game);
  m_record.clear();
  write_record(richer, m_builder, m_record);
  std::string bytes;
  put_bytes(bytes, m_record);
  put_own_tags(bytes, fields().own_tags);
  m_changed[id] = m_spool.add(bytes);
  if (richer.source != old_source) {
    m_also_in.emplace(id, old_source);
    m_also_in.erase({id, richer.source});
  }
}

void NewGames::append(const IncomingGame& game, const LineKey& key) {
  if (!m_table) {
    open();
  }
  const auto id = ++m_games;
  m_record.clear();
  write_record(row_of(game), m_builder, m_record);
  m_table->games.add(id, m_record);
  keep_own_tags(id);
  add_line(key, id);
}

GameRecord NewGames::row_of(const IncomingGame& game) {
  const GameFields& f = fields();
  GameRecord row;
  row.source = m_names[sources].id_of(game.source);
  row.layout = layout_of(f.layout);
  for (std::size_t i = 0; i < name_field_count; ++i) {
    if (!f.names[i].empty()) {
      row.names[i] = m_names[table_of(static_cast<NameField>(i))].id_of(f.names[i]);
    }
  }
  row.date = f.date;
  row.date_text = f.date_text;
  row.round = f.round;
  row.ecco = game.opening.empty() ? f.ecco : game.opening;
  row.result = static_cast<std::int64_t>(f.result);
  row.plies = static_cast<std::int64_t>(f.moves.size() / 2);
  row.start_fen = f.start_fen;
  row.moves = f.moves;
  row.notes = f.notes;
  return row;
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
    Layout& made = m_layouts.emplace_back();
    made.bytes = bytes;
    LayoutReader reader{made.bytes};
    for (LayoutReader::Tag tag; reader.next(tag);) {
      made.add(tag);
    }
  }
  return known->second;
}

// ---- the file ----------------------------------------------------------------------------------

/// Make the tables, all empty, and begin with table game.
void NewGames::open() {
  m_roots = std::make_unique<Roots>();
  Roots& roots = *m_roots;
  {
    Database db{m_path, Database::Mode::read_write};
    db.execute("PRAGMA synchronous = OFF; PRAGMA journal_mode = MEMORY; "
               "PRAGMA locking_mode = EXCLUSIVE");
    migrate(db, game_schema());
    db.execute("DROP INDEX line_game"); // made again when the table is complete
    const auto root = [&](std::string_view name) {
      Statement query{db, "SELECT rootpage FROM sqlite_schema WHERE name = ?"};
      auto row = query.use();
      return row(name).next() ? static_cast<std::uint32_t>(row.integer(0)) : 0;
    };
    for (std::size_t i = 0; i < name_tables; ++i) {
      roots.names[i] = root(table_names[i]);
      roots.hashes[i] = root(fmt::format("{}_hash", table_names[i]));
    }
    roots.game = root("game");
    roots.line = root("line");
    roots.page_size = static_cast<std::uint32_t>(db.query_integer("PRAGMA page_size"));
    roots.pages = static_cast<std::uint32_t>(db.query_integer("PRAGMA page_count"));
  }
  m_table = std::make_unique<Table>(m_path, roots, m_memory / 16);
}

void NewGames::write(unsigned threads, const WriteProgress& progress) {
  if (!m_table) {
    open();
  }
  auto lines = std::async(threads > 1 ? std::launch::async : std::launch::deferred,
                          [this] { return m_lines.sorted_from(0); });
  m_table->games.finish();
  write_names();
  write_lines(lines.get(), progress);
  m_table->file.finish();
  m_table.reset();
  write_rest();
}

void NewGames::write_names() {
  PageFile& file = m_table->file;
  RecordBuilder record;
  std::string bytes;
  std::array<unsigned char, CellBuilder::most_bytes> cell_bytes{};
  std::vector<HashRow> hashes;
  HashSorter<HashRow> sorter;
  for (std::size_t i = 0; i < name_tables; ++i) {
    const NameList& names = m_names[i];
    BulkTable table{file, m_roots->names[i]};
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
    BulkTree index{file, m_roots->hashes[i]};
    for (const auto& [hash, id] : sorted(hashes, sorter)) {
      CellBuilder cell{cell_bytes.data(), 2};
      cell.integer(hash);
      cell.integer(id);
      index.add(cell.finish());
    }
    index.finish();
  }
}

/// `rows`: of m_lines.
void NewGames::write_lines(std::span<const LineIndex::Row> rows, const WriteProgress& progress) {
  constexpr std::uint64_t told_after = 1U << 16U;
  const auto games = static_cast<std::uint64_t>(m_games);
  std::array<unsigned char, CellBuilder::most_bytes> bytes{};
  BulkTree tree{m_table->file, m_roots->line};
  std::uint64_t written = 0;
  m_runs.for_each(rows, [&](const LineKey& key, std::int64_t game) {
    CellBuilder cell{bytes.data(), 3};
    cell.integer(key.line);
    cell.integer(key.record);
    cell.integer(game);
    tree.add(cell.finish());
    if (progress && ++written % told_after == 0) {
      progress(std::min(written, games), games);
    }
  });
  tree.finish();
}

/// By SQL: layouts, and what few games have.
void NewGames::write_rest() {
  Database db{m_path, Database::Mode::read_write};
  db.execute("PRAGMA synchronous = OFF; PRAGMA journal_mode = MEMORY; "
             "PRAGMA locking_mode = EXCLUSIVE; PRAGMA foreign_keys = OFF");
  Transaction transaction{db};
  LayoutTable layouts{db};
  for (const auto& layout : m_layouts) {
    static_cast<void>(layouts.id_of(layout.bytes)); // the same numbers: they come in order
  }
  write_changed(db);
  write_own_tags(db);
  Statement insert_source{db, "INSERT INTO also_in (game, source) VALUES (?, ?)"};
  for (const auto& [game, source] : m_also_in) {
    insert_source.use()(game)(source).exec();
  }
  db.execute("CREATE INDEX line_game ON line (game)"); // as schemas/0005_game_parts.sql has it
  transaction.commit();
}

/// The games that got a richer header: the moves are the same.
void NewGames::write_changed(Database& db) {
  Statement update{db, "UPDATE game SET source = ?, layout = ?, event = ?, site = ?, red = ?, "
                       "black = ?, red_team = ?, black_team = ?, date = ?, date_text = ?, "
                       "round = ?, ecco = ?, result = ?, notes = ? WHERE id = ?"};
  for (const auto& change : m_changed) {
    GameRecord row;
    const auto spooled = m_spool.read(change.second, m_row_window);
    [[maybe_unused]] const bool read = read_record(ByteReader{spooled}.sized_bytes(), row);
    assert(read);
    auto use = update.use();
    const auto number = [&](std::int64_t n) { n == 0 ? use(nullptr) : use(n); };
    const auto text = [&](std::string_view t) { t.empty() ? use(nullptr) : use(t); };
    use(row.source)(row.layout);
    for (const auto name : row.names) {
      number(name);
    }
    number(row.date);
    text(row.date_text);
    text(row.round);
    text(row.ecco);
    use(row.result);
    row.notes.empty() ? use(nullptr) : use(Blob{row.notes});
    use(change.first).exec();
  }
}

void NewGames::write_own_tags(Database& db) {
  if (m_games_in_block != 0) {
    m_tag_blocks.push_back({m_first_in_block, m_spool.add(m_tag_block)});
  }
  BulkInsert insert{db, "tag (game, place, value)", 3};
  std::size_t next_block = 0;
  ByteReader games{{}};
  ByteReader tags{{}};
  std::int64_t id = 0;
  m_tag_window.ahead = std::size_t{64} << 10U;
  insert.run([&](std::span<Value> row) {
    while (tags.at_end()) {
      while (games.at_end()) {
        if (next_block == m_tag_blocks.size()) {
          return false;
        }
        games = ByteReader{m_spool.read(m_tag_blocks[next_block++].spooled, m_tag_window)};
      }
      id = static_cast<std::int64_t>(games.number());
      const auto bytes = games.sized_bytes();
      tags = ByteReader{m_changed.count(id) == 0 ? bytes : std::string_view{}};
    }
    row[0].set(id);
    row[1].set(tags.number());
    row[2].set(tags.sized_bytes());
    return true;
  });
  Statement insert_one{db, "INSERT INTO tag (game, place, value) VALUES (?, ?, ?)"};
  for (const auto& change : m_changed) {
    read_own_tags(change.first, m_own_tags);
    for (const auto& tag : m_own_tags) {
      insert_one.use()(change.first)(tag.place)(tag.value).exec();
    }
  }
}

} // namespace xq::store
