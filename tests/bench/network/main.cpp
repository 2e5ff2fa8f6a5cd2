#include "bench/network/generate.hpp"
#include <cstdlib>
#include <string>
int main(int argc, char* argv[]) {
  xq::network::GenerateOptions o;
  o.folder = argv[2];
  for (int i = 3; i + 1 < argc; i += 2) {
    const std::string n = argv[i];
    const char* v = argv[i + 1];
    if (n == "--archive") o.archive = v;
    if (n == "--seed") o.seed = std::strtoull(v, nullptr, 10);
    if (n == "--first") o.first_block = std::atoi(v);
    if (n == "--blocks") o.blocks = std::atoi(v);
    if (n == "--games") o.games = std::atoi(v);
    if (n == "--nodes") o.nodes = std::strtoull(v, nullptr, 10);
    if (n == "-t") o.threads = std::atoi(v);
  }
  xq::network::generate(o);
}
