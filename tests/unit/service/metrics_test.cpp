#include "service/front/metrics.hpp"
#include "support/catch.hpp"

#include <chrono>
#include <string>

using namespace xq;
using namespace std::chrono_literals;

TEST_CASE("metrics are the text that Prometheus reads") {
  service::Metrics metrics;
  metrics.add(200, 3ms);
  metrics.add(200, 2ms);
  metrics.add(404, 1ms);
  metrics.conversation(1);
  metrics.conversation(1);
  metrics.conversation(-1);
  const auto text = metrics.text({"1.2.3", 4096, 2, 1});
  for (const char* line :
       {"# TYPE xq_answers_total counter\n", "xq_answers_total{status=\"200\"} 2\n",
        "xq_answers_total{status=\"404\"} 1\n", "xq_answer_seconds_sum 0.006000\n",
        "xq_answer_seconds_count 3\n", "xq_conversations 1\n", "xq_cache_bytes 4096\n",
        "xq_databases 2\n", "xq_books 1\n", "xq_info{version=\"1.2.3\"} 1\n"}) {
    INFO(line);
    CHECK(text.find(line) != std::string::npos);
  }
  CHECK(text.back() == '\n');
}

TEST_CASE("a status that is none is counted, too") {
  service::Metrics metrics;
  metrics.add(-1, 0ns);
  metrics.add(9999, -1ns);
  CHECK(metrics.text({}).find("xq_answer_seconds_count 2\n") != std::string::npos);
}
