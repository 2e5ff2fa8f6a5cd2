#include "base/os/path.hpp"
#include "base/sort/byte_sorter.hpp"
#include "jobs/reports/listed_game.hpp"
#include "jobs/reports/move_rows.hpp"
#include "record/date_range.hpp"

#include <xq/base/error.hpp>
#include <xq/reports.hpp>
#include <xq/store/game_database.hpp>

#include <algorithm>
#include <array>
#include <atomic>
#include <deque>
#include <filesystem>
#include <map>
#include <set>
#include <span>
#include <string>
#include <tuple>
#include <unordered_map>
#include <utility>

namespace xq::reports {

namespace {

using record::DateRange;
using record::Game;

/// Call f(ply, position before, move) for the first plies of a game.
template <typename F>
void for_each_move(const Game& game, int plies, F&& f) {
  Position position = game.start();
  auto id = game.node(record::root_node).first_child;
  for (int ply = 0; ply < plies && id != record::no_node; ++ply) {
    f(ply, std::as_const(position), game.node(id).move);
    position.do_move(game.node(id).move);
    id = game.node(id).first_child;
  }
}

/// The days that all of them name; the span of all where they contradict each other.
DateRange joined(const std::vector<DateRange>& days) {
  DateRange common = days.front();
  DateRange span = days.front();
  for (const DateRange& d : days) {
    common = {std::max(common.first, d.first), std::min(common.last, d.last)};
    span = {std::min(span.first, d.first), std::max(span.last, d.last)};
  }
  return common.first <= common.last ? common : span;
}

/// A game that was certainly the first with a move.
struct First {
  Edge edge;
  Place game = 0;
  std::size_t earlier = 0;
  std::size_t later = 0;
};

class Finder {
public:
  Finder(const std::string& database, const store::Filter& filter, const NoveltyOptions& options,
         const std::function<bool()>& keep_going)
      : m_database{database},
        m_filter{filter},
        m_options{options},
        m_keep_going{keep_going},
        m_names{names_of(filter, database)},
        m_sorter{options.memory, folder_of(database)} {
    m_report.earlier = options.earlier;
    m_report.plies = options.plies;
  }

  NoveltyReport find() {
    read_games();
    join_dates();
    choose();
    find_firsts();
    describe();
    drop_transpositions();
    std::ranges::stable_sort(m_report.novelties, [](const Novelty& a, const Novelty& b) {
      return std::tuple{b.game.date, b.game.number} < std::tuple{a.game.date, a.game.number};
    });
    return std::move(m_report);
  }

private:
  static std::string folder_of(const std::string& path) {
    const auto folder = os::path_of(path).parent_path();
    return folder.empty() ? "." : os::name_of(folder);
  }
  void go_on() const {
    if (m_keep_going && !m_keep_going()) {
      throw make_error<Interrupted>("interrupted");
    }
  }
  static store::Filter all_once() {
    store::Filter filter;
    filter.unique = true;
    return filter;
  }

  void read_games() {
    struct GameEdges {
      std::int64_t number = 0;
      DateRange days;
      std::vector<Edge> edges;
    };
    using Portion = std::vector<GameEdges>;
    store::read_games<Portion>(
        m_database, all_once(), m_options.threads,
        [&](Game& game, Portion& portion) {
          if (!game.standard_start()) {
            return;
          }
          GameEdges& out = portion.emplace_back();
          out.number = static_cast<std::int64_t>(game.number);
          out.days = record::date_range(game.tag("Date"));
          for_each_move(game, m_options.plies, [&](int, const Position& before, Move move) {
            out.edges.push_back(edge_of(before, move));
          });
        },
        [&](Portion&& portion) {
          for (const GameEdges& game : portion) {
            const auto place = static_cast<Place>(m_numbers.size());
            m_numbers.push_back(game.number);
            m_days.push_back(game.days);
            for (const Edge& edge : game.edges) {
              m_sorter.add(row_of(edge, place));
            }
          }
          go_on();
        });
    m_report.games = m_numbers.size();
  }

  /// A game's records may tell more of its date than the one that is kept.
  void join_dates() {
    store::GameDatabase games{m_database};
    std::unordered_map<std::int64_t, std::int64_t> same;
    for (const auto& duplicate : games.duplicates({})) {
      same.emplace(duplicate.game, duplicate.of);
    }
    m_report.repeated = same.size();
    std::map<Place, std::vector<DateRange>> days;
    std::vector<std::int64_t> repeated;
    repeated.reserve(same.size());
    for (const auto& [game, of] : same) {
      repeated.push_back(game);
    }
    std::ranges::sort(repeated);
    games.read(repeated, [&](const Game& game) {
      auto kept = static_cast<std::int64_t>(game.number);
      for (auto at = same.find(kept); at != same.end(); at = same.find(kept)) {
        kept = at->second;
      }
      const auto place = std::ranges::lower_bound(m_numbers, kept);
      if (place != m_numbers.end() && *place == kept) {
        days[static_cast<Place>(place - m_numbers.begin())].push_back(
            record::date_range(game.tag("Date")));
      }
      return true;
    });
    for (auto& [place, others] : days) {
      others.push_back(m_days[place]);
      m_days[place] = joined(others);
    }
    m_report.undated = static_cast<std::size_t>(
        std::ranges::count_if(m_days, [](const DateRange& d) { return !d.known(); }));
  }

  /// The games whose novelties are asked for.
  void choose() {
    m_chosen.assign(m_numbers.size(), m_filter.empty());
    if (m_filter.empty()) {
      return;
    }
    store::GameDatabase games{m_database};
    for (const std::int64_t number : games.find_numbers(m_filter)) {
      const auto place = std::ranges::lower_bound(m_numbers, number);
      if (place != m_numbers.end() && *place == number) {
        m_chosen[static_cast<std::size_t>(place - m_numbers.begin())] = true;
      }
    }
  }

  void find_firsts() {
    const auto rows = m_sorter.finish();
    std::vector<MoveRow> of_position;
    std::size_t positions = 0;
    for (std::string text; rows->next(text);) {
      const MoveRow row = read_row(text);
      if (!of_position.empty() && !row.edge.same_position(of_position.front().edge)) {
        look_at(of_position);
        of_position.clear();
        if (++positions % 65536 == 0) {
          go_on();
        }
      }
      of_position.push_back(row);
    }
    look_at(of_position);
  }

  /// The games that made moves in one position, by move.
  void look_at(std::span<const MoveRow> rows) {
    if (rows.size() <= m_options.earlier) { // too few games
      return;
    }
    std::vector<Place> games;
    games.reserve(rows.size());
    for (const MoveRow& row : rows) {
      games.push_back(row.game);
    }
    std::ranges::sort(games);
    games.erase(std::unique(games.begin(), games.end()), games.end());
    std::vector<std::int32_t> last_days;
    last_days.reserve(games.size());
    for (const Place game : games) {
      last_days.push_back(m_days[game].last);
    }
    std::ranges::sort(last_days);
    for (std::size_t begin = 0; begin < rows.size();) {
      std::size_t end = begin;
      while (end < rows.size() && rows[end].edge == rows[begin].edge) {
        ++end;
      }
      look_at_move(rows.subspan(begin, end - begin), last_days);
      begin = end;
    }
  }

  /// The games that made one move; `last_days` of all games that came to its position.
  void look_at_move(std::span<const MoveRow> rows, const std::vector<std::int32_t>& last_days) {
    std::size_t first = 0;
    for (std::size_t i = 1; i < rows.size(); ++i) {
      if (m_days[rows[i].game].first < m_days[rows[first].game].first) {
        first = i;
      }
    }
    const DateRange days = m_days[rows[first].game];
    const bool certain =
        days.known() && std::ranges::all_of(rows, [&](const MoveRow& row) {
          return row.game == rows[first].game || m_days[row.game].first > days.last;
        });
    const auto earlier = static_cast<std::size_t>(std::ranges::lower_bound(last_days, days.first) -
                                                  last_days.begin());
    if (certain) {
      if (earlier >= m_options.earlier && m_chosen[rows[first].game]) {
        m_firsts.push_back({rows[first].edge, rows[first].game, earlier, rows.size() - 1});
      }
    } else if (last_days.size() - rows.size() >= m_options.earlier && may_be_chosen(rows)) {
      ++m_report.uncertain;
    }
  }

  /// Whether one of the games that may have been the first is asked for.
  bool may_be_chosen(std::span<const MoveRow> rows) const {
    return std::ranges::any_of(rows, [&](const MoveRow& row) {
      return m_chosen[row.game] && std::ranges::all_of(rows, [&](const MoveRow& other) {
               return m_days[row.game].first <= m_days[other.game].last;
             });
    });
  }

  /// Fill the report from the games themselves.
  void describe() {
    std::map<std::int64_t, std::vector<const First*>> by_game;
    for (const First& first : m_firsts) {
      by_game[m_numbers[first.game]].push_back(&first);
    }
    std::vector<std::int64_t> numbers;
    numbers.reserve(by_game.size());
    for (const auto& [number, firsts] : by_game) {
      numbers.push_back(number);
    }
    store::GameDatabase games{m_database};
    games.read(numbers, [&](const Game& game) {
      describe(game, by_game.at(static_cast<std::int64_t>(game.number)));
      return true;
    });
  }

  void describe(const Game& game, const std::vector<const First*>& firsts) {
    std::vector<Move> line;
    std::set<Edge> seen;
    for_each_move(game, m_options.plies, [&](int ply, const Position& before, Move move) {
      const Edge edge = edge_of(before, move);
      for (const First* first : firsts) {
        if (first->edge == edge && seen.insert(edge).second) {
          Novelty& novelty = m_report.novelties.emplace_back();
          novelty.game = listed_game(game, *m_names);
          novelty.game.date = to_text(m_days[first->game]); // another record may tell more
          novelty.before = before;
          novelty.move = move;
          novelty.ply = ply;
          novelty.line = line;
          novelty.earlier = first->earlier;
          novelty.later = first->later;
          m_last_days.push_back(m_days[first->game].last);
        }
      }
      line.push_back(move);
    });
  }

  /// A move into a position that another game had, or may have had, before is none.
  void drop_transpositions() {
    std::multimap<std::pair<std::uint64_t, std::uint64_t>, std::size_t> after;
    for (std::size_t i = 0; i < m_report.novelties.size(); ++i) {
      Position position = m_report.novelties[i].before;
      position.do_move(m_report.novelties[i].move);
      const CanonicalKey key = position.canonical();
      after.emplace(std::pair{to_integer(key.key), to_integer(key.lock)}, i);
    }
    std::deque<std::atomic<bool>> known(m_report.novelties.size());
    struct Nothing {};
    const auto look = [&](Place place, const Position& position) {
      const CanonicalKey key = position.canonical();
      const auto [begin, end] =
          after.equal_range(std::pair{to_integer(key.key), to_integer(key.lock)});
      for (auto at = begin; at != end; ++at) {
        if (m_report.novelties[at->second].game.number != m_numbers[place] &&
            m_days[place].first <= m_last_days[at->second]) {
          known[at->second] = true;
        }
      }
    };
    store::read_games<Nothing>(
        m_database, all_once(), m_options.threads,
        [&](Game& game, Nothing&) {
          const auto number = static_cast<std::int64_t>(game.number);
          const auto at = std::ranges::lower_bound(m_numbers, number);
          if (at == m_numbers.end() || *at != number) {
            return;
          }
          const auto place = static_cast<Place>(at - m_numbers.begin());
          for_each_move(game, m_options.plies, [&](int, const Position& before, Move move) {
            Position position = before;
            position.do_move(move);
            look(place, position);
          });
        },
        [&](Nothing&&) { go_on(); });
    std::vector<Novelty> kept;
    for (std::size_t i = 0; i < known.size(); ++i) {
      if (!known[i]) {
        kept.push_back(std::move(m_report.novelties[i]));
      }
    }
    m_report.transpositions = known.size() - kept.size();
    m_report.novelties = std::move(kept);
  }

  std::string m_database;
  store::Filter m_filter;
  NoveltyOptions m_options;
  const std::function<bool()>& m_keep_going;
  std::shared_ptr<const record::Aliases> m_names;
  ByteSorter m_sorter;
  std::vector<std::int64_t> m_numbers; ///< of the games that are compared, rising
  std::vector<DateRange> m_days;       ///< by Place
  std::vector<bool> m_chosen;          ///< by Place
  std::vector<First> m_firsts;
  std::vector<std::int32_t> m_last_days; ///< of the games of m_report.novelties
  NoveltyReport m_report;
};

} // namespace

NoveltyReport novelties(const std::string& database, const store::Filter& filter,
                        const NoveltyOptions& options, const std::function<bool()>& keep_going) {
  return Finder{database, filter, options, keep_going}.find();
}

} // namespace xq::reports
