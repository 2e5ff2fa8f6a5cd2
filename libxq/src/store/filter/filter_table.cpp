#include "store/filter/filter_table.hpp"

#include "base/text/ascii.hpp"
#include "base/text/json_writer.hpp"
#include "record/header_names.hpp"
#include "store/filter/filter_values.hpp"
#include "store/filter/name_sql.hpp"
#include "store/words/word_query.hpp"

#include <xq/base/translate.hpp>
#include <xq/record/ecco.hpp>

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <memory>
#include <utility>

namespace xq::store {

namespace {

using record::Facts;
using record::NameKind;

// ---- names ------------------------------------------------------------------------------------

/// A header that holds a name, and its column.
struct NameColumn {
  std::string_view Facts::*fact;
  std::string_view column, table;
  NameKind kind;
};
constexpr NameColumn red{&Facts::red, "red", "player", NameKind::player};
constexpr NameColumn black{&Facts::black, "black", "player", NameKind::player};
constexpr NameColumn event{&Facts::event, "event", "event", NameKind::event};
constexpr NameColumn site{&Facts::site, "site", "site", NameKind::site};

/// What a filter means by a name, and what the groups of names make of it.
class WantedName {
public:
  WantedName(const std::string& text, NameKind kind,
             const std::shared_ptr<const record::Aliases>& names)
      : m_pattern{text, kind} {
    if (names != nullptr) {
      m_aliases = m_pattern.in_groups(*names, kind);
    }
  }
  [[nodiscard]] bool operator()(std::string_view name) const {
    return m_pattern(name) || std::binary_search(m_aliases.begin(), m_aliases.end(), name);
  }

private:
  NamePattern m_pattern;
  std::vector<std::string> m_aliases; ///< sorted
};

void set(Condition& all, std::string_view sql, const Condition& part) {
  all.sql += fmt::format("{}{}", all.sql.empty() ? "(" : " OR ", sql);
  all.values.insert(all.values.end(), part.values.begin(), part.values.end());
}

/// The name stands in one of the columns.
template <std::string Filter::*text, const NameColumn& first, const NameColumn&... others>
constexpr FilterKind name_in{
    LooksAt::headers, [](const Filter& filter) { return !(filter.*text).empty(); },
    [](std::string_view given, Filter& filter) { filter.*text = given; },
    [](const Filter& filter) -> FilterTest {
      return [wanted = WantedName{filter.*text, first.kind, filter.names}](const SeenGame& seen) {
        return wanted(seen.facts.*first.fact) || (wanted(seen.facts.*others.fact) || ...);
      };
    },
    [](const NameSql& names, const Filter& filter) {
      const auto match = names.of(first.kind, filter.*text);
      Condition all;
      for (const NameColumn* column : {&first, &others...}) {
        set(all,
            fmt::format("g.{} IN (SELECT id FROM {} WHERE {})", column->column, column->table,
                        match.sql),
            match);
      }
      all.sql += ')';
      return all;
    }};

// ---- numbers, dates, results ------------------------------------------------------------------

/// Single numbers are a list, since an expression has at most 1,000 parts.
Condition numbers_sql(const NameSql& /*names*/, const Filter& filter) {
  Condition part;
  std::string singles;
  JsonWriter json{singles};
  json.begin_array();
  for (const auto& [first, last] : filter.games) {
    if (first == last) {
      json.value(first);
      continue;
    }
    part.sql += "g.id BETWEEN ? AND ? OR ";
    part.values.emplace_back(first);
    part.values.emplace_back(last);
  }
  json.end_array();
  part.values.emplace_back(std::move(singles));
  part.sql = fmt::format("({}g.id IN (SELECT value FROM json_each(?)))", part.sql);
  return part;
}

constexpr FilterKind numbers{
    LooksAt::headers, [](const Filter& filter) { return !filter.games.empty(); },
    [](std::string_view text, Filter& filter) { filter.games = read_numbers(text); },
    [](const Filter& filter) -> FilterTest {
      return [ranges = filter.games](const SeenGame& seen) {
        return std::any_of(ranges.begin(), ranges.end(), [&](const GameRange& range) {
          return std::cmp_less_equal(range.first, seen.game.number) &&
                 std::cmp_less_equal(seen.game.number, range.last);
        });
      };
    },
    numbers_sql};

constexpr FilterKind since{
    LooksAt::headers, [](const Filter& filter) { return filter.from != 0; },
    [](std::string_view text, Filter& filter) { filter.from = read_date(text); },
    [](const Filter& filter) -> FilterTest {
      return [from = filter.from](const SeenGame& seen) {
        const auto days = seen.facts.days();
        return days.known() && days.last >= from;
      };
    },
    // A game of 1998.??.?? may have been played on any day of 1998: its date is a range, the last
    // day of which stands here as record::days_of() has it.
    [](const NameSql&, const Filter& filter) {
      return Condition{"g.date + CASE WHEN g.date % 10000 < 100 THEN 9999 - g.date % 10000 "
                       "WHEN g.date % 100 = 0 THEN 99 ELSE 0 END >= ?",
                       {filter.from}};
    }};

constexpr FilterKind until{
    LooksAt::headers, [](const Filter& filter) { return filter.until != 0; },
    [](std::string_view text, Filter& filter) { filter.until = read_date(text); },
    [](const Filter& filter) -> FilterTest {
      return [last = record::days_of(filter.until).last](const SeenGame& seen) {
        const auto days = seen.facts.days();
        return days.known() && days.first <= last;
      };
    },
    [](const NameSql&, const Filter& filter) {
      return Condition{"g.date <= ?", {std::int64_t{record::days_of(filter.until).last}}};
    }};

constexpr FilterKind result{
    LooksAt::headers, [](const Filter& filter) { return filter.result.has_value(); },
    [](std::string_view text, Filter& filter) { filter.result = read_result(text); },
    [](const Filter& filter) -> FilterTest {
      return
          [wanted = *filter.result](const SeenGame& seen) { return seen.game.result() == wanted; };
    },
    [](const NameSql&, const Filter& filter) {
      return Condition{"g.result = ?", {static_cast<std::int64_t>(*filter.result)}};
    }};

/// The condition on a rating, which is read from the headers as record::Facts reads it.
template <Color side>
Condition level_sql(const Range& range) {
  std::string names;
  for (const auto name : record::names_of(side == Color::red ? record::HeaderKind::red_level
                                                             : record::HeaderKind::black_level)) {
    names += fmt::format("{}'{}'", names.empty() ? "" : ", ", name);
  }
  return {fmt::format("coalesce((SELECT CAST(name AS INTEGER) AS level FROM {} WHERE name GLOB "
                      "'[0-9]*' AND CAST(name AS INTEGER) BETWEEN 1 AND {} ORDER BY place LIMIT "
                      "1), 0) BETWEEN ? AND ?",
                      headers_sql(names), record::most_level),
          {std::int64_t{range.least}, std::int64_t{range.most}}};
}

template <std::optional<Range> Filter::*range, Color side>
constexpr FilterKind level{
    LooksAt::headers, [](const Filter& filter) { return (filter.*range).has_value(); },
    [](std::string_view text, Filter& filter) { filter.*range = read_range(text); },
    [](const Filter& filter) -> FilterTest {
      return [wanted = *(filter.*range)](const SeenGame& seen) {
        const int is = seen.facts.levels[to_index(side)];
        return is >= wanted.least && is <= wanted.most;
      };
    },
    [](const NameSql&, const Filter& filter) { return level_sql<side>(*(filter.*range)); }};

constexpr FilterKind min_plies{
    LooksAt::moves, [](const Filter& filter) { return filter.min_plies > 0; },
    [](std::string_view text, Filter& filter) { filter.min_plies = read_plies(text); },
    [](const Filter& filter) -> FilterTest {
      return
          [least = filter.min_plies](const SeenGame& seen) { return seen.game.plies() >= least; };
    },
    [](const NameSql&, const Filter& filter) {
      return Condition{"g.plies >= ?", {std::int64_t{filter.min_plies}}};
    }};

constexpr FilterKind max_plies{
    LooksAt::moves, [](const Filter& filter) { return filter.max_plies.has_value(); },
    [](std::string_view text, Filter& filter) { filter.max_plies = read_plies(text); },
    [](const Filter& filter) -> FilterTest {
      return [most = *filter.max_plies](const SeenGame& seen) { return seen.game.plies() <= most; };
    },
    [](const NameSql&, const Filter& filter) {
      return Condition{"g.plies <= ?", {std::int64_t{*filter.max_plies}}};
    }};

// ---- openings ---------------------------------------------------------------------------------

bool begins_with(std::string_view text, std::string_view part) {
  return text.size() >= part.size() &&
         std::equal(part.begin(), part.end(), text.begin(),
                    [](char a, char b) { return equal_ignoring_case(a, b); });
}

constexpr FilterKind code{
    LooksAt::moves,
    [](const Filter& filter) { return !filter.ecco.empty() || !filter.openings.empty(); },
    read_code,
    [](const Filter& filter) -> FilterTest {
      return [beginning = filter.ecco, codes = filter.openings](const SeenGame& seen) {
        const auto is = record::opening_code(seen.game);
        return begins_with(is, beginning) &&
               (codes.empty() ||
                (!is.empty() && std::find(codes.begin(), codes.end(), is) != codes.end()));
      };
    },
    [](const NameSql&, const Filter& filter) {
      Condition all;
      if (!filter.ecco.empty()) {
        all = {"g.ecco LIKE ? ESCAPE '\\'", {like_literal(filter.ecco) + "%"}};
      }
      if (!filter.openings.empty()) {
        all.sql += fmt::format("{}g.ecco IN (SELECT value FROM json_each(?))",
                               all.sql.empty() ? "" : " AND ");
        all.values.emplace_back(json_list(filter.openings));
      }
      return all;
    }};

/// Whether the name of the code, or a header, names the opening so.
bool names_opening(const record::Game& game, const NamePattern& wanted) {
  const auto* const known = record::find_opening(record::opening_code(game));
  bool named = known != nullptr && wanted(known->name);
  for (std::size_t i = 0; i < game.tag_count() && !named; ++i) {
    const auto tag = game.tag_at(i);
    named =
        (equal_ignoring_case(tag.name, "Opening") || equal_ignoring_case(tag.name, "Variation")) &&
        wanted(tag.value);
  }
  return named;
}

Condition opening_sql(const NameSql& /*names*/, const Filter& filter) {
  const NamePattern pattern{filter.opening};
  std::vector<std::string> codes;
  for (const auto& opening : record::openings()) {
    if (pattern(opening.name)) {
      codes.emplace_back(opening.code);
    }
  }
  const auto match = like_any(pattern);
  Condition all{fmt::format("(g.ecco IN (SELECT value FROM json_each(?)) OR EXISTS (SELECT 1 FROM "
                            "{} WHERE {}))",
                            headers_sql("'Opening', 'Variation'"), match.sql),
                {json_list(codes)}};
  all.values.insert(all.values.end(), match.values.begin(), match.values.end());
  return all;
}

constexpr FilterKind opening{LooksAt::moves,
                             [](const Filter& filter) { return !filter.opening.empty(); },
                             [](std::string_view text, Filter& filter) { filter.opening = text; },
                             [](const Filter& filter) -> FilterTest {
                               return [wanted = NamePattern{filter.opening}](const SeenGame& seen) {
                                 return names_opening(seen.game, wanted);
                               };
                             },
                             opening_sql};

// ---- sources, comments, marks -----------------------------------------------------------------

constexpr FilterKind source{
    LooksAt::headers, [](const Filter& filter) { return !filter.source.empty(); },
    [](std::string_view text, Filter& filter) { filter.source = text; },
    [](const Filter& filter) -> FilterTest {
      return [wanted = NamePattern{filter.source}](const SeenGame& seen) {
        return wanted(seen.game.source);
      };
    },
    [](const NameSql&, const Filter& filter) {
      const auto match = like_any(NamePattern{filter.source});
      Condition all{fmt::format("(g.source IN (SELECT id FROM source WHERE {0}) OR g.id IN (SELECT "
                                "game FROM also_in WHERE source IN (SELECT id FROM source WHERE "
                                "{0})))",
                                match.sql),
                    match.values};
      all.values.insert(all.values.end(), match.values.begin(), match.values.end());
      return all;
    }};

constexpr FilterKind words{
    LooksAt::notes, [](const Filter& filter) { return !filter.comment.empty(); },
    [](std::string_view text, Filter& filter) { filter.comment = read_words(text); },
    [](const Filter& filter) -> FilterTest {
      return [wanted = std::make_shared<const WordQuery>(filter.comment)](const SeenGame& seen) {
        return seen.game.has_notes() && (*wanted)(seen.game);
      };
    },
    [](const NameSql&, const Filter&) {
      return Condition{"g.notes IS NOT NULL", {}};
    }};

bool has_mark(const record::Game& game, const std::vector<std::uint16_t>& wanted) {
  bool has = false;
  for (auto node = game.node(record::root_node).first_child; node != record::no_node && !has;
       node = game.node(node).first_child) {
    game.for_each_note(node, [&](const record::Game::Note& note) {
      has = has || (note.kind == record::NoteKind::nag &&
                    std::find(wanted.begin(), wanted.end(), note.nag) != wanted.end());
    });
  }
  return has;
}

constexpr FilterKind marks{
    LooksAt::notes, [](const Filter& filter) { return !filter.marks.empty(); },
    [](std::string_view text, Filter& filter) { filter.marks = read_marks(text); },
    [](const Filter& filter) -> FilterTest {
      return [wanted = filter.marks](const SeenGame& seen) {
        return seen.game.has_notes() && has_mark(seen.game, wanted);
      };
    },
    [](const NameSql&, const Filter&) {
      return Condition{"(g.notes IS NOT NULL OR g.id IN (SELECT game FROM annotation))", {}};
    }};

constexpr FilterKind unique{LooksAt::database, [](const Filter& filter) { return filter.unique; },
                            [](std::string_view, Filter& filter) { filter.unique = true; }, nullptr,
                            nullptr};

// ---- the table --------------------------------------------------------------------------------

constexpr FilterRow row(std::string_view name, std::string_view value, std::string_view caption,
                        std::string_view help, const FilterKind& kind) {
  return {{name, value, caption, help, kind.read}, kind};
}
constexpr FilterRow with_letter(FilterRow row, char letter) {
  row.letter = letter;
  return row;
}
constexpr FilterRow with_choices(FilterRow row, std::string_view choices) {
  row.choices = choices;
  return row;
}
constexpr FilterRow not_served(FilterRow row) {
  row.is_served = false;
  return row;
}

constexpr auto table = std::to_array<FilterRow>({
    with_letter(
        row("game", "LIST", to_translate("Numbers"),
            "the game has one of these numbers: 17 or 3,7,10-20, as xq search shows them; of "
            "games in files, its place among all that are read",
            numbers),
        'g'),
    row("player", "NAME", to_translate("Player"), "NAME is part of either player's name",
        name_in<&Filter::player, red, black>),
    row("red", "NAME", to_translate("Red"), "NAME is part of Red's name",
        name_in<&Filter::red, red>),
    row("black", "NAME", to_translate("Black"), "NAME is part of Black's name",
        name_in<&Filter::black, black>),
    row("event", "NAME", to_translate("Event"), "NAME is part of the event",
        name_in<&Filter::event, event>),
    row("site", "TEXT", to_translate("Place"), "TEXT is part of the site",
        name_in<&Filter::site, site>),
    row("since", "DATE", to_translate("Since"),
        "played then or later: 1998, 1998.12 or 1998.12.09; a date that is only partly known "
        "passes if it may be",
        since),
    row("until", "DATE", to_translate("Until"), "played then or before", until),
    with_choices(
        row("result", "RESULT", to_translate("Result"), "the game has this result", result),
        "1-0 0-1 1/2-1/2 *"),
    row("ecco", "CODE", to_translate("Opening code"),
        "the opening: CODE is the beginning of its code (B, C2, D05) "
        "or a part of its name (屏风马); xq ecco lists them",
        code),
    row("opening", "NAME", to_translate("Opening"),
        "NAME is part of the opening's name: that of its code, or the header Opening or "
        "Variation",
        opening),
    row("red-elo", "RANGE", to_translate("Red's rating"),
        "Red's rating (RedElo, RedRating) is in this range: 2400-2600, or 2400- for 2400 and "
        "more",
        level<&Filter::red_level, Color::red>),
    row("black-elo", "RANGE", to_translate("Black's rating"), "Black's rating is in this range",
        level<&Filter::black_level, Color::black>),
    row("min-plies", "N", to_translate("At least plies"), "at least N plies long", min_plies),
    row("max-plies", "N", to_translate("At most plies"), "at most N plies long", max_plies),
    row("comment", "WORDS", to_translate("Words of comments"),
        "comments have all of these words: Chinese characters anywhere, other words whole or, "
        "with * behind, their beginnings; a phrase in double quotes",
        words),
    row("marks", "MARKS", to_translate("Marks"),
        "a move has one of these marks, in the record or by xq annotate: ?? or ?,??", marks),
    not_served(row("source", "FILE", to_translate("File"),
                   "FILE is part of the name of the file that the game was read from; of a game of "
                   "a database, of any file that had it",
                   source)),
    row("unique", "", to_translate("Each game once"),
        "of games with the same moves only the one whose header says most, and none that is "
        "the beginning of another one of the same players, or of any if it has 40 plies; "
        "with --db",
        unique),
});

} // namespace

std::span<const FilterRow> filter_table() noexcept { return table; }

} // namespace xq::store
