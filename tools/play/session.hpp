#pragma once

#include "play/board.hpp"
#include "play/input.hpp"
#include "play/move_history.hpp"

#include <xq/engine/searcher.hpp>
#include <xq/notation/notation.hpp>
#include <xq/record/game.hpp>

#include <array>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace xq::cli {

/// What `xq play` was asked for.
struct PlaySettings {
  std::array<bool, color_count> engine_plays{false, true};
  int level = 4;
  std::string engine_command; ///< empty: the built-in engine
  engine::Settings engine;    ///< of the built-in engine, except the level
  engine::Limits limits;      ///< for a move, where the level sets none
  match::RefereeRules rules;
  Position start = Position::start();
  BoardStyle board;
  notation::Style style = notation::Style::chinese;         ///< of moves that are shown
  notation::Style written_style = notation::Style::chinese; ///< in saved games
  notation::WriteOptions notation;
  std::string player = "?";
  std::string date = "????.??.??";
  std::string autosave; ///< a file that is written after each change
  bool show_boards = true;
  bool prompts = false; ///< stdin is a terminal: show prompts, and offer to save
};

/// A game on the terminal: reads commands and moves, writes boards and answers, until `quit` or the
/// end of the input.
class PlaySession {
public:
  explicit PlaySession(PlaySettings settings);

  /// Play. True when the user asked to stop (a signal), false at the end of the input.
  bool run();
  /// Begin with a game from a file, as `load` does.
  void load(const std::string& path);

private:
  struct Command;
  static const std::vector<Command>& commands();

  // the game
  [[nodiscard]] bool over();
  [[nodiscard]] bool engine_to_move();
  void step(const std::optional<std::string>& line);
  void engine_move();
  void handle(std::string_view line);
  void user_move(std::string_view text);
  void after_change();
  [[nodiscard]] engine::Answer think(engine::Searcher& searcher, const engine::Limits& limits);
  void start_engine();
  [[nodiscard]] engine::Searcher& adviser();

  // commands
  void help();
  [[nodiscard]] std::size_t plies_of_a_turn() const;
  void undo(std::string_view argument);
  void redo(std::string_view argument);
  void list_moves(std::string_view argument);
  void hint();
  void offer_draw();
  void resign();
  void set_position(std::string_view fen);
  void set_level(std::string_view argument);
  void set_side(std::string_view argument);
  void set_notation(std::string_view argument);
  void save(std::string_view path);
  void offer_to_save();

  // output
  void show_board();
  void follow();
  [[nodiscard]] std::vector<std::string> panel() const;
  [[nodiscard]] std::string player_text(Color side) const;
  [[nodiscard]] std::string name_of(std::size_t ply) const;
  void say_last_move();
  void announce_end();
  void prompt();
  [[nodiscard]] record::Game make_record() const;

  PlaySettings m_settings;
  MoveHistory m_history;
  PlayInput m_input;
  std::unique_ptr<engine::Searcher> m_engine;
  std::unique_ptr<engine::Searcher> m_adviser;     ///< at full strength, for hints and draws
  std::optional<match::Referee::Verdict> m_agreed; ///< resigned or agreed
  std::map<std::string, std::string> m_before; ///< what files held before this game was saved there
  bool m_waiting = false; ///< after undo and the like the engine moves on `go` only
  bool m_announced = false;
  bool m_saved = true;
  bool m_quit = false;
};

} // namespace xq::cli
