#include "train/network/sample.hpp"

#include <algorithm>

namespace xq::network {

namespace {

constexpr unsigned black_bit = 31;
constexpr unsigned check_bit = 30;
constexpr unsigned capture_bit = 29;
constexpr unsigned points_bit = 27; // two bits
constexpr unsigned departed_bit = 26;

bool bit(const Sample& s, unsigned at) { return ((s.occupied_high_flags >> at) & 1U) != 0; }

} // namespace

Sample pack(const Position& position, const SampleFacts& facts, int score, int ply) {
  Sample out;
  std::size_t n = 0;
  for (const Square s : position.occupied()) {
    const std::size_t i = to_index(s);
    if (i < 64) {
      out.occupied_low |= std::uint64_t{1} << i;
    } else {
      out.occupied_high_flags |= std::uint32_t{1} << (i - 64);
    }
    const auto piece = static_cast<unsigned>(position.at(s));
    auto& byte = out.pieces[n / 2];
    byte = static_cast<std::uint8_t>(byte | piece << (n % 2 * 4));
    ++n;
  }
  out.occupied_high_flags |= static_cast<std::uint32_t>(position.side_to_move() == Color::black)
                             << black_bit;
  out.occupied_high_flags |= static_cast<std::uint32_t>(facts.in_check) << check_bit;
  out.occupied_high_flags |= static_cast<std::uint32_t>(facts.best_captures) << capture_bit;
  out.score = static_cast<std::int16_t>(std::clamp(score, -32000, 32000));
  out.ply = static_cast<std::uint16_t>(ply);
  set_points(out, facts.points);
  if (facts.departed) {
    set_departed(out);
  }
  return out;
}

void set_points(Sample& sample, Points points) noexcept {
  sample.occupied_high_flags &= ~(std::uint32_t{3} << points_bit);
  sample.occupied_high_flags |= static_cast<std::uint32_t>(points) << points_bit;
}

void set_departed(Sample& sample) noexcept {
  sample.occupied_high_flags |= std::uint32_t{1} << departed_bit;
}

SampleFacts facts_of(const Sample& sample) noexcept {
  return {bit(sample, check_bit), bit(sample, capture_bit),
          static_cast<Points>((sample.occupied_high_flags >> points_bit) & 3U),
          bit(sample, departed_bit)};
}

Color side_to_move(const Sample& sample) noexcept {
  return bit(sample, black_bit) ? Color::black : Color::red;
}

std::optional<Position> unpack(const Sample& sample) {
  Position out;
  std::size_t n = 0;
  for (std::size_t i = 0; i < square_count; ++i) {
    const bool here = i < 64 ? ((sample.occupied_low >> i) & 1U) != 0
                             : ((sample.occupied_high_flags >> (i - 64)) & 1U) != 0;
    if (!here) {
      continue;
    }
    if (n == 2 * sample.pieces.size()) {
      return std::nullopt;
    }
    const auto piece = static_cast<Piece>((sample.pieces[n / 2] >> (n % 2 * 4)) & 15U);
    ++n;
    if (type_of(piece) == PieceType::none) {
      return std::nullopt;
    }
    out.put(piece, static_cast<Square>(i));
  }
  out.set_side_to_move(side_to_move(sample));
  if (out.king(Color::red) == Square::none || out.king(Color::black) == Square::none) {
    return std::nullopt;
  }
  return out;
}

} // namespace xq::network
