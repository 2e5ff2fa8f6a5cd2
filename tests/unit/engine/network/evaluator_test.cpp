#include "engine/eval/evaluate.hpp"
#include "engine/network/network_file.hpp"
#include "support/catch.hpp"
#include "support/files.hpp"
#include "support/places.hpp"
#include "support/random_network.hpp"
#include "support/random_positions.hpp"
#include "support/scratch_folder.hpp"

#include <xq/base/error.hpp>
#include <xq/engine/settings.hpp>

#include <filesystem>
#include <fstream>

namespace {

using namespace xq;
using namespace xq::engine;

/// A network whose scores are about as large as those of the hand-written evaluation.
std::shared_ptr<const Network> mild_network(std::uint64_t seed) {
  auto network = support::random_network(seed, 240);
  network->scale = 20;
  return network;
}

Options options_with(std::shared_ptr<const Network> network, unsigned threads = 1) {
  Options options;
  options.hash_megabytes = 1;
  options.threads = threads;
  options.network = std::move(network);
  return options;
}

/// What a search of a few positions answers, in words.
std::string answers(Engine& engine) {
  std::string out;
  Limits limits;
  limits.nodes = 3000;
  std::mt19937 random{support::seed};
  for (const Position& position : support::random_game(random, 12)) {
    const Report report = engine.search(position, {}, limits);
    out += fmt::format("{} {} {}:", report.depth, report.nodes, report.lines.front().score);
    for (const Move m : report.lines.front().moves) {
      out += ' ' + support::uci(m);
    }
    out += '\n';
  }
  return out;
}

std::string answers_of_new(const Options& options) {
  Engine engine{options};
  return answers(engine);
}

} // namespace

TEST_CASE("the score after a null move is that of the same board for the other side", "[network]") {
  std::mt19937 random{support::seed};
  INFO("seed " << support::seed);
  for (const auto& network : {std::shared_ptr<const Network>{}, mild_network(1)}) {
    Evaluator evaluator{network};
    for (const Position& position : support::random_game(random, 100)) {
      if (position.in_check()) {
        continue;
      }
      evaluator.reset(position);
      const Score before = evaluator.score(position);
      Position passed = position;
      passed.set_side_to_move(~position.side_to_move());
      Evaluator other{network};
      other.reset(passed);
      INFO(write_fen(position) << (network ? ", network" : ""));
      REQUIRE(evaluator.passed(before).value_or(evaluator.score(passed)) == other.score(passed));
      REQUIRE(evaluator.score(position) == before);
    }
  }
}

TEST_CASE("a network may correct the hand-written evaluation", "[network]") {
  std::mt19937 random{support::seed + 1};
  INFO("seed " << support::seed + 1);
  const auto alone = mild_network(6);
  const auto network = std::make_shared<Network>(*alone);
  for (std::size_t b = 0; b < network->terms_share.size(); ++b) {
    network->terms_share[b] = static_cast<std::int32_t>(64 * b + 32);
  }
  for (int game = 0; game < 3; ++game) {
    Position position = Position::start();
    Evaluator sum{network};
    Evaluator part{alone};
    sum.reset(position);
    part.reset(position);
    for (int ply = 0; ply < max_ply; ++ply) {
      const Score terms = evaluate(position);
      const auto bucket = static_cast<std::size_t>(position.occupied().count() - 1) / 4;
      INFO(write_fen(position));
      REQUIRE(sum.score(position) ==
              part.score(position) + network->terms_share[bucket] * terms / 256);
      MoveList moves;
      generate_legal(position, moves);
      if (moves.empty()) {
        break;
      }
      const Move m = moves[random() % moves.size()];
      sum.do_move(position, m);
      part.do_move(position, m);
      if (random() % 4 == 0) { // to and fro
        sum.undo_move();
        part.undo_move();
        sum.do_move(position, m);
        part.do_move(position, m);
      }
      position.do_move(m);
    }
  }
}

TEST_CASE("an engine that changes its evaluation answers as a new one", "[network]") {
  const Options by_hand = options_with(nullptr);
  const Options first = options_with(mild_network(2));
  const Options second = options_with(mild_network(3));
  Engine engine{by_hand};
  const std::string of_hand = answers(engine);
  for (const Options& options : {first, second, by_hand}) {
    engine.set_options(options);
    CHECK(answers(engine) == answers_of_new(options));
  }
  CHECK(answers_of_new(by_hand) == of_hand);
  CHECK(answers_of_new(first) != of_hand);
  CHECK(answers_of_new(first) != answers_of_new(second));
}

TEST_CASE("threads share a network", "[network][threads]") {
  const auto network = mild_network(4);
  Engine engine{options_with(network, 2)};
  Limits limits;
  limits.nodes = 20'000;
  const Report report = engine.search(Position::start(), {}, limits);
  REQUIRE_FALSE(report.lines.empty());
  CHECK(Position::start().is_legal(report.lines.front().moves.front()));
  Evaluator evaluator{network};
  evaluator.reset(Position::start());
  CHECK(engine.evaluate(Position::start()) == evaluator.score(Position::start()));
}

TEST_CASE("settings choose the evaluation in any order", "[network]") {
  const support::ScratchFolder folder;
  const std::string path = (folder.path() / "a.xqnet").string();
  std::ofstream{path, std::ios::binary} << *network::write_network(*mild_network(5));
  const auto set = [](Settings& settings, std::string_view name, std::string_view value) {
    return change(settings, *find_setting(name), value);
  };
  Settings settings;
  CHECK(set(settings, "Evaluation", "handwritten").empty());
  CHECK_FALSE(settings.options().network);
  CHECK(set(settings, "EvalFile", path).empty());
  CHECK(settings.missing().empty());
  CHECK_FALSE(settings.options().network);
  CHECK(set(settings, "evaluation", "network").empty());
  CHECK(settings.missing().empty());
  const auto network = settings.options().network;
  REQUIRE(network);
  CHECK(network->weights == mild_network(5)->weights);
  CHECK_FALSE(network->uses_terms());

  CHECK_THROWS_AS(set(settings, "EvalFile", path + ".none"), FileError);
  CHECK(settings.options().network == network);
  CHECK(set(settings, "EvalFile", "<empty>").empty());
  CHECK(settings.options().network == embedded_network());
  CHECK(settings.missing().empty() == (embedded_network() != nullptr));
}

TEST_CASE("the network of the source tree is inside", "[network]") {
  const auto file = std::filesystem::path{support::source_dir()} / "data/network.xqnet";
  const auto inside = embedded_network();
  REQUIRE((inside != nullptr) == std::filesystem::exists(file));
  if (inside) { // and no older one, which a cache of objects may have kept
    const auto bytes = network::write_network(*inside);
    REQUIRE(bytes);
    CHECK((*bytes == support::read_file(file))); // a megabyte: not to be printed
  }
}
