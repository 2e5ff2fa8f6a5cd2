#include "base/files/input.hpp"
#include "support/catch.hpp"
#include "support/positions.hpp"
#include "support/shared_data.hpp"

#include <xq/record/ecco.hpp>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <map>
#include <string>
#include <utility>
#include <vector>

using namespace xq;

namespace {

constexpr auto truth_file = "ccpd/truth.tsv.xz";

struct Labelled {
  std::string label;
  std::vector<Move> moves;
};

std::string_view take(std::string_view& rest, char separator) {
  const auto end = std::min(rest.size(), rest.find(separator));
  const auto field = rest.substr(0, end);
  rest.remove_prefix(std::min(rest.size(), end + 1));
  return field;
}

/// The games of the archive from the standard start that have a code.
std::vector<Labelled> labelled_games() {
  const std::vector<std::string> paths{support::shared(truth_file).string()};
  Input input{paths};
  REQUIRE(input.next());
  std::string text;
  for (auto chunk = input.read(); !chunk.empty(); chunk = input.read()) {
    text += chunk;
  }
  std::vector<Labelled> games;
  std::string_view rest = text;
  take(rest, '\n'); // the names of the columns
  while (!rest.empty()) {
    auto line = take(rest, '\n');
    std::array<std::string_view, 8> columns;
    for (auto& column : columns) {
      column = take(line, '\t');
    }
    if (columns[1] != "ok" || columns[5].empty() ||
        columns[6].find("RNBAKABNR w") == columns[6].npos) {
      continue;
    }
    Labelled& game = games.emplace_back();
    game.label = columns[5];
    while (!columns[7].empty()) {
      game.moves.push_back(support::squares(take(columns[7], ' ')));
    }
  }
  return games;
}

double percent(std::size_t part, std::size_t all) {
  return 100.0 * static_cast<double>(part) / static_cast<double>(all);
}

} // namespace

TEST_CASE("openings agree with the codes of the archive", "[archive]") {
  support::skip_without(truth_file);
  const auto games = labelled_games();
  REQUIRE(games.size() > 55'000);
  std::size_t same = 0;
  std::size_t same_group = 0; // first letter and digit
  std::map<std::pair<std::string, std::string>, std::size_t> differences;
  for (const auto& game : games) {
    const auto* found = record::classify(game.moves);
    REQUIRE(found != nullptr);
    same += found->code == game.label ? 1U : 0U;
    same_group += found->code.substr(0, 2) == game.label.substr(0, 2) ? 1U : 0U;
    if (found->code != game.label) {
      ++differences[{game.label, std::string{found->code}}];
    }
  }
  std::printf("ECCO: %zu games, %.2f %% the same code, %.2f %% the same letter and digit\n",
              games.size(), percent(same, games.size()), percent(same_group, games.size()));
  std::vector<std::pair<std::size_t, std::pair<std::string, std::string>>> most;
  most.reserve(differences.size());
  for (const auto& [codes, count] : differences) {
    most.emplace_back(count, codes);
  }
  std::sort(most.rbegin(), most.rend());
  for (std::size_t i = 0; i < std::min<std::size_t>(most.size(), 8); ++i) {
    std::printf("  archive %s, moves %s: %zu\n", most[i].second.first.c_str(),
                most[i].second.second.c_str(), most[i].first);
  }
  CHECK(percent(same, games.size()) >= 97.0);
  CHECK(percent(same_group, games.size()) >= 99.5);

  const auto start = std::chrono::steady_clock::now();
  std::size_t known = 0;
  for (const auto& game : games) {
    known += record::classify(game.moves) != nullptr ? 1U : 0U;
  }
  const std::chrono::duration<double, std::nano> taken = std::chrono::steady_clock::now() - start;
  std::printf("  %.0f ns a game\n", taken.count() / static_cast<double>(known));
}
