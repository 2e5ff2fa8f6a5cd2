#include "jobs/scoring/answers.hpp"

#include "base/hash.hpp"
#include "sqlite/sqlite.hpp"

#include <algorithm>
#include <memory>
#include <set>
#include <tuple>
#include <utility>

namespace xq::jobs {

using analysis::BookGraph;
using analysis::KnownMove;
using analysis::no_score;

Answers::Answers(const std::string& book) {
  sqlite::Database db{book, sqlite::Database::Mode::read_only};
  m_analysts = book::read_analysts(db);
  book::for_each_evaluation(db, [this](const book::EvaluationRow& row) {
    Answer answer;
    answer.open = {row.move, static_cast<std::int16_t>(row.score)};
    answer.depth = static_cast<std::uint16_t>(row.depth);
    answer.analyst = row.analyst <= m_analysts.size() ? row.analyst : 0;
    answer.nodes = row.nodes;
    answer.context = row.context;
    answer.known = true;
    set({static_cast<std::uint64_t>(row.key), static_cast<std::uint64_t>(row.lock)}, answer);
  });
}

const Answer* Answers::find(const analysis::Place& place) const noexcept {
  const auto number = m_places.find(place);
  return number == analysis::PlaceTable::none ? nullptr : &m_answers[number];
}

void Answers::set(const analysis::Place& place, const Answer& answer) {
  const auto [number, is_new] = m_places.insert(place);
  if (is_new) {
    m_answers.push_back(answer);
  } else {
    m_answers[number] = answer;
  }
}

void Answers::want(const analysis::Place& place) {
  if (m_places.insert(place).second) {
    m_answers.emplace_back();
  }
}

std::uint32_t Answers::analyst(const std::string& identity) {
  auto found = std::ranges::find(m_analysts, identity);
  if (found == m_analysts.end()) {
    m_analysts.push_back(identity);
    found = m_analysts.end() - 1;
  }
  return static_cast<std::uint32_t>(found - m_analysts.begin()) + 1;
}

std::uint64_t context_of(const BookGraph& graph, std::uint32_t node) {
  std::uint64_t hash = 0;
  graph.for_each_move(
      node, [&hash](const KnownMove& move) { hash = mix_bits(hash + move.move + splitmix_step); });
  return hash;
}

namespace {

/// Rows of a book from the nodes of a graph, in the order of the file.
class JudgedRows {
public:
  JudgedRows(const BookGraph& graph, const Answers& answers,
             const std::vector<std::int16_t>& scores)
      : m_graph{graph}, m_answers{answers}, m_scores{scores} {
    for (std::uint32_t node = 0; node < graph.size(); ++node) {
      if (answer(node) != nullptr) {
        m_order.push_back(node);
      }
    }
    std::ranges::sort(m_order, {}, [&graph](std::uint32_t node) {
      const auto& place = graph.place(node);
      return std::pair{static_cast<std::int64_t>(place.key), static_cast<std::int64_t>(place.lock)};
    });
    number_analysts();
  }

  [[nodiscard]] const std::vector<std::string>& analysts() const noexcept { return m_analysts; }

  bool next(book::EvaluationRow& out) {
    if (m_evaluated == m_order.size()) {
      return false;
    }
    const std::uint32_t node = m_order[m_evaluated++];
    const auto& place = m_graph.place(node);
    const Answer& known = *answer(node);
    out = {static_cast<std::int64_t>(place.key),
           static_cast<std::int64_t>(place.lock),
           known.open.move,
           known.open.score,
           known.depth,
           known.nodes,
           known.context,
           known.analyst == 0 ? 0 : m_numbers[known.analyst - 1]};
    return true;
  }

  bool next(book::ScoreRow& out) {
    while (m_next == m_rows.size()) {
      if (m_scored == m_order.size()) {
        return false;
      }
      make_rows(m_order[m_scored++]);
    }
    out = m_rows[m_next++];
    return true;
  }

private:
  [[nodiscard]] const Answer* answer(std::uint32_t node) const noexcept {
    const Answer* const found = m_answers.find(m_graph.place(node));
    return found != nullptr && found->known ? found : nullptr;
  }

  /// Numbers the analysts that gave answers, by identity.
  void number_analysts() {
    std::set<std::uint32_t> used;
    for (const std::uint32_t node : m_order) {
      used.insert(answer(node)->analyst);
    }
    used.erase(0);
    for (const std::uint32_t number : used) {
      m_analysts.push_back(m_answers.analysts()[number - 1]);
    }
    std::ranges::sort(m_analysts);
    for (const std::string& identity : m_answers.analysts()) {
      const auto at = std::ranges::lower_bound(m_analysts, identity) - m_analysts.begin();
      m_numbers.push_back(static_cast<std::uint32_t>(at) + 1);
    }
  }

  [[nodiscard]] std::uint32_t replies(std::uint32_t node) const {
    std::uint32_t out = 0;
    m_graph.for_each_move(
        node, [&](const KnownMove& move) { out += m_scores[move.target] != no_score ? 1U : 0U; });
    return out;
  }

  void make_rows(std::uint32_t node) {
    m_rows.clear();
    m_next = 0;
    const auto& place = m_graph.place(node);
    book::ScoreRow row{
        static_cast<std::int64_t>(place.key), static_cast<std::int64_t>(place.lock), 0, 0, 0, {}};
    const Answer& known = *answer(node);
    bool open = known.open.move != 0;
    m_graph.for_each_move(node, [&](const KnownMove& move) {
      if (m_scores[move.target] == no_score) {
        return;
      }
      open &= move.move != known.open.move;
      const Answer* const after = answer(move.target);
      row.move = move.move;
      row.score = analysis::one_ply_earlier(m_scores[move.target]);
      row.depth = after == nullptr ? 0 : after->depth;
      row.replies = replies(move.target);
      m_rows.push_back(row);
    });
    if (open) {
      row.move = known.open.move;
      row.score = known.open.score;
      row.depth = known.depth;
      row.replies.reset();
      m_rows.push_back(row);
    }
    std::ranges::sort(m_rows, {}, &book::ScoreRow::move);
  }

  const BookGraph& m_graph;
  const Answers& m_answers;
  const std::vector<std::int16_t>& m_scores;
  std::vector<std::uint32_t> m_order; ///< judged nodes
  std::vector<std::string> m_analysts;
  std::vector<std::uint32_t> m_numbers; ///< of m_answers' analysts in m_analysts, from 1
  std::size_t m_evaluated = 0;
  std::size_t m_scored = 0;
  std::vector<book::ScoreRow> m_rows; ///< of one position
  std::size_t m_next = 0;
};

} // namespace

book::ScoreTables score_tables(const BookGraph& graph, const Answers& answers,
                               const std::vector<std::int16_t>& scores,
                               std::vector<std::string> roots) {
  const auto rows = std::make_shared<JudgedRows>(graph, answers, scores);
  book::ScoreTables out;
  out.analysts = rows->analysts();
  out.roots = std::move(roots);
  out.evaluations = [rows](book::EvaluationRow& row) { return rows->next(row); };
  out.scores = [rows](book::ScoreRow& row) { return rows->next(row); };
  return out;
}

} // namespace xq::jobs
