#pragma once

// The library at a glance: one header, one namespace, for programs that read games, ask a book, a
// database or the engine.
//
//     for (const xq::Game& game : xq::GameReader{"games/"})
//       if (game) std::cout << game["Red"] << ' ' << game.result() << '\n';
//
// The names here stand for those of the other headers, which say what each promises;
// docs/library.md lists them. Include single headers where the time to compile counts.

#include <xq/base/error.hpp>
#include <xq/base/expected.hpp>
#include <xq/base/problem.hpp>
#include <xq/board/fen.hpp>
#include <xq/board/movegen.hpp>
#include <xq/board/position.hpp>
#include <xq/book/book.hpp>
#include <xq/engine/engine.hpp>
#include <xq/format/format.hpp>
#include <xq/notation/notation.hpp>
#include <xq/record/game.hpp>
#include <xq/store/game_database.hpp>
#include <xq/store/query.hpp>

#include <span>
#include <string>

namespace xq {

using record::Game;
using record::Result;

using format::GameReader;
using format::make_writer;
using format::ReadOptions;
using format::Writer;
using WriteOptions = format::WriteOptions;

using notation::read_move;
using notation::Style;
/// A move, or moves that follow one another, as people write them: 炮二平五.
[[nodiscard]] inline std::string chinese(const Position& position, Move move) {
  return notation::to_text(position, move, Style::chinese);
}
[[nodiscard]] inline std::string chinese(const Position& position, std::span<const Move> moves) {
  return notation::to_text(position, moves, Style::chinese);
}

using book::Book;

using Database = store::GameDatabase;
using store::Filter;
using store::reaches;

using engine::Engine;
using engine::Limits;

} // namespace xq
