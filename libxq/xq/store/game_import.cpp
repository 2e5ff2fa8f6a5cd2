#include <xq/record/ecco.hpp>
#include <xq/store/game_import.hpp>
#include <xq/store/game_writer.hpp>
#include <xq/store/new_file.hpp>
#include <xq/store/new_games.hpp>
#include <xq/store/schema.hpp>

#include <algorithm>
#include <cassert>
#include <filesystem>
#include <optional>
#include <system_error>

namespace xq::store {

// ---- PackedGames -------------------------------------------------------------------------------

void PackedGames::add(const record::Game& game) {
  const std::size_t begin = m_bytes.size();
  const auto line = m_packer.pack(game, m_bytes);
  const std::string_view source = game.source.empty() ? std::string_view{"-"} : game.source;
  if (m_sources.empty() || m_sources.back() != source) {
    m_sources.emplace_back(source);
  }
  const auto hashes = hashes_of(m_bytes, begin, line);
  const auto* opening = game.has_tag("ECCO") ? nullptr : record::classify(game);
  m_items.push_back({m_bytes.size(), m_sources.size() - 1, hashes.line, hashes.record,
                     opening == nullptr ? std::string_view{} : opening->code});
}

// ---- GameImport::Writer ------------------------------------------------------------------------

namespace {

bool exists(const std::string& path) {
  std::error_code ignored; // a path that cannot be looked at cannot be opened either: said then
  return std::filesystem::exists(path, ignored);
}

} // namespace

class GameImport::Writer {
public:
  Writer(const std::string& path, const Options& options) : m_options{options} {
    if (exists(path)) {
      open(path);
    } else {
      m_new_file.emplace(path, NewFile::Existing::keep);
      m_new_games.emplace(m_new_file->path(), m_options.memory);
    }
  }

  void expect(std::uint64_t line, std::uint64_t hash, bool soon) const noexcept {
    if (m_new_games) {
      m_new_games->expect(line, hash, soon);
    }
  }

  bool add(const IncomingGame& game) {
    const bool added = m_new_games ? m_new_games->add(game) : add_to_database(game);
    ++(added ? counts.added : counts.duplicates);
    if (m_new_games && counts.added % 64 == 0 && m_new_games->is_full()) {
      write_new_games({});
      open(m_new_file->path());
    }
    return added;
  }

  void finish(const WriteProgress& progress) {
    if (m_new_games) {
      write_new_games(progress);
    } else {
      commit(true);
      m_games_writer.reset();
      m_db.reset();
    }
    if (m_new_file) {
      m_new_file->commit();
    }
  }

  [[nodiscard]] bool is_new() const noexcept { return m_new_file.has_value(); }

  Counts counts;

private:
  void write_new_games(const WriteProgress& progress) {
    m_new_games->write(m_options.threads, progress);
    m_new_games.reset();
  }

  void open(const std::string& path) {
    m_db.emplace(path, Database::Mode::read_write, m_options.busy_milliseconds);
    if (m_new_file) { // nobody else has it open, and it is thrown away unless it is finished
      m_db->execute("PRAGMA synchronous = OFF; PRAGMA locking_mode = EXCLUSIVE");
    }
    migrate(*m_db, game_schema());
    m_db->execute("PRAGMA foreign_keys = OFF"); // the writer makes no row that refers to nothing
    m_transaction.emplace(*m_db); // now, not with the first game: who cannot write hears it at once
  }

  bool add_to_database(const IncomingGame& game) {
    if (!m_games_writer) { // it learns what the database has while others read
      m_games_writer.emplace(*m_db);
      begin();
    }
    if (m_games >= transaction_size()) {
      commit();
      m_transaction.emplace(*m_db);
      begin();
    }
    const bool added = m_games_writer->add(game);
    m_games += added ? 1 : 0;
    return added;
  }

  /// Into a new file, which nobody reads yet, transactions are there to spread the writing over the
  /// import. They grow with the file, so that pages of its indexes are not written again and again.
  [[nodiscard]] std::uint64_t transaction_size() const noexcept {
    return m_new_file ? std::max<std::uint64_t>(4096, counts.added / 2)
                      : m_options.games_per_transaction;
  }

  void begin() {
    assert(m_transaction);
    m_games_writer->begin();
    m_games = 0;
  }

  void commit(bool last = false) {
    if (m_games_writer) {
      m_games_writer->flush(m_new_file && !last ? GameWriter::Flush::games
                                                : GameWriter::Flush::all);
    }
    m_transaction->commit();
    m_transaction.reset();
  }

  // Destroyed from the last to the first: roll back, finalise, close, remove the part.
  Options m_options;
  std::optional<NewFile> m_new_file;
  std::optional<NewGames> m_new_games; ///< until they are written
  std::optional<Database> m_db;
  std::optional<GameWriter> m_games_writer;
  std::optional<Transaction> m_transaction;
  std::size_t m_games = 0; ///< added in this transaction
};

// ---- GameImport --------------------------------------------------------------------------------

GameImport::GameImport(const std::string& path, const Options& options)
    : m_writer{std::make_unique<Writer>(path, options)} {}

GameImport::~GameImport() = default;

void GameImport::add(const PackedGames& games) {
  std::size_t begin = 0;
  const auto& items = games.m_items;
  for (std::size_t i = 0; i < items.size(); ++i) {
    for (const std::size_t ahead : {8U, 4U}) {
      if (i + ahead < items.size()) {
        m_writer->expect(items[i + ahead].line, items[i + ahead].hash, ahead == 4);
      }
    }
    const auto& item = items[i];
    const auto packed = std::string_view{games.m_bytes}.substr(begin, item.end - begin);
    m_writer->add({packed, item.line, item.hash, games.m_sources[item.source], item.opening});
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

void GameImport::finish(const WriteProgress& progress) { m_writer->finish(progress); }

const GameImport::Counts& GameImport::counts() const noexcept { return m_writer->counts; }

bool GameImport::is_new_database() const noexcept { return m_writer->is_new(); }

} // namespace xq::store
