#include <xq/board/movegen.hpp>
#include <xq/notation/styles.hpp>

namespace xq::notation {

namespace {

constexpr int any = -1;

int file_at(const Characters& text, std::size_t i) noexcept {
  return text[i] >= U'a' && text[i] <= U'i' ? static_cast<int>(text[i] - U'a') : any;
}
int rank_at(const Characters& text, std::size_t i) noexcept {
  return text[i] >= U'0' && text[i] <= U'9' ? static_cast<int>(text[i] - U'0') : any;
}

/// What the text says: the piece, perhaps a file and a rank it comes from, the square it goes to.
struct Algebraic {
  PieceType type = PieceType::pawn;
  int from_file = any;
  int from_rank = any;
  Square to = Square::none;
};

std::optional<Algebraic> parse(const Characters& text) noexcept {
  Algebraic out;
  std::size_t i = 0;
  if (text[0] >= U'A' && text[0] <= U'Z') {
    out.type = piece_of_letter(text[0]);
    i = 1;
  }
  // The square comes last: what looks like one before it says where the piece stands.
  const auto capture = [&](std::size_t at) { return text[at] == U'x' ? 1U : 0U; };
  const bool file = file_at(text, i) != any &&
                    (capture(i + 1) == 1 || file_at(text, i + 1) != any ||
                     (rank_at(text, i + 1) != any && file_at(text, i + 2 + capture(i + 2)) != any));
  if (file) {
    out.from_file = file_at(text, i++);
  }
  if (rank_at(text, i) != any) {
    out.from_rank = rank_at(text, i++);
  }
  i += capture(i);
  if (out.type == PieceType::none || file_at(text, i) == any || rank_at(text, i + 1) == any ||
      !text.only_decoration(i + 2)) {
    return std::nullopt;
  }
  out.to = make_square(file_at(text, i), rank_at(text, i + 1));
  return out;
}

} // namespace

Reading read_algebraic(const Position& position, const Characters& text) {
  Reading out;
  out.fault = ReadFault::unknown_text;
  const auto said = parse(text);
  if (!said) {
    return out;
  }
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
