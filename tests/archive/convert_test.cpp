// The whole archive in its three encodings against an independent replay.

#include "base/files/input.hpp"
#include "format/binary/xqf.hpp"
#include "support/archive_part.hpp"
#include "support/catch.hpp"
#include "support/rounds.hpp"
#include "support/scratch_folder.hpp"
#include "support/shared_data.hpp"

#include <xq/base/encoding.hpp>
#include <xq/format/format.hpp>

#include <algorithm>
#include <array>
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

/// What a file holds, as uci lines, and what is wrong with it.
Lines converted(const std::string& path, const format::ReadOptions& options) {
  Lines all;
  const std::vector<std::string> inputs{path};
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
      [&](const format::FileProblem& problem) { all.findings += problem.problem.message + "\n"; });
  return all;
}

format::ReadOptions on_threads(unsigned threads) {
  format::ReadOptions options;
  options.threads = threads;
  return options;
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

/// What uci lines say about games less their number and start position: moves, result, end.
std::string without_start(const std::string& lines) {
  std::string out;
  for (std::size_t at = 0; at < lines.size();) {
    const auto end = lines.find('\n', at);
    const auto moves = lines.find('\t', lines.find('\t', at) + 1);
    out.append(lines, moves, end + 1 - moves);
    at = end + 1;
  }
  return out;
}

/// What a format holds of them: the first `fields` of moves, result, end.
std::string first_fields(const std::string& lines, int fields) {
  std::string out;
  for (std::size_t at = 0; at < lines.size();) {
    const auto end = lines.find('\n', at);
    auto stop = at;
    for (int i = 0; i < fields; ++i) {
      stop = std::min(lines.find('\t', stop + 1), end);
    }
    out.append(lines, at, stop - at).append("\n");
    at = end + 1;
  }
  return out;
}

struct Target {
  std::string format;
  notation::Style style = notation::Style::chinese;
  Encoding encoding = Encoding::utf8;
  int holds = 3; ///< see first_fields()
  notation::WxfStyle wxf = notation::WxfStyle::xqbase;
  notation::Letters letters = notation::Letters::he;
};

/// Write every usable game of `archive` to `path` as the target says.
void write_archive(const std::string& archive, const Target& target, const std::string& path) {
  const std::vector<std::string> inputs{archive};
  format::ReadOptions options;
  options.threads = 2;
  format::WriteOptions write;
  write.style = target.style;
  write.notation = {target.letters, target.wxf};
  write.encoding = target.encoding;
  const auto writer = format::make_writer(target.format, write);
  std::ofstream file{path, std::ios::binary};
  const auto put = [&](const std::string& text) {
    const auto bytes = encode(text, target.encoding);
    REQUIRE(bytes);
    file << *bytes;
  };
  std::string text;
  writer->header(text);
  put(text);
  format::read_games<std::string>(
      inputs, options,
      [&](record::Game& game, std::string& out) {
        if (game.usable()) {
          writer->game(out, game);
        }
      },
      [&](std::string&& out) { put(out); },
      [](const format::FileProblem& problem) { FAIL(problem.problem.message); });
  text.clear();
  writer->footer(text);
  put(text);
}

Lines read_back(const std::string& path, const Target& target) {
  auto options = on_threads(2);
  options.wxf = target.wxf;
  if (target.encoding != Encoding::utf8) {
    options.encoding = target.encoding;
  }
  if (target.style == notation::Style::keypad) {
    options.style = target.style;
  }
  return converted(path, options);
}

/// The archive as UTF-8 in a file.
std::string utf8_archive(const support::ScratchFolder& folder) {
  const auto bytes = unpacked(support::archive);
  std::string utf8;
  std::vector<BadBytes> bad;
  Decoder decoder{Encoding::big5};
  decoder.decode(bytes, utf8, bad);
  decoder.finish(utf8, bad);
  std::ofstream{folder.file("utf8.pgn"), std::ios::binary} << utf8;
  return folder.file("utf8.pgn");
}

/// A part of the archive, and its games as first_fields() takes them.
struct Part {
  std::string path;
  std::string wanted;
};

/// As many parts as there are targets.
constexpr std::size_t part_count = 20;

/// Which games of the archive are written in a format: every third, or with XQ_ROUNDS=3 each.
std::size_t step() { return 3 / std::min<std::size_t>(3, support::rounds(1)); }

/// Of those games every twentieth, from the first, the second, ...
std::array<Part, part_count> split_archive(const support::ScratchFolder& folder) {
  const auto archive = support::read_file(utf8_archive(folder));
  std::array<std::string, part_count> texts;
  const std::string_view begin = "\n[Game "; // the first line of a game
  std::size_t game = 0;
  for (std::size_t at = 0; at < archive.size();) {
    const auto end = std::min(archive.find(begin, at), archive.size() - 1) + 1;
    if (game % step() == 0) {
      texts[game / step() % part_count].append(archive, at, end - at);
    }
    ++game;
    at = end;
  }
  std::array<Part, part_count> parts;
  for (std::size_t i = 0; i < part_count; ++i) {
    parts[i].path = folder.file("part" + std::to_string(i) + ".pgn");
    std::ofstream{parts[i].path, std::ios::binary} << texts[i];
    parts[i].wanted = without_start(converted(parts[i].path, on_threads(2)).text);
  }
  return parts;
}

} // namespace

TEST_CASE("games of the archive come back from a format that is written, and each format has some",
          "[convert][threads]") {
  support::skip_without("ccpd");
  const support::ScratchFolder folder;
  const auto parts = split_archive(folder);
  std::ptrdiff_t games = 0;
  for (const auto& part : parts) {
    games += std::count(part.wanted.begin(), part.wanted.end(), '\n');
  }
  REQUIRE(games >= 58'456 / static_cast<std::ptrdiff_t>(step()) - 12);
  using notation::Style;
  const std::vector<Target> targets{
      {"pgn"},
      {"pgn", Style::traditional},
      {"pgn", Style::wxf},
      {"pgn", Style::wxf, Encoding::utf8, 3, notation::WxfStyle::index, notation::Letters::nb},
      {"pgn", Style::wxf, Encoding::utf8, 3, notation::WxfStyle::rules1997},
      {"pgn", Style::iccs},
      {"pgn", Style::uci},
      {"pgn", Style::coordinate},
      {"pgn", Style::keypad},
      {"pgn", Style::chinese, Encoding::gb18030},
      {"pgn", Style::traditional, Encoding::big5},
      {"xml"},
      {"cbf"},
      {"pfc"},
      // One game has no moves, and Black to move: that is no part of the format.
      {"dhtmlxq", Style::chinese, Encoding::utf8, 2},
      {"jsonl"},
      {"jsonl", Style::wxf},
      {"uci"},
      {"epd"},
      {"ucci", Style::uci, Encoding::utf8, 1},
  };
  REQUIRE(targets.size() == parts.size());
  for (std::size_t i = 0; i < targets.size(); ++i) {
    const auto& target = targets[i];
    const auto& [archive, wanted] = parts[i];
    const auto path = folder.file("out." + target.format);
    write_archive(archive, target, path);
    const auto back = read_back(path, target);
    const auto lines = without_start(back.text);
    INFO(target.format << ", style " << static_cast<int>(target.style) << ", "
                       << std::count(lines.begin(), lines.end(), '\n') << " games; findings:\n"
                       << back.findings.substr(0, 1000));
    CHECK(back.findings.empty());
    const bool same = first_fields(lines, target.holds) == first_fields(wanted, target.holds);
    CHECK(same);
  }
}

TEST_CASE("games of the archive come back from XQF", "[convert][threads]") {
  support::skip_without("ccpd");
  const std::vector<std::string> inputs{support::shared(support::archive).string()};
  struct Count {
    int games = 0, same = 0;
  } sum;
  format::ReadOptions options;
  options.threads = 2;
  const auto uci = format::make_writer("uci", {});
  format::read_games<Count>(
      inputs, options,
      [&](record::Game& game, Count& count) {
        if (!game.usable() || game.number % step() != 0) {
          return;
        }
        ++count.games;
        std::vector<Problem> losses;
        const auto bytes = format::write_xqf(game, losses);
        record::Game back;
        if (!bytes || !format::read_xqf(format::as_bytes(*bytes), back) || !back.usable()) {
          return;
        }
        std::string before;
        std::string after;
        uci->game(before, game);
        uci->game(after, back);
        count.same += without_start(before) == without_start(after) ? 1 : 0;
      },
      [&](Count&& count) {
        sum.games += count.games;
        sum.same += count.same;
      },
      [](const format::FileProblem& problem) { FAIL(problem.problem.message); });
  CHECK(sum.games >= 58'456 / static_cast<int>(step()) - 12);
  CHECK(sum.same == sum.games);
}

TEST_CASE("every game of the archive, in three encodings, on any number of threads",
          "[convert][threads]") {
  support::skip_without("ccpd");
  const auto rows = truth();
  REQUIRE(rows.size() == 58'468);

  const auto packed = support::shared(support::archive).string();
  const auto big5 = converted(packed, on_threads(1));
  check_against(rows, big5.text);
  CHECK(std::count(big5.findings.begin(), big5.findings.end(), '\n') == 12);
  CHECK(big5.findings.find("game 57575: the red king is missing") != std::string::npos);

  const support::ScratchFolder folder;
  // The same text whatever the encoding and the threads: some records are enough for that.
  const auto part =
      support::first_records(folder, std::min<std::size_t>(support::rounds(15'000), 50'000));
  const auto bytes = support::read_file(part);
  const auto one = converted(part, on_threads(1));
  CHECK(big5.text.starts_with(one.text));
  std::string utf8;
  std::vector<BadBytes> bad;
  Decoder decoder{Encoding::big5};
  decoder.decode(bytes, utf8, bad);
  decoder.finish(utf8, bad);
  CHECK(bad.empty());
  std::ofstream{folder.file("utf8.pgn"), std::ios::binary} << utf8;
  std::ofstream{folder.file("gb.pgn"), std::ios::binary} << *encode(utf8, Encoding::gb18030);
  for (const auto* const name : {"utf8.pgn", "gb.pgn"}) {
    const auto other = converted(folder.file(name), on_threads(3));
    INFO(name);
    CHECK(other.text == one.text);
    CHECK(other.findings == one.findings);
  }
}
