#pragma once

#include <xq/store/game_sink.hpp>
#include <xq/store/game_spool.hpp>
#include <xq/store/line_index.hpp>
#include <xq/store/line_runs.hpp>
#include <xq/store/name_list.hpp>
#include <xq/store/page_file.hpp>
#include <xq/store/seen_filter.hpp>
#include <xq/store/write_progress.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace xq::store {

/// The games of a database that does not exist yet: what they have in common in memory, themselves
/// on disk when they are many. write() makes the file, page by page, several times faster than SQL
/// would; the rows are those that GameWriter would have written.
class NewGames final : public GameSink {
public:
  /// `folder`: for temporary files. `memory`: bytes that should not be passed, see is_full().
  NewGames(const std::string& folder, std::size_t memory)
      : m_memory{memory},
        m_lines_in_memory{std::max<std::size_t>(memory / 1024, 1)},
        m_runs{folder},
        m_games{folder, memory / 8} {}

  /// What has to be in memory (names, layouts, the places of the games on disk) needs all of it:
  /// time to write().
  [[nodiscard]] bool is_full() const noexcept;

  /// Write a database into the empty file `path`, and tell `progress` how many of
  /// how many games are written. Nothing can be added afterwards. The bytes do not depend on
  /// `threads`. Throws FileError and DbError.
  void write(const std::string& path, unsigned threads, const WriteProgress& progress);

private:
  enum Names : std::size_t { events, sites, players, teams, sources, name_tables };
  struct Layout {
    std::string bytes;
    bool has_own_tags = false;
  };

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
  [[nodiscard]] RowNumbers numbers_of(const IncomingGame& game);
  [[nodiscard]] std::uint32_t layout_of(std::string_view bytes);

  class Encoding;
  struct Roots;
  [[nodiscard]] Roots make_tables(const std::string& path) const;
  void write_names(PageFile& file, const Roots& roots) const;
  void write_games(PageFile& file, const Roots& roots, unsigned threads,
                   const WriteProgress& progress) const;
  void write_lines(PageFile& file, const Roots& roots);
  void write_rest(const std::string& path) const;

  std::array<NameList, name_tables> m_names;
  std::vector<Layout> m_layouts; ///< number 1 first
  std::unordered_map<std::string, std::uint32_t> m_layout_numbers;
  std::size_t m_memory;
  std::size_t m_lines_in_memory; ///< rows
  LineIndex m_lines;             ///< the latest
  LineRuns m_runs;               ///< the others
  SeenFilter m_lines_on_disk;
  GameSpool m_games;
  std::set<std::pair<std::int64_t, std::uint32_t>> m_also_in; ///< rows of that table
  GameSpool::Window m_window;
};

} // namespace xq::store
