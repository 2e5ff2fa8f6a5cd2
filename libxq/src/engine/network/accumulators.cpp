#include "engine/network/accumulators.hpp"

#include <algorithm>
#include <cassert>
#include <utility>

namespace xq::engine::network {

Accumulators::Accumulators(std::shared_ptr<const Network> network, std::size_t plies,
                           const Kernels& kernels)
    : m_network{std::move(network)}, m_kernels{&kernels}, m_plies(plies + 1) {}

void Accumulators::reset(const Position& position) noexcept {
  m_top = 0;
  refresh(Color::red, position);
  refresh(Color::black, position);
}

void Accumulators::do_move(const Position& before, Move m) noexcept {
  assert(m_top + 1 < m_plies.size());
  Ply& ply = m_plies[++m_top];
  ply.known = {};
  ply.moved = before.at(m.from());
  ply.captured = before.at(m.to());
  ply.move = m;
}

RowPair Accumulators::rows(std::size_t king, Feature feature) const noexcept {
  return {m_network->weights[king][feature].data(),
          m_network->weights[mirrored_king_square(king)][mirrored(feature)].data()};
}

void Accumulators::refresh(Color side, const Position& position) noexcept {
  const std::size_t king = king_square(position.king(side), side);
  Sums& sums = m_plies[m_top].sums[to_index(side)];
  sums[0] = m_network->bias;
  sums[1] = m_network->bias;
  std::array<RowPair, 4> four;
  std::size_t count = 0;
  for (const Square s : position.occupied()) {
    four[count] = rows(king, feature_of(position.at(s), s, side));
    if (++count == four.size()) {
      m_kernels->add(sums, four);
      count = 0;
    }
  }
  if (count != 0) {
    std::fill(four.begin() + static_cast<std::ptrdiff_t>(count), four.end(),
              rows(king, no_feature));
    m_kernels->add(sums, four);
  }
  m_plies[m_top].known[to_index(side)] = true;
}

void Accumulators::advance(Color side, std::size_t king, std::size_t ply) noexcept {
  const Ply& changed = m_plies[ply];
  Sums& to = m_plies[ply].sums[to_index(side)];
  const Sums& from = m_plies[ply - 1].sums[to_index(side)];
  const Square target = changed.move.to();
  const RowPair added = rows(king, feature_of(changed.moved, target, side));
  const RowPair removed = rows(king, feature_of(changed.moved, changed.move.from(), side));
  if (changed.captured == Piece::none) {
    m_kernels->move(to, from, added, removed);
  } else {
    m_kernels->capture(to, from, added, removed,
                       rows(king, feature_of(changed.captured, target, side)));
  }
  m_plies[ply].known[to_index(side)] = true;
}

const Sums& Accumulators::sums_of(Color side, const Position& position) noexcept {
  const std::size_t index = to_index(side);
  const Piece own_king = make_piece(side, PieceType::king);
  std::size_t known = m_top;
  while (!m_plies[known].known[index]) {
    if (m_plies[known].moved == own_king) {
      refresh(side, position);
      return m_plies[m_top].sums[index];
    }
    --known;
  }
  const std::size_t king = king_square(position.king(side), side);
  for (std::size_t ply = known + 1; ply <= m_top; ++ply) {
    advance(side, king, ply);
  }
  return m_plies[m_top].sums[index];
}

Score Accumulators::score(const Position& position, Score terms) noexcept {
  const Color us = position.side_to_move();
  const std::size_t bucket = bucket_of(position.occupied().count());
  const Network& net = *m_network;
  const std::int64_t output =
      m_kernels->output(sums_of(us, position), sums_of(~us, position), net.layers[bucket]);
  const std::int64_t value = output * net.scale / (layer_unit * weight_unit) +
                             std::int64_t{net.terms_share[bucket]} * terms / terms_unit;
  return static_cast<Score>(std::clamp<std::int64_t>(value, -largest_score, largest_score));
}

} // namespace xq::engine::network
