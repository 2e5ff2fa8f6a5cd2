#include "jobs/reports/listed_game.hpp"
#include "record/facts.hpp"

#include <xq/base/error.hpp>
#include <xq/book/book.hpp>
#include <xq/reports.hpp>
#include <xq/store/game_database.hpp>

#include <algorithm>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <utility>

namespace xq::reports {

namespace {

using record::Game;

/// Moves from a position as games made them, those of mirror images taken together.
struct Branch {
  Move move;
  std::size_t games = 0;
  std::size_t red_wins = 0;
  std::size_t draws = 0;
  std::size_t black_wins = 0;
  std::map<std::uint16_t, Branch> next; ///< by Move::disk()

  void count(record::Result result) {
    ++games;
    red_wins += result == record::Result::red_wins ? 1U : 0U;
    draws += result == record::Result::draw ? 1U : 0U;
    black_wins += result == record::Result::black_wins ? 1U : 0U;
  }
};

/// What one game adds to the report.
struct Visit {
  std::int64_t number = 0;
  int ply = 0;   ///< at which it came to the position
  int plies = 0; ///< of the game
  record::Result result{};
  std::string year{};
  std::vector<Move> moves; ///< from there on, as seen from the position of the report
};

/// `move` as it is named where the game stands in the image that `shown` is not.
Move turned(const Position& shown, Move move, bool mirrored) {
  return shown.canonical().symmetric ? book::usual_image(shown.at(move.from()), move)
         : mirrored                  ? mirror(move)
                                     : move;
}

/// The moves that follow after the game came to `root`, at most `plies`; nothing when it never
/// does.
std::optional<Visit> visit(const Game& game, const Position& root, int plies) {
  Position position = game.start();
  Position shown; // the same, or its mirror image, as it follows from root
  std::optional<Visit> out;
  const CanonicalKey wanted = root.canonical();
  const auto is_root = [&] {
    const CanonicalKey key = position.canonical();
    return key.key == wanted.key && key.lock == wanted.lock;
  };
  auto id = record::root_node;
  for (int ply = 0;; ++ply) {
    if (!out && is_root()) {
      out.emplace().ply = ply;
      shown = root;
    }
    id = game.node(id).first_child;
    if (id == record::no_node || (out && ply - out->ply >= plies)) {
      break;
    }
    const Move move = game.node(id).move;
    if (out) {
      const bool mirrored = !position.same_board(shown);
      // In a symmetric position the piece stands on the square of the image, too.
      const Move named = turned(shown, move, mirrored);
      out->moves.push_back(named);
      shown.do_move(named);
    }
    position.do_move(move);
  }
  return out;
}

class OpeningReportMaker {
public:
  OpeningReportMaker(std::string database, store::Filter filter, const OpeningOptions& options,
                     std::function<bool()> keep_going)
      : m_database{std::move(database)},
        m_filter{std::move(filter)},
        m_options{options},
        m_keep_going{std::move(keep_going)} {
    m_filter.unique = true;
  }

  OpeningReport make(const Position& root) {
    m_report.root = root;
    read_games();
    m_report.least = m_options.min_games != 0 ? m_options.min_games
                                              : std::max<std::size_t>(2, m_lengths.size() / 50);
    m_report.plies = m_options.tree_plies;
    m_report.all = told(m_tree, root, 0);
    write_tree(m_tree, root, 0);
    write_lines(root);
    write_lengths();
    find_novelties();
    return std::move(m_report);
  }

private:
  void read_games() {
    using Portion = std::vector<Visit>;
    store::read_games<Portion>(
        m_database, m_filter, m_options.threads,
        [&](Game& game, Portion& portion) {
          auto found = visit(game, m_report.root, m_options.tree_plies);
          if (!found) {
            return;
          }
          found->number = static_cast<std::int64_t>(game.number);
          found->plies = game.plies();
          found->result = game.result();
          found->year = year_of(game);
          portion.push_back(std::move(*found));
        },
        [&](Portion&& portion) {
          for (const Visit& game : portion) {
            add(game);
          }
          if (m_keep_going && !m_keep_going()) {
            throw make_error<Interrupted>("interrupted");
          }
        });
  }

  static std::string year_of(const Game& game) {
    const int year = record::Facts{game}.days().year();
    return year == 0 ? std::string{} : std::to_string(year);
  }

  void add(const Visit& game) {
    m_tree.count(game.result);
    Branch* branch = &m_tree;
    for (const Move move : game.moves) {
      branch = &branch->next[static_cast<std::uint16_t>(move.disk())];
      branch->move = move;
      branch->count(game.result);
    }
    m_lengths.push_back(game.plies);
    m_reached.emplace(game.number, game.ply);
    ++m_years[game.year];
  }

  static OpeningMove told(const Branch& branch, const Position& before, int depth) {
    return {before,       branch.move,      depth, branch.games, branch.red_wins,
            branch.draws, branch.black_wins};
  }

  /// The branches that follow, those of most games first.
  static std::vector<const Branch*> sorted(const Branch& branch) {
    std::vector<const Branch*> out;
    for (const auto& [move, next] : branch.next) {
      out.push_back(&next);
    }
    std::ranges::stable_sort(out, std::greater{}, &Branch::games);
    return out;
  }

  void write_tree(const Branch& branch, const Position& position, int depth) {
    for (const Branch* next : sorted(branch)) {
      if (next->games < m_report.least) {
        break;
      }
      m_report.tree.push_back(told(*next, position, depth));
      Position after = position;
      after.do_move(next->move);
      write_tree(*next, after, depth + 1);
    }
  }

  /// From each of the first moves, the move of most games, as long as there are enough of them.
  void write_lines(const Position& root) {
    for (const Branch* branch : sorted(m_tree)) {
      if (branch->games < m_report.least) {
        break;
      }
      OpeningLine& line = m_report.lines.emplace_back();
      Position position = root;
      for (const Branch* at = branch; at != nullptr && at->games >= m_report.least;) {
        line.moves.push_back(at->move);
        line.last = told(*at, position, static_cast<int>(line.moves.size()) - 1);
        position.do_move(at->move);
        const auto next = sorted(*at);
        at = next.empty() ? nullptr : next.front();
      }
    }
  }

  void write_lengths() {
    std::ranges::sort(m_lengths);
    const auto at = [&](std::size_t quarter) {
      return m_lengths.empty() ? 0 : m_lengths[(m_lengths.size() - 1) * quarter / 4];
    };
    m_report.lengths = {at(0), at(1), at(2), at(3), at(4)};
    for (const auto& [year, games] : m_years) {
      m_report.years.emplace_back(year, games);
    }
  }

  /// Novelties of these games, behind the position.
  void find_novelties() {
    NoveltyOptions options;
    options.earlier = m_options.novelty_games;
    options.threads = m_options.threads;
    m_report.novelties = novelties(m_database, m_filter, options, m_keep_going);
    std::erase_if(m_report.novelties.novelties, [&](const Novelty& novelty) {
      const auto reached = m_reached.find(novelty.game.number);
      return reached == m_reached.end() || novelty.ply < reached->second;
    });
  }

  std::string m_database;
  store::Filter m_filter;
  OpeningOptions m_options;
  std::function<bool()> m_keep_going;
  Branch m_tree;
  std::vector<int> m_lengths;
  std::map<std::int64_t, int> m_reached; ///< ply at which a game came to the position
  std::map<std::string, std::size_t> m_years;
  OpeningReport m_report;
};

} // namespace

OpeningReport opening_report(const std::string& database, const store::Filter& filter,
                             const Position& root, const OpeningOptions& options,
                             const std::function<bool()>& keep_going) {
  return OpeningReportMaker{database, filter, options, keep_going}.make(root);
}

} // namespace xq::reports
