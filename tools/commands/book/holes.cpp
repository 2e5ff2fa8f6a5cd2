#include "base/text/text.hpp"
#include "cli/files/file_kind.hpp"
#include "cli/files/output.hpp"
#include "cli/interrupt.hpp"
#include "cli/options/options.hpp"
#include "command.hpp"
#include "commands/book/book_text.hpp"
#include "jobs/answer/write.hpp"
#include "jobs/book/move_fields.hpp"
#include "notation/style_for_people.hpp"

#include <xq/analysis/review.hpp>
#include <xq/base/error.hpp>
#include <xq/base/translate.hpp>
#include <xq/board/fen.hpp>
#include <xq/book/book.hpp>
#include <xq/book/walk.hpp>
#include <xq/notation/notation.hpp>

#include <fmt/core.h>

#include <algorithm>
#include <tuple>
#include <vector>

namespace xq::cli {

namespace {

using jobs::Kind;

/// A move that games and engine see differently.
struct Hole {
  Position position;
  int ply = 0;
  book::BookMove move;
  book::BookMove best;          ///< of the position, by score
  std::uint64_t games_here = 0; ///< of all moves of the position
  double loss = 0; ///< of winning probability, in percent, against the best move; 0: unplayed
  [[nodiscard]] double weight() const noexcept { // games that the difference concerns
    return loss * static_cast<double>(move.counts.games);
  }
};

constexpr auto place_fields = std::to_array<jobs::FieldOf<Hole>>(
    {{"kind", Kind::word,
      [](const Hole& h) -> jobs::Value { return h.loss > 0 ? "bad" : "unplayed"; }},
     {"fen", Kind::position, [](const Hole& h) -> jobs::Value { return write_fen(h.position); }},
     {"ply", Kind::count, jobs::get<&Hole::ply>},
     {"uci", Kind::move,
      [](const Hole& h) -> jobs::Value {
        return jobs::squares({&h.move.move, 1});
      }},
     {"games", Kind::count, [](const Hole& h) -> jobs::Value { return h.move.counts.games; }},
     {"games_here", Kind::count, jobs::get<&Hole::games_here>}});
constexpr auto best_fields = std::to_array<jobs::FieldOf<Hole>>(
    {{"best", Kind::move,
      [](const Hole& h) -> jobs::Value {
        return jobs::squares({&h.best.move, 1});
      }},
     {"best_score", Kind::score,
      [](const Hole& h) -> jobs::Value { return jobs::EngineScore{h.best.score->score}; }}});

class BookHoles final : public Command {
public:
  void describe(OptionSet& options) override {
    options.add_argument(file(m_path, reads(file_kind::opening_book), "BOOK"),
                         "a book judged by xq book score");
    options.add("loss", number(m_loss, 1, 100, "PERCENT"),
                "a move scores badly when it gives away so much of the probability to win");
    options.add("share", number(m_share, 1, 100, "PERCENT"),
                "a move is popular when so many of the games of its position played it");
    options.add("min-games", number(m_min_games, 1, 0xFFFFFFFFLL),
                "look at positions of so many games");
    options.add("max-ply", number(m_max_ply, 0, 100'000), "only in the first N plies; 0: all");
    options.add("limit", number(m_limit, 1, 1'000'000), "show at most N of each kind");
  }

  Exit run(const GlobalOptions& global) override {
    book::Book book{m_path};
    if (!book.is_judged()) {
      throw make_error<UsageError>("no engine has judged this book: run xq book score first");
    }
    find(book);
    sort(m_bad, [](const Hole& h) { return h.weight(); });
    sort(m_unplayed, [](const Hole& h) { return static_cast<double>(h.games_here); });
    Output output;
    std::string out;
    if (global.json) {
      append_json(out, m_bad);
      append_json(out, m_unplayed);
    } else {
      append_text(out);
    }
    output.write(out);
    output.commit();
    return m_bad.empty() && m_unplayed.empty() ? Exit::negative : Exit::ok;
  }

private:
  void find(book::Book& book) {
    book::walk(book, {m_max_ply, 1},
               [&](const Position& position, int ply, const std::vector<book::BookMove>& moves) {
                 throw_if_interrupted();
                 const auto games = book::total_games(moves);
                 if (games >= m_min_games) {
                   look(position, ply, moves, games);
                 }
                 return true;
               });
  }

  void look(const Position& position, int ply, const std::vector<book::BookMove>& moves,
            std::uint64_t games) {
    const auto best = std::ranges::max_element(
        moves, {}, [](const book::BookMove& m) { return m.score ? m.score->score : -100'000; });
    if (!best->score) {
      return;
    }
    const double most = 100 * analysis::winning_probability(best->score->score);
    const double popular = static_cast<double>(games) * m_share / 100;
    for (const book::BookMove& m : moves) {
      if (!m.score) {
        continue;
      }
      const double loss = most - 100 * analysis::winning_probability(m.score->score);
      if (loss >= m_loss && m.counts.games >= popular) {
        m_bad.push_back({position, ply, m, *best, games, loss});
      }
    }
    const double rare = popular / 10; // a tenth of what is popular
    if (best->counts.games < rare && is_better_than_played(moves, rare, most)) {
      m_unplayed.push_back({position, ply, *best, *best, games, 0});
    }
  }

  /// Whether every move that is played gives something away against the best one.
  [[nodiscard]] bool is_better_than_played(const std::vector<book::BookMove>& moves, double rare,
                                           double most) const {
    return std::ranges::all_of(moves, [&](const book::BookMove& m) {
      return m.counts.games < rare || !m.score ||
             most - 100 * analysis::winning_probability(m.score->score) >= m_loss;
    });
  }

  template <typename F>
  void sort(std::vector<Hole>& holes, F weight) const {
    std::ranges::stable_sort(holes, std::greater{}, weight);
    if (holes.size() > static_cast<std::size_t>(m_limit)) {
      holes.erase(holes.begin() + m_limit, holes.end());
    }
  }

  void append_text(std::string& out) const {
    if (m_bad.empty() && m_unplayed.empty()) {
      out += localized("games and engine agree\n");
    }
    if (!m_bad.empty()) {
      out += localized("popular moves that score badly:\n");
      for (const Hole& h : m_bad) {
        out += localized("{}\n  {} {} ({} of {} games); better {} {}\n", write_fen(h.position),
                         name(h, h.move), score_text(h.move.score), h.move.counts.games,
                         h.games_here, name(h, h.best), score_text(h.best.score));
      }
    }
    if (!m_unplayed.empty()) {
      out += localized("good moves that nobody plays:\n");
      for (const Hole& h : m_unplayed) {
        out += localized("{}\n  {} {} ({} of {} games)\n", write_fen(h.position), name(h, h.move),
                         score_text(h.move.score), h.move.counts.games, h.games_here);
      }
    }
  }
  static std::string name(const Hole& hole, const book::BookMove& move) {
    return notation::to_text(hole.position, move.move, notation::style_for_people());
  }

  static void append_json(std::string& out, const std::vector<Hole>& holes) {
    for (const Hole& h : holes) {
      JsonWriter json{out};
      json.begin_object();
      jobs::write_members(json, place_fields, h);
      jobs::write_members(json, jobs::score_fields(), h.move);
      jobs::write_members(json, best_fields, h);
      json.end_object();
      out += '\n';
    }
  }

  std::string m_path;
  int m_loss = 10;
  int m_share = 20;
  std::uint64_t m_min_games = 20;
  int m_max_ply = 0;
  int m_limit = 20;
  std::vector<Hole> m_bad;
  std::vector<Hole> m_unplayed;
};

} // namespace

CommandInfo book_holes_command() {
  return {
      .name = "book holes",
      .group = "Opening books",
      .summary = "find moves that players and engine see differently",
      .synopsis = "BOOK [--loss PERCENT] [--share PERCENT] [--min-games N]",
      .description =
          "Goes through a book that xq book score has judged, from the start position on, and "
          "lists popular moves that score badly, those first that cost most games, and positions "
          "where the best move is hardly ever played and every move that is played gives something "
          "away, those of most games first. Values are for the side to move, in pawns.\n\n"
          "With --json each is an object on a line of its own: kind (bad or unplayed), fen, ply, "
          "uci, games, games_here (of all moves of the position), score, win, search_depth, "
          "replies, best, best_score.",
      .examples = {{"xq book holes book.xqbook", "the most important ones"},
                   {"xq book holes book.xqbook --max-ply 12 --min-games 500 --loss 5",
                    "small ones in the main lines, too"}},
      .exits = {{Exit::negative, "there are none"}},
      .answers = {{jobs::parts<place_fields, jobs::score_fields, best_fields>}},
      .create = create<BookHoles>};
}

} // namespace xq::cli
