#include <xq/record/ecco.hpp>
#include <xq/record/ecco_pattern.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cassert>
#include <unordered_map>
#include <vector>

namespace xq::record {

// The text of data/ecco.tsv, compiled in.
[[nodiscard]] std::string_view ecco_table() noexcept;

namespace {

/// Takes the text up to `separator` off `rest`.
std::string_view take(std::string_view& rest, char separator) {
  const auto end = std::min(rest.size(), rest.find(separator));
  const auto field = rest.substr(0, end);
  rest.remove_prefix(std::min(rest.size(), end + 1));
  return field;
}

/// The moves of one game side by side, as played and in the mirror.
class SideMoves {
public:
  explicit SideMoves(std::span<const Move> moves) noexcept {
    for (std::size_t ply = 0; ply < std::min(moves.size(), ecco_plies); ++ply) {
      auto& side = m_moves[ply % 2];
      side[m_sizes[ply % 2]++] = moves[ply];
    }
  }
  void mirror() noexcept {
    for (std::size_t color = 0; color < color_count; ++color) {
      for (std::size_t i = 0; i < m_sizes[color]; ++i) {
        m_moves[color][i] = xq::mirror(m_moves[color][i]);
      }
    }
  }
  [[nodiscard]] std::span<const Move> of(Color c) const noexcept {
    return {m_moves[to_index(c)].data(), m_sizes[to_index(c)]};
  }

private:
  std::array<std::array<Move, ecco_plies / 2>, color_count> m_moves{};
  std::array<std::size_t, color_count> m_sizes{};
};

class Classifier {
public:
  Classifier() {
    std::string_view rest = ecco_table();
    while (!rest.empty()) {
      const auto line = take(rest, '\n');
      if (!line.empty() && line.front() != '#') {
        add(line);
      }
    }
    std::reverse(m_rules.begin(), m_rules.end()); // the last row is tried first
    index();
    std::sort(m_openings.begin(), m_openings.end(),
              [](const Opening& a, const Opening& b) { return a.code < b.code; });
  }

  [[nodiscard]] std::span<const Opening> openings() const noexcept { return m_openings; }

  [[nodiscard]] const Opening* find(std::string_view code) const noexcept {
    const auto found = std::lower_bound(m_openings.begin(), m_openings.end(), code,
                                        [](const Opening& o, auto c) { return o.code < c; });
    return found == m_openings.end() || found->code != code ? nullptr : &*found;
  }

  [[nodiscard]] const Opening* classify(std::span<const Move> moves) const noexcept {
    if (moves.empty()) {
      return nullptr;
    }
    SideMoves sides{moves};
    std::size_t best = first_match(sides, m_rules.size());
    sides.mirror();
    best = std::min(best, first_match(sides, best));
    return find(best == m_rules.size() ? std::string_view{"A00"} : m_rules[best].code);
  }

private:
  struct Rule {
    std::string_view code;
    SidePattern red, black;
  };

  void add(std::string_view line) {
    Opening opening;
    opening.code = take(line, '\t');
    opening.name = take(line, '\t');
    auto patterns = take(line, '\t');
    opening.also = line;
    m_openings.push_back(opening);
    const auto first = m_rules.size();
    while (!patterns.empty()) {
      auto pattern = take(patterns, ';');
      const auto red = SidePattern::parse(take(pattern, '|'));
      const auto black = SidePattern::parse(pattern);
      assert(red && black && "data/ecco.tsv holds a pattern that cannot be read");
      if (red && black && !red->first_moves().empty()) { // A00 is what is left
        m_rules.push_back({opening.code, *red, *black});
      }
    }
    // The rows will be turned round; the alternatives of a row keep their order.
    std::reverse(m_rules.begin() + static_cast<std::ptrdiff_t>(first), m_rules.end());
  }

  void index() {
    for (std::uint16_t i = 0; i < m_rules.size(); ++i) {
      for (const Move move : m_rules[i].red.first_moves()) {
        m_by_first[move.raw()].push_back(i);
      }
    }
  }

  /// The first rule before `limit` that fits; `limit` when none does.
  [[nodiscard]] std::size_t first_match(const SideMoves& sides, std::size_t limit) const noexcept {
    const auto red = sides.of(Color::red);
    const auto found = m_by_first.find(red.front().raw());
    if (found == m_by_first.end()) {
      return limit;
    }
    for (const auto i : found->second) {
      if (i >= limit) {
        break;
      }
      // Black's answer rejects more than Red's moves, of which the first is known to fit.
      if (m_rules[i].black.matches(sides.of(Color::black)) && m_rules[i].red.matches(red)) {
        return i;
      }
    }
    return limit;
  }

  std::vector<Opening> m_openings;
  std::vector<Rule> m_rules;
  std::unordered_map<std::uint16_t, std::vector<std::uint16_t>> m_by_first;
};

const Classifier& classifier() {
  static const Classifier made;
  return made;
}

/// Whether `code` is one of the words of `codes`.
bool contains(std::string_view codes, std::string_view code) {
  while (!codes.empty()) {
    if (take(codes, ' ') == code) {
      return true;
    }
  }
  return false;
}

} // namespace

std::span<const Opening> openings() { return classifier().openings(); }

const Opening* find_opening(std::string_view code) { return classifier().find(code); }

const Opening* classify(std::span<const Move> moves) { return classifier().classify(moves); }

const Opening* classify(const Game& game) {
  if (!game.start().same_board(Position::start())) {
    return nullptr;
  }
  std::array<Move, ecco_plies> moves;
  std::size_t count = 0;
  for (auto id = game.node(root_node).first_child; id != no_node && count < moves.size();
       id = game.node(id).first_child) {
    moves[count++] = game.node(id).move;
  }
  return classify(std::span<const Move>{moves.data(), count});
}

std::optional<Problem> check_ecco(const Game& game) {
  const auto given = game.tag("ECCO");
  if (given.empty()) {
    return std::nullopt;
  }
  const Opening* found = classify(game);
  if (found == nullptr || found->code == given || contains(found->also, given)) {
    return std::nullopt;
  }
  Location where;
  where.line = game.line;
  return make_problem(ProblemCode::ecco_conflict,
                      fmt::format("the moves make the opening {} ({})", found->code, found->name),
                      given, where);
}

} // namespace xq::record
