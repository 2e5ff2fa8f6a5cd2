#include "cli/options/position_argument.hpp"

#include "base/os/path.hpp"
#include "base/text/ascii.hpp"
#include "base/text/compose.hpp"
#include "base/text/text.hpp"
#include "format/movetext/written_moves.hpp"
#include "jobs/search/position_text.hpp"

#include <xq/base/error.hpp>
#include <xq/board/fen.hpp>

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <system_error>

namespace xq::cli {

namespace {

/// Slashes as read_fen() knows them: also those of an address and the full-width ones.
std::ptrdiff_t count_slashes(std::string_view word) {
  std::ptrdiff_t count = std::count(word.begin(), word.end(), '/');
  for (const std::string_view slash : {"%2F", "%2f", "／"}) {
    for (auto at = word.find(slash); at != std::string_view::npos;
         at = word.find(slash, at + slash.size())) {
      ++count;
    }
  }
  return count;
}

/// No move has a slash.
bool begins_position(std::string_view word) {
  return word == "startpos" || count_slashes(word) != 0;
}

bool is_position(std::string_view word) {
  return word == "startpos" || count_slashes(word) >= rank_count - 1;
}

/// The first field of a FEN and nothing else; an option may stand before it.
bool ends_with_board(std::string_view word) {
  const auto board = word.substr(word.rfind('=') + 1);
  return std::count(board.begin(), board.end(), '/') == rank_count - 1 &&
         board.find_first_not_of("KABNRCPEHkabnrcpeh123456789/") == std::string_view::npos &&
         board.find("//") == std::string_view::npos && board.front() != '/' && board.back() != '/';
}

/// How many of the words behind a board belong to its FEN.
std::size_t fields_of_fen(std::span<const std::string> words) {
  if (words.empty() || (words[0] != "w" && words[0] != "b" && words[0] != "r")) {
    return 0;
  }
  if (words.size() < 3 || words[1] != "-" || words[2] != "-") {
    return 1;
  }
  return words.size() >= 5 && is_number(words[3]) && is_number(words[4]) ? 5 : 3;
}

} // namespace

std::vector<std::string> with_whole_fens(std::span<const std::string> words) {
  std::vector<std::string> out;
  while (!words.empty()) {
    out.push_back(words.front());
    words = words.subspan(1);
    for (auto more = ends_with_board(out.back()) ? fields_of_fen(words) : 0; more > 0; --more) {
      out.back() += ' ' + words.front();
      words = words.subspan(1);
    }
  }
  return out;
}

Value position_argument(std::string& target) {
  Value value = text(target, "FEN");
  value.claims = [](const std::string& word) { return begins_position(word); };
  return value;
}

std::vector<Position> position_arguments(const std::vector<std::string>& words,
                                         std::optional<notation::WxfStyle> wxf,
                                         const std::function<void(const Position&, Move)>& play) {
  std::vector<Position> positions;
  for (const std::string& word : words) {
    if (begins_position(word)) {
      positions.push_back(jobs::read_position(word));
      continue;
    }
    if (positions.empty()) {
      positions.push_back(Position::start());
    }
    positions.back() = jobs::after_moves(positions.back(), word, wxf, play);
  }
  return positions;
}

Position pasted_position(std::span<const std::string> words,
                         const std::function<void(const Position&, Move)>& play) {
  auto position = Position::start();
  while (words.size() > 1 && (words.front() == "position" || words.front() == "fen")) {
    words = words.subspan(1); // as in UCI's commands
  }
  if (!words.empty() && begins_position(words.front())) {
    position = jobs::read_position(words.front(), OpenKing::warning); // as books show them
    words = words.subspan(1);
  }
  if (!words.empty() && words.front() == "moves") { // as behind UCI's `position`
    words = words.subspan(1);
  }
  const auto text = join(words, " ");
  const auto moves = text.empty() ? Expected<std::vector<Move>, Problem>{std::vector<Move>{}}
                                  : format::read_move_list(position, text);
  if (!moves) {
    const Problem& problem = moves.error();
    throw make_error<UsageError>("move {}, \"{}\": {}", std::max(problem.ply, 1),
                                 excerpt(problem.token, 60), problem.message);
  }
  for (const Move move : *moves) {
    play(position, move);
    position.do_move(move);
  }
  return position;
}

bool MoveArguments::claims(const std::string& word, std::optional<notation::WxfStyle> wxf) const {
  if (notation::read_move(m_after, word, std::nullopt, wxf)) {
    return true;
  }
  const auto dot = word.rfind('.'); // of an ending, unless a digit is all that follows: C2.5
  const bool looks_like_path = word.find_first_of("/\\") != std::string::npos ||
                               (dot != std::string::npos && word.size() - dot > 2);
  std::error_code failed; // what cannot be looked at is there
  return word != "-" && !looks_like_path && !std::filesystem::exists(os::path_of(word), failed) &&
         !failed;
}

void MoveArguments::add(const std::string& word, std::optional<notation::WxfStyle> wxf) {
  if (!m_begun && is_position(word)) {
    m_after = jobs::read_position(word);
  } else {
    m_after = jobs::after_moves(m_begun ? m_after : Position::start(), word, wxf,
                                [this](const Position& before, Move move) {
                                  m_before = before;
                                  m_move = move;
                                });
  }
  m_begun = true;
}

const Position& MoveArguments::position() const {
  static_cast<void>(move());
  return m_before;
}

Move MoveArguments::move() const {
  if (!m_move) {
    throw make_error<UsageError>("MOVE is missing");
  }
  return m_move;
}

} // namespace xq::cli
