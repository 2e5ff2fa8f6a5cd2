#include "engine/search/proof_search.hpp"

#include "base/hash.hpp"

#include <algorithm>

namespace xq::engine {

namespace {

constexpr std::size_t cluster = 4; ///< places of the table where a position may stand

constexpr std::uint64_t mixed(std::uint64_t x) noexcept { return mix_bits(x + splitmix_step); }

} // namespace

ProofSearch::ProofSearch(std::size_t bytes)
    : m_memory{std::max(bytes, std::size_t{1} << 20U)},
      m_table{static_cast<Entry*>(m_memory.data())},
      m_clusters{std::max(bytes, std::size_t{1} << 20U) / sizeof(Entry) / cluster} {}

// --- The table

std::uint64_t ProofSearch::table_key(std::uint64_t variant) const noexcept {
  return to_integer(m_position.key()) ^ mixed(2 * variant + (attacks() ? 1 : 0));
}

/// Where an entry with this key may stand.
std::span<ProofSearch::Entry> ProofSearch::places(std::uint64_t key) noexcept {
  return {m_table + static_cast<std::size_t>(mixed(key) % m_clusters) * cluster, cluster};
}

/// The entry of the position on the board, null if there is none. What is shown stands in the
/// variant of the width alone, the numbers of a search in that of the moves, too.
ProofSearch::Entry* ProofSearch::find(std::uint64_t variant) noexcept {
  const auto key = table_key(variant);
  const auto lock = static_cast<std::uint32_t>(to_integer(m_position.lock()));
  for (Entry& entry : places(key)) {
    if (entry.key == key && entry.lock == lock && entry.work != 0) {
      return &entry;
    }
  }
  return nullptr;
}

/// The same, made where there is none, in place of the one that took the least work.
ProofSearch::Entry& ProofSearch::place(std::uint64_t variant, std::uint64_t work) noexcept {
  constexpr std::uint64_t most = 0xFFFF'FFFF;
  const auto capped = static_cast<std::uint32_t>(std::clamp(work, std::uint64_t{1}, most));
  if (auto* const known = find(variant)) {
    known->work = std::max(known->work, capped);
    return *known;
  }
  const auto key = table_key(variant);
  const auto all = places(key);
  Entry& entry = *std::min_element(all.begin(), all.end(),
                                   [](const Entry& a, const Entry& b) { return a.work < b.work; });
  entry = Entry{};
  entry.key = key;
  entry.lock = static_cast<std::uint32_t>(to_integer(m_position.lock()));
  entry.work = capped;
  return entry;
}

namespace {
constexpr std::uint64_t shown_variant(ProofSearch::Width width) noexcept {
  return static_cast<std::uint64_t>(width);
}
constexpr std::uint64_t search_variant(ProofSearch::Width width, int moves) noexcept {
  return 2 + 2 * static_cast<std::uint64_t>(moves) + static_cast<std::uint64_t>(width);
}
} // namespace

ProofSearch::Numbers ProofSearch::shown(bool mate, int moves) const noexcept {
  Numbers n;
  const bool reached = mate == attacks();
  n.own = reached ? 0 : infinite;
  n.other = reached ? infinite : 0;
  n.moves = static_cast<std::uint8_t>(mate ? moves : 0);
  return n;
}

std::optional<ProofSearch::Numbers> ProofSearch::recall(int moves) noexcept {
  if (const auto* const entry = find(shown_variant(m_width))) {
    if (entry->proved != 0 && entry->proved - 1 <= moves) {
      return shown(true, entry->proved - 1);
    }
    if (entry->refuted > moves) {
      return shown(false, 0);
    }
  }
  if (const auto* const entry = find(search_variant(m_width, moves))) {
    return Numbers{entry->own, entry->other, 0};
  }
  return {};
}

void ProofSearch::remember(int moves, const Numbers& numbers, Move best,
                           std::uint64_t work) noexcept {
  if (!numbers.solved()) {
    Entry& entry = place(search_variant(m_width, moves), work);
    entry.own = numbers.own;
    entry.other = numbers.other;
    return;
  }
  Entry& entry = place(shown_variant(m_width), work);
  if (!is_mate(numbers)) {
    entry.refuted = std::max(entry.refuted, static_cast<std::uint8_t>(moves + 1));
  } else if (entry.proved == 0 || numbers.moves + 1 < entry.proved) {
    entry.proved = static_cast<std::uint8_t>(numbers.moves + 1);
    entry.best = best;
  }
}

// --- The search

void ProofSearch::play(Move m, Undo& undo) {
  m_position.do_move(m, undo);
  ++m_nodes;
  m_given_up = m_given_up || m_nodes >= m_budget || (m_nodes % 256 == 0 && is_stopped());
}

/// The moves of the side on the board that count.
void ProofSearch::generate(MoveList& list) const {
  generate_legal(m_position, list);
  if (!attacks() || m_width == Width::all) {
    return;
  }
  MoveList checks;
  for (const Move m : list) {
    if (m_position.gives_check(m)) {
      checks.push(m);
    }
  }
  list = checks;
}

/// A first estimate of a position that no search has been in: mates in one are seen.
ProofSearch::Numbers ProofSearch::look_at_attack(int moves) {
  if (moves == 0) {
    return shown(false, 0);
  }
  MoveList list;
  generate(list);
  for (const Move m : list) {
    if (moves > 1 && m_width == Width::all && !m_position.gives_check(m)) {
      continue; // to stalemate at once is rare: the search sees it
    }
    Undo undo;
    play(m, undo);
    const bool mates = !has_legal_move(m_position);
    m_position.undo_move(m, undo);
    if (mates) {
      const auto numbers = shown(true, 1);
      remember(moves, numbers, m, 1);
      return numbers;
    }
  }
  if (list.empty() || moves == 1) {
    const auto numbers = shown(false, 0);
    remember(list.empty() ? max_moves : moves, numbers, {}, 1);
    return numbers;
  }
  const auto count = static_cast<Number>(list.size());
  return {1, m_width == Width::checks ? count : 1 + count / 8, 0};
}

ProofSearch::Numbers ProofSearch::look_at_defence(int moves) {
  const auto count = static_cast<Number>(count_legal(m_position));
  if (count == 0) {
    return shown(true, 0);
  }
  return moves == 0 ? shown(false, 0) : Numbers{1, count, 0};
}

ProofSearch::Numbers ProofSearch::look(int moves) {
  if (const auto known = recall(moves)) {
    return *known;
  }
  const auto numbers = attacks() ? look_at_attack(moves) : look_at_defence(moves);
  if (!numbers.solved()) {
    remember(moves, numbers, {}, 1);
  }
  return numbers;
}

void ProofSearch::open_children(int moves, std::vector<Child>& children) {
  MoveList list;
  generate(list);
  children.clear();
  const int left = attacks() ? moves - 1 : moves;
  for (const Move m : list) {
    Undo undo;
    play(m, undo);
    children.push_back({m, look(left)});
    m_position.undo_move(m, undo);
    if (children.back().numbers.other == 0) {
      break; // this move decides
    }
  }
}

/// The sum of what the children need would count a position twice to which several moves lead:
/// instead the largest of them, and one for each other child.
ProofSearch::Outlook ProofSearch::outlook(const std::vector<Child>& children) noexcept {
  Outlook out;
  Numbers& now = out.numbers;
  now = {infinite, 0, 0};
  Number open = 0;
  for (std::size_t i = 0; i < children.size(); ++i) {
    const Numbers& child = children[i].numbers;
    if (child.other < now.own ||
        (child.other == 0 && child.moves < children[out.best].numbers.moves)) {
      out.second = now.own;
      now.own = child.other;
      out.best = i;
    } else {
      out.second = std::min(out.second, child.other);
    }
    open += child.own == 0 ? 0 : 1;
    now.other = std::max(now.other, child.own);
    now.moves = std::max(now.moves, child.moves);
  }
  out.others = open > 0 ? open - 1 : 0;
  now.other = now.own == 0 ? infinite : std::min(now.other + out.others, infinite - 1);
  now.own = now.other == 0 ? infinite : std::min(now.own, infinite - 1);
  return out;
}

/// Search the position on the board, which has been looked at, until one of its numbers reaches
/// its limit.
ProofSearch::Numbers ProofSearch::search(int moves, Number own_limit, Number other_limit) {
  const auto before = m_nodes;
  if (m_children.size() <= m_ply) {
    m_children.resize(m_ply + 1);
  }
  auto children = std::move(m_children[m_ply]);
  open_children(moves, children);
  auto now = outlook(children);
  while (now.numbers.own < own_limit && now.numbers.other < other_limit && !m_given_up) {
    Child& child = children[now.best];
    const auto margin = std::min(now.second + now.second / 4 + 1, infinite);
    Undo undo;
    play(child.move, undo);
    ++m_ply;
    child.numbers = search(attacks() ? moves : moves - 1, other_limit - now.others,
                           std::min(own_limit, margin));
    --m_ply;
    m_position.undo_move(child.move, undo);
    now = outlook(children);
  }
  Move best;
  if (attacks() && now.numbers.own == 0) {
    best = children[now.best].move;
    now.numbers.moves = static_cast<std::uint8_t>(children[now.best].numbers.moves + 1);
  }
  remember(moves, now.numbers, best, m_nodes - before);
  m_children[m_ply] = std::move(children);
  return now.numbers;
}

ProofSearch::Verdict ProofSearch::prove(const Position& position, Color attacker, int moves,
                                        Width width) {
  m_root = m_position = position;
  m_attacker = attacker;
  m_width = width;
  m_given_up = m_nodes >= m_budget;
  m_checked.clear();
  moves = std::min(moves, max_moves);
  auto numbers = look(moves);
  if (!numbers.solved() && !m_given_up) {
    numbers = search(moves, infinite, infinite);
  }
  if (!numbers.solved()) {
    return Verdict::open;
  }
  m_proved_moves = numbers.moves;
  return is_mate(numbers) ? Verdict::mate : Verdict::none;
}

ProofSearch::Verdict ProofSearch::prove(const Position& position, int moves, Width width) {
  return prove(position, position.side_to_move(), moves, width);
}

ProofSearch::Verdict ProofSearch::prove_against(const Position& position, int moves, Width width) {
  return prove(position, ~position.side_to_move(), moves, width);
}

/// A mate with moves of one width.
ProofSearch::Solution ProofSearch::mate(const Position& position, int moves, Width width,
                                        std::span<const Move> candidates) {
  Solution out;
  out.width = width;
  MoveList legal;
  generate_legal(position, legal);
  if (candidates.size() == legal.size()) {
    out.verdict = prove(position, moves, width);
    if (out.verdict == Verdict::mate) {
      auto found = line();
      out.verdict = found ? Verdict::mate : Verdict::open;
      out.line = std::move(found).value_or(std::vector<Move>{});
    }
    return out;
  }
  out.verdict = Verdict::none;
  for (const Move m : candidates) {
    if (width == Width::checks && moves > 1 && !position.gives_check(m)) {
      continue;
    }
    Position after = position;
    after.do_move(m);
    const auto verdict = prove_against(after, moves - 1, width);
    const auto defence = verdict == Verdict::mate ? line() : std::nullopt;
    if (defence) {
      out.verdict = verdict;
      out.line = {m};
      out.line.insert(out.line.end(), defence->begin(), defence->end());
      return out;
    }
    if (verdict != Verdict::none) {
      out.verdict = Verdict::open;
    }
  }
  return out;
}

/// Short mates first, with little: all widths and limits of moves take turns, each turn with more
/// nodes than the one before, until half of what is left is used. Quiet moves make a long limit
/// so wide that a mate in six is found at a limit of six and not within 50. What a turn finds out
/// stays in the table for the next.
ProofSearch::Solution ProofSearch::short_mate(const Position& position, int moves,
                                              std::span<const Move> candidates) {
  constexpr std::uint64_t first_turn = 1'000;
  constexpr std::uint64_t growth = 4;
  const auto budget = m_budget;
  const auto end = m_nodes + (budget - std::min(budget, m_nodes)) / 2;
  int refuted = 0; // no mate in so many moves
  Solution out;
  for (auto turn = first_turn; m_nodes < end && !is_stopped(); turn *= growth) {
    const auto before = m_nodes;
    for (const int limit : {2, 4, 6, 8, 12, 20, max_moves}) {
      const int most = std::min(limit, moves);
      for (const Width width : {Width::checks, Width::all}) {
        if (most <= refuted || m_nodes >= end || is_stopped()) {
          continue;
        }
        m_budget = std::min(end, m_nodes + turn);
        out = mate(position, most, width, candidates);
        if (out.verdict == Verdict::mate) {
          m_budget = budget;
          return out;
        }
        if (out.verdict == Verdict::none && width == Width::all) {
          refuted = most;
        }
      }
    }
    if (refuted >= moves || m_nodes == before) {
      break;
    }
  }
  m_budget = budget;
  return out;
}

ProofSearch::Solution ProofSearch::solve(const Position& position, int moves,
                                         std::span<const Move> candidates) {
  const auto budget = m_budget;
  const auto rest = budget - std::min(budget, m_nodes);
  constexpr int few = 20; // a mate within so many moves is found soonest within all of them
  auto best = moves > few ? short_mate(position, moves, candidates) : Solution{};
  if (best.verdict == Verdict::open) {
    m_budget = m_nodes + (budget - m_nodes) / 2;
    best = mate(position, moves, Width::checks, candidates);
    m_budget = budget;
    if (best.verdict != Verdict::mate) {
      best = mate(position, moves, Width::all, candidates);
    }
  }
  // to show that none is shorter may take any time: as much again as the mate took, twenty times
  constexpr std::uint64_t times = 20;
  constexpr std::uint64_t least = 50'000;
  const auto used = m_nodes - (budget - rest);
  m_budget = std::min(budget, m_nodes + times * used + least);
  while (best.verdict == Verdict::mate && !best.shortest) {
    const int shorter = static_cast<int>(best.line.size() / 2);
    if (shorter == 0) {
      best.shortest = true;
      break;
    }
    auto next = mate(position, shorter, Width::checks, candidates);
    if (next.verdict != Verdict::mate) {
      next = mate(position, shorter, Width::all, candidates);
    }
    if (next.verdict != Verdict::mate) {
      best.shortest = next.verdict == Verdict::none;
      break;
    }
    best = std::move(next);
  }
  m_budget = budget;
  return best;
}

// --- The proof, played on the board

/// In how many moves the mate within `moves` is, by its proof; -1: the proof was lost and could not
/// be found again.
int ProofSearch::check(int moves) {
  const auto key = to_integer(m_position.key());
  const auto lock = to_integer(m_position.lock());
  const auto known = m_checked.find(key);
  if (known != m_checked.end() && known->second.lock == lock && known->second.moves <= moves) {
    return known->second.moves;
  }
  const int found = attacks() ? check_attack(moves) : check_defence(moves);
  if (found >= 0) {
    m_checked[key] = {lock, found};
  }
  return found;
}

int ProofSearch::check_after(Move m, int moves) {
  Undo undo;
  play(m, undo);
  ++m_ply;
  const int found = check(moves);
  --m_ply;
  m_position.undo_move(m, undo);
  return found;
}

int ProofSearch::check_attack(int moves) {
  auto numbers = look(moves);
  if (!numbers.solved()) {
    numbers = search(moves, infinite, infinite);
  }
  const auto* const entry = numbers.own == 0 ? find(shown_variant(m_width)) : nullptr;
  if (entry == nullptr || entry->proved == 0 || entry->proved - 1 > moves ||
      !m_position.is_legal(entry->best)) {
    return -1;
  }
  const int found = check_after(entry->best, entry->proved - 2);
  return found < 0 ? -1 : found + 1;
}

int ProofSearch::check_defence(int moves) {
  MoveList list;
  generate(list);
  int longest = 0;
  for (const Move m : list) {
    if (moves == 0) {
      return -1;
    }
    const int found = check_after(m, moves);
    if (found < 0) {
      return -1;
    }
    longest = std::max(longest, found);
  }
  return longest;
}

std::optional<std::vector<Move>> ProofSearch::line() {
  m_position = m_root;
  int moves = check(m_proved_moves);
  if (moves < 0) {
    return std::nullopt;
  }
  m_proved_moves = moves;
  std::vector<Move> line;
  while (true) {
    MoveList list;
    generate_legal(m_position, list);
    if (list.empty()) {
      return line;
    }
    if (attacks()) {
      const auto* const entry = find(shown_variant(m_width));
      if (entry == nullptr || !list.contains(entry->best)) {
        return std::nullopt;
      }
      list.clear();
      list.push(entry->best);
    }
    Move longest;
    int most = -1;
    for (const Move m : list) {
      const int left = check_after(m, moves);
      if (left > most) {
        most = left;
        longest = m;
      }
    }
    if (!longest) {
      return std::nullopt;
    }
    line.push_back(longest);
    m_position.do_move(longest);
    moves = most;
  }
}

} // namespace xq::engine
