#include "jobs/annotation/stored_values.hpp"
#include "jobs/reports/listed_game.hpp"
#include "jobs/reports/move_counts.hpp"

#include <xq/base/error.hpp>
#include <xq/book/book.hpp>
#include <xq/record/game.hpp>
#include <xq/reports.hpp>
#include <xq/store/game_database.hpp>

#include <algorithm>
#include <map>
#include <optional>
#include <tuple>
#include <unordered_set>
#include <utility>

namespace xq::reports {

namespace {

using record::Game;
using record::Result;
using Scores = std::map<std::string, Score>;

void add(Score& score, Result result, Color player) {
  switch (result) {
  case Result::unknown:
    ++score.unknown;
    break;
  case Result::draw:
    ++score.draws;
    break;
  default:
    ++((result == Result::red_wins) == (player == Color::red) ? score.wins : score.losses);
  }
}

std::vector<NamedScore> most_games_first(const Scores& scores) {
  std::vector<NamedScore> out;
  for (const auto& [name, score] : scores) {
    out.push_back({name, score});
  }
  std::ranges::stable_sort(out, [](const NamedScore& a, const NamedScore& b) {
    return a.score.games() > b.score.games();
  });
  return out;
}

/// A game of the player as long as the report is made.
struct OwnGame {
  ListedGame listed;
  Color color{};
  Position start;
  std::vector<Move> moves;
  std::vector<std::pair<std::size_t, std::uint16_t>> marks; ///< of the player: ply and glyph
};

/// How much a glyph blames.
int weight(std::uint16_t glyph) { return glyph == 4 ? 3 : glyph == 2 ? 2 : glyph == 6 ? 1 : 0; }

/// The moves of the player that have a glyph of blame, each with the worst one.
std::vector<std::pair<std::size_t, std::uint16_t>> marks_of(const Game& game, Color player) {
  std::vector<std::pair<std::size_t, std::uint16_t>> marks;
  std::size_t ply = 0;
  record::replay_main_moves(game, [&](record::NodeId id, const Position& before) {
    std::uint16_t worst = 0;
    game.for_each_note(id, [&](const Game::Note& note) {
      if (note.kind == record::NoteKind::nag && weight(note.nag) > weight(worst)) {
        worst = note.nag;
      }
    });
    if (worst != 0 && before.side_to_move() == player) {
      marks.emplace_back(ply, worst);
    }
    ++ply;
  });
  return marks;
}

/// Identifies a move in a position, in whichever image.
using MoveKey = std::tuple<std::uint64_t, std::uint64_t, std::uint32_t>;

MoveKey key_of(const Position& before, Move move) {
  const CanonicalKey position = before.canonical();
  return {to_integer(position.key), to_integer(position.lock),
          book::to_canonical(position, move).disk()};
}

/// Makes the report.
class PlayerReportMaker {
public:
  PlayerReportMaker(const std::string& database, const store::Filter& filter,
                    const std::string& player, const PlayerOptions& options)
      : m_database{database},
        m_options{options},
        m_names{names_of(filter, database)},
        m_filter{wanted(filter, player)},
        m_red{side(&store::Filter::red, player)},
        m_black{side(&store::Filter::black, player)},
        m_red_opponent{side(&store::Filter::red, options.against)},
        m_black_opponent{side(&store::Filter::black, options.against)} {
    m_report.player = player;
    m_report.opponent = options.against;
    m_report.common = options.common;
    m_report.plies = options.plies;
  }

  PlayerReport make(const std::function<bool()>& keep_going) {
    read_own_games();
    std::ranges::stable_sort(
        m_games, [](const OwnGame& a, const OwnGame& b) { return a.listed.date < b.listed.date; });
    count_games();
    find_departures(keep_going);
    find_mistakes();
    return std::move(m_report);
  }

private:
  store::Filter wanted(store::Filter filter, const std::string& player) const {
    filter.player = player;
    filter.names = m_names;
    filter.unique = true;
    return filter;
  }
  store::Matcher side(std::string store::Filter::*name, const std::string& text) const {
    store::Filter filter;
    filter.*name = text;
    filter.names = m_names;
    return store::Matcher{filter};
  }

  void read_own_games() {
    store::GameDatabase games{m_database};
    const std::vector<std::int64_t> once = games.find_numbers(m_filter);
    store::Filter with_repeated = m_filter;
    with_repeated.unique = false;
    jobs::StoredValues values{games};
    games.for_each(with_repeated, [&](Game& game) {
      values.add_to(game, analysis::ValueWords::none);
      take(game, std::ranges::binary_search(once, static_cast<std::int64_t>(game.number)));
      return true;
    });
  }

  /// `once`: the game does not repeat another one.
  void take(const Game& game, bool once) {
    const bool is_red = m_red(game);
    const bool is_black = m_black(game);
    if (!m_options.against.empty() && !(is_red && m_black_opponent(game)) &&
        !(is_black && m_red_opponent(game))) {
      return;
    }
    if (is_red == is_black || !once) {
      ++(once ? m_report.both : m_report.left_out);
      return;
    }
    OwnGame& own = m_games.emplace_back();
    own.listed = listed_game(game, *m_names);
    own.color = is_red ? Color::red : Color::black;
    own.start = game.start();
    game.main_moves(own.moves);
    own.marks = marks_of(game, own.color);
  }

  void count_games() {
    Scores names;
    Scores opponents;
    Scores years;
    Scores red_openings;
    Scores black_openings;
    for (const OwnGame& game : m_games) {
      const bool is_red = game.color == Color::red;
      const ListedGame& listed = game.listed;
      for (Score* score :
           {&m_report.all, is_red ? &m_report.red : &m_report.black,
            &names[is_red ? listed.red : listed.black],
            &opponents[is_red ? listed.black : listed.red], &years[listed.date.substr(0, 4)],
            &(is_red ? red_openings : black_openings)[listed.opening]}) {
        add(*score, listed.result, game.color);
      }
      m_report.games.push_back(listed);
      m_report.marked_games += game.marks.empty() ? 0U : 1U;
    }
    m_report.names = most_games_first(names);
    m_report.opponents = most_games_first(opponents);
    m_report.red_openings = most_games_first(red_openings);
    m_report.black_openings = most_games_first(black_openings);
    for (const auto& [year, score] : years) {
      m_report.years.push_back({year, score});
    }
  }

  /// Call f(ply, position before, move) for the first plies of a game from the usual start, until
  /// it returns false.
  template <typename F>
  void follow(const OwnGame& game, F&& f) const {
    if (!game.start.same_board(Position::start())) {
      return;
    }
    Position position = game.start;
    const auto plies = std::min(game.moves.size(), static_cast<std::size_t>(m_options.plies));
    for (std::size_t ply = 0; ply < plies && f(ply, std::as_const(position), game.moves[ply]);
         ++ply) {
      position.do_move(game.moves[ply]);
    }
  }

  void find_departures(const std::function<bool()>& keep_going) {
    MoveCounts counts;
    for (const OwnGame& game : m_games) {
      follow(game, [&](std::size_t, const Position& before, Move move) {
        static_cast<void>(counts.place(before, Move::none()));
        static_cast<void>(counts.place(before, move));
        return true;
      });
    }
    count_others(counts, keep_going);
    std::map<MoveKey, PlayerMove> found;
    for (std::size_t i = 0; i < m_games.size(); ++i) {
      follow(m_games[i], [&](std::size_t ply, const Position& before, Move move) {
        const std::size_t others = counts.games(counts.place(before, move));
        const bool common = others >= m_options.common;
        if (!common && before.side_to_move() == m_games[i].color) {
          PlayerMove& departure = note(found, i, ply, before, move);
          departure.others_with_move = others;
          departure.others_at = counts.games(counts.place(before, Move::none()));
        }
        return common;
      });
    }
    m_report.departures = in_order(found, 1);
  }

  void count_others(MoveCounts& counts, const std::function<bool()>& keep_going) {
    std::unordered_set<std::int64_t> own;
    for (const OwnGame& game : m_games) {
      own.insert(game.listed.number);
    }
    store::Filter others;
    others.unique = true;
    struct Nothing {};
    store::read_games<Nothing>(
        m_database, others, m_options.threads,
        [&](Game& game, Nothing&) {
          if (!own.contains(static_cast<std::int64_t>(game.number))) {
            counts.count(game, m_options.plies);
          }
        },
        [&](Nothing&&) {
          if (keep_going && !keep_going()) {
            throw make_error<Interrupted>("interrupted");
          }
        });
  }

  void find_mistakes() {
    std::map<MoveKey, PlayerMove> found;
    for (std::size_t i = 0; i < m_games.size(); ++i) {
      const OwnGame& game = m_games[i];
      Position position = game.start;
      std::size_t next = 0;
      for (std::size_t ply = 0; ply < game.moves.size() && next < game.marks.size(); ++ply) {
        if (game.marks[next].first == ply) {
          PlayerMove& mistake = note(found, i, ply, position, game.moves[ply]);
          const auto glyph = game.marks[next++].second;
          if (weight(glyph) > weight(mistake.worst_mark)) {
            mistake.worst_mark = glyph;
          }
        }
        position.do_move(game.moves[ply]);
      }
    }
    for (const auto& [key, move] : found) {
      m_report.marked.push_back({move.games.back(), move.ply, move.worst_mark});
    }
    std::ranges::sort(m_report.marked, [](const MarkedMove& a, const MarkedMove& b) {
      return std::tuple{b.game, a.ply} < std::tuple{a.game, b.ply};
    });
    m_report.mistakes = in_order(found, 2);
  }

  /// The move, with game `i` among its games; games come by date, so the last one is the latest.
  PlayerMove& note(std::map<MoveKey, PlayerMove>& found, std::size_t i, std::size_t ply,
                   const Position& before, Move move) const {
    PlayerMove& out = found[key_of(before, move)];
    out.before = before;
    out.move = move;
    out.ply = static_cast<int>(ply);
    const auto& moves = m_games[i].moves;
    out.line.assign(moves.begin(), moves.begin() + static_cast<std::ptrdiff_t>(ply));
    if (out.games.empty() || out.games.back() != i) {
      out.games.push_back(i);
    }
    return out;
  }

  /// The moves of at least so many games, sorted.
  static std::vector<PlayerMove> in_order(std::map<MoveKey, PlayerMove>& found, std::size_t least) {
    std::vector<PlayerMove> out;
    for (auto& [key, move] : found) {
      if (move.games.size() >= least) {
        out.push_back(std::move(move));
      }
    }
    std::ranges::sort(out, [](const PlayerMove& a, const PlayerMove& b) {
      return std::tuple{a.games.size(), a.games.back(), a.ply} >
             std::tuple{b.games.size(), b.games.back(), b.ply};
    });
    return out;
  }

  std::string m_database;
  PlayerOptions m_options;
  std::shared_ptr<const record::Aliases> m_names;
  store::Filter m_filter;
  store::Matcher m_red, m_black, m_red_opponent, m_black_opponent;
  std::vector<OwnGame> m_games;
  PlayerReport m_report;
};

} // namespace

PlayerReport player_report(const std::string& database, const store::Filter& filter,
                           const std::string& player, const PlayerOptions& options,
                           const std::function<bool()>& keep_going) {
  return PlayerReportMaker{database, filter, player, options}.make(keep_going);
}

} // namespace xq::reports
