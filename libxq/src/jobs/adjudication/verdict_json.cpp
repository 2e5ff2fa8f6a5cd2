#include "jobs/adjudication/verdict_json.hpp"

#include "jobs/answer/write.hpp"

#include <xq/notation/notation.hpp>

#include <algorithm>
#include <array>
#include <cstddef>

namespace xq::jobs {

namespace {

void write_chases(JsonWriter& json, const std::vector<Chase>& chases) {
  json.key("chases").begin_array();
  for (const Chase& chase : chases) {
    json.begin_object()
        .member("by", notation::square_name(chase.from))
        .member("of", notation::square_name(chase.at));
    if (!chase.line.empty()) {
      json.member("means", to_text(chase.means)).member("line", squares(chase.line));
    }
    json.end_object();
  }
  json.end_array();
}

void write_move(JsonWriter& json, const CycleMove& move, const MoreMembers& more) {
  json.begin_object()
      .member("ply", move.ply)
      .member("side", move.side == Color::red ? "red" : "black")
      .member("move", squares({&move.move, 1}))
      .member("check", move.check)
      .member("threatens_mate", move.kill);
  write_chases(json, move.chases);
  if (!move.mate.empty()) {
    json.member("mate", squares(move.mate));
  }
  if (!move.article.empty()) {
    json.member("article", move.article);
  }
  json.member("text", describe(move));
  if (more) {
    more(json, move);
  }
  json.end_object();
}

} // namespace

std::string_view winner_word(Outcome outcome) noexcept {
  constexpr std::array<std::string_view, 4> names{"none", "red", "black", "draw"};
  return names[static_cast<std::size_t>(outcome)];
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

void write_verdict_members(JsonWriter& json, const Verdict& verdict, const MoreMembers& more) {
  json.member("winner", winner_word(verdict.outcome))
      .member("cause", to_text(verdict.cause))
      .member("reason", verdict.reason)
      .member("article", verdict.article);
  if (!verdict.cycle.empty()) {
    json.key("cycle").begin_array();
    for (const CycleMove& move : verdict.cycle) {
      write_move(json, move, more);
    }
    json.end_array();
  }
}

} // namespace xq::jobs
