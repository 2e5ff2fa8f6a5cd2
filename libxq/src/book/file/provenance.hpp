#pragma once

#include "base/sort/byte_sorter.hpp"
#include "book/file/digest.hpp"
#include "sqlite/sqlite.hpp"

#include <xq/board/types.hpp>
#include <xq/book/book.hpp>

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>

namespace xq::book {

/// What a book that names its games keeps, in the form in which it is sorted: byte strings whose
/// order is that of the rows in the file. Samples are pairs of a place and a game that played
/// there; games are names under an identity, a hash of the name and the moves, which is the same
/// wherever the game is counted.
namespace provenance {

struct Sample {
  std::int64_t key = 0;
  std::int64_t lock = 0;
  std::uint16_t move = 0;
  std::int64_t game = 0;
  std::uint16_t ply = 0; ///< at which the game played the move first, from 1
};
inline constexpr std::size_t sample_bytes = 28;
void append(std::string& out, const Sample& sample);
[[nodiscard]] Sample read_sample(std::string_view item) noexcept;

/// The identity of a game; never negative.
[[nodiscard]] std::int64_t identity(const GameName& name, std::span<const Move> moves);
/// Long texts are cut so that an item stays below 64 KiB.
void append(std::string& out, std::int64_t game, const GameName& name);
[[nodiscard]] std::pair<std::int64_t, GameName> read_game(std::string_view item);

} // namespace provenance

/// Samples and games in the order of their tables. Of each place at most so many samples are
/// written as the book keeps; those of the smallest identities, so that the choice does not depend
/// on the order of the games.
struct ProvenanceSource {
  std::unique_ptr<ByteSource> samples;
  std::unique_ptr<ByteSource> games;
};

/// The games of both, each once.
[[nodiscard]] ProvenanceSource merge(ProvenanceSource a, ProvenanceSource b);

/// The present row of a query of id, red, black, event, date, result, plies, source and line.
/// Throws DbError when it has a number that no game can have.
[[nodiscard]] GameName game_name(const sqlite::Statement::Use& row);

/// The samples and games of a book, whose connection must outlive them.
[[nodiscard]] ProvenanceSource read_provenance(sqlite::Database& db);

/// Write the table of samples of a new book whose table of moves is complete; a place without a row
/// (of too few games) gets none. No connection may be open.
Digest write_samples(const std::string& path, ByteSource& samples, const BookInfo& info);
/// Write the table of games.
Digest write_games(sqlite::Database& db, ByteSource& games);

} // namespace xq::book
