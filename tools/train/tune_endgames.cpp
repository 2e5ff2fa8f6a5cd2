// Solves the classical endings and writes how many of their placements are won: the table behind
// libxq/src/engine/eval/endgames.hpp, which tells what the numbers are.
//
//   tune_endgames OUT.hpp [--only TEXT]    --only: the family TEXT alone, to try
//
// The same build writes the same bytes. The table in the source tree was made one family at a time.
#include "endings/library.hpp"
#include "jobs/endings/shares.hpp"

#include <fmt/core.h>

#include <chrono>
#include <cstdio>
#include <fstream>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace {

/// Attackers of both sides; the defenders below are added to the second one.
struct Family {
  std::string_view pieces;
  std::vector<std::string_view> guards;
};

const std::vector<Family>& families() {
  using G = std::vector<std::string_view>;
  static const G all{"", "A", "E", "AA", "AE", "EE", "AAE", "AEE", "AAEE"};
  static const G light{"", "A", "E", "AA", "AE", "EE", "AAE", "AEE"};
  static const G few{"", "A", "E", "AA", "EE"};
  static const G none{""};
  static const std::vector<Family> out{
      {"P-", all},    {"PP-", all},   {"H-", all},    {"HP-", all},   {"C-", all},    {"CA-", all},
      {"CP-", light}, {"R-", all},    {"R-P", few},   {"R-H", few},   {"R-C", few},   {"R-R", few},
      {"P-P", few},   {"H-P", few},   {"H-H", few},   {"H-C", few},   {"C-P", few},   {"C-H", few},
      {"C-C", few},   {"CA-P", none}, {"HP-H", none}, {"HP-C", none}, {"CP-P", none},
  };
  return out;
}

std::string row(const xq::jobs::EndingShares& s) {
  return fmt::format("    {{\"{}\", {{{{{}, {}}}}}, {{{{{}, {}}}}}}},\n", s.name,
                     s.quiet[0].percent(), s.quiet[1].percent(), s.formed[0].percent(),
                     s.formed[1].percent());
}

} // namespace

int main(int argc, char** argv) {
  if (argc != 2 && !(argc == 4 && std::string_view{argv[2]} == "--only")) {
    std::fputs("usage: tune_endgames OUT.hpp [--only TEXT]\n", stderr);
    return 2;
  }
  const std::string_view only = argc == 4 ? argv[3] : "";
  std::map<std::string, std::string> rows;
  for (const Family& family : families()) {
    if (!only.empty() && family.pieces != only) {
      continue;
    }
    const auto begin = std::chrono::steady_clock::now();
    xq::endings::Library library{{.judges_checks = false}};
    for (const std::string_view guards : family.guards) {
      const auto material =
          xq::endings::read_material(fmt::format("{}{}", family.pieces, guards)).value();
      const auto attacker = material.is_turned() ? xq::Color::black : xq::Color::red;
      for (const auto& shares : xq::jobs::count_shares(library.make(material), attacker)) {
        rows[shares.name] = row(shares);
        fmt::print(stderr, "{}", rows[shares.name]);
      }
    }
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
    fmt::print(stderr, "{}: {:.1f} s\n", family.pieces, took.count());
  }
  std::ofstream out{argv[1]};
  out << "#pragma once\n\n#include \"engine/eval/endgames.hpp\"\n\nnamespace xq::engine {\n\n"
         "// Written by the program tune_endgames, see docs/engine.md; not edited by hand.\n"
         "// clang-format off\n"
         "inline constexpr auto endgame_rows = std::to_array<EndgameRow>({\n";
  for (const auto& [name, text] : rows) {
    out << text;
  }
  out << "});\n// clang-format on\n\n} // namespace xq::engine\n";
  return out.flush() ? 0 : 1;
}
