#include "analysis/review/piece_words.hpp"

#include <xq/analysis/annotate.hpp>

#include <string>
#include <string_view>
#include <utility>

namespace xq::analysis {

namespace {

/// Sentences without a stop, one behind the other.
class Remark {
public:
  explicit Remark(RemarkLanguage language) : m_words{language == RemarkLanguage::english} {}

  template <typename... T>
  void say(std::string_view english, const T&... values) {
    if (!m_text.empty()) {
      m_text += m_words(to_translate("; "));
    }
    m_text += m_words.format(english, values...);
  }
  [[nodiscard]] const Words& words() const noexcept { return m_words; }
  [[nodiscard]] std::string text() && { return std::move(m_text); }

private:
  std::string m_text;
  Words m_words;
};

/// "a rook for a cannon"
std::string exchange_text(const Words& in, const Point& point) {
  const Color side = point.at.side_to_move();
  const auto won = pieces_text(in, point.gain.won, ~side);
  const auto lost = pieces_text(in, point.gain.lost, side);
  return lost.empty() ? won : in.format(to_translate("{} for {}"), won, lost);
}

void say_ending(Remark& out, const EndingReason& reason, const RemarkWords& words) {
  const auto text = ending_text(out.words(), reason.ending);
  if (!reason.move) {
    out.say(reason.ending.won ? to_translate("runs into a lost ending: {}")
                              : to_translate("runs into a drawn ending: {}"),
            text);
    return;
  }
  const auto name = notation::to_text(reason.at, reason.move, words.style, words.notation);
  out.say(reason.ending.won ? to_translate("{} reaches a won ending: {}")
                            : to_translate("{} reaches a drawn ending: {}"),
          name, text);
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
              exchange_text(out.words(), *point));
    }
  }
  if (const auto& point = reason.better) {
    if (point->by_rule) {
      out.say(to_translate("{} wins by the rules on repetition"), name(*point));
    } else if (point->gain.empty_cannon) {
      out.say(to_translate("{} takes the empty central cannon"), name(*point));
    } else {
      out.say(to_translate("{} wins {}"), name(*point), exchange_text(out.words(), *point));
    }
  }
  if (reason.ending) {
    say_ending(out, *reason.ending, words);
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
