#include "jobs/answer/write.hpp"
#include "jobs/book/book_fields.hpp"
#include "jobs/book/move_fields.hpp"

#include <xq/board/fen.hpp>
#include <xq/board/movegen.hpp>

#include <algorithm>
#include <array>
#include <set>
#include <utility>

namespace xq::book {

namespace {

using Place = std::pair<std::uint64_t, std::uint64_t>;
Place place_of(const Position& position) {
  const CanonicalKey id = position.canonical();
  return {to_integer(id.key), to_integer(id.lock)};
}

/// The best judged move of a position: of equal ones the one that more games played.
const book::BookMove* best_of(const std::vector<book::BookMove>& moves) {
  const book::BookMove* best = nullptr;
  for (const book::BookMove& m : moves) {
    if (m.score && (best == nullptr || m.score->score > best->score->score)) {
      best = &m;
    }
  }
  return best;
}

constexpr std::array start_fields{FieldOf<BestLine>{
    "fen", Kind::position, [](const BestLine& line) -> Value { return write_fen(line.before); }}};
constexpr auto line_fields = std::to_array<FieldOf<BestLine>>(
    {{"games", Kind::count, [](const BestLine& line) -> Value { return line.first.counts.games; }},
     {"least_games", Kind::count, get<&BestLine::least_games>},
     {"line", Kind::list,
      [](const BestLine& line) -> Value {
        std::vector<Value> moves;
        for (const Move move : line.moves) {
          moves.emplace_back(squares({&move, 1}));
        }
        return moves;
      }},
     {"end", Kind::word, [](const BestLine& line) -> Value {
        constexpr std::array<std::string_view, 4> ends{"unjudged", "repetition", "over", "cut"};
        return ends[static_cast<std::size_t>(line.end)];
      }}});

} // namespace

BestLine best_line(book::Book& book, Position position, const book::BookMove& first,
                   std::size_t plies) {
  BestLine line{position, first, {}, first.counts.games, BestLine::End::unjudged};
  std::set<Place> seen;
  book::BookMove next = first;
  while (true) {
    seen.insert(place_of(position));
    line.moves.push_back(next.move);
    line.least_games = std::min(line.least_games, next.counts.games);
    position.do_move(next.move);
    if (seen.contains(place_of(position))) {
      line.end = BestLine::End::repetition;
      break;
    }
    const auto moves = book.probe_all(position);
    const book::BookMove* const best = best_of(moves);
    if (best == nullptr) {
      line.end = has_legal_move(position) ? BestLine::End::unjudged : BestLine::End::over;
      break;
    }
    if (line.moves.size() >= plies) {
      line.end = BestLine::End::cut;
      break;
    }
    next = *best;
  }
  return line;
}

std::vector<BestLine> best_lines(book::Book& book, const Position& position, std::size_t limit,
                                 std::size_t plies) {
  auto moves = book.probe_all(position);
  std::erase_if(moves, [](const book::BookMove& m) { return !m.score; });
  std::ranges::stable_sort(moves, std::greater{},
                           [](const book::BookMove& m) { return m.score->score; });
  moves.resize(std::min(moves.size(), limit));
  std::vector<BestLine> lines;
  lines.reserve(moves.size());
  for (const book::BookMove& move : moves) {
    lines.push_back(best_line(book, position, move, plies));
  }
  return lines;
}

std::vector<Field> best_line_fields() {
  return described(start_fields, score_fields(), line_fields);
}

std::string as_json(const BestLine& line) {
  std::string out;
  JsonWriter json{out};
  json.begin_object();
  write_members(json, start_fields, line);
  write_members(json, score_fields(), line.first);
  write_members(json, line_fields, line);
  json.end_object();
  return out;
}

} // namespace xq::book
