#include "base/os/terminal.hpp"
#include "cli/files/output.hpp"
#include "cli/options/options.hpp"
#include "command.hpp"
#include "jobs/search/position_text.hpp"
#include "play/session.hpp"

#include <xq/base/error.hpp>

#include <cstdlib>
#include <string_view>

namespace xq::cli {

namespace {

/// Value of an environment variable; empty when it is not set.
std::string_view environment(const char* name) {
  const char* const value = std::getenv(name);
  return value == nullptr ? std::string_view{} : std::string_view{value};
}

/// A terminal whose locale is not UTF-8 cannot show Chinese pieces.
bool terminal_knows_utf8() {
  for (const char* const name : {"LC_ALL", "LC_CTYPE", "LANG"}) {
    if (const std::string_view value = environment(name); !value.empty()) {
      return value.find("UTF-8") != std::string_view::npos ||
             value.find("utf8") != std::string_view::npos;
    }
  }
  return false;
}

class Play final : public Command {
public:
  void describe(OptionSet& options) override {
    options.add("side", choice(m_side, {"red", "black", "both", "none"}, "SIDE"),
                "what you play; both: no engine, none: the engine plays itself");
    options.add("level", number(m_settings.level, 1, engine::play_levels),
                "strength of the engine; 8 is all it can");
    options.add("engine", command(m_settings.engine_command, "CMD"),
                "play against this UCI or UCCI engine; own, as without it: against the one inside");
    options.add("fen", text(m_fen, "FEN"), "begin with this position");
    options.add("load", file(m_load, reads()), "go on with the first game of FILE");
    options.begin_group("The engine's thinking");
    options.add("movetime", move_time(m_movetime), "time for a move: 500, 500ms or 2s");
    options.add("nodes", number(m_settings.limits.nodes, 1, INT64_MAX),
                "nodes for a move instead: the same game on every machine");
    options.add("depth", number(m_settings.limits.depth, 1, 100), "plies for a move instead");
    options.add("hash", number(m_settings.engine.hash, 1, 65536, "MB"), "transposition table");
    options.add("seed", number(m_settings.engine.seed, 0, 1'000'000'000),
                "another one, other choices of the lower levels");
    options.begin_group("Rules");
    options.add("rules",
                choice(m_settings.rules.repetition,
                       {{"wxf", RuleSet::wxf}, {"cxa", RuleSet::cxa}, {"none", RuleSet::none}},
                       "RULES"),
                "of repetition: Asian and world rules, Chinese rules, or always a draw");
    m_natural_limit.describe(options);
    options.begin_group("What is seen");
    options.add("pieces", choice(m_letters, {{"chinese", false}, {"letters", true}}, "KIND"),
                "draw the board with Chinese pieces or with letters");
    options.add("flip", flag(m_settings.board.flipped), "Black at the bottom");
    options.add("color", choice(m_color, {"auto", "always", "never"}, "WHEN"),
                "auto: on a terminal, unless NO_COLOR is set");
    m_notation.describe(options);
    options.begin_group("Records");
    options.add("autosave", file(m_settings.autosave, [this] { return autosave_role(); }),
                "write the game to FILE after each move");
    options.add("name", text(m_settings.player, "TEXT"), "your name in the record");
    options.add("date", text(m_settings.date, "DATE"),
                "header Date; the day is never taken from the clock");
  }

  Exit run(const GlobalOptions& global) override {
    prepare(global);
    PlaySession session{m_settings};
    if (!m_load.empty()) {
      session.load(m_load);
    }
    const bool stopped = session.run();
    flush_stdout();
    return stopped ? Exit::interrupted : Exit::ok;
  }

private:
  /// The game is added to those that the file holds.
  [[nodiscard]] FileRole autosave_role() const {
    return {FileUse::change, format_to_write({}, m_settings.autosave)};
  }

  void prepare(const GlobalOptions& global) {
    if (!m_fen.empty() && !m_load.empty()) {
      throw make_error<UsageError>("--fen and --load both say where to begin");
    }
    const bool terminal = os::is_terminal(os::Stream::output);
    PlaySettings& s = m_settings;
    if (s.engine_command == "own") {
      s.engine_command.clear();
    }
    s.start = m_fen.empty() ? Position::start() : jobs::read_position(m_fen);
    s.engine_plays = {m_side == "black" || m_side == "none", m_side == "red" || m_side == "none"};
    s.board.flipped = s.board.flipped != (m_side == "black");
    s.board.letters = m_letters || (terminal && !terminal_knows_utf8());
    s.board.color =
        m_color == "always" || (m_color == "auto" && terminal && environment("NO_COLOR").empty() &&
                                environment("TERM") != "dumb");
    s.style = m_notation.shown_style();
    s.written_style = m_notation.style.value_or(notation::Style::chinese);
    s.notation = m_notation.write_options();
    if (s.board.letters && !m_letters &&
        m_notation.style.value_or(notation::Style::chinese) == notation::Style::chinese) {
      s.style = notation::Style::wxf; // this terminal shows no Chinese at all
    }
    s.show_boards = !global.quiet;
    s.prompts = terminal && os::is_terminal(os::Stream::input);
    s.rules.natural_limit = m_natural_limit.plies();
    s.engine.natural_limit = m_natural_limit.rounds;
    s.engine.repetition_rule = s.rules.repetition == RuleSet::none ? "draw" : "wxf";
    s.engine.overhead = 0;
    if (s.limits.nodes == 0 && s.limits.depth == 0) {
      s.limits.move_time = m_movetime;
    }
  }

  PlaySettings m_settings;
  std::string m_side = "red";
  std::string m_fen;
  std::string m_load;
  std::string m_color = "auto";
  ShownNotationOptions m_notation;
  std::chrono::milliseconds m_movetime{1000};
  NaturalLimitOption m_natural_limit;
  bool m_letters = false;
};

} // namespace

CommandInfo play_command() {
  return {
      .name = "play",
      .group = "Engine",
      .summary = "play against the engine in the terminal",
      .synopsis = "[--side red|black|both|none] [--level 1..8]",
      .description =
          "A game on a board of Chinese pieces or letters. Type moves in any notation (炮二平五, "
          "C2.5, h2e2, H2-E2 and so on), or a word: help lists them. undo and redo go back and "
          "forth through the whole game, hint shows the move that the engine advises, moves lists "
          "every legal move in any style, save and load keep the game, fen sets up a position, "
          "side and level change who plays and how well, draw and resign end it. After undo, redo, "
          "fen and load the engine waits: go makes it move.\n\n"
          "Levels 1 to 7 search less and let chances go by, as the option Skill Level of `xq "
          "engine` does (0, 2, 4, 7, 10, 13 and 16 there); 8 is the full strength in the time "
          "allowed. The "
          "same moves and options give the same game, on levels below 8 or with --nodes.\n\n"
          "The referee is that of `xq match`: a side without a legal move loses, repetition is "
          "judged by --rules, and a long time without a capture is a draw.\n\n"
          "Colours appear on a terminal, unless NO_COLOR is set; a terminal whose locale is not "
          "UTF-8 gets letters. Lines may come from a pipe as well, -q then leaves out the boards. "
          "At the end, also by Ctrl-C or Ctrl-D, an unsaved game can still be saved; with "
          "--autosave it always is.",
      .examples = {{"xq play", "you have Red, the engine plays at level 4"},
                   {"xq play --side black --level 6 --pieces letters",
                    "with Black, without Chinese pieces"},
                   {"xq play --side both --notation wxf", "a board for two"},
                   {"printf '炮二平五\\nmoves wxf\\nsave game.pgn\\n' | xq play -q --nodes 2000",
                    "from a script"},
                   {"xq play --engine fairy-stockfish --movetime 500", "against another engine"}},
      .exits = {{Exit::interrupted, "ended by Ctrl-C; the game can be saved first"}},
      .create = create<Play>};
}

} // namespace xq::cli
