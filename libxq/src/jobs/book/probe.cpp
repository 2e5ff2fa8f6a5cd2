#include "jobs/answer/write.hpp"
#include "jobs/book/book_fields.hpp"
#include "jobs/book/move_fields.hpp"

#include <xq/board/fen.hpp>

#include <fmt/core.h>

#include <algorithm>
#include <array>

namespace xq::book {

namespace {

/// 1 for the moves of the best score.
std::size_t rank_of(const std::vector<book::BookMove>& moves, const book::BookMove& move) {
  return 1 + static_cast<std::size_t>(std::ranges::count_if(moves, [&](const book::BookMove& m) {
           return m.score && m.score->score > move.score->score;
         }));
}

std::vector<RankedMove> ranked(const ProbedPosition& probed) {
  const auto& [position, moves, weighting] = probed;
  const auto weights = book::weights(moves, position.side_to_move(), weighting);
  std::vector<RankedMove> out;
  for (std::size_t i = 0; i < moves.size(); ++i) {
    out.push_back({position, moves[i], {}, {}, weighting == book::Weighting::engine});
    if (moves[i].score) {
      out.back().rank = rank_of(moves, moves[i]);
    }
    if (weighting != book::Weighting::games) {
      out.back().weight = weights[i];
    }
  }
  return out;
}

constexpr auto fields = std::to_array<FieldOf<ProbedPosition>>(
    {{"fen", Kind::position,
      [](const ProbedPosition& p) -> Value { return write_fen(p.position); }},
     {"key", Kind::text,
      [](const ProbedPosition& p) -> Value {
        return fmt::format("{:016x}", to_integer(p.position.canonical().key));
      }},
     {"lock", Kind::text,
      [](const ProbedPosition& p) -> Value {
        return fmt::format("{:016x}", to_integer(p.position.canonical().lock));
      }},
     {"games", Kind::count,
      [](const ProbedPosition& p) -> Value { return book::total_games(p.moves); }},
     {"moves", Kind::objects, [](const ProbedPosition& p) -> Value { return rows_of_moves(p); },
      parts<notation_fields, move_fields, rank_fields>}});

} // namespace

ProbedPosition probe(book::Book& book, const Position& position, book::Weighting weighting) {
  ProbedPosition probed{position, book.probe_all(position), weighting};
  book::sort_by_weight(probed.moves, position.side_to_move(), weighting);
  return probed;
}

Rows rows_of_moves(const ProbedPosition& probed) {
  const auto rows = ranked(probed);
  return beside(beside(rows_of(notation_fields(), rows), rows_of(move_fields(), probed.moves)),
                rows_of(rank_fields(), rows));
}

std::vector<Field> probed_fields() { return described(fields); }

std::string as_json(const ProbedPosition& probed) { return json_object(fields, probed); }

} // namespace xq::book
