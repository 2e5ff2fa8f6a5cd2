#pragma once

#include <xq/store/bulk_table.hpp>
#include <xq/store/game_record.hpp>
#include <xq/store/game_rows.hpp>
#include <xq/store/game_sink.hpp>
#include <xq/store/line_index.hpp>
#include <xq/store/line_runs.hpp>
#include <xq/store/name_list.hpp>
#include <xq/store/seen_filter.hpp>
#include <xq/store/spool.hpp>
#include <xq/store/stable_list.hpp>
#include <xq/store/write_progress.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace xq::store {

class Database;

/// Makes a game database, page by page, several times faster than SQL would: the rows are those
/// that GameWriter would have written. Games go into the file as they come; what they have in
/// common is in memory until write().
class NewGames final : public GameSink {
public:
  /// `path`: an empty file. `memory`: bytes that should not be passed, see is_full(). Temporary
  /// files are beside it.
  NewGames(std::string path, std::size_t memory);
  ~NewGames() override;

  /// What has to be in memory (names, layouts, the places of the games) needs all of it: time to
  /// write().
  [[nodiscard]] bool is_full() const noexcept;

  /// Complete the database, and tell `progress` how far that is, in games. Nothing can be added
  /// afterwards. The bytes do not depend on `threads`. Throws FileError and DbError.
  void write(unsigned threads, const WriteProgress& progress);

private:
  enum Names : std::size_t { events, sites, players, teams, sources, name_tables };
  using Layout = LayoutTable::Layout;
  /// Own tags of some games that follow each other: of each its number, then its tags.
  struct TagBlock {
    std::int64_t first = 0;   ///< game
    std::int64_t spooled = 0; ///< number in m_spool
  };

  void expect_line(const LineKey& key, bool soon) const noexcept override {
    m_lines.expect(key, soon);
  }
  void find(const LineKey& key, std::vector<std::int64_t>& games) override;
  void find_line(std::int64_t line, std::size_t limit, std::vector<std::int64_t>& games) override;
  bool is_stored(std::int64_t id, const IncomingGame& game) override;
  bool may_be_one(std::int64_t id) override;
  bool read_stored(std::int64_t id, std::string& packed) override;
  void remember_source(std::int64_t id, std::string_view source) override;
  void replace(std::int64_t id, const IncomingGame& game) override;
  void append(const IncomingGame& game, const LineKey& key) override;
  void add_line(const LineKey& key, std::int64_t id) override;

  [[nodiscard]] static Names table_of(NameField field) noexcept;
  [[nodiscard]] std::uint32_t layout_of(std::string_view bytes);
  [[nodiscard]] const Layout& layout(std::int64_t number) const noexcept;
  [[nodiscard]] std::string_view name(std::size_t field, std::int64_t number) const noexcept;

  /// The row that the game that comes makes; it points into fields().
  [[nodiscard]] GameRecord row_of(const IncomingGame& game);
  /// The row of a game; valid until the next call.
  [[nodiscard]] GameRecord row(std::int64_t id);
  void keep_own_tags(std::int64_t id);
  void read_own_tags(std::int64_t id, std::vector<OwnTag>& tags);
  [[nodiscard]] std::string_view own_tags(std::int64_t id);

  struct Roots;
  struct Table;
  void open();
  void write_names();
  void write_lines(std::span<const LineIndex::Row> rows, const WriteProgress& progress);
  void write_rest();
  void write_changed(Database& db);
  void write_own_tags(Database& db);

  std::string m_path;
  std::size_t m_memory;
  std::array<NameList, name_tables> m_names;
  std::vector<Layout> m_layouts; ///< number 1 first
  std::unordered_map<std::string, std::uint32_t> m_layout_numbers;
  std::size_t m_lines_in_memory; ///< rows
  LineIndex m_lines;             ///< the latest
  LineRuns m_runs;               ///< the others
  SeenFilter m_lines_on_disk;

  std::unique_ptr<Roots> m_roots; ///< of the file, once there is a game
  std::unique_ptr<Table> m_table;
  std::int64_t m_games = 0;
  RecordBuilder m_builder;
  std::string m_record; ///< scratch

  Spool m_spool;
  std::map<std::int64_t, std::int64_t> m_changed; ///< games whose records, and own tags, are there
  StableList<TagBlock> m_tag_blocks;              ///< of all games as they came, by number
  std::string m_tag_block;                        ///< the last, which is not there yet
  std::size_t m_games_in_block = 0;
  std::int64_t m_first_in_block = 0;
  Spool::Window m_row_window, m_tag_window;
  std::vector<OwnTag> m_own_tags;                            ///< scratch
  std::set<std::pair<std::int64_t, std::int64_t>> m_also_in; ///< rows of that table
};

} // namespace xq::store
