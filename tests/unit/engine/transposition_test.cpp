#include "engine/search/transposition.hpp"
#include "support/catch.hpp"

#include <fstream>
#include <string>

using namespace xq;
using namespace xq::engine;

namespace {

// ThreadSanitizer writes beside all of a table, also when the table is not written to.
#if defined(__has_feature)
constexpr bool writes_beside_memory = __has_feature(thread_sanitizer);
constexpr bool ends_without_memory =
    __has_feature(address_sanitizer) || __has_feature(thread_sanitizer);
#else
constexpr bool writes_beside_memory = false;
constexpr bool ends_without_memory = false;
#endif

/// Megabytes of memory that this process has written to; 0 where the system does not tell.
std::size_t resident_megabytes() {
  std::ifstream status{"/proc/self/status"};
  std::size_t kilobytes = 0;
  for (std::string word; status >> word && word != "VmRSS:";) {
  }
  status >> kilobytes;
  return kilobytes / 1024;
}

} // namespace

TEST_CASE("a large table takes memory when it is written to") {
  const std::size_t before = resident_megabytes();
  TranspositionTable table;
  table.resize(3000);
  table.clear();
  table.next_generation();
  for (std::uint64_t i = 1; i <= 2000; ++i) {
    table.store(Key{i * 0x9E3779B97F4A7C15U}, 0, Move::none(), 7, 7, 1, Bound::exact);
  }
  CHECK((writes_beside_memory || resident_megabytes() < before + 100));
  TableHit hit;
  CHECK(table.probe(Key{0x9E3779B97F4A7C15U}, 0, hit));
  table.clear();
  CHECK_FALSE(table.probe(Key{0x9E3779B97F4A7C15U}, 0, hit));
  CHECK(table.permille_used() == 0);
}

TEST_CASE("a table too large for the machine leaves the old one in place") {
  if (ends_without_memory) {
    return; // sanitizers end the program
  }
  TranspositionTable table;
  table.store(Key{12345}, 0, Move::none(), 7, 7, 1, Bound::exact);
  CHECK_THROWS_AS(table.resize(std::size_t{1} << 40U), std::bad_alloc);
  TableHit hit;
  CHECK(table.probe(Key{12345}, 0, hit));
}

TEST_CASE("a small table is empty after clear()") {
  TranspositionTable table;
  table.resize(2);
  table.next_generation();
  table.store(Key{12345}, 0, Move::none(), 7, 7, 1, Bound::exact);
  table.clear();
  TableHit hit;
  CHECK_FALSE(table.probe(Key{12345}, 0, hit));
}
