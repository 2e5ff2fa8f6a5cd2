#pragma once

// An analyst that needs no engine: what it answers depends on the question alone.

#include <xq/analysis/analyst.hpp>
#include <xq/board/movegen.hpp>

#include <algorithm>
#include <atomic>
#include <functional>
#include <memory>

namespace support {

/// What all analysts of a test share.
struct KeyEngine {
  std::atomic<int> questions{0};
  std::function<void(int number)> on_question = [](int) {}; ///< from 0
};

/// Names the first move that is allowed, and a value made of the position's key: between +-`range`
/// for Red, now and then a mate.
class KeyAnalyst final : public xq::analysis::Analyst {
public:
  explicit KeyAnalyst(KeyEngine& engine, int range = 300) : m_engine{engine}, m_range{range} {}

  xq::analysis::Evaluation analyse(const xq::analysis::Question& question) override {
    m_engine.on_question(m_engine.questions++);
    xq::MoveList legal;
    generate_legal(question.position(), legal);
    xq::analysis::Evaluation out;
    const auto key = to_integer(question.key());
    out.score = key % 97 == 0
                    ? xq::engine::mate_value - static_cast<int>(key % 8)
                    : static_cast<int>(key % (2U * static_cast<unsigned>(m_range))) - m_range;
    out.depth = 1 + static_cast<int>(key % 20);
    out.nodes = 1000;
    for (const xq::Move m : legal) {
      const auto& banned = question.banned();
      if (out.lines.empty() && std::ranges::find(banned, m) == banned.end()) {
        out.lines.push_back({out.score, {m}});
      }
    }
    return out;
  }
  void stop() noexcept override {}

private:
  KeyEngine& m_engine;
  int m_range;
};

inline xq::analysis::AnalystSource key_analysts(KeyEngine& engine) {
  return {"keys", "keys 1", [&engine] { return std::make_unique<KeyAnalyst>(engine); }};
}

} // namespace support
