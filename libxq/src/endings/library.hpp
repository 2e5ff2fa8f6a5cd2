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
  /// Tables that are not there are counted in memory if this is enough for it and for all that are
  /// kept; 0: none is.
  std::uint64_t memory = 0;
  bool judges_checks = true;
  std::function<bool()> keep_going = {}; ///< see BuildOptions
};

/// Tables of endings: read from a folder, or counted when they are needed. For any threads; while
/// one counts, the others wait.
class Library {
public:
  explicit Library(LibraryOptions options) : m_options{std::move(options)} {}

  /// Null: not in the folder, and too large for the memory. The table lives as long as the library.
  /// Throws FileError for a damaged file, and Interrupted.
  const Table* find(const Material& material);
  /// The table as find(), whatever memory it takes; tables of what captures leave, too. `added` is
  /// called with each that was not there.
  const Table& make(const Material& material,
                    const std::function<void(const Table&)>& added = nullptr);

  /// Nothing where there is no table, or a piece stands where it cannot.
  std::optional<Result> probe(const Position& position);
  /// All legal moves of a position that probe() knows, the best first.
  std::vector<RatedMove> rate_moves(const Position& position);

private:
  const Table* find_locked(const Material& material);
  const Table& make_locked(const Material& material,
                           const std::function<void(const Table&)>& added);
  [[nodiscard]] bool has_room(const Material& material) const;

  LibraryOptions m_options;
  std::mutex m_mutex;
  std::map<Material, std::unique_ptr<Table>> m_tables;
  std::uint64_t m_bytes = 0; ///< of tables counted in memory
};

/// Materials that captures leave of this one, itself last, none is_turned().
[[nodiscard]] std::vector<Material> with_smaller(const Material& material);

} // namespace xq::endings
