#include "service/explorer/position_games.hpp"

#include "record/date_range.hpp"
#include "store/filter/condition.hpp"

#include <xq/board/fen.hpp>

#include <algorithm>
#include <array>
#include <map>

namespace xq::service {

namespace {

/// By place of a name in the table: whether it is one that the filter means.
std::vector<bool> matching_names(GameFile& file, const std::string& player) {
  const GameTable& table = file.table();
  std::vector<std::string> found;
  {
    const GameFile::Lease reader{file.readers()};
    const auto wanted = store::player_condition(reader->games.sqlite(), player);
    sqlite::Statement names{reader->games.sqlite(),
                            fmt::format("SELECT name FROM player WHERE {}", wanted.sql)};
    auto row = names.use();
    for (wanted.bind(row); row.next();) {
      found.emplace_back(row.text(0));
    }
  }
  std::sort(found.begin(), found.end());
  std::vector<bool> matches;
  for (const auto& name : table.names()) {
    matches.push_back(!name.empty() && std::binary_search(found.begin(), found.end(), name));
  }
  return matches;
}

void count(book::Counts& counts, record::Result result) {
  ++counts.games;
  switch (result) {
  case record::Result::red_wins:
    ++counts.red_wins;
    break;
  case record::Result::black_wins:
    ++counts.black_wins;
    break;
  case record::Result::draw:
    ++counts.draws;
    break;
  case record::Result::unknown:
    break;
  }
}

/// 0: no record tells one.
int average_rating(const GameTable& table, std::uint32_t game) {
  const int red = table.level(game, Color::red);
  const int black = table.level(game, Color::black);
  return red == 0 || black == 0 ? red + black : (red + black) / 2;
}

/// Counts of moves, each found at once.
class MoveCounts {
public:
  void add(const GameTable& table, std::uint32_t game, Color mover, Move move) {
    auto& slot = m_slots[move.disk()];
    if (slot == 0) {
      m_moves.push_back({{move, {}, {}, {}}, game});
      slot = static_cast<std::uint16_t>(m_moves.size());
    }
    auto& [counted, first] = m_moves[slot - 1U];
    count(counted.counts, table.result(game));
    if (const int level = table.level(game, mover); level != 0) {
      counted.levels.sum += static_cast<std::uint64_t>(level);
      ++counted.levels.games;
      counted.levels.best = std::max(counted.levels.best, static_cast<std::uint16_t>(level));
    }
  }

  [[nodiscard]] std::vector<CountedMove> take() {
    std::sort(m_moves.begin(), m_moves.end(), [](const CountedMove& a, const CountedMove& b) {
      const auto& x = a.move;
      const auto& y = b.move;
      return x.counts.games != y.counts.games ? x.counts.games > y.counts.games
                                              : x.move.disk() < y.move.disk();
    });
    return std::move(m_moves);
  }

private:
  std::vector<CountedMove> m_moves;
  std::array<std::uint16_t, square_count * square_count> m_slots{}; ///< 1 + place, by Move::disk()
};

/// Call f(start, moves) for the row of a game; not at all when it is gone or cannot be read.
template <typename F>
void with_row(GameReader& reader, std::int64_t number, F&& f) {
  auto row = reader.moves.use();
  if (!row(number).next()) {
    return;
  }
  Position start = Position::start();
  if (!row.is_null(0)) {
    const auto reading = read_fen(row.text(0), OpenKing::warning);
    if (!reading) {
      return;
    }
    start = reading->position;
  }
  f(start, row.blob(1));
}

/// Call f(Move) for the moves that a game of the table made in the position; with a move twice if
/// the position came up twice, or the row had to be asked for the rest of the game.
template <typename F>
void each_move(GameFile& file, const Position& position, std::uint32_t game, F&& f) {
  const GameTable& table = file.table();
  if (table.for_each_move_in(position, game, f) && !table.is_whole(game)) {
    const GameFile::Lease reader{file.readers()};
    with_row(*reader, table.number(game), [&](const Position& start, std::string_view moves) {
      moves_in(position, GameStart{start}, moves, f);
    });
  }
}

} // namespace

Places games_reaching(GameFile& file, const Position& position) {
  const GameTable& table = file.table();
  const BoardScan scan{BoardPattern::exactly(position)};
  const GameFile::Lease reader{file.readers()};
  Places games;
  std::size_t looked_at = 0;
  if (const auto indexed = reader->index.games(position.canonical())) {
    games = table.places(*indexed);
    looked_at = table.places_until(reader->index.last_game());
  }
  for (const auto game : table.may_reach(position, looked_at)) {
    bool reached = table.reaches(scan, game);
    if (!reached && !table.is_whole(game)) {
      with_row(*reader, table.number(game), [&](const Position& start, std::string_view moves) {
        reached = scan.find(start, moves).has_value();
      });
    }
    if (reached) {
      games.push_back(game);
    }
  }
  return games;
}

void keep_chosen(GameFile& file, const GameChoice& choice, Places& games) {
  const GameTable& table = file.table();
  if (choice.from != 0 || choice.until != 0) {
    const auto until = record::days_of(choice.until).last; // all days without an end
    std::erase_if(games, [&](std::uint32_t game) {
      const auto days = record::days_of(table.date(game));
      return !days.known() || days.last < choice.from || days.first > until;
    });
  }
  if (!choice.player.empty()) {
    const auto matches = matching_names(file, choice.player);
    std::erase_if(games, [&](std::uint32_t game) {
      const auto plays = [&](Color side) {
        return (!choice.color || *choice.color == side) && matches[table.player(game, side)];
      };
      return !plays(Color::red) && !plays(Color::black);
    });
  }
  if (choice.result) {
    std::erase_if(games, [&](std::uint32_t game) { return table.result(game) != *choice.result; });
  }
  if (choice.rating != 0) {
    std::erase_if(games,
                  [&](std::uint32_t game) { return average_rating(table, game) < choice.rating; });
  }
  if (!choice.event.empty()) {
    store::Filter filter;
    filter.event = choice.event;
    const GameFile::Lease reader{file.readers()};
    const auto wanted = table.places(reader->games.find_numbers(filter));
    std::erase_if(games, [&](std::uint32_t game) {
      return !std::binary_search(wanted.begin(), wanted.end(), game);
    });
  }
}

std::vector<YearOfGames> count_years(GameFile& file, const Places& games) {
  const GameTable& table = file.table();
  std::map<int, book::Counts> years;
  for (const auto game : games) {
    if (const int year = table.date(game) / 10000; year != 0) {
      count(years[year], table.result(game));
    }
  }
  std::vector<YearOfGames> out;
  out.reserve(years.size());
  for (const auto& [year, counts] : years) {
    out.push_back({year, counts});
  }
  return out;
}

std::vector<CountedMove> count_moves(GameFile& file, const Position& position,
                                     const Places& games) {
  const GameTable& table = file.table();
  MoveCounts counts;
  std::vector<Move> made;
  for (const auto game : games) {
    made.clear();
    each_move(file, position, game, [&](Move move) {
      if (std::find(made.begin(), made.end(), move) == made.end()) {
        made.push_back(move);
        counts.add(table, game, position.side_to_move(), move);
      }
    });
  }
  return counts.take();
}

Move move_in(GameFile& file, const Position& position, std::uint32_t game) {
  Move first;
  each_move(file, position, game, [&](Move move) { first = first ? first : move; });
  return first;
}

} // namespace xq::service
