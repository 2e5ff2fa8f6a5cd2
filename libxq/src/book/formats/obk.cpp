#include "book/formats/foreign.hpp"
#include "book/formats/obk_keys.hpp"
#include "sqlite/new_database.hpp"
#include "sqlite/sqlite.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>
#include <string_view>

namespace xq::book {

namespace {

constexpr std::uint64_t top_bit = std::uint64_t{1} << 63U;

/// A key as it stands in a column: the bits of a REAL from 2^63 up. A column that prefers integers
/// turns a REAL without a fraction into one; it is negative then, like the REAL was.
std::uint64_t stored_key(const sqlite::Statement::Use& use, bool is_real) {
  if (is_real) {
    return std::bit_cast<std::uint64_t>(use.real(0));
  }
  const std::int64_t number = use.integer(0);
  const auto real = static_cast<double>(number);
  const bool was_real = number < 0 && real > -0x1p63 && static_cast<std::int64_t>(real) == number;
  return was_real ? std::bit_cast<std::uint64_t>(real) : static_cast<std::uint64_t>(number);
}

constexpr std::string_view memo_games = "games ";

/// The move and counts of a row of read_obk(); other programs write any number there. No games: a
/// move that was judged and that nobody played.
ForeignMove move_at(const sqlite::Statement::Use& use) {
  const auto clipped = [&use](int column) {
    return static_cast<std::uint32_t>(
        std::clamp<std::int64_t>(use.integer(column), 0, 1'000'000'000));
  };
  const auto number = static_cast<unsigned>(use.integer(1) & 0xFFFF);
  const Square from = from_square16(number >> 8U);
  const Square to = from_square16(number & 0xFFU);
  ForeignMove m;
  m.move = from == Square::none || to == Square::none ? Move{} : Move{from, to};
  m.wins = clipped(3);
  m.draws = clipped(4);
  m.losses = clipped(5);
  const std::string_view memo = use.text(7);
  std::uint32_t games = clipped(2);
  if (memo.starts_with(memo_games)) {
    std::from_chars(memo.data() + memo_games.size(), memo.data() + memo.size(), games);
  }
  const bool unplayed = games == 0 && memo.starts_with(memo_games); // judged, no more
  m.games = std::max({unplayed ? 0U : 1U, games, m.wins + m.draws + m.losses});
  return m;
}

/// NaN has no place in SQLite: such a key (one in 4096) cannot be stored.
bool can_be_stored(std::uint64_t key) {
  return key < top_bit || !std::isnan(std::bit_cast<double>(key));
}

constexpr const char* create_table =
    "PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF;"
    "CREATE TABLE bhobk (id INTEGER PRIMARY KEY, vkey, vmove INTEGER, vscore INTEGER,"
    " vwin INTEGER, vdraw INTEGER, vlost INTEGER, vvalid INTEGER, vmemo TEXT, vindex INTEGER)";

} // namespace

std::uint64_t obk_key(const Position& position) noexcept {
  std::uint64_t key = position.side_to_move() == Color::red ? obk_red_to_move : 0;
  for (const Square s : position.occupied()) {
    const Piece p = position.at(s);
    const auto row = to_index(type_of(p)) + (color_of(p) == Color::red ? 0U : piece_type_count);
    const auto column =
        static_cast<std::size_t>((rank_count - 1 - rank_of(s)) * file_count + file_of(s));
    key ^= obk_piece_keys[row][column];
  }
  return key;
}

KeyedMoves read_obk(const std::string& path) {
  sqlite::Database db{path, sqlite::Database::Mode::read_only};
  if (!db.has_table("bhobk")) {
    throw make_error<sqlite::DbError>(
        "{}: this is no OBK opening book: it has no table 'bhobk'. Check the path.", path);
  }
  KeyedMoves moves;
  sqlite::Statement select{db, "SELECT vkey, vmove, vscore, vwin, vdraw, vlost, "
                               "typeof (vkey) = 'real', vmemo FROM bhobk WHERE vvalid <> 0"};
  auto use = select.use();
  while (use.next()) {
    if (const ForeignMove move = move_at(use); move.games > 0) {
      moves[stored_key(use, use.integer(6) != 0)].push_back(move);
    }
  }
  return moves;
}

std::uint64_t write_obk(Book& book, const WalkOptions& options, const std::string& path,
                        bool by_score) {
  sqlite::NewFile file{path, sqlite::NewFile::Existing::replace};
  std::uint64_t written = 0;
  {
    sqlite::Database db{file.path(), sqlite::Database::Mode::create};
    db.execute(create_table);
    sqlite::Transaction transaction{db};
    sqlite::Statement insert{db, "INSERT INTO bhobk (vkey, vmove, vscore, vwin, vdraw, vlost, "
                                 "vvalid, vmemo, vindex) VALUES (?, ?, ?, ?, ?, ?, 1, ?, 0)"};
    walk(book, options, [&](const Position& position, int, const std::vector<BookMove>& moves) {
      const std::uint64_t key = obk_key(position);
      const Color mover = position.side_to_move();
      for (const BookMove& m : moves) {
        if (!can_be_stored(key)) {
          break;
        }
        if (by_score ? !m.score : m.counts.games == 0) {
          continue;
        }
        const auto memo = by_score ? fmt::format("{}{}", memo_games, m.counts.games) : "";
        const std::int64_t vscore = by_score ? m.score->score : std::int64_t{m.counts.games};
        auto use = insert.use();
        key < top_bit ? use(key) : use(std::bit_cast<double>(key));
        use(to_square16(m.move.from()) * 256 +
            to_square16(m.move.to()))(vscore)(wins_of_mover(m.counts, mover))(m.counts.draws)(
            losses_of_mover(m.counts, mover))(std::string_view{memo});
        use.exec();
        ++written;
      }
      return true;
    });
    db.execute("CREATE INDEX bhobk_vkey ON bhobk (vkey)");
    transaction.commit();
  }
  file.commit();
  return written;
}

} // namespace xq::book
