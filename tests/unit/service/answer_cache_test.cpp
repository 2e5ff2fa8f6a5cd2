#include "service/data/answer_cache.hpp"
#include "support/catch.hpp"

#include <fmt/core.h>

#include <thread>
#include <vector>

using xq::service::AnswerCache;

namespace {
AnswerCache::Body body(std::size_t size) { return std::make_shared<const std::string>(size, 'x'); }
} // namespace

TEST_CASE("AnswerCache: keeps what is asked for again, within its bounds") {
  AnswerCache cache{std::size_t{1} << 20U};
  for (int i = 0; i < 20000; ++i) {
    cache.add(fmt::format("question {}", i), body(100));
    CHECK((cache.find("question 7") != nullptr || i < 7)); // asked all the time
  }
  CHECK(cache.bytes() <= std::size_t{1} << 20U);
  CHECK(cache.bytes() > std::size_t{1} << 19U);
  CHECK(cache.find("question 19999") != nullptr);
  CHECK(cache.find("question 8") == nullptr);
  CHECK(cache.contains("question 19999"));
}

TEST_CASE("AnswerCache: one huge answer does not drive out the others") {
  AnswerCache cache{std::size_t{1} << 20U};
  cache.add("small", body(10));
  cache.add("huge", body(std::size_t{1} << 20U));
  CHECK(cache.find("small") != nullptr);
  CHECK(cache.find("huge") == nullptr);
  AnswerCache none{0};
  none.add("small", body(10));
  CHECK(none.find("small") == nullptr);
  CHECK(*none.find_or_make("small", [] { return body(3); }) == "xxx");
}

TEST_CASE("AnswerCache: many threads", "[threads]") {
  AnswerCache cache{std::size_t{1} << 18U};
  std::vector<std::jthread> threads;
  threads.reserve(4);
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([&cache, t] {
      for (int i = 0; i < 5000; ++i) {
        const auto question = fmt::format("{}", (i * (t + 1)) % 700);
        const auto answer = cache.find_or_make(
            question, [&] { return std::make_shared<const std::string>(question); });
        if (*answer != question) {
          std::abort();
        }
      }
    });
  }
  threads.clear();
  CHECK(cache.bytes() <= std::size_t{1} << 18U);
}
