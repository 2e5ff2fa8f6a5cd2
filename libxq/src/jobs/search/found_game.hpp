#pragma once

#include "base/text/json_writer.hpp"
#include "jobs/search/list_columns.hpp"
#include "record/facts.hpp"

#include <xq/record/game.hpp>
#include <xq/store/game_database.hpp>

#include <optional>
#include <string>

namespace xq::jobs {

/// A game of a list, with what it does not say itself.
struct FoundGame {
  const record::Game& game;
  std::optional<int> at;                     ///< the ply after which it reaches what was asked for
  const store::Duplicate* repeats = nullptr; ///< null: nothing, or that was not asked for
  record::Facts facts{game};
};

/// What a column says, in the language of the process; empty where there is nothing to say.
[[nodiscard]] std::string text_of(const FoundGame& found, ListColumn column);

/// The same for a table that people read: openings in their language, too.
[[nodiscard]] std::string shown_text_of(const FoundGame& found, ListColumn column);

/// The column as a member of an open object, in the same way in every language. Where there is
/// nothing to say, numbers are null with `always`, and left out without it; so is
/// ListColumn::repeats in any case.
void write_member(JsonWriter& json, const FoundGame& found, ListColumn column, bool always);

} // namespace xq::jobs
