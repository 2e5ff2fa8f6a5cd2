#include "support/catch.hpp"
#include "support/places.hpp"
#include "support/positions.hpp"

#include <xq/board/adjudicate.hpp>
#include <xq/board/fen.hpp>
#include <xq/board/rules.hpp>

#include <array>
#include <fstream>
#include <set>

using namespace xq;

namespace {

Position position(std::string_view fen) {
  const auto read = read_fen(fen);
  REQUIRE(read);
  return read->position;
}

std::vector<Move> repeated(const std::string& cycle, int times) {
  std::vector<Move> out;
  for (int i = 0; i < times; ++i) {
    const auto moves = support::line_of(cycle);
    out.insert(out.end(), moves.begin(), moves.end());
  }
  return out;
}

} // namespace

TEST_CASE("no repetition, no ruling") {
  const auto ruling = judge_repetition(Position::start(), repeated("b0c2 b9c7", 1));
  CHECK(ruling.outcome == Outcome::none);
  CHECK(judge_repetition(Position::start(), {}).outcome == Outcome::none);
}

TEST_CASE("shuffling is a draw from the third time on") {
  const std::string shuffle = "a0a1 a9a8 a1a0 a8a9";
  CHECK(judge_repetition(Position::start(), repeated(shuffle, 1)).outcome == Outcome::none);
  const auto ruling = judge_repetition(Position::start(), repeated(shuffle, 2));
  CHECK(ruling.outcome == Outcome::draw);
  CHECK(ruling.first_ply == 1);
  CHECK(ruling.last_ply == 8);
  CHECK(judge_repetition(Position::start(), repeated(shuffle, 2), RuleSet::none).outcome ==
        Outcome::none);
}

TEST_CASE("perpetual check loses for the side that gives it") {
  const Position p = position("5k3/9/9/9/9/9/9/4R4/9/3K5 w");
  const auto moves = repeated("e2f2 f9e9 f2e2 e9f9", 2);
  const auto ruling = judge_repetition(p, moves);
  CHECK(ruling.outcome == Outcome::black_wins);
  CHECK(ruling.reason == "Red gives perpetual check");
}

TEST_CASE("what counts as chased") {
  // A rook chases a lone horse; a protected horse is not chased.
  CHECK(chased_pieces(position("3k5/9/9/9/n7R/9/9/9/9/4K4 w"), Color::red).count() == 1);
  CHECK(chased_pieces(position("3k5/9/9/9/n7R/r8/9/9/9/4K4 w"), Color::red).empty());
  // A cannon chases a protected rook.
  CHECK(chased_pieces(position("3k5/9/9/9/r3p3C/r8/9/9/9/4K4 w"), Color::red).count() == 1);
  // Rook against rook is an offer, unless the victim is pinned to its king.
  CHECK(chased_pieces(position("3k5/9/9/9/r7R/9/9/9/9/4K4 w"), Color::red).empty());
  // A pawn at home may be attacked for ever, one across the river may not.
  CHECK(chased_pieces(position("3k5/9/9/p7R/9/9/9/9/9/4K4 w"), Color::red).empty());
  CHECK(chased_pieces(position("3k5/9/9/9/9/p7R/9/9/9/4K4 w"), Color::red).count() == 1);
  // Kings and pawns chase nobody.
  CHECK(chased_pieces(position("3k5/9/9/9/4P4/4n4/9/9/9/4K4 b"), Color::red).empty());
}

TEST_CASE("each set of rules has its number of repetitions") {
  const std::string shuffle = "a0a1 a9a8 a1a0 a8a9";
  for (const auto& [rules, rounds] : {std::pair{RuleSet::wxf, 2}, {RuleSet::cxa, 3}}) {
    CHECK(usual_occurrences(rules) == rounds + 1);
    const AdjudicationRules by{.rules = rules};
    CHECK(adjudicate(Position::start(), repeated(shuffle, rounds - 1), by).cause == Cause::none);
    CHECK(adjudicate(Position::start(), repeated(shuffle, rounds), by).cause == Cause::repetition);
    CHECK(judge_repetition(Position::start(), repeated(shuffle, rounds - 1), rules).outcome ==
          Outcome::none);
    CHECK(judge_repetition(Position::start(), repeated(shuffle, rounds), rules).outcome ==
          Outcome::draw);
  }
}

TEST_CASE("a verdict names the move that excuses a side, also where it stands before the round") {
  const Position p = position("5k3/9/9/9/9/9/9/4R4/9/3K5 w");
  const std::string idle = "e2e3 f9f8 e3e2 f8f9 ";
  const std::string checks = "e2f2 f9e9 f2e2 e9f9 ";
  const Verdict excused = adjudicate(p, repeated(idle + checks, 1));
  CHECK(excused.outcome == Outcome::draw);
  CHECK(excused.first_ply == 5);
  CHECK(excused.reason.find("Red at ply 3: e3e2 idle; plies 5 to 8: Red e2f2 check, f2e2 check") !=
        std::string::npos);
  // the idle moves are those of the round
  CHECK(adjudicate(p, repeated(checks + idle, 1)).reason.find("at ply") == std::string::npos);
  // no excuse for a loser
  const Verdict lost = adjudicate(p, repeated(checks, 2));
  CHECK(lost.outcome == Outcome::black_wins);
  CHECK(lost.reason.find("at ply") == std::string::npos);
  const AdjudicationRules chinese{.rules = RuleSet::cxa};
  const Verdict three = adjudicate(p, repeated(idle + checks + checks, 1), chinese);
  CHECK(three.outcome == Outcome::draw);
  CHECK(three.reason.find("Red at ply 3: e3e2 idle; plies 9 to 12") != std::string::npos);
}

TEST_CASE("nine rounds are judged where the last position stood only before them") {
  const Position p = position("5k3/9/9/9/9/9/9/4R4/4A4/4K4 w");
  std::string moves = "e2f2 f9e9 f2e2 e9d9 ";
  for (int i = 0; i < 5; ++i) {
    moves += "e2d2 d9e9 d2e2 e9d9 ";
  }
  moves.replace(moves.size() - 5, 5, "e9f9 ");
  const Verdict verdict = adjudicate(p, repeated(moves, 1), {.rules = RuleSet::cxa});
  CHECK(verdict.outcome == Outcome::black_wins);
  CHECK(verdict.cycle.size() == 18);
  CHECK(verdict.last_ply - verdict.first_ply == 17);
}

namespace {

std::vector<std::string> split(const std::string& line, const std::string& separator) {
  std::vector<std::string> out;
  std::size_t at = 0;
  for (std::size_t end = 0; end != std::string::npos; at = end + separator.size()) {
    end = line.find(separator, at);
    out.push_back(line.substr(at, end == std::string::npos ? end : end - at));
  }
  return out;
}

} // namespace

TEST_CASE("the Chinese rules, a case for each kind of cycle") {
  std::ifstream file{support::source_dir() + "/tests/data/cxa_cases.tsv"};
  std::string line;
  REQUIRE(std::getline(file, line)); // the heading
  constexpr std::array<std::string_view, 4> winners{"none", "red", "black", "draw"};
  int cases = 0;
  while (std::getline(file, line)) {
    const auto field = split(line, "\t");
    REQUIRE(field.size() == 6);
    INFO(field[0] << ": " << field[1] << " moves " << field[2]);
    const Position start = position(field[1]);
    const auto moves = repeated(field[2], 3);
    const Verdict verdict = adjudicate(start, moves, {.rules = RuleSet::cxa});
    CHECK(winners[static_cast<std::size_t>(verdict.outcome)] == field[3]);
    CHECK(verdict.article == field[4]);
    CHECK(verdict.cause == Cause::repetition);
    const auto natures = split(field[5], "; ");
    REQUIRE(verdict.cycle.size() == natures.size());
    for (std::size_t i = 0; i < natures.size(); ++i) {
      CHECK(describe(verdict.cycle[i]) == natures[i]);
    }
    const auto short_of = adjudicate(start, std::span{moves}.first(moves.size() - 1),
                                     {.rules = RuleSet::cxa, .natural_limit = 0});
    CHECK(short_of.outcome == Outcome::none);
    ++cases;
  }
  CHECK(cases >= 33);
}

// Small positions, and printed remarks about others: a root added, blocked or tied, another piece
// of the same kind, an idle one beside. What the article says of each was written down first.
TEST_CASE("the Chinese rules, variants of the same cycle") {
  std::ifstream file{support::source_dir() + "/tests/data/cxa_variants.tsv"};
  std::string line;
  REQUIRE(std::getline(file, line)); // the heading
  constexpr std::array<std::string_view, 4> winners{"none", "red", "black", "draw"};
  int variants = 0;
  while (std::getline(file, line)) {
    const auto field = split(line, "\t");
    REQUIRE(field.size() == 5);
    INFO(field[0] << ": " << field[1] << " moves " << field[2]);
    const Verdict verdict = adjudicate(position(field[1]), repeated(field[2], 3),
                                       {.rules = RuleSet::cxa, .natural_limit = 0});
    CHECK(winners[static_cast<std::size_t>(verdict.outcome)] == field[3]);
    std::string labels;
    for (const CycleMove& m : verdict.cycle) {
      labels += m.check ? "将" : m.kill ? "杀" : m.chases.empty() ? "闲" : "捉";
    }
    CHECK(labels == field[4]);
    ++variants;
  }
  CHECK(variants >= 75);
}

// The search of the engine goes by the quick judge, the Asian rules after two occurrences.
TEST_CASE("where the verdict of the Chinese rules may differ from that of the search") {
  std::ifstream file{support::source_dir() + "/tests/data/cxa_cases.tsv"};
  std::string line;
  REQUIRE(std::getline(file, line));
  const std::set<Conduct> draws_by_the_search{Conduct::attacks,        Conduct::perpetual_kill,
                                              Conduct::several_chased, Conduct::check_and_chase,
                                              Conduct::check_and_kill, Conduct::kill_and_chase};
  int differences = 0;
  while (std::getline(file, line)) {
    const auto field = split(line, "\t");
    INFO(field[0] << ": " << field[1] << " moves " << field[2]);
    const Position start = position(field[1]);
    const Ruling search = judge_repetition(start, repeated(field[2], 1), RuleSet::wxf, 2);
    const Ruling ruling = judge_repetition(start, repeated(field[2], 3), RuleSet::cxa);
    if (search.outcome == ruling.outcome) {
      continue;
    }
    ++differences;
    // 1. mixtures, threats of mate, several pieces; 2. a chase that only a search of lines shows or
    // refutes; 3. two offenders, of whom 26.9 names one; 4. a pawn that chases
    const Color loser = ruling.outcome == Outcome::black_wins ? Color::red : Color::black;
    const Conduct conduct = ruling.conduct[to_index(loser)];
    const bool by_lines = conduct == Conduct::perpetual_chase &&
                          search.conduct[to_index(loser)] != Conduct::perpetual_chase;
    const bool chase_refuted =
        ruling.outcome == Outcome::draw && (search.conduct[0] == Conduct::perpetual_chase) !=
                                               (search.conduct[1] == Conduct::perpetual_chase);
    CHECK((draws_by_the_search.contains(conduct) || by_lines || chase_refuted ||
           ruling.weighing != Weighing::none));
  }
  CHECK(differences > 10);
}

TEST_CASE("the Asian rules, as published diagrams have them") {
  // orange: tests.jai of github.com/danieltan1517/orange-xiangqi (the diagrams of the Asian rules);
  // fsf: test.py of github.com/fairy-stockfish/Fairy-Stockfish; each with its line
  std::ifstream file{support::source_dir() + "/tests/data/asian_cases.tsv"};
  std::string line;
  REQUIRE(std::getline(file, line)); // the heading
  constexpr std::array<std::string_view, 4> winners{"none", "red", "black", "draw"};
  int cases = 0;
  int disputed = 0;
  while (std::getline(file, line)) {
    const auto field = split(line, "\t");
    REQUIRE(field.size() == 8);
    INFO(field[0] << ", " << field[1] << ": " << field[2] << " moves " << field[3]);
    const bool differs = !field[6].empty();
    CHECK(differs == !field[7].empty()); // the reason
    const Verdict verdict = adjudicate(position(field[2]), repeated(field[3], 1),
                                       {.occurrences = std::stoi(field[4]), .natural_limit = 0});
    CHECK(winners[static_cast<std::size_t>(verdict.outcome)] == field[differs ? 6 : 5]);
    CHECK((!differs || field[6] != field[5]));
    ++cases;
    disputed += differs ? 1 : 0;
  }
  CHECK(cases == 206);
  CHECK(disputed == 5);
}

TEST_CASE("mate and stalemate decide before anything else") {
  const Verdict mate = adjudicate(position("3k5/3P5/9/9/9/9/9/3R5/9/4K4 b"), {});
  CHECK(mate.cause == Cause::checkmate);
  CHECK(mate.outcome == Outcome::red_wins);
  const Verdict stalemate = adjudicate(position("3k5/9/3P5/9/9/9/9/9/9/4K4 b"), {});
  CHECK(stalemate.cause == Cause::stalemate);
  CHECK(stalemate.outcome == Outcome::red_wins);
  CHECK(mate.article == "checkmate wins (Asian rules, 1)");
  CHECK(stalemate.article == "a side without a legal move loses (Asian rules, 2)");
  const AdjudicationRules chinese{.rules = RuleSet::cxa};
  CHECK(adjudicate(position("3k5/9/3P5/9/9/9/9/9/9/4K4 b"), {}, chinese).article ==
        "a side without a legal move loses (Chinese rules, 胜负: 困毙)");
}

TEST_CASE("the natural limit counts plies since the last capture") {
  const Position p = position("4k4/9/9/9/9/9/9/9/9/R2K5 w - - 118 60");
  CHECK(natural_limit_plies(p, repeated("a0a1", 1), RuleSet::wxf) == 119);
  CHECK(adjudicate(p, repeated("a0a1", 1)).outcome == Outcome::none);
  const Verdict limit = adjudicate(p, repeated("a0a1 e9e8", 1));
  CHECK(limit.cause == Cause::natural_limit);
  CHECK(limit.outcome == Outcome::draw);
  CHECK(limit.article.find("(Asian rules, 4") != std::string::npos);
  CHECK(adjudicate(p, repeated("a0a1 e9e8", 1), {.natural_limit = 0}).outcome == Outcome::none);
}

TEST_CASE("of a side's checks ten count towards the natural limit") {
  const Position checked = position("5k3/9/9/9/9/9/9/4R4/9/3K5 w");
  const auto checks = repeated("e2f2 f9e9 f2e2 e9f9", 10); // 20 checks and 20 answers
  CHECK(natural_limit_plies(checked, checks, RuleSet::cxa) == 40);
  CHECK(natural_limit_plies(checked, checks, RuleSet::wxf) == 20);
}
