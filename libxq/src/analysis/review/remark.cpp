#include <xq/analysis/annotate.hpp>
#include <xq/base/translate.hpp>

#include <fmt/format.h>

#include <array>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace xq::analysis {

namespace {

/// Sentences without a stop, one behind the other.
class Remark {
public:
  explicit Remark(RemarkLanguage language) : m_english{language == RemarkLanguage::english} {}

  template <typename... T>
  void say(std::string_view english, const T&... values) {
    if (!m_text.empty()) {
      m_text += word(to_translate("; "));
    }
    m_text += words(english, values...);
  }
  template <typename... T>
  [[nodiscard]] std::string words(std::string_view english, const T&... values) const {
    const auto args = fmt::make_format_args(values...);
    return m_english ? fmt::vformat(fmt::string_view{english.data(), english.size()}, args)
                     : vlocalized(english, args);
  }
  [[nodiscard]] std::string_view word(std::string_view english) const {
    return m_english ? english : translate(english);
  }
  [[nodiscard]] std::string text() && { return std::move(m_text); }

private:
  std::string m_text;
  bool m_english;
};

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

/// "a rook, a horse and 2 pawns"
std::string pieces_text(const Remark& in, const LineGain::Counts& counts) {
  std::vector<std::string> pieces;
  for (const PieceWords& piece : piece_words) {
    if (const int n = counts[to_index(piece.type)]; n == 1) {
      pieces.emplace_back(in.word(piece.one));
    } else if (n > 1) {
      pieces.push_back(in.words(piece.many, n));
    }
  }
  std::string out;
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    out +=
        i == 0 ? "" : in.word(i + 1 == pieces.size() ? to_translate(" and ") : to_translate(", "));
    out += pieces[i];
  }
  return out;
}

/// "a rook for a cannon"
std::string exchange_text(const Remark& in, const LineGain& gain) {
  const auto won = pieces_text(in, gain.won);
  const auto lost = pieces_text(in, gain.lost);
  return lost.empty() ? won : in.words(to_translate("{} for {}"), won, lost);
}

void say_reason(Remark& out, const Reason& reason, const RemarkWords& words) {
  const auto name = [&words](const Point& point) {
    return notation::to_text(point.at, point.move, words.style, words.notation);
  };
  if (const auto& point = reason.overlooked) {
    if (point->by_rule) {
      out.say(to_translate("runs into a forbidden repetition"));
    } else if (point->gain.empty_cannon) {
      out.say(to_translate("overlooks {} with the empty central cannon"), name(*point));
    } else {
      out.say(to_translate("overlooks {}, which wins {}"), name(*point),
              exchange_text(out, point->gain));
    }
  }
  if (const auto& point = reason.better) {
    if (point->by_rule) {
      out.say(to_translate("{} wins by the rules on repetition"), name(*point));
    } else if (point->gain.empty_cannon) {
      out.say(to_translate("{} takes the empty central cannon"), name(*point));
    } else {
      out.say(to_translate("{} wins {}"), name(*point), exchange_text(out, point->gain));
    }
  }
}

} // namespace

std::string remark(const Review& review, std::size_t ply, const RemarkWords& words) {
  const MoveReview& move = review.moves[ply];
  Remark out{words.language};
  if (review.book_plies == ply && review.book_plies != 0) {
    out.say(to_translate("leaves the book"));
  }
  if (move.mark == Mark::good) {
    out.say(to_translate("the only move"));
  } else if (move.mark != Mark::none && move.loss >= 0.005) {
    const double percent = 100.0 * move.loss;
    out.say(to_translate("loses {:.0f} %"), percent);
  }
  if (move.misses_mate != 0) {
    out.say(to_translate("misses mate in {}"), move.misses_mate);
  }
  if (move.allows_mate != 0) {
    out.say(to_translate("allows mate in {}"), move.allows_mate);
  }
  if (move.finds_mate != 0) {
    out.say(to_translate("mate in {}"), move.finds_mate);
  }
  say_reason(out, move.reason, words);
  return std::move(out).text();
}

} // namespace xq::analysis
