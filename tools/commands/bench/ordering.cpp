#include "cli/interrupt.hpp"
#include "command.hpp"
#include "engine/classic/ordering_bench.hpp"
#include "jobs/answer/write.hpp"

#include <xq/board/fen.hpp>

#include <fmt/core.h>

#include <string>
#include <utility>
#include <vector>

namespace xq::cli {

namespace {

using engine::OrderingScheme;
using engine::OrderingTable;

struct Row {
  std::string_view table, scheme;
  const std::vector<std::uint64_t>* nodes;
};
constexpr auto ordering_fields = std::to_array<jobs::FieldOf<Row>>(
    {{"table", jobs::Kind::text, jobs::get<&Row::table>},
     {"scheme", jobs::Kind::text, jobs::get<&Row::scheme>},
     {"nodes", jobs::Kind::list, [](const Row& row) -> jobs::Value { return *row.nodes; }}});

class BenchOrdering final : public Command {
public:
  void describe(OptionSet& options) override {
    options.add("depth,d", number(m_depth, 3, 20), "plies to search each position");
    options.add("limit", number(m_limit, 1, 20), "at most N of the middle games");
    options.add("hash", number(m_hash, 1, 65536, "MB"), "size of the transposition table");
  }

  Exit run(const GlobalOptions& global) override {
    for (const OrderingTable& table : engine::ordering_tables()) {
      std::vector<std::vector<std::uint64_t>> counts;
      for (const OrderingScheme& scheme : table.schemes) {
        counts.push_back(measure(scheme));
      }
      global.json ? print_json(table, counts) : print(table, counts);
      std::fflush(stdout);
    }
    return Exit::ok;
  }

private:
  /// Nodes up to each depth, summed over the positions.
  [[nodiscard]] std::vector<std::uint64_t> measure(const OrderingScheme& scheme) const {
    const int depth = std::max(1, m_depth - scheme.depth_less);
    std::vector<std::uint64_t> sums(static_cast<std::size_t>(depth));
    engine::ClassicSearch search{scheme.ideas, m_hash};
    for (const std::string_view fen : engine::middle_games().first(m_limit)) {
      throw_if_interrupted();
      const auto result = search.run(read_fen(fen)->position, depth);
      for (std::size_t i = 0; i < sums.size(); ++i) {
        sums[i] += result.nodes[i];
      }
    }
    return sums;
  }

  void print(const OrderingTable& table,
             const std::vector<std::vector<std::uint64_t>>& counts) const {
    constexpr int name_width = 30;
    fmt::print("{:<{}}", table.title, name_width);
    for (int depth = 1; depth <= m_depth; ++depth) {
      fmt::print(" {:>18}", fmt::format("depth {}", depth));
    }
    fmt::print("\n");
    for (std::size_t row = 0; row < counts.size(); ++row) {
      fmt::print("  {:<{}}", table.schemes[row].name, name_width - 2);
      for (std::size_t i = 0; i < counts[row].size(); ++i) {
        // against the nearest row above that was searched as deep
        const std::size_t base = first_as_deep(counts, i);
        const double change =
            100.0 *
            (static_cast<double>(counts[row][i]) / static_cast<double>(counts[base][i]) - 1.0);
        fmt::print(" {:>10} {:>7}", counts[row][i],
                   row == base ? std::string{} : fmt::format("{:+.1f}%", change));
      }
      fmt::print("\n");
    }
    fmt::print("\n");
  }

  /// The first row that went to depth i + 1: what the others are compared with there.
  static std::size_t first_as_deep(const std::vector<std::vector<std::uint64_t>>& counts,
                                   std::size_t i) {
    std::size_t row = 0;
    while (counts[row].size() <= i) {
      ++row;
    }
    return row;
  }

  static void print_json(const OrderingTable& table,
                         const std::vector<std::vector<std::uint64_t>>& counts) {
    for (std::size_t row = 0; row < counts.size(); ++row) {
      fmt::print("{}", jobs::json_line<Row>(ordering_fields,
                                            {table.title, table.schemes[row].name, &counts[row]}));
    }
  }

  int m_depth = 6;
  std::size_t m_limit = 20;
  std::size_t m_hash = 16;
};

} // namespace

CommandInfo bench_ordering_command() {
  return {
      .name = "bench ordering",
      .group = "Engine",
      .summary = "nodes that older ideas of searching save, in tables",
      .synopsis = "[--depth N] [--limit N]",
      .description =
          "Searches twenty middle games with a plain alpha-beta search that leaves the engine's "
          "own aside, and adds the ideas of the literature one by one: the order of moves "
          "(table move, captures judged by the victim's value less the capturer's where the "
          "victim is protected, killers, history), killers before or after good captures, "
          "internal iterative deepening with and without an opened window, principal variation "
          "search against alpha-beta and MTD(f). Each table gives the nodes up to a depth, and "
          "the difference from its first row that went as deep; rows too slow for it stop "
          "before the last depth.",
      .examples = {{"xq bench ordering", "the tables to depth 6"},
                   {"xq bench ordering -d 4 --limit 5", "a quick look"}},
      .exits = {},
      .answers = {{jobs::parts<ordering_fields>}},
      .create = create<BenchOrdering>};
}

} // namespace xq::cli
