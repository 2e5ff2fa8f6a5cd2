#include "engine/search/move_picker.hpp"

#include "engine/eval/evaluate.hpp"
#include "engine/search/see.hpp"

#include <algorithm>

namespace xq::engine {

MovePicker::MovePicker(const OrderingContext& context, Move table_move, std::array<Move, 2> killers)
    : m_context{context}, m_table_move{table_move}, m_killers{killers}, m_stage{Stage::table} {
  if (!m_table_move || !context.position.is_pseudo_legal(m_table_move)) {
    m_table_move = Move::none();
    m_stage = context.in_check ? Stage::make_evasions : Stage::make_captures;
  }
}

MovePicker::MovePicker(const OrderingContext& context, Move table_move)
    : m_context{context}, m_table_move{table_move}, m_stage{Stage::table} {
  const Position& p = context.position;
  const bool in_check = context.in_check;
  if (!m_table_move || !p.is_pseudo_legal(m_table_move) ||
      (!in_check && p.at(m_table_move.to()) == Piece::none)) {
    m_table_move = Move::none();
    m_stage = in_check ? Stage::make_evasions : Stage::make_noisy;
  }
  m_skip_quiets = !in_check;
}

MovePicker::MovePicker(const OrderingContext& context, Move table_move, int threshold)
    : m_context{context},
      m_table_move{table_move},
      m_threshold{threshold},
      m_stage{Stage::make_exact} {
  const Position& p = context.position;
  if (m_table_move && (!p.is_pseudo_legal(m_table_move) || p.at(m_table_move.to()) == Piece::none ||
                       !exchange_wins(p, m_table_move, threshold))) {
    m_table_move = Move::none();
  }
}

int MovePicker::capture_score(Move m) const {
  const Position& p = m_context.position;
  const PieceType victim = type_of(p.at(m.to()));
  return 16 * exchange_value(victim) +
         m_context.histories.capture(p.at(m.from()), m.to(), victim).value();
}

int MovePicker::quiet_score(Move m) const {
  const Position& p = m_context.position;
  const auto piece = to_index(p.at(m.from()));
  const auto to = to_index(m.to());
  return 2 * m_context.histories.quiet(p.side_to_move(), m).value() +
         2 * (*m_context.previous[0])[piece][to].value() +
         2 * (*m_context.previous[1])[piece][to].value() +
         (*m_context.previous[2])[piece][to].value() + (*m_context.previous[3])[piece][to].value();
}

namespace {

constexpr std::uint64_t place_mask = 0xFFFF0000U;
constexpr std::uint64_t place_bits(std::size_t place) { return (0xFFFFU - place) << 16U; }
constexpr Move move_of(std::uint64_t rank) {
  return Move::from_raw(static_cast<std::uint16_t>(rank));
}

} // namespace

void MovePicker::rank(Move m, int score) noexcept {
  constexpr std::int64_t above_all_scores = 1 << 30;
  m_ranks[m_ranked] =
      static_cast<std::uint64_t>(above_all_scores + score) << 32U | place_bits(m_ranked) | m.raw();
  ++m_ranked;
}

void MovePicker::rank_captures() {
  for (const Move m : m_moves) {
    rank(m, capture_score(m));
  }
}

void MovePicker::rank_quiets() {
  for (const Move m : m_moves) {
    if (m_only_checks == nullptr || m_only_checks->gives_check(m)) {
      rank(m, quiet_score(m));
    }
  }
}

void MovePicker::rank_evasions() {
  const Position& p = m_context.position;
  for (const Move m : m_moves) {
    const Piece victim = p.at(m.to());
    rank(m, victim != Piece::none ? (1 << 20) + 16 * exchange_value(type_of(victim)) -
                                        exchange_value(type_of(p.at(m.from())))
                                  : quiet_score(m));
  }
}

void MovePicker::only_checks(CheckInfo& check_info) noexcept {
  if (m_only_checks == nullptr && !m_context.in_check) {
    m_only_checks = &check_info;
    if (m_stage == Stage::quiets) {
      drop_others();
    }
  }
}

void MovePicker::drop_others() noexcept {
  std::size_t kept = m_cursor;
  for (std::size_t i = m_cursor; i < m_ranked; ++i) {
    if (m_only_checks->gives_check(move_of(m_ranks[i]))) {
      m_ranks[kept] = (m_ranks[i] & ~place_mask) | place_bits(kept);
      ++kept;
    }
  }
  m_ranked = kept;
}

Move MovePicker::take_best() {
  while (m_cursor < m_ranked) {
    std::uint64_t best = m_ranks[m_cursor];
    for (std::size_t i = m_cursor + 1; i < m_ranked; ++i) {
      best = std::max(best, m_ranks[i]);
    }
    // what stood at the cursor takes the place of the best
    const std::size_t place = 0xFFFFU - (best >> 16U & 0xFFFFU);
    m_ranks[place] = (m_ranks[m_cursor] & ~place_mask) | (best & place_mask);
    ++m_cursor;
    if (const Move m = move_of(best); m != m_table_move) {
      return m;
    }
  }
  return Move::none();
}

bool MovePicker::usable_killer(Move m) const {
  const Position& p = m_context.position;
  return m && m != m_table_move && p.is_pseudo_legal(m) && p.at(m.to()) == Piece::none;
}

Move MovePicker::next() {
  const Position& p = m_context.position;
  switch (m_stage) {
  case Stage::table:
    m_stage = m_context.in_check ? Stage::make_evasions
              : m_skip_quiets    ? Stage::make_noisy
                                 : Stage::make_captures;
    return m_table_move;

  case Stage::make_captures:
    generate_captures(p, m_moves);
    rank_captures();
    m_stage = Stage::good_captures;
    [[fallthrough]];
  case Stage::good_captures:
    while (const Move m = take_best()) {
      if (exchange_wins(p, m, 0)) {
        return m;
      }
      m_bad_captures[m_bad_count++] = m.raw();
    }
    m_stage = Stage::first_killer;
    [[fallthrough]];
  case Stage::first_killer:
    m_stage = Stage::second_killer;
    if (!m_skip_quiets && usable_killer(m_killers[0])) {
      return m_killers[0];
    }
    m_killers[0] = Move::none();
    [[fallthrough]];
  case Stage::second_killer:
    m_stage = Stage::make_quiets;
    if (!m_skip_quiets && usable_killer(m_killers[1])) {
      return m_killers[1];
    }
    m_killers[1] = Move::none();
    [[fallthrough]];
  case Stage::make_quiets:
    m_stage = Stage::quiets;
    m_moves.clear();
    m_ranked = 0;
    m_cursor = 0;
    if (!m_skip_quiets) {
      generate_quiets(p, m_moves);
      rank_quiets();
    }
    [[fallthrough]];
  case Stage::quiets:
    if (!m_skip_quiets) {
      while (const Move m = take_best()) {
        if (m != m_killers[0] && m != m_killers[1]) {
          return m;
        }
      }
    }
    m_stage = Stage::bad_captures;
    [[fallthrough]];
  case Stage::bad_captures:
    if (m_bad_cursor < m_bad_count) {
      return Move::from_raw(m_bad_captures[m_bad_cursor++]);
    }
    m_stage = Stage::done;
    return Move::none();

  case Stage::make_evasions:
    generate_evasions(p, m_moves);
    rank_evasions();
    m_stage = Stage::evasions;
    [[fallthrough]];
  case Stage::evasions:
    return take_best();

  case Stage::make_exact:
    generate_captures(p, m_moves);
    rank_captures();
    m_stage = Stage::exact;
    if (m_table_move) {
      return m_table_move;
    }
    [[fallthrough]];
  case Stage::exact:
    while (const Move m = take_best()) {
      if (exchange_wins(p, m, m_threshold)) {
        return m;
      }
    }
    m_stage = Stage::done;
    return Move::none();

  case Stage::make_noisy:
    generate_captures(p, m_moves);
    rank_captures();
    m_stage = Stage::noisy;
    [[fallthrough]];
  case Stage::noisy:
    return take_best();

  case Stage::done:
    break;
  }
  return Move::none();
}

} // namespace xq::engine
