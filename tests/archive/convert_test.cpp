// The whole archive in its three encodings against an independent replay.

#include "support/scratch_folder.hpp"
#include "support/shared_data.hpp"

#include <xq/base/encoding.hpp>
#include <xq/base/input.hpp>
#include <xq/format/format.hpp>

#include <catch2/catch.hpp>

#include <algorithm>
#include <fstream>
#include <string>
#include <vector>

using namespace xq;

namespace {

struct Row {
  std::string status, result, start, moves, end;
};

std::string unpacked(const std::string& name) {
  const std::vector<std::string> paths{support::shared(name).string()};
  Input input{paths};
  std::string out;
  REQUIRE(input.next());
  for (auto chunk = input.read(); !chunk.empty(); chunk = input.read()) {
    out += chunk;
  }
  return out;
}

std::vector<Row> truth() {
  std::vector<Row> rows;
  const auto text = unpacked("ccpd/truth.tsv.xz");
  for (std::size_t at = text.find('\n') + 1; at < text.size();) {
    const auto end = std::min(text.find('\n', at), text.size());
    std::vector<std::string> fields;
    for (auto from = at; from <= end;) {
      const auto tab = std::min(text.find('\t', from), end);
      fields.push_back(text.substr(from, tab - from));
      from = tab + 1;
    }
    rows.push_back({fields.at(1), fields.at(4), fields.at(6), fields.at(7), fields.at(8)});
    at = end + 1;
  }
  return rows;
}

struct Lines {
  std::string text;
  std::string findings;
};

Lines converted(const std::string& path, unsigned threads) {
  Lines all;
  const std::vector<std::string> inputs{path};
  format::ReadOptions options;
  options.threads = threads;
  const auto writer = format::make_writer("uci", {});
  format::read_games<Lines>(
      inputs, options,
      [&](record::Game& game, Lines& out) {
        if (game.usable()) {
          writer->game(out.text, game);
        } else {
          out.findings += format_problem({}, game.number, game.problems.at(0)) + "\n";
        }
      },
      [&](Lines&& batch) {
        all.text += batch.text;
        all.findings += batch.findings;
      },
      [](const format::FileProblem& problem) { FAIL(problem.problem.message); });
  return all;
}

void check_against(const std::vector<Row>& rows, const std::string& text) {
  std::size_t next = 0; // row of the next game
  std::size_t wrong = 0;
  for (std::size_t at = 0; at < text.size();) {
    const auto end = text.find('\n', at);
    const auto line = text.substr(at, end - at);
    at = end + 1;
    while (next < rows.size() && rows[next].status != "ok") {
      ++next;
    }
    REQUIRE(next < rows.size());
    const auto& row = rows[next++];
    const auto tail = "\t" + row.moves + "\t" + row.result + "\t" + row.end;
    const bool right = line.starts_with(std::to_string(next) + "\t") && line.ends_with(tail);
    if (!right && ++wrong <= 3) {
      UNSCOPED_INFO("row " << next << ": " << line << "\n  wanted ..." << tail);
    }
  }
  CHECK(wrong == 0);
  while (next < rows.size() && rows[next].status != "ok") {
    ++next;
  }
  CHECK(next == rows.size());
}

} // namespace

TEST_CASE("Every game of the archive, in three encodings, on any number of threads", "[convert]") {
  support::skip_without("ccpd");
  const auto rows = truth();
  REQUIRE(rows.size() == 58'468);

  const auto packed = support::shared("ccpd/ccpd.big5.pgn.xz").string();
  const auto big5 = converted(packed, 1);
  check_against(rows, big5.text);
  CHECK(std::count(big5.findings.begin(), big5.findings.end(), '\n') == 12);
  CHECK(big5.findings.find("game 57575: the red king is missing") != std::string::npos);

  const support::ScratchFolder folder;
  const auto bytes = unpacked("ccpd/ccpd.big5.pgn.xz");
  std::string utf8;
  std::vector<BadBytes> bad;
  Decoder decoder{Encoding::big5};
  decoder.decode(bytes, utf8, bad);
  decoder.finish(utf8, bad);
  CHECK(bad.empty());
  std::ofstream{folder.file("utf8.pgn"), std::ios::binary} << utf8;
  std::ofstream{folder.file("gb.pgn"), std::ios::binary} << *encode(utf8, Encoding::gb18030);
  for (const auto* const name : {"utf8.pgn", "gb.pgn"}) {
    const auto other = converted(folder.file(name), 3);
    INFO(name);
    CHECK(other.text == big5.text);
    CHECK(other.findings == big5.findings);
  }
}
