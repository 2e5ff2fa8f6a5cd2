#include "engine/eval/eval_features.hpp"
#include "engine/eval/evaluate.hpp"
#include "engine/search/eval_cache.hpp"
#include "engine/search/move_picker.hpp"
#include "engine/search/see.hpp"
#include "support/catch.hpp"
#include "support/random_positions.hpp"

using namespace xq;
using namespace xq::engine;

namespace {

/// The board turned round, colours exchanged.
Position rotated(const Position& p) {
  Position out;
  for (const Square s : p.occupied()) {
    out.put(make_piece(~color_of(p.at(s)), type_of(p.at(s))), rotate(s));
  }
  out.set_side_to_move(~p.side_to_move());
  return out;
}

std::vector<Position> positions(std::mt19937& random) {
  std::vector<Position> out;
  for (int i = 0; i < 10; ++i) {
    const auto game = support::random_game(random, 120);
    out.insert(out.end(), game.begin(), game.end());
    for (int n = 0; n < 20; ++n) {
      out.push_back(support::random_placement(random, static_cast<int>(random() % 5)));
    }
  }
  return out;
}

/// The exchange on `target` by making moves on a board: `side` captures with its least valuable
/// piece (lowest square) or stops. Returns what it wins.
int naive_exchange(Position p, Square target, Color side) {
  p.set_side_to_move(side);
  MoveList moves;
  generate_captures(p, moves);
  Move best;
  for (const Move m : moves) {
    if (m.to() != target) {
      continue;
    }
    // the king comes last whatever its value; equal values keep the order of types
    const auto rank = [&](Move x) {
      const PieceType t = type_of(p.at(x.from()));
      constexpr std::array<int, piece_type_count> order{6, 1, 2, 3, 5, 4, 0};
      return order[to_index(t)] * 100 + static_cast<int>(x.from());
    };
    if (!best || rank(m) < rank(best)) {
      best = m;
    }
  }
  if (!best) {
    return 0;
  }
  const int gain = exchange_value(type_of(p.at(target)));
  const bool king = type_of(p.at(best.from())) == PieceType::king;
  Undo undo;
  p.do_move(best, undo);
  if (king) { // may not capture what is guarded
    MoveList replies;
    generate_captures(p, replies);
    for (const Move m : replies) {
      if (m.to() == target) {
        return 0;
      }
    }
  }
  return std::max(0, gain - naive_exchange(p, target, ~side));
}

} // namespace

TEST_CASE("the evaluation does not know left from right nor red from black") {
  std::mt19937 random{support::seed};
  INFO("seed " << support::seed);
  for (const Position& p : positions(random)) {
    INFO(write_fen(p));
    REQUIRE(evaluate(p.mirrored()) == evaluate(p));
    REQUIRE(evaluate(rotated(p)) == evaluate(p));
  }
}

TEST_CASE("the evaluation followed move by move equals the one from scratch") {
  std::mt19937 random{support::seed + 1};
  INFO("seed " << support::seed + 1);
  for (int game = 0; game < 20; ++game) {
    Position p = Position::start();
    Evaluator evaluator;
    evaluator.reset(p);
    for (int ply = 0; ply < 100; ++ply) {
      MoveList moves;
      generate_legal(p, moves);
      if (moves.empty()) {
        break;
      }
      const Move m = moves[random() % moves.size()];
      const Score before = evaluator.score(p);
      Position next = p;
      Undo undo;
      evaluator.do_move(p, m);
      next.do_move(m, undo);
      REQUIRE(evaluator.score(next) == evaluate(next));
      evaluator.undo_move();
      REQUIRE(evaluator.score(p) == before);
      evaluator.do_move(p, m);
      p = next;
    }
  }
}

TEST_CASE("exchanges agree with captures made on a board") {
  std::mt19937 random{support::seed + 2};
  INFO("seed " << support::seed + 2);
  int compared = 0;
  for (const Position& p : positions(random)) {
    MoveList moves;
    generate_legal(p, moves);
    for (const Move m : moves) {
      const int victim = p.at(m.to()) == Piece::none ? 0 : exchange_value(type_of(p.at(m.to())));
      Position after = p;
      after.do_move(m);
      const int value = victim - naive_exchange(after, m.to(), after.side_to_move());
      INFO(write_fen(p) << ' ' << support::uci(m));
      REQUIRE(exchange_wins(p, m, value));
      REQUIRE_FALSE(exchange_wins(p, m, value + 1));
      ++compared;
    }
  }
  CHECK(compared > 10'000);
}

TEST_CASE("checks and safety found without playing a move agree with playing it") {
  std::mt19937 random{support::seed + 3};
  INFO("seed " << support::seed + 3);
  int checks = 0;
  for (const Position& p : positions(random)) {
    MoveList moves;
    generate_captures(p, moves);
    generate_quiets(p, moves);
    CheckInfo kings{p, p.in_check()};
    for (const Move m : moves) {
      INFO(write_fen(p) << ' ' << support::uci(m));
      REQUIRE(kings.is_safe(m) == p.is_safe(m));
      if (!p.is_safe(m)) {
        continue;
      }
      Position after = p;
      after.do_move(m);
      REQUIRE(p.gives_check(m) == after.in_check());
      REQUIRE(kings.gives_check(m) == after.in_check());
      checks += after.in_check() ? 1 : 0;
    }
  }
  CHECK(checks > 100);
}

TEST_CASE("a picker asked for checks only leaves out the other quiet moves and nothing else") {
  std::mt19937 random{support::seed + 5};
  INFO("seed " << support::seed + 5);
  Histories histories;
  int left_out = 0;
  int kept = 0;
  for (const Position& p : positions(random)) {
    const bool in_check = p.in_check();
    const auto& nothing = histories.after_nothing();
    const OrderingContext context{p, histories, {&nothing, &nothing, &nothing, &nothing}, in_check};
    std::vector<Move> all;
    for (MovePicker picker{context, Move::none(), std::array<Move, 2>{}};
         const Move m = picker.next();) {
      all.push_back(m);
      if (random() % 4 == 0) { // other scores for the next position
        histories.quiet(p.side_to_move(), m).add(static_cast<int>(random() % 2000) - 1000);
      }
    }
    all.clear();
    for (MovePicker picker{context, Move::none(), std::array<Move, 2>{}};
         const Move m = picker.next();) {
      all.push_back(m);
    }
    const std::size_t first = random() % (all.size() + 1);
    std::vector<Move> wanted{all.begin(), all.begin() + static_cast<std::ptrdiff_t>(first)};
    for (std::size_t i = first; i < all.size(); ++i) {
      const bool capture = p.at(all[i].to()) != Piece::none;
      if (in_check || capture || p.gives_check(all[i])) {
        wanted.push_back(all[i]);
        kept += capture ? 0 : 1;
      } else {
        ++left_out;
      }
    }
    CheckInfo kings{p, in_check};
    MovePicker picker{context, Move::none(), std::array<Move, 2>{}};
    std::vector<Move> found;
    while (true) {
      if (found.size() == first) {
        picker.only_checks(kings);
      }
      const Move m = picker.next();
      if (!m) {
        break;
      }
      found.push_back(m);
    }
    // what is equal may come in another order
    const auto by_number = [](Move a, Move b) { return a.raw() < b.raw(); };
    std::sort(found.begin(), found.end(), by_number);
    std::sort(wanted.begin(), wanted.end(), by_number);
    INFO(write_fen(p) << " from move " << first);
    REQUIRE(found == wanted);
  }
  CHECK(left_out > 1000);
  CHECK(kept > 100);
}

TEST_CASE("what pawns attack together is what each of them attacks") {
  std::mt19937 random{support::seed + 6};
  INFO("seed " << support::seed + 6);
  for (int i = 0; i < 2000; ++i) {
    for (const Color c : {Color::red, Color::black}) {
      Bitboard pawns;
      Bitboard attacked;
      for (const Square s : reachable(c, PieceType::pawn)) {
        if (random() % 4 == 0) {
          pawns |= Bitboard{s};
          attacked |= attacks::pawn(c, s);
        }
      }
      REQUIRE(terms::attacked_by_pawns(c, pawns) == attacked);
    }
  }
}

TEST_CASE("a cache of scores gives what was kept for the same key, or nothing") {
  std::mt19937_64 random{support::seed + 7};
  INFO("seed " << support::seed + 7);
  EvalCache cache;
  std::vector<Key> keys(30'000); // more than there is room for
  std::generate(keys.begin(), keys.end(), [&] { return Key{random()}; });
  int found = 0;
  for (int i = 0; i < 100'000; ++i) {
    const Key key = keys[random() % keys.size()];
    const auto score = static_cast<Score>(to_integer(key) % 60'001) - 30'000;
    if (const auto known = cache.find(key)) {
      REQUIRE(*known == score);
      ++found;
    }
    cache.keep(key, score);
    REQUIRE(cache.find(key) == score);
  }
  CHECK(found > 1000);
}

TEST_CASE("searches of random positions give legal lines") {
  std::mt19937 random{support::seed + 4};
  INFO("seed " << support::seed + 4);
  Options options;
  options.hash_megabytes = 1;
  Engine engine{options};
  Limits limits;
  limits.nodes = 400;
  for (const Position& p : positions(random)) {
    const Report report = engine.search(p, {}, limits);
    INFO(write_fen(p));
    REQUIRE(report.lines.empty() == !has_legal_move(p));
    if (report.lines.empty()) {
      continue;
    }
    Position walk = p;
    for (const Move m : report.lines[0].moves) {
      REQUIRE(walk.is_legal(m));
      walk.do_move(m);
    }
    REQUIRE(std::abs(report.lines[0].score) <= mate_value);
  }
}
