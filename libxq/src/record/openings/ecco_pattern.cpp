#include "record/openings/ecco_pattern.hpp"

#include <algorithm>

namespace xq::record {

namespace {

/// `h2e2`; none() for anything else.
Move read_move(std::string_view text) noexcept {
  if (text.size() != 4) {
    return {};
  }
  const auto square = [](char file, char rank) {
    return file >= 'a' && file <= 'i' && rank >= '0' && rank <= '9'
               ? make_square(file - 'a', rank - '0')
               : Square::none;
  };
  const auto from = square(text[0], text[1]);
  const auto to = square(text[2], text[3]);
  return from == Square::none || to == Square::none || from == to ? Move{} : Move{from, to};
}

/// Takes the next token off `rest`: a bracket or a word; empty at the end.
std::string_view next_token(std::string_view& rest) {
  constexpr std::string_view brackets = "()[]";
  const auto begin = rest.find_first_not_of(' ');
  if (begin == std::string_view::npos) {
    rest = {};
    return {};
  }
  rest.remove_prefix(begin);
  const auto end = brackets.find(rest.front()) != std::string_view::npos
                       ? std::size_t{1}
                       : std::min(rest.size(), rest.find_first_of(" ()[]"));
  const auto token = rest.substr(0, end);
  rest.remove_prefix(end);
  return token;
}

} // namespace

bool SidePattern::add_slot(std::string_view text, std::uint8_t group) {
  if (m_slot_count == max_slots) {
    return false;
  }
  Slot slot;
  slot.group = group;
  for (Move& move : slot.moves) {
    const auto end = std::min(text.size(), text.find('/'));
    move = read_move(text.substr(0, end));
    if (!move) {
      return false;
    }
    if (end == text.size()) {
      text = {};
      break;
    }
    text.remove_prefix(end + 1);
  }
  if (!text.empty()) {
    return false;
  }
  m_slots[m_slot_count++] = slot;
  return true;
}

bool SidePattern::add_between(std::string_view text) {
  if (text == "*") {
    m_any_between = true;
    return true;
  }
  const Move move = read_move(text);
  if (!move || m_between_count == max_between) {
    return false;
  }
  m_between[m_between_count++] = move;
  return true;
}

std::optional<SidePattern> SidePattern::parse(std::string_view text) {
  SidePattern side;
  std::uint8_t group = 0;
  char open = 0;
  for (auto token = next_token(text); !token.empty(); token = next_token(text)) {
    const char c = token.front();
    if (c == '(' || c == '[') {
      if (open != 0) {
        return std::nullopt;
      }
      open = c;
      if (c == '[') {
        side.m_between_from = group;
      }
    } else if (c == ')' || c == ']') {
      if (open != (c == ')' ? '(' : '[')) {
        return std::nullopt;
      }
      group = static_cast<std::uint8_t>(group + (c == ')' ? 1 : 0));
      open = 0;
    } else if (open == '[') {
      if (!side.add_between(token)) {
        return std::nullopt;
      }
    } else if (!side.add_slot(token, group)) {
      return std::nullopt;
    } else if (open == 0) {
      ++group;
    }
  }
  return open == 0 ? std::optional{side} : std::nullopt;
}

bool SidePattern::may_come_between(Move move) const noexcept {
  const auto end = m_between.begin() + m_between_count;
  return m_any_between || std::find(m_between.begin(), end, move) != end;
}

bool SidePattern::matches(std::span<const Move> moves) const noexcept {
  std::size_t done = 0; // slots of the groups that are complete
  unsigned played = 0;  // of the present group, a bit for each slot
  for (const Move move : moves) {
    if (done == m_slot_count) {
      return true;
    }
    const auto group = m_slots[done].group;
    std::size_t end = done;
    unsigned hit = 0;
    for (; end < m_slot_count && m_slots[end].group == group; ++end) {
      const auto bit = 1U << (end - done);
      const Slot& slot = m_slots[end];
      if (hit == 0 && (played & bit) == 0 && slot.allows(move)) {
        hit = bit;
      }
    }
    played |= hit;
    if (hit == 0 && (group < m_between_from || !may_come_between(move))) {
      return false;
    }
    if (played == (1U << (end - done)) - 1) {
      done = end;
      played = 0;
    }
  }
  return done == m_slot_count;
}

std::uint64_t SidePattern::signature() const noexcept {
  std::uint64_t bits = 0;
  for (std::size_t i = 0; i < m_slot_count; ++i) {
    if (!m_slots[i].moves[1]) { // of several moves none is certain
      bits |= signature_of(m_slots[i].moves[0]);
    }
  }
  return bits;
}

std::vector<Move> SidePattern::first_moves() const {
  std::vector<Move> first;
  for (std::size_t i = 0; i < m_slot_count && m_slots[i].group == 0; ++i) {
    for (const Move move : m_slots[i].moves) {
      if (move) {
        first.push_back(move);
      }
    }
  }
  return first;
}

} // namespace xq::record
