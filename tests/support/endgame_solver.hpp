#pragma once

// Endings of few pieces solved by retrograde analysis: every placement of the pieces is a win, a
// draw or a loss for the side to move. Has its own rules of movement and shares no code with libxq.
// A side without a legal move loses; what nobody can force is a draw, so that repetitions count as
// drawn whoever checks or chases.

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <random>
#include <string>
#include <string_view>
#include <vector>

namespace endgames {

/// An array indexed by whatever counts its places, without a cast at each of them.
template <typename T, std::size_t n>
struct Array {
  std::array<T, n> items{};
  template <typename I>
  constexpr T& operator[](I i) {
    return items[static_cast<std::size_t>(i)];
  }
  template <typename I>
  constexpr const T& operator[](I i) const {
    return items[static_cast<std::size_t>(i)];
  }
  [[nodiscard]] constexpr const T* data() const { return items.data(); }
  [[nodiscard]] constexpr const T* begin() const { return items.data(); }
  [[nodiscard]] constexpr const T* end() const { return items.data() + n; }
  constexpr void fill(const T& value) { items.fill(value); }
  // NOLINTNEXTLINE(modernize-use-nullptr): clang-tidy 14 takes the zero within for a pointer
  constexpr auto operator<=>(const Array&) const = default;
};

enum Kind : std::uint8_t { king, advisor, elephant, horse, rook, cannon, pawn, kind_count };
using Cell = std::uint8_t; ///< of the board: 0 empty, else 1 + kind + 8 * side
using Square = int;        ///< file + 9 * rank; rank 0 is the back row of side 0
inline constexpr int square_count = 90;
inline constexpr int max_pieces = 12;

/// How many pieces of each kind each side has, kings always one. Side 0 is the one that attacks.
struct Material {
  Array<Array<std::uint8_t, kind_count>, 2> count{};
  auto operator<=>(const Material&) const = default; // NOLINT(modernize-use-nullptr): as above
};

/// `R-AAEE`: the pieces but the kings of side 0, a hyphen, those of side 1, by the letters
/// AEHRCP.
inline Material parse_material(std::string_view text) {
  Material m;
  std::size_t side = 0;
  m.count[0][king] = m.count[1][king] = 1;
  for (const char c : text) {
    if (c == '-') {
      side = 1;
    } else {
      ++m.count[side][std::string_view{"KAEHRCP"}.find(c)];
    }
  }
  return m;
}
inline std::string to_text(const Material& m) {
  std::string out;
  for (std::size_t side = 0; side < 2; ++side) {
    for (const Kind k : {rook, horse, cannon, pawn, advisor, elephant}) {
      out.append(m.count[side][k], "KAEHRCP"[k]);
    }
    out += side == 0 ? "-" : "";
  }
  return out;
}

struct Piece {
  std::uint8_t side = 0;
  Kind kind = king;
  Square square = 0;
};

/// A placement with the side to move.
struct Placement {
  Array<Piece, max_pieces> pieces{};
  int size = 0;
  int side_to_move = 0;
};

namespace detail {

inline constexpr int file_of(Square s) { return s % 9; }
inline constexpr int rank_of(Square s) { return s / 9; }
inline constexpr bool inside(int file, int rank) {
  return file >= 0 && file < 9 && rank >= 0 && rank < 10;
}

/// Whether a piece can stand there; `rank` counted from its own back row.
inline bool can_stand(Kind kind, int file, int rank) {
  switch (kind) {
  case king:
    return file >= 3 && file <= 5 && rank <= 2;
  case advisor:
    return (file == 4 && rank == 1) || ((file == 3 || file == 5) && (rank == 0 || rank == 2));
  case elephant:
    return (rank == 2 && file % 4 == 0) || ((rank == 0 || rank == 4) && (file == 2 || file == 6));
  case pawn:
    return rank >= 5 || (rank >= 3 && file % 2 == 0);
  default:
    return true;
  }
}

struct Hop {
  std::uint8_t to, over; ///< `over` must be empty (90: nothing)
};
template <typename T, std::size_t n>
struct List {
  Array<T, n> items{};
  std::uint8_t size = 0;
  void push(T t) { items[size++] = t; }
  const T* begin() const { return items.data(); }
  const T* end() const { return items.data() + size; }
};

/// Everything that depends on squares alone.
struct Geometry {
  Array<Array<List<std::uint8_t, 9>, 4>, square_count> rays;
  Array<List<Hop, 8>, square_count> horse;                    ///< from there
  Array<List<Hop, 8>, square_count> horse_sources;            ///< horses that attack it
  Array<Array<List<Hop, 4>, square_count>, kind_count> steps; ///< K, A, E; both sides
  Array<Array<List<std::uint8_t, 3>, square_count>, 2> pawn_steps, pawn_sources;
  Array<Array<std::vector<std::uint8_t>, kind_count>, 2> squares; ///< where it can stand
  Array<Array<Array<std::int8_t, square_count>, kind_count>, 2> number{};

  Geometry() {
    for (Square s = 0; s < square_count; ++s) {
      make_rays(s);
      make_horse(s);
      make_pawns(s);
    }
    for (int side = 0; side < 2; ++side) {
      for (int k = 0; k < kind_count; ++k) {
        make_squares(side, static_cast<Kind>(k));
      }
    }
    for (Square s = 0; s < square_count; ++s) {
      make_steps(s);
    }
  }

private:
  static int own_rank(int side, int rank) { return side == 0 ? rank : 9 - rank; }

  void make_rays(Square s) {
    constexpr Array<Array<int, 2>, 4> ways{{{{{1, 0}}, {{-1, 0}}, {{0, 1}}, {{0, -1}}}}};
    for (std::size_t w = 0; w < 4; ++w) {
      int f = file_of(s) + ways[w][0];
      int r = rank_of(s) + ways[w][1];
      for (; inside(f, r); f += ways[w][0], r += ways[w][1]) {
        rays[s][w].push(static_cast<std::uint8_t>(f + 9 * r));
      }
    }
  }
  void make_horse(Square s) {
    for (int df = -2; df <= 2; ++df) {
      for (int dr = -2; dr <= 2; ++dr) {
        const int f = file_of(s) + df;
        const int r = rank_of(s) + dr;
        if (df * df + dr * dr == 5 && inside(f, r)) {
          const int leg = file_of(s) + df / 2 + 9 * (rank_of(s) + dr / 2);
          horse[s].push({static_cast<std::uint8_t>(f + 9 * r), static_cast<std::uint8_t>(leg)});
          horse_sources[f + 9 * r].push(
              {static_cast<std::uint8_t>(s), static_cast<std::uint8_t>(leg)});
        }
      }
    }
  }
  void make_pawns(Square s) {
    for (int side = 0; side < 2; ++side) {
      if (!can_stand(pawn, file_of(s), own_rank(side, rank_of(s)))) {
        continue;
      }
      const auto add = [&](int f, int r) {
        if (inside(f, r)) {
          pawn_steps[side][s].push(static_cast<std::uint8_t>(f + 9 * r));
          pawn_sources[side][f + 9 * r].push(static_cast<std::uint8_t>(s));
        }
      };
      add(file_of(s), rank_of(s) + (side == 0 ? 1 : -1));
      if (own_rank(side, rank_of(s)) >= 5) {
        add(file_of(s) - 1, rank_of(s));
        add(file_of(s) + 1, rank_of(s));
      }
    }
  }
  void make_squares(int side, Kind k) {
    number[side][k].fill(-1);
    for (Square s = 0; s < square_count; ++s) {
      if (can_stand(k, file_of(s), own_rank(side, rank_of(s)))) {
        number[side][k][s] = static_cast<std::int8_t>(squares[side][k].size());
        squares[side][k].push_back(static_cast<std::uint8_t>(s));
      }
    }
  }
  void make_steps(Square s) {
    const auto add = [&](Kind k, int df, int dr, int side) {
      const int f = file_of(s) + df;
      const int r = rank_of(s) + dr;
      if (number[side][k][s] >= 0 && inside(f, r) && number[side][k][f + 9 * r] >= 0) {
        const int eye = k == elephant ? s + df / 2 + 9 * (dr / 2) : square_count;
        steps[k][s].push({static_cast<std::uint8_t>(f + 9 * r), static_cast<std::uint8_t>(eye)});
      }
    };
    for (int side = 0; side < 2; ++side) {
      for (const int a : {-1, 1}) {
        add(king, a, 0, side);
        add(king, 0, a, side);
        for (const int b : {-1, 1}) {
          add(advisor, a, b, side);
          add(elephant, 2 * a, 2 * b, side);
        }
      }
    }
  }
};
inline const Geometry& geometry() {
  static const Geometry g;
  return g;
}

inline constexpr Cell cell(int side, Kind kind) { return static_cast<Cell>(1 + kind + 8 * side); }

} // namespace detail

/// A board on which the solver moves.
class Board {
public:
  explicit Board(const Placement& p) {
    for (int i = 0; i < p.size; ++i) {
      put(p.pieces[i]);
    }
  }
  void put(const Piece& p) {
    m_cells[p.square] = detail::cell(p.side, p.kind);
    if (p.kind == king) {
      m_king[p.side] = p.square;
    } else {
      m_kinds[p.side] |= 1U << p.kind;
    }
  }
  [[nodiscard]] Cell at(Square s) const { return m_cells[s]; }

  /// Moves a piece and says what it captured.
  Cell move(Square from, Square to) {
    const Cell captured = m_cells[to];
    shift(from, to);
    return captured;
  }
  void take_back(Square from, Square to, Cell captured) {
    shift(to, from);
    m_cells[to] = captured;
  }

  /// Whether the king of `side` can be captured, or faces the other one.
  [[nodiscard]] bool attacked(int side) const {
    const auto& g = detail::geometry();
    const int by = 1 - side;
    const Square k = m_king[side];
    const auto has = [&](Kind kind) { return (m_kinds[by] >> kind & 1U) != 0; };
    const bool sliders = has(rook) || has(cannon);
    for (std::size_t way = 0; way < 4; ++way) {
      const auto& ray = g.rays[k][way];
      if (!sliders && way != (side == 0 ? 2 : 3)) {
        continue; // only the other king, up the file or down
      }
      const std::uint8_t* s = ray.begin();
      while (s != ray.end() && m_cells[*s] == 0) {
        ++s;
      }
      if (s == ray.end()) {
        continue;
      }
      if (m_cells[*s] == detail::cell(by, rook) || m_cells[*s] == detail::cell(by, king)) {
        // the other king is only ever met along the file: the palaces have no rank in common
        return true;
      }
      if (has(cannon)) {
        for (++s; s != ray.end() && m_cells[*s] == 0; ++s) {
        }
        if (s != ray.end() && m_cells[*s] == detail::cell(by, cannon)) {
          return true;
        }
      }
    }
    if (has(horse)) {
      for (const auto& [from, leg] : g.horse_sources[k]) {
        if (m_cells[from] == detail::cell(by, horse) && m_cells[leg] == 0) {
          return true;
        }
      }
    }
    if (has(pawn)) {
      for (const std::uint8_t from : g.pawn_sources[by][k]) {
        if (m_cells[from] == detail::cell(by, pawn)) {
          return true;
        }
      }
    }
    return false;
  }

  /// Calls `use(to)` for each square the piece goes to or captures on, legal or not.
  template <typename F>
  void targets(const Piece& p, F&& use) const {
    const auto& g = detail::geometry();
    const auto enter = [&](Square to) {
      if (m_cells[to] == 0 || side_of(m_cells[to]) != p.side) {
        use(to);
      }
    };
    switch (p.kind) {
    case rook:
    case cannon:
      for (const auto& ray : g.rays[p.square]) {
        const std::uint8_t* s = ray.begin();
        for (; s != ray.end() && m_cells[*s] == 0; ++s) {
          use(*s);
        }
        if (p.kind == cannon && s != ray.end()) {
          for (++s; s != ray.end() && m_cells[*s] == 0; ++s) {
          }
        }
        if (s != ray.end()) {
          enter(*s);
        }
      }
      return;
    case pawn:
      for (const std::uint8_t to : g.pawn_steps[p.side][p.square]) {
        enter(to);
      }
      return;
    default:
      for (const auto& [to, over] :
           p.kind == horse ? as_hops(g.horse[p.square]) : as_hops(g.steps[p.kind][p.square])) {
        if (m_cells[over] == 0) {
          enter(to);
        }
      }
    }
  }

  /// Calls `use(from)` for each empty square from which the piece may have come without capture.
  template <typename F>
  void sources(const Piece& p, F&& use) const {
    const auto& g = detail::geometry();
    switch (p.kind) {
    case rook:
    case cannon:
      for (const auto& ray : g.rays[p.square]) {
        for (const std::uint8_t s : ray) {
          if (m_cells[s] != 0) {
            break;
          }
          use(s);
        }
      }
      return;
    case pawn:
      for (const std::uint8_t s : g.pawn_sources[p.side][p.square]) {
        if (m_cells[s] == 0) {
          use(s);
        }
      }
      return;
    default:
      for (const auto& [from, over] : p.kind == horse ? as_hops(g.horse_sources[p.square])
                                                      : as_hops(g.steps[p.kind][p.square])) {
        if (m_cells[over] == 0 && m_cells[from] == 0) {
          use(from);
        }
      }
    }
  }

  [[nodiscard]] static int side_of(Cell c) { return (c - 1) >> 3; }

private:
  struct Hops {
    const detail::Hop* first;
    const detail::Hop* last;
    [[nodiscard]] const detail::Hop* begin() const { return first; }
    [[nodiscard]] const detail::Hop* end() const { return last; }
  };
  template <std::size_t n>
  static Hops as_hops(const detail::List<detail::Hop, n>& list) {
    return {list.begin(), list.end()};
  }
  void shift(Square from, Square to) {
    const Cell c = m_cells[from];
    m_cells[to] = c;
    m_cells[from] = 0;
    if (((c - 1) & 7) == king) {
      m_king[side_of(c)] = to;
    }
  }

  Array<Cell, square_count + 1> m_cells{}; // the last one is always empty: see Hop
  Array<Square, 2> m_king{};
  Array<unsigned, 2> m_kinds{};
};

enum class Value : std::uint8_t { draw, win, loss, illegal };

/// Numbers the placements of a material for one side to move; equal pieces are not told apart.
class Numbering {
public:
  explicit Numbering(const Material& m) {
    for (int side = 0; side < 2; ++side) {
      for (int k = 0; k < kind_count; ++k) {
        if (m.count[side][k] != 0) {
          add_group(side, static_cast<Kind>(k), m.count[side][k]);
        }
      }
    }
  }
  [[nodiscard]] std::uint64_t size() const { return m_size; }

  /// The placement without the side to move; false if two pieces are on one square. Pieces come in
  /// the order of the groups, equal ones by rising square.
  bool decode(std::uint64_t index, Placement& p) const {
    p.size = m_pieces;
    Array<bool, square_count> used{};
    bool ok = true;
    for (const Group& g : m_groups) {
      const Choice& choice = g.choices[index % g.choices.size()];
      index /= g.choices.size();
      for (int i = 0; i < g.size; ++i) {
        const Square s = choice[static_cast<std::size_t>(i)];
        p.pieces[g.first + i] = {g.side, g.kind, s};
        ok = ok && !used[s];
        used[s] = true;
      }
    }
    return ok;
  }
  /// The number of a placement whose pieces are in the order of decode(), equal ones in any order.
  [[nodiscard]] std::uint64_t encode(const Placement& p) const {
    std::uint64_t index = 0;
    for (const Group& g : m_groups) {
      index += rank(g, p, -1, 0) * g.stride;
    }
    return index;
  }
  /// The number of `p`, whose number is `index`, with piece `i` on another square.
  [[nodiscard]] std::uint64_t moved(std::uint64_t index, const Placement& p, int i,
                                    Square to) const {
    const Group& g = m_groups[m_group_of[static_cast<std::size_t>(i)]];
    return index + (rank(g, p, i, to) - rank(g, p, -1, 0)) * g.stride;
  }

private:
  using Choice = Array<std::uint8_t, 4>; ///< squares of equal pieces, rising
  struct Group {
    std::uint8_t side;
    Kind kind;
    std::uint8_t size;
    int first; ///< index of its first piece
    std::uint64_t stride;
    std::vector<Choice> choices;
  };

  void add_group(int side, Kind kind, std::uint8_t size) {
    Group g{static_cast<std::uint8_t>(side), kind, size, m_pieces, m_size, {}};
    add_choices(g, Choice{}, size, detail::geometry().squares[side][kind].size());
    m_pieces += size;
    m_size *= g.choices.size();
    m_group_of.insert(m_group_of.end(), size, m_groups.size());
    m_groups.push_back(std::move(g));
  }
  /// All ways to put `left` more pieces on the squares before `end`, in the order of rank().
  static void add_choices(Group& g, Choice choice, int left, std::size_t end) {
    if (left == 0) {
      g.choices.push_back(choice);
      return;
    }
    const auto& squares = detail::geometry().squares[g.side][g.kind];
    for (auto i = static_cast<std::size_t>(left - 1); i < end; ++i) {
      choice[static_cast<std::size_t>(left - 1)] = squares[i];
      add_choices(g, choice, left - 1, i);
    }
  }
  /// How many ways there are to choose `k` of `n`, k up to 4.
  static std::uint64_t choose(int n, int k) {
    const auto u = static_cast<std::uint64_t>(n);
    switch (k) {
    case 1:
      return u;
    case 2:
      return n < 2 ? 0 : u * (u - 1) / 2;
    case 3:
      return n < 3 ? 0 : u * (u - 1) * (u - 2) / 6;
    default:
      return n < 4 ? 0 : u * (u - 1) * (u - 2) * (u - 3) / 24;
    }
  }
  /// Which of the group's choices it is, with piece `changed` on `to`.
  static std::uint64_t rank(const Group& g, const Placement& p, int changed, Square to) {
    const auto& number = detail::geometry().number[g.side][g.kind];
    const auto at = [&](int i) {
      return static_cast<int>(number[i == changed ? to : p.pieces[i].square]);
    };
    if (g.size == 1) {
      return static_cast<std::uint64_t>(at(g.first));
    }
    Array<int, 4> n{};
    for (int i = 0; i < g.size; ++i) {
      const int x = at(g.first + i);
      int place = i;
      for (; place > 0 && n[place - 1] > x; --place) {
        n[place] = n[place - 1];
      }
      n[place] = x;
    }
    std::uint64_t out = 0;
    for (int i = 0; i < g.size; ++i) {
      out += choose(n[i], i + 1);
    }
    return out;
  }

  std::vector<Group> m_groups;
  std::vector<std::size_t> m_group_of; ///< by piece
  int m_pieces = 0;
  std::uint64_t m_size = 1;
};

/// The values of all placements of one material.
class Table {
public:
  explicit Table(const Material& m) : m_numbering{m} {}

  [[nodiscard]] const Numbering& numbering() const { return m_numbering; }
  [[nodiscard]] Value value(int side_to_move, std::uint64_t index) const {
    return static_cast<Value>(m_packed[side_to_move][index / 4] >> (index % 4 * 2) & 3U);
  }
  [[nodiscard]] Value value(const Placement& p) const {
    return value(p.side_to_move, m_numbering.encode(p));
  }

private:
  friend class Solver;
  Numbering m_numbering;
  Array<std::vector<std::uint8_t>, 2> m_packed;
};

/// Solves materials, and keeps the tables of all that they turn into by captures.
class Solver {
public:
  const Table& solve(const Material& m) {
    std::unique_ptr<Table>& slot = m_tables[m];
    if (!slot) {
      for (int side = 0; side < 2; ++side) {
        for (int k = advisor; k < kind_count; ++k) {
          if (m.count[side][k] != 0) {
            solve(without(m, side, k)); // before this one: captures lead there
          }
        }
      }
      auto table = std::make_unique<Table>(m);
      Work{*this, m, *table}.run();
      m_tables[m] = std::move(table); // `slot` may have moved
    }
    return *m_tables[m];
  }
  /// Forget all tables.
  void clear() { m_tables.clear(); }

private:
  static Material without(Material m, int side, int kind) {
    --m.count[side][kind];
    return m;
  }

  // While a table is made, a byte a placement: open moves of the side to move (those not known to
  // lose), or one of these.
  static constexpr std::uint8_t illegal = 255, won = 254, lost = 253, fresh_won = 252,
                                fresh_lost = 251;

  struct Work {
    Solver& solver;
    const Material& material;
    Table& table;
    Array<std::vector<std::uint8_t>, 2> state{};
    Array<Array<const Table*, kind_count>, 2> after{}; ///< without one such piece

    void run() {
      for (int side = 0; side < 2; ++side) {
        for (int k = advisor; k < kind_count; ++k) {
          if (material.count[side][k] != 0) {
            after[side][k] = solver.m_tables[without(material, side, k)].get();
          }
        }
        state[side].assign(table.m_numbering.size(), illegal);
      }
      start();
      while (spread()) {
      }
      pack();
    }

    /// Counts moves, and looks at captures and at the end of the game.
    void start() {
      Placement p;
      for (std::uint64_t i = 0; i < table.m_numbering.size(); ++i) {
        if (!table.m_numbering.decode(i, p)) {
          continue;
        }
        Board board{p};
        for (p.side_to_move = 0; p.side_to_move < 2; ++p.side_to_move) {
          if (!board.attacked(1 - p.side_to_move)) {
            state[p.side_to_move][i] = first_state(board, p);
          }
        }
      }
    }

    std::uint8_t first_state(Board& board, const Placement& p) const {
      unsigned open = 0;
      for (int i = 0; i < p.size; ++i) {
        const Piece& piece = p.pieces[i];
        if (piece.side != p.side_to_move) {
          continue;
        }
        bool wins = false;
        board.targets(piece, [&](Square to) {
          const Cell captured = board.move(piece.square, to);
          if (!board.attacked(piece.side)) {
            const Value reply = captured == 0 ? Value::draw : after_capture(p, i, to);
            wins = wins || reply == Value::loss;
            open += reply == Value::win ? 0 : 1;
          }
          board.take_back(piece.square, to, captured);
        });
        if (wins) {
          return fresh_won;
        }
      }
      return open == 0 ? fresh_lost : static_cast<std::uint8_t>(open);
    }

    [[nodiscard]] Value after_capture(const Placement& p, int mover, Square to) const {
      Placement next;
      next.side_to_move = 1 - p.side_to_move;
      const Table* t = nullptr;
      for (int i = 0; i < p.size; ++i) {
        if (i == mover || p.pieces[i].square != to) {
          next.pieces[next.size] = p.pieces[i];
          if (i == mover) {
            next.pieces[next.size].square = to;
          }
          ++next.size;
        } else {
          t = after[p.pieces[i].side][p.pieces[i].kind];
        }
      }
      return t->value(next);
    }

    /// What follows for the moves that lead to placements found since the last call.
    bool spread() {
      bool any = false;
      Placement p;
      for (std::uint64_t i = 0; i < table.m_numbering.size(); ++i) {
        for (int side = 0; side < 2; ++side) {
          std::uint8_t& s = state[side][i];
          if (s == fresh_won || s == fresh_lost) {
            any = true;
            const bool loses = s == fresh_lost;
            s = loses ? lost : won;
            table.m_numbering.decode(i, p);
            const Board board{p};
            go_back(board, p, i, 1 - side, loses);
          }
        }
      }
      return any;
    }

    void go_back(const Board& board, const Placement& p, std::uint64_t index, int mover,
                 bool wins) {
      for (int i = 0; i < p.size; ++i) {
        if (p.pieces[i].side != mover) {
          continue;
        }
        board.sources(p.pieces[i], [&](Square from) {
          std::uint8_t& s = state[mover][table.m_numbering.moved(index, p, i, from)];
          if (s < fresh_lost) {
            if (wins) {
              s = fresh_won;
            } else if (--s == 0) {
              s = fresh_lost;
            }
          }
        });
      }
    }

    void pack() {
      for (std::size_t side = 0; side < 2; ++side) {
        auto& out = table.m_packed[side];
        out.assign((state[side].size() + 3) / 4, 0);
        for (std::size_t i = 0; i < state[side].size(); ++i) {
          const std::uint8_t s = state[side][i];
          const Value v = s == illegal ? Value::illegal
                          : s == won   ? Value::win
                          : s == lost  ? Value::loss
                                       : Value::draw;
          out[i / 4] |= static_cast<std::uint8_t>(static_cast<unsigned>(v) << (i % 4 * 2));
        }
        std::vector<std::uint8_t>{}.swap(state[side]);
      }
    }
  };

  std::map<Material, std::unique_ptr<Table>> m_tables;
};

} // namespace endgames
