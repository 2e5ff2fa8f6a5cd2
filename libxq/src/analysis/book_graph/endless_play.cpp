#include "analysis/book_graph/endless_play.hpp"

#include <algorithm>

namespace xq::analysis {

namespace {

using Marks = std::vector<bool>;

class Solver {
public:
  explicit Solver(const EndlessPlay& play) : m_play{play}, m_before(play.vertices.size()) {
    for (std::uint32_t v = 0; v < m_before.size(); ++v) {
      for (const std::uint32_t next : play.vertices[v].next) {
        m_before[next].push_back(v);
      }
    }
  }

  /// Where a win can be had when play stays in `in`, from each vertex of which it can.
  [[nodiscard]] Marks solve(const Marks& in) const {
    const std::vector<unsigned> events = events_of(in);
    if (std::ranges::find(in, true) == in.end()) {
      return in;
    }
    const bool win = m_play.is_win(events); // where everything happens again and again
    for (const unsigned event : events) {
      const Marks rest = without(in, attracted(in, vertices_of(in, event), win));
      const Marks won = solve(rest);
      const Marks lost = win ? without(rest, won) : won;
      if (std::ranges::find(lost, true) != lost.end()) {
        // from there the event can be kept away
        const Marks gone = attracted(in, lost, !win);
        Marks out = solve(without(in, gone));
        for (std::size_t v = 0; v < out.size(); ++v) {
          out[v] = out[v] || (!win && gone[v]);
        }
        return out;
      }
    }
    return win ? in : Marks(in.size(), false);
  }

private:
  [[nodiscard]] std::vector<unsigned> events_of(const Marks& in) const {
    std::vector<unsigned> out;
    for (std::size_t v = 0; v < in.size(); ++v) {
      if (in[v] && m_play.vertices[v].event != EndlessPlay::Vertex::none) {
        out.push_back(m_play.vertices[v].event);
      }
    }
    std::ranges::sort(out);
    out.erase(std::unique(out.begin(), out.end()), out.end());
    return out;
  }

  [[nodiscard]] Marks vertices_of(const Marks& in, unsigned event) const {
    Marks out(in.size(), false);
    for (std::size_t v = 0; v < in.size(); ++v) {
      out[v] = in[v] && m_play.vertices[v].event == event;
    }
    return out;
  }

  static Marks without(Marks a, const Marks& b) {
    for (std::size_t v = 0; v < a.size(); ++v) {
      a[v] = a[v] && !b[v];
    }
    return a;
  }

  /// The vertices from which a player can force that play comes to `goal`.
  [[nodiscard]] Marks attracted(const Marks& in, Marks goal, bool winner) const {
    std::vector<std::uint32_t> left(in.size(), 0);
    std::vector<std::uint32_t> queue;
    for (std::uint32_t v = 0; v < in.size(); ++v) {
      left[v] = static_cast<std::uint32_t>(std::ranges::count_if(
          m_play.vertices[v].next, [&](std::uint32_t next) { return in[next]; }));
      if (goal[v]) {
        queue.push_back(v);
      }
    }
    while (!queue.empty()) {
      const std::uint32_t reached = queue.back();
      queue.pop_back();
      for (const std::uint32_t v : m_before[reached]) {
        if (in[v] && !goal[v] && (m_play.vertices[v].winners == winner || --left[v] == 0)) {
          goal[v] = true;
          queue.push_back(v);
        }
      }
    }
    return goal;
  }

  const EndlessPlay& m_play;
  std::vector<std::vector<std::uint32_t>> m_before; ///< with duplicates where `next` has them
};

} // namespace

std::vector<bool> EndlessPlay::solve() const {
  return Solver{*this}.solve(Marks(vertices.size(), true));
}

} // namespace xq::analysis
