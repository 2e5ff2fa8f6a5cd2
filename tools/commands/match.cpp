#include "jobs/match/match.hpp"

#include "base/os/stay_awake.hpp"
#include "cli/files/output.hpp"
#include "cli/games/game_output.hpp"
#include "cli/interrupt.hpp"
#include "cli/options/engine_side.hpp"
#include "cli/options/options.hpp"
#include "cli/progress.hpp"
#include "cli/talk.hpp"
#include "command.hpp"
#include "commands/match_result.hpp"
#include "jobs/answer/write.hpp"

#include <xq/base/translate.hpp>
#include <xq/board/fen.hpp>
#include <xq/format/format.hpp>
#include <xq/record/game.hpp>
#include <xq/uci/external.hpp>

#include <fmt/core.h>

#include <cstdio>
#include <cstdlib>
#include <memory>
#include <utility>

namespace xq::cli {

namespace {

using jobs::get;
using jobs::Kind;

using jobs::MatchGame;

/// The whole numbers between commas, `least` to `most` of them. Throws UsageError.
std::vector<int> read_numbers(const std::string& text, std::size_t least, std::size_t most) {
  std::vector<int> out;
  for (std::size_t at = 0; at <= text.size();) {
    const std::size_t comma = std::min(text.find(',', at), text.size());
    out.push_back(static_cast<int>(parse_number(text.substr(at, comma - at), 0, 1'000'000)));
    at = comma + 1;
  }
  if (out.size() < least || out.size() > most) {
    throw make_error<UsageError>("'{}' has {} numbers, {} to {} are wanted", text, out.size(),
                                 least, most);
  }
  return out;
}

Value adjudicate_win(match::Adjudication& target) {
  Value value;
  value.name = "CP,MOVES";
  value.accept = [&target](const std::string& text) {
    const auto numbers = read_numbers(text, 2, 2);
    target.resign_score = numbers[0];
    target.resign_moves = numbers[1];
  };
  return value;
}

Value adjudicate_draw(match::Adjudication& target) {
  Value value;
  value.name = "CP,MOVES[,PLY]";
  value.accept = [&target](const std::string& text) {
    const auto numbers = read_numbers(text, 2, 3);
    target.draw_score = numbers[0];
    target.draw_moves = numbers[1];
    target.draw_from = numbers.size() > 2 ? numbers[2] : 0;
  };
  return value;
}

Value sprt_bounds(std::optional<match::Sprt>& target) {
  Value value;
  value.name = "ELO0,ELO1[,ALPHA,BETA]";
  value.accept = [&target](const std::string& text) {
    std::array<double, 4> numbers{0, 0, 0.05, 0.05};
    std::size_t count = 0;
    const char* at = text.c_str();
    for (; count < numbers.size() && *at != '\0'; ++count) {
      char* end = nullptr;
      numbers[count] = std::strtod(at, &end);
      if (end == at || (*end != ',' && *end != '\0')) {
        break;
      }
      at = *end == ',' ? end + 1 : end;
    }
    const auto chance = [](double p) { return p > 0 && p < 0.5; };
    if (*at != '\0' || (count != 2 && count != 4) || !(numbers[0] < numbers[1]) ||
        !chance(numbers[2]) || !chance(numbers[3])) {
      throw make_error<UsageError>("'{}' is no test; wanted is for example 0,5 or 0,5,0.05,0.05",
                                   text);
    }
    target = match::Sprt{numbers[0], numbers[1], numbers[2], numbers[3]};
  };
  return value;
}

Value time_control(EngineSide& target) {
  Value value;
  value.name = "BASE+INC";
  value.accept = [&target](const std::string& text) {
    read_time_control(text, target.base, target.increment);
  };
  return value;
}

struct Ended {
  const match::PlayedGame& game;
  std::uint64_t number;
  std::string_view red, black, result, reason;
};
constexpr auto game_fields = std::to_array<jobs::FieldOf<Ended>>(
    {{"game", Kind::count, get<&Ended::number>},
     {"red", Kind::name, get<&Ended::red>},
     {"black", Kind::name, get<&Ended::black>},
     {"result", Kind::result, get<&Ended::result>},
     {"reason", Kind::word, get<&Ended::reason>},
     {"detail", Kind::text, [](const Ended& e) -> jobs::Value { return e.game.verdict.detail; }},
     {"plies", Kind::count, [](const Ended& e) -> jobs::Value { return e.game.moves.size(); }},
     {"fen", Kind::position,
      [](const Ended& e) -> jobs::Value { return write_fen(e.game.opening.start); }},
     {"moves", Kind::list, [](const Ended& e) -> jobs::Value {
        std::vector<std::string> moves;
        for (const Move m : e.game.moves) {
          moves.push_back(uci::move_text(m, uci::RankBase::zero));
        }
        return moves;
      }}});

class Match final : public Command {
public:
  void describe(OptionSet& options) override;
  Exit run(const GlobalOptions& global) override;

private:
  void prepare_sides();
  void play_all(const GlobalOptions& global, Output* output);
  void announce(const GlobalOptions& global, const MatchGame& played) const;
  [[nodiscard]] record::Game make_record(const MatchGame& game) const;
  void summarise(const GlobalOptions& global) const;
  [[nodiscard]] std::string how_to_go_on() const;

  unsigned m_concurrency = 0;
  EngineSide m_common;
  int m_hash = 16;
  std::string m_first;
  std::string m_second;
  std::string m_openings;
  std::int64_t m_seed = 1;
  NaturalLimitOption m_natural_limit;
  OutputOptions m_output;
  NotationOptions m_notation;
  std::string m_format; ///< empty: see format_to_write()
  std::string m_event;  ///< empty: by who plays
  std::string m_site = "?";
  std::string m_date = "????.??.??";

  std::array<EngineSide, 2> m_sides;
  jobs::MatchSetup m_setup;
  jobs::MatchTotals m_totals;
  std::unique_ptr<format::Writer> m_writer;
  std::unique_ptr<Progress> m_progress;
  std::string m_text; ///< games not written yet
};

void Match::describe(OptionSet& options) {
  options.add("games,n", number(m_setup.games, 1, 1'000'000), "games to play");
  options.add("skip", number(m_setup.skip, 0, 1'000'000),
              "leave out the first N games: those that an interrupted match has played");
  options.add("concurrency,c", number(m_concurrency, 1, 1024),
              "games at a time; without it as many as -t says");
  options.begin_group("Sides");
  options.add("first", command(m_first, "SPEC"),
              "what is different for the first side, as a list KEY=VALUE,...: see below");
  options.add("second", command(m_second, "SPEC"), "the same for the second side");
  options.add("nodes", number(m_common.nodes, 1, INT64_MAX), "nodes for a move");
  options.add("depth", number(m_common.depth, 1, 100), "plies for a move");
  options.add("movetime", move_time(m_common.movetime), "time for a move: 500, 500ms or 2s");
  options.add("tc", time_control(m_common), "a clock: seconds for the game, and for each move");
  m_setup.rules.time_margin = std::chrono::milliseconds{100};
  options.add("margin", duration(m_setup.rules.time_margin, std::chrono::milliseconds{1}),
              "what a clock may run over");
  options.add("hash", number(m_hash, 1, 65536, "MB"), "transposition table of each side");
  options.begin_group("Openings and rules");
  options.add(
      "openings", file(m_openings, reads()),
      "positions (FEN, EPD) or games (PGN or another format), each played twice; without it "
      "openings are made");
  options.add("shuffle", flag(m_setup.openings.shuffle),
              "take the openings of the file in an order by --seed");
  options.add("opening-plies", number(m_setup.openings.plies, 0, 60),
              "length of the openings that are made or taken from games");
  options.add("seed", number(m_seed, 0, INT64_MAX), "makes other openings, or another order");
  options.add("rules",
              choice(m_setup.rules.referee.repetition,
                     {{"wxf", RuleSet::wxf}, {"cxa", RuleSet::cxa}, {"none", RuleSet::none}},
                     "RULES"),
              "of repetition: Asian and world rules, Chinese rules, or always a draw");
  options.add("max-plies", number(m_setup.rules.referee.max_plies, 1, 10'000),
              "a longer game is a draw");
  m_natural_limit.describe(options);
  options.add(
      "resign", adjudicate_win(m_setup.rules.adjudication),
      "end a game as won when both engines see CP centipawns for one side, MOVES moves long");
  options.add("draw", adjudicate_draw(m_setup.rules.adjudication),
              "end it as drawn when both see no more than CP for either, from PLY on");
  options.add("sprt", sprt_bounds(m_setup.sprt),
              "stop when it is clear that the first side is stronger by ELO1, or only by ELO0");
  options.begin_group("Games");
  m_output.describe(
      options,
      [this] {
        return FileRole{FileUse::replace, format_to_write(m_format, m_output.path)};
      },
      "write the games to FILE");
  options.add("to", choice(m_format, writable_formats(), "FORMAT"),
              "format of the games; without it the end of FILE's name decides");
  m_notation.describe(options);
  options.add("event", text(m_event, "TEXT"),
              "header Event; without it \"xq self-play\", or \"engine match\" where another engine "
              "plays");
  options.add("site", text(m_site, "TEXT"), "header Site");
  options.add("date", text(m_date, "DATE"), "header Date; the day is never taken from the clock");
}

void Match::prepare_sides() {
  m_common.options.emplace_back("Hash", std::to_string(m_hash));
  engine::Settings& settings = m_common.settings;
  settings.natural_limit = m_natural_limit.rounds;
  m_setup.rules.referee.natural_limit = m_natural_limit.plies();
  settings.repetition_rule = m_setup.rules.referee.repetition == RuleSet::none ? "draw" : "wxf";
  settings.overhead = 0;
  m_sides = {m_common, m_common};
  change_side(m_sides[0], m_first);
  change_side(m_sides[1], m_second);
  for (EngineSide& side : m_sides) {
    if (!side.limited()) {
      throw make_error<UsageError>(
          "a side has no limit; give --nodes, --depth, --movetime or --tc");
    }
    if (side.name.empty()) { // fails here when an engine does not start
      side.name = side.start()->name();
    }
  }
  if (m_sides[0].name == m_sides[1].name) { // a record must tell them apart
    m_sides[1].name += " (2)";
  }
  for (std::size_t i = 0; i < 2; ++i) {
    const EngineSide& side = m_sides[i];
    m_setup.sides[i] = {side.name, [&side] { return side.start(); }, side.limits(), side.base,
                        side.increment};
  }
  // Two sides that play alike would play the same game again with colours reversed.
  m_setup.openings.once = m_sides[0].same_play(m_sides[1]) && m_sides[0].repeatable();
}

record::Game Match::make_record(const MatchGame& game) const {
  std::string remark = fmt::format("Red {}, Black {}", m_sides[game.side(Color::red)].limit_text(),
                                   m_sides[game.side(Color::black)].limit_text());
  if (m_setup.openings.list.empty()) {
    remark += fmt::format("; the first {} plies drawn with seed {}", game.game.opening.moves.size(),
                          m_seed);
  }
  const bool own = m_sides[0].command.empty() && m_sides[1].command.empty();
  const std::string event = !m_event.empty() ? m_event : own ? "xq self-play" : "engine match";
  return to_record(m_setup, game,
                   {event, m_site, m_date,
                    own ? "engine self-play by xq match" : "engine match by xq match",
                    std::move(remark)});
}

void Match::announce(const GlobalOptions& global, const MatchGame& played) const {
  const match::PlayedGame& game = played.game;
  const auto number = played.number + 1;
  const auto& red = m_sides[played.side(Color::red)].name;
  const auto& black = m_sides[played.side(Color::black)].name;
  const auto result = record::to_text(played.result());
  const auto end = match::to_text(game.verdict.end);
  if (global.json) {
    print_lines(jobs::json_line<Ended>(game_fields, {game, number, red, black, result, end}));
  } else if (global.verbose) {
    m_progress->clear();
    std::string why{translate(end)};
    if (!game.verdict.detail.empty()) {
      why = localized("{}: {}", why, game.verdict.detail);
    }
    talk("game {}: {} - {}: {} after {} plies, {}\n", number, red, black, result, game.moves.size(),
         why);
  }
}

void Match::summarise(const GlobalOptions& global) const {
  const MatchResult result{m_totals, m_sides[0].name, m_sides[1].name,
                           m_setup.sprt ? &*m_setup.sprt : nullptr};
  if (global.json) {
    print_lines(summary_line(result));
  } else {
    print_summary(result);
  }
}

void Match::play_all(const GlobalOptions& global, Output* output) {
  const os::StayAwake awake;
  m_progress = std::make_unique<Progress>(global, to_translate("playing"));
  play_match(m_setup, m_concurrency > 0 ? m_concurrency : global.threads, m_totals,
             [&](const MatchGame& game) {
               announce(global, game);
               if (output) {
                 m_writer->game(m_text, make_record(game));
                 output->write(std::exchange(m_text, {}));
               }
               static_cast<void>(m_progress->update(m_totals.played, m_setup.games - m_setup.skip,
                                                    m_totals.played));
             });
  m_progress->clear();
}

std::string Match::how_to_go_on() const {
  const auto played = m_setup.skip + m_totals.played;
  if (m_totals.played == 0) {
    return localized("interrupted before a game was finished. Run the same command again.");
  }
  if (m_output.path.empty()) {
    return localized("interrupted after game {} of {}. To go on: the same command with --skip {}.",
                     played, m_setup.games, played);
  }
  return localized("interrupted after game {} of {}; those played are in {}. To go on: the same "
                   "command with --skip {} and another file for -o.",
                   played, m_setup.games, m_output.path, played);
}

Exit Match::run(const GlobalOptions& global) {
  if (m_output.path == "-") {
    throw make_error<UsageError>("the score goes to stdout; the games need a file of their own");
  }
  if (m_setup.skip >= m_setup.games) {
    throw make_error<UsageError>("--skip {} leaves nothing of {} games", m_setup.skip,
                                 m_setup.games);
  }
  const auto format = format_to_write(m_format, m_output.path);
  require_one_stream(format);
  prepare_sides();
  if (!m_openings.empty()) {
    m_setup.openings.list = jobs::read_openings(m_openings, m_setup.openings.plies);
  }
  m_setup.openings.seed = static_cast<std::uint64_t>(m_seed);
  m_setup.cancelled = interrupted;
  std::unique_ptr<Output> output;
  if (!m_output.path.empty()) {
    m_writer = format::make_writer(
        format, {.style = m_notation.style, .notation = m_notation.write_options()});
    output = std::make_unique<Output>(m_output.path);
    m_writer->header(m_text);
  }
  const auto finish_output = [&] {
    if (output) {
      m_writer->footer(m_text);
      output->write(std::exchange(m_text, {}));
      output->commit();
    }
  };
  try {
    play_all(global, output.get());
  } catch (const Interrupted&) {
    m_progress->clear();
    if (m_totals.played > 0) {
      finish_output(); // the games played so far are whole
      summarise(global);
    }
    throw Interrupted{how_to_go_on()};
  }
  finish_output();
  summarise(global);
  const bool refused =
      m_setup.sprt && m_setup.sprt->state(m_totals.score) == match::Sprt::State::accepted_elo0;
  return m_totals.faults[0] + m_totals.faults[1] > 0 || refused ? Exit::negative : Exit::ok;
}

} // namespace

CommandInfo match_command() {
  return {
      .name = "match",
      .group = "Engine",
      .summary = "play games between engines, with a referee",
      .synopsis = "[--games N] --nodes N [--first SPEC] [--second SPEC] [-o GAMES.pgn]",
      .description =
          "Plays a match between two engines: ours, with the same or other settings, or any UCI or "
          "UCCI engine. Each opening is played twice with colours reversed (once, when both sides "
          "are the same); openings come from a file or are made: a few moves, each drawn from "
          "those that a small search finds nearly best.\n\n"
          "SPEC is a list of KEY=VALUE with commas between; a value in quotes may contain commas. "
          "name: in the records. cmd: command line of an external engine. dir: the folder it runs "
          "in. proto: uci or ucci, found out otherwise. ranks: 0 or 1, whether it counts ranks "
          "from 0 or from 1; without it from 1 when it has the option UCI_Variant. nodes, depth, "
          "movetime (100, 100ms or 2s), tc: instead of the common limits. hash, threads, level "
          "(Skill "
          "Level, 0 to 20), elo, book (an .xqbook): options of the engine under the names they "
          "have in `xq "
          "engine`. option.NAME: any option of an engine.\n\n"
          "The referee knows checkmate and stalemate (both lose), a third occurrence of a position "
          "(by --rules; cxa: a fourth), the natural limit, and boards without attackers. An "
          "illegal move, a "
          "flag that falls, an answer two seconds late (a minute, where no time is set) or a crash "
          "loses the game; the engine is started again for the next one.\n\n"
          "The score is given as Elo difference with a 95 % interval from the spread of the pairs, "
          "and as the probability that the first side is the stronger. --sprt is a sequential test "
          "on the pairs: it ends the match as soon as one of two differences can be accepted, with "
          "errors of at most ALPHA and BETA (0.05 each).\n\n"
          "Ctrl-C breaks off the games being played, writes those before them and the score, and "
          "says how to go on: with --skip the same games follow as if nothing had happened. A "
          "second Ctrl-C ends at once and leaves no file.\n\n"
          "Sides of one name are told apart in records as NAME and NAME (2).\n\n"
          "With limits by nodes or depth the games of our engine depend on the options alone: not "
          "on the number of games at a time, the machine or the day.",
      .examples = {{"xq match -n 40 --nodes 2000 --second nodes=1000",
                    "what twice the nodes are worth"},
                   {"xq match -n 300 --nodes 5000 --seed 7 -o selfplay.pgn",
                    "games for an archive, in PGN"},
                   {"xq match -n 100 --movetime 50 --first hash=64 --openings positions.epd -v",
                    "openings from a file, a line a game on stderr"},
                   {"xq match -n 200 --movetime 100 --second cmd=fairy-stockfish,name=fairy -c 2",
                    "against an external engine, two games at a time"},
                   {"xq match -n 2000 --tc 5+0.05 --first 'cmd=\"new/xq engine\"' "
                    "--second 'cmd=\"old/xq engine\"' --sprt 0,5",
                    "is the new version stronger?"},
                   {"xq match -n 40 --depth 99 --first level=7 --second level=4",
                    "how far two skill levels are apart"}},
      .exits = {{Exit::negative,
                 "a side made an illegal move, lost on time or crashed; or --sprt accepted ELO0"}},
      .answers = {{jobs::parts<game_fields>}, {match_summary_fields}},
      .create = create<Match>};
}

} // namespace xq::cli
