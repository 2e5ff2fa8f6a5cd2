#include "support/catch.hpp"
#include "support/files.hpp"
#include "support/scratch_folder.hpp"

#include <xq/annotation.hpp>
#include <xq/base/error.hpp>
#include <xq/board/movegen.hpp>
#include <xq/format/format.hpp>

#include <algorithm>
#include <atomic>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <thread>
#include <vector>

using namespace xq;

namespace {

constexpr std::uint64_t game_count = 5;

/// Games with different moves, the fourth one with a move that is not legal.
std::string collection(const support::ScratchFolder& folder) {
  std::string path = folder.file("games.pgn");
  std::ofstream out{path};
  for (const char* const moves :
       {"1. h2e2 h9g7 2. h0g2 i9h9 3. i0h0", "1. b2e2 b9c7 2. b0c2", "1. c3c4 h7e7 2. b0c2 h9g7",
        "1. h2e2 e9e5", "1. g3g4 c6c5 2. h0g2 b9c7"}) {
    out << "[Event \"test\"]\n[Red \"" << moves << "\"]\n[Result \"*\"]\n\n" << moves << " *\n\n";
  }
  return path;
}

/// What the analysts of a test do; shared by those of all threads.
struct Engine {
  std::atomic<int> questions{0};
  int fails_from = -1; ///< this question and the later ones throw; -1: none
  std::function<void(int)> on_question = [](int) {};
};

/// Values a position by its key, so that an answer depends on the question alone.
class Analyst final : public analysis::Analyst {
public:
  explicit Analyst(Engine& engine) : m_engine{engine} {}

  analysis::Evaluation analyse(const analysis::Question& question) override {
    const int number = m_engine.questions++;
    m_engine.on_question(number);
    if (m_engine.fails_from >= 0 && number >= m_engine.fails_from) {
      throw analysis::AnalystError{"the engine died"};
    }
    MoveList legal;
    generate_legal(question.position(), legal);
    analysis::Evaluation out;
    out.score = static_cast<int>(to_integer(question.key()) % 600) - 300;
    for (const Move m : legal) {
      if (out.lines.empty() && std::ranges::find(question.banned(), m) == question.banned().end()) {
        out.lines.push_back({out.score, {m}});
      }
    }
    return out;
  }
  void stop() noexcept override {}

private:
  Engine& m_engine;
};

AnnotationSetup setup_of(const std::string& games, const std::string& journal, Engine& engine) {
  AnnotationSetup setup;
  setup.files = {games};
  setup.analysts = {"test", "test 1", [&engine]() -> std::unique_ptr<analysis::Analyst> {
                      return std::make_unique<Analyst>(engine);
                    }};
  setup.journal = journal;
  setup.json_lines = true;
  setup.frame.settings = "test 1";
  return setup;
}

struct Outcome {
  StopReason reason{};
  std::vector<std::uint64_t> numbers;
  std::vector<std::string> texts;
  std::vector<bool> judged;
  std::vector<std::string> failures;
  AnnotationProgress progress;
};

Outcome run(const AnnotationSetup& setup, unsigned threads = 1) {
  Outcome out;
  AnnotationRun annotation{setup};
  out.reason = annotation.run(threads, [&](AnnotatedGame&& game) {
    out.numbers.push_back(game.number);
    out.texts.push_back(game.text);
    out.judged.push_back(game.judged);
    out.failures.push_back(game.failure);
  });
  out.progress = annotation.progress();
  return out;
}

std::vector<std::string> merged(const std::vector<std::string>& parts) {
  std::vector<std::string> texts;
  AnnotationMerge merge{parts};
  CHECK(merge.games() == game_count);
  merge.for_each([&](std::string_view text, std::string_view) { texts.emplace_back(text); });
  return texts;
}

/// Throw away the end of a file, as a full disk does.
void cut(const std::string& path) {
  const auto size = std::filesystem::file_size(path);
  std::filesystem::resize_file(path, size / 2);
}

} // namespace

TEST_CASE("an annotation delivers each game in order, whatever the threads", "[threads]") {
  const support::ScratchFolder folder;
  const auto games = collection(folder);
  Engine engine;
  const auto one = run(setup_of(games, {}, engine));
  CHECK(one.reason == StopReason::none);
  CHECK(one.numbers == std::vector<std::uint64_t>{1, 2, 3, 4, 5});
  CHECK(one.judged == std::vector<bool>{true, true, true, false, true});
  CHECK_FALSE(one.texts[0].empty());
  CHECK(one.texts[3].empty());
  CHECK(one.progress.searched == static_cast<std::uint64_t>(engine.questions));
  CHECK(one.progress.searched > 15);
  const auto four = run(setup_of(games, {}, engine), 4);
  CHECK(four.numbers == one.numbers);
  CHECK(four.texts == one.texts);
}

TEST_CASE("an annotation that was interrupted goes on where it stopped", "[threads]") {
  const support::ScratchFolder folder;
  const auto games = collection(folder);
  Engine engine;
  const auto whole = run(setup_of(games, {}, engine));

  const auto journal = folder.file("journal.xqdb");
  std::atomic<bool> stopped{false};
  Engine interrupted;
  auto setup = setup_of(games, journal, interrupted);
  setup.keep_going = [&] { return !stopped; };
  interrupted.on_question = [&](int number) { // in the second game
    if (number == 12) {
      stopped = true;
      std::this_thread::sleep_for(std::chrono::milliseconds{300});
    }
  };
  const auto first = run(setup);
  CHECK(first.reason == StopReason::interrupted);
  REQUIRE(first.texts.size() < whole.texts.size());
  CHECK(std::equal(first.texts.begin(), first.texts.end(), whole.texts.begin()));
  REQUIRE(first.progress.searched > 0);

  Engine again;
  const auto second = run(setup_of(games, journal, again));
  CHECK(second.reason == StopReason::none);
  CHECK(second.texts == whole.texts);
  CHECK(second.progress.cached >= first.progress.searched - 1); // the last may have been cut short
  CHECK(second.progress.searched < whole.progress.searched);

  Engine idle;
  CHECK(run(setup_of(games, journal, idle)).texts == whole.texts);
  CHECK(idle.questions == 0);
}

TEST_CASE("an annotation with a deadline in the past delivers nothing and can go on", "[threads]") {
  const support::ScratchFolder folder;
  const auto games = collection(folder);
  Engine engine;
  auto setup = setup_of(games, folder.file("journal.xqdb"), engine);
  setup.deadline = RunClock::now() - std::chrono::hours{1};
  engine.on_question = [](int) { std::this_thread::sleep_for(std::chrono::milliseconds{300}); };
  const auto late = run(setup);
  CHECK(late.reason == StopReason::time);
  CHECK(late.texts.empty());
  engine.on_question = [](int) {};
  setup.deadline.reset();
  CHECK(run(setup).numbers.size() == game_count);
}

TEST_CASE("two shards of an annotation make the text of one run", "[threads]") {
  const support::ScratchFolder folder;
  const auto games = collection(folder);
  Engine engine;
  const auto whole = run(setup_of(games, {}, engine));
  std::vector<std::string> parts;
  for (const std::uint64_t index : {2U, 1U}) {
    parts.push_back(folder.file("part" + std::to_string(index) + ".xqdb"));
    auto setup = setup_of(games, parts.back(), engine);
    setup.shard = Shard{index, 2};
    const auto part = run(setup);
    CHECK(part.numbers ==
          (index == 1 ? std::vector<std::uint64_t>{1, 3, 5} : std::vector<std::uint64_t>{2, 4}));
  }
  CHECK(merged(parts) == whole.texts);

  INFO("a journal with all answers: nothing is asked again");
  const auto journal = folder.file("journal.xqdb");
  AnnotationMerge{parts}.copy_answers(journal, "test 1");
  Engine idle;
  CHECK(run(setup_of(games, journal, idle)).texts == whole.texts);
  CHECK(idle.questions == 0);
}

TEST_CASE("an annotation with a limit is one of the first games", "[threads]") {
  const support::ScratchFolder folder;
  const auto games = collection(folder);
  Engine engine;
  const auto whole = run(setup_of(games, {}, engine));
  auto setup = setup_of(games, {}, engine);
  setup.limit = 3;
  const auto first = run(setup, 2);
  CHECK(first.reason == StopReason::none);
  CHECK(first.numbers == std::vector<std::uint64_t>{1, 2, 3});
  CHECK(std::equal(first.texts.begin(), first.texts.end(), whole.texts.begin()));
  setup.shard = Shard{2, 2};
  setup.journal = folder.file("part.xqdb");
  CHECK(run(setup).numbers == std::vector<std::uint64_t>{2});
}

TEST_CASE("a journal knows answers that do not serve a run", "[threads]") {
  const support::ScratchFolder folder;
  const auto games = collection(folder);
  const auto journal = folder.file("journal.xqdb");
  Engine engine;
  run(setup_of(games, journal, engine));
  const auto asked = static_cast<std::uint64_t>(engine.questions);
  auto setup = setup_of(games, journal, engine);
  setup.analysts.identity = "test 2";
  AnnotationRun other{setup};
  CHECK(other.answers() == 0);
  CHECK(other.other_answers().count == asked);
  CHECK(other.other_answers().identity == "test 1");
}

TEST_CASE("an annotation refuses parts that are missing, unfinished or of another run",
          "[threads]") {
  const support::ScratchFolder folder;
  const auto games = collection(folder);
  const auto part = folder.file("part.xqdb");
  Engine engine;
  auto setup = setup_of(games, part, engine);
  setup.shard = Shard{1, 2};
  setup.keep_going = [] { return false; };
  engine.on_question = [](int) { std::this_thread::sleep_for(std::chrono::milliseconds{300}); };
  CHECK(run(setup).reason == StopReason::interrupted);
  CHECK_THROWS_AS(AnnotationMerge{{part}}, Error);
  engine.on_question = [](int) {};
  setup.keep_going = {};
  CHECK(run(setup).reason == StopReason::none);
  CHECK_THROWS_AS(AnnotationMerge{{part}}, Error);         // 2/2 is missing
  CHECK_THROWS_AS((AnnotationMerge{{part, part}}), Error); // twice
  CHECK_THROWS_AS(AnnotationMerge{{games}}, Error);        // no part at all
  setup.shard = Shard{2, 2};
  CHECK_THROWS_AS(run(setup), UsageError);
  setup.shard = Shard{1, 2};
  setup.frame.settings = "test 2";
  CHECK_THROWS_AS(run(setup), UsageError);
}

TEST_CASE("an annotation with a journal that was cut says so and leaves the file alone",
          "[threads]") {
  const support::ScratchFolder folder;
  const auto games = collection(folder);
  const auto journal = folder.file("journal.xqdb");
  Engine engine;
  const auto whole = run(setup_of(games, journal, engine));
  cut(journal);
  const auto damaged = support::read_file(journal);
  CHECK_THROWS_AS(run(setup_of(games, journal, engine)), Error);
  CHECK(support::read_file(journal) == damaged);
  std::filesystem::resize_file(journal, 0); // nothing is left: a new journal
  Engine again;
  CHECK(run(setup_of(games, journal, again)).texts == whole.texts);
  CHECK(again.questions > 0);
}

TEST_CASE("a game that the engine cannot judge is delivered with the reason", "[threads]") {
  const support::ScratchFolder folder;
  Engine engine;
  auto setup = setup_of(collection(folder), {}, engine);
  engine.fails_from = 16;
  setup.json_lines = false;
  setup.write = [](std::string& out, const record::Game& game) -> std::vector<Problem> {
    out += game.tag("Red");
    return {};
  };
  const auto out = run(setup);
  CHECK(out.numbers.size() == game_count);
  CHECK(out.judged.front());
  CHECK_FALSE(out.judged.back());
  CHECK(out.failures.front().empty());
  CHECK(out.failures.back() == "the engine died");
  CHECK(out.texts.back() == "1. g3g4 c6c5 2. h0g2 b9c7"); // as it was
}
