#include "jobs/answer/problem_fields.hpp"

#include <array>

namespace xq::jobs {

std::span<const FieldOf<Problem>> problem_fields() noexcept {
  static constexpr auto fields = std::to_array<FieldOf<Problem>>(
      {{"code", nullptr, Kind::word, [](const Problem& p) -> Value { return info(p.code).name; }},
       {"severity", nullptr, Kind::word,
        [](const Problem& p) -> Value { return to_text(p.severity); }},
       {"line", nullptr, Kind::count, [](const Problem& p) -> Value { return p.where.line; }},
       {"column", nullptr, Kind::count, [](const Problem& p) -> Value { return p.where.column; }},
       {"ply", nullptr, Kind::count, get<&Problem::ply>},
       {"token", nullptr, Kind::text, get<&Problem::token>},
       {"message", nullptr, Kind::text, get<&Problem::message>},
       {"advice", nullptr, Kind::text, get<&Problem::advice>}});
  return fields;
}

} // namespace xq::jobs
