// As many threads as a port has, at the same games; for sanitizers above all.
#include "service/analysis/analysis.hpp"
#include "service/play/play_rooms.hpp"
#include "support/catch.hpp"
#include "support/listener.hpp"

#include <fmt/core.h>

#include <array>
#include <atomic>
#include <random>
#include <thread>

using namespace xq;
using namespace xq::service;
using namespace std::chrono_literals;
using support::at;
using support::Listener;
using support::parsed;

namespace {

/// Plays what is legal, resigns, leaves, comes back.
void play_about(PlayRooms& rooms, const std::string& id, const std::string& key, unsigned seed,
                const std::atomic<bool>& done) {
  std::mt19937 random{seed};
  while (!done) {
    const Listener ear;
    const auto opened = rooms.open(id, key, ear.outlet());
    for (int i = 0; i < 20 && opened.conversation && ear.code() == 0; ++i) {
      const auto state = parsed(ear.last());
      const auto* const legal = state.find("legal");
      if (legal != nullptr && !legal->array()->empty()) {
        const auto& list = *legal->array();
        opened.conversation->receive(fmt::format(R"({{"type":"move","move":"{}","ply":{}}})",
                                                 at(list[random() % list.size()], "uci"),
                                                 state.find("moves")->array()->size()));
      }
      constexpr std::array others{R"({"type":"undo"})", R"({"type":"draw"})",
                                  R"({"type":"decline"})", R"({"type":"ping"})"};
      if (random() % 4 == 0) {
        opened.conversation->receive(others[random() % others.size()]);
      }
      std::this_thread::sleep_for(1ms);
    }
  }
}

void analyse_about(const std::shared_ptr<SearchQueue>& queue, const std::atomic<bool>& done) {
  while (!done) {
    const Listener ear;
    const auto conversation = make_analysis(queue, ear.outlet());
    conversation->receive(R"({"type":"go","nodes":3000})");
    std::this_thread::sleep_for(3ms);
    conversation->receive(R"({"type":"go","moves":["h2e2"],"nodes":3000})");
    std::this_thread::sleep_for(3ms);
    conversation->receive(R"({"type":"stop"})");
  }
}

} // namespace

TEST_CASE("play: games, an engine, analyses and the clock on many threads at once", "[threads]") {
  const auto queue = std::make_shared<SearchQueue>(
      SearchQueue::Options{.engines = 2, .hash_megabytes = 1, .slice = 2ms});
  PlayOptions options;
  options.rules.messages_a_second = 1e9;
  std::atomic<std::size_t> kept{0};
  options.rules.keep = [&](const record::Game&, const std::function<void(bool)>&) {
    ++kept;
    return true;
  };
  PlayRooms rooms{std::move(options), queue};
  const auto create = [&](std::string body) {
    Request request;
    request.body = std::move(body);
    return parsed(*rooms.create(request).body);
  };
  const auto two = create(R"({"minutes":0.05,"increment":1})");
  const auto engine = create(R"({"opponent":"engine","level":1,"minutes":1})");
  std::atomic<bool> done{false};
  std::vector<std::thread> threads;
  threads.emplace_back([&] { play_about(rooms, at(two, "id"), at(two, "key"), 1, done); });
  threads.emplace_back([&] { play_about(rooms, at(two, "id"), at(two, "other.key"), 2, done); });
  threads.emplace_back([&] { play_about(rooms, at(two, "id"), "", 3, done); });
  threads.emplace_back([&] { play_about(rooms, at(engine, "id"), at(engine, "key"), 4, done); });
  threads.emplace_back([&] { analyse_about(queue, done); });
  threads.emplace_back([&] {
    while (!done) {
      static_cast<void>(rooms.next_tick());
      rooms.tick(std::chrono::steady_clock::now());
      try {
        static_cast<void>(rooms.pgn(at(two, "id")));
      } catch (const HttpError&) { // at the end
      }
      std::this_thread::sleep_for(1ms);
    }
  });
  std::this_thread::sleep_for(1500ms);
  rooms.shut_down();
  queue->shut_down();
  done = true;
  for (auto& thread : threads) {
    thread.join();
  }
  CHECK(kept == 2); // each once, over or not
}
