#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

namespace support {

/// A game on a graph that never ends: which colors come again and again says who wins (a Muller
/// game). Solved by R. McNaughton's recursion over all of them (Infinite Games Played on Finite
/// Graphs, 1993), without care for time.
class MullerGame {
public:
  using Set = std::vector<bool>;

  /// `red_wins`: by a set of bits of colors, of which there are `colors`.
  MullerGame(unsigned colors, std::function<bool(unsigned)> red_wins)
      : m_colors{colors}, m_red_wins{std::move(red_wins)} {}

  /// A vertex where a side moves; every vertex must get a move.
  std::uint32_t add(bool red, unsigned colors) {
    m_vertices.push_back({red, colors, {}});
    return static_cast<std::uint32_t>(m_vertices.size() - 1);
  }
  void connect(std::uint32_t from, std::uint32_t to) { m_vertices[from].next.push_back(to); }

  /// Vertices from which Red wins.
  [[nodiscard]] Set solve() const { return solve_in(Set(m_vertices.size(), true)); }

private:
  struct Vertex {
    bool red;
    unsigned colors;
    std::vector<std::uint32_t> next;
  };

  /// Where a side can force that the play comes to `goal`.
  [[nodiscard]] Set attract(const Set& in, Set goal, bool red) const {
    for (bool more = true; more;) {
      more = false;
      for (std::size_t v = 0; v < m_vertices.size(); ++v) {
        if (!in[v] || goal[v]) {
          continue;
        }
        const auto reaches = [&](std::uint32_t next) { return !in[next] || goal[next]; };
        const auto one = [&](std::uint32_t next) { return in[next] && goal[next]; };
        const auto& next = m_vertices[v].next;
        if (m_vertices[v].red == red ? std::ranges::any_of(next, one)
                                     : std::ranges::all_of(next, reaches)) {
          goal[v] = true;
          more = true;
        }
      }
    }
    return goal;
  }

  static Set without(Set a, const Set& b) {
    for (std::size_t i = 0; i < a.size(); ++i) {
      a[i] = a[i] && !b[i];
    }
    return a;
  }

  /// Where Red wins when play stays in `in`, which has no dead end.
  [[nodiscard]] Set solve_in(const Set& in) const {
    unsigned colors = 0;
    bool empty = true;
    for (std::size_t v = 0; v < in.size(); ++v) {
      colors |= in[v] ? m_vertices[v].colors : 0U;
      empty = empty && !in[v];
    }
    if (empty) {
      return in;
    }
    const bool red = m_red_wins(colors); // wins when everything happens again and again
    for (unsigned color = 0; color < m_colors; ++color) {
      if ((colors & (1U << color)) == 0) {
        continue;
      }
      Set seen(in.size(), false);
      for (std::size_t v = 0; v < in.size(); ++v) {
        seen[v] = in[v] && (m_vertices[v].colors & (1U << color)) != 0;
      }
      const Set rest = without(in, attract(in, seen, red));
      const Set red_in_rest = solve_in(rest);
      const Set lost = red ? without(rest, red_in_rest) : red_in_rest;
      if (std::ranges::find(lost, true) != lost.end()) {
        const Set gone = attract(in, lost, !red);
        Set won = solve_in(without(in, gone));
        for (std::size_t v = 0; v < won.size(); ++v) {
          won[v] = won[v] || (!red && gone[v]);
        }
        return won;
      }
    }
    return red ? in : Set(in.size(), false);
  }

  unsigned m_colors;
  std::function<bool(unsigned)> m_red_wins;
  std::vector<Vertex> m_vertices;
};

} // namespace support
