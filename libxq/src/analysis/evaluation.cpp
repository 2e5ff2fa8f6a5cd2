#include "base/hash.hpp"

#include <xq/analysis/analyst.hpp>
#include <xq/board/rules.hpp>
#include <xq/engine/engine.hpp>

#include <fmt/core.h>

#include <algorithm>
#include <cstdlib>
#include <utility>

namespace xq::analysis {

namespace {

/// Plies without a capture from which on a search may reach the natural limit.
constexpr int first_counted_clock = 60;

void put_16(std::string& out, unsigned value) {
  out += static_cast<char>(value >> 8U & 0xFFU);
  out += static_cast<char>(value & 0xFFU);
}

unsigned get_16(std::string_view bytes, std::size_t at) {
  return static_cast<unsigned>(static_cast<unsigned char>(bytes[at])) << 8U |
         static_cast<unsigned char>(bytes[at + 1]);
}

/// One step of a hash.
std::uint64_t mix(std::uint64_t hash, std::uint64_t value) noexcept {
  return mix_bits(hash + value + splitmix_step);
}

/// A game's moves since its last capture.
struct Stretch {
  Position base;
  std::vector<Move> moves;
  Position end;
  bool repeated = false; ///< a position of the stretch has occurred twice
};

Stretch last_stretch(const Position& start, std::span<const Move> moves) {
  Stretch out{start, {}, start, false};
  PositionHistory history{start};
  for (const Move m : moves) {
    out.end.do_move(m);
    history.add(out.end);
    if (out.end.halfmove_clock() == 0) {
      out.base = out.end;
      out.moves.clear();
      out.repeated = false;
    } else {
      out.moves.push_back(m);
    }
    out.repeated = out.repeated || history.occurrences() > 1;
  }
  return out;
}

} // namespace

std::string encode_lines(const Evaluation& evaluation) {
  std::string out;
  for (const ValuedLine& line : evaluation.lines) {
    const auto count = std::min<std::size_t>(line.moves.size(), 0xFF);
    put_16(out, static_cast<unsigned>(line.score + 0x8000));
    out += static_cast<char>(count);
    for (const Move m : std::span{line.moves}.first(count)) {
      put_16(out, m.disk());
    }
  }
  return out;
}

std::optional<std::vector<ValuedLine>> decode_lines(std::string_view bytes) {
  std::vector<ValuedLine> out;
  while (!bytes.empty()) {
    const std::size_t head = 3;
    if (bytes.size() < head) {
      return std::nullopt;
    }
    ValuedLine line;
    line.score = static_cast<int>(get_16(bytes, 0)) - 0x8000;
    const std::size_t count = static_cast<unsigned char>(bytes[2]);
    if (bytes.size() < head + 2 * count) {
      return std::nullopt;
    }
    for (std::size_t i = 0; i < count; ++i) {
      line.moves.push_back(Move::from_disk(get_16(bytes, head + 2 * i)));
      if (!line.moves.back()) {
        return std::nullopt;
      }
    }
    bytes.remove_prefix(head + 2 * count);
    out.push_back(std::move(line));
  }
  return out;
}

std::string value_text(engine::Score red_score) {
  if (std::abs(red_score) > engine::mate_threshold) {
    const int plies = std::abs(engine::mate_plies(red_score));
    return fmt::format("{}#{}", red_score < 0 ? "-" : "", (plies + 1) / 2);
  }
  return fmt::format("{:+.2f}", static_cast<double>(engine::shown_centipawns(red_score)) / 100.0);
}

Question::Question(const Position& start, std::span<const Move> moves) {
  Stretch stretch = last_stretch(start, moves);
  const int clock =
      stretch.end.halfmove_clock() < first_counted_clock ? 0 : stretch.end.halfmove_clock();
  m_base = stretch.end;
  m_base.set_counters(clock, 1);
  if (stretch.repeated) {
    m_base = stretch.base;
    m_base.set_counters(m_base.halfmove_clock(), 1);
    m_moves = std::move(stretch.moves);
  }
  m_mirrored = stretch.end.canonical().mirrored;
  if (m_mirrored) {
    m_base = m_base.mirrored();
    for (Move& m : m_moves) {
      m = mirror(m);
    }
  }
  m_position = m_base;
  for (const Move m : m_moves) {
    m_position.do_move(m);
  }
}

Question Question::without(Move m, Effort effort) const {
  return without(std::span<const Move>{&m, 1}, effort);
}

Question Question::without(std::span<const Move> moves, Effort effort) const {
  Question out = *this;
  out.m_banned.clear();
  for (const Move m : moves) {
    out.m_banned.push_back(m_mirrored ? mirror(m) : m);
  }
  std::ranges::sort(out.m_banned, {}, &Move::disk);
  out.m_effort = effort;
  return out;
}

Question Question::with(Effort effort) const {
  Question out = *this;
  out.m_effort = effort;
  return out;
}

Question Question::only(Move m, Effort effort) const {
  Question out = *this;
  out.m_required = m_mirrored ? mirror(m) : m;
  out.m_effort = effort;
  return out;
}

std::uint64_t Question::context() const noexcept {
  const int clock = m_position.halfmove_clock();
  if (clock == 0 && m_moves.empty() && m_banned.empty() && !m_required &&
      m_effort == Effort::full) {
    return 0;
  }
  std::uint64_t hash = mix(0, static_cast<std::uint64_t>(clock));
  hash = mix(hash, m_banned.empty() ? 0 : m_banned.front().raw());
  hash = mix(hash, m_required.raw());
  hash = mix(hash, static_cast<std::uint64_t>(m_effort));
  for (const Move m : m_moves) {
    hash = mix(hash, m.disk());
  }
  for (std::size_t i = 1; i < m_banned.size(); ++i) {
    hash = mix(hash, m_banned[i].raw());
  }
  return hash;
}

Evaluation Question::oriented(Evaluation evaluation) const {
  if (m_mirrored) {
    for (ValuedLine& line : evaluation.lines) {
      for (Move& m : line.moves) {
        m = mirror(m);
      }
    }
  }
  return evaluation;
}

} // namespace xq::analysis
