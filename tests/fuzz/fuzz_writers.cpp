// A game made of the bytes, through every writer and back; what is not reported as lost must
// return.
#include "../support/odd_games.hpp"

#include <cstdio>
#include <cstdlib>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto game = support::odd_game({data, size});
  for (const auto& format : xq::format::formats()) {
    if (!format.writable) {
      continue;
    }
    const auto difference = support::WrittenGame{format, game}.difference();
    if (!difference.empty()) {
      std::fprintf(stderr, "%s: %s\n", std::string{format.name}.c_str(), difference.c_str());
      std::abort();
    }
  }
  return 0;
}
