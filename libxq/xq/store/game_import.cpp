#include <xq/record/ecco.hpp>
#include <xq/store/game_import.hpp>
#include <xq/store/game_rows.hpp>
#include <xq/base/hash.hpp>
#include <xq/store/name_table.hpp>
#include <xq/store/new_file.hpp>
#include <xq/store/schema.hpp>

#include <cassert>
#include <filesystem>
#include <optional>
#include <system_error>

namespace xq::store {

// ---- PackedGames -------------------------------------------------------------------------------

void PackedGames::add(const record::Game& game) {
  const std::size_t begin = m_bytes.size();
  m_packer.pack(game, m_bytes);
  const std::string_view source = game.source.empty() ? std::string_view{"-"} : game.source;
  if (m_sources.empty() || m_sources.back() != source) {
    m_sources.emplace_back(source);
  }
  const auto* opening = game.has_tag("ECCO") ? nullptr : record::classify(game);
  m_items.push_back({m_bytes.size(), m_sources.size() - 1,
                     content_hash(std::string_view{m_bytes}.substr(begin)),
                     opening == nullptr ? std::string_view{} : opening->code});
}

// ---- GameImport::Writer ------------------------------------------------------------------------

namespace {

/// Statements and caches of an import, which live as long as the connection.
class GameTable {
public:
  explicit GameTable(Database& db)
      : m_db{db},
        m_layouts{db},
        m_rows{db, m_layouts},
        m_find{db, "SELECT game FROM fingerprint WHERE hash = ?"},
        m_remember{db, "INSERT OR REPLACE INTO fingerprint (hash, game) VALUES (?, ?)"},
        m_read{db, fmt::format("SELECT {} FROM game AS g {} WHERE g.id = ?", GameRows::columns(),
                               GameRows::joins())},
        m_insert{db,
                 "INSERT INTO game (source, layout, event, site, red, black, red_team, black_team, "
                 "date, date_text, round, ecco, result, plies, start_fen, moves, notes) "
                 "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"},
        m_insert_tag{db, "INSERT INTO tag (game, place, value) VALUES (?, ?, ?)"},
        m_insert_source{db, "INSERT OR IGNORE INTO also_in (game, source) VALUES (?, ?)"},
        m_events{db, "event"},
        m_sites{db, "site"},
        m_players{db, "player"},
        m_teams{db, "team"},
        m_sources{db, "source"} {}

  /// Call at the beginning of a transaction: what others wrote since the last one must be seen.
  void refresh() {
    const auto version = m_db.query_integer("PRAGMA data_version");
    if (version != m_version) {
      m_version = version;
      m_layouts.load();
      for (auto* table : {&m_events, &m_sites, &m_players, &m_teams, &m_sources}) {
        table->forget();
      }
    }
  }

  /// False when the game is there already.
  bool add(std::string_view packed, std::uint64_t hash, std::string_view source,
           std::string_view opening) {
    // Different games with the same hash take the next numbers.
    for (auto slot = static_cast<std::int64_t>(hash);; slot = next(slot)) {
      switch (look_up(slot, packed)) {
      case Found::same:
        remember_source(source);
        return false;
      case Found::other:
        break;
      case Found::nothing:
        m_remember.use()(slot)(insert(packed, source, opening)).exec();
        return true;
      }
    }
  }

private:
  enum class Found : std::uint8_t { nothing, same, other };

  static std::int64_t next(std::int64_t slot) {
    return static_cast<std::int64_t>(static_cast<std::uint64_t>(slot) + 1);
  }

  Found look_up(std::int64_t slot, std::string_view packed) {
    auto found = m_find.use();
    if (!found(slot).next()) {
      return Found::nothing;
    }
    auto row = m_read.use();
    if (!row(found.integer(0)).next()) {
      return Found::nothing; // somebody deleted that game: the number is free again
    }
    m_rows.read(row, m_fields);
    m_packed.clear();
    pack(m_fields, m_packed);
    m_found = GameRows::id(row);
    m_found_source = GameRows::source(row);
    return m_packed == packed ? Found::same : Found::other;
  }

  /// The game look_up() has found is in another file, too.
  void remember_source(std::string_view source) {
    if (source != m_found_source) {
      m_insert_source.use()(m_found)(m_sources.id_of(source)).exec();
    }
  }

  std::int64_t name_id(NameField field, std::string_view name) {
    switch (field) {
    case NameField::event:
      return m_events.id_of(name);
    case NameField::site:
      return m_sites.id_of(name);
    case NameField::red:
    case NameField::black:
      return m_players.id_of(name);
    case NameField::red_team:
    case NameField::black_team:
      break;
    }
    return m_teams.id_of(name);
  }

  static void bind_text(Statement::Use& use, std::string_view text) {
    if (text.empty()) {
      use(nullptr);
    } else {
      use(text);
    }
  }

  /// Returns the number of the new game.
  std::int64_t insert(std::string_view packed, std::string_view source, std::string_view opening) {
    unpack(packed, m_fields);
    const GameFields& f = m_fields;
    auto use = m_insert.use();
    use(m_sources.id_of(source))(m_layouts.id_of(f.layout));
    for (std::size_t i = 0; i < name_field_count; ++i) {
      if (f.names[i].empty()) {
        use(nullptr);
      } else {
        use(name_id(static_cast<NameField>(i), f.names[i]));
      }
    }
    if (f.date == 0) {
      use(nullptr);
    } else {
      use(f.date);
    }
    bind_text(use, f.date_text);
    bind_text(use, f.round);
    bind_text(use, opening.empty() ? f.ecco : opening);
    use(static_cast<int>(f.result))(f.moves.size() / 2);
    bind_text(use, f.start_fen);
    use(Blob{f.moves});
    if (f.notes.empty()) {
      use(nullptr);
    } else {
      use(Blob{f.notes});
    }
    use.exec();
    const auto id = m_db.last_insert_id();
    for (const auto& tag : f.own_tags) {
      m_insert_tag.use()(id)(tag.place)(tag.value).exec();
    }
    return id;
  }

  Database& m_db;
  LayoutTable m_layouts;
  GameRows m_rows;
  Statement m_find;
  Statement m_remember;
  Statement m_read;
  Statement m_insert;
  Statement m_insert_tag;
  Statement m_insert_source;
  NameTable m_events;
  NameTable m_sites;
  NameTable m_players;
  NameTable m_teams;
  NameTable m_sources;
  GameFields m_fields;
  std::string m_packed;
  std::int64_t m_found = 0; ///< by look_up()
  std::string m_found_source;
  std::int64_t m_version = -1;
};

bool exists(const std::string& path) {
  std::error_code ignored; // a path that cannot be looked at cannot be opened either: said then
  return std::filesystem::exists(path, ignored);
}

} // namespace

class GameImport::Writer {
public:
  Writer(const std::string& path, const Options& options) : m_options{options} {
    if (!exists(path)) {
      m_new_file.emplace(path, NewFile::Existing::keep);
    }
    m_db.emplace(m_new_file ? m_new_file->path() : path, Database::Mode::read_write,
                 options.busy_milliseconds);
    if (m_new_file) { // nobody else has it open, and it is thrown away unless it is finished
      m_db->execute("PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF; "
                    "PRAGMA locking_mode = EXCLUSIVE");
    }
    m_db->execute("PRAGMA cache_size = -65536"); // 64 MB
    migrate(*m_db, game_schema());
    m_table.emplace(*m_db);
    begin();
  }

  bool add(std::string_view packed, std::uint64_t hash, std::string_view source,
           std::string_view opening) {
    assert(m_transaction);
    if (m_games == m_options.games_per_transaction) {
      m_transaction->commit();
      m_transaction.reset();
      begin();
    }
    const bool added = m_table->add(packed, hash, source, opening);
    ++(added ? counts.added : counts.duplicates);
    m_games += added ? 1 : 0;
    return added;
  }

  void finish() {
    assert(m_transaction);
    m_transaction->commit();
    m_transaction.reset();
    m_table.reset();
    m_db.reset();
    if (m_new_file) {
      m_new_file->commit();
    }
  }

  [[nodiscard]] bool is_new() const noexcept { return m_new_file.has_value(); }

  Counts counts;

private:
  void begin() {
    m_transaction.emplace(*m_db);
    m_table->refresh();
    m_games = 0;
  }

  // Destroyed from the last to the first: roll back, finalise, close, remove the part.
  Options m_options;
  std::optional<NewFile> m_new_file;
  std::optional<Database> m_db;
  std::optional<GameTable> m_table;
  std::optional<Transaction> m_transaction;
  std::size_t m_games = 0; ///< added in this transaction
};

// ---- GameImport --------------------------------------------------------------------------------

GameImport::GameImport(const std::string& path, const Options& options)
    : m_writer{std::make_unique<Writer>(path, options)} {}

GameImport::~GameImport() = default;

void GameImport::add(const PackedGames& games) {
  std::size_t begin = 0;
  for (const auto& item : games.m_items) {
    const auto packed = std::string_view{games.m_bytes}.substr(begin, item.end - begin);
    m_writer->add(packed, item.hash, games.m_sources[item.source], item.opening);
    begin = item.end;
  }
}

bool GameImport::add(const record::Game& game) {
  const auto before = counts().added;
  PackedGames one;
  one.add(game);
  add(one);
  return counts().added != before;
}

void GameImport::finish() { m_writer->finish(); }

const GameImport::Counts& GameImport::counts() const noexcept { return m_writer->counts; }

bool GameImport::is_new_database() const noexcept { return m_writer->is_new(); }

} // namespace xq::store
