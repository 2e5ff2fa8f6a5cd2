#pragma once

#include <xq/store/bulk_insert.hpp>
#include <xq/store/game_rows.hpp>
#include <xq/store/line_table.hpp>
#include <xq/store/name_table.hpp>
#include <xq/store/sqlite.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace xq::store {

/// A game on its way into the database.
struct IncomingGame {
  std::string_view packed; ///< by pack()
  std::uint64_t line = 0;  ///< of what LineSpan says
  std::uint64_t hash = 0;  ///< content_hash() of all of `packed`
  std::string_view source;
  std::string_view opening; ///< found out from the moves, where no header says it; static storage
};

/// Writes games into the tables of a game database, on one connection. What add() takes is complete
/// in the tables after flush(), which belongs at the end of every transaction that others can see:
/// rows are collected and streamed table by table.
class GameWriter {
public:
  explicit GameWriter(Database& db);

  /// Call at the beginning of a transaction: what others wrote since the last one must be seen.
  void begin();
  /// False when the game, or one that says more, is there already; what then is new about it (where
  /// it was read from, or its richer header) is kept.
  bool add(const IncomingGame& game);
  /// games: rows of table line may wait until they are many.
  enum class Flush : std::uint8_t { games, all };
  void flush(Flush what);

private:
  struct Pending {
    std::size_t begin = 0, end = 0; ///< of the packed game in m_bytes
    std::int64_t source = 0;
    std::int64_t layout = 0;
    std::array<std::int64_t, name_field_count> names{}; ///< 0: none
    std::string_view opening;
  };

  [[nodiscard]] NameTable& names_of(NameField field) noexcept;
  [[nodiscard]] static LineTable::Key key_of(std::uint64_t line, std::uint64_t hash) noexcept;
  /// Null for a game whose row is written.
  [[nodiscard]] Pending* pending(std::int64_t id) noexcept;
  [[nodiscard]] std::string_view packed(const Pending& p) const noexcept {
    return std::string_view{m_bytes}.substr(p.begin, p.end - p.begin);
  }

  bool is_stored(std::int64_t id, const IncomingGame& game);
  bool absorb(std::int64_t id, const IncomingGame& game);
  [[nodiscard]] bool may_be_one(std::int64_t id, const GameFields& fields);
  bool read_stored(std::int64_t id);
  void append(const IncomingGame& game);
  void replace(std::int64_t id, const IncomingGame& game);
  void remember_source(std::int64_t id, std::int64_t source);
  void set_columns(std::span<Value> row, const Pending& p);
  void write_games();
  void write_tags(std::int64_t id, const GameFields& fields);
  void flush_games();

  Database& m_db;
  LayoutTable m_layouts;
  GameRows m_rows;
  LineTable m_lines;
  NameTable m_events, m_sites, m_players, m_teams, m_sources;
  Statement m_read;    ///< a row with names
  Statement m_compare; ///< a row as it is
  Statement m_update;
  Statement m_insert_tag;
  Statement m_delete_tags;
  Statement m_insert_source;
  Statement m_delete_source;
  BulkInsert m_insert;

  std::string m_bytes; ///< packed games whose rows are not written
  std::vector<Pending> m_pending;
  std::int64_t m_last = 0; ///< game.id of the last game
  std::int64_t m_version = -1;

  GameFields m_fields;        ///< of the game that comes
  GameFields m_stored;        ///< of one that is there
  std::string m_stored_bytes; ///< what m_stored points to
  std::int64_t m_stored_source = 0;
  record::Game m_game, m_stored_game;
  std::vector<Move> m_scratch;
  std::vector<std::int64_t> m_candidates;
  std::string m_date_text;
};

} // namespace xq::store
