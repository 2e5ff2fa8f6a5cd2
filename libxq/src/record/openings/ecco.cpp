#include "record/facts.hpp"
#include "record/openings/ecco_pattern.hpp"

#include <xq/base/problem_code.hpp>
#include <xq/base/translate.hpp>
#include <xq/record/ecco.hpp>

#include <algorithm>
#include <array>
#include <cassert>
#include <set>
#include <unordered_map>
#include <vector>

namespace xq::record {

// The texts of data/ecco.tsv and data/ecco_names.tsv, compiled in.
[[nodiscard]] std::string_view ecco_table() noexcept;
[[nodiscard]] std::string_view ecco_names() noexcept;

namespace {

/// Takes the text up to `separator` off `rest`.
std::string_view take(std::string_view& rest, char separator) {
  const auto end = std::min(rest.size(), rest.find(separator));
  const auto field = rest.substr(0, end);
  rest.remove_prefix(std::min(rest.size(), end + 1));
  return field;
}

/// Each row of a table but those that begin with #.
template <typename F>
void for_each_row(std::string_view table, F take_row) {
  while (!table.empty()) {
    const auto line = take(table, '\n');
    if (!line.empty() && line.front() != '#') {
      take_row(line);
    }
  }
}

/// The moves of one game by side, as played and mirrored.
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
  /// See SidePattern::signature().
  [[nodiscard]] std::uint64_t signature(Color c) const noexcept {
    std::uint64_t bits = 0;
    for (const Move m : of(c)) {
      bits |= SidePattern::signature_of(m);
    }
    return bits;
  }

private:
  std::array<std::array<Move, ecco_plies / 2>, color_count> m_moves{};
  std::array<std::size_t, color_count> m_sizes{};
};

class Classifier {
public:
  Classifier() {
    for_each_row(ecco_table(), [this](std::string_view line) { add(line); });
    std::reverse(m_rules.begin(), m_rules.end()); // the last row is tried first
    std::sort(m_openings.begin(), m_openings.end(),
              [](const Opening& a, const Opening& b) { return a.code < b.code; });
    for (Rule& rule : m_rules) {
      rule.opening = find(rule.code);
    }
    for_each_row(ecco_names(), [this](std::string_view line) { add_names(line); });
    m_other = find("A00");
    index();
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
    if (m_by_first.contains(xq::mirror(moves.front()).raw())) {
      sides.mirror();
      best = first_match(sides, best);
    }
    return best == m_rules.size() ? m_other : m_rules[best].opening;
  }

private:
  struct Rule {
    std::string_view code;
    SidePattern red, black;
    std::uint64_t red_signature = 0, black_signature = 0;
    const Opening* opening = nullptr;
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
      if (red && black && !red->first_moves().empty()) { // A00 is for all other games
        m_rules.push_back(
            {opening.code, *red, *black, red->signature(), black->signature(), nullptr});
      }
    }
    // The order of rows is reversed later; the alternatives of a row keep their order.
    std::reverse(m_rules.begin() + static_cast<std::ptrdiff_t>(first), m_rules.end());
  }

  /// Adds the names of an opening that is there.
  void add_names(std::string_view line) {
    const auto code = take(line, '\t');
    const auto found =
        std::lower_bound(m_openings.begin(), m_openings.end(), code,
                         [](const Opening& o, std::string_view c) { return o.code < c; });
    assert(found != m_openings.end() && found->code == code);
    found->traditional = take(line, '\t');
    found->english = line;
  }

  using RuleList = std::vector<std::uint16_t>;

  /// Rules by the first moves of both sides: Black's answer rejects most of them.
  void index() {
    std::set<Move> answers{Move::none()}; // none() stands for any other answer
    for (const Rule& rule : m_rules) {
      const auto first = rule.black.first_moves();
      answers.insert(first.begin(), first.end());
    }
    for (std::size_t i = 0; i < m_rules.size(); ++i) {
      const auto replies = m_rules[i].black.first_moves();
      for (const Move first : m_rules[i].red.first_moves()) {
        for (const Move answer : answers) {
          if (replies.empty() ||
              std::find(replies.begin(), replies.end(), answer) != replies.end()) {
            m_by_first[first.raw()][answer.raw()].push_back(static_cast<std::uint16_t>(i));
          }
        }
      }
    }
  }

  [[nodiscard]] const RuleList* candidates(const SideMoves& sides) const noexcept {
    const auto by_answer = m_by_first.find(sides.of(Color::red).front().raw());
    if (by_answer == m_by_first.end()) {
      return nullptr;
    }
    const auto black = sides.of(Color::black);
    auto found = by_answer->second.find((black.empty() ? Move::none() : black.front()).raw());
    if (found == by_answer->second.end()) {
      found = by_answer->second.find(Move::none().raw());
    }
    return found == by_answer->second.end() ? nullptr : &found->second;
  }

  /// The first rule before `limit` that fits; `limit` when none does.
  [[nodiscard]] std::size_t first_match(const SideMoves& sides, std::size_t limit) const noexcept {
    const auto* rules = candidates(sides);
    if (rules == nullptr) {
      return limit;
    }
    const auto red = sides.signature(Color::red);
    const auto black = sides.signature(Color::black);
    for (const auto i : *rules) {
      if (i >= limit) {
        break;
      }
      if ((m_rules[i].red_signature & ~red) != 0 || (m_rules[i].black_signature & ~black) != 0) {
        continue;
      }
      if (m_rules[i].red.matches(sides.of(Color::red)) &&
          m_rules[i].black.matches(sides.of(Color::black))) {
        return i;
      }
    }
    return limit;
  }

  std::vector<Opening> m_openings; ///< by code, once all are there
  std::vector<Rule> m_rules;
  const Opening* m_other = nullptr; ///< for games that no rule fits
  std::unordered_map<std::uint16_t, std::unordered_map<std::uint16_t, RuleList>> m_by_first;
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

std::string_view shown_name(const Opening& opening) noexcept {
  switch (text_language()) {
  case TextLanguage::simplified_chinese:
    return opening.name;
  case TextLanguage::traditional_chinese:
    return opening.traditional;
  case TextLanguage::english:
    break;
  }
  return opening.english;
}

std::string full_name(const Opening& opening) {
  std::string out{shown_name(opening)};
  if (text_language() == TextLanguage::english) {
    out += ' ';
    out += opening.name;
  }
  return out;
}

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

std::string_view opening_code(const Game& game) {
  const auto given = game.tag("ECCO");
  if (is_filled_in(given)) {
    return given;
  }
  const auto* const found = classify(game);
  return found == nullptr ? std::string_view{} : found->code;
}

GameOpening opening_of(const Game& game) {
  const auto code = opening_code(game);
  const auto* const known = find_opening(code);
  return {code, known, known == nullptr ? game.tag("Opening") : known->name};
}

std::optional<Problem> check_ecco(const Game& game) {
  const auto given = game.tag("ECCO");
  if (!is_filled_in(given)) {
    return std::nullopt;
  }
  const Opening* found = classify(game);
  if (found == nullptr || found->code == given || contains(found->also, given)) {
    return std::nullopt;
  }
  Location where;
  where.line = game.line;
  return make_problem(
      ProblemCode::ecco_conflict,
      localized("the moves make the opening {} ({})", found->code, full_name(*found)), given,
      where);
}

} // namespace xq::record
