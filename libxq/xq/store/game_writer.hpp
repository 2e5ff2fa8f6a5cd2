#pragma once

#include <xq/store/bulk_insert.hpp>
#include <xq/store/game_record.hpp>
#include <xq/store/game_rows.hpp>
#include <xq/store/game_sink.hpp>
#include <xq/store/line_table.hpp>
#include <xq/store/name_table.hpp>
#include <xq/store/row_cursor.hpp>
#include <xq/store/sqlite.hpp>
#include <xq/store/table_reader.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace xq::store {

/// Writes games into the tables of a game database, on one connection. What add() takes is complete
/// in the tables after flush(), which belongs at the end of every transaction that others can see:
/// rows are collected and streamed table by table.
class GameWriter final : public GameSink {
public:
  explicit GameWriter(Database& db);

  /// Call at the beginning of a transaction: what others wrote since the last one must be seen.
  void begin();
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
  /// Null for a game whose row is written.
  [[nodiscard]] Pending* pending(std::int64_t id) noexcept;
  [[nodiscard]] std::string_view packed(const Pending& p) const noexcept {
    return std::string_view{m_bytes}.substr(p.begin, p.end - p.begin);
  }

  /// Archives come again in the same order.
  [[nodiscard]] std::int64_t guess() const override { return m_again <= m_last ? m_again : 0; }
  void find(const LineKey& key, std::vector<std::int64_t>& games) override;
  void find_line(std::int64_t line, std::size_t limit, std::vector<std::int64_t>& games) override;
  void drop_unused_ids(std::vector<std::int64_t>& games) const;
  bool is_stored(std::int64_t id, const IncomingGame& game) override;
  bool may_be_one(std::int64_t id) override;
  bool read_stored(std::int64_t id, std::string& packed) override;
  void remember_source(std::int64_t id, std::string_view source) override;
  void replace(std::int64_t id, const IncomingGame& game) override;
  void append(const IncomingGame& game, const LineKey& key) override;
  void add_line(const LineKey& key, std::int64_t id) override { m_lines.add(key, id); }

  [[nodiscard]] Pending pending_of(const IncomingGame& game);
  [[nodiscard]] std::int64_t first_source(std::int64_t id);
  [[nodiscard]] bool is_row(std::int64_t id);
  [[nodiscard]] const GameRecord* row_of(std::int64_t id);
  [[nodiscard]] bool has_own_tags(std::int64_t id);
  [[nodiscard]] bool read_row(std::int64_t id);
  void set_columns(std::span<Value> row, const Pending& p);
  void write_games();
  void write_tags(std::int64_t id, const GameFields& fields);
  void flush_games();
  void flush_sources();
  void about_to_change_rows();

  Database& m_db;
  LayoutTable m_layouts;
  GameRows m_rows;
  LineTable m_lines;
  NameTable m_events, m_sites, m_players, m_teams, m_sources;
  Statement m_read; ///< a row with names
  // Rows as they are: of an archive that comes again, and of any game.
  TableReader m_again_pages, m_other_pages; ///< as long as the transaction has not changed any
  RowCursor m_again_rows, m_other_rows;
  GameRecord m_record;          ///< the latest
  std::int64_t m_record_of = 0; ///< its game; 0: none
  // Rows of table tag, in the order of the games.
  Statement m_tags_from;
  std::optional<Statement::Use> m_tag_rows;
  std::int64_t m_tag_game = 0; ///< of the present row; 0: there is none
  Statement m_update;
  Statement m_insert_tag;
  Statement m_delete_tags;
  Statement m_insert_source;
  Statement m_delete_source;
  BulkInsert m_insert;

  std::vector<std::pair<std::int64_t, std::int64_t>> m_also_in; ///< rows that wait
  std::string m_bytes; ///< packed games whose rows are not written
  std::vector<Pending> m_pending;
  std::int64_t m_last = 0; ///< game.id of the last game
  std::int64_t m_version = -1;
  bool m_wrote = false;

  std::int64_t m_again = 1; ///< behind the last of the games that came again

  GameFields m_row;        ///< of a row that is read or written
  std::string m_row_bytes; ///< what m_row points to when it was read
};

} // namespace xq::store
