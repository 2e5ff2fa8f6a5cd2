#include "cli/options/engine_book.hpp"

#include <xq/book/book.hpp>

#include <memory>

namespace xq::cli {

engine::BookProbe open_engine_book(const std::string& path) {
  return [book = std::make_shared<book::Book>(path)](const Position& position) {
    std::vector<engine::BookChoice> choices;
    for (const book::BookMove& m : book->probe(position)) {
      choices.push_back({m.move, static_cast<double>(book::total_games({m}))});
    }
    return choices;
  };
}

} // namespace xq::cli
