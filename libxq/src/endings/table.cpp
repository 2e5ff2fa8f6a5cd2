#include "endings/table.hpp"

#include <algorithm>
#include <cassert>
#include <utility>

namespace xq::endings {

namespace {

// A code: 0 drawn, the greatest one illegal, else 1 + number, where those by the rule follow those
// that end in mate.

/// The code of by_rule, less 1: even, behind all that end in mate.
Number rule_base(const TableFacts& facts) noexcept {
  return static_cast<Number>((facts.longest + 2U) & ~1U);
}

constexpr unsigned illegal_code(std::size_t width) noexcept { return width == 1 ? 0xFF : 0xFFFF; }

unsigned code_of(Number n, Number base, std::size_t width) noexcept {
  if (n == illegal) {
    return illegal_code(width);
  }
  if (n == drawn) {
    return 0;
  }
  return 1U + (n < by_rule ? n : unsigned{base} + (n - by_rule));
}

} // namespace

Table::Table(TableFacts facts, std::string codes)
    : m_facts{std::move(facts)},
      m_placements{m_facts.material},
      m_own{std::move(codes)},
      m_codes{m_own},
      m_width{width(m_facts)},
      m_rule_base{rule_base(m_facts)} {
  assert(m_codes.size() == 2 * m_width * m_placements.size());
}

Table::Table(TableFacts facts, os::MappedFile file, std::size_t offset)
    : m_facts{std::move(facts)},
      m_placements{m_facts.material},
      m_file{std::move(file)},
      m_codes{m_file.bytes().substr(offset)},
      m_width{width(m_facts)},
      m_rule_base{rule_base(m_facts)} {
  assert(m_codes.size() == 2 * m_width * m_placements.size());
}

std::size_t Table::width(const TableFacts& facts) noexcept {
  const unsigned greatest = facts.longest_by_rule == 0
                                ? unsigned{facts.longest}
                                : unsigned{rule_base(facts)} + (facts.longest_by_rule - by_rule);
  return greatest + 1 < illegal_code(1) ? 1 : 2;
}

Number Table::at(Color to_move, std::uint64_t number) const noexcept {
  const std::uint64_t i = to_index(to_move) * m_placements.size() + number;
  unsigned code = static_cast<unsigned char>(m_codes[m_width * i]);
  if (m_width == 2) {
    code |= unsigned{static_cast<unsigned char>(m_codes[2 * i + 1])} << 8U;
  }
  if (code == 0) {
    return drawn;
  }
  if (code == illegal_code(m_width)) {
    return illegal;
  }
  --code;
  return static_cast<Number>(code < m_rule_base ? code : by_rule + (code - m_rule_base));
}

Number Table::of(const Position& position) const noexcept {
  const bool turned = material_of(position) != m_facts.material;
  const Color side = turned ? ~position.side_to_move() : position.side_to_move();
  return at(side, m_placements.number(m_placements.placement_of(position, turned)));
}

std::string Table::encode(const TableFacts& facts,
                          const std::array<std::vector<Number>, 2>& numbers) {
  const std::size_t bytes = width(facts);
  const Number base = rule_base(facts);
  std::string out;
  out.reserve(2 * bytes * numbers[0].size());
  for (const auto& side : numbers) {
    for (const Number n : side) {
      const unsigned code = code_of(n, base, bytes);
      out += static_cast<char>(code & 0xFFU);
      if (bytes == 2) {
        out += static_cast<char>(code >> 8U);
      }
    }
  }
  return out;
}

} // namespace xq::endings
