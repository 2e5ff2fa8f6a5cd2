#include "analysis/verify/checks.hpp"
#include "analysis/verify/duplicates.hpp"
#include "record/misread_text.hpp"
#include "record/normalise.hpp"
#include "support/games.hpp"

#include <xq/analysis/verify.hpp>
#include <xq/base/problem_code.hpp>

using namespace xq;
using record::Result;

namespace {

std::vector<ProblemCode> codes(const record::Game& game) {
  std::vector<ProblemCode> out;
  for (const auto& p : game.problems) {
    out.push_back(p.code);
  }
  return out;
}

const std::string stalemate_in_one = "3k5/9/4P4/9/9/9/9/9/9/4K4 w";

} // namespace

TEST_CASE("a result that the board contradicts is found") {
  auto open = support::game(std::string{start_fen}, "h2e2", Result::draw);
  analysis::verify(open);
  CHECK(open.problems.empty()); // the game goes on: any result can be agreed
  for (const Result result : {Result::draw, Result::black_wins}) {
    auto stalemate = support::game(stalemate_in_one, "e7e8", result);
    analysis::verify(stalemate);
    REQUIRE(codes(stalemate) == std::vector{ProblemCode::result_contradicts_position});
    CHECK(stalemate.problems[0].message.find("Black is stalemated") == 0);
    CHECK(stalemate.problems[0].ply == 1);
    CHECK(stalemate.usable());
  }
  auto right = support::game(stalemate_in_one, "e7e8", Result::red_wins);
  analysis::verify(right);
  CHECK(right.problems.empty());
}

TEST_CASE("Black can win by mate, too") {
  auto mate = support::game("3k5/9/9/9/9/9/9/r8/5r3/4K4 b", "a2a0", Result::red_wins);
  analysis::verify(mate);
  REQUIRE(codes(mate) == std::vector{ProblemCode::result_contradicts_position});
  CHECK(mate.problems[0].message.find("Red is checkmated") == 0);
}

TEST_CASE("headers are looked at") {
  auto game = support::game(std::string{start_fen}, "h2e2", Result::draw);
  game.add_tag("Red", "");
  game.add_tag("Date", "yesterday");
  analysis::verify(game);
  CHECK(codes(game) == std::vector{ProblemCode::bad_date, ProblemCode::missing_tag});
  for (const char* date : {"", "????.??.??", "-", "1998.12.??", "1963年8月15日", "0000-00-00",
                           "1996-10-00", "1995年元月13日", "2004-02-29"}) {
    auto dated = support::game(std::string{start_fen}, "h2e2", Result::draw);
    dated.add_tag("Red", "a");
    dated.add_tag("Black", "b");
    dated.add_tag("Date", date);
    analysis::verify(dated);
    INFO(date);
    CHECK(dated.problems.empty());
  }
}

TEST_CASE("sums do not depend on the order") {
  auto good = support::game(std::string{start_fen}, "h2e2 h9g7");
  auto bad = support::game(std::string{start_fen}, "h2e2");
  bad.problems.push_back(make_problem(ProblemCode::illegal_move, "no"));
  auto odd = support::game(std::string{start_fen}, "");
  odd.problems.push_back(make_problem(ProblemCode::bad_date, "no"));
  analysis::VerifySummary b;
  for (const auto* game : {&good, &bad, &odd}) {
    b.add(game->plies(), game->problems);
  }
  CHECK(b.games == 3);
  CHECK(b.ok == 1);
  CHECK(b.with_errors == 1);
  CHECK(b.with_warnings == 1);
  CHECK(b.plies == 3);
  CHECK(b.by_code[static_cast<std::size_t>(ProblemCode::illegal_move)] == 1);
  CHECK(b.by_code[static_cast<std::size_t>(ProblemCode::bad_date)] == 1);
}

namespace {

/// Codes found in a game of one move with these headers.
std::vector<ProblemCode>
with_headers(std::initializer_list<std::pair<const char*, const char*>> headers) {
  auto game = support::game(std::string{start_fen}, "h2e2", Result::draw);
  game.add_tag("Red", "甲");
  game.add_tag("Black", "乙");
  for (const auto& [name, value] : headers) {
    game.set_tag(name, value);
  }
  analysis::verify(game);
  return codes(game);
}

std::string repeated(const std::string& round, int times) {
  std::string out;
  for (int i = 0; i < times; ++i) {
    out += round + " ";
  }
  return out;
}

const std::string perpetual_check = "5k3/9/9/9/9/9/9/4R4/9/3K5 w";
const std::string check_round = "e2f2 f9e9 f2e2 e9f9";

} // namespace

TEST_CASE("headers that contradict each other or the calendar") {
  using C = ProblemCode;
  CHECK(with_headers({}).empty());
  CHECK(with_headers({{"Date", "2005-02-29"}}) == std::vector{C::implausible_date});
  CHECK(with_headers({{"Date", "1995-76-00"}}) == std::vector{C::implausible_date});
  CHECK(with_headers({{"Date", "1066.10.14"}}) == std::vector{C::implausible_date});
  CHECK(with_headers({{"Event", "1985年全国赛"}, {"Date", "1982-05-06"}}) ==
        std::vector{C::date_conflict});
  CHECK(with_headers({{"Event", "2004-2005 联赛"}, {"Date", "2005-05-06"}}).empty());
  CHECK(with_headers({{"Black", "甲"}}) == std::vector{C::header_conflict});
  CHECK(with_headers({{"Red", "佚名"}, {"Black", "佚名"}}).empty());
  CHECK(with_headers({{"PlyCount", "2"}}) == std::vector{C::header_conflict});
  CHECK(with_headers({{"PlyCount", "1"}}).empty());
  CHECK(with_headers({{"Event", "锟斤拷"}}) == std::vector{C::damaged_text});
}

TEST_CASE("text that lost characters is told from text that did not") {
  for (const char* sound : {"", "胡荣华", "Gruber, Jürgen", "誰？", "许?", "?????", "甲? 乙",
                            "Ngô Lan Hương", "Café Müßig"}) {
    INFO(sound);
    CHECK(analysis::find_damage(sound).empty());
  }
  for (const char* broken :
       {"胡\xEF\xBF\xBD华", "李?林", "锟斤拷", "\xEE\x80\x80", "ºúÈÙ»ª", "\xC2\x85"}) {
    INFO(broken);
    CHECK_FALSE(analysis::find_damage(broken).empty());
  }
}

TEST_CASE("GBK that was read as Big5 is found, and nothing else is taken for it") {
  for (const auto& [broken, meant] : {std::pair{"菴01謫", "第01轮"}, std::pair{"8輛4", "8进4"},
                                      std::pair{"菴1悜遠菴1謫", "第1循环第1轮"}}) {
    INFO(broken);
    CHECK(record::mend_misread_text(broken) == meant);
    CHECK(analysis::find_damage(broken).find(meant) != std::string::npos);
  }
  for (const char* sound :
       {"", "1", "第01輪", "第01轮", "輛", "輛 ", "a輛", "許銀川", "遠壽", "輛4"}) {
    INFO(sound);
    CHECK_FALSE(record::mend_misread_text(sound));
  }
  record::Game game;
  game.add_tag("Round", "菴03謫");
  game.add_tag("Red", "黃海林");
  game.add_comment(record::root_node, "菴1擁");
  record::NormalisedCounts counts;
  const auto mended = record::normalised(game, counts);
  CHECK(mended.tag("Round") == "第03轮");
  CHECK(mended.tag("Red") == "黃海林");
  mended.for_each_note(record::root_node,
                       [](const record::Game::Note& note) { CHECK(note.text == "第1局"); });
  CHECK(counts[record::Normalised::misread_text] == 2);
}

TEST_CASE("a question mark is one in a comment") {
  CHECK_FALSE(analysis::find_damage("李?林").empty());
  CHECK(analysis::find_damage("这步好吗?红方不然", true).empty());
}

TEST_CASE("a repetition at the end decides") {
  using C = ProblemCode;
  const auto moves = repeated(check_round, 2);
  auto wrong = support::game(perpetual_check, moves, Result::red_wins);
  analysis::verify(wrong);
  REQUIRE(codes(wrong) == std::vector{C::result_contradicts_repetition});
  CHECK(wrong.problems[0].severity == Severity::warning);
  CHECK(wrong.problems[0].ply == 1); // where it begins
  auto right = support::game(perpetual_check, moves, Result::black_wins);
  analysis::verify(right);
  CHECK(right.problems.empty());
  auto unruled = support::game(perpetual_check, moves, Result::red_wins);
  analysis::verify(unruled, {.rules = RuleSet::none});
  CHECK(unruled.problems.empty());
  // It went on: worth a note.
  auto later = support::game(perpetual_check, moves + "e2e5", Result::red_wins);
  analysis::verify(later);
  REQUIRE(codes(later) == std::vector{C::forbidden_repetition});
  CHECK(later.problems[0].severity == Severity::note);
  CHECK(later.problems[0].ply == 1);
  CHECK(later.problems[0].token.empty());
  // Nine rounds over several points, which only the Chinese rules count (reference figure 8).
  const std::string nine_rounds = "c9c8 d8d9 c8c9 d9d8 c9i9 i3h3 i9h9 h3i3 h9i9 i3h3 i9h9 h3i3 "
                                  "h9h3 i3i0 h3h0 i0i3 h0h3 i3i0 ";
  for (const auto rules : {RuleSet::wxf, RuleSet::cxa}) {
    const auto* const fen = "2R6/3ka4/3a5/9/9/4p4/8c/4B1r2/4A4/3A1KB2 w";
    auto ended = support::game(fen, nine_rounds, Result::draw);
    analysis::verify(ended, {.rules = rules});
    CHECK(ended.problems.empty() == (rules == RuleSet::wxf));
    auto on = support::game(fen, nine_rounds + "f0f1", Result::draw);
    analysis::verify(on, {.rules = rules});
    REQUIRE(on.problems.empty() == (rules == RuleSet::wxf)); // what came later does not matter
    if (rules == RuleSet::cxa) {
      CHECK(codes(on) == std::vector{C::forbidden_repetition});
      CHECK(on.problems[0].ply == 1);
      CHECK(on.problems[0].message.find("to ply 18, nine rounds: Red") != std::string::npos);
      CHECK(on.problems[0].message.find("24.13") != std::string::npos);
    }
  }
  // Check and chase in turn: the rule sets differ.
  const std::string turns = repeated("d8d2 e7e8 d2d8 e8e7", 3);
  for (const auto rules : {RuleSet::wxf, RuleSet::cxa}) {
    auto game = support::game("9/3R5/4k4/9/9/9/9/7p1/5K3/9 w", turns, Result::draw);
    analysis::verify(game, {.rules = rules});
    CHECK(game.problems.empty() == (rules == RuleSet::wxf));
  }
}

TEST_CASE("wins that cannot be, and wins that came late") {
  using C = ProblemCode;
  auto bare = support::game("3k5/9/9/9/9/9/9/9/9/4KA3 w", "f0e1", Result::red_wins);
  analysis::verify(bare);
  CHECK(codes(bare) == std::vector{C::result_without_force});
  auto unknown = support::game(std::string{start_fen}, "h2e2");
  analysis::verify(unknown);
  CHECK(codes(unknown) == std::vector{C::missing_result});
  CHECK(unknown.problems[0].severity == Severity::note);
  auto late = support::game("3k5/9/9/9/9/9/9/R8/9/4K4 w - - 119 70", "a2a3", Result::red_wins);
  analysis::verify(late);
  CHECK(codes(late) == std::vector{C::past_natural_limit});
  auto drawn = support::game("3k5/9/9/9/9/9/9/R8/9/4K4 w - - 119 70", "a2a3", Result::draw);
  analysis::verify(drawn);
  CHECK(drawn.problems.empty());
}

TEST_CASE("a problem or an ending without a result lacks nothing") {
  using C = ProblemCode;
  const std::string mate_in_one = "3k5/9/9/9/9/9/9/9/9/R3K4 w";
  auto mated = support::game(mate_in_one, "a0d0");
  analysis::verify(mated);
  CHECK(mated.problems.empty());
  auto goes_on = support::game(mate_in_one, "a0a1");
  analysis::verify(goes_on);
  CHECK(goes_on.problems.empty());
  auto wrong = support::game(mate_in_one, "a0d0", Result::draw);
  analysis::verify(wrong);
  CHECK(codes(wrong) == std::vector{C::result_contradicts_position});
}

TEST_CASE("results that few endings have") {
  using C = ProblemCode;
  const auto codes_of = [](const std::string& fen, const std::string& moves, Result result) {
    auto game = support::game(fen, moves, result);
    analysis::verify(game);
    return codes(game);
  };
  const std::string rook = "2b1k4/9/4b4/9/9/9/9/9/R8/3K5 w";
  CHECK(codes_of(rook, "a1b1", Result::red_wins).empty());
  CHECK(codes_of(rook, "a1b1", Result::draw) == std::vector{C::result_contradicts_ending});
  CHECK(codes_of(rook, "a1b1", Result::black_wins) == std::vector{C::result_without_force});
  INFO("a rook and nothing against a horse and all defenders");
  const std::string horse = "2bak4/4a4/4b4/9/9/9/9/9/4N4/4K4 w";
  CHECK(codes_of(horse, "e1g2", Result::draw).empty());
  CHECK(codes_of(horse, "e1g2", Result::red_wins) == std::vector{C::result_contradicts_ending});
  CHECK(info(C::result_contradicts_ending).severity == Severity::note);
  INFO("what can be taken is no ending yet, and what is won after the natural limit is drawn");
  CHECK(codes_of(rook, "a1a9", Result::draw).empty());
  CHECK(codes_of("2b1k4/9/4b4/9/9/9/9/9/R8/3K5 w - - 119 70", "a1b1", Result::draw).empty());
}

TEST_CASE("games that come again") {
  const std::string moves = "h2e2 h9g7 h0g2 i9h9 g3g4 c6c5 i0h0 b9c7 b0c2 b7a7 a3a4 a7b7 "
                            "h0h6 c9e7 c3c4 c5c4 h6h5 e7c9";
  const auto game = [&](const char* red, const char* black, const std::string& line,
                        Result result = Result::draw) {
    auto out = support::game(std::string{start_fen}, line, result);
    out.add_tag("Red", red);
    out.add_tag("Black", black);
    return out;
  };
  analysis::DuplicateFinder finder;
  std::uint64_t number = 0;
  const auto code = [&](record::Game g) -> std::string {
    analysis::GameSignature signature;
    analysis::verify(g, {}, &signature);
    ++number;
    const auto found = finder.add(signature, number, "a.pgn", number);
    return found ? std::string{info(found->code).name} : "";
  };
  CHECK(code(game("甲", "乙", moves)).empty());
  CHECK(code(game("甲", "乙", moves)) == "duplicate-game");
  CHECK(code(game("甲", "?", moves)) == "duplicate-game");
  CHECK(code(game("丙", "乙", moves)) == "near-duplicate-game");
  CHECK(code(game("甲", "乙", moves, Result::red_wins)) == "near-duplicate-game");
  CHECK(code(game("甲", "乙", moves + " h5c5")).empty());
  // An opening that anybody may play is no duplicate.
  CHECK(code(game("甲", "乙", "h2e2 h9g7")).empty());
  CHECK(code(game("丙", "丁", "h2e2 h9g7")).empty());
  CHECK(code(game("甲", "乙", "h2e2 h9g7")) == "duplicate-game");
  // Binary files have no lines.
  analysis::DuplicateFinder binary;
  const auto repeat = [&](const char* source) {
    auto again = game("甲", "乙", moves);
    analysis::GameSignature signature;
    analysis::verify(again, {}, &signature);
    const auto found = binary.add(signature, ++number, source, 0);
    return found ? found->message : "";
  };
  number = 0;
  CHECK(repeat("a.cbl").empty());
  CHECK(repeat("a.cbl") == "the same moves as game 1");
  CHECK(repeat("b.cbl") == "the same moves as game 1 (a.cbl)");
  // What does not fit in is not compared with, and said.
  analysis::DuplicateFinder small{1};
  analysis::GameSignature a;
  a.valid = true;
  a.moves = 1;
  a.plies = 20;
  analysis::GameSignature b = a;
  b.moves = 2;
  CHECK_FALSE(small.add(a, 1, "a", 1));
  CHECK_FALSE(small.full());
  CHECK_FALSE(small.add(b, 2, "a", 2));
  CHECK(small.full());
  CHECK_FALSE(small.add(b, 3, "a", 3));
  CHECK(small.add(a, 4, "a", 4));
}
