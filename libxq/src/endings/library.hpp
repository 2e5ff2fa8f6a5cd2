#pragma once

#include "endings/build.hpp"
#include "endings/table.hpp"

#include <xq/board/position.hpp>

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace xq::endings {

enum class Worth : std::uint8_t { draw, win, loss };

/// What a table says of a position, for the side to move.
struct Result {
  Worth worth = Worth::draw;
  bool by_rule = false; ///< no mate can be forced: the loser may not check for ever
  int plies = 0;        ///< to mate or stalemate; 0 for a draw and by the rule
  Number number = drawn;
};
/// A legal move and what it leads to, for the side that makes it.
struct RatedMove {
  Move move;
  Result result;
  bool best = false; ///< with it the result of the position comes about, soonest or latest
};

struct LibraryOptions {
  std::string folder = {}; ///< of tables, which are taken from there; empty: none
  /// Tables that are not there are counted in memory if this is enough for one and for those that
  /// captures lead to; 0: none is. What was counted before gives way.
  std::uint64_t memory = 0;
  bool judges_checks = true;
  std::function<bool()> keep_going = {}; ///< see BuildOptions
};

/// Tables of endings: read from a folder, or counted when they are needed. For any threads; while
/// one counts, the others wait.
class Library {
public:
  explicit Library(LibraryOptions options) : m_options{std::move(options)} {}

  /// Null: not in the folder, and too large for the memory, whatever was asked before. Throws
  /// FileError for a damaged file, and Interrupted.
  std::shared_ptr<const Table> find(const Material& material);
  /// The table as find(), whatever memory it takes; tables of what captures leave, too. `added` is
  /// called with each that was not there. It lives as long as the library if only this is called.
  const Table& make(const Material& material,
                    const std::function<void(const Table&)>& added = nullptr);

  /// Nothing where there is no table, or a piece stands where it cannot.
  std::optional<Result> probe(const Position& position);
  /// All legal moves of a position that probe() knows, the best first.
  std::vector<RatedMove> rate_moves(const Position& position);
  /// What answers depend on, in words.
  [[nodiscard]] std::string identity() const;

private:
  struct Kept {
    std::shared_ptr<const Table> table;
    bool was_looked_for = false; ///< in the folder
    bool is_counted = false;
    bool is_too_large = false; ///< for the memory
  };

  std::shared_ptr<const Table> find_locked(const Material& material);
  void make_locked(const Material& material, const std::function<void(const Table&)>& added);
  Kept& look_in_folder(const Material& material);
  [[nodiscard]] std::uint64_t bytes_to_make(const std::vector<Material>& materials);
  void make_room(std::uint64_t bytes, const std::vector<Material>& needed);

  LibraryOptions m_options;
  std::mutex m_mutex;
  std::map<Material, Kept> m_tables;
  std::uint64_t m_bytes = 0; ///< of tables counted in memory
};

/// Materials that captures leave of this one, itself last, none is_turned().
[[nodiscard]] std::vector<Material> with_smaller(const Material& material);

} // namespace xq::endings
