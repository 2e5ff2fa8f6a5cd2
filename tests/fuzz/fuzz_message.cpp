// What clients send over WebSockets: one line a message, its first character says who sends it (r,
// b, s: players and a spectator of a game; a: somebody who analyses; p: the body of POST /play).
// With `!` in front of all the engine searches; else nothing is searched, which is faster. With `.`
// the game has three men, so that states are short, which is faster still.
#include "service/analysis/analysis.hpp"
#include "service/play/play_rooms.hpp"

#include <atomic>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <utility>

using namespace xq;
using namespace xq::service;

namespace {

std::string text_of(const JsonValue& value, const char* name) {
  const auto* const member = value.find(name);
  return member == nullptr ? std::string{} : *member->string();
}

/// What is sent must be JSON. Of messages as long as states, which take most of the time to read,
/// the first is looked at.
Outlet checked_outlet() {
  constexpr std::size_t length_of_states = 2000;
  return {[first = true](const std::shared_ptr<const std::string>& message) mutable {
            const bool look = message->size() < length_of_states || std::exchange(first, false);
            if (look && !read_json(*message, {1U << 24U, 10, 1'000'000})) {
              std::abort();
            }
          },
          [](std::uint16_t, std::string_view) {}};
}

/// For those who hear much the same as the one before.
Outlet deaf_outlet() {
  return {[](const std::shared_ptr<const std::string>&) {}, [](std::uint16_t, std::string_view) {}};
}

std::shared_ptr<SearchQueue> make_queue() {
  return std::make_shared<SearchQueue>(SearchQueue::Options{.engines = 1, .hash_megabytes = 1});
}

/// Takes no question.
std::shared_ptr<SearchQueue> make_closed_queue() {
  auto queue = make_queue();
  queue->shut_down();
  return queue;
}

Response create(PlayRooms& rooms, std::string body) {
  Request request;
  request.body = std::move(body);
  try {
    return rooms.create(request);
  } catch (const HttpError& e) {
    return error_response(e.status(), e.what());
  }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const auto searching = make_queue();
  static const auto closed = make_closed_queue();
  std::string_view rest{reinterpret_cast<const char*>(data), size};
  const bool searches = rest.starts_with('!');
  const bool few_men = rest.starts_with('.');
  rest.remove_prefix(searches || few_men ? 1 : 0);
  const auto& queue = searches ? searching : closed;
  std::atomic<std::int64_t> time{1'000'000};
  const TimeSource now = [&] {
    return std::chrono::steady_clock::time_point{std::chrono::milliseconds{time++}};
  };
  PlayOptions options;
  options.rules.now = now;
  options.rules.messages_a_second = 1e9;
  AnalysisLimits limits;
  limits.longest = std::chrono::milliseconds{2};
  limits.messages_a_second = 1e9;
  PlayRooms rooms{std::move(options), queue};
  const auto made =
      create(rooms, few_men ? R"({"minutes":1,"chat":true,"fen":"3k5/9/9/9/9/9/9/9/4R4/5K3 w"})"
                            : R"({"minutes":1,"chat":true})");
  const auto game = read_json(*made.body, {});
  const std::string id = text_of(*game, "id");
  const auto red = rooms.open(id, text_of(*game, "key"), checked_outlet());
  const auto black = rooms.open(id, text_of(*game->find("other"), "key"), deaf_outlet());
  const auto spectator = rooms.open(id, "", deaf_outlet());
  const auto analysis = make_analysis(queue, checked_outlet(), limits, now);

  while (!rest.empty()) {
    const auto line = rest.substr(0, rest.find('\n'));
    rest.remove_prefix(std::min(rest.size(), line.size() + 1));
    const auto message = line.substr(std::min<std::size_t>(line.size(), 1));
    switch (line.empty() ? '\0' : line.front()) {
    case 'r':
      red.conversation->receive(message);
      break;
    case 'b':
      black.conversation->receive(message);
      break;
    case 's':
      spectator.conversation->receive(message);
      break;
    case 'a':
      analysis->receive(message);
      break;
    case 'p':
      static_cast<void>(create(rooms, std::string{message}));
      break;
    default:
      time += 10'000;
      rooms.tick(now());
    }
  }
  rooms.shut_down();
  return 0;
}
