#pragma once

#include "engine/eval/endgames.hpp"
#include "engine/eval/handwritten.hpp"
#include "engine/network/accumulators.hpp"

#include <xq/board/position.hpp>
#include <xq/engine/engine.hpp>

#include <array>
#include <memory>
#include <optional>
#include <utility>

namespace xq::engine {

/// Values of the pieces in exchanges and for move ordering, in centipawns; a king's exceeds all
/// others together.
inline constexpr std::array<int, piece_type_count + 1> exchange_values{6000, 180, 180, 420,
                                                                       900,  440, 100, 0};
[[nodiscard]] constexpr int exchange_value(PieceType t) noexcept {
  return exchange_values[to_index(t)];
}

/// The evaluation's interface to the search: updated move by move, scores in centipawns. Another
/// evaluation can be added by providing these members. One object a search thread.
class Evaluator {
public:
  /// Evaluates by `network`, beside hand-written terms where it was trained to correct them;
  /// without one by these alone.
  explicit Evaluator(std::shared_ptr<const Network> network = nullptr) {
    if (network) {
      m_terms = network->uses_terms();
      m_network = std::make_unique<network::Accumulators>(std::move(network), max_ply + 8);
    }
  }

  /// Start at `position`.
  void reset(const Position& position) noexcept {
    if (m_network) {
      m_network->reset(position);
    }
    if (m_terms) {
      m_handwritten.reset(position);
    }
  }
  /// Call before `before` plays the pseudo-legal move `m`; at most max_ply times in a row.
  void do_move(const Position& before, Move m) noexcept {
    if (m_network) {
      m_network->do_move(before, m);
    }
    if (m_terms) {
      m_handwritten.do_move(before, m);
    }
  }
  void undo_move() noexcept {
    if (m_network) {
      m_network->undo_move();
    }
    if (m_terms) {
      m_handwritten.undo_move();
    }
  }
  /// Score of `position`, which must be the current one or have only the other side to move, from
  /// its side to move's point of view.
  [[nodiscard]] Score score(const Position& position) const noexcept {
    const Score terms = m_terms ? m_handwritten.score(position) : 0;
    return m_network ? scaled(position, m_network->score(position, terms)) : terms;
  }
  /// score() of the same board with the other side to move, where it follows from `before`.
  [[nodiscard]] std::optional<Score> passed(Score before) const noexcept {
    return m_network ? std::optional<Score>{} : m_handwritten.passed(before);
  }

private:
  /// What a network makes of an ending that is drawn as a rule. The rest it has learned, and the
  /// hand-written terms are scaled before they come here.
  [[nodiscard]] static Score scaled(const Position& position, Score score) noexcept {
    constexpr int drawn = 16;
    const Color side = position.side_to_move();
    const int share = winning_share(position, score > 0 ? side : ~side);
    return share < drawn ? score * share / 64 : score;
  }

  bool m_terms = true; ///< the hand-written ones count
  HandwrittenEvaluator m_handwritten;
  std::unique_ptr<network::Accumulators> m_network;
};

} // namespace xq::engine
