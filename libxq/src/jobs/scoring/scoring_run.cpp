#include "analysis/book_graph/count_back.hpp"
#include "analysis/book_graph/expansion.hpp"
#include "base/hash.hpp"
#include "base/os/file.hpp"
#include "base/workers.hpp"
#include "book/file/lock.hpp"
#include "book/judged_book.hpp"
#include "jobs/annotation/analyst_pool.hpp"
#include "jobs/annotation/evaluation_cache.hpp"
#include "jobs/parts/part_set.hpp"
#include "jobs/scoring/answers.hpp"
#include "sqlite/sqlite.hpp"
#include "store/annotation_journal.hpp"

#include <xq/base/error.hpp>
#include <xq/base/translate.hpp>
#include <xq/board/fen.hpp>
#include <xq/board/movegen.hpp>
#include <xq/book/book.hpp>
#include <xq/engine/engine.hpp>
#include <xq/scoring.hpp>

#include <fmt/core.h>

#include <algorithm>
#include <atomic>
#include <optional>
#include <set>
#include <utility>

namespace xq {

using namespace jobs;

namespace {

using analysis::BookGraph;
using analysis::KnownMove;
using analysis::no_score;
using analysis::OpenMove;
using analysis::PlayedMoves;

constexpr std::uint64_t least_round = 64;

std::vector<std::string> fens_of(const std::set<std::string>& fens) {
  return {fens.begin(), fens.end()};
}

Position read_root(const std::string& fen, const std::string& book) {
  const auto read = read_fen(fen);
  if (!read) {
    throw make_error<sqlite::DbError>(
        "{}: the position '{}' of the book cannot be read. The file is "
        "damaged; build the book again.",
        book, fen);
  }
  return read->position;
}

/// What the bytes of a book say about all its tables.
std::string digest_of_book(const std::string& path) {
  sqlite::Database db{path, sqlite::Database::Mode::read_only};
  std::string out;
  sqlite::Statement select{db, "SELECT name, value FROM property ORDER BY name"};
  auto row = select.use();
  while (row.next()) {
    out += fmt::format("{}{}={}", out.empty() ? "" : ",", row.text(0), row.integer(1));
  }
  return fmt::format("{:016x}", content_hash(out));
}

} // namespace

class ScoringRun::State {
public:
  explicit State(ScoringSetup given)
      : setup{std::move(given)},
        lock{!setup.shard && os::status_of(setup.target)
                 ? std::make_unique<book::ReplaceLock>(setup.target)
                 : nullptr},
        answers{setup.book},
        journal{std::make_unique<store::AnnotationJournal>(setup.journal, setup.analysts.identity)},
        cache{*journal},
        analysts{setup.analysts, setup.deadline, setup.keep_going} {
    read_roots();
  }

  StopReason run() {
    take_parts();
    if (setup.shard) {
      begin_part(*journal, settings(), *setup.shard);
    }
    try {
      read_moves();
      make_graph();
      if (setup.shard && setup.expand != 0) {
        require_judged();
        expand(setup.expand);
      }
      judge();
      if (!setup.shard) {
        expand_in_rounds();
      }
    } catch (const Interrupted&) {
      if (analysts.stopped() == StopReason::none) {
        throw;
      }
      return analysts.stopped();
    }
    if (setup.shard) {
      end_part(*journal, m_graph->size());
    } else {
      write();
    }
    return StopReason::none;
  }

  const ScoringSetup setup;
  std::unique_ptr<book::ReplaceLock> lock; ///< until the end
  Answers answers;
  std::unique_ptr<store::AnnotationJournal> journal;
  EvaluationCache cache;
  AnalystPool analysts;
  std::atomic<ScoringProgress::Step> step{ScoringProgress::Step::reading};
  std::atomic<std::uint64_t> done{0};
  std::atomic<std::uint64_t> total{0};
  std::atomic<std::uint64_t> searched{0};
  std::atomic<std::uint64_t> cached{0};
  ScoringTotals totals;

private:
  class NodeJob;

  /// Where judged positions are reached from, and where this run begins.
  void read_roots() {
    sqlite::Database db{setup.book, sqlite::Database::Mode::read_only};
    for (const std::string& fen : book::read_roots(db)) {
      m_roots.insert(fen);
      m_other_roots.push_back(read_root(fen, setup.book));
    }
    for (const auto* more : {&setup.from, &setup.more}) {
      for (const Position& position : *more) {
        Position root = position;
        root.set_counters(0, 1);
        if (!root.same_board(Position::start())) {
          m_roots.insert(write_fen(root));
        }
      }
    }
  }

  /// Everything that the result depends on, in words.
  [[nodiscard]] std::string settings() const {
    std::string from;
    for (const auto* positions : {&setup.from, &setup.more}) {
      for (const Position& position : *positions) {
        from += write_fen(position) + ';';
      }
      from += '|';
    }
    // the Asian rules are not named: parts of earlier versions go by them
    const std::string_view rules = setup.rules == RuleSet::cxa    ? "; Chinese rules"
                                   : setup.rules == RuleSet::none ? "; no rules"
                                                                  : "";
    return fmt::format("{}; book {}; moves of {} games, {} plies; positions {:016x}; {} more{}",
                       setup.analysts.identity, digest_of_book(setup.book), setup.min_games,
                       setup.max_ply, content_hash(from), setup.expand, rules);
  }

  /// All answers of the parts of one run; nothing else is asked then.
  void take_parts() {
    if (setup.parts.empty()) {
      return;
    }
    const PartSet parts{setup.parts, "xq book score"};
    if (parts.settings() != settings()) {
      throw make_error<UsageError>("the parts were made with other options or of another book: {}; "
                                   "with those given it would be {}",
                                   parts.settings(), settings());
    }
    for (const std::string& path : parts.paths()) {
      journal->take_from(path);
    }
  }

  void look() const {
    if (analysts.stopped() != StopReason::none) {
      throw make_error<Interrupted>("stopped");
    }
  }

  void read_moves() {
    step = ScoringProgress::Step::reading;
    book::Book book{setup.book};
    m_played.emplace(book, setup.min_games, [this] {
      if (++done % 4096 == 0) {
        look();
      }
    });
  }

  void make_graph() {
    analysis::GraphSetup wanted;
    wanted.played = &*m_played;
    wanted.roots = setup.from;
    if (setup.from.empty()) {
      wanted.roots.push_back(Position::start());
      wanted.roots.insert(wanted.roots.end(), m_other_roots.begin(), m_other_roots.end());
    } else {
      wanted.other_roots = m_other_roots;
      wanted.other_roots.push_back(Position::start());
    }
    wanted.roots.insert(wanted.roots.end(), setup.more.begin(), setup.more.end());
    wanted.max_ply = setup.max_ply;
    wanted.judged = answers.places().size() == 0 ? nullptr : &answers.places();
    wanted.threads = setup.threads;
    wanted.memory = setup.memory;
    wanted.progress = [this](std::uint64_t positions) {
      done = positions;
      look();
    };
    step = ScoringProgress::Step::reading;
    total = 0;
    m_graph.reset(); // the memory of the old one
    m_graph.emplace(wanted);
  }

  /// Whether the question about a node has to be asked (again).
  [[nodiscard]] bool is_asked(std::uint32_t node) const {
    const Answer* const known = answers.find(m_graph->place(node));
    if (known == nullptr || !known->known) {
      return is_wanted(node);
    }
    const bool current = known->context == context_of(*m_graph, node);
    const bool ours =
        known->analyst == 0 || answers.analysts()[known->analyst - 1] == setup.analysts.identity;
    return is_wanted(node) && !(current && ours);
  }
  /// Others than those that are reached from `from` stay as they are.
  [[nodiscard]] bool is_wanted(std::uint32_t node) const {
    return setup.from.empty() || m_graph->is_selected(node) ||
           answers.find(m_graph->place(node)) == nullptr ||
           !answers.find(m_graph->place(node))->known;
  }

  void judge();
  void score();

  void require_judged() const {
    for (std::uint32_t node = 0; node < m_graph->size(); ++node) {
      if (is_asked(node)) {
        throw make_error<UsageError>(
            "--expand in parts adds to a book that is judged: run it without --expand first");
      }
    }
  }

  void expand_in_rounds() {
    const std::uint64_t round = std::max(least_round, (setup.expand + setup.rounds - 1) /
                                                          std::max<std::uint64_t>(setup.rounds, 1));
    for (std::uint64_t left = setup.expand; left > 0;) {
      const std::uint64_t wanted = setup.rounds <= 1 ? left : std::min(round, left);
      const std::uint64_t added = expand(wanted);
      totals.added += added;
      judge();
      left = added < wanted ? 0 : left - wanted; // nothing is open any more
    }
    score();
  }

  /// Want the positions most worth knowing, and make the graph with them.
  std::uint64_t expand(std::uint64_t count) {
    score();
    std::uint64_t added = 0;
    for (const auto& candidate :
         analysis::most_worth_knowing(*m_graph, *m_played, m_scores, m_open, count)) {
      Position position = m_graph->position(candidate.node);
      position.do_move(Move::from_disk(candidate.move));
      const auto before = answers.places().size();
      answers.want(analysis::place_of(position.hashes()));
      added += answers.places().size() - before;
    }
    make_graph();
    return added;
  }

  void write() {
    step = ScoringProgress::Step::writing;
    done = 0;
    total = 0;
    const auto tables = score_tables(*m_graph, answers, m_scores, fens_of(m_roots));
    book::write_judged_book(setup.book, setup.target, tables, setup.threads,
                            [this](std::uint64_t rows) {
                              done = rows;
                              return true;
                            });
    for (std::uint32_t node = 0; node < m_graph->size(); ++node) {
      totals.positions += m_scores[node] != no_score ? 1U : 0U;
      totals.moves += m_open[node].move != 0 ? 1U : 0U;
      m_graph->for_each_move(node, [&](const KnownMove& move) {
        totals.moves += m_scores[move.target] != no_score ? 1U : 0U;
      });
    }
    if (!m_graph->roots().empty() && m_scores[m_graph->roots().front()] != no_score) {
      totals.score = m_scores[m_graph->roots().front()];
    }
  }

  std::set<std::string> m_roots;       ///< FENs, for the book
  std::vector<Position> m_other_roots; ///< of earlier runs
  std::optional<PlayedMoves> m_played;
  std::optional<BookGraph> m_graph;
  std::vector<std::int16_t> m_scores; ///< by node
  std::vector<OpenMove> m_open;       ///< by node
  bool m_is_first_round = true;
};

/// Asks about a few nodes.
class ScoringRun::State::NodeJob final : public Job {
public:
  NodeJob(State& run, std::uint32_t node) : m_run{run}, m_node{node} {}

  void run() override {
    m_run.look();
    const BookGraph& known_moves = *m_run.m_graph;
    const Position position = known_moves.position(m_node);
    answer.context = context_of(known_moves, m_node);
    answer.known = true;
    std::vector<Move> banned;
    const CanonicalKey id = position.canonical();
    known_moves.for_each_move(m_node, [&](const KnownMove& known) {
      const Move move = Move::from_disk(known.move);
      banned.push_back(move);
      if (id.symmetric && mirror(move) != move) {
        banned.push_back(mirror(move));
      }
    });
    if (static_cast<int>(banned.size()) < count_legal(position)) {
      ask(position, banned);
    }
  }

  [[nodiscard]] std::uint32_t node() const noexcept { return m_node; }
  Answer answer; ///< the analyst aside
  bool asked = false;

private:
  void ask(const Position& position, const std::vector<Move>& banned) {
    const AnalystPool::Pool::Lease analyst{m_run.analysts.pool()};
    analysis::Asking asking;
    asking.analyst = &*analyst;
    asking.store = &m_run.cache;
    asking.keep_going = [this] { return m_run.analysts.stopped() == StopReason::none; };
    asking.on_question = [this](const analysis::Question&, bool known) {
      ++(known ? m_run.cached : m_run.searched);
    };
    analysis::Question question{position, {}};
    if (!banned.empty()) {
      question = question.without(banned, analysis::Effort::full);
    }
    const auto found = analysis::ask(question, asking);
    if (found.best_line().empty()) {
      throw make_error<analysis::AnalystError>("the engine names no move for {}",
                                               write_fen(position));
    }
    const int score = position.side_to_move() == Color::red ? found.score : -found.score;
    answer.open.move = book::to_canonical(position.canonical(), found.best_line().front()).disk();
    answer.open.score = static_cast<std::int16_t>(score);
    answer.depth = static_cast<std::uint16_t>(found.depth);
    answer.nodes = found.nodes;
    asked = true;
  }

  State& m_run;
  std::uint32_t m_node;
};

void ScoringRun::State::judge() {
  std::vector<std::uint32_t> nodes;
  for (std::uint32_t node = 0; node < m_graph->size(); ++node) {
    if (is_asked(node) && (!setup.shard || setup.shard->has(node + std::uint64_t{1}))) {
      nodes.push_back(node);
    }
  }
  if (std::exchange(m_is_first_round, false) && !setup.shard) {
    cached += m_graph->size() - nodes.size(); // what the book knows
  }
  step = ScoringProgress::Step::judging;
  done = 0;
  total = nodes.size();
  const auto analyst = answers.analyst(setup.analysts.identity);
  std::size_t next = 0;
  run_ordered(
      setup.threads,
      [&]() -> std::unique_ptr<Job> {
        look();
        return next == nodes.size() ? nullptr : std::make_unique<NodeJob>(*this, nodes[next++]);
      },
      [&](std::unique_ptr<Job> base) {
        auto& job = static_cast<NodeJob&>(*base);
        job.answer.analyst = job.asked ? analyst : 0;
        answers.set(m_graph->place(job.node()), job.answer);
        ++done;
      });
}

/// Count back what is known.
void ScoringRun::State::score() {
  std::vector<std::int16_t> leaves(m_graph->size(), no_score);
  m_open.assign(m_graph->size(), {});
  for (std::uint32_t node = 0; node < m_graph->size(); ++node) {
    const Answer* const known = answers.find(m_graph->place(node));
    if (known == nullptr || !known->known) {
      continue;
    }
    bool is_open = known->open.move != 0; // an answer to another question may name a known move
    bool has_moves = false;
    m_graph->for_each_move(node, [&](const KnownMove& move) {
      has_moves = true;
      is_open &= move.move != known->open.move;
    });
    if (is_open) {
      m_open[node] = known->open;
      leaves[node] = known->open.score;
    } else if (!has_moves && known->open.move == 0) {
      leaves[node] = -engine::mate_value; // no legal move: lost
    }
  }
  m_scores = analysis::count_back(m_graph->view(setup.rules), leaves);
}

ScoringRun::ScoringRun(ScoringSetup setup) : m_state{std::make_unique<State>(std::move(setup))} {}

ScoringRun::~ScoringRun() = default;

StopReason ScoringRun::run() { return m_state->run(); }

ScoringProgress ScoringRun::progress() const {
  return {m_state->step, m_state->done, m_state->total, m_state->searched, m_state->cached};
}

ScoringTotals ScoringRun::totals() const {
  auto out = m_state->totals;
  out.searched = m_state->searched;
  out.cached = m_state->cached;
  return out;
}

std::uint64_t ScoringRun::answers() {
  return static_cast<std::uint64_t>(m_state->journal->evaluations());
}

void ScoringRun::remove_journal() {
  m_state->journal.reset(); // closes it
  store::remove_journal(m_state->setup.journal);
}

} // namespace xq
