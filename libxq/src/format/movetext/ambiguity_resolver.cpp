#include "format/movetext/ambiguity_resolver.hpp"

#include "base/text/npos.hpp"
#include "format/movetext/game_tree_builder.hpp"
#include "format/movetext/movetext_lexer.hpp"
#include "format/shared/move_tree.hpp"
#include "notation/reading.hpp"

#include <xq/base/problem_code.hpp>
#include <xq/base/translate.hpp>

#include <fmt/core.h>

#include <algorithm>
#include <bit>
#include <string>
#include <utility>

namespace xq::format {
namespace {

using notation::ReadFault;

bool understood(const notation::Reading& reading) noexcept {
  return reading || reading.fault == ReadFault::ambiguous;
}

notation::Reading read(const Position& position, std::string_view token,
                       const MoveLanguage& language) {
  if (language.first_rank == notation::FirstRank::one) {
    auto reading = notation::read_algebraic(position, token, notation::FirstRank::one);
    if (understood(reading)) {
      return reading;
    }
    const auto squares = notation::read_squares_from_one(position, token);
    if (reading.algebraic || squares.fault != ReadFault::unknown_text) {
      return squares.fault != ReadFault::unknown_text ? squares : reading;
    }
  }
  if (language.dialect) {
    auto reading = notation::read_dialect(position, token, *language.dialect, language.wxf);
    if (reading.fault != ReadFault::unknown_text) {
      return reading;
    }
  }
  if (!language.style && language.declared) {
    auto reading = notation::read_token(position, token, language.declared, language.wxf);
    if (understood(reading)) {
      return reading;
    }
  }
  auto reading = notation::read_token(position, token, language.style, language.wxf);
  if (reading.fault == ReadFault::ambiguous && reading.algebraic && language.first_rank) {
    // The game has moves that are algebraic and nothing else.
    if (auto algebraic = notation::read_algebraic(position, token, *language.first_rank);
        algebraic) {
      return algebraic;
    }
  }
  return reading;
}

std::string without_invisible(std::string_view token) {
  std::string out;
  for (std::size_t i = 0; i < token.size();) {
    const auto n = invisible_length(token.substr(i));
    if (n == 0) {
      out += token[i++];
    }
    i += n;
  }
  return out;
}

} // namespace

FrontMove read_front(const Position& position, std::string_view token,
                     const MoveLanguage& language) {
  FrontMove out{read(position, token, language), token.size()};
  if (understood(out.reading) || out.reading.algebraic) {
    return out;
  }
  if (token.find_first_of("\xE2\xEF") != npos) { // perhaps a zero-width character
    auto whole = read(position, without_invisible(token), language);
    if (understood(whole)) {
      return {whole, token.size()};
    }
  }
  std::size_t bytes = 0;
  const int longest = language.first_rank == notation::FirstRank::one ? 6 : 5; // i10h10
  for (int characters = 1; characters <= longest && bytes < token.size(); ++characters) {
    bytes += decode_utf8(token.substr(bytes)).length;
    if (characters >= 4 && bytes < token.size()) {
      auto part = read(position, token.substr(0, bytes), language);
      if (understood(part)) {
        return {part, bytes};
      }
    }
  }
  return out;
}

std::optional<MovesAhead::Token> TextAhead::find(std::size_t place) const {
  using Kind = MovetextToken::Kind;
  MovetextLexer lexer{m_text, place};
  while (true) {
    const auto token = lexer.next();
    switch (token.kind) {
    case Kind::word:
    case Kind::opening_bracket:
      return Token{token.text, token.offset};
    case Kind::variation_begin:
      if (lexer.skip_variation() == MovetextLexer::VariationEnd::closed) {
        break;
      }
      return std::nullopt;
    case Kind::end:
    case Kind::variation_end:
    case Kind::result:
    case Kind::footer:
      return std::nullopt;
    default:
      break;
    }
  }
}

MoveList AmbiguityResolver::survivors(const Position& before, const MoveList& candidates,
                                      const MovesAhead& ahead, std::size_t place,
                                      const MoveLanguage& language) {
  constexpr std::size_t most = 32; // bits of Choices; no kind has more than five pieces
  m_branches.clear();
  m_finished = 0;
  const Branch start{before, place, 0};
  for (std::size_t i = 0; i < std::min(candidates.size(), most); ++i) {
    if (!takes_king(before, candidates[i])) {
      Branch branch = start;
      branch.choices = Choices{1} << i;
      keep(branch, candidates[i], place);
    }
  }
  m_stuck_at = 0;
  while (!m_branches.empty() && m_branches.size() <= max_live && m_reads_left > 0) {
    const Branch branch = take_rearmost();
    // One that is left must at least read what the last other one could not.
    if ((alive() & ~branch.choices) == 0 && std::has_single_bit(branch.choices) &&
        branch.at > m_stuck_at) {
      m_finished |= branch.choices;
      break;
    }
    --m_reads_left;
    advance(branch, ahead, language);
  }
  MoveList out;
  for (std::size_t i = 0; i < std::min(candidates.size(), most); ++i) {
    if ((alive() >> i & 1U) != 0) {
      out.push(candidates[i]);
    }
  }
  return out;
}

AmbiguityResolver::Choices AmbiguityResolver::alive() const noexcept {
  Choices out = m_finished;
  for (const Branch& branch : m_branches) {
    out |= branch.choices;
  }
  return out;
}

/// The branch that has come least far, so that equal positions meet.
AmbiguityResolver::Branch AmbiguityResolver::take_rearmost() {
  const auto found = std::min_element(m_branches.begin(), m_branches.end(),
                                      [](const Branch& a, const Branch& b) { return a.at < b.at; });
  const Branch out = *found;
  *found = m_branches.back();
  m_branches.pop_back();
  return out;
}

void AmbiguityResolver::advance(const Branch& branch, const MovesAhead& ahead,
                                const MoveLanguage& language) {
  const auto token = ahead.find(branch.at);
  if (!token) {
    m_finished |= branch.choices;
    return;
  }
  const auto front = read_front(branch.position, token->text, language);
  const auto next = ahead.behind(*token, front.bytes);
  MoveList moves = front.reading.candidates;
  if (front.reading) {
    moves.clear();
    moves.push(front.reading.move);
  }
  bool goes_on = false;
  for (const Move move : moves) {
    if (next && !takes_king(branch.position, move)) {
      keep(branch, move, *next);
      goes_on = true;
    }
  }
  if (!goes_on) {
    m_stuck_at = std::max(m_stuck_at, token->place);
  }
}

void AmbiguityResolver::keep(const Branch& branch, Move move, std::size_t at) {
  Branch next{branch.position, at, branch.choices};
  next.position.do_move(move);
  for (Branch& other : m_branches) {
    if (other.at == at && other.position.key() == next.position.key() &&
        other.position.lock() == next.position.lock()) {
      other.choices |= next.choices;
      return;
    }
  }
  m_branches.push_back(next);
}

MoveReader::MoveReader(const ReadOptions& options)
    : m_language{options.style, options.wxf, std::nullopt, std::nullopt, std::nullopt},
      m_look_ahead{options.look_ahead} {}

notation::Reading MoveReader::read(const Position& position, std::string_view token) const {
  return format::read(position, token, m_language);
}

namespace {

/// An ambiguous text that names a legal move between two squares, too, says nothing about ranks.
bool may_be_squares(const Position& position, std::string_view token,
                    const notation::Reading& reading) {
  return reading.fault == ReadFault::ambiguous &&
         notation::read_token(position, token, notation::Style::iccs);
}

/// How many moves are legal from `at` on.
std::size_t count_readable(Position position, const MovesAhead& ahead, std::size_t at,
                           const MoveLanguage& language) {
  std::size_t count = 0;
  for (; count < AmbiguityResolver::max_reads; ++count) {
    const auto token = ahead.find(at);
    if (!token) {
      break;
    }
    const auto front = read_front(position, token->text, language);
    const auto next = ahead.behind(*token, front.bytes);
    if (!front.reading || !next || takes_king(position, front.reading.move)) {
      break;
    }
    position.do_move(front.reading.move);
    at = *next;
  }
  return count;
}

} // namespace

/// The form of algebraic text, or two squares that are a legal move with ranks from 1 only.
bool MoveReader::form_with_rank(const Position& position, std::string_view token,
                                const notation::Reading& reading) const {
  using notation::FirstRank;
  using notation::Style;
  const auto style = m_language.style;
  const bool squares =
      !style || *style == Style::uci || *style == Style::iccs || *style == Style::coordinate;
  if (!reading && squares && notation::read_squares_from_one(position, token)) {
    return true;
  }
  const bool letter = !style && token[0] >= 'A' && token[0] <= 'Z' && // not UCI
                      !may_be_squares(position, token, reading);
  return letter &&
         (reading.algebraic || notation::read_algebraic(position, token, FirstRank::one).algebraic);
}

bool MoveReader::decide_first_rank(const Position& position, const MovesAhead& ahead,
                                   std::size_t at, std::size_t least) {
  using notation::FirstRank;
  const auto count = [&](FirstRank first) {
    m_language.first_rank = first;
    return count_readable(position, ahead, at, m_language);
  };
  const auto from_one = count(FirstRank::one);
  const auto from_zero = count(FirstRank::zero);
  const bool one = from_one > from_zero && from_one >= least;
  m_language.first_rank = one ? FirstRank::one : FirstRank::zero;
  return one;
}

bool MoveReader::find_first_rank(const Position& position, const notation::Reading& reading,
                                 const MovesAhead& ahead, std::size_t at) {
  if (m_language.first_rank || (reading && !reading.algebraic)) {
    return false;
  }
  const auto token = ahead.find(at);
  // One pair of squares that is no move may as well be a mistake.
  const std::size_t least = reading.algebraic ? 1 : 2;
  return token && form_with_rank(position, token->text, reading) &&
         decide_first_rank(position, ahead, at, least);
}

void MoveReader::expect_ranks_from_one(const Position& position, const MovesAhead& ahead,
                                       std::size_t at) {
  if (!decide_first_rank(position, ahead, at, 1)) {
    m_language.first_rank.reset();
  }
}

bool MoveReader::find_dialect(const Position& position, const notation::Reading& reading,
                              const MovesAhead& ahead, std::size_t at, bool first) {
  using notation::Dialect;
  const bool wxf = !m_language.style || *m_language.style == notation::Style::wxf;
  if (m_language.dialect || understood(reading) || !wxf) {
    return false;
  }
  std::optional<Dialect> best;
  std::size_t most = 0;
  for (const auto dialect : {Dialect::western, Dialect::vietnamese}) {
    if (dialect == Dialect::vietnamese && !first) {
      break;
    }
    m_language.dialect = dialect;
    const std::size_t least = dialect == Dialect::vietnamese ? 2 : 1;
    if (const auto count = count_readable(position, ahead, at, m_language);
        count > most && count >= least) {
      most = count;
      best = dialect;
    }
  }
  const auto token = ahead.find(at);
  if (!best && token && reading.fault == ReadFault::unknown_text &&
      notation::read_dialect(position, token->text, Dialect::western).fault !=
          ReadFault::unknown_text) {
    best = Dialect::western; // which tells what is wrong with the move
  }
  m_language.dialect = best;
  return best.has_value();
}

Move MoveReader::settle(const Position& position, std::string_view token, notation::Reading reading,
                        const Place& place, const MovesAhead& ahead, std::size_t next,
                        Reporter& report) {
  const auto refuse = [&](Problem problem) {
    report.add(place.in_variation ? ending_variation(std::move(problem)) : std::move(problem));
    return Move{};
  };
  if (reading && takes_king(position, reading.move)) {
    return refuse(make_problem(ProblemCode::illegal_move, localized("illegal: it takes the king"),
                               token, place.where, place.ply));
  }
  if (reading) {
    return reading.move;
  }
  std::string_view because;
  if (can_wait(reading)) {
    const auto survivors = m_ahead.survivors(position, reading.candidates, ahead, next, m_language);
    because = survivors.empty()
                  ? to_translate("{}; the rest of the game is legal after none of them")
                  : to_translate("{}; the rest of the game is legal after each of them");
    if (!survivors.empty()) {
      reading.candidates = survivors;
    }
  }
  auto problem = notation::to_problem(position, token, reading, place.where, place.ply);
  if (reading.candidates.size() != 1) {
    if (!because.empty()) {
      problem.message = vlocalized(because, fmt::make_format_args(problem.message));
    }
    return refuse(std::move(problem));
  }
  const Move only = reading.candidates[0];
  problem.severity = Severity::warning;
  problem.message = localized("ambiguous, but the moves after it fit {}{} only",
                              notation::square_name(only.from()), notation::square_name(only.to()));
  problem.advice = localized("Nothing needs to be done; --no-lookahead would reject the game.");
  report.add(std::move(problem));
  return only;
}

} // namespace xq::format
