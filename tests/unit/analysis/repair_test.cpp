#include "analysis/repair/repair.hpp"
#include "analysis/repair/typo_model.hpp"
#include "notation/reading.hpp"
#include "support/damage.hpp"
#include "support/games.hpp"

#include <xq/base/problem_code.hpp>
#include <xq/engine/searcher.hpp>

using namespace xq;
using analysis::RepairKind;

namespace {

const std::vector<std::string> sound{"炮二平五", "马８进７", "马二进三", "车９平８", "车一平二",
                                     "马２进３", "兵七进一", "卒７进１", "车二进六", "炮８平９",
                                     "车二平三", "炮９退１", "马八进七", "士４进５"};

/// The evaluation that no training changes, so that what is found stays the same.
engine::Settings by_hand() {
  engine::Settings settings;
  settings.evaluation = "handwritten";
  return settings;
}

struct Workshop {
  Workshop() { options.plausibility.nodes = 300; }
  /// The change of a game that a single one makes legal.
  std::optional<analysis::Repair> illegal(const std::vector<std::string>& moves,
                                          std::string_view fen = {}) {
    const auto changes = all(moves, fen);
    return changes.size() == 1 ? std::optional{changes.front()} : std::nullopt;
  }
  std::vector<analysis::Repair> all(const std::vector<std::string>& moves,
                                    std::string_view fen = {}) {
    const std::vector<std::string_view> texts{moves.begin(), moves.end()};
    return repairer.repair_all({fen, texts, record::Result::draw});
  }
  std::optional<analysis::Repair> implausible(const std::vector<std::string>& moves) {
    const std::vector<std::string_view> texts{moves.begin(), moves.end()};
    return repairer.repair_implausible({{}, texts, record::Result::draw});
  }

  analysis::RepairOptions options;
  engine::InternalEngine engine{by_hand()};
  analysis::Judge judge{engine, 300};
  analysis::Repairer repairer{judge, options};
};

std::vector<Move> line_of(const std::vector<std::string>& moves,
                          const std::string& fen = std::string{start_fen}) {
  std::string text;
  for (const auto& m : moves) {
    text += m + " ";
  }
  std::vector<Move> out;
  support::game(fen, text).main_moves(out);
  return out;
}

std::vector<std::string> with(std::size_t at, const char* text) {
  auto out = sound;
  out[at] = text;
  return out;
}

} // namespace

TEST_CASE("a slip in one move is found, where it was made") {
  struct Slip {
    std::size_t at;
    const char* text;
  };
  Workshop shop;
  for (const Slip slip : {Slip{8, "车二进八"}, Slip{8, "车三进六"}, Slip{8, "车八进六"},
                          Slip{4, "车一进二"}, Slip{9, "炮８進９"}, Slip{7, "卒７近１"},
                          Slip{3, "车９平７"}, Slip{12, "马二进七"}, Slip{13, "土４进５"}}) {
    const auto moves = with(slip.at, slip.text);
    INFO(slip.text);
    const auto repair = shop.illegal(moves);
    REQUIRE(repair);
    CHECK(repair->kind == RepairKind::replace);
    CHECK(repair->at == slip.at);
    CHECK(repair->original == slip.text);
    CHECK(repair->replacement == sound[slip.at]);
    CHECK(repair->moves == line_of(sound));
    CHECK(repair->legal_plies == sound.size() - slip.at);
    CHECK(repair->confidence > 0.5);
    CHECK(repair->confidence <= 1);
  }
}

TEST_CASE("moves that are missing, there twice, or in the wrong order") {
  Workshop shop;
  auto twice = sound;
  twice.insert(twice.begin() + 9, twice[8]);
  auto repair = shop.illegal(twice);
  REQUIRE(repair);
  CHECK(repair->kind == RepairKind::remove);
  CHECK(repair->moves == line_of(sound));
  auto round = sound;
  round.insert(round.begin() + 6, {sound[4], sound[5]});
  repair = shop.illegal(round);
  REQUIRE(repair);
  CHECK(repair->kind == RepairKind::remove);
  CHECK(repair->other == repair->at + 1);
  CHECK(repair->moves == line_of(sound));
  auto missing = sound;
  missing.erase(missing.begin() + 9); // 炮８平９ lets the rook go on
  repair = shop.illegal(missing);
  REQUIRE(repair);
  CHECK(repair->kind == RepairKind::insert);
  CHECK(repair->replacement == "炮８平９");
  CHECK(repair->moves == line_of(sound));
  auto swapped = sound;
  std::swap(swapped[2], swapped[4]);
  repair = shop.illegal(swapped);
  REQUIRE(repair);
  CHECK(repair->kind == RepairKind::swap);
  CHECK(repair->moves == line_of(sound));
}

TEST_CASE("a start position that is wrong") {
  const std::string fen = "3k5/9/4P4/9/9/9/9/9/9/4K4 w - - 0 1";
  const std::vector<std::string> moves{"兵五平四", "将４进１", "兵四进一"};
  Workshop shop;
  auto repair = shop.illegal(moves, "3k5/9/4P4/9/9/9/9/9/9/4K4 b - - 0 1");
  REQUIRE(repair);
  CHECK(repair->kind == RepairKind::side_to_move);
  CHECK(repair->replacement == fen);
  repair = shop.illegal({"炮二平五", "马８进７"},
                        "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBA1ABNR w - - 0 1");
  REQUIRE(repair);
  CHECK(repair->kind == RepairKind::start_position);
  CHECK(repair->start.same_board(Position::start()));
}

TEST_CASE("what is sound or beyond repair is left alone") {
  Workshop shop;
  CHECK_FALSE(shop.illegal(sound));
  CHECK_FALSE(shop.illegal({}));
  CHECK_FALSE(shop.illegal({"炮二平五", "炮二平五", "炮二平五", "炮二平五", "炮二平五"}));
  CHECK_FALSE(shop.implausible(sound));
  CHECK_FALSE(shop.implausible({"炮二平五"}));
}

TEST_CASE("the same question gets the same answer") {
  Workshop fresh;
  Workshop used;
  CHECK(used.illegal(with(4, "车一进二")));
  const auto a = fresh.illegal(with(8, "车二进八"));
  const auto b = used.illegal(with(8, "车二进八"));
  REQUIRE(a);
  REQUIRE(b);
  CHECK(a->confidence == b->confidence);
  CHECK(a->moves == b->moves);
}

TEST_CASE("a blunder that nobody punishes looks like a slip") {
  const analysis::PlausibilityOptions options;
  // Red to move first; scores from Red's side before each move and after the last.
  const std::vector<int> unpunished{10, 20, -580, 15, 10};
  auto found = analysis::implausible_moves(unpunished, Color::black, options);
  REQUIRE(found.size() == 1);
  CHECK(found[0].ply == 1);
  CHECK(found[0].loss == 600);
  CHECK(found[0].returned == 595);
  // For Black the same scores are a present, returned.
  found = analysis::implausible_moves(unpunished, Color::red, options);
  CHECK(found.empty());
  const std::vector<int> punished{10, 20, -580, -590, -600};
  CHECK(analysis::implausible_moves(punished, Color::black, options).empty());
  const std::vector<int> small{10, 20, -200, 15, 10};
  CHECK(analysis::implausible_moves(small, Color::black, options).empty());
  CHECK(analysis::implausible_moves({}, Color::red, options).empty());
}

TEST_CASE("a loss for the side that is far ahead is implausible") {
  engine::InternalEngine engine{by_hand()};
  const analysis::PlausibilityOptions options;
  analysis::Judge judge{engine, options.nodes};
  const std::string ahead = "4k4/4a4/9/9/9/9/9/R8/4A4/R3K4 w";
  auto lost = support::game(ahead, "a0a1", record::Result::black_wins);
  analysis::check_plausibility(lost, judge, options);
  REQUIRE(lost.problems.size() == 1);
  CHECK(lost.problems[0].code == ProblemCode::implausible_result);
  auto won = support::game(ahead, "a0a1", record::Result::red_wins);
  analysis::check_plausibility(won, judge, options);
  CHECK(won.problems.empty());
}

TEST_CASE("distance of what is written from what was meant") {
  const std::vector<std::string_view> texts{"炮二平五", "马８进７"};
  const analysis::TypoModel hand{Position::start(), texts};
  const auto distance = [&](std::string_view written, const char* meant) {
    return hand.distance(written, Position::start(),
                         notation::read_token(Position::start(), meant).move);
  };
  CHECK(distance("炮二平五", "炮二平五") == 0);
  CHECK(distance("砲2平5", "炮二平五") == 0); // other characters of the same meaning
  CHECK(distance("炮二平六", "炮二平五") == Approx(0.9));
  CHECK(distance("炮二乎五", "炮二平五") < distance("炮二进五", "炮二平五"));
  CHECK(distance("马八进七", "马二进三") < 2 * distance("炮二平九", "炮二平五"));
  CHECK(distance("炮二平", "炮二平五") > 1);
  CHECK(distance("", "炮二平五") == analysis::TypoModel::impossible);
  // The record's own way of writing.
  const std::vector<std::string_view> old{"炮二平五", "馬8進7"};
  const analysis::TypoModel traditional{Position::start(), old};
  Position black = Position::start();
  black.do_move(notation::read_token(black, "h2e2").move);
  const Move move = notation::read_token(black, "h9g7").move;
  CHECK(traditional.write(black, move, "馬2進3") == "馬8進7");
  CHECK(traditional.write(black, move, "馬２進３") == "馬８進７");
  const std::vector<std::string_view> letters{"C2.5", "H8+7"};
  CHECK(analysis::TypoModel{Position::start(), letters}.write(black, move, "H2+3") == "H8+7");
}

TEST_CASE("the typist of the benchmark damages, and by the seed") {
  support::TypedGame a{{}, sound};
  support::TypedGame b{{}, sound};
  support::Typist one{7};
  support::Typist other{7};
  int changed = 0;
  for (int i = 0; i < 100; ++i) {
    support::TypedGame game{{}, sound};
    changed += one.damage(game) ? 1 : 0;
    support::TypedGame again{{}, sound};
    static_cast<void>(other.damage(again));
    CHECK(game.moves == again.moves);
  }
  CHECK(changed > 80);
}

TEST_CASE("several slips are mended one after the other") {
  Workshop shop;
  auto moves = with(1, "马８近７");
  moves[8] = "车三进六";
  CHECK_FALSE(shop.illegal(moves));
  const auto steps = shop.all(moves);
  REQUIRE(steps.size() == 2);
  CHECK(steps[0].at == 1);
  CHECK(steps[0].replacement == sound[1]);
  CHECK(steps[1].at == 8);
  CHECK(steps[1].replacement == sound[8]);
  CHECK(steps[1].moves == line_of(sound));
  // A move that is missing shifts what comes later: places are those of the mended text.
  auto shorter = with(9, "炮８進９");
  shorter.erase(shorter.begin() + 2); // a horse's move: which one, nothing tells for certain
  const auto shifted = shop.all(shorter);
  REQUIRE(shifted.size() == 2);
  CHECK(shifted[0].kind == RepairKind::insert);
  CHECK(shifted[1].at == 9);
  CHECK(shifted[1].replacement == sound[9]);
}

TEST_CASE("one slip is mended as before, and what cannot be mended is left") {
  Workshop shop;
  const auto one = shop.all(with(8, "车二进八"));
  REQUIRE(one.size() == 1);
  CHECK(one[0].moves == line_of(sound));
  CHECK(shop.all(sound).empty());
  auto garbage = sound;
  for (std::size_t i = 2; i < garbage.size(); i += 2) {
    garbage[i] = "???";
  }
  CHECK(shop.all(garbage).empty());
}
