#pragma once

#include <xq/board/board_pattern.hpp>
#include <xq/board/zobrist.hpp>
#include <xq/record/aliases.hpp>
#include <xq/record/game.hpp>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace xq::store {

/// Games that reach a position, in whichever order of moves, or its left-right mirror image.
struct PositionFilter {
  BoardPattern pattern;
  std::optional<CanonicalKey> key; ///< when the pattern is one position: the index is asked first
};

/// Which games are wanted: all conditions that are set must hold. Names match anywhere within the
/// text, in either script of Chinese, ASCII letters without case; a name that has the text in it
/// stands for all names of its group.
struct Filter {
  std::string player{}; ///< on either side
  std::string red{};
  std::string black{};
  std::string event{};
  std::int64_t from = 0;  ///< yyyymmdd, 00 for any; games that can have been played then or later
  std::int64_t until = 0; ///< the same, then or before; games without a date match neither
  std::optional<record::Result> result{};
  std::string ecco{};                  ///< the code begins with it
  std::vector<std::string> openings{}; ///< the code is one of these; empty: whatever it is
  int min_plies = 0;
  std::optional<PositionFilter> position{};
  /// Of those that pass all this, none that GameDatabase::duplicates() lists. Only a database can
  /// say.
  bool unique = false;
  /// The groups of names, no condition by themselves; null: those that the database holds, or none
  /// for games that are in no database.
  std::shared_ptr<const record::Aliases> names{};

  [[nodiscard]] bool empty() const;
};

/// Whether a game that is in no database passes: the same answer as for one that is, of all but
/// Filter::position and Filter::unique. May be asked by several threads.
class Matcher {
public:
  explicit Matcher(const Filter& filter);
  [[nodiscard]] bool operator()(const record::Game& game) const;

private:
  struct Wanted;
  [[nodiscard]] std::shared_ptr<const Wanted> wanted(record::NameKind kind,
                                                     const std::string& text) const;
  [[nodiscard]] static bool is(const std::shared_ptr<const Wanted>& wanted, std::string_view name);
  [[nodiscard]] bool names_match(const record::Game& game) const;

  Filter m_filter;
  std::shared_ptr<const Wanted> m_player, m_red, m_black, m_event; ///< null: not asked for
};

/// `1998`, `1998.12`, `1998-12-09`, also with / between, as yyyymmdd; nothing for another form or a
/// day that is none.
[[nodiscard]] std::optional<std::int64_t> read_filter_date(std::string_view text);

} // namespace xq::store
