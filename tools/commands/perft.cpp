#include "cli/interrupt.hpp"
#include "cli/talk.hpp"
#include "command.hpp"
#include "jobs/answer/write.hpp"
#include "jobs/search/position_text.hpp"

#include <xq/base/error.hpp>
#include <xq/board/movegen.hpp>
#include <xq/notation/notation.hpp>

#include <fmt/core.h>

#include <chrono>
#include <cstdio>

namespace xq::cli {

namespace {

using jobs::get;
using jobs::Kind;

struct Leaves {
  std::optional<int> depth{};
  std::string move{}; ///< with --divide
  std::uint64_t nodes = 0;
};
constexpr auto perft_fields = std::to_array<jobs::FieldOf<Leaves>>(
    {{"depth", Kind::count, get<&Leaves::depth>, jobs::Missing::left_out},
     {"move", Kind::move, [](const Leaves& l) { return jobs::told(l.move); },
      jobs::Missing::left_out},
     {"nodes", Kind::count, get<&Leaves::nodes>}});

class Perft final : public Command {
public:
  void describe(OptionSet& options) override {
    options.add_argument(text(m_fen, "FEN"), "a FEN in quotes, or startpos");
    options.add_argument(number(m_depth, 0, 12, "DEPTH"), "number of plies");
    options.add("divide", flag(m_divide), "print the count below each first move");
  }

  Exit run(const GlobalOptions& global) override {
    Position position = jobs::read_position(m_fen);
    const auto begin = std::chrono::steady_clock::now();
    const std::uint64_t nodes =
        m_divide && m_depth > 0 ? divide(position, global.json) : count(position, m_depth);
    const std::chrono::duration<double> time = std::chrono::steady_clock::now() - begin;
    if (global.json) {
      print_lines(jobs::json_line<Leaves>(perft_fields, {.depth = m_depth, .nodes = nodes}));
    } else {
      print_lines(fmt::format("{}\n", nodes));
    }
    if (global.verbose) {
      talk("{:.3f} s, {:.1f} M nodes/s\n", time.count(),
           static_cast<double>(nodes) / time.count() / 1e6);
    }
    return Exit::ok;
  }

private:
  static std::uint64_t count(Position& position, int depth) {
    const auto nodes = perft(position, depth, interrupted);
    if (!nodes) {
      throw make_error<Interrupted>("interrupted");
    }
    return *nodes;
  }

  std::uint64_t divide(Position& position, bool json) const {
    MoveList moves;
    generate_legal(position, moves);
    std::uint64_t total = 0;
    Undo undo;
    for (const Move move : moves) {
      const std::string name = notation::to_text(position, move, notation::Style::uci);
      position.do_move(move, undo);
      const std::uint64_t nodes = count(position, m_depth - 1);
      position.undo_move(move, undo);
      total += nodes;
      if (json) {
        print_lines(jobs::json_line<Leaves>(perft_fields, {.move = name, .nodes = nodes}));
      } else {
        print_lines(fmt::format("{}: {}\n", name, nodes));
      }
    }
    return total;
  }

  std::string m_fen;
  int m_depth = 0;
  bool m_divide = false;
};

} // namespace

CommandInfo perft_command() {
  return {.name = "perft",
          .group = "Positions",
          .summary = "count the leaves of the tree of legal moves",
          .synopsis = "FEN DEPTH [--divide]",
          .description = "Counts the sequences of DEPTH legal moves from a position. The count is "
                         "the usual proof that a move generator is right: programs that disagree "
                         "differ in the rules.\n\nThe count stands on the last line.",
          .examples = {{"xq perft startpos 4", "3290240 positions after four plies"},
                       {"xq perft startpos 3 --divide", "the same below each first move"},
                       {"xq perft -v startpos 5", "with time and nodes per second on stderr"}},
          .exits = {},
          .answers = {{jobs::parts<perft_fields>}},
          .create = create<Perft>};
}

} // namespace xq::cli
