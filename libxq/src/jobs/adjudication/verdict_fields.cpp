#include "jobs/adjudication/verdict_fields.hpp"

#include "jobs/answer/write.hpp"

#include <xq/notation/notation.hpp>

#include <algorithm>
#include <array>
#include <cstddef>

namespace xq::jobs {

namespace {

/// Missing where there is no move.
Value told_line(std::span<const Move> line) {
  return line.empty() ? Value{} : Value{squares(line)};
}

constexpr auto chase_fields = std::to_array<FieldOf<Chase>>(
    {{"by", Kind::text, [](const Chase& c) -> Value { return notation::square_name(c.from); }},
     {"of", Kind::text, [](const Chase& c) -> Value { return notation::square_name(c.at); }},
     {"means", Kind::word,
      [](const Chase& c) { return c.line.empty() ? Value{} : Value{to_text(c.means)}; },
      Missing::left_out},
     {"line", Kind::moves, [](const Chase& c) { return told_line(c.line); }, Missing::left_out}});

} // namespace

std::string_view winner_word(Outcome outcome) noexcept {
  constexpr std::array<std::string_view, 4> names{"none", "red", "black", "draw"};
  return names[static_cast<std::size_t>(outcome)];
}

std::string_view rules_word(RuleSet rules) noexcept {
  constexpr std::array<std::string_view, 3> words{"none", "wxf", "cxa"};
  return words[static_cast<std::size_t>(rules)];
}

std::vector<std::span<const Move>> proofs(const CycleMove& move) {
  std::vector<std::span<const Move>> out;
  const auto add = [&](const std::vector<Move>& line) {
    const bool is_new = std::none_of(out.begin(), out.end(),
                                     [&](auto other) { return std::ranges::equal(other, line); });
    if (!line.empty() && is_new) {
      out.emplace_back(line);
    }
  };
  add(move.mate);
  for (const Chase& chase : move.chases) {
    add(chase.line);
  }
  return out;
}

std::span<const FieldOf<Verdict>> verdict_fields() noexcept {
  static constexpr auto fields = std::to_array<FieldOf<Verdict>>(
      {{"winner", Kind::word, [](const Verdict& v) -> Value { return winner_word(v.outcome); }},
       {"cause", Kind::word, [](const Verdict& v) -> Value { return to_text(v.cause); }},
       {"reason", Kind::text, get<&Verdict::reason>},
       {"article", Kind::text, get<&Verdict::article>}});
  return fields;
}

std::span<const FieldOf<CycleMove>> cycle_fields() noexcept {
  static constexpr auto fields = std::to_array<FieldOf<CycleMove>>(
      {{"ply", Kind::count, get<&CycleMove::ply>},
       {"side", Kind::word,
        [](const CycleMove& m) -> Value { return m.side == Color::red ? "red" : "black"; }},
       {"move", Kind::move,
        [](const CycleMove& m) -> Value {
          return squares({&m.move, 1});
        }},
       {"check", Kind::flag, get<&CycleMove::check>},
       {"threatens_mate", Kind::flag, get<&CycleMove::kill>},
       {"chases", Kind::objects,
        [](const CycleMove& m) -> Value { return rows_of(chase_fields, m.chases); },
        parts<chase_fields>},
       {"mate", Kind::moves, [](const CycleMove& m) { return told_line(m.mate); },
        Missing::left_out},
       {"article", Kind::text, [](const CycleMove& m) { return told(m.article); },
        Missing::left_out},
       {"text", Kind::text, [](const CycleMove& m) -> Value { return describe(m); }}});
  return fields;
}

} // namespace xq::jobs
