#include "analysis/piece_words.hpp"

#include <array>
#include <vector>

namespace xq::analysis {

namespace {

struct PieceWords {
  PieceType type;
  std::string_view one;
  std::string_view many;
};
/// The most valuable first.
constexpr std::array<PieceWords, 6> piece_words{{
    {PieceType::rook, to_translate("a rook"), to_translate("{} rooks")},
    {PieceType::cannon, to_translate("a cannon"), to_translate("{} cannons")},
    {PieceType::horse, to_translate("a horse"), to_translate("{} horses")},
    {PieceType::elephant, to_translate("an elephant"), to_translate("{} elephants")},
    {PieceType::advisor, to_translate("an advisor"), to_translate("{} advisors")},
    {PieceType::pawn, to_translate("a pawn"), to_translate("{} pawns")},
}};

} // namespace

std::string pieces_text(const Words& words, const Ending::Counts& counts) {
  std::vector<std::string> pieces;
  for (const PieceWords& piece : piece_words) {
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
  const auto side = [&](const Ending::Counts& counts) {
    const auto pieces = pieces_text(words, counts);
    return pieces.empty() ? std::string{words(to_translate("a bare king"))} : pieces;
  };
  return words.format(to_translate("{} against {}"), side(ending.attack), side(ending.defence));
}

} // namespace xq::analysis
