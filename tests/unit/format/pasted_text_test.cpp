// What people paste, export and keep: text in other dress is read as it is meant, and what is left
// out is named.

#include "support/catch.hpp"
#include "support/scratch_folder.hpp"

#include <xq/format/format.hpp>
#include <xq/notation/notation.hpp>
#include <xq/record/game.hpp>

#include <algorithm>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

using namespace xq;

namespace {

/// `expected`: games between `|`; of each what must be found in its summary, between `;`.
struct Case {
  std::string_view name; ///< of the file, and of the kind
  std::string text;
  std::string_view expected;
};

struct Found {
  std::vector<std::string> games;
  std::string problems;
};

std::string summary(const record::Game& game) {
  std::string out;
  for (auto id = game.node(0).first_child; id != record::no_node; id = game.node(id).first_child) {
    const Move move = game.node(id).move;
    out += (out.empty() ? "" : " ") + notation::square_name(move.from()) +
           notation::square_name(move.to());
  }
  out = "moves=" + out + "\nresult=" + std::string{to_text(game.result())} + "\n";
  for (std::size_t i = 0; i < game.tag_count(); ++i) {
    const auto tag = game.tag_at(i);
    out.append(tag.name).append("=").append(tag.value).append("\n");
  }
  for (record::NodeId id = 0; id < game.node_count(); ++id) {
    game.for_each_note(id, [&](const record::Game::Note& note) {
      out.append("comment=").append(note.text).append("\n");
    });
  }
  out += "nodes=" + std::to_string(game.node_count()) + "\n";
  return out;
}

Found read(const Case& example) {
  const support::ScratchFolder folder;
  const auto path = folder.file(std::string{example.name});
  std::ofstream{path, std::ios::binary} << example.text;
  Found found;
  const std::vector<std::string> inputs{path};
  format::read_games<Found>(
      inputs, {},
      [](record::Game& game, Found& out) {
        out.games.push_back(game.usable() ? summary(game) : "rejected");
        for (const auto& problem : game.problems) {
          out.problems += format_problem({}, game.number, problem) + "\n";
        }
      },
      [&](Found&& out) {
        found.games.insert(found.games.end(), out.games.begin(), out.games.end());
        found.problems += out.problems;
      },
      [&](const format::FileProblem& problem) {
        found.problems += problem.problem.message + "\n";
      });
  return found;
}

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> out;
  while (true) {
    const auto end = text.find(separator);
    out.push_back(text.substr(0, end));
    if (end == std::string_view::npos) {
      return out;
    }
    text.remove_prefix(end + 1);
  }
}

/// `4` stands for the four moves that most examples have.
std::string line_of(std::string_view wanted) {
  return wanted == "4" ? "moves=h2e2 h9g7 h0g2 i9h9\n" : std::string{wanted} + "\n";
}

void check(const std::vector<Case>& examples) {
  for (const auto& example : examples) {
    const auto found = read(example);
    const auto wanted = split(example.expected, '|');
    INFO(example.name << ":\n" << example.text << "\nproblems:\n" << found.problems);
    CHECK(found.games.size() == wanted.size());
    for (std::size_t i = 0; i < std::min(found.games.size(), wanted.size()); ++i) {
      INFO(found.games[i]);
      for (const auto part : split(wanted[i], ';')) {
        INFO("wanted: " << part);
        const bool has =
            part.starts_with("comment=")
                ? found.games[i].find(part.substr(8)) != std::string::npos
                : ("\n" + found.games[i]).find("\n" + line_of(part)) != std::string::npos;
        CHECK(has);
      }
    }
  }
}

const std::string start_digits = "8979695949392919097717866646260600102030405060708012720323436383";

} // namespace

TEST_CASE("pages and codes of dpxq are read") {
  check({
      {"two_boards.html",
       "<!doctype html><html><head><meta charset=utf-8></head><body>\n<div "
       "class=b>[DhtmlXQ]\n[DhtmlXQ_title]甲胜乙[/DhtmlXQ_title]\n[DhtmlXQ_binit][/DhtmlXQ_binit]\n"
       "[DhtmlXQ_movelist]77477062\n79678070[/DhtmlXQ_movelist]\n[/DhtmlXQ]</div>\n<p>and</p>\n"
       "<div>[DhtmlXQ][DhtmlXQ_title]二[/DhtmlXQ_title][DhtmlXQ_movelist]7747[/"
       "DhtmlXQ_movelist][/DhtmlXQ]</div></body></html>\n",
       "4;Title=甲胜乙|moves=h2e2;Title=二"},
      {"split_literal.html",
       "<script>\nvar DhtmlXQ_binit = '" + start_digits +
           "';\nvar DhtmlXQ_movelist = '[DhtmlXQ_movelist]77477062' +\n "
           "'79678070[/DhtmlXQ_movelist]';\n</script>\n"
           "[DhtmlXQ_title]t[/DhtmlXQ_title]\n[DhtmlXQ_redname]甲[/DhtmlXQ_redname]\n"
           "[DhtmlXQ_blackname]乙[/DhtmlXQ_blackname]\n",
       "4;Title=t;Red=甲;Black=乙"},
      {"segments.ubb",
       "[DhtmlXQ]\n[DhtmlXQ_binit]" + start_digits +
           "[/DhtmlXQ_binit]\n[DhtmlXQ_movelist][0_1_0]77477062[/0_1_0][0_3_1]7967[/0_3_1][/"
           "DhtmlXQ_movelist]\n[DhtmlXQ_title]\\u4E00[/DhtmlXQ_title]\n[/DhtmlXQ]\n",
       "moves=h2e2 h9g7 h0g2;nodes=4;Title=一"},
  });
}

TEST_CASE("Chinese text without numbers, with other heads and prose is read") {
  check({
      {"titled.txt",
       "2004年全国个人赛\n紅方:王五\n黑方:李四\n\n炮二平五 马8进7\n马二进三 "
       "车9平8\n\n黑方超时判负\n",
       "4;Red=王五;Black=李四;result=1-0"},
      {"prose.txt",
       "红方：王五\n黑方：李四\n\n1. 炮二平五 马8进7\n红方开局稳健，黑方应法正常。\n2. 马二进三 "
       "车9平8\n（以下略）\n",
       "4;comment=红方开局稳健;comment=以下略"},
      {"no_heads.txt", "顺炮局一例\n\n炮二平五 马8进7\n马二进三 车9平8 红方认输\n", "4;result=0-1"},
  });
}

TEST_CASE("move lists without numbers are read") {
  check({
      {"arrows.txt", "炮二平五→马8进7→马二进三→车9平8\n", "4"},
      {"lines.txt", "C2=5\nH8+7\nH2+3\nR9=8\n", "4"},
      {"iccs.txt", "H2-E2, H9-G7, H0-G2, I9-H9\n", "4"},
      {"traditional.txt", "炮二平五 馬8進7\n馬二進三 車9平8\n", "4"},
  });
}

TEST_CASE("numbers in other dress are read") {
  check({
      {"circled.txt", "①炮二平五 马8进7 ②马二进三 车9平8\n", "4"},
      {"rounds.txt", "第1回合 炮二平五 马8进7\n第2回合 马二进三 车9平8\n", "4"},
      {"wide.pgn", "[Event \"x\"]\n\n１．炮二平五　马8进7｛好棋｝２．马二进三　车9平8\n",
       "4;comment=好棋"},
      {"paren.txt", "1）炮二平五 马8进7\n2）马二进三 车9平8\n", "4"},
  });
}

TEST_CASE("several games without an empty line are several games") {
  check({
      {"restart.txt", "1. 炮二平五 马8进7\n2. 马二进三 车9平8\n1. 兵七进一 炮2平3\n2. 炮二平五\n",
       "4|moves=c3c4 b7c7 h2e2"},
      {"heads.txt",
       "红方：甲 黑方：乙\n1. 炮二平五 马8进7\n2. 马二进三 车9平8\n红方：丙 黑方：丁\n1. 兵七进一 "
       "卒7进1\n",
       "4;Red=甲|moves=c3c4 g6g5;Red=丙"},
      {"joined.pgn",
       "[Event \"a\"]\n\n1. h2e2 h9g7 1-0\n\xEF\xBB\xBF[Event \"b\"]\n[Site \"\xFF\"]\n\n1. "
       "c3c4 *\n" +
           std::string(300, '\0'),
       "moves=h2e2 h9g7;Event=a|moves=c3c4;Event=b"},
  });
}

TEST_CASE("ranks 1 to 10, older letters and Vietnamese notation are read") {
  check({
      {"glued.uci", "h3e3 h10g8 h1g3 i10h10\n", "4"},
      {"iccs10.pgn", "[Event \"x\"]\n\n1. H3-E3 H10-G8 2. H1-G3 I10-H10 *\n", "4"},
      {"west.pgn", "[Event \"x\"]\n\n1. S3+1 M7+5 2. G4+5 S7+1 *\n", "moves=g3g4 g9e7 f0e1 g6g5"},
      {"vietnam.txt", "1. P2-5 M8.7 2. M2.3 X9-8\n", "4"},
      {"up.txt", "1. 炮二平五 马8↑7 2. 马二↑三 车9平8\n", "4"},
  });
}

TEST_CASE("tables and JSON of others are read") {
  check({
      {"chinese.csv", "红方;黑方;结果;着法\n甲;乙;红胜;炮二平五 马8进7 马二进三 车9平8\n",
       "4;Red=甲;Black=乙;result=1-0"},
      {"white.csv", "white,black_player,winner,moves\na,b,black,h2e2 h9g7 h0g2 i9h9\n",
       "4;Red=a;Black=b;result=0-1"},
      {"games.json",
       R"({"games":[{"white":"a","black":"b","winner":"red","moves":[{"move":"h2e2"},{"move":"h9g7"}]},
{"red":{"name":"c"},"result":"draw","moves":"h2e2"}]})",
       "moves=h2e2 h9g7;Red=a;Black=b;result=1-0|moves=h2e2;Red=c;result=1/2-1/2"},
  });
}

TEST_CASE("lists of FENs are read") {
  check({
      {"pipe.txt", "3k5/9/9/9/9/9/9/9/R8/4K4 w|第一题\n4k4/9/9/9/9/9/9/9/8R/3K5 w|第二题\n",
       "moves=;Title=第一题|moves=;Title=第二题"},
      {"numbers.txt",
       "1. 3k5/9/9/9/9/9/9/9/R8/4K4 w - - 0 1\n2. 4k4/9/9/9/9/9/9/9/8R/3K5 w - - 0 1\n",
       "moves=|moves="},
      {"url.txt", "3k5/9/9/9/9/9/9/9/R8/4K4%20w%20-%20-%200%201\n", "moves="},
      {"hands.txt", "3k5/9/9/9/9/9/9/9/R8/4K4[] w - - 0 1\n", "moves="},
  });
}

TEST_CASE("results in words and points are read") {
  check({
      {"resigns.pgn", "[Result \"Black resigns\"]\n\n1. h2e2 h9g7 2. h0g2 i9h9\n", "4;result=1-0"},
      {"agreed.pgn", "[Result \"1-1\"]\n\n1. h2e2 h9g7 2. h0g2 i9h9\n", "4;result=1/2-1/2"},
      {"behind.pgn", "[Event \"x\"]\n\n1. h2e2 h9g7 2. h0g2 i9h9 Red resigns\n", "4;result=0-1"},
  });
}

TEST_CASE("headers of PGN in other dress cost at most themselves") {
  check({
      {"chinese.pgn", "[红方 \"甲\"]\n[黑方 \"乙\"]\n[结果 \"和棋\"]\n\n1. h2e2 h9g7\n",
       "moves=h2e2 h9g7;Red=甲;Black=乙;result=1/2-1/2"},
      {"unquoted.pgn", "[Event 联赛]\n[Red \"甲\"]\n\n1. h2e2 h9g7\n",
       "moves=h2e2 h9g7;Red=甲;Event=联赛"},
      {"curly.pgn", "[Event “联赛”]\n[Red ‘甲’]\n\n1. h2e2 h9g7\n",
       "moves=h2e2 h9g7;Red=甲;Event=联赛"},
  });
}

TEST_CASE("pages of dpxq: variables without semicolons, escaped brackets, entities in a literal") {
  const auto variable = [&](const std::string& sign, const std::string& end) {
    return "DhtmlXQ_title" + sign + "\"T\"" + end + "DhtmlXQ_binit" + sign + '"' + start_digits +
           '"' + end + "DhtmlXQ_movelist" + sign + "\"77477062\"";
  };
  std::string escaped;
  for (const auto* field :
       {"[DhtmlXQ]", "[DhtmlXQ_title]", "T", "[/DhtmlXQ_title]", "[DhtmlXQ_binit]",
        start_digits.c_str(), "[/DhtmlXQ_binit]", "[DhtmlXQ_movelist]", "77477062",
        "[/DhtmlXQ_movelist]", "[/DhtmlXQ]"}) {
    for (const char c : std::string_view{field}) {
      escaped += c == '[' || c == ']' ? std::string{'\\', c} : std::string{c};
    }
  }
  check({
      {"lines.html", "<script>\nvar " + variable(" = ", "\nvar ") + "\n</script>\n",
       "moves=h2e2 h9g7;Title=T"},
      {"object.html", "<script>\nx = {" + variable(": ", ", ") + "};\n</script>\n",
       "moves=h2e2 h9g7;Title=T"},
      {"markdown.txt", escaped, "moves=h2e2 h9g7;Title=T"},
  });
}

TEST_CASE("a position under a Chinese name is the start") {
  check({
      {"position.pgn", "[局面 \"4k4/9/9/9/9/9/9/9/9/R2K5 w\"]\n\n1. 车九进一 *\n", "moves=a0a1"},
      {"remark.txt", "# remark\n 4k4/9/9/9/9/9/9/9/9/R2K5 w\n 4k4/9/9/9/9/9/9/9/9/R2K5 b\n",
       "moves=|moves="},
  });
}

TEST_CASE("lists in lists are refused before they fill the stack") {
  std::string deep;
  for (int i = 0; i < 100'000; ++i) {
    deep += '[';
  }
  const std::string close(100'000, ']');
  const auto found = read({"deep.json", "{\"moves\":" + deep + close + "}\n", ""});
  CHECK_FALSE(found.problems.empty());
  CHECK_FALSE(
      read({"players.jsonl", "{\"moves\":[\"h2e2\"],\"players\":" + deep + close + "}\n", ""})
          .problems.empty());
}
