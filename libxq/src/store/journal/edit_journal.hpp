#pragma once

#include "sqlite/sqlite.hpp"
#include "store/journal/header_state.hpp"

#include <xq/store/edit_operation.hpp>

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace xq::store {

/// What operations did to the headers of one game.
struct GameHistory {
  struct Step {
    std::int64_t edit = 0;
    bool in_force = false;
    std::vector<HeaderChange> changes;
  };
  std::int64_t base_edit = 0; ///< the first of these operations
  HeaderState base;           ///< before it
  std::vector<Step> steps;    ///< in the order of the operations

  [[nodiscard]] const Step* step(std::int64_t edit) const;
  /// Take the operation as in force if it is not, and the reverse.
  void toggle(std::int64_t edit);
  /// The game after all operations that are in force; `toggled`: as if that one were not, or were.
  [[nodiscard]] HeaderState present(std::int64_t toggled = 0) const;
  /// What the game was before some of the operations in force, from the first state on.
  [[nodiscard]] std::vector<HeaderState> former() const;
};

/// The tables of schemas/ that begin with edit, on one connection. Functions that write belong into
/// a transaction. All throw DbError.
class EditJournal {
public:
  explicit EditJournal(sqlite::Database& db);
  /// Whether the file has these tables; one that an earlier version wrote may have none.
  [[nodiscard]] static bool is_in(sqlite::Database& db);

  using Operation = EditOperation;
  using Kind = Operation::Kind;
  /// As in column edit.kind, where Kind::import is an edit.
  [[nodiscard]] static std::string_view name(Kind kind) noexcept;
  /// Begin an operation, which is in force; `target` is what it takes back or does again, and
  /// changes its state. Returns its number.
  [[nodiscard]] std::int64_t begin(Kind kind, std::string_view what, std::int64_t target = 0);
  void set_games(std::int64_t edit, std::uint64_t games);
  /// Games from `first` to `last` belong to an operation of Kind::import.
  struct Added {
    std::int64_t first = 0, last = 0;
  };
  void add_import(std::int64_t edit, const Added& games);
  /// In rising order.
  [[nodiscard]] std::vector<Added> imported(std::int64_t edit);
  /// Forget an operation that changed nothing.
  void drop(std::int64_t edit);
  void add_base(std::int64_t edit, std::int64_t game, std::string_view record);
  void add_changes(std::int64_t edit, std::int64_t game, std::span<const HeaderChange> changes);

  /// All operations, the first one first.
  [[nodiscard]] std::vector<Operation> operations();
  [[nodiscard]] std::optional<Operation> operation(std::int64_t id);
  /// The last one that may be taken back: neither an undo nor taken back already.
  [[nodiscard]] std::optional<Operation> last();
  /// The last operation on `target`: itself, or what took it back or did it again; 0: none.
  [[nodiscard]] std::int64_t last_about(std::int64_t target);
  /// Games whose headers an operation changed, in rising order.
  [[nodiscard]] std::vector<std::int64_t> games(std::int64_t edit);
  [[nodiscard]] std::vector<HeaderChange> changes(std::int64_t edit, std::int64_t game);
  /// Whether some operation changed headers.
  [[nodiscard]] bool has_edits();
  /// The highest number of a game that an operation was about; 0: none.
  [[nodiscard]] std::int64_t last_game();
  /// Nothing for a game that no operation changed.
  [[nodiscard]] std::optional<GameHistory> history(std::int64_t game);
  /// What the game was before each operation in force, also before what was not done by operations.
  [[nodiscard]] std::vector<HeaderState> former(std::int64_t game);

private:
  [[nodiscard]] std::vector<Operation> select(std::string_view condition, std::int64_t value);
  [[nodiscard]] HeaderState base_of(std::int64_t game, std::string_view record) const;
  [[nodiscard]] std::vector<GameHistory> histories(std::int64_t game);

  sqlite::Database& m_db;
  sqlite::Statement m_add_base, m_add_change, m_bases, m_steps, m_changes;
};

} // namespace xq::store
