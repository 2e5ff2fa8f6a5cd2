#pragma once

#include "service/cloud/judged_moves.hpp"

#include <xq/book/book.hpp>

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace xq::service {

/// What a client asks of a position that has legal moves.
struct CloudQuestion {
  const Position& position;
  std::string_view action;  ///< queryall, querybest, query, querysearch, queryscore, querypv
  std::vector<Move> banned; ///< as if they were not in the book
  bool show_all = false;    ///< the legal moves that the book does not have, too
  bool json = false;
  Unjudged unjudged = Unjudged::no_score;
};

[[nodiscard]] bool is_cloud_action(std::string_view name) noexcept;

/// The answer, as text or JSON. `random` gives any number.
[[nodiscard]] std::string answer_book(const CloudQuestion& question, book::Book& book,
                                      const std::function<std::uint64_t()>& random);
/// The answer about a position that is in no book.
[[nodiscard]] std::string answer_unknown(const CloudQuestion& question);

/// The answer to queryrule: for each legal move after `moves` whether the rules of repetition
/// forbid it, when the position that it leads to has stood `repetitions` times before.
[[nodiscard]] std::string answer_rule(const Position& start, std::span<const Move> moves,
                                      int repetitions, bool json);

/// A word instead of an answer: `unknown`, or `{"status":"unknown"}`.
[[nodiscard]] std::string status_word(std::string_view word, bool json);

} // namespace xq::service
