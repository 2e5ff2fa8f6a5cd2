#include "notation/styles.hpp"

#include <xq/board/movegen.hpp>

namespace xq::notation {

namespace {

constexpr int any = -1;

int file_at(const Characters& text, std::size_t i) noexcept {
  return text[i] >= U'a' && text[i] <= U'i' ? static_cast<int>(text[i] - U'a') : any;
}
/// A rank, from 0 at Red's home, and how many characters it took; 0 of them when there is none.
struct Rank {
  int value = any;
  std::size_t size = 0;
};
Rank rank_at(const Characters& text, std::size_t i, FirstRank first) noexcept {
  const auto digit = [&](std::size_t at) { return text[at] >= U'0' && text[at] <= U'9'; };
  if (!digit(i)) {
    return {};
  }
  const bool ten = first == FirstRank::one && text[i] == U'1' && text[i + 1] == U'0';
  const int number = ten ? 10 : static_cast<int>(text[i] - U'0');
  const int value = number - (first == FirstRank::one ? 1 : 0);
  return value >= 0 ? Rank{value, ten ? 2U : 1U} : Rank{};
}

/// What the text says: the piece, perhaps a file and a rank it comes from, the square it goes to.
struct Algebraic {
  PieceType type = PieceType::pawn;
  int from_file = any;
  int from_rank = any;
  Square to = Square::none;
};

std::optional<Algebraic> parse(const Characters& text, FirstRank first) noexcept {
  Algebraic out;
  std::size_t i = text.after_number();
  if (i != 0 && text[i - 1] >= U'0' && text[i - 1] <= U'9') {
    i = 0; // without a dot it is a rank
  }
  if (text[i] >= U'A' && text[i] <= U'Z') {
    out.type = piece_of_letter(text[i++]);
  }
  // The square comes last: what looks like one before it says where the piece stands.
  const auto capture = [&](std::size_t at) { return text[at] == U'x' ? 1U : 0U; };
  const auto behind = [&](std::size_t at) { return at + capture(at); };
  const auto rank_behind_file = rank_at(text, i + 1, first);
  const bool file =
      file_at(text, i) != any &&
      (capture(i + 1) == 1 || file_at(text, i + 1) != any ||
       (rank_behind_file.size != 0 && file_at(text, behind(i + 1 + rank_behind_file.size)) != any));
  if (file) {
    out.from_file = file_at(text, i++);
  }
  if (const auto rank = rank_at(text, i, first); rank.size != 0) {
    out.from_rank = rank.value;
    i += rank.size;
  }
  i = behind(i);
  const auto rank = rank_at(text, i + 1, first);
  if (out.type == PieceType::none || file_at(text, i) == any || rank.size == 0 ||
      !text.only_decoration(i + 1 + rank.size)) {
    return std::nullopt;
  }
  out.to = make_square(file_at(text, i), rank.value);
  return out;
}

} // namespace

Reading read_algebraic(const Position& position, std::string_view token, FirstRank first) {
  Reading out;
  out.fault = ReadFault::unknown_text;
  const auto text = Characters::from(token);
  const auto said = text ? parse(*text, first) : std::nullopt;
  if (!said) {
    return out;
  }
  out.algebraic = true;
  MoveList legal;
  generate_legal(position, legal);
  for (const Move m : legal) {
    const bool from = (said->from_file == any || file_of(m.from()) == said->from_file) &&
                      (said->from_rank == any || rank_of(m.from()) == said->from_rank);
    if (from && m.to() == said->to && type_of(position.at(m.from())) == said->type) {
      out.candidates.push(m);
    }
  }
  if (out.candidates.size() == 1) {
    out.move = out.candidates[0];
    out.fault = ReadFault::none;
    out.candidates = {};
  } else if (out.candidates.size() > 1) {
    out.fault = ReadFault::ambiguous;
  }
  return out;
}

} // namespace xq::notation
