// What public clients of chessdb.cn demand of an answer before they use it, as their sources had it
// in 2026: ccdblib (robertnurnberg/ccdblib), the query page of kuanCCH2 (cckuan0829/kuanCCH2), the
// board RoseChess (Giangondo2806/RoseChess), and scripts that ask for values, for lines and for the
// best move. What they demand is written anew here.
#include "support/catch.hpp"
#include "support/cloud.hpp"

#include <algorithm>
#include <cstdlib>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace {

using nlohmann::json;
using support::Cloud;
using Fields = std::map<std::string, std::string>;

constexpr const char* unknown_board = "3k5/9/9/9/9/9/9/9/4R4/4K4%20w";
constexpr const char* mated_board = "3k5/3R5/3R5/9/9/9/9/9/9/4K4%20b";

std::vector<std::string> split(const std::string& text, char separator) {
  std::vector<std::string> parts;
  for (std::size_t at = 0; at <= text.size();) {
    const auto end = std::min(text.find(separator, at), text.size());
    parts.push_back(text.substr(at, end - at));
    at = end + 1;
  }
  return parts;
}

/// `move:h2e2,score:1`: names and values.
Fields fields_of(const std::string& text) {
  Fields fields;
  for (const auto& part : split(text, ',')) {
    const auto colon = part.find(':');
    if (colon != std::string::npos) {
      fields[part.substr(0, colon)] = part.substr(colon + 1);
    }
  }
  return fields;
}

bool is_integer(const std::string& text) {
  char* end = nullptr;
  static_cast<void>(std::strtol(text.c_str(), &end, 10));
  return !text.empty() && *end == '\0';
}

bool is_move(const std::string& text) {
  const auto square = [&](std::size_t at) {
    return text[at] >= 'a' && text[at] <= 'i' && text[at + 1] >= '0' && text[at + 1] <= '9';
  };
  return text.size() == 4 && square(0) && square(2);
}

std::string ask_cloud(const Cloud& cloud, const std::string& action, const std::string& more = {},
                      const char* fen = support::cloud_start) {
  return cloud.text(support::cloud_query(action, fen) + more);
}

/// ccdblib takes an answer by this, and asks again without end for what it does not take.
bool ccdblib_takes(const std::string& action, const json& answer) {
  if (action == "queue" && answer == json::object()) {
    return true;
  }
  if (!answer.is_object() || !answer.contains("status")) {
    return false;
  }
  const auto status = answer["status"].get<std::string>();
  if (status != "ok") {
    return status == "invalid board" || status == "invalid movelist" || status == "unknown" ||
           status == "nobestmove" || status == "checkmate" || status == "stalemate";
  }
  if (action == "queryall") {
    return answer.contains("moves");
  }
  if (action == "querybest" || action == "query") {
    return answer.contains("move") || answer.contains("search_moves");
  }
  if (action == "querysearch") {
    return answer.contains("search_moves");
  }
  if (action == "queryscore") {
    return answer.contains("eval");
  }
  return action != "querypv" || (answer.contains("score") && answer.contains("depth") &&
                                 answer.contains("pv") && answer.contains("pvSAN"));
}

} // namespace

TEST_CASE("cloud clients: ccdblib takes each answer, from each kind of book", "[threads]") {
  for (const auto book :
       {Cloud::Book::judged, Cloud::Book::with_result_scores, Cloud::Book::without_scores}) {
    const Cloud cloud{book};
    for (const std::string action :
         {"queryall", "querybest", "query", "querysearch", "queryscore", "querypv", "queue"}) {
      for (const char* fen : {support::cloud_start, unknown_board, mated_board, "nonsense"}) {
        for (const char* more : {"&json=1", "&showall=1&json=1", "&stable=1&json=1"}) {
          const auto text = ask_cloud(cloud, action, more, fen);
          INFO(action << " " << fen << ": " << text);
          CHECK(ccdblib_takes(action, json::parse(text)));
        }
      }
    }
  }
}

TEST_CASE("cloud clients: who asks by HEAD whether there is an answer hears what GET hears",
          "[threads]") {
  for (const std::string action : {"queryall", "querybest", "query", "querysearch", "queryscore",
                                   "querypv", "queryrule", "queue", "store"}) {
    const Cloud cloud;
    const auto head = cloud.get(support::cloud_query(action), "HEAD");
    INFO(action);
    CHECK(head.status == 200);
    CHECK(head.content_type == cloud.get(support::cloud_query(action)).content_type);
  }
}

TEST_CASE("cloud clients: ccdblib reads value, moves and line", "[threads]") {
  for (const auto book : {Cloud::Book::judged, Cloud::Book::with_result_scores}) {
    const Cloud cloud{book};
    const auto all = json::parse(ask_cloud(cloud, "queryall", "&json=1"));
    const auto value = all["moves"][0]["score"]; // as its function for values does
    REQUIRE(value.is_number_integer());
    CHECK(json::parse(ask_cloud(cloud, "queryscore", "&json=1"))["eval"] == value);
    const auto line = json::parse(ask_cloud(cloud, "querypv", "&json=1"));
    CHECK(line["score"] == value);
    CHECK(line["pv"].size() == line["depth"]);
    CHECK(line["pvSAN"].size() == line["depth"]);
    CHECK(line["pvSAN"][0].is_string());
    const auto search = json::parse(ask_cloud(cloud, "querysearch", "&json=1"));
    for (const auto& candidate : search["search_moves"]) {
      CHECK(is_move(candidate["uci"].get<std::string>()));
    }
    // Moves that nobody played have the value "??", in a position that nobody reached, too.
    const auto unknown =
        json::parse(ask_cloud(cloud, "queryall", "&showall=1&json=1", unknown_board))["moves"];
    CHECK(unknown.size() > 10);
    CHECK(unknown[0]["score"] == "??");
  }
}

TEST_CASE("cloud clients: the page of kuanCCH2 has a value for each move without ??", "[threads]") {
  const Cloud cloud;
  int moves = 0;
  for (const auto& part :
       split(ask_cloud(cloud, "queryall", "&learn=1&showall=1&egtbmetric=dtc"), '|')) {
    if (part.find("??") == std::string::npos) {
      ++moves;
      CHECK(is_integer(fields_of(part)["score"]));
    }
  }
  CHECK(moves == 3);
  const auto value =
      split(ask_cloud(cloud, "queryscore", "&learn=1&showall=1&egtbmetric=dtc"), ':');
  REQUIRE(value.size() == 2);
  CHECK(is_integer(value[1]));
}

TEST_CASE("cloud clients: RoseChess shows the first fifteen moves, each with all its fields",
          "[threads]") {
  for (const auto book : {Cloud::Book::judged, Cloud::Book::with_result_scores}) {
    const Cloud cloud{book};
    const auto parts = split(ask_cloud(cloud, "queryall", "&learn=1&showall=1"), '|');
    REQUIRE(parts.size() >= 15);
    int shown = 0;
    for (std::size_t i = 0; i < 15; ++i) {
      const auto fields = fields_of(parts[i]);
      CHECK(fields.contains("move"));
      CHECK(fields.contains("score")); // one without it and nothing is shown
      CHECK(fields.contains("note"));
      shown += fields.at("score") == "??" ? 0 : 1;
    }
    CHECK(shown >= 3);
  }
}

TEST_CASE("cloud clients: scripts that collect values, lines and best moves", "[threads]") {
  const Cloud cloud;
  SECTION("a script takes the moves at most five points below the first") {
    const auto parts = split(ask_cloud(cloud, "queryall", "&learn=1"), '|');
    std::vector<int> scores;
    for (const auto& part : parts) {
      auto fields = fields_of(part);
      if (fields.contains("move") && fields.contains("score")) {
        scores.push_back(std::stoi(fields["score"]));
      }
    }
    CHECK(scores.size() == parts.size());
    CHECK(scores.front() == std::ranges::max(scores));
  }
  SECTION("a script makes the text behind eval: a number, and asks again when it is none") {
    const auto text = ask_cloud(cloud, "queryscore");
    REQUIRE(text.starts_with("eval:"));
    CHECK(is_integer(text.substr(5)));
    CHECK(ask_cloud(cloud, "queryscore", "", unknown_board).find("unknown") != std::string::npos);
  }
  SECTION("a program takes a line that has a number as its score") {
    auto fields = fields_of(ask_cloud(cloud, "querypv"));
    CHECK(is_integer(fields["score"]));
    CHECK(is_integer(fields["depth"]));
    const auto line = split(fields["pv"], '|');
    CHECK(line.size() == std::stoul(fields["depth"]));
    CHECK(std::ranges::all_of(line, is_move));
  }
  SECTION("a server takes four characters behind move:") {
    const auto text = ask_cloud(cloud, "querybest");
    CHECK(text.substr(0, 5) == "move:");
    CHECK(is_move(text.substr(5, 4)));
    CHECK(ask_cloud(cloud, "querybest", "", unknown_board).substr(0, 5) != "move:");
  }
  SECTION("a coach reads rank and winrate by their names") {
    for (const auto& part : split(ask_cloud(cloud, "queryall", "&showall=0"), '|')) {
      auto fields = fields_of(part);
      CHECK(fields["rank"].find_first_not_of("012") == std::string::npos);
      CHECK(std::stod(fields["winrate"]) >= 0);
    }
  }
}
