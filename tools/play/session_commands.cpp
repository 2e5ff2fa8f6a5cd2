// What the user types in a game: the words, and what each of them does.
#include "base/files/partial_files.hpp"
#include "base/text/text.hpp"
#include "cli/files/output.hpp"
#include "cli/language.hpp"
#include "cli/options/options.hpp"
#include "cli/options/values.hpp"
#include "cli/talk.hpp"
#include "jobs/search/position_text.hpp"
#include "play/saved_game.hpp"
#include "play/session.hpp"
#include "play/talk_to_player.hpp"

#include <xq/base/atomic_file.hpp>
#include <xq/base/error.hpp>
#include <xq/base/translate.hpp>
#include <xq/board/fen.hpp>
#include <xq/board/movegen.hpp>
#include <xq/format/format.hpp>

#include <fmt/core.h>

#include <algorithm>
#include <cstdio>
#include <utility>

namespace xq::cli {

namespace {

using engine::Answer;
using match::GameEnd;

constexpr std::size_t all_plies = static_cast<std::size_t>(-1);
constexpr std::size_t screen_width = 79;

/// `mate in 3`, `+0.35`: from the side to move.
std::string score_text(engine::Score score) {
  const int plies = engine::mate_plies(score);
  return plies > 0   ? localized("mate in {}", (plies + 1) / 2)
         : plies < 0 ? localized("mated in {}", (-plies + 1) / 2)
                     : fmt::format("{:+.2f}", score / 100.0);
}

} // namespace

/// A word that is typed, what may follow it, what it does.
struct PlaySession::Command {
  std::string_view name;
  std::string_view chinese;  ///< the same in Chinese: each word is accepted in every language
  std::string_view shortcut; ///< may be empty
  std::string_view argument;
  std::string_view help;
  void (*run)(PlaySession&, std::string_view argument);

  [[nodiscard]] bool is_called(std::string_view word) const {
    const auto blank = chinese.find(' ');
    return word == name || (!shortcut.empty() && word == shortcut) ||
           word == chinese.substr(0, blank) ||
           (blank != std::string_view::npos && word == chinese.substr(blank + 1));
  }
};

const std::vector<PlaySession::Command>& PlaySession::commands() {
  using S = PlaySession;
  using A = std::string_view;
  static const std::vector<Command> all{
      {"help", "帮助 幫助", "?", "", to_translate("this list"), [](S& s, A) { s.help(); }},
      {"board", "棋盘 棋盤", "b", "", to_translate("show the board"),
       [](S& s, A) { s.show_board(); }},
      {"moves", "着法 著法", "m", "[STYLE]", to_translate("all legal moves, named in any style"),
       [](S& s, A a) { s.list_moves(a); }},
      {"hint", "提示", "h", "", to_translate("the move that the engine advises"),
       [](S& s, A) { s.hint(); }},
      {"undo", "悔棋", "u", "[N|all]", to_translate("take back to your last turn, or N moves"),
       [](S& s, A a) { s.undo(a); }},
      {"redo", "重走", "r", "[N|all]", to_translate("play again what was taken back"),
       [](S& s, A a) { s.redo(a); }},
      {"go", "走棋", "g", "", to_translate("the engine moves for the side to move"),
       [](S& s, A) {
         if (s.over()) {
           say(translate("The game is over: undo, new or load."));
         } else {
           s.engine_move();
         }
       }},
      {"draw", "和棋 提和", "", "", to_translate("offer a draw"), [](S& s, A) { s.offer_draw(); }},
      {"resign", "认输 認輸", "", "", to_translate("give the game up"),
       [](S& s, A) { s.resign(); }},
      {"new", "新局", "n", "", to_translate("a new game"),
       [](S& s, A) {
         s.m_history.reset(Position::start());
         s.m_before.clear(); // the next save adds another game
         s.m_agreed.reset();
         s.m_waiting = false;
         s.after_change();
         s.follow();
       }},
      {"fen", "局面", "", "[FEN]", to_translate("set up a position, or show this one as FEN"),
       [](S& s, A a) { s.set_position(a); }},
      {"side", "执棋 執棋", "", "red|black|both|none", to_translate("what you play"),
       [](S& s, A a) { s.set_side(a); }},
      {"level", "级别 級別", "", "1..8", to_translate("how strong the engine plays"),
       [](S& s, A a) { s.set_level(a); }},
      {"flip", "翻转 翻轉", "f", "", to_translate("turn the board"),
       [](S& s, A) {
         s.m_settings.board.flipped = !s.m_settings.board.flipped;
         s.show_board();
       }},
      {"letters", "字母", "", "", to_translate("letters or Chinese pieces"),
       [](S& s, A) {
         s.m_settings.board.letters = !s.m_settings.board.letters;
         s.show_board();
       }},
      {"notation", "记谱 記譜", "", "STYLE", to_translate("how moves are shown"),
       [](S& s, A a) { s.set_notation(a); }},
      {"save", "保存 儲存", "s", "FILE", to_translate("add the game to FILE (.pgn, .xml ...)"),
       [](S& s, A a) { s.save(a); }},
      {"load", "打开 開啟", "", "FILE", to_translate("go on with the first game of a file"),
       [](S& s, A a) {
         if (a.empty()) {
           throw make_error<UsageError>("load which file?");
         }
         s.load(std::string{a});
         s.follow();
       }},
      {"quit", "退出 離開", "q", "", to_translate("end"),
       [](S& s, A) {
         s.offer_to_save();
         s.m_quit = true;
       }},
  };
  return all;
}

void PlaySession::handle(std::string_view line) {
  line = trim(line);
  if (line.empty()) {
    return;
  }
  const std::size_t end = std::min(line.find_first_of(" \t"), line.size());
  const std::string_view word = line.substr(0, end);
  for (const Command& command : commands()) {
    if (command.is_called(word)) {
      command.run(*this, trim(line.substr(end)));
      return;
    }
  }
  user_move(line);
}

void PlaySession::help() {
  say(translate("Type a move in any notation: 炮二平五, C2.5, h2e2, H2-E2 ... Or a command:"));
  std::vector<std::string> names;
  std::size_t widest = 26;
  for (const Command& c : commands()) {
    std::string left = fmt::format("{}{}{}", c.name, c.argument.empty() ? "" : " ", c.argument);
    if (const auto language = current_language(); language != "en") {
      const auto blank = c.chinese.find(' '); // the simplified word, then the traditional one
      const bool second = language == "zh_TW" && blank != std::string_view::npos;
      left = fmt::format("{} {}", second ? c.chinese.substr(blank + 1) : c.chinese.substr(0, blank),
                         left);
    }
    widest = std::max(widest, display_width(left));
    names.push_back(std::move(left));
  }
  for (std::size_t i = 0; i < names.size(); ++i) {
    const Command& c = commands()[i];
    const std::string shortcut = c.shortcut.empty() ? "" : fmt::format("{} ", c.shortcut);
    say(fmt::format("  {:>2}{} {}", shortcut, pad_right(names[i], widest), translate(c.help)));
  }
}

/// Back to where you have the move: one or two plies against the engine.
std::size_t PlaySession::plies_of_a_turn() const {
  const Color mover = m_history.position().side_to_move();
  const bool yours = !m_settings.engine_plays[to_index(mover)];
  const bool against_engine = m_settings.engine_plays[to_index(~mover)] == yours;
  return yours && against_engine ? 2 : 1;
}

void PlaySession::undo(std::string_view argument) {
  const std::size_t plies =
      argument == "all" ? all_plies
      : argument.empty()
          ? plies_of_a_turn()
          : static_cast<std::size_t>(parse_number(std::string{argument}, 1, 100'000));
  if (std::exchange(m_agreed, std::nullopt) && argument.empty()) {
    after_change();
    say(translate("The game goes on."));
    return;
  }
  const std::size_t taken = m_history.undo(plies);
  if (taken == 0) {
    say(translate("Nothing to take back."));
    return;
  }
  m_waiting = true;
  after_change();
  follow();
  say(counted(taken, "{} move taken back.", "{} moves taken back."));
}

void PlaySession::redo(std::string_view argument) {
  const std::size_t plies =
      argument == "all" ? all_plies
      : argument.empty()
          ? 2U - static_cast<std::size_t>(m_settings.engine_plays[0] == m_settings.engine_plays[1])
          : static_cast<std::size_t>(parse_number(std::string{argument}, 1, 100'000));
  const std::size_t played = m_history.redo(plies);
  if (played == 0) {
    say(translate("Nothing was taken back."));
    return;
  }
  m_agreed.reset();
  m_waiting = true;
  after_change();
  follow();
  say(counted(played, "{} move played again.", "{} moves played again."));
}

void PlaySession::list_moves(std::string_view argument) {
  notation::Style style = m_settings.style;
  if (!argument.empty()) {
    const auto found = notation::find_style(argument);
    if (!found) {
      throw make_error<UsageError>("'{}' is no notation; known are chinese, traditional, wxf, "
                                   "iccs, uci, coordinate and keypad",
                                   excerpt(argument, 40));
    }
    style = *found;
  }
  MoveList legal;
  generate_legal(m_history.position(), legal);
  std::vector<std::string> names;
  std::size_t widest = 0;
  for (const Move m : legal) {
    names.push_back(notation::to_text(m_history.position(), m, style, m_settings.notation));
    widest = std::max(widest, display_width(names.back()));
  }
  const std::size_t columns = std::max<std::size_t>(screen_width / (widest + 2), 1);
  std::string line;
  for (std::size_t i = 0; i < names.size(); ++i) {
    const bool last = (i + 1) % columns == 0 || i + 1 == names.size();
    line += last ? names[i] : pad_right(names[i], widest + 2);
    if (last) {
      say(std::exchange(line, {}));
    }
  }
  say(localized("{} legal moves.", names.size()));
}

void PlaySession::hint() {
  if (over()) {
    say(translate("The game is over."));
    return;
  }
  const Answer answer = think(adviser(), m_settings.limits);
  if (!answer.best) {
    return;
  }
  std::string line;
  Position position = m_history.position();
  const auto& lines = answer.report.lines;
  const std::vector<Move> moves = lines.empty() ? std::vector{answer.best} : lines[0].moves;
  for (std::size_t i = 0; i < std::min<std::size_t>(moves.size(), 5); ++i) {
    line +=
        fmt::format("{}{}", i == 0 ? "" : " ",
                    notation::to_text(position, moves[i], m_settings.style, m_settings.notation));
    position.do_move(moves[i]);
  }
  say(lines.empty() ? localized("Hint: {}", line)
                    : localized("Hint: {}  ({})", line, score_text(lines[0].score)));
}

void PlaySession::offer_draw() {
  if (over()) {
    say(translate("The game is over."));
    return;
  }
  const Color mover = m_history.position().side_to_move();
  const bool alone = m_settings.engine_plays[0] == m_settings.engine_plays[1];
  if (!alone) {
    // The engine takes it when even a strong player would see nothing in its favour.
    const Answer answer = think(adviser(), m_settings.limits);
    const bool engines_turn = m_settings.engine_plays[to_index(mover)];
    const engine::Score own = answer.report.lines.empty() ? 0
                              : engines_turn              ? answer.report.lines[0].score
                                                          : -answer.report.lines[0].score;
    if (!engine::accepts_draw(own, m_history.moves().size())) {
      say(translate("The draw is declined."));
      return;
    }
  }
  m_agreed = match::Referee::Verdict{GameEnd::agreed_draw, std::nullopt};
  after_change();
}

void PlaySession::resign() {
  if (over()) {
    say(translate("The game is over."));
    return;
  }
  const Color mover = m_history.position().side_to_move();
  const bool one_player = m_settings.engine_plays[0] != m_settings.engine_plays[1];
  const Color loser = one_player && m_settings.engine_plays[to_index(mover)] ? ~mover : mover;
  m_agreed = match::Referee::Verdict{GameEnd::resignation, ~loser};
  after_change();
}

void PlaySession::set_position(std::string_view fen) {
  if (fen.empty()) {
    say(write_fen(m_history.position()));
    return;
  }
  m_history.reset(jobs::read_position(fen));
  m_before.clear();
  m_agreed.reset();
  m_waiting = true;
  after_change();
  follow();
}

void PlaySession::set_level(std::string_view argument) {
  m_settings.level = static_cast<int>(parse_number(std::string{argument}, 1, engine::play_levels));
  start_engine();
  say(localized("Level {} of {}.", m_settings.level, engine::play_levels));
}

void PlaySession::set_side(std::string_view argument) {
  require_choice(std::string{argument}, {"red", "black", "both", "none"});
  m_settings.engine_plays = {argument == "black" || argument == "none",
                             argument == "red" || argument == "none"};
  m_settings.board.flipped = argument == "black";
  m_waiting = false;
  follow();
}

void PlaySession::set_notation(std::string_view argument) {
  const auto style = notation::find_style(argument);
  if (!style) {
    throw make_error<UsageError>(
        "notation is one of chinese, traditional, wxf, iccs, uci, coordinate, keypad");
  }
  m_settings.style = *style;
  m_settings.written_style = *style;
  say(localized("Moves are shown as {}.", argument));
}

// ---- files -------------------------------------------------------------------------------------

record::Game PlaySession::make_record() const {
  record::Game game;
  game.add_tag("Event", "xq play");
  game.add_tag("Site", "?");
  game.add_tag("Date", m_settings.date);
  game.add_tag("Round", "?");
  game.add_tag("Red", player_text(Color::red));
  game.add_tag("Black", player_text(Color::black));
  const auto verdict = m_agreed ? m_agreed : m_history.verdict();
  const record::Result result = verdict ? result_of(*verdict) : record::Result::unknown;
  game.add_tag("Result", record::to_text(result));
  if (verdict) {
    game.add_tag("Termination", match::to_text(verdict->end));
  }
  game.set_start(m_history.start());
  game.set_result(result);
  record::NodeId node = record::root_node;
  for (const Move m : m_history.moves()) {
    node = game.add_move(node, m);
  }
  return game;
}

void PlaySession::save(std::string_view path) {
  if (path.empty()) {
    throw make_error<UsageError>("save to which file?");
  }
  const std::string name{path};
  const auto format = format_to_write({}, name);
  const auto writer = format::make_writer(
      format, {.style = m_settings.written_style, .notation = m_settings.notation});
  auto before = m_before.find(name);
  if (before == m_before.end()) {
    before = m_before.emplace(name, text_before(name, format)).first;
  }
  std::string text;
  writer->game(text, make_record());
  text = writer->file(text);
  remove_stale_files(name);
  AtomicFile file{name};
  file.write(before->second);
  file.write(text);
  file.commit();
  m_saved = true;
  if (path != m_settings.autosave) {
    say(before->second.empty() ? localized("Saved to {}.", cell(path))
                               : localized("Added to {}.", cell(path)));
  }
}

void PlaySession::load(const std::string& path) {
  SavedGame game = read_first_game(path);
  m_history.reset(game.start, std::move(game.moves));
  if (!m_before.contains(path)) { // else it goes on with the game that was saved there
    m_before.clear();
  }
  m_agreed.reset();
  m_waiting = true;
  m_announced = false;
  m_saved = true;
}

/// Before the end. A script is not asked; it may say save itself, or use --autosave.
void PlaySession::offer_to_save() {
  if (m_saved || !m_settings.prompts || !m_settings.autosave.empty()) {
    return;
  }
  print_text("Save the game? A file name, or Enter for no: ");
  std::fflush(stdout);
  const auto path = m_input.next(false);
  if (path && !trim(*path).empty()) {
    try {
      save(trim(*path));
    } catch (const Error& e) {
      say(cell(e.what()));
    }
  }
  m_saved = true;
}

} // namespace xq::cli
