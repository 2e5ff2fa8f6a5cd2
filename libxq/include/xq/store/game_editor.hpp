#pragma once

// Corrections of a database, which can be taken back.
//
//     store::GameEditor editor{"archive.xqdb"};
//     const std::vector<std::int64_t> numbers{17};
//     editor.edit(numbers, {.settings = {{"Event", "全国赛"}}}, "a better name");
//     editor.commit();

#include <xq/base/error.hpp>
#include <xq/store/edit_operation.hpp>

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace xq::store {

/// What was asked for cannot be done to the games as they are; what() says why and what to do.
class EditRefused : public Error {
public:
  using Error::Error;
};

/// `edit`, `delete`, `undo`, `redo`, `import`.
[[nodiscard]] std::string_view name(EditOperation::Kind kind) noexcept;

/// Changes games of a game database, all in one transaction: nothing has happened before commit().
/// Every change is noted in the journal of the file (tables edit...) as an operation that can be
/// taken back. All functions throw DbError (BusyError while another program writes).
class GameEditor {
public:
  enum class Mode : std::uint8_t {
    write,
    preview ///< say what would change; the file is only read
  };
  explicit GameEditor(const std::string& path, Mode mode = Mode::write,
                      int busy_milliseconds = 2000);
  /// What was not committed is undone.
  ~GameEditor();
  GameEditor(const GameEditor&) = delete;
  GameEditor& operator=(const GameEditor&) = delete;

  /// Called with every game that changes, in rising order of numbers; false stops with Interrupted.
  using Visit = std::function<bool(const GameChange&)>;
  struct Done {
    std::int64_t operation = 0; ///< its number; 0: nothing changed, or Mode::preview
    std::uint64_t games = 0;
    std::uint64_t values = 0; ///< headers that changed
    /// How many of these games now say the same as another one of the database.
    std::uint64_t repeated = 0;
  };

  /// Change the headers of `games`, numbers in rising order. `what`: the command, for the journal.
  /// Throws EditRefused for a number that no game has.
  Done edit(std::span<const std::int64_t> games, const HeaderEdits& edits, std::string_view what,
            const Visit& visit = {});
  /// Delete `games` with everything that belongs to them, and sources that no other game has. Their
  /// numbers stay theirs. Throws as edit() does.
  Done remove(std::span<const std::int64_t> games, std::string_view what, const Visit& visit = {});
  /// Take back an operation, by default the last one that can be; of one that took back another,
  /// do that other one again. Throws EditRefused when there is none, or when something changed the
  /// same headers later. Deleted games come back with their numbers; of an import the games go that
  /// it added and that are still there.
  Done undo(std::optional<std::int64_t> operation, const Visit& visit = {});

  /// Operations that are in the journal, the first one first.
  [[nodiscard]] std::vector<EditOperation> operations();
  /// Call `visit` with what an operation changed. Throws EditRefused when there is none.
  void show(std::int64_t operation, const Visit& visit);

  /// Nothing can be done afterwards.
  void commit();

private:
  class Work;
  std::unique_ptr<Work> m_work;
};

} // namespace xq::store
