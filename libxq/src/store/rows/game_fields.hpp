#pragma once

#include <xq/record/game.hpp>

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace xq::store {

/// Where the value of a header is kept; frozen, column layout.kind.
enum class TagPlace : std::uint8_t {
  column, ///< its column of table game
  row,    ///< a row of table tag
  layout  ///< the layout itself: the same for all games that share it
};

/// The headers that are rows of a name table.
enum class NameField : std::uint8_t { event, site, red, black, red_team, black_team };
inline constexpr std::size_t name_field_count = 6;

/// A header whose value has no column: its place among the headers, from 0.
struct OwnTag {
  std::uint64_t place = 0;
  std::string_view value;
};

/// A game as the columns of its row: all of it, and nothing about where it came from. The views are
/// owned by whoever made it.
struct GameFields {
  std::string_view layout; ///< see LayoutReader
  std::array<std::string_view, name_field_count> names;
  std::int64_t date = 0; ///< yyyymmdd, 00 for what is not known; 0: no date
  std::string_view date_text;
  std::string_view round;
  std::string_view ecco;
  record::Result result = record::Result::unknown;
  std::string_view start_fen; ///< empty: the standard start
  std::string_view moves;
  std::string_view notes;
  std::vector<OwnTag> own_tags; ///< by place
};

/// Reads a layout: the list of headers as bytes. For each its name, its TagPlace and, for
/// TagPlace::layout, its value.
class LayoutReader {
public:
  struct Tag {
    std::string_view name;
    TagPlace place{};
    std::string_view value;
  };

  explicit LayoutReader(std::string_view layout) noexcept : m_rest{layout} {}
  [[nodiscard]] bool next(Tag& tag) noexcept;

  static void append(std::string& layout, const Tag& tag);
  /// Whether the value of this header is the column `ecco`.
  [[nodiscard]] static bool is_opening(const Tag& tag) noexcept;

private:
  std::string_view m_rest;
};

/// Where in a packed game the start position (without its counters) and the moves of the main line
/// stand.
struct SequenceSpan {
  std::size_t start = 0, start_end = 0;
  std::size_t moves = 0, moves_end = 0;
};

/// Turns games into bytes, equal if and only if the games are (record::equal()): for
/// hashes, for comparing, and to hand games from readers to the writer. Reusable; one for each
/// thread.
class GamePacker {
public:
  /// Append the packed form of a usable game.
  SequenceSpan pack(const record::Game& game, std::string& out);
  /// What the moves of that game say in column `ecco`, because its header says nothing; empty where
  /// the column is the header's.
  [[nodiscard]] std::string_view opening() const noexcept { return m_opening; }
  /// From here on the column is the header's even where it says nothing, as in databases that were
  /// made before; they do not find these games by their openings.
  void leave_column_to_header() noexcept { m_old_openings = true; }

private:
  void add_tag(const record::Game& game, std::uint64_t place, const record::Game::Tag& tag,
               unsigned& columns_used);
  bool set_column(const record::Game& game, unsigned column, std::string_view value);

  GameFields m_fields;
  std::string_view m_opening; ///< of record::openings(), which live as long as the program
  bool m_old_openings = false;
  std::string m_layout;
  std::string m_start_fen;
  std::string m_moves;
  std::string m_notes;
};

SequenceSpan pack(const GameFields& fields, std::string& out);
/// The views point into `packed`, which pack() wrote.
void unpack(std::string_view packed, GameFields& fields);
/// Reads bytes that may be damaged; false when they are.
[[nodiscard]] bool read_packed(std::string_view packed, GameFields& fields);

/// Build the game; `scratch` avoids allocations. False when the fields are damaged.
[[nodiscard]] bool restore(const GameFields& fields, record::Game& game,
                           std::vector<Move>& scratch);

/// `1998.12.??` as 19981200; 0 for an empty text or another form.
[[nodiscard]] std::int64_t date_number(std::string_view normalised) noexcept;
/// The reverse; empty for 0.
[[nodiscard]] std::string date_text(std::int64_t number);

} // namespace xq::store
