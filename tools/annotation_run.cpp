#include "annotation_run.hpp"

#include "base/text/json_writer.hpp"

#include <xq/base/error.hpp>
#include <xq/base/text.hpp>
#include <xq/book/book.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

namespace xq::cli {

namespace {

using analysis::Mark;
using analysis::Review;

void append_player(JsonWriter& json, std::string_view name, const analysis::PlayerSummary& p) {
  const auto count = [&](Mark mark) { return p.marks[static_cast<std::size_t>(mark)]; };
  json.key(name)
      .begin_object()
      .member("moves", p.moves)
      .member("accuracy", p.average_accuracy, 2)
      .member("average_loss", p.average_loss, 4)
      .member("average_centipawn_loss", p.average_centipawns)
      .member("good", count(Mark::good))
      .member("dubious", count(Mark::dubious))
      .member("mistakes", count(Mark::mistake))
      .member("blunders", count(Mark::blunder))
      .member("mates_found", p.mates_found)
      .member("mates_missed", p.mates_missed)
      .end_object();
}

void append_evaluation(JsonWriter& json, Position position,
                       const std::optional<analysis::Evaluation>& at) {
  if (!at) {
    json.key("value").null();
    return;
  }
  json.member("value", analysis::value_text(at->score))
      .member("score", at->score)
      .member("depth", at->depth)
      .member("nodes", at->nodes);
  json.key("lines").begin_array();
  for (const auto& line : at->lines) {
    json.begin_object().member("value", analysis::value_text(line.score));
    json.key("moves").begin_array();
    Position ahead = position;
    for (const Move move : line.moves) {
      json.value(notation::to_text(ahead, move, notation::Style::uci));
      ahead.do_move(move);
    }
    json.end_array().end_object();
  }
  json.end_array();
}

std::string json_of(const record::Game& game, const Review& review) {
  std::string out;
  JsonWriter json{out};
  json.begin_object()
      .member("number", game.number)
      .member("source", game.source)
      .member("red", game.tag("Red"))
      .member("black", game.tag("Black"))
      .member("result", to_text(game.result()));
  if (review.opening != nullptr) {
    json.member("ecco", review.opening->code).member("opening", review.opening->name);
  }
  json.member("book_plies", review.book_plies);
  append_player(json, "red_summary", review.players[0]);
  append_player(json, "black_summary", review.players[1]);
  json.key("positions").begin_array();
  std::vector<Move> moves;
  game.main_line(moves);
  Position position = game.start();
  for (std::size_t ply = 0; ply < review.positions.size(); ++ply) {
    json.begin_object().member("ply", ply);
    if (ply > 0) {
      const auto& move = review.moves[ply - 1];
      json.member("move", notation::to_text(position, moves[ply - 1], notation::Style::uci));
      if (move.judged) {
        json.member("loss", move.loss, 4)
            .member("mark", analysis::to_text(move.mark))
            .member("best", move.best)
            .member("remark", analysis::remark(review, ply - 1));
      }
      position.do_move(moves[ply - 1]);
    }
    append_evaluation(json, position, review.positions[ply]);
    json.end_object();
  }
  json.end_array().end_object();
  return out + '\n';
}

void save_rows(store::AnnotationJournal& journal, const record::Game& game, const Review& review) {
  store::AnnotationRow row;
  row.game = static_cast<std::int64_t>(game.number);
  row.book_plies = static_cast<int>(review.book_plies);
  for (std::size_t side = 0; side < color_count; ++side) {
    const auto& p = review.players[side];
    const auto count = [&](Mark mark) { return p.marks[static_cast<std::size_t>(mark)]; };
    row.accuracy[side] = p.average_accuracy;
    row.loss[side] = p.average_loss;
    row.good[side] = count(Mark::good);
    row.dubious[side] = count(Mark::dubious);
    row.mistakes[side] = count(Mark::mistake);
    row.blunders[side] = count(Mark::blunder);
    row.mates_missed += p.mates_missed;
  }
  std::vector<store::AnnotationMoveRow> moves;
  for (std::size_t ply = review.book_plies; ply < review.moves.size(); ++ply) {
    const auto& move = review.moves[ply];
    moves.push_back({static_cast<int>(ply) + 1, review.positions[ply + 1]->score, move.loss,
                     analysis::to_text(move.mark)});
  }
  journal.save(row, moves);
}

/// Whether a book knows a move; every job has its own, because a Book serves one thread.
std::function<bool(const Position&, Move)> book_probe(const std::string& path) {
  if (path.empty()) {
    return {};
  }
  auto book = std::make_shared<book::Book>(path);
  return [book](const Position& position, Move m) {
    std::vector<book::BookMove> moves;
    book->probe(position, moves);
    const bool symmetric = position.canonical().symmetric;
    return std::any_of(moves.begin(), moves.end(), [&](const book::BookMove& known) {
      return known.move == m || (symmetric && mirror(known.move) == m);
    });
  };
}

} // namespace

/// Annotates one game, or notes why it cannot be.
class AnnotationRun::GameJob final : public Job {
public:
  GameJob(AnnotationRun& run, AnnotationInput::Item item) : m_run{run}, m_item{std::move(item)} {
    out.number = m_item.number;
    out.source = m_item.game->source;
  }

  void run() override {
    record::Game& game = m_item.game->game;
    if (game.usable()) {
      note_current(game);
      if (const auto review = judge(game)) {
        m_run.m_counts.positions += review->book_plies; // done without a question
        write(game, *review);
        out.judged = true;
      } else {
        write_as_it_was(game);
      }
    }
    out.findings.add(game);
    m_item.game.reset();
  }

  AnnotatedGame out;

private:
  void note_current(const record::Game& game) {
    const std::lock_guard lock{m_run.m_mutex};
    m_run.m_current = fmt::format("{} - {}", game.tag("Red"), game.tag("Black"));
  }

  std::optional<Review> judge(const record::Game& game) {
    const Analysts::Lease analyst{m_run.m_analysts};
    analysis::ReviewTools tools;
    tools.analyst = &*analyst;
    tools.store = &m_run.m_cache;
    tools.in_book = book_probe(m_run.m_plan.book);
    tools.keep_going = [this] { return m_run.m_analysts.stopped() == StopReason::none; };
    tools.on_position = [this](std::size_t) { ++m_run.m_counts.positions; };
    tools.on_question = [this](bool known) {
      ++(known ? m_run.m_counts.cached : m_run.m_counts.searched);
    };
    try {
      return analysis::review(game, tools);
    } catch (const analysis::AnalystError& e) {
      out.failure = e.what();
      return std::nullopt;
    }
  }

  void write(record::Game& game, const Review& review) {
    const AnnotationPlan& plan = m_run.m_plan;
    if (plan.want_rows) {
      save_rows(m_run.m_journal, game, review);
    }
    if (plan.want_page) {
      out.page = render::report_game(m_item.number, game, review, plan.page);
    }
    if (plan.want_text && plan.formatter == nullptr) {
      out.text = json_of(game, review);
    } else if (plan.want_text) {
      append(game, analysis::annotated(game, review, plan.annotate));
    }
  }

  /// The engine failed: nothing of the game gets lost.
  void write_as_it_was(record::Game& game) {
    if (m_run.m_plan.want_text && m_run.m_plan.formatter != nullptr) {
      append(game, game);
    }
  }

  void append(record::Game& game, const record::Game& result) {
    if (auto problem = m_run.m_plan.formatter->append(out.text, result, out.counts)) {
      game.problems.push_back(std::move(*problem));
    }
  }

  AnnotationRun& m_run;
  AnnotationInput::Item m_item;
};

AnnotationRun::AnnotationRun(const AnnotationPlan& plan, store::AnnotationJournal& journal,
                             Analysts& analysts, AnnotationCounts& counts)
    : m_plan{plan}, m_journal{journal}, m_cache{journal}, m_analysts{analysts}, m_counts{counts} {}

void AnnotationRun::go(unsigned threads, AnnotationInput& input,
                       const std::function<void(AnnotatedGame&&)>& deliver) {
  try {
    run_ordered(
        threads,
        [&]() -> std::unique_ptr<Job> {
          if (m_analysts.stopped() != StopReason::none) {
            return nullptr;
          }
          auto item = input.next();
          return item ? std::make_unique<GameJob>(*this, std::move(*item)) : nullptr;
        },
        [&](std::unique_ptr<Job> job) { deliver(std::move(static_cast<GameJob&>(*job).out)); });
  } catch (const Interrupted&) { // of a job: the games before it have been delivered
    if (m_analysts.stopped() == StopReason::none) {
      throw;
    }
  }
}

std::string AnnotationRun::current() const {
  const std::lock_guard lock{m_mutex};
  return m_current;
}

} // namespace xq::cli
