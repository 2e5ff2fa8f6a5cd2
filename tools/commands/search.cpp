#include "base/text/json_writer.hpp"
#include "board/board_scan.hpp"
#include "cli/files/file_kind.hpp"
#include "cli/files/output.hpp"
#include "cli/options/filter_options.hpp"
#include "cli/options/position_options.hpp"
#include "cli/talk.hpp"
#include "command.hpp"
#include "store/rows/notes_code.hpp"

#include <xq/base/text.hpp>
#include <xq/base/translate.hpp>
#include <xq/record/ecco.hpp>
#include <xq/store/game_database.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>
#include <vector>

namespace xq::cli {

namespace {

enum Column : std::size_t {
  column_number,
  column_date,
  column_red,
  column_black,
  column_result,
  column_opening,
  column_plies,
  column_at,
  column_repeats,
  column_event,
  column_count
};
using Row = std::array<std::string, column_count>;
constexpr std::array<bool, column_count> right_aligned{true,  false, false, false, false,
                                                       false, true,  true,  false, false};

/// The widths of the columns, together at most 80 with the blanks between them: where that is too
/// much, the event and then the players are cut.
std::array<std::size_t, column_count> fitting_widths(const std::vector<Row>& rows) {
  constexpr std::size_t screen = 80;
  constexpr std::size_t least_event = 12;
  constexpr std::size_t least_name = 8;
  std::array<std::size_t, column_count> widths{};
  for (const Row& row : rows) {
    for (std::size_t c = 0; c < column_count; ++c) {
      widths[c] = std::max(widths[c], display_width(row[c]));
    }
  }
  std::size_t all = 0;
  for (const auto width : widths) {
    all += width == 0 ? 0 : width + 2;
  }
  all -= std::min<std::size_t>(all, 2);
  const auto shrink = [&](Column column, std::size_t least) {
    auto& width = widths[column];
    const auto off = std::min(all > screen ? all - screen : 0, width > least ? width - least : 0);
    width -= off;
    all -= off;
  };
  shrink(column_event, least_event);
  while (all > screen && std::max(widths[column_red], widths[column_black]) > least_name) {
    const auto longer = widths[column_red] >= widths[column_black] ? column_red : column_black;
    shrink(longer, widths[longer] - 1);
  }
  return widths;
}

class Search final : public Command {
public:
  void describe(OptionSet& options) override {
    options
        .add("db", file(m_database, reads(file_kind::game_database)),
             "the game database to look in")
        .required = true;
    options.add("limit", number(m_limit, 0, 1'000'000'000), "list at most N games; 0: all of them");
    options.add("duplicates", flag(m_duplicates),
                "list only the games that --unique leaves out, with the game that each repeats");
    m_wxf.describe_reading(options);
    m_position.describe(options);
    m_filter.describe(options);
  }

  Exit run(const GlobalOptions& global) override {
    m_position.apply(m_filter.filter, m_wxf);
    m_filter.read_names();
    store::GameDatabase database{m_database};
    const auto found = find(database);
    if (m_filter.filter.position) {
      m_scan.emplace(m_filter.filter.position->pattern);
    }
    Output out;
    const auto shown = m_limit == 0 ? found.size() : std::min(found.size(), m_limit);
    std::vector<Row> rows;
    database.read({found.data(), shown}, [&](record::Game& game) {
      if (global.json) {
        out.write(json_line(game));
      } else {
        rows.push_back(row(game));
      }
      return true;
    });
    if (!rows.empty()) {
      out.write(table(rows));
    }
    out.commit();
    say_count(global, found.size(), shown);
    return found.empty() ? Exit::negative : Exit::ok;
  }

private:
  std::vector<std::int64_t> find(store::GameDatabase& database) {
    if (!m_duplicates) {
      return database.find(m_filter.filter);
    }
    std::vector<std::int64_t> found;
    m_repeats = database.duplicates(m_filter.filter);
    for (const auto& d : m_repeats) {
      found.push_back(d.game);
    }
    return found;
  }

  /// What the game repeats; null when that was not asked for.
  [[nodiscard]] const store::Duplicate* repeated(const record::Game& game) const {
    const auto id = static_cast<std::int64_t>(game.number);
    const auto at = std::lower_bound(
        m_repeats.begin(), m_repeats.end(), id,
        [](const store::Duplicate& d, std::int64_t wanted) { return d.game < wanted; });
    return at == m_repeats.end() || at->game != id ? nullptr : &*at;
  }

  void say_count(const GlobalOptions& global, std::size_t found, std::size_t shown) const {
    if (found == 0) {
      talk("xq: {}: no game matches\n", m_database);
    } else if (!global.quiet) {
      const auto games = counted(found, "{} game", "{} games");
      if (shown == found) {
        talk_lines(localized("xq: {}: {}\n", m_database, games));
      } else {
        talk("xq: {}: {}, the first {} of them shown\n", m_database, games, shown);
      }
    }
  }

  /// The ply after which the position is reached, where one was asked for.
  std::optional<int> reached(const record::Game& game) {
    if (!m_scan) {
      return std::nullopt;
    }
    m_moves.clear();
    store::encode_moves(game, m_moves);
    return m_scan->find(game.start(), m_moves);
  }

  static std::string opening(const record::Game& game) {
    const auto given = game.tag("ECCO");
    const auto* found = given.empty() ? record::classify(game) : nullptr;
    return found == nullptr ? std::string{given} : std::string{found->code};
  }

  static std::string relation(const store::Duplicate& d) {
    return d.how == store::Duplicate::How::same_moves ? localized("same as {}", d.of)
                                                      : localized("part of {}", d.of);
  }

  Row row(const record::Game& game) {
    const auto at = reached(game);
    const auto* const repeats = repeated(game);
    return {std::to_string(game.number),
            cell(game.tag("Date")),
            cell(game.tag("Red"), 20),
            cell(game.tag("Black"), 20),
            std::string{to_text(game.result())},
            cell(opening(game)),
            std::to_string(game.plies()),
            at ? std::to_string(*at) : std::string{},
            repeats == nullptr ? std::string{} : relation(*repeats),
            cell(game.tag("Event"), 36)};
  }

  std::string json_line(const record::Game& game) {
    std::string line;
    JsonWriter json{line};
    json.begin_object().member("game", game.number);
    for (const auto* name : {"Event", "Date", "Red", "Black"}) {
      std::string key{name};
      key[0] = static_cast<char>(key[0] - 'A' + 'a');
      json.member(key, game.tag(name));
    }
    json.member("result", to_text(game.result()))
        .member("ecco", std::string_view{opening(game)})
        .member("plies", game.plies());
    if (const auto at = reached(game)) {
      json.member("ply", *at);
    }
    if (const auto* const repeats = repeated(game)) {
      json.member(repeats->how == store::Duplicate::How::same_moves ? "same_as" : "part_of",
                  repeats->of);
    }
    json.member("source", game.source).end_object();
    return line + '\n';
  }

  [[nodiscard]] std::string table(std::vector<Row>& rows) const {
    // Translators: heading over the ply at which a game reaches the position
    const auto at = m_scan ? localized("at") : std::string{};
    // Translators: heading over `same as 12` and `part of 12`
    const auto repeats = m_duplicates ? localized("repeats") : std::string{};
    rows.insert(rows.begin(), Row{localized("game"), localized("date"), localized("red"),
                                  localized("black"), localized("result"), localized("ecco"),
                                  localized("plies"), at, repeats, localized("event")});
    const auto widths = fitting_widths(rows);
    std::string out;
    for (Row& row : rows) {
      std::string line;
      for (const auto c : {column_red, column_black, column_event}) {
        row[c] = cell(row[c], widths[c]);
      }
      for (std::size_t c = 0; c < column_count; ++c) {
        if (widths[c] == 0) {
          continue;
        }
        line += line.empty() ? "" : "  ";
        line +=
            right_aligned[c]
                ? fmt::format("{}{}", std::string(widths[c] - display_width(row[c]), ' '), row[c])
                : pad_right(row[c], widths[c]);
      }
      line.erase(line.find_last_not_of(' ') + 1);
      out += line;
      out += '\n';
    }
    return out;
  }

  std::string m_database;
  std::size_t m_limit = 50;
  WxfStyleOption m_wxf;
  PositionOptions m_position;
  FilterOptions m_filter;
  bool m_duplicates = false;
  std::vector<store::Duplicate> m_repeats; ///< by game
  std::optional<BoardScan> m_scan;
  std::string m_moves;
};

} // namespace

CommandInfo search_command() {
  return {
      .name = "search",
      .group = "Databases",
      .summary = "find games in a game database",
      .synopsis = "--db GAMES.xqdb [POSITION] [FILTER]...",
      .description =
          "Lists the games that pass all filters and, if asked for, reach a position: number, "
          "date, players, result, opening, length, the ply at which the position is first "
          "reached, event. With --json one object a line. xq export with the same options writes "
          "the games themselves.\n\n"
          "A position counts in whichever order the moves were played, and so does its left-right "
          "mirror image. Positions of the opening come from the index that xq index makes; for "
          "others the moves of all games are looked through.\n\n"
          "Names match anywhere within a header, in simplified or traditional characters, ASCII "
          "letters "
          "without case.\n\n"
          "A game repeats another one when it has the same moves from the same position, or when "
          "its moves are the first ones of the other, which is of the same players or has 40 plies "
          "in common with it. --unique leaves such games out, --duplicates shows them.",
      .examples = {{"xq search --db games.xqdb --player 胡荣华 --ecco B", "a player's openings"},
                   {"xq search --db games.xqdb --moves \"炮二平五 马8进7 马二进三\"",
                    "games with the position after three plies"},
                   {"xq search --db games.xqdb --names names.txt --player 胡荣华",
                    "a player under all names that an alias file gives him"},
                   {"xq search --db games.xqdb --duplicates --event 五羊杯",
                    "games of an event that are there twice"},
                   {"xq search --db games.xqdb --material RP-RN --limit 0",
                    "rook and pawn against rook and horse, with any guards"},
                   {"xq search --db games.xqdb --sub-position \"$PATTERN\"",
                    "with PATTERN=____k____/____R____/ and eight more ranks of _________: a red "
                    "rook before the king"}},
      .exits = {{Exit::negative, "no game matches"},
                {Exit::failure, "the database could not be read"}},
      .create = create<Search>};
}

} // namespace xq::cli
