// Reading whole files: where they begin, where they end, and what is none.

#include "support/catch.hpp"
#include "support/scratch_folder.hpp"

#include <xq/format/format.hpp>

#include <fmt/core.h>

#include <algorithm>
#include <ctime>
#include <fstream>
#include <string>
#include <vector>

using namespace xq;

namespace {

struct ReadFile {
  std::size_t games = 0;
  std::size_t rejected = 0;
  std::vector<std::string> problems; ///< codes of findings about the file
  std::vector<std::string> reds;
};

ReadFile read(const std::string& name, std::string_view content,
              const format::ReadOptions& options = {}) {
  const support::ScratchFolder folder;
  std::ofstream{folder.file(name), std::ios::binary} << content;
  const std::vector<std::string> inputs{folder.file(name)};
  ReadFile out;
  const auto totals = format::read_games<std::vector<std::string>>(
      inputs, options,
      [](record::Game& game, std::vector<std::string>& reds) {
        reds.emplace_back(game.tag("Red"));
      },
      [&](std::vector<std::string>&& reds) {
        out.reds.insert(out.reds.end(), reds.begin(), reds.end());
      },
      [&](const format::FileProblem& found) {
        out.problems.emplace_back(info(found.problem.code).name);
      });
  out.games = totals.games;
  out.rejected = totals.rejected;
  return out;
}

std::string repeat(std::string_view text, std::size_t bytes) {
  std::string out;
  while (out.size() < bytes) {
    out += text;
  }
  return out;
}

} // namespace

// A stretch longer than any piece in which a reader takes its text.
TEST_CASE("a long stretch in which no game ends is not the end of the file", "[read]") {
  for (const std::size_t bytes : {300'000U, 5'000'000U}) {
    const auto words = repeat("some words that are no game\n", bytes);
    const std::string game = "<game><red>甲</red><move>炮二平五</move></game>\n";
    struct Text {
      std::string what, name, text;
    };
    const std::vector<Text> all{
        {"XML comment in front", "a.xml", "<games><!--" + words + "-->" + game + game + "</games>"},
        {"XML comment between", "a.xml",
         "<games>" + game + "<!--" + words + "-->" + game + "</games>"},
        {"XML text in front", "a.xml",
         "<games><about>" + words + "</about>" + game + game + "</games>"},
        {"a long XML game", "a.xml",
         "<games>" + game + "<game><red>甲</red><comment>" + words +
             "</comment><move>炮二平五</move></game></games>"},
        {"PGN escapes", "a.pgn",
         repeat("% nothing\n", bytes) +
             "[Red \"甲\"]\n\n1. 炮二平五 *\n\n[Red \"甲\"]\n\n1. 炮二平五 *\n"},
        {"PGN comment", "a.pgn",
         "[Red \"甲\"]\n\n1. 炮二平五 {" + words + "} *\n\n[Red \"甲\"]\n\n1. 炮二平五 *\n"},
        {"empty lines", "a.jsonl",
         R"({"headers":{"Red":"甲"},"moves":["h2e2"]})"
         "\n" +
             std::string(bytes, '\n') +
             R"({"headers":{"Red":"甲"},"moves":["h2e2"]})"
             "\n"},
        {"comment lines", "a.uci",
         "甲;h2e2,h9g7\n" + repeat("# nothing\n", bytes) + "甲;h2e2,h9g7\n"},
    };
    for (const auto& [what, name, text] : all) {
      INFO(what << ", " << bytes << " bytes");
      const auto found = read(name, text);
      CHECK(found.games == 2);
      CHECK(found.rejected == 0);
      CHECK(found.problems.empty());
    }
  }
}

TEST_CASE("a million headers of a game are read in linear time", "[read]") {
  const auto seconds_for = [](std::size_t count, const std::string& name) {
    const bool json = name.ends_with("jsonl");
    std::string text = json ? "{\"headers\":{" : "";
    for (std::size_t i = 0; i < count; ++i) {
      text += json ? fmt::format("{}\"T{}\":\"v\"", i == 0 ? "" : ",", i)
                   : fmt::format("[T{} \"v\"]\n", i);
    }
    text += json ? "},\"moves\":[\"h2e2\"]}\n" : "\n1. 炮二平五 *\n";
    const auto begin = std::clock();
    const auto found = read(name, text);
    const auto end = std::clock();
    CHECK(found.games == 1);
    CHECK(found.rejected == 0);
    return static_cast<double>(end - begin) / CLOCKS_PER_SEC;
  };
  for (const std::string name : {"a.pgn", "a.jsonl"}) {
    INFO(name);
    const auto few = seconds_for(10'000, name);
    const auto many = seconds_for(160'000, name);
    CHECK(many < 64 * std::max(few, 0.01)); // 16 times the headers; quadratic time: 256 times
  }
}

TEST_CASE("no number in JSON Lines ends the run", "[read]") {
  const std::string game = R"({"moves":["h2e2"]})"
                           "\n";
  for (const std::string bad :
       {R"({"number":1e999,"moves":["h2e2"]})", R"({"moves":[-1e400]})", R"({"x":[1e999]})",
        R"({"nodes":[{},{"parent":18446744073709551616,"move":"h2e2"}]})",
        R"({"nodes":[{},{"parent":1e5,"move":"h2e2"}]})", R"({"moves":["\ud800"]})", R"({"moves":)",
        "[]", "1e999", R"({"nodes":[{"notes":[99999999999999999999]}]})"}) {
    INFO(bad);
    format::ReadOptions options;
    options.format = "jsonl";
    const auto found = read("a.jsonl", game + bad + "\n" + game, options);
    CHECK(found.games == 3);
    CHECK(found.rejected == 1);
    CHECK(found.problems.empty());
  }
}

TEST_CASE("what is no record of games gives one finding a file and no game", "[read]") {
  struct File {
    std::string name, content;
  };
  const std::vector<File> all{
      {"package.json", "{\n  \"name\": \"x\",\n  \"version\": \"1.0\",\n  \"list\": [1, 2]\n}\n"},
      {"one.json", "{\"name\":\"x\",\"n\":1}\n"},
      {"lines.jsonl", "{\"name\":\"x\"}\n{\"name\":\"y\"}\n{\"name\":\"z\"}\n"},
      {"list.json", "[\n  1.5,\n  2\n]\n"},
      {"strings.json", "[\"a\", \"b\"]\n"},
      {"objects.json", "[{\"a\": 1}, {\"a\": 2}]\n"},
      {"json.pgn", "{\"a\": 1}\n{\"a\": 2}\n"},
      {"empty.json", "{}\n"},
      {"LICENSE",
       "{ A licence }\n\n1. Definitions.\n\nA word.\n\n2. Grant.\n\n1. Redistributions of "
       "source code\n"},
      {"COPYING", "Redistribution is permitted:\n\n1. Redistributions of source code must retain\n"
                  "   this notice.\n\n1. Again.\n"},
      {"README.md", "# Words\n\n[a link](x)\n\n1. First\n2. Second\n"},
      {"link.md", "[a link](x)\n\n1. First\n"},
      {"x.ini", "[section]\nkey=value\n\n[other]\nkey=1.5\n"},
      {"Cargo.toml",
       "[package]\nname = \"x\"\nversion = \"1.0\"\n\n[dependencies]\nfmt = \"1.2\"\n"},
      {"log", "[2024-01-01 12:00:00] start\n[2024-01-01 12:00:01] stop\n"},
      {"a.csv", "name,points\nx,1\ny,2\nz,3\n"},
      {"b.csv", "1,2,3,4\n5,6,7,8\n"},
      {"code.c", "{\n  int a = 1;\n}\n"},
      {"files.txt", "usr/share/doc/fmt/readme\nusr/share/doc/zlib/readme\nusr/share/doc/x/y\n"},
      {"sums", "d41d8cd98f00b204e9800998ecf8427e  a\nb2a5c3d4e5f60718293a4b5c6d7e8f90  b\n"},
      {"news.txt", "标题：大雨\n来源：新闻\n\n今天下了大雨。\n"},
      {"x.svg", "<svg xmlns=\"http://www.w3.org/2000/svg\"><path d=\"M1 2\"/></svg>\n"},
      {"x.png", std::string{"\x89PNG\r\n\x1A\n\0\0\0\rIHDR\0\0\1\0\0\0\1\0\10\6\0\0\0", 29}},
      {"png.pgn", std::string{"\x89PNG\r\n\x1A\n\0\0\0\rIHDR\0\0\1\0\0\0\1\0\10\6\0\0\0", 29}},
      {"x.jpg", std::string{"\xFF\xD8\xFF\xE0\0\x10JFIF\0\1\1\0\0\1\0\1\0\0\xFF\xDB\0C\0", 25}},
      {"x.pbm", "P1\n3 2\n1 0 1\n0 1 0\n"},
      {"x.pdf", "%PDF-1.4\n1 0 obj\n<< /Type /Catalog >>\nendobj\n"},
      {"x.doc", std::string{"\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1\0\0\0\0\0\0\0\0", 16}},
  };
  for (const auto& [name, content] : all) {
    INFO(name);
    const auto found = read(name, content);
    CHECK(found.games == 0);
    CHECK(found.problems.size() == 1);
  }
}

TEST_CASE("a document of a word processor is read as the text that it shows", "[read]") {
  const auto found =
      read("letter.xml", "<w:document><w:body><w:p><w:r><w:t>[Red \"甲\"]</w:t></w:r></w:p><w:p/>"
                         "<w:p><w:r><w:t>1. 炮二平五 *</w:t></w:r></w:p></w:body></w:document>");
  CHECK(found.reds == std::vector<std::string>{"甲"});
  CHECK(found.rejected == 0);
  const auto cut = read("cut.xml", "<w:document><w:p><w:t>[Red \"甲\"]\n\n1. 炮二平五</w:t></w:p>");
  CHECK(cut.reds == std::vector<std::string>{"甲"});
  CHECK(cut.problems.size() == 1);
}

TEST_CASE("words of DhtmlXQ in a record of another format do not change its format", "[read]") {
  for (const std::string text :
       {"<games><game><red>[DhtmlXQ_red]x[/DhtmlXQ_red]</red><move>炮二平五</move></game></games>",
        "[Red \"x\"]\n\n1. 炮二平五 {[DhtmlXQ] [DhtmlXQ_binit]} *\n",
        R"({"headers":{"Red":"[DhtmlXQ_red]x[/DhtmlXQ_red]"},"moves":["h2e2"]})"
        "\n"}) {
    INFO(text);
    const auto found = read("games", text);
    CHECK(found.games == 1);
    CHECK(found.rejected == 0);
    CHECK(found.reds.size() == 1);
  }
}

TEST_CASE("positions are told from moves between squares, whatever their first letters", "[read]") {
  const std::string rest = "/9/9/9/9/4R4/9/9/9/4K4 w - - 0 1";
  for (const std::string name : {"a.epd", "a.fen", "a.txt", "a"}) {
    for (const std::string row : {"r4k3", "b2a1k3", "c1a1k4", "a1c1k1b2", "r1b1k4", "3k5"}) {
      INFO(name << ' ' << row);
      const auto found = read(name, row + rest + "\n" + row + rest + " ; 01. words\n");
      CHECK(found.games == 2);
      CHECK(found.rejected == 0);
      CHECK(found.problems.empty());
    }
  }
  for (const std::string moves : {"h2e2 h9g7", "h2e2h9g7", "h2e2,h9g7", "7;h2e2,h9g7"}) {
    INFO(moves);
    const auto found = read("a", moves + "\n" + moves + "\n");
    CHECK(found.games == 2);
    CHECK(found.rejected == 0);
  }
}

TEST_CASE("records of games are still found without a name that tells", "[read]") {
  for (const std::string text :
       {"{A comment}\n[Red \"x\"]\n\n1. 炮二平五 *\n", "1. 炮二平五 马8进7\n", "1.炮二平五马8进7\n",
        "1. C2.5 H8+7\n", "words\n\n1. h2e2 h9g7 *\n", "1. Cxh9\n", "1. H2-E2\n",
        "[Red \"x\"]\n\n炮二平五\n", "[Event x]\n\n1. 炮二平五\n",
        "{\"headers\":{\"Red\":\"x\"},\"result\":\"*\",\"moves\":[\"h2e2\"]}\n",
        "{ \"moves\" : [\"h2e2\"] }\n", "1,1,red,h2e2\n1,1,black,h9g7\n",
        "标题：x\n红方：甲\n\n1. 炮二平五\n"}) {
    INFO(text);
    const auto found = read("games", text);
    CHECK(found.games == 1);
    CHECK(found.problems.empty());
  }
}
