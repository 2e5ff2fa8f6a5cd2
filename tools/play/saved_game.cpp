#include "play/saved_game.hpp"

#include "base/files/input.hpp"
#include "base/os/file.hpp"
#include "base/text/text.hpp"
#include "cli/files/file_kind.hpp"

#include <xq/base/error.hpp>
#include <xq/format/format.hpp>

#include <fmt/core.h>

namespace xq::cli {

std::string text_before(const std::string& path, std::string_view format) {
  std::string text = os::status_of(path) ? read_beginning(path) : std::string{};
  const auto kind = kind_of_file(path);
  if (text.empty()) {
    return text;
  }
  const bool added = format == "pgn" || format == "jsonl" || format == "dhtmlxq";
  if (kind != format || !added) {
    throw make_error<FileError>(
        "{}: is {}; a game can be added to a file of pgn, jsonl or dhtmlxq. "
        "Give another name.",
        path, kind_text(kind));
  }
  if (find_invalid_utf8(text) != std::string::npos || text.find('\0') != std::string::npos) {
    throw make_error<FileError>("{}: is no UTF-8, in which the game would be added. Give another "
                                "name.",
                                path);
  }
  while (!text.ends_with("\n\n")) {
    text += '\n';
  }
  return text;
}

SavedGame read_first_game(const std::string& path) {
  SavedGame first;
  bool found = false;
  std::string trouble;
  const std::vector<std::string> inputs{path};
  struct Nothing {};
  format::read_games<Nothing>(
      inputs, {},
      [&](record::Game& game, Nothing&) {
        if (game.usable() && !found) {
          found = true;
          first.start = game.start();
          game.main_moves(first.moves);
        } else if (!found && trouble.empty()) {
          trouble = format_problem(game.source, game.number, game.problems.front());
        }
      },
      [](Nothing&&) {},
      [&](const format::FileProblem& p) { trouble = format_problem(p.source, 0, p.problem); });
  if (!found) {
    throw make_error<FileError>("{}",
                                trouble.empty() ? localized("{}: no game in it", path) : trouble);
  }
  return first;
}

} // namespace xq::cli
