#include "service/data/game_table.hpp"

#include "record/same_game.hpp"
#include "store/order/stored_levels.hpp"

#include <xq/board/fen.hpp>
#include <xq/book/book.hpp>
#include <xq/record/game.hpp>

#include <algorithm>
#include <limits>
#include <numeric>
#include <optional>
#include <tuple>

namespace xq::service {

namespace {

std::uint16_t read_ecco(std::string_view code) {
  if (code.size() != 3 || code[0] < 'A' || code[0] > 'E' || code[1] < '0' || code[1] > '9' ||
      code[2] < '0' || code[2] > '9') {
    return 0;
  }
  return static_cast<std::uint16_t>((code[0] - 'A') * 100 + (code[1] - '0') * 10 + (code[2] - '0') +
                                    1);
}

/// A date column, whatever number a file has there.
std::int32_t read_date(std::int64_t date) {
  return date >= 0 && date <= 9999'12'31 ? static_cast<std::int32_t>(date) : 0;
}

/// Places sorted by `less`, turned into the rank of each place.
template <typename Less>
std::vector<std::uint32_t> ranks_by(std::size_t size, Less less) {
  std::vector<std::uint32_t> order(size);
  std::iota(order.begin(), order.end(), 0U);
  std::sort(order.begin(), order.end(), less);
  std::vector<std::uint32_t> ranks(size);
  for (std::size_t i = 0; i < size; ++i) {
    ranks[order[i]] = static_cast<std::uint32_t>(i);
  }
  return ranks;
}

} // namespace

Move usual_move(const Position& position, const CanonicalKey& key, Move move) {
  return key.symmetric ? book::usual_image(position.at(move.from()), move) : move;
}

/// Goes through the rows once.
struct GameTable::Loader {
  Loader(GameTable& wanted, sqlite::Database& db, const Limits& bounds)
      : table{wanted}, limits{bounds}, levels{db} {
    read_names(db);
    table.m_move_ends.push_back(0);
  }

  void read_names(sqlite::Database& db) {
    table.m_names.emplace_back();
    table.m_name_numbers.push_back(0);
    sqlite::Statement names{db, "SELECT id, name FROM player"};
    for (auto row = names.use(); row.next();) {
      place_of_name.emplace(row.integer(0), static_cast<std::uint32_t>(table.m_names.size()));
      table.m_names.emplace_back(row.text(1));
      table.m_name_numbers.push_back(record::player_number(row.text(1)));
    }
  }

  void add(const sqlite::Statement::Use& row) {
    const auto game = table.m_numbers.size();
    if (game == std::numeric_limits<std::uint32_t>::max()) {
      throw make_error<Error>("more games than a table holds");
    }
    table.m_numbers.push_back(row.integer(0));
    table.m_players[0].push_back(name_at(row.integer(2)));
    table.m_players[1].push_back(name_at(row.integer(3)));
    table.m_dates.push_back(read_date(row.integer(4)));
    const auto result = row.integer(5);
    table.m_results.push_back(result >= 0 && result <= 3 ? static_cast<record::Result>(result)
                                                         : record::Result::unknown);
    table.m_eccos.push_back(read_ecco(row.text(6)));
    table.m_plies.push_back(
        static_cast<std::uint16_t>(std::clamp<std::int64_t>(row.integer(7), 0, 0xFFFF)));
    add_levels(row.integer(0), row.integer(1));
    if (!row.is_null(8)) {
      if (const auto start = read_fen(row.text(8), OpenKing::warning)) {
        table.m_starts.emplace(static_cast<std::uint32_t>(game), GameStart{start->position});
      }
    }
    add_signature(game, row.blob(9));
    add_moves(row.blob(9));
  }

  [[nodiscard]] std::uint32_t name_at(std::int64_t id) const {
    const auto found = place_of_name.find(id); // NULL reads as 0
    return found == place_of_name.end() ? 0 : found->second;
  }

  void add_levels(std::int64_t number, std::int64_t layout) {
    const auto of = levels.of(number, layout);
    table.m_levels[0].push_back(of[0]);
    table.m_levels[1].push_back(of[1]);
  }

  void add_signature(std::size_t game, std::string_view moves) {
    auto& signature = table.m_signatures.emplace_back();
    const GameStart& start = table.start(game);
    KeyBoard board = start.board;
    auto& material = table.m_last_material.emplace_back(start.position);
    signature.add(canonical(board.hashes()));
    for (std::size_t ply = 0; ply < moves.size() / 2; ++ply) {
      material.remove(board.do_move(packed_move(moves, ply)));
      signature.add(canonical(board.hashes()));
    }
  }

  void add_moves(std::string_view moves) {
    moves = moves.substr(0, moves.size() / 2 * 2);
    if (table.m_is_whole && table.m_moves.size() + moves.size() > limits.move_bytes) {
      shorten();
    }
    if (!table.m_is_whole) {
      moves = moves.substr(0, 2 * limits.kept_plies);
    }
    table.m_moves += moves;
    table.m_move_ends.push_back(table.m_moves.size());
  }

  /// There are too many games: keep the beginnings only.
  void shorten() {
    table.m_is_whole = false;
    std::uint64_t begin = 0;
    std::uint64_t end = 0;
    for (std::size_t i = 1; i < table.m_move_ends.size(); ++i) {
      const auto size =
          std::min<std::uint64_t>(table.m_move_ends[i] - begin, 2 * limits.kept_plies);
      std::copy_n(table.m_moves.begin() + static_cast<std::ptrdiff_t>(begin), size,
                  table.m_moves.begin() + static_cast<std::ptrdiff_t>(end));
      begin = table.m_move_ends[i];
      end += size;
      table.m_move_ends[i] = end;
    }
    table.m_moves.resize(end);
  }

  GameTable& table;
  const Limits& limits;
  store::StoredLevels levels;
  std::unordered_map<std::int64_t, std::uint32_t> place_of_name;
};

GameTable::GameTable(sqlite::Database& db, const Limits& limits) {
  Loader loader{*this, db, limits};
  sqlite::Statement games{db,
                          "SELECT id, layout, red, black, date, result, ecco, plies, start_fen, "
                          "moves FROM game ORDER BY id"};
  for (auto row = games.use(); row.next();) {
    loader.add(row);
  }
  m_moves.shrink_to_fit();
  rank_games();
}

std::string GameTable::ecco_at(std::size_t place) {
  return place == 0 ? std::string{}
                    : fmt::format("{}{:02}", static_cast<char>('A' + (place - 1) / 100),
                                  (place - 1) % 100);
}

std::pair<std::string, std::string> GameTable::years() const {
  int first = 0;
  int last = 0;
  for (const int date : m_dates) {
    if (record::plausible_year(date / 10000)) {
      first = first == 0 ? date : std::min(first, date);
      last = std::max(last, date);
    }
  }
  const auto text = [](int date) { return date == 0 ? "" : std::to_string(date / 10000); };
  return {text(first), text(last)};
}

void GameTable::rank_games() {
  std::vector<std::uint32_t> games_of(m_names.size());
  for (const auto& side : m_players) {
    for (const auto player : side) {
      ++games_of[player];
    }
  }
  games_of[0] = 0; // nobody is not one player
  const auto level = [&](std::uint32_t game) {
    const int red = m_levels[0][game];
    const int black = m_levels[1][game];
    return red == 0 || black == 0 ? 2 * (red + black) : red + black; // the double
  };
  const auto fame = [&](std::uint32_t game) {
    return std::min(games_of[m_players[0][game]], games_of[m_players[1][game]]);
  };
  m_ranks = ranks_by(size(), [&](std::uint32_t a, std::uint32_t b) {
    return std::tuple{level(b), fame(b), m_dates[b], b} <
           std::tuple{level(a), fame(a), m_dates[a], a};
  });
  m_date_ranks = ranks_by(size(), [&](std::uint32_t a, std::uint32_t b) {
    return std::tuple{m_dates[b], b} < std::tuple{m_dates[a], a};
  });
}

std::vector<std::uint32_t> GameTable::places(std::span<const std::int64_t> numbers) const {
  std::vector<std::uint32_t> out;
  out.reserve(numbers.size());
  auto from = m_numbers.begin();
  for (const auto number : numbers) {
    // Numbers are mostly without gaps: the one that is wanted is near, counted from the last.
    const auto guess = from + std::clamp<std::int64_t>(from == m_numbers.end() ? 0 : number - *from,
                                                       0, m_numbers.end() - from);
    from = guess != m_numbers.end() && *guess == number
               ? guess
               : std::lower_bound(from, m_numbers.end(), number);
    if (from != m_numbers.end() && *from == number) {
      out.push_back(static_cast<std::uint32_t>(from - m_numbers.begin()));
    }
  }
  return out;
}

std::size_t GameTable::places_until(std::int64_t number) const noexcept {
  return static_cast<std::size_t>(std::upper_bound(m_numbers.begin(), m_numbers.end(), number) -
                                  m_numbers.begin());
}

record::Occasion GameTable::occasion(std::size_t game) const { // rounds and events are not kept
  const auto player = [&](Color side) { return m_name_numbers[m_players[to_index(side)][game]]; };
  return {player(Color::red), player(Color::black), record::days_of(m_dates[game]), 0, 0};
}

bool GameTable::is_same_game(std::size_t a, const GameTable& other, std::size_t b) const {
  const auto own = moves(a);
  const auto theirs = other.moves(b); // one of two tables may keep beginnings only
  const auto kept = std::min(own.size(), theirs.size());
  if (m_plies[a] == other.m_plies[b] && own.substr(0, kept) == theirs.substr(0, kept) &&
      m_signatures[a] == other.m_signatures[b]) { // of all moves, and of where they begin
    return record::is_one_game(occasion(a), other.occasion(b), m_plies[a],
                               !m_starts.contains(static_cast<std::uint32_t>(a)));
  }
  return m_is_whole && other.m_is_whole && m_results[a] == other.m_results[b] &&
         start(a).position.same_board(other.start(b).position) &&
         record::is_typed_again(occasion(a), own, other.occasion(b), theirs);
}

std::uint64_t GameTable::key_of_moves(std::size_t game) const {
  // Short games must be of the same players: all that have played an opening would be one run.
  const bool is_short =
      m_plies[game] < record::common_plies && !m_starts.contains(static_cast<std::uint32_t>(game));
  const auto who = is_short ? occasion(game) : record::Occasion{};
  return mix_bits(m_signatures[game].hash() + m_plies[game]) ^
         mix_bits(who.red + mix_bits(who.black));
}

std::uint64_t GameTable::key_of_occasion(std::size_t game) const {
  const auto what = occasion(game);
  if (what.red == 0 || what.black == 0 || !what.days.one_day()) {
    return 0;
  }
  const auto result = static_cast<std::uint64_t>(m_results[game]);
  return mix_bits(mix_bits(mix_bits(what.red) ^ what.black) ^
                  static_cast<std::uint64_t>(m_dates[game])) +
         result + 1;
}

std::vector<Move> GameTable::moves_to(const BoardScan& scan, std::size_t game) const {
  std::vector<Move> way;
  if (m_starts.contains(static_cast<std::uint32_t>(game))) {
    return way;
  }
  const auto kept = moves(game);
  const auto found = scan.find(kept);
  const auto plies = found ? static_cast<std::size_t>(*found) : kept.size() / 2;
  for (std::size_t ply = 0; ply < plies; ++ply) {
    way.push_back(packed_move(kept, ply));
  }
  return way;
}

std::vector<std::uint32_t> GameTable::may_reach(const Position& position, std::size_t first) const {
  const CanonicalKey key = position.canonical();
  const Material material{position};
  std::vector<std::uint32_t> out;
  for (std::size_t game = first; game < size(); ++game) {
    if (material.covers(m_last_material[game]) && m_signatures[game].may_contain(key)) {
      out.push_back(static_cast<std::uint32_t>(game));
    }
  }
  return out;
}

} // namespace xq::service
