#include "analysis/book_graph/book_graph.hpp"

#include "base/workers.hpp"
#include "board/rules/cxa_conduct.hpp"

#include <xq/base/error.hpp>
#include <xq/board/movegen.hpp>
#include <xq/board/rules.hpp>
#include <xq/book/book.hpp>

#include <algorithm>
#include <array>
#include <memory>
#include <utility>

namespace xq::analysis {

namespace {

/// What one position takes at the most while a book is judged: the graph with two moves to others
/// (130), the answers, scores and rows to be written. Measured: 283 to 370 with a million
/// positions.
constexpr std::size_t bytes_a_position = 400;

Position canonical_image(const Position& position) {
  return position.canonical().mirrored ? position.mirrored() : position;
}

/// A legal move of a position in its canonical orientation, and where it leads.
struct Step {
  Place place;
  Move move; ///< of a move and its image in a symmetric position the one that a book stores
};

/// The legal moves of `position`, which is in its canonical orientation; of two that are mirror
/// images in a symmetric position one.
class Steps {
public:
  explicit Steps(const Position& position) {
    MoveList legal;
    generate_legal(position, legal);
    const CanonicalKey id = position.canonical();
    for (const Move move : legal) {
      if (book::to_canonical(id, move) == move) {
        m_steps[m_size++] = {after(position, move), move};
      }
    }
  }
  [[nodiscard]] const Step* begin() const noexcept { return m_steps.data(); }
  [[nodiscard]] const Step* end() const noexcept { return m_steps.data() + m_size; }

private:
  static Place after(const Position& position, Move move) noexcept {
    const auto number = [](Piece piece, Square square) -> const Hashes& {
      return zobrist.pieces[to_index(piece)][to_index(square)];
    };
    const Piece piece = position.at(move.from());
    Hashes hashes = position.hashes();
    hashes ^= number(piece, move.from());
    hashes ^= number(piece, move.to());
    hashes ^= number(position.at(move.to()), move.to());
    hashes ^= zobrist.black_to_move;
    return place_of(hashes);
  }

  std::array<Step, 128> m_steps;
  std::size_t m_size = 0;
};

} // namespace

/// Finds the positions, then the moves between them.
class GraphBuilder {
public:
  GraphBuilder(const GraphSetup& setup, BookGraph& out) : m_setup{setup}, m_out{out} {}

  void run() {
    for (const Position& root : m_setup.roots) {
      add(root, selected);
    }
    follow_played();
    if (m_setup.judged != nullptr) {
      for (const Position& root : m_setup.other_roots) {
        add(root, 0);
      }
      follow_judged();
    }
    keep_known();
    find_roots();
    find_moves();
  }

private:
  enum Flag : std::uint8_t { selected = 1, judged = 2 };

  std::uint32_t add(const Position& position, unsigned flags) {
    const auto [node, is_new] = m_places.insert(place_of(position.hashes()));
    if (is_new) {
      m_boards.emplace_back(canonical_image(position));
      m_flags.push_back(0);
      report();
    }
    m_flags[node] = static_cast<std::uint8_t>(m_flags[node] | flags);
    return node;
  }

  void report() {
    constexpr std::uint32_t step = 4096;
    if (m_places.size() % step == 0) {
      if (m_places.size() * bytes_a_position > m_setup.memory) {
        throw make_error<UsageError>(
            "more than {} positions: they take more memory than --memory allows. Give more, or "
            "leave rare moves out with --min-games or late ones with --max-ply",
            m_places.size());
      }
      if (m_setup.progress) {
        m_setup.progress(m_places.size());
      }
    }
  }

  /// Call f(position after the move) for each played move.
  template <typename F>
  void for_each_played(const Position& position, std::uint32_t node, F f) {
    const Place place = m_places[node]; // f adds others
    m_setup.played->for_each(place, [&](std::uint16_t disk, std::uint32_t) {
      if (const Move move = Move::from_disk(disk); position.is_legal(move)) {
        Position after = position;
        after.do_move(move);
        f(after);
      }
    });
  }

  void follow_played() {
    std::uint32_t level_end = m_places.size();
    int ply = 0;
    for (std::uint32_t node = 0; node < m_places.size(); ++node) {
      if (node == level_end) {
        level_end = m_places.size();
        ++ply;
      }
      if (m_setup.max_ply != 0 && ply >= m_setup.max_ply) {
        return;
      }
      for_each_played(m_boards[node].unpack(), node,
                      [&](const Position& after) { add(after, selected); });
    }
  }

  /// From all nodes on: to judged positions by any legal move, and through others by played moves
  /// because judged ones may lie behind them.
  void follow_judged() {
    for (std::uint32_t node = 0; node < m_places.size(); ++node) {
      if (m_setup.judged->find(m_places[node]) != PlaceTable::none) {
        m_flags[node] |= judged;
      }
      const Position position = m_boards[node].unpack();
      for_each_played(position, node, [&](const Position& after) { add(after, 0); });
      for (const Step& step : Steps{position}) {
        if (m_setup.judged->find(step.place) != PlaceTable::none &&
            m_places.find(step.place) == PlaceTable::none) {
          Position after = position;
          after.do_move(step.move);
          add(after, judged);
        }
      }
    }
  }

  /// Leave out the positions that were only gone through.
  void keep_known() {
    for (std::uint32_t node = 0; node < m_places.size(); ++node) {
      if (m_flags[node] != 0) {
        m_out.m_places.insert(m_places[node]);
        m_out.m_boards.push_back(m_boards[node]);
        m_out.m_selected.push_back((m_flags[node] & selected) != 0 ? 1 : 0);
      }
    }
    m_places = {};
    m_boards = {};
    m_flags = {};
    m_out.m_black.resize(m_out.size());
  }

  void find_roots() {
    for (const auto* roots : {&m_setup.roots, &m_setup.other_roots}) {
      for (const Position& root : *roots) {
        const auto node = m_out.find(place_of(root.hashes()));
        auto& known = m_out.m_roots;
        if (node != PlaceTable::none && std::ranges::find(known, node) == known.end()) {
          known.push_back(node);
        }
      }
    }
  }

  /// The moves of some nodes one after another.
  class MovesJob final : public Job {
  public:
    static constexpr std::uint32_t nodes = 4096;
    MovesJob(const BookGraph& graph, std::uint32_t first) : m_graph{graph}, m_first{first} {}

    void run() override {
      const std::uint32_t end = std::min(m_first + nodes, m_graph.size());
      for (std::uint32_t node = m_first; node < end; ++node) {
        const Position position = m_graph.position(node);
        black.push_back(position.side_to_move() == Color::black ? 1 : 0);
        moves_of(position);
        ends.push_back(moves.size());
      }
    }

    std::vector<std::uint8_t> black;
    std::vector<std::size_t> ends;
    std::vector<KnownMove> moves;

  private:
    void moves_of(const Position& position) {
      const Steps steps{position};
      for (const Step& step : steps) {
        m_graph.m_places.prefetch(step.place);
      }
      const std::size_t before = moves.size();
      for (const Step& step : steps) {
        if (const auto target = m_graph.find(step.place); target != PlaceTable::none) {
          moves.push_back({target, step.move.disk(), position.gives_check(step.move)});
        }
      }
      std::sort(moves.begin() + static_cast<std::ptrdiff_t>(before), moves.end(),
                [](const KnownMove& a, const KnownMove& b) { return a.move < b.move; });
    }

    const BookGraph& m_graph;
    std::uint32_t m_first;
  };

  void find_moves() {
    m_out.m_first.push_back(0);
    std::uint32_t next = 0;
    run_ordered(
        m_setup.threads,
        [&]() -> std::unique_ptr<Job> {
          if (next >= m_out.size()) {
            return nullptr;
          }
          const auto first = std::exchange(next, next + MovesJob::nodes);
          return std::make_unique<MovesJob>(m_out, first);
        },
        [&, done = std::uint32_t{0}](std::unique_ptr<Job> base) mutable {
          take(static_cast<MovesJob&>(*base), done);
          if (m_setup.progress) {
            m_setup.progress(m_out.size());
          }
        });
  }

  void take(const MovesJob& job, std::uint32_t& done) {
    const std::size_t before = m_out.m_targets.size();
    for (const KnownMove& move : job.moves) {
      m_out.m_targets.push_back(move.target);
      m_out.m_moves.push_back(
          static_cast<std::uint16_t>(move.move | (move.check ? BookGraph::check_bit : 0U)));
    }
    for (const std::size_t end : job.ends) {
      m_out.m_first.push_back(before + end);
    }
    for (const std::uint8_t black : job.black) {
      m_out.m_black[done++] = black;
    }
  }

  const GraphSetup& m_setup;
  BookGraph& m_out;
  PlaceTable m_places;
  std::vector<PackedPosition> m_boards;
  std::vector<std::uint8_t> m_flags;
};

BookGraph::BookGraph(const GraphSetup& setup) { GraphBuilder{setup, *this}.run(); }

GraphView BookGraph::view(RuleSet rules) const {
  GraphView out{m_black, m_first, m_targets, {}, {}, rules, {}};
  out.checks.reserve(m_moves.size());
  for (const std::uint16_t move : m_moves) {
    out.checks.push_back((move & check_bit) != 0 ? 1 : 0);
  }
  out.piece_moves = [this](std::uint32_t node, std::size_t i) {
    return piece_moves(node, Move::from_disk(this->move(i).move));
  };
  out.acts = [this](const NodeMove* check, const NodeMove& move) { return acts(check, move); };
  return out;
}

namespace {

Bitboard mirror_all(Bitboard squares) noexcept {
  Bitboard out;
  for (const Square square : squares) {
    out |= Bitboard{mirror(square)};
  }
  return out;
}

} // namespace

std::vector<PieceMove> BookGraph::piece_moves(std::uint32_t node, Move move) const {
  const Position before = position(node);
  Position after = before;
  after.do_move(move);
  Bitboard chased;
  if (!after.in_check()) { // a check is not a chase
    chased = newly_chased(before, move, after);
  }
  const bool mirrored = after.canonical().mirrored;
  const Bitboard known = mirrored ? mirror_all(chased) : chased;
  std::vector<PieceMove> out{{move.from(), move.to(), mirrored, known}};
  if (const Move image = mirror(move); before.canonical().symmetric && image != move) {
    out.push_back({image.from(), image.to(), !mirrored, known});
  }
  return out;
}

/// A move stands for its image, too, where the position is its own mirror image.
MoveActs BookGraph::acts(const NodeMove* check, const NodeMove& move) const {
  cxa::Context context;
  context.before = position(move.node);
  context.move = Move::from_disk(this->move(move.move).move);
  if (check != nullptr) {
    context.before_check = position(check->node);
    context.check = Move::from_disk(this->move(check->move).move);
    Position after = context.before_check;
    after.do_move(context.check);
    if (!after.same_board(context.before)) {
      context.before_check = context.before_check.mirrored();
      context.check = mirror(context.check);
    }
  }
  Position after = context.before;
  after.do_move(context.move);
  const auto act = [&] {
    const cxa::Finding finding = cxa::classify(context);
    MoveAct out{finding.act, false, finding.decided};
    if (out.act == cxa::Act::chase) {
      const cxa::Chasing chasing = cxa::look_at_chase(finding, after, context.move.to());
      out.alone = chasing.single;
      out.decided = out.decided && chasing.decided;
    }
    return out;
  };
  MoveActs out{act(), {}};
  out[1] = out[0];
  if (type_of(after.at(context.move.to())) == PieceType::pawn) {
    context.pawns_chase = true;
    out[1] = act();
  }
  return out;
}

} // namespace xq::analysis
