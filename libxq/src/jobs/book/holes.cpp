#include "jobs/answer/write.hpp"
#include "jobs/book/book_fields.hpp"
#include "jobs/book/move_fields.hpp"

#include <xq/analysis/review.hpp>
#include <xq/base/error.hpp>
#include <xq/board/fen.hpp>
#include <xq/book/explore.hpp>

#include <algorithm>
#include <array>

namespace xq::book {

namespace {

constexpr auto place_fields = std::to_array<FieldOf<Hole>>(
    {{"kind", Kind::word, [](const Hole& h) -> Value { return h.loss > 0 ? "bad" : "unplayed"; }},
     {"fen", Kind::position, [](const Hole& h) -> Value { return write_fen(h.position); }},
     {"ply", Kind::count, get<&Hole::ply>},
     {"uci", Kind::move,
      [](const Hole& h) -> Value {
        return squares({&h.move.move, 1});
      }},
     {"games", Kind::count, [](const Hole& h) -> Value { return h.move.counts.games; }},
     {"games_here", Kind::count, get<&Hole::games_here>}});
constexpr auto best_fields =
    std::to_array<FieldOf<Hole>>({{"best", Kind::move,
                                   [](const Hole& h) -> Value {
                                     return squares({&h.best.move, 1});
                                   }},
                                  {"best_score", Kind::score, [](const Hole& h) -> Value {
                                     return EngineScore{h.best.score->score};
                                   }}});

class HoleSearch {
public:
  explicit HoleSearch(const HoleOptions& options) : m_options{options} {}

  void look(const Position& position, int ply, const std::vector<book::BookMove>& moves) {
    const auto games = book::total_games(moves);
    if (games < m_options.min_games) {
      return;
    }
    const auto best = std::ranges::max_element(
        moves, {}, [](const book::BookMove& m) { return m.score ? m.score->score : -100'000; });
    if (!best->score) {
      return;
    }
    const double most = percent_of(*best);
    const double popular = static_cast<double>(games) * m_options.share / 100;
    for (const book::BookMove& m : moves) {
      if (!m.score) {
        continue;
      }
      const double loss = most - percent_of(m);
      if (loss >= m_options.loss && m.counts.games >= popular) {
        m_holes.bad.push_back({position, ply, m, *best, games, loss});
      }
    }
    const double rare = popular / 10; // a tenth of what is popular
    if (best->counts.games < rare && is_better_than_played(moves, rare, most)) {
      m_holes.unplayed.push_back({position, ply, *best, *best, games, 0});
    }
  }

  [[nodiscard]] Holes take() {
    sort(m_holes.bad, [](const Hole& h) { return h.weight(); });
    sort(m_holes.unplayed, [](const Hole& h) { return static_cast<double>(h.games_here); });
    return std::move(m_holes);
  }

private:
  static double percent_of(const book::BookMove& move) {
    return 100 * analysis::winning_probability(move.score->score);
  }

  /// Whether every move that is played gives something away against the best one.
  [[nodiscard]] bool is_better_than_played(const std::vector<book::BookMove>& moves, double rare,
                                           double most) const {
    return std::ranges::all_of(moves, [&](const book::BookMove& m) {
      return m.counts.games < rare || !m.score || most - percent_of(m) >= m_options.loss;
    });
  }

  template <typename F>
  void sort(std::vector<Hole>& holes, F weight) const {
    std::ranges::stable_sort(holes, std::greater{}, weight);
    if (holes.size() > m_options.limit) {
      holes.erase(holes.begin() + static_cast<std::ptrdiff_t>(m_options.limit), holes.end());
    }
  }

  const HoleOptions& m_options;
  Holes m_holes;
};

} // namespace

Holes find_holes(book::Book& book, const HoleOptions& options) {
  if (!book.is_judged()) {
    throw make_error<UsageError>("no engine has judged this book: run xq book score first");
  }
  HoleSearch search{options};
  book::walk(book, {options.max_ply, 1},
             [&](const Position& position, int ply, const std::vector<book::BookMove>& moves) {
               if (options.keep_going && !options.keep_going()) {
                 throw make_error<Interrupted>("stopped");
               }
               search.look(position, ply, moves);
               return true;
             });
  return search.take();
}

std::vector<Field> hole_fields() { return described(place_fields, score_fields(), best_fields); }

std::string as_json(const Hole& hole) {
  std::string out;
  JsonWriter json{out};
  json.begin_object();
  write_members(json, place_fields, hole);
  write_members(json, score_fields(), hole.move);
  write_members(json, best_fields, hole);
  json.end_object();
  return out;
}

} // namespace xq::book
