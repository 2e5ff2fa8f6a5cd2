#include "base/files/packer.hpp"
#include "base/os/path.hpp"
#include "base/script/chinese_script.hpp"
#include "base/script/lossy.hpp"
#include "base/text/ascii.hpp"
#include "cli/files/file_kind.hpp"
#include "cli/files/output.hpp"
#include "cli/games/database_output.hpp"
#include "cli/games/game_list.hpp"
#include "cli/games/page_options.hpp"
#include "cli/games/searched_games.hpp"
#include "cli/options/filter_options.hpp"
#include "cli/options/options.hpp"
#include "cli/options/position_options.hpp"
#include "cli/talk.hpp"
#include "command.hpp"

#include <xq/base/error.hpp>
#include <xq/base/translate.hpp>
#include <xq/store/game_database.hpp>
#include <xq/store/name_proposals.hpp>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace xq::cli {

namespace {

constexpr std::string_view table_form = "table";
constexpr std::string_view csv_form = "csv";
constexpr std::string_view json_form = "jsonl";

/// A list in one of three forms, or the games themselves in a format of files.
std::vector<std::string> forms() {
  std::vector<std::string> words{std::string{table_form}, std::string{csv_form},
                                 std::string{json_form}};
  for (auto& format : writable_formats()) {
    if (std::find(words.begin(), words.end(), format) == words.end()) {
      words.push_back(std::move(format));
    }
  }
  return words;
}

class Search final : public Command {
public:
  Search() { m_page.limit = 50; }

  void describe(OptionSet& options) override {
    m_source.describe(options, "look in this game database instead of files");
    options.add("duplicates", flag(m_duplicates),
                "list only the games that --unique leaves out, with the game that each repeats");
    describe_page(m_page, options, "list at most N games; 0: all of them");
    options.add("columns", columns(m_columns), "what a list shows of each game");
    m_output.describe(options, [this] { return FileRole{FileUse::replace, written_kind()}; });
    options.add("to", choice(m_to, forms(), "FORMAT"),
                "a list (table, csv, jsonl), or the games in a format; without it the end of "
                "FILE's name decides, and it is table on stdout");
    options.add("to-encoding", encoding_to_write(m_encoding),
                "encoding to write; CSV in a file begins with the mark of UTF-8 or UTF-16, which "
                "Excel looks for");
    m_wxf.describe_reading(options);
    m_position.describe(options);
    m_filter.describe(options, FilterOptions::Games::of_either);
    m_rejects.describe(options);
  }

  Exit run(const GlobalOptions& global) override {
    m_position.apply(m_filter.filter, m_wxf);
    m_filter.read_names();
    m_source.check(m_filter);
    require_repeats();
    const auto list = list_form(global);
    if (!list && !m_columns.empty()) {
      throw make_error<UsageError>("--columns is for lists: --to table, csv or jsonl");
    }
    SearchedGames games{m_source, m_filter, global, m_rejects, m_wxf};
    const auto found = jobs::find_games(games.database(), games.filter(), m_duplicates);
    const auto chosen = games.page(found, m_page);
    if (!list) {
      GameOutputOptions output;
      output.output = m_output;
      output.to = form();
      output.encoding = m_encoding;
      const auto exit = write_games(games, chosen.games, output, m_rejects, global);
      if (chosen.games.size() < found.games.size()) {
        say_count(global, games, found.games.size(), chosen);
      }
      return exit;
    }
    write_list(games, found, chosen.games, *list);
    say_count(global, games, found.games.size(), chosen);
    return games.status() != Exit::ok ? games.status()
           : found.games.empty()      ? Exit::negative
                                      : Exit::ok;
  }

private:
  void require_repeats() const {
    if (m_duplicates && m_source.database.empty()) {
      throw make_error<UsageError>(
          "--duplicates needs a game database: import the files first (xq import)");
    }
  }

  /// What is written: one of forms().
  [[nodiscard]] std::string form() const {
    const std::string path{without_packing(m_output.path)};
    const auto ending = lower(os::name_of(os::path_of(path).extension()));
    if (!m_to.empty() || ending.size() < 2) {
      return m_to.empty() ? std::string{table_form} : m_to;
    }
    const std::string word = ending.substr(1);
    return word == csv_form || word == json_form ? word : format_to_write({}, path);
  }
  [[nodiscard]] std::string written_kind() const {
    const auto written = form();
    const bool list = written == table_form || written == csv_form || written == json_form;
    return list ? std::string{file_kind::game_list} : written;
  }
  /// Nothing when games are written, not a list.
  [[nodiscard]] std::optional<GameList::Form> list_form(const GlobalOptions& global) const {
    const auto written = form();
    if (written == csv_form) {
      return GameList::Form::csv;
    }
    const bool json = written == json_form || (written == table_form && global.json);
    return json                    ? std::optional{GameList::Form::json}
           : written == table_form ? std::optional{GameList::Form::table}
                                   : std::nullopt;
  }

  /// The names that are one; a table for people shows the first of them.
  [[nodiscard]] record::Aliases canonical_names() const {
    return m_filter.filter.names != nullptr ? *m_filter.filter.names
           : m_source.database.empty()      ? record::Aliases{}
                                            : store::load_aliases(m_source.database);
  }
  static void use_canonical(const record::Aliases& names, record::Facts& facts) {
    using record::NameKind;
    facts.red = names.canonical(NameKind::player, facts.red);
    facts.black = names.canonical(NameKind::player, facts.black);
    facts.event = names.canonical(NameKind::event, facts.event);
    facts.site = names.canonical(NameKind::site, facts.site);
  }

  void write_list(SearchedGames& games, const jobs::FoundGames& found,
                  std::span<const std::int64_t> numbers, GameList::Form form) const {
    constexpr std::size_t usual_columns = 80; // of a file
    const bool to_stdout = m_output.path.empty() || m_output.path == "-";
    const jobs::GameFacts facts{games.database(), numbers, games.filter(), found};
    GameList list{form, m_columns, m_filter.filter.asks_moves(), m_duplicates,
                  to_stdout ? screen_columns() : usual_columns};
    Output out{m_output.path};
    const auto names = form == GameList::Form::table ? canonical_names() : record::Aliases{};
    std::string text;
    std::uint64_t substituted = 0;
    const bool marked = m_encoding != format::Encoding::gb18030;
    if (form == GameList::Form::csv && !to_stdout && marked) {
      out.write(byte_order_mark(m_encoding));
    }
    std::optional<ChineseScriptConverter> script; // Big5 has no simplified characters
    if (m_encoding == format::Encoding::big5) {
      script.emplace(ChineseScript::traditional);
    }
    const auto write = [&] {
      text = script ? script->convert(text) : text;
      out.write(m_encoding == format::Encoding::utf8 ? text
                                                     : encode_lossy(text, m_encoding, substituted));
      text.clear();
    };
    games.read(numbers, [&](record::Game& game, std::int64_t id) {
      jobs::FoundGame row{game, facts.at(id), facts.repeats(id)};
      use_canonical(names, row.facts);
      list.add(row, text);
      write();
      return true;
    });
    list.finish(text);
    write();
    out.commit();
    if (substituted != 0) {
      talk("xq: {} that {} lacks became □\n", counted(substituted, "{} character", "{} characters"),
           format::name(m_encoding));
    }
  }

  void say_count(const GlobalOptions& global, SearchedGames& games, std::size_t found,
                 const jobs::GamePage& chosen) const {
    const auto shown = chosen.games.size();
    if (found == 0) {
      games.say_none();
      return;
    }
    if (global.quiet) {
      return;
    }
    const auto count = counted(found, "{} game", "{} games");
    // Translators: the number of a game
    const auto next = chosen.more && shown != 0 ? localized("; --after {} shows the next",
                                                            games.number(chosen.games.back()))
                                                : std::string{};
    if (shown == found) {
      talk_lines(localized("xq: {}: {}\n", games.name(), count));
    } else if (m_page.after) {
      talk("xq: {}: {}, {} of them shown{}\n", games.name(), count, shown, next);
    } else {
      talk("xq: {}: {}, the first {} of them shown{}\n", games.name(), count, shown, next);
    }
  }

  GameSourceOptions m_source;
  OutputOptions m_output;
  std::string m_to;
  format::Encoding m_encoding = format::Encoding::utf8;
  jobs::PageQuestion m_page;
  std::vector<jobs::ListColumn> m_columns;
  WxfStyleOption m_wxf;
  PositionOptions m_position;
  FilterOptions m_filter;
  RejectOptions m_rejects;
  bool m_duplicates = false;
};

} // namespace

CommandInfo search_command() {
  return {
      .name = "search",
      .group = "Databases",
      .summary = "find games in files or in a game database",
      .synopsis = "IN...|GAMES.xqdb [POSITION] [FILTER]...",
      .description =
          "Lists the games that pass all filters and, if asked for, reach a position: number, "
          "date, players, result, opening, length, the ply at which the position is first "
          "reached, event. --columns chooses others, --sort the order, --limit and --after a page. "
          "The list is a table, CSV (--to csv) or a JSON object a line (--to jsonl, --json); "
          "with --to pgn, xqf or another format the games themselves are written, and xq export "
          "with the same options has more to say about how.\n\n"
          "A position counts in whichever order the moves were played, and so does its left-right "
          "mirror image. Positions of the opening come from the index that xq index makes, and so "
          "do words of comments; for other positions the moves of all games are looked "
          "through. Files are read whole each time, which takes as long as xq convert; a number is "
          "the place of a game among all that are read.\n\n"
          "Names match anywhere within a header, in simplified or traditional characters, ASCII "
          "letters "
          "without case. docs/search.md has an example of each kind of search.\n\n"
          "A game repeats another one when it has the same moves from the same position (fewer "
          "than "
          "40 plies: of no other players and no other day), when its moves are the first ones of "
          "the other, which is of the same players or has 40 plies in common with it, or when it "
          "was typed again with slips. --unique leaves such games out, --duplicates shows them; "
          "docs/same_game.md tells which tool counts what as a repeat.",
      .examples = {{"xq search games.xqdb --player 胡荣华 --ecco B", "a player's openings"},
                   {"xq search old.pgn --marks '\?\?'",
                    "games of a file in which a move is marked ??"},
                   {"xq search games.xqdb --moves \"炮二平五 马8进7 马二进三\"",
                    "games with the position after three plies"},
                   {"xq search games.xqdb --names names.txt --player 胡荣华",
                    "a player under all names that an alias file gives him"},
                   {"xq search games.xqdb --player 胡荣华 --sort -date,event --limit 20",
                    "the latest twenty; --after NUMBER, as the last line says, shows the next"},
                   {"xq search games.xqdb --ecco B --columns game,red,black,red-elo -o b.csv",
                    "these columns as CSV, for Excel, too"},
                   {"xq search games.xqdb --event 五羊杯 --limit 0 --to xqf -o cup/",
                    "the games, a file for each"},
                   {"xq search games.xqdb --duplicates --event 五羊杯",
                    "games of an event that are there twice"},
                   {"xq search games.xqdb --material RP-RN --limit 0",
                    "rook and pawn against rook and horse, with any guards"},
                   {"xq search games.xqdb --balance R-CC --hold 6 --at-ply 40-",
                    "a rook for two cannons, for six plies or more, after move 20"},
                   {"xq search games.xqdb --manoeuvre 马八进七,马七进六,马六进五",
                    "a horse that comes to the middle, by itself or in the mirror"},
                   {"xq search games.xqdb --moves \"炮二平五 马8进7\" --then 炮八平六",
                    "games in which this move was played there"},
                   {"xq search games.xqdb --comment \"弃车 绝杀\" --red-elo 2400-",
                    "both words in comments; Red's rating is 2400 or more"},
                   {"xq search games.xqdb --sub-position \"$PATTERN\"",
                    "with PATTERN=____k____/____R____/ and eight more ranks of _________: a red "
                    "rook before the king"}},
      .exits = {{Exit::negative, "no game matches"},
                {Exit::failure, "a file or the database could not be read"}},
      .answers = {{jobs::list_fields}},
      .create = create<Search>};
}

} // namespace xq::cli
