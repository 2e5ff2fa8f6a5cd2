#include "store/words/word_index.hpp"

#include "base/text/text.hpp"
#include "sqlite/bulk_insert.hpp"
#include "store/rows/bytes.hpp"
#include "store/rows/notes_code.hpp"
#include "store/words/word_tokens.hpp"

#include <xq/base/translate.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <functional>
#include <limits>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>

namespace xq::store {

namespace {

constexpr int block_bits = 16; // frozen: it is on disk
constexpr std::uint32_t block_games = 1U << block_bits;

std::int64_t block_of(std::int64_t game) noexcept { return game >> block_bits; }
bool is_block(std::int64_t block) noexcept {
  using Limits = std::numeric_limits<std::int64_t>;
  return block >= block_of(Limits::min()) && block <= block_of(Limits::max());
}
/// The number of the game at place 0.
std::int64_t first_game(std::int64_t block) noexcept { return block * std::int64_t{block_games}; }
std::uint32_t place_of(std::int64_t game) noexcept {
  return static_cast<std::uint32_t>(game) & (block_games - 1);
}

sqlite::DbError damaged(const sqlite::Database& db) {
  return make_error<sqlite::DbError>("{}: the word index is damaged. Make it anew with xq index.",
                                     db.path());
}

/// Call f(place) for the games of a row; false when it is damaged.
template <typename F>
bool for_each_place(std::string_view games, F&& f) {
  ByteReader in{games};
  for (std::uint64_t place = 0; !in.at_end();) {
    const auto distance = in.number();
    place += distance;
    if (!in.ok() || distance >= block_games || place >= block_games) {
      return false;
    }
    f(static_cast<std::uint32_t>(place));
  }
  return true;
}

/// Games of one block.
class BlockSet {
public:
  void fill() noexcept { m_bits.fill(~std::uint64_t{0}); }
  void clear() noexcept { m_bits.fill(0); }
  void add(std::uint32_t place) noexcept { m_bits[place / 64] |= std::uint64_t{1} << (place % 64); }
  BlockSet& operator&=(const BlockSet& other) noexcept {
    for (std::size_t i = 0; i < m_bits.size(); ++i) {
      m_bits[i] &= other.m_bits[i];
    }
    return *this;
  }
  BlockSet& operator|=(const BlockSet& other) noexcept {
    for (std::size_t i = 0; i < m_bits.size(); ++i) {
      m_bits[i] |= other.m_bits[i];
    }
    return *this;
  }
  template <typename F>
  void for_each(F&& f) const {
    for (std::size_t i = 0; i < m_bits.size(); ++i) {
      for (auto bits = m_bits[i]; bits != 0; bits &= bits - 1) {
        f(static_cast<std::uint32_t>(64 * i) + static_cast<std::uint32_t>(std::countr_zero(bits)));
      }
    }
  }

private:
  std::array<std::uint64_t, block_games / 64> m_bits{};
};

/// The comments of a game, and whether they are valid text: of others the index can say nothing.
struct Comments {
  explicit Comments(std::string_view notes) {
    for_each_comment(notes, [&](std::string_view comment) {
      all.push_back(comment);
      valid = valid && find_invalid_utf8(comment) == std::string_view::npos;
    });
  }
  std::vector<std::string_view> all;
  bool valid = true;
};

/// The rows of one block while its games come in rising order.
class BlockRows {
public:
  void add(std::uint32_t place, const Comments& comments) {
    for (const auto comment : comments.all) {
      for_each_token(comment, [&](std::string_view token) { add(place, token); });
    }
  }

  struct Row {
    std::string_view word, games;
  };
  /// In the order of the words, until clear().
  [[nodiscard]] std::vector<Row> sorted() const {
    std::vector<Row> rows;
    rows.reserve(m_words.size());
    for (const auto& [word, list] : m_words) {
      rows.push_back({word, list.games});
    }
    std::sort(rows.begin(), rows.end(), [](const Row& a, const Row& b) { return a.word < b.word; });
    return rows;
  }
  void clear() { m_words.clear(); }

private:
  struct List {
    std::string games;
    std::uint32_t last = 0;
  };
  struct Hash {
    // NOLINTNEXTLINE(readability-identifier-naming): what std::unordered_map looks for
    using is_transparent = void;
    std::size_t operator()(std::string_view word) const noexcept {
      return std::hash<std::string_view>{}(word);
    }
  };

  void add(std::uint32_t place, std::string_view token) {
    auto at = m_words.find(token);
    if (at == m_words.end()) {
      at = m_words.emplace(token, List{}).first;
    }
    List& list = at->second;
    if (list.games.empty() || list.last != place) {
      put_number(list.games, place - list.last);
      list.last = place;
    }
  }

  std::unordered_map<std::string, List, Hash, std::equal_to<>> m_words;
};

constexpr std::string_view notes_sql = "SELECT id, notes FROM game ORDER BY id";

class Build {
public:
  Build(sqlite::Database& db, const std::function<bool(double)>& progress)
      : m_db{db}, m_progress{progress} {}

  /// Returns how many games have comments.
  std::int64_t run() {
    m_db.execute("DELETE FROM word; DELETE FROM word_changed; DELETE FROM word_index");
    const auto games = m_db.query_integer("SELECT count(*) FROM game");
    std::int64_t seen = 0;
    sqlite::Statement query{m_db, notes_sql};
    for (auto row = query.use(); row.next(); ++seen) {
      if (seen % 4096 == 0) {
        tell(static_cast<double>(seen) / static_cast<double>(games));
      }
      if (!row.is_null(1)) {
        add(row.integer(0), row.blob(1));
      }
    }
    write();
    sqlite::Statement note{m_db, "INSERT INTO word_index (id, tokens, game) "
                                 "SELECT 1, ?, coalesce(max(id), 0) FROM game"};
    note.use()(token_version).exec();
    return m_commented;
  }

private:
  void tell(double done) {
    if (m_progress && !m_progress(done)) {
      throw make_error<Interrupted>("stopped");
    }
  }

  void add(std::int64_t game, std::string_view notes) {
    if (block_of(game) != m_block) {
      write();
      m_block = block_of(game);
    }
    const Comments comments{notes};
    if (comments.valid) {
      m_rows.add(place_of(game), comments);
    } else {
      m_note.use()(game).exec();
    }
    m_commented += comments.all.empty() ? 0 : 1;
  }

  void write() {
    const auto rows = m_rows.sorted();
    auto next = rows.begin();
    m_insert.run([&](std::span<sqlite::Value> row) {
      if (next == rows.end()) {
        return false;
      }
      row[0].set(m_block);
      row[1].set(next->word);
      row[2].set(sqlite::Blob{next->games});
      ++next;
      return true;
    });
    m_rows.clear();
  }

  sqlite::Database& m_db;
  const std::function<bool(double)>& m_progress;
  sqlite::BulkInsert m_insert{m_db, "word (block, word, games)", 3};
  sqlite::Statement m_note{m_db, "INSERT INTO word_changed (game) VALUES (?)"};
  BlockRows m_rows;
  std::int64_t m_block = 0;
  std::int64_t m_commented = 0;
};

/// Compares table word with the rows that games make, block by block.
class Check {
public:
  Check(sqlite::Database& db, std::vector<std::int64_t> changed)
      : m_changed{std::move(changed)},
        m_query{db, "SELECT block, word, games FROM word ORDER BY block, word"},
        m_stored{m_query} {
    advance();
  }

  [[nodiscard]] bool is_changed(std::int64_t game) const {
    return std::binary_search(m_changed.begin(), m_changed.end(), game);
  }
  /// Whether the next rows are those.
  bool same(std::int64_t block, const BlockRows& rows) {
    for (const auto& row : rows.sorted()) {
      skip_changed();
      if (!m_more || m_stored.integer(0) != block || m_stored.text(1) != row.word ||
          m_games != row.games) {
        return false;
      }
      advance();
    }
    return true;
  }
  bool at_end() {
    skip_changed();
    return !m_more;
  }

private:
  /// Goes to the next row; m_games becomes its games but for the changed ones.
  void advance() {
    m_more = m_stored.next();
    m_games.clear();
    std::uint32_t last = 0;
    const auto block = m_more ? m_stored.integer(0) : 0;
    const auto add = [&](std::uint32_t place) {
      if (!is_changed(first_game(block) + place)) {
        put_number(m_games, place - last);
        last = place;
      }
    };
    if (m_more && !(is_block(block) && for_each_place(m_stored.blob(2), add))) {
      m_games = "\xFF"; // equals none
    }
  }
  void skip_changed() {
    while (m_more && m_games.empty()) {
      advance();
    }
  }

  std::vector<std::int64_t> m_changed;
  sqlite::Statement m_query;
  sqlite::Statement::Use m_stored;
  std::string m_games;
  bool m_more = false;
};

} // namespace

/// Answers a query, block by block.
class WordIndex::Lookup {
public:
  Lookup(sqlite::Database& db, const WordQuery& query) : m_db{db} {
    for (const auto& word : query.words()) {
      std::vector<TokenQuery> spellings;
      bool known = true;
      for (const auto& spelling : word.spellings) {
        spellings.push_back(token_query(spelling, word.beginning));
        known = known && !spellings.back().parts.empty();
        m_exact = m_exact && spellings.back().exact;
      }
      if (known) {
        m_words.push_back(std::move(spellings));
      }
    }
  }

  [[nodiscard]] bool exact() const noexcept { return m_exact; }
  [[nodiscard]] bool can_tell() const noexcept { return !m_words.empty(); }

  std::vector<std::int64_t> run() {
    std::vector<std::int64_t> found;
    sqlite::Statement next_block{m_db, "SELECT min(block) FROM word WHERE block > ?"};
    for (auto block = std::numeric_limits<std::int64_t>::min();;) {
      {
        auto row = next_block.use();
        if (!row(block).next() || row.is_null(0)) {
          return found;
        }
        block = row.integer(0);
      }
      if (!is_block(block)) {
        throw damaged(m_db);
      }
      find(block, found);
    }
  }

private:
  void find(std::int64_t block, std::vector<std::int64_t>& found) {
    m_found.fill();
    for (const auto& spellings : m_words) {
      m_word.clear();
      for (const auto& spelling : spellings) {
        m_spelling.fill();
        for (const auto& part : spelling.parts) {
          load(block, part);
          m_spelling &= m_part;
        }
        m_word |= m_spelling;
      }
      m_found &= m_word;
    }
    m_found.for_each([&](std::uint32_t place) { found.push_back(first_game(block) + place); });
  }

  /// Set m_part to the games of the block that have the token.
  void load(std::int64_t block, const TokenQuery::Part& part) {
    m_part.clear();
    // No character comes behind U+10FFFF; nothing stands between a token and it with a NUL.
    const auto end = part.token + (part.beginning ? "\xF4\x8F\xBF\xBF" : std::string(1, '\0'));
    auto row = m_range.use();
    for (row(block)(part.token)(end); row.next();) {
      if (!for_each_place(row.blob(0), [&](std::uint32_t place) { m_part.add(place); })) {
        throw damaged(m_db);
      }
    }
  }

  sqlite::Database& m_db;
  sqlite::Statement m_range{
      m_db, "SELECT games FROM word WHERE block = ? AND word >= ? AND word < ? ORDER BY word"};
  std::vector<std::vector<TokenQuery>> m_words; ///< of each word its spellings
  bool m_exact = true;
  BlockSet m_found, m_word, m_spelling, m_part;
};

WordIndex::WordIndex(sqlite::Database& db) : m_db{db} {
  for (const auto* table : {"word", "word_index", "word_changed"}) {
    if (!db.has_table(table)) {
      return; // of a schema that had none
    }
  }
  sqlite::Statement query{db, "SELECT game FROM word_index WHERE tokens = ? AND game >= 0"};
  auto row = query.use();
  if (row(token_version).next()) {
    m_last_game = row.integer(0);
  }
}

std::vector<std::int64_t> WordIndex::changed() {
  std::vector<std::int64_t> games;
  if (m_last_game) {
    sqlite::Statement query{m_db, "SELECT game FROM word_changed WHERE game <= ? ORDER BY game"};
    auto row = query.use();
    for (row(*m_last_game); row.next();) {
      games.push_back(row.integer(0));
    }
  }
  return games;
}

std::optional<WordIndex::Games> WordIndex::games(const WordQuery& query) {
  if (!m_last_game) {
    return std::nullopt;
  }
  Lookup lookup{m_db, query};
  if (!lookup.can_tell()) {
    return std::nullopt;
  }
  return Games{lookup.run(), lookup.exact()};
}

bool WordIndex::is_sound() {
  if (!m_last_game) {
    return true; // there is no index to be wrong
  }
  Check check{m_db, changed()};
  BlockRows rows;
  std::int64_t block = 0;
  sqlite::Statement games{m_db, notes_sql};
  for (auto row = games.use(); row.next() && row.integer(0) <= *m_last_game;) {
    const auto game = row.integer(0);
    if (block_of(game) != block) {
      if (!check.same(block, rows)) {
        return false;
      }
      rows.clear();
      block = block_of(game);
    }
    if (!row.is_null(1) && !check.is_changed(game)) {
      const Comments comments{row.blob(1)};
      if (!comments.valid) {
        return false; // it would have been noted
      }
      rows.add(place_of(game), comments);
    }
  }
  return check.same(block, rows) && check.at_end();
}

std::int64_t build_word_index(sqlite::Database& db, const std::function<bool(double)>& progress) {
  return Build{db, progress}.run();
}

} // namespace xq::store
