#include "board/check_info.hpp"
#include "board/rules/cxa_line.hpp"

namespace xq::cxa {

namespace {

constexpr int longest_mate = 5; ///< checks of a mate that is threatened
constexpr std::int32_t any_checks =
    64; ///< instead of a number: no mate, however many are looked at
constexpr std::int32_t no_check = 1 << 16; ///< instead of a mating move: there is no check at all

} // namespace

void generate_checks(const Position& p, MoveList& checks) {
  const bool in_check = p.in_check();
  CheckInfo info{p, in_check};
  if (in_check) {
    MoveList moves;
    generate_evasions(p, moves);
    for (const Move m : moves) {
      if (info.is_safe(m) && info.gives_check(m)) {
        checks.push(m);
      }
    }
    return;
  }
  for (std::size_t t = 0; t < piece_type_count; ++t) {
    for (const Square from : p.pieces(p.side_to_move(), static_cast<PieceType>(t))) {
      for (const Square to : p.targets(from) & info.may_check(from)) {
        const Move m{from, to};
        if (info.is_safe(m) && info.gives_check(m)) {
          checks.push(m);
        }
      }
    }
  }
}

void put_first(MoveList& moves, Move first) {
  Move* const found = std::find(moves.begin(), moves.end(), first);
  if (found != moves.end()) {
    std::rotate(moves.begin(), found, found + 1);
  }
}

const std::vector<Move>& ForcedLines::mate() {
  if (!m_mate) {
    m_mate.emplace();
    m_left = most_positions;
    Line line;
    m_cut = true;
    for (int checks = 1; m_cut && checks <= longest_mate; ++checks) {
      if (mates_in(m_position, checks, &line)) {
        m_mate = line.to_vector();
        break;
      }
    }
  }
  return *m_mate;
}

const std::vector<Move>& ForcedLines::mating_moves() {
  if (!m_mating) {
    m_mating.emplace();
    m_left = most_positions;
    MoveList moves;
    generate_checks(m_position, moves);
    for (const Move m : moves) {
      for (int checks = 1; checks <= longest_mate; ++checks) {
        if (mates_by(m_position, m, checks, nullptr)) {
          m_mating->push_back(m);
          break;
        }
      }
    }
  }
  return *m_mating;
}

/// Whether the check `m` begins a mate of at most `checks` checks.
bool ForcedLines::mates_by(Position& p, Move m, int checks, Line* line) {
  Undo undo;
  p.do_move(m, undo);
  MoveList answers;
  if (checks > 1) {
    generate_legal(p, answers);
  }
  Move& refutation = m_no_mate_after[static_cast<std::size_t>(checks)];
  const auto key = to_integer(p.key());
  if (line == nullptr && checks > 1) {
    put_first(answers, refutation);
    if (const std::int32_t* const known = m_refutations.find(key)) {
      put_first(answers, Move::from_raw(static_cast<std::uint16_t>(*known)));
    }
  }
  bool mates = checks > 1 || !has_legal_move(p);
  Line longest;
  for (std::size_t i = 0; mates && i < answers.size(); ++i) {
    Undo undo_answer;
    p.do_move(answers[i], undo_answer);
    Line rest;
    mates = mates_in(p, checks - 1, line == nullptr ? nullptr : &rest);
    if (!mates) {
      refutation = answers[i];
      m_refutations.put(key, refutation.raw());
    } else if (rest.size >= longest.size) {
      longest.set(answers[i], rest);
    }
    p.undo_move(answers[i], undo_answer);
  }
  p.undo_move(m, undo);
  if (mates && line != nullptr) {
    line->set(m, longest);
  }
  return mates;
}

/// Whether the side to move mates with at most `checks` checks.
bool ForcedLines::mates_in(Position& p, int checks, Line* line) {
  if (checks == 1) {
    const Move m = mate_in_one(p);
    if (m && line != nullptr) {
      line->set(m, {});
    }
    return static_cast<bool>(m);
  }
  const auto key = to_integer(p.key());
  const std::int32_t* const known = m_no_mate.find(key);
  if ((known != nullptr && *known >= checks) || !may_visit()) {
    m_cut = known == nullptr || *known != any_checks;
    return false;
  }
  MoveList moves;
  generate_checks(p, moves);
  bool cut = false;
  for (const Move m : moves) {
    if (mates_by(p, m, checks, nullptr)) {
      return line == nullptr || mates_by(p, m, checks, line);
    }
    cut = cut || m_cut;
  }
  m_cut = cut;
  if (m_decided) {
    m_no_mate.put(key, cut ? checks : any_checks);
  }
  return false;
}

/// The first move of the side to move that mates at once; none if there is none.
Move ForcedLines::mate_in_one(Position& p) {
  const auto key = to_integer(p.key());
  if (const std::int32_t* const known = m_mate_in_one.find(key)) {
    m_cut = *known != no_check;
    return Move::from_raw(static_cast<std::uint16_t>(*known));
  }
  m_cut = true;
  if (!may_visit()) {
    return {};
  }
  MoveList moves;
  generate_checks(p, moves);
  m_cut = !moves.empty();
  const auto* const found =
      std::find_if(moves.begin(), moves.end(), [&](Move m) { return mates_by(p, m, 1, nullptr); });
  const Move out = found == moves.end() ? Move{} : *found;
  m_mate_in_one.put(key, moves.empty() ? no_check : out.raw());
  return out;
}

} // namespace xq::cxa
