#include "analysis/review/value_comment.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace xq::analysis {

namespace {

std::optional<engine::Score> read_score(std::string_view text) { // +0.35, -12.00, #5, -#5
  const bool minus = text.starts_with('-');
  if (minus || text.starts_with('+')) {
    text.remove_prefix(1);
  }
  const bool mate = text.starts_with('#');
  if (mate) {
    text.remove_prefix(1);
  }
  double number = 0;
  const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{} || stop != text.data() + text.size() || !(number >= 0 && number < 1e4)) {
    return std::nullopt;
  }
  // The winner's own move comes last: mate in n moves is at most 2n - 1 plies away.
  const auto size = static_cast<engine::Score>(
      mate ? engine::mate_value - std::max(0.0, 2 * number - 1) : std::round(number * 100));
  return minus ? -size : size;
}

} // namespace

std::optional<CommentedValue> read_value(std::string_view comment) {
  constexpr std::string_view prefix = "[%eval ";
  if (!comment.starts_with(prefix)) {
    return std::nullopt;
  }
  comment = comment.substr(prefix.size(), comment.find(']') - prefix.size());
  const auto comma = comment.find(',');
  const auto score = read_score(comment.substr(0, comma));
  if (!score) {
    return std::nullopt;
  }
  CommentedValue value{*score, {}};
  if (comma != std::string_view::npos) {
    int depth = 0;
    const auto digits = comment.substr(comma + 1);
    if (std::from_chars(digits.data(), digits.data() + digits.size(), depth).ec == std::errc{}) {
      value.depth = depth;
    }
  }
  return value;
}

std::optional<CommentedValue> value_of(const record::Game& game, record::NodeId node) {
  std::optional<CommentedValue> out;
  game.for_each_note(node, [&out](const record::Game::Note& note) {
    if (!out && note.kind != record::NoteKind::nag) {
      out = read_value(note.text);
    }
  });
  return out;
}

} // namespace xq::analysis
