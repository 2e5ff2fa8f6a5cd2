#include "cli/options/engine_book.hpp"

#include <xq/book/book.hpp>

#include <memory>

namespace xq::cli {

engine::BookProbe open_engine_book(const std::string& path) {
  return [book = std::make_shared<book::Book>(path)](const Position& position) {
    std::vector<engine::BookChoice> choices;
    for (const book::BookMove& m : book->probe_all(position)) {
      engine::BookChoice& choice = choices.emplace_back();
      choice.move = m.move;
      choice.weight = m.counts.games;
      if (m.score && m.score->replies) { // not what the engine only thought of
        choice.score = m.score->score;
      }
    }
    return choices;
  };
}

} // namespace xq::cli
