#pragma once

#include "record/facts.hpp"
#include "store/filter/condition.hpp"
#include "store/filter/named_text.hpp"

#include <xq/record/game.hpp>
#include <xq/store/query.hpp>

#include <cstdint>
#include <functional>
#include <span>
#include <string_view>

namespace xq::store {

class NameSql;

/// A game that is in no database, as filters look at it.
struct SeenGame {
  explicit SeenGame(const record::Game& seen) noexcept : game{seen}, facts{seen} {}
  const record::Game& game;
  record::Facts facts;
};

/// Whether a game passes. May be asked by several threads.
using FilterTest = std::function<bool(const SeenGame&)>;

/// What a filter looks at; what takes least is asked first. Of a game that could not be read to its
/// end only headers are asked.
enum class LooksAt : std::uint8_t { headers, moves, notes, database };

/// What filters of one kind do.
struct FilterKind {
  LooksAt looks_at;
  bool (*asked)(const Filter&);
  void (*read)(std::string_view text, Filter&);
  FilterTest (*test)(const Filter&);               ///< null: only a database can say
  Condition (*sql)(const NameSql&, const Filter&); ///< null: SQL cannot say
};

/// A filter: all that the house knows of it. Options of the commands, parameters of the service,
/// tests, SQL, captions and help come from here.
struct FilterRow : NamedText<Filter> {
  FilterKind kind;
  bool is_served = true; ///< false: it is about files, which are nobody's business elsewhere
};

/// All of them, in the order of the help. Questions about positions and paths have a table of their
/// own, see jobs::position_texts().
[[nodiscard]] std::span<const FilterRow> filter_table() noexcept;

} // namespace xq::store
