#include "base/files/name_lock.hpp"
#include "base/os/file.hpp"
#include "sqlite/new_database.hpp"
#include "sqlite/schema.hpp"
#include "store/import/game_writer.hpp"
#include "store/import/other_database.hpp"

#include <xq/base/error.hpp>
#include <xq/store/game_import.hpp>

#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

namespace xq::store {

// ---- PackedGames -------------------------------------------------------------------------------

struct PackedGames::Contents {
  struct Item {
    std::size_t end = 0; ///< in bytes; it begins where the one before ends
    std::size_t source = 0;
    GameHashes hashes;
    std::string_view opening; ///< see GamePacker::opening()
  };
  GamePacker packer;
  std::string bytes;
  std::vector<Item> items;
  std::vector<std::string> sources;
};

PackedGames::PackedGames() : m_contents{std::make_unique<Contents>()} {}
PackedGames::~PackedGames() = default;
PackedGames::PackedGames(PackedGames&& other) noexcept = default;
PackedGames& PackedGames::operator=(PackedGames&& other) noexcept = default;

std::size_t PackedGames::size() const noexcept { return m_contents->items.size(); }

void PackedGames::add(const record::Game& game) {
  Contents& c = *m_contents;
  const std::size_t begin = c.bytes.size();
  const auto span = c.packer.pack(game, c.bytes);
  const std::string_view source = game.source.empty() ? std::string_view{"-"} : game.source;
  if (c.sources.empty() || c.sources.back() != source) {
    c.sources.emplace_back(source);
  }
  c.items.push_back(
      {c.bytes.size(), c.sources.size() - 1, hashes_of(c.bytes, begin, span), c.packer.opening()});
}

// ---- GameImport::Writer ------------------------------------------------------------------------

namespace {

bool exists(const std::string& path) {
  // A path that cannot be looked at cannot be opened either, which throws.
  return os::status_of(path).has_value();
}

/// No other connection has the new file open, and it is removed unless it is finished. The journal
/// in memory has few pages: those that were there when the only transaction began. (Without any
/// journal SQLite makes a temporary file for each statement that writes many rows.)
constexpr const char* pragmas_of_new_file =
    "PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF; PRAGMA locking_mode = EXCLUSIVE";

} // namespace

class GameImport::Writer {
public:
  Writer(const std::string& path, Options options) : m_options{std::move(options)} {
    if (!exists(path)) {
      take_name(path);
    }
    if (exists(path)) { // now, if another program has made it meanwhile
      m_name.unlock();
      open(path);
    } else {
      m_new_file.emplace(path, sqlite::NewFile::Existing::keep);
      open(m_new_file->path());
    }
  }

  bool add(const IncomingGame& game) {
    read_own_games();
    if (!m_new_file && m_in_transaction >= m_options.games_per_transaction) {
      commit();
      m_transaction.emplace(*m_db);
      m_games->begin();
      m_before = m_games->last();
      m_in_transaction = 0;
    }
    const auto added = m_games->add(game);
    m_in_transaction += added == GameWriter::Added::game ? 1 : 0;
    ++(added == GameWriter::Added::game ? counts.added : counts.duplicates);
    counts.copies += added == GameWriter::Added::copy ? 1 : 0;
    return added == GameWriter::Added::game;
  }

  void add_database(const std::string& path, const DatabaseProgress& progress) {
    OtherDatabase other{path};
    JudgementCopy judgements{other.sqlite(), *m_db};
    const auto games = static_cast<std::uint64_t>(other.games());
    std::uint64_t done = 0;
    const auto go_on = [&] { return !progress || progress(done, games); };
    other.for_each([&](const record::Game& game, const std::vector<std::string>& sources) {
      PackedGames one;
      one.add(game);
      add(one);
      for (const auto& source : sources) {
        m_games->remember_source(m_games->last_added(), source);
      }
      counts.judgements +=
          judgements.copy_game(static_cast<std::int64_t>(game.number), m_games->last_added());
      ++done;
      if (done % 256 == 0 && !go_on()) {
        throw make_error<Interrupted>("interrupted");
      }
    });
    counts.answers += judgements.copy_answers(go_on);
  }

  void add(const PackedGames& games) {
    const PackedGames::Contents& c = *games.m_contents;
    std::size_t begin = 0;
    for (const auto& item : c.items) {
      const auto packed = std::string_view{c.bytes}.substr(begin, item.end - begin);
      add({packed, item.hashes, c.sources[item.source], item.opening});
      begin = item.end;
    }
  }

  void finish() {
    commit();
    m_games.reset();
    m_db.reset();
    if (m_new_file) {
      m_new_file->commit();
      m_name.unlock();
    }
  }

  [[nodiscard]] bool is_new() const noexcept { return m_new_file.has_value(); }

  Counts counts;

private:
  void take_name(const std::string& path) {
    if (!m_name.lock(path, std::chrono::milliseconds{m_options.busy_milliseconds})) {
      throw make_error<sqlite::BusyError>("{}: another program is making this database. Wait until "
                                          "it has finished, then run the command again.",
                                          path);
    }
  }

  void open(const std::string& path) {
    m_db.emplace(path, sqlite::Database::Mode::read_write, m_options.busy_milliseconds);
    if (m_new_file) {
      m_db->execute(pragmas_of_new_file);
    }
    sqlite::migrate(*m_db, sqlite::game_schema());
    m_db->execute("PRAGMA foreign_keys = OFF"); // the writer makes no dangling references
    m_transaction.emplace(
        *m_db); // now, not with the first game: a file that cannot be written is an error at once
  }

  /// What the database has, while other threads read games.
  void read_own_games() {
    if (!m_games) {
      m_games.emplace(*m_db, m_options.keep_copies);
      m_games->begin();
      m_before = m_games->last();
    }
  }

  /// The games of this transaction, in the journal.
  void note_operation() {
    if (m_new_file || m_options.operation.empty() || m_games->last() == m_before) {
      return;
    }
    auto& journal = m_games->journal();
    m_operation = m_operation == 0 ? journal.begin(EditJournal::Kind::import, m_options.operation)
                                   : m_operation;
    journal.add_import(m_operation, {m_before + 1, m_games->last()});
    journal.set_games(m_operation, counts.added);
  }

  void commit() {
    if (m_games) {
      m_games->flush();
      note_operation();
    }
    m_transaction->commit();
    m_transaction.reset();
  }

  // Destroyed from the last to the first: roll back, finalise, close, remove the partial file.
  Options m_options;
  NameLock m_name; ///< of a new file, until it is there
  std::optional<sqlite::NewFile> m_new_file;
  std::optional<sqlite::Database> m_db;
  std::optional<GameWriter> m_games;
  std::optional<sqlite::Transaction> m_transaction; ///< of a new file: one
  std::int64_t m_before = 0;                        ///< the last game before this transaction
  std::int64_t m_operation = 0;                     ///< of the journal; 0: none yet
  std::size_t m_in_transaction = 0;                 ///< games added
};

// ---- GameImport --------------------------------------------------------------------------------

GameImport::GameImport(const std::string& path, const Options& options)
    : m_writer{std::make_unique<Writer>(path, options)} {}

GameImport::~GameImport() = default;

void GameImport::add(const PackedGames& games) { m_writer->add(games); }

void GameImport::add_database(const std::string& path, const DatabaseProgress& progress) {
  m_writer->add_database(path, progress);
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
