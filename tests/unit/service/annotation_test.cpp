#include "service/annotation/annotation_desk.hpp"
#include "service/games/answers.hpp"
#include "support/catch.hpp"

#include <xq/analysis/annotate.hpp>

#include <chrono>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <thread>

using namespace xq;
using namespace xq::service;
using namespace std::chrono_literals;
using nlohmann::json;

namespace {

constexpr std::string_view game =
    R"({"moves":[{"uci":"h2e2"},{"uci":"h9g7"},{"uci":"e2e6"},{"uci":"g7e6"}]})";

/// The addresses of a desk, over engines of its own.
class Desk {
public:
  explicit Desk(AnnotationLimits limits = {})
      : m_queue{std::make_shared<SearchQueue>(
            SearchQueue::Options{.engines = 1, .hash_megabytes = 1})},
        m_desk{{.version = "1", .limits = limits, .now = [this] { return now; }}, m_queue} {}
  ~Desk() {
    m_desk.shut_down();
    m_queue->shut_down();
  }
  Desk(const Desk&) = delete;
  Desk& operator=(const Desk&) = delete;

  json post(std::string_view body = game, const std::string& client = "",
            std::string_view query = "quality=quick") {
    Request request;
    request.method = "POST";
    request.body = body;
    request.client = client;
    request.visitor = client.empty() ? "here" : client;
    const Parameters parameters{query};
    return json::parse(*m_desk.create({request, parameters}).body);
  }
  json get(const json& known) {
    const Request request;
    return json::parse(
        *m_desk.progress({request, {}, known["id"].get_ref<const std::string&>()}).body);
  }
  json cancel(const json& known) {
    const Request request;
    return json::parse(
        *m_desk.cancel({request, {}, known["id"].get_ref<const std::string&>()}).body);
  }
  json wait(json known) {
    for (int i = 0; i < 12000 && (known["state"] == "queued" || known["state"] == "running"); ++i) {
      std::this_thread::sleep_for(5ms);
      known = get(known);
    }
    return known;
  }
  void shut_down() { m_desk.shut_down(); }
  /// An analysis that takes the only engine for as long as it may.
  void occupy() {
    class Endless final : public SearchTask {
      std::optional<SearchQuestion> question() override {
        SearchQuestion question;
        question.limits.move_time = 60s;
        return question;
      }
      void finished(const engine::Report& /*report*/, bool /*shut_down*/) override {}
      [[nodiscard]] const void* owner() const noexcept override { return this; }
    };
    static_cast<void>(m_queue->add(SearchQueue::Kind::analysis, std::make_shared<Endless>()));
  }

  std::chrono::steady_clock::time_point now;

private:
  std::shared_ptr<SearchQueue> m_queue;
  AnnotationDesk m_desk;
};

int status_of(const std::function<void()>& call) {
  try {
    call();
  } catch (const HttpError& e) {
    return e.status();
  }
  return 200;
}

} // namespace

TEST_CASE("annotation: a game is judged as the library judges it", "[threads]") {
  Desk desk;
  const auto done = desk.wait(desk.post());
  REQUIRE(done["state"] == "done");
  CHECK(done["done"] == 5);
  CHECK(done["total"] == 5);
  record::Game same;
  read_game_json(game, same);
  engine::Limits limits;
  limits.nodes = 20'000;
  engine::Options options;
  options.hash_megabytes = 0;
  const auto analyst = analysis::own_analysts(analysis::review_limits(limits), options, "1").make();
  const auto review = analysis::review(same, {.analyst = analyst.get()});
  for (std::size_t i = 0; i < review.positions.size(); ++i) {
    const auto& position = done["review"]["positions"][i];
    CHECK(position["score"] == review.positions[i]->score);
    CHECK(position["nodes"] == review.positions[i]->nodes);
  }
  CHECK(done["review"]["positions"][3]["mark"] ==
        std::string{analysis::to_text(review.moves[2].mark)});
  CHECK(done["game"]["tags"]["Annotator"] == "xq 1, 20000 nodes a move");
  CHECK(done["game"]["moves"][2].contains("variations"));
}

TEST_CASE("annotation: one game of a client, so many in the queue, none without moves",
          "[threads]") {
  AnnotationLimits limits;
  limits.most_waiting = 2;
  limits.most_plies = 4;
  Desk desk{limits};
  desk.occupy();
  const auto first = desk.post(game, "a");
  CHECK(status_of([&] { desk.post(game, "a"); }) == 429);
  for (int i = 0; i < 500 && desk.get(first)["state"] == "queued"; ++i) {
    std::this_thread::sleep_for(2ms);
  }
  const auto second = desk.post(game, "b");
  CHECK(second["place"] == 1);
  CHECK(desk.post(game)["place"] == 2);
  CHECK(status_of([&] { desk.post(game); }) == 429);
  CHECK(desk.cancel(second)["state"] == "cancelled");
  CHECK(desk.post(game, "b")["place"] == 2);
  CHECK(status_of([&] { desk.post(R"({"moves":[]})"); }) == 400);
  CHECK(status_of([&] { desk.post("[]"); }) == 400);
  CHECK(status_of([&] { desk.post(game, "", "quality=deep"); }) == 400);
  CHECK(status_of([&] { desk.post(game, "", "notation=x"); }) == 400);
  CHECK(status_of([&] {
          desk.post(R"({"moves":[{"uci":"h2e2"},{"uci":"h9g7"},{"uci":"e2e6"},{"uci":"g7e6"},
                       {"uci":"a0a1"}]})");
        }) == 413);
  CHECK(status_of([&] { desk.get(json{{"id", "0"}}); }) == 404);
  CHECK(desk.cancel(first)["state"] == "cancelled");
}

TEST_CASE("annotation: what nobody asks for is dropped, results are forgotten", "[threads]") {
  constexpr std::string_view one_move = R"({"moves":[{"uci":"h2e2"}]})";
  AnnotationLimits limits;
  limits.most_results = 1;
  Desk desk{limits};
  const auto first = desk.wait(desk.post(one_move));
  const auto second = desk.wait(desk.post(one_move));
  REQUIRE(second["state"] == "done");
  desk.now += 1s;
  static_cast<void>(desk.wait(desk.post(one_move)));
  CHECK(status_of([&] { desk.get(first); }) == 404);
  desk.occupy();
  const auto third = desk.post(game, "a");
  desk.now += limits.abandon_after + 1s;
  CHECK(desk.post(game, "a")["state"] == "queued");
  CHECK(desk.get(third)["state"] == "cancelled");
}

TEST_CASE("annotation: the end of the server ends it", "[threads]") {
  Desk desk;
  desk.occupy();
  const auto first = desk.post();
  const auto second = desk.post();
  desk.shut_down();
  CHECK(desk.get(first)["state"] == "cancelled");
  CHECK(desk.get(second)["state"] == "cancelled");
  CHECK(status_of([&] { desk.post(); }) == 503);
}
