#pragma once

#include <xq/store/bulk_table.hpp>
#include <xq/store/game_fields.hpp>

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace xq::store {

/// A row of table game: its columns without the number. 0 and empty stand for NULL.
struct GameRecord {
  std::int64_t source = 0;
  std::int64_t layout = 0;
  std::array<std::int64_t, name_field_count> names{};
  std::int64_t date = 0;
  std::string_view date_text;
  std::string_view round;
  std::string_view ecco;
  std::int64_t result = 0;
  std::int64_t plies = 0;
  std::string_view start_fen;
  std::string_view moves;
  std::string_view notes;

  /// All that `fields` says but what has numbers of its own: layout, names and own tags.
  /// `has_opening`: of the layout, see LayoutReader::is_opening().
  [[nodiscard]] bool says(const GameFields& fields, bool has_opening) const noexcept;
  /// The reverse: fill in the same parts of `fields`.
  void tell(GameFields& fields, bool has_opening) const;
};

/// Append the record.
void write_record(const GameRecord& row, RecordBuilder& builder, std::string& out);
/// False for bytes that write_record() did not make; `row` points into them.
[[nodiscard]] bool read_record(std::string_view bytes, GameRecord& row) noexcept;

} // namespace xq::store
