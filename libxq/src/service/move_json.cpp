#include "service/move_json.hpp"

#include "base/text/text.hpp"
#include "format/movetext/written_moves.hpp"
#include "notation/reading.hpp"

#include <xq/base/translate.hpp>
#include <xq/board/fen.hpp>

#include <algorithm>
#include <optional>

namespace xq::service {

namespace {

/// Longer than any game that was played; each of them costs a legality test.
constexpr std::size_t most_moves = 1000;

std::vector<std::string_view> split_moves(std::string_view text) {
  std::vector<std::string_view> words;
  while (true) {
    const auto begin = text.find_first_not_of(", |\t\r\n");
    if (begin == std::string_view::npos) {
      return words;
    }
    text.remove_prefix(begin);
    const auto word = text.substr(0, text.find_first_of(", |\t\r\n"));
    text.remove_prefix(word.size());
    if (words.size() == most_moves) {
      throw HttpError{400, localized("There are more than {} moves. Give the position after them "
                                     "as fen=.",
                                     most_moves)};
    }
    words.push_back(word);
  }
}

/// All of them as moves in squares, or nothing.
std::optional<std::vector<Move>>
in_squares(Position position, const std::vector<std::string_view>& words, uci::RankBase ranks) {
  std::vector<Move> moves;
  for (const auto word : words) {
    const Move move = uci::parse_move(word, ranks);
    if (!move || !position.is_legal(move)) {
      return std::nullopt;
    }
    position.do_move(move);
    moves.push_back(move);
  }
  return moves;
}

std::vector<Move> in_any_notation(Position position, const std::vector<std::string_view>& words) {
  std::vector<Move> moves;
  for (const auto word : words) {
    const auto reading = notation::read_token(position, word);
    if (!reading) {
      throw HttpError{400, localized("Move {} of play=, \"{}\": {}. Give legal moves such as "
                                     "h2e2,h9g7.",
                                     moves.size() + 1, excerpt(word, 40),
                                     notation::explain(position, word, reading))};
    }
    position.do_move(reading.move);
    moves.push_back(reading.move);
  }
  return moves;
}

} // namespace

MoveStyle read_move_style(const Parameters& query) {
  MoveStyle style;
  const auto script = query.get("script", "simplified");
  if (script == "traditional") {
    style.script = notation::Style::traditional;
  } else if (script != "simplified") {
    throw HttpError{400, localized("script= is not understood. Give simplified or traditional.")};
  }
  const auto dialect = query.get("dialect", "0-9");
  if (dialect == "1-10") {
    style.ranks = uci::RankBase::one;
  } else if (dialect != "0-9") {
    throw HttpError{400, localized("dialect= is not understood. Give 0-9 or 1-10.")};
  }
  return style;
}

NamedMove::NamedMove(const Position& position, Move move, const MoveStyle& style)
    : uci{uci::move_text(move, style.ranks)},
      san{notation::to_text(position, move, style.script)},
      wxf{notation::to_text(position, move, notation::Style::wxf)} {
  std::replace(wxf.begin(), wxf.end(), '.', '='); // C2=5, as most clients know it
}

std::span<const jobs::FieldOf<NamedMove>> move_name_fields() noexcept {
  using jobs::get;
  using jobs::Kind;
  static constexpr auto fields =
      std::to_array<jobs::FieldOf<NamedMove>>({{"uci", Kind::move, get<&NamedMove::uci>},
                                               {"san", Kind::move, get<&NamedMove::san>},
                                               {"wxf", Kind::move, get<&NamedMove::wxf>}});
  return fields;
}

Position read_position(std::string_view fen) {
  if (fen.empty() || fen == "startpos") {
    return Position::start();
  }
  if (fen.size() > 200) {
    throw HttpError{400, localized("The FEN is longer than 200 characters. Give one position.")};
  }
  std::string text{fen};
  std::replace(text.begin(), text.end(), '_', ' ');
  const auto reading = read_fen(text);
  if (!reading) {
    const auto& problem = reading.error();
    throw HttpError{400, localized("The FEN cannot be used: {} (column {}). Give a position in "
                                   "Forsyth-Edwards notation.",
                                   problem.message, problem.where.column)};
  }
  return reading->position;
}

std::vector<Move> read_moves(const Position& start, std::string_view text, const MoveStyle& style) {
  const auto words = split_moves(text);
  const auto other = style.ranks == uci::RankBase::zero ? uci::RankBase::one : uci::RankBase::zero;
  for (const auto ranks : {style.ranks, other}) {
    if (auto moves = in_squares(start, words, ranks)) {
      return std::move(*moves);
    }
  }
  if (const auto pasted = format::read_move_list(start, text)) {
    return *pasted;
  }
  return in_any_notation(start, words); // which says what is wrong
}

Line read_line(const Parameters& query, const MoveStyle& style) {
  Line line{read_position(query.get("fen")), {}, {}};
  line.moves = read_moves(line.start, query.get("play"), style);
  line.position = line.start;
  for (const Move move : line.moves) {
    line.position.do_move(move);
  }
  return line;
}

} // namespace xq::service
