#include "jobs/answer/problem_fields.hpp"

#include <array>

namespace xq::jobs {

std::span<const FieldOf<Problem>> problem_fields() noexcept {
  static constexpr auto fields = std::to_array<FieldOf<Problem>>(
      {{"code", Kind::word, [](const Problem& p) -> Value { return info(p.code).name; }},
       {"severity", Kind::word, [](const Problem& p) -> Value { return to_text(p.severity); }},
       {"line", Kind::count, [](const Problem& p) -> Value { return p.where.line; }},
       {"column", Kind::count, [](const Problem& p) -> Value { return p.where.column; }},
       {"ply", Kind::count, get<&Problem::ply>},
       {"token", Kind::text, get<&Problem::token>},
       {"message", Kind::text, get<&Problem::message>},
       {"advice", Kind::text, get<&Problem::advice>}});
  return fields;
}

std::span<const FieldOf<Problem>> move_problem_fields() noexcept {
  static constexpr auto fields = std::to_array<FieldOf<Problem>>(
      {{"code", Kind::word, [](const Problem& p) -> Value { return info(p.code).name; }},
       {"ply", Kind::count, get<&Problem::ply>},
       {"token", Kind::text, get<&Problem::token>},
       {"message", Kind::text, get<&Problem::message>},
       {"advice", Kind::text, get<&Problem::advice>}});
  return fields;
}

} // namespace xq::jobs
