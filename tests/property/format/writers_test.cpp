// Random games with every kind of odd text through every writer and back; fuzz_writers does the
// same with the bytes that libFuzzer finds.

#include "support/catch.hpp"
#include "support/odd_games.hpp"
#include "support/rounds.hpp"

#include <random>
#include <string>
#include <vector>

using namespace xq;

namespace {

std::vector<std::uint8_t> random_bytes(std::mt19937& random) {
  std::vector<std::uint8_t> out(random() % 160);
  for (auto& byte : out) {
    byte = static_cast<std::uint8_t>(random());
  }
  return out;
}

std::string hexadecimal(const std::vector<std::uint8_t>& bytes) {
  constexpr std::string_view digits = "0123456789abcdef";
  std::string out;
  for (const auto byte : bytes) {
    out += digits[byte >> 4U];
    out += digits[byte & 15U];
  }
  return out;
}

} // namespace

TEST_CASE("what a writer does not report as lost comes back, whatever texts a game has") {
  std::mt19937 random{support::seed};
  INFO("seed " << support::seed);
  int reported = 0;
  for (std::size_t round = support::rounds(800); round > 0; --round) {
    const auto bytes = random_bytes(random);
    const auto game = support::odd_game(bytes);
    for (const auto& format : format::formats()) {
      if (!format.writable) {
        continue;
      }
      const auto difference = support::WrittenGame{format, game}.difference();
      if (!difference.empty() && ++reported < 50) {
        FAIL_CHECK(format.name << ": " << difference << "\n" << hexadecimal(bytes));
      }
    }
  }
}
