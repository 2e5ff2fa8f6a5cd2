#include "base/text/json_writer.hpp"
#include "cli/files/file_kind.hpp"
#include "cli/games/report.hpp"
#include "cli/games/score_sheet.hpp"
#include "cli/next_step.hpp"
#include "cli/options/filter_options.hpp"
#include "cli/options/options.hpp"
#include "cli/options/position_options.hpp"
#include "cli/talk.hpp"
#include "command.hpp"
#include "jobs/annotation/stored_values.hpp"
#include "jobs/answer/write.hpp"
#include "play/board.hpp"
#include "service/games/game_json.hpp"

#include <xq/base/error.hpp>
#include <xq/base/translate.hpp>
#include <xq/board/fen.hpp>
#include <xq/record/ecco.hpp>
#include <xq/record/game.hpp>
#include <xq/render/svg_board.hpp>
#include <xq/store/game_database.hpp>

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

namespace xq::cli {

namespace {

constexpr auto highest = std::numeric_limits<std::int64_t>::max();

/// The position that is shown, and the move that led there.
struct Moment {
  int ply = 0;
  Position position;
  Move last{};
};

using jobs::get;
using jobs::Kind;

struct ShownMoment {
  const record::Game& game;
  const Moment& moment;
};
constexpr auto moment_fields = std::to_array<jobs::FieldOf<ShownMoment>>(
    {{"game", Kind::count, [](const ShownMoment& s) -> jobs::Value { return s.game.number; }},
     {"source", Kind::text,
      [](const ShownMoment& s) -> jobs::Value { return std::string_view{s.game.source}; }},
     {"usable", Kind::flag, [](const ShownMoment& s) -> jobs::Value { return s.game.usable(); }},
     {"ply", Kind::count, [](const ShownMoment& s) -> jobs::Value { return s.moment.ply; }},
     {"fen_at_ply", Kind::position,
      [](const ShownMoment& s) -> jobs::Value { return write_fen(s.moment.position); }}});

class Show final : public Command {
public:
  void describe(OptionSet& options) override {
    options.add_argument(files(
                             m_input.inputs, [this] { return input_role(); }, "FILE"),
                         "a game database, or a file, a folder or - for stdin with games in any "
                         "format");
    options.add_argument(number(m_number, 1, highest),
                         "the game's number, as xq search and xq verify tell it; without it the "
                         "first game that passes the filters",
                         0, 1);
    options.add("ply", number(m_ply, 0, 100'000),
                "show the board after N plies, too; 0: the start");
    options.add("board", flag(m_board), "show the board at the end, too");
    options.add("svg", flag(m_svg),
                "print the board, at the end or after --ply, as an SVG picture, nothing else");
    options.add("pieces", choice(m_letters, {{"chinese", false}, {"letters", true}}, "KIND"),
                "draw the board with Chinese pieces or with letters");
    options.add("flip", flag(m_flipped), "Black at the bottom");
    m_notation.describe(options);
    m_input.describe_reading(options);
    m_position.describe(options);
    m_filter.describe(options, FilterOptions::Games::of_either);
  }

  Exit run(const GlobalOptions& global) override {
    if (m_number && !m_filter.filter.games.empty()) {
      throw make_error<UsageError>("{} and --game say the same: give one of them", "N");
    }
    m_filter.require_database(from_database());
    m_position.apply(m_filter.filter, m_notation.wxf);
    m_filter.read_names();
    m_filtered = !m_filter.filter.empty();
    if (m_number) {
      m_filter.filter.games = {{*m_number, *m_number}};
    }
    const bool found = from_database() ? read_database(global) : read_files(global);
    if (!found) {
      return m_failed ? Exit::failure : Exit::negative;
    }
    if (m_ply && *m_ply > m_game.plies()) {
      throw make_error<UsageError>(
          "--ply: the game has {}",
          counted(static_cast<std::uint64_t>(m_game.plies()), "{} ply", "{} plies"));
    }
    print_lines(m_svg ? picture() : global.json ? json() : text());
    if (m_next && !global.json && !m_filtered) {
      say_next(global, fmt::format("xq show {} {}", shell_word(path()), *m_next));
    }
    return m_game.usable() ? Exit::ok : Exit::negative;
  }

private:
  [[nodiscard]] const std::string& path() const { return m_input.inputs.front(); }
  [[nodiscard]] bool from_database() const {
    return path() != "-" && kind_of_file(path()) == file_kind::game_database;
  }
  [[nodiscard]] FileRole input_role() const {
    const bool database = !m_input.inputs.empty() && from_database();
    return {FileUse::read, std::string{database ? file_kind::game_database : file_kind::games}};
  }

  bool read_database(const GlobalOptions& /*global*/) {
    store::GameDatabase database{path()};
    jobs::StoredValues values{database};
    bool found = false;
    const auto visit = [&](record::Game& game) {
      if (found) {
        m_next = game.number;
      } else {
        values.add_to(game, analysis::ValueWords::remarks);
        keep(game);
      }
      found = true;
      return !m_number && !m_next;
    };
    if (m_filter.filter.empty()) {
      database.read(std::numeric_limits<std::int64_t>::min(), highest, visit);
    } else {
      database.read(database.find_numbers(m_filter.filter), visit);
    }
    if (!found && m_number && !m_filtered) {
      talk("xq: {}: there is no game {}. xq search lists the numbers.\n", path(), *m_number);
    } else if (!found) {
      talk("xq: {}: no game matches\n", path());
    }
    return found;
  }

  /// The first games that pass.
  struct Batch {
    std::optional<record::Game> game;
    std::uint64_t second = 0; ///< number of the one behind it; 0: none
    Findings findings;
  };

  bool read_files(const GlobalOptions& global) {
    std::atomic<std::uint64_t> read{0};
    auto options = m_input.read_options(global, m_notation.wxf);
    options.wanted = [&, passes = store::Matcher{m_filter.filter}](const record::Game& game) {
      ++read;
      return passes(game);
    };
    bool found = false;
    try {
      read_games(options, found);
    } catch (const Interrupted&) {
      if (!found) {
        throw;
      }
    }
    if (!found && !m_failed && m_number && !m_filtered) {
      talk("xq: {}: there is no game {}: {} were read\n", path(), *m_number,
           counted(read, "{} game", "{} games"));
    } else if (!found && !m_failed) {
      talk("xq: {}: no game matches\n", path());
    }
    return found;
  }

  /// Until the game is found, and the one behind it where that is wanted.
  void read_games(const format::ReadOptions& options, bool& found) {
    const auto take = [&](Batch&& batch) {
      if (!batch.game) {
        return;
      }
      if (found) {
        m_next = m_next.value_or(batch.game->number);
        return;
      }
      found = true;
      talk_lines(batch.findings.errors);
      keep(*batch.game);
      if (batch.second != 0) {
        m_next = batch.second;
      }
    };
    format::read_games<Batch>(
        m_input.inputs, options,
        [](record::Game& game, Batch& batch) {
          if (!batch.game) {
            batch.findings.add(game);
            batch.game = game;
          } else if (batch.second == 0) {
            batch.second = game.number;
          }
        },
        take,
        [&](const format::FileProblem& problem) {
          m_failed = true;
          talk_lines("xq: " + format_problem(problem.source, 0, problem.problem) + '\n');
        },
        [&](const format::ReadProgress&) { return !found || (!m_number && !m_next); });
  }

  void keep(const record::Game& game) {
    m_game = game;
    m_game.raw.clear();
  }

  [[nodiscard]] Moment moment() const {
    std::vector<Move> moves;
    m_game.main_moves(moves);
    Moment shown{m_ply.value_or(static_cast<int>(moves.size())), m_game.start(), {}};
    for (int i = 0; i < shown.ply; ++i) {
      shown.last = moves[static_cast<std::size_t>(i)];
      shown.position.do_move(shown.last);
    }
    return shown;
  }

  [[nodiscard]] std::string picture() const {
    const auto shown = moment();
    return render::svg_board(shown.position, {shown.last, m_flipped});
  }

  /// The game, with its opening among the headers where only the moves tell it.
  [[nodiscard]] record::Game with_opening() const {
    record::Game game = m_game;
    const record::Opening* opening = record::classify(game);
    if (opening != nullptr && opening->code != "A00" && game.tag("ECCO").empty() &&
        game.tag("Opening").empty()) {
      game.set_tag("ECCO", opening->code);
      game.set_tag("Opening", record::shown_name(*opening));
    }
    return game;
  }

  [[nodiscard]] std::string text() const {
    const SheetStyle style{m_notation.shown_style(), m_notation.write_options(), screen_columns()};
    // Translators: the number of a game, and where it is from
    std::string out = localized("game {} of {}\n", m_game.number, cell(m_game.source));
    out += score_sheet(with_opening(), style);
    if (!m_ply && !m_board) {
      return out;
    }
    const auto shown = moment();
    out += '\n';
    for (const auto& line : draw_play_board(shown.position, shown.last,
                                            {.letters = m_letters, .flipped = m_flipped})) {
      out += line.substr(0, line.find_last_not_of(' ') + 1) + '\n';
    }
    return out + fmt::format("\n{}\n", write_fen(shown.position));
  }

  [[nodiscard]] std::string json() const {
    const auto shown = moment();
    const service::MoveStyle style{m_notation.style == notation::Style::traditional
                                       ? notation::Style::traditional
                                       : notation::Style::chinese,
                                   uci::RankBase::zero};
    std::string out;
    JsonWriter json{out};
    json.begin_object();
    jobs::write_members<ShownMoment>(json, moment_fields, {m_game, shown});
    service::write_game_members(json, m_game, style);
    json.end_object();
    return out + '\n';
  }

  InputOptions m_input;
  std::optional<std::int64_t> m_number;
  std::optional<int> m_ply;
  bool m_board = false;
  bool m_svg = false;
  bool m_letters = false;
  bool m_flipped = false;
  ShownNotationOptions m_notation;
  record::Game m_game;
  std::optional<std::uint64_t> m_next; ///< number of the game behind the one that is shown
  PositionOptions m_position;
  FilterOptions m_filter;
  bool m_filtered = false; ///< more than a number was asked for
  bool m_failed = false;   ///< a file could not be read
};

} // namespace

CommandInfo show_command() {
  return {
      .name = "show",
      .group = "Records",
      .summary = "show a game: headers, moves, comments, values, a board",
      .synopsis = "FILE [N] [--ply N | --board] [--svg] [--notation STYLE] [FILTER]...",
      .description =
          "Shows one game of a file or of a game database, to be read on a terminal: its headers, "
          "then its moves in columns with marks and the values of an annotation (in pawns, from "
          "Red's side), and below a move its comments and variations. Of a database the values "
          "and marks of xq annotate are shown, too.\n\n"
          "--ply or --board shows the board, the last move in brackets, and its FEN; with --svg "
          "there is a picture instead of all that. --json has the game as xq serve sends it "
          "(docs/api.md), with the FEN after --ply.",
      .examples = {{"xq show games.pgn", "the first game of a file"},
                   {"xq show games.xqdb 9883 --ply 40",
                    "game 9883 of a database, as xq search lists it, with a board"},
                   {"xq show games.pgn --red 胡荣华 --ecco B", "the first such game of a file"},
                   {"xq show game.xqf --svg > end.svg", "the last position as a picture"}},
      .exits = {{Exit::negative, "there is no such game, or it cannot be read to its end"},
                {Exit::failure, "a file or the database could not be read"}},
      .answers = {{jobs::parts<moment_fields, service::game_fields>}},
      .create = create<Show>};
}

} // namespace xq::cli
