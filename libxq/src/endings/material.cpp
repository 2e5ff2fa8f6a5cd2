#include "endings/material.hpp"

#include <algorithm>

namespace xq::endings {

namespace {

/// In the order of a name.
constexpr std::array named{PieceType::rook, PieceType::horse,   PieceType::cannon,
                           PieceType::pawn, PieceType::advisor, PieceType::elephant};
constexpr std::string_view letters = "rncpab"; // of `named`

constexpr int most_of(PieceType t) noexcept { return t == PieceType::pawn ? 5 : 2; }

constexpr char to_lower(char c) noexcept {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

std::size_t place_of(char lower) noexcept {
  return letters.find(lower == 'h' ? 'n' : lower == 'e' ? 'b' : lower);
}

} // namespace

int Material::pieces() const noexcept {
  int out = 2;
  for (const auto& side : count) {
    for (const std::uint8_t n : side) {
      out += n;
    }
  }
  return out;
}

bool Material::can_check(Color c) const noexcept {
  return of(c, PieceType::rook) + of(c, PieceType::horse) + of(c, PieceType::cannon) +
             of(c, PieceType::pawn) !=
         0;
}

bool Material::is_turned() const noexcept {
  for (const PieceType t : named) {
    if (of(Color::red, t) != of(Color::black, t)) {
      return of(Color::red, t) < of(Color::black, t);
    }
  }
  return false;
}

Material Material::without(Color c, PieceType t) const noexcept {
  Material out = *this;
  --out.count[to_index(c)][to_index(t)];
  return out;
}

Material material_of(const Position& position) noexcept {
  Material out;
  for (const Color c : {Color::red, Color::black}) {
    for (const PieceType t : named) {
      out.count[to_index(c)][to_index(t)] =
          static_cast<std::uint8_t>(position.pieces(c, t).count());
    }
  }
  return out;
}

std::string name_of(const Material& material) {
  std::string out;
  for (const Color c : {Color::red, Color::black}) {
    const std::string_view own = c == Color::red ? "RNCPAB" : letters;
    out += c == Color::red ? 'K' : 'k';
    for (std::size_t i = 0; i < named.size(); ++i) {
      out.append(material.of(c, named[i]), own[i]);
    }
  }
  return out;
}

std::optional<Material> read_material(std::string_view name) noexcept {
  const bool with_hyphen = name.find('-') != std::string_view::npos;
  Material out;
  std::array<int, color_count> kings{with_hyphen ? 1 : 0, with_hyphen ? 1 : 0};
  bool second = false; // behind the hyphen
  for (const char c : name) {
    if (c == '-') {
      if (second) {
        return {};
      }
      second = true;
      continue;
    }
    const char lower = to_lower(c);
    const std::size_t side = with_hyphen ? (second ? 1U : 0U) : (c == lower ? 1U : 0U);
    if (lower == 'k') {
      ++kings[side];
      continue;
    }
    const std::size_t place = place_of(lower);
    if (place == std::string_view::npos) {
      return {};
    }
    if (++out.count[side][to_index(named[place])] > most_of(named[place])) {
      return {};
    }
  }
  return kings[0] == 1 && kings[1] == 1 ? std::optional{out} : std::nullopt;
}

} // namespace xq::endings
