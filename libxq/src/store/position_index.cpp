#include "store/position_index.hpp"

#include "base/files/unnamed_file.hpp"
#include "base/hash.hpp"
#include "base/os/path.hpp"
#include "board/piece_board.hpp"
#include "sqlite/bulk_insert.hpp"
#include "sqlite/schema.hpp"
#include "store/rows/bloom_filter.hpp"
#include "store/rows/bytes.hpp"
#include "store/words/word_index.hpp"

#include <xq/base/translate.hpp>
#include <xq/board/fen.hpp>
#include <xq/store/game_database.hpp>

#include <algorithm>
#include <bit>
#include <filesystem>
#include <limits>
#include <memory>
#include <span>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <utility>

namespace xq::store {

namespace {

/// A game at a position. Keys compare as SQLite compares them, signed.
struct Entry {
  std::int64_t key = 0;
  std::int64_t lock = 0;
  std::int64_t game = 0;

  // clang-tidy 14 takes the 0 that a comparison is compared with for a pointer.
  friend auto operator<=>(const Entry&, const Entry&) = default; // NOLINT(modernize-use-nullptr)
  [[nodiscard]] bool same_position(const Entry& o) const noexcept {
    return key == o.key && lock == o.lock;
  }
};

constexpr std::size_t waiting_entries = 4096; ///< of a slice, before they go to its file

/// The entries of one game after another.
class GameKeys {
public:
  static constexpr std::string_view sql = "SELECT id, start_fen, moves FROM game ORDER BY id";

  /// Call f(entry) for the positions of a row of `sql` from ply `first` to ply `last`.
  template <typename F>
  void for_each(const sqlite::Statement::Use& row, int first, int last, F&& f) {
    KeyBoard board = m_standard;
    if (!row.is_null(1)) {
      const auto start = read_fen(row.text(1), OpenKing::warning);
      if (!start) {
        return; // damaged; reading the game says so
      }
      board = KeyBoard{start->position};
    }
    const auto moves = row.blob(2);
    const auto plies = std::min(static_cast<int>(moves.size() / 2), last);
    if (plies < first) {
      return;
    }
    const auto* bytes = reinterpret_cast<const unsigned char*>(moves.data());
    const auto game = row.integer(0);
    for (int ply = 0;; ++ply) {
      if (ply >= first) {
        const auto key = canonical(board.hashes());
        f(Entry{static_cast<std::int64_t>(key.key), static_cast<std::int64_t>(key.lock), game});
      }
      if (ply == plies) {
        break;
      }
      const Move m =
          Move::from_disk(static_cast<std::uint32_t>(bytes[2 * ply] << 8U | bytes[2 * ply + 1]));
      if (!m) {
        break;
      }
      board.do_move(m);
    }
  }

private:
  KeyBoard m_standard{Position::start()};
};

// Slices of the keys that are sorted in memory, not base/sort/byte_sorter.hpp: with its byte
// strings `xq index` takes 1.3 times as long (0.63 against 0.49 s for 58,468 games).

/// Entries in the order in which they came: in memory, and, when `limit` of them wait there, in a
/// temporary file beside the database.
class Bucket {
public:
  Bucket(std::string folder, std::size_t limit) : m_folder{std::move(folder)}, m_limit{limit} {}

  void add(const Entry& entry) {
    m_waiting.push_back(entry);
    if (m_waiting.size() == m_limit) {
      flush();
    }
  }
  void add(std::span<const Entry> entries) {
    for (const Entry& entry : entries) {
      add(entry);
    }
  }

  /// Append all entries to `out`; the bucket is empty then.
  void take(std::vector<Entry>& out) {
    const auto before = out.size();
    out.resize(before + m_written);
    if (m_file) {
      m_file->read(0, {reinterpret_cast<char*>(out.data() + before), m_written * sizeof(Entry)});
    }
    out.insert(out.end(), m_waiting.begin(), m_waiting.end());
    m_waiting = {};
    m_file.reset();
    m_written = 0;
  }

private:
  void flush() {
    if (!m_file) {
      m_file = std::make_unique<UnnamedFile>(m_folder, std::string{spill_advice});
    }
    m_file->append(
        {reinterpret_cast<const char*>(m_waiting.data()), m_waiting.size() * sizeof(Entry)});
    m_written += m_waiting.size();
    m_waiting.clear();
  }

  std::string m_folder;
  std::size_t m_limit;
  std::vector<Entry> m_waiting;
  std::unique_ptr<UnnamedFile> m_file;
  std::size_t m_written = 0; ///< entries in the file
};

/// Goes through the games twice, whatever their number: entries are kept by slices of the keys, of
/// which one at a time is looked at in memory.
class IndexBuild {
public:
  IndexBuild(sqlite::Database& db, const IndexOptions& options, const IndexProgress& progress,
             IndexCounts& counts)
      : m_db{db},
        m_options{options},
        m_progress{progress},
        m_games{db, GameKeys::sql},
        m_insert{db, "position (key, lock, games)", 3},
        m_counts{counts} {
    m_counts.games = db.query_integer("SELECT count(*) FROM game");
    const auto early =
        static_cast<std::uint64_t>(m_counts.games) * static_cast<std::uint64_t>(options.plies + 1);
    // The late plies bring about as many again, and vectors grow by doubling.
    const auto bytes = early * sizeof(Entry) * 4;
    const auto memory = std::max<std::uint64_t>(options.memory, 1);
    m_slices = std::bit_ceil(std::clamp<std::uint64_t>((bytes + memory - 1) / memory, 1, 256));
    const auto folder = os::name_of(os::path_of(db.path()).parent_path());
    const auto limit = m_slices == 1 ? std::numeric_limits<std::size_t>::max() : waiting_entries;
    for (std::uint64_t slice = 0; slice < m_slices; ++slice) {
      m_early.emplace_back(folder.empty() ? "." : folder, limit);
      m_late.emplace_back(folder.empty() ? "." : folder, limit);
    }
  }

  void run() {
    m_db.execute("DELETE FROM position; DELETE FROM position_index");
    for_each_position(0, m_options.plies, 0.0, [&](const Entry& e) { bucket(m_early, e).add(e); });
    const std::vector<std::int64_t> locks = keep_shared();
    BloomFilter filter{locks.size()};
    for (const auto lock : locks) {
      filter.add(static_cast<std::uint64_t>(lock));
    }
    for_each_position(m_options.plies + 1, 1 << 30, 0.4, [&](const Entry& e) {
      if (filter.may_contain(static_cast<std::uint64_t>(e.lock))) {
        bucket(m_late, e).add(e);
      }
    });
    for (std::size_t slice = 0; slice < m_slices; ++slice) {
      tell(0.9 + 0.1 * static_cast<double>(slice) / static_cast<double>(m_slices));
      m_entries.clear();
      m_early[slice].take(m_entries);
      add_late(m_late[slice]);
      write();
    }
    sqlite::Statement note{m_db, "INSERT INTO position_index (id, zobrist, plies, game) "
                                 "SELECT 1, ?, ?, coalesce(max(id), 0) FROM game"};
    note.use()(zobrist_version)(m_options.plies).exec();
  }

private:
  void tell(double done) {
    if (m_progress && !m_progress(done)) {
      throw make_error<Interrupted>("stopped");
    }
  }

  /// Call f(entry) for every position of every game from ply `first` to ply `last`.
  template <typename F>
  void for_each_position(int first, int last, double done, F&& f) {
    GameKeys keys;
    std::int64_t seen = 0;
    for (auto row = m_games.use(); row.next();) {
      if (++seen % 4096 == 0) {
        tell(done + 0.4 * static_cast<double>(seen) / static_cast<double>(m_counts.games));
      }
      keys.for_each(row, first, last, f);
    }
  }

  [[nodiscard]] Bucket& bucket(std::vector<Bucket>& buckets, const Entry& entry) const noexcept {
    if (m_slices == 1) {
      return buckets[0];
    }
    // Slices in the order in which SQLite sorts: the sign bit turned.
    const auto ordered = static_cast<std::uint64_t>(entry.key) ^ (std::uint64_t{1} << 63U);
    return buckets[ordered >> (64U - static_cast<unsigned>(std::countr_zero(m_slices)))];
  }

  /// Leave of the early positions those that two games have: looking for the others in the games
  /// is quick enough, and they are most. Returns the locks of the positions that stay.
  std::vector<std::int64_t> keep_shared() {
    std::vector<std::int64_t> locks;
    for (Bucket& slice : m_early) {
      m_entries.clear();
      slice.take(m_entries);
      tidy();
      for (auto i = m_entries.begin(); i != m_entries.end();) {
        const auto end =
            std::find_if(i, m_entries.end(), [&](const Entry& e) { return !e.same_position(*i); });
        if (end - i > 1) {
          locks.push_back(i->lock);
          slice.add(std::span{i, end});
        }
        i = end;
      }
    }
    m_entries = {};
    return locks;
  }

  /// Add to the entries of a slice, in order, the late ones of the same positions.
  void add_late(Bucket& late) {
    std::vector<Entry> entries;
    late.take(entries);
    const auto known = static_cast<std::ptrdiff_t>(m_entries.size());
    for (const Entry& e : entries) {
      const auto end = m_entries.begin() + known;
      const auto found =
          std::lower_bound(m_entries.begin(), end, e, [](const Entry& a, const Entry& b) {
            return std::tie(a.key, a.lock) < std::tie(b.key, b.lock);
          });
      if (found != end && found->same_position(e)) {
        m_entries.push_back(e);
      }
    }
    tidy();
  }

  void tidy() {
    std::sort(m_entries.begin(), m_entries.end());
    m_entries.erase(std::unique(m_entries.begin(), m_entries.end()), m_entries.end());
  }

  void write() {
    auto next = m_entries.begin();
    std::string games;
    m_insert.run([&](std::span<sqlite::Value> row) {
      if (next == m_entries.end()) {
        return false;
      }
      const Entry position = *next;
      games.clear();
      std::int64_t last = 0;
      for (; next != m_entries.end() && next->key == position.key; ++next) {
        if (!next->same_position(position)) {
          continue; // two positions with one key: never seen; the other is left to the scan
        }
        put_number(games,
                   static_cast<std::uint64_t>(next->game) - static_cast<std::uint64_t>(last));
        last = next->game;
        ++m_counts.entries;
      }
      row[0].set(position.key);
      row[1].set(position.lock);
      row[2].set(sqlite::Blob{games});
      ++m_counts.positions;
      return true;
    });
  }

  sqlite::Database& m_db;
  IndexOptions m_options;
  const IndexProgress& m_progress;
  sqlite::Statement m_games;
  sqlite::BulkInsert m_insert;
  IndexCounts& m_counts;
  std::uint64_t m_slices = 1;
  std::vector<Bucket> m_early; ///< by slice
  std::vector<Bucket> m_late;
  std::vector<Entry> m_entries; ///< of the slice in work
};

} // namespace

PositionIndex::PositionIndex(sqlite::Database& db)
    : m_db{db}, m_games{db, "SELECT games FROM position WHERE key = ? AND lock = ?"} {
  // An index that says that it goes beyond the games, or begins before them, is as good as none.
  sqlite::Statement query{db, "SELECT game FROM position_index WHERE zobrist = ? AND game BETWEEN "
                              "0 AND (SELECT max(id) FROM game)"};
  auto row = query.use();
  if (row(zobrist_version).next()) {
    m_last_game = row.integer(0);
  }
}

std::optional<std::vector<std::int64_t>> PositionIndex::games(const CanonicalKey& key) {
  if (m_last_game == 0) {
    return std::nullopt;
  }
  auto row = m_games.use();
  if (!row(to_integer(key.key))(to_integer(key.lock)).next()) {
    return std::nullopt;
  }
  std::vector<std::int64_t> games;
  ByteReader in{row.blob(0)};
  bool rising = true;
  for (std::uint64_t sum = 0; !in.at_end();) { // of numbers with signs, as in write()
    sum += in.number();
    const auto game = static_cast<std::int64_t>(sum);
    rising = rising && (games.empty() || game > games.back());
    games.push_back(game);
  }
  if (!in.ok() || !rising) {
    throw sqlite::DbError{
        localized("{}: the position index is damaged. Make it anew with xq index.", m_db.path())};
  }
  return games;
}

bool PositionIndex::is_sound() {
  if (m_last_game == 0) {
    return true; // there is no index to be wrong
  }
  struct Listed {
    std::int64_t lock = 0;
    std::uint64_t games = 0;   ///< those that are listed, as one number
    std::uint64_t reached = 0; ///< those that reach the position
    std::int64_t last = 0;     ///< of them
  };
  const auto digest = [](std::int64_t game) {
    return content_hash({reinterpret_cast<const char*>(&game), sizeof game});
  };
  std::unordered_map<std::int64_t, Listed> positions;
  sqlite::Statement listed{m_db, "SELECT key, lock, games FROM position"};
  for (auto row = listed.use(); row.next();) {
    Listed& position = positions[row.integer(0)];
    position.lock = row.integer(1);
    ByteReader in{row.blob(2)};
    for (std::uint64_t game = 0; !in.at_end();) {
      game += in.number();
      position.games += digest(static_cast<std::int64_t>(game));
    }
    if (!in.ok()) {
      return false;
    }
  }
  GameKeys keys;
  sqlite::Statement games{m_db, GameKeys::sql};
  for (auto row = games.use(); row.next() && row.integer(0) <= m_last_game;) {
    keys.for_each(row, 0, std::numeric_limits<int>::max(), [&](const Entry& e) {
      const auto found = positions.find(e.key);
      if (found != positions.end() && found->second.lock == e.lock &&
          found->second.last != e.game) {
        found->second.last = e.game;
        found->second.reached += digest(e.game);
      }
    });
  }
  return std::all_of(positions.begin(), positions.end(), [](const auto& position) {
    return position.second.games == position.second.reached;
  });
}

void build_position_index(sqlite::Database& db, const IndexOptions& options,
                          const IndexProgress& progress, IndexCounts& counts) {
  IndexBuild{db, options, progress, counts}.run();
}

IndexCounts build_indexes(const std::string& database, const IndexOptions& options,
                          const IndexProgress& progress) {
  constexpr double positions_share = 0.8; // of the time
  const auto part = [&](double from, double share) {
    return [&progress, from, share](double done) {
      return !progress || progress(from + share * done);
    };
  };
  sqlite::Database db{database, sqlite::Database::Mode::read_write};
  db.execute("PRAGMA cache_size = -65536"); // 64 MB
  sqlite::migrate(db, sqlite::game_schema());
  sqlite::Transaction transaction{db};
  IndexCounts counts;
  build_position_index(db, options, part(0, positions_share), counts);
  counts.commented = build_word_index(db, part(positions_share, 1 - positions_share));
  transaction.commit();
  return counts;
}

} // namespace xq::store
