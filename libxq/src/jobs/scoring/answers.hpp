#pragma once

#include "analysis/book_graph/book_graph.hpp"
#include "analysis/book_graph/expansion.hpp"
#include "book/file/score_tables.hpp"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace xq::jobs {

/// What is known of one position: the best of its open moves.
struct Answer {
  analysis::OpenMove open;
  std::uint16_t depth = 0;
  std::uint32_t analyst = 0; ///< see Answers::analysts; 0: nobody was asked
  std::uint64_t nodes = 0;
  std::uint64_t context = 0; ///< of the moves that were not open
  bool known = false;        ///< false: the position is wanted and not yet judged
};

/// The answers of a book, by position.
class Answers {
public:
  /// Reads the answers that stand in the book.
  explicit Answers(const std::string& book);

  [[nodiscard]] const analysis::PlaceTable& places() const noexcept { return m_places; }
  /// Null when the position is not among them.
  [[nodiscard]] const Answer* find(const analysis::Place& place) const noexcept;
  void set(const analysis::Place& place, const Answer& answer);
  /// The position is to be judged.
  void want(const analysis::Place& place);

  /// Number of an analyst, from 1.
  std::uint32_t analyst(const std::string& identity);
  [[nodiscard]] const std::vector<std::string>& analysts() const noexcept { return m_analysts; }

private:
  analysis::PlaceTable m_places;
  std::vector<Answer> m_answers;
  std::vector<std::string> m_analysts; ///< [number - 1]
};

/// Identifies the moves of a node that are not open: those of the graph. 0: there is none.
[[nodiscard]] std::uint64_t context_of(const analysis::BookGraph& graph, std::uint32_t node);

/// What a book file says of judged positions: the answers of the nodes and `scores`, which are
/// theirs by count_back(). Both must outlive it. `roots`: FENs.
[[nodiscard]] book::ScoreTables score_tables(const analysis::BookGraph& graph,
                                             const Answers& answers,
                                             const std::vector<std::int16_t>& scores,
                                             std::vector<std::string> roots);

} // namespace xq::jobs
