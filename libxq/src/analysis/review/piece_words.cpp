#include "analysis/review/piece_words.hpp"

#include <array>
#include <vector>

namespace xq::analysis {

namespace {

struct PieceWords {
  PieceType type;
  TextInContext one;
  TextInContext many;
};
using SideWords = std::array<PieceWords, 6>;
/// A word that is the same for either side.
constexpr TextInContext plain(const char* marked) noexcept { return {{}, marked}; }

/// The most valuable first.
constexpr SideWords red_words{{
    {PieceType::rook, plain(to_translate("a rook")), plain(to_translate("{} rooks"))},
    {PieceType::cannon, plain(to_translate("a cannon")), plain(to_translate("{} cannons"))},
    {PieceType::horse, plain(to_translate("a horse")), plain(to_translate("{} horses"))},
    {PieceType::elephant, in_context("of Red", "an elephant"),
     in_context("of Red", "{} elephants")},
    {PieceType::advisor, in_context("of Red", "an advisor"), in_context("of Red", "{} advisors")},
    {PieceType::pawn, in_context("of Red", "a pawn"), in_context("of Red", "{} pawns")},
}};
constexpr SideWords black_words{{
    red_words[0],
    red_words[1],
    red_words[2],
    {PieceType::elephant, in_context("of Black", "an elephant"),
     in_context("of Black", "{} elephants")},
    {PieceType::advisor, in_context("of Black", "an advisor"),
     in_context("of Black", "{} advisors")},
    {PieceType::pawn, in_context("of Black", "a pawn"), in_context("of Black", "{} pawns")},
}};

} // namespace

std::string pieces_text(const Words& words, const Ending::Counts& counts, Color of_side) {
  std::vector<std::string> pieces;
  for (const PieceWords& piece : of_side == Color::red ? red_words : black_words) {
    if (const int n = counts[to_index(piece.type)]; n == 1) {
      pieces.emplace_back(words(piece.one));
    } else if (n > 1) {
      pieces.push_back(words.format(piece.many, n));
    }
  }
  std::string out;
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    out += i == 0 ? "" : words(i + 1 == pieces.size() ? to_translate(" and ") : to_translate(", "));
    out += pieces[i];
  }
  return out;
}

std::string ending_text(const Words& words, const Ending& ending) {
  const auto side = [&](const Ending::Counts& counts, Color color) {
    const auto pieces = pieces_text(words, counts, color);
    return !pieces.empty()       ? pieces
           : color == Color::red ? std::string{words(in_context("of Red", "a bare king"))}
                                 : std::string{words(in_context("of Black", "a bare king"))};
  };
  return words.format(to_translate("{} against {}"), side(ending.attack, ending.strong),
                      side(ending.defence, ~ending.strong));
}

} // namespace xq::analysis
