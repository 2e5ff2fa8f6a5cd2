#include "cli/options/position_argument.hpp"

#include "base/os/path.hpp"
#include "base/text/compose.hpp"
#include "base/text/text.hpp"
#include "format/movetext/move_list.hpp"
#include "jobs/search/position_text.hpp"

#include <xq/base/error.hpp>

#include <algorithm>
#include <filesystem>
#include <system_error>

namespace xq::cli {

namespace {

/// No move has a slash.
bool begins_position(std::string_view word) {
  return word == "startpos" || word.find('/') != std::string_view::npos;
}

bool is_position(std::string_view word) {
  return word == "startpos" || std::count(word.begin(), word.end(), '/') >= 9;
}

} // namespace

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
  if (!words.empty() && begins_position(words.front())) {
    position = jobs::read_position(words.front());
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
