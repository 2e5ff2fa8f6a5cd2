#include <xq/record/ecco_pattern.hpp>

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
  const auto slash = text.find('/');
  Slot slot{{read_move(text.substr(0, slash)), Move{}}, group};
  if (slash != std::string_view::npos) {
    slot.moves[1] = read_move(text.substr(slash + 1));
    if (!slot.moves[1]) {
      return false;
    }
  }
  m_slots.push_back(slot);
  return static_cast<bool>(slot.moves[0]) && m_slots.size() <= max_slots;
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
    } else if (open == '[' && token == "*") {
      side.m_any_between = true;
    } else if (open == '[') {
      side.m_between.push_back(read_move(token));
      if (!side.m_between.back()) {
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

bool SidePattern::matches(std::span<const Move> moves) const noexcept {
  std::size_t done = 0;    // slots of the groups that are complete
  unsigned played = 0;     // of the present group, a bit for each slot
  std::size_t count = 0;   // of those bits
  for (const Move move : moves) {
    if (done == m_slots.size()) {
      return true;
    }
    const auto group = m_slots[done].group;
    std::size_t end = done;
    bool found = false;
    for (; end < m_slots.size() && m_slots[end].group == group; ++end) {
      const auto bit = 1U << (end - done);
      const Slot& slot = m_slots[end];
      if (!found && (played & bit) == 0 && (slot.moves[0] == move || slot.moves[1] == move)) {
        played |= bit;
        ++count;
        found = true;
      }
    }
    if (found) {
      if (count == end - done) {
        done = end;
        played = 0;
        count = 0;
      }
    } else if (group < m_between_from ||
               !(m_any_between ||
                 std::find(m_between.begin(), m_between.end(), move) != m_between.end())) {
      return false;
    }
  }
  return done == m_slots.size();
}

std::vector<Move> SidePattern::first_moves() const {
  std::vector<Move> first;
  for (const Slot& slot : m_slots) {
    if (slot.group == 0) {
      for (const Move move : slot.moves) {
        if (move) {
          first.push_back(move);
        }
      }
    }
  }
  return first;
}

} // namespace xq::record
