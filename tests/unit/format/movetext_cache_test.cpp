#include "format/movetext/movetext_cache.hpp"
#include "support/catch.hpp"

#include <fmt/core.h>

#include <map>
#include <random>
#include <string>

using namespace xq;
using namespace xq::format;

TEST_CASE("a cache of movetexts forgets, but never mixes up", "[pgn]") {
  MovetextCache cache;
  std::mt19937_64 random{21};
  std::map<std::string, MovetextCache::Known> all;
  std::vector<std::string> names;
  std::size_t found = 0;
  std::size_t asked = 0;
  std::size_t lately = 0;
  // Three times as many moves as it can hold.
  for (std::size_t moves = 0; moves < 12'000'000; moves += all.rbegin()->second.moves.size()) {
    const auto name = fmt::format("{:08}", names.size());
    names.push_back(name);
    auto& known = all[name];
    known.moves.resize(names.size() % 1000 == 0 ? 20'000 : random() % 400);
    for (auto& move : known.moves) {
      move = Move{static_cast<Square>(random() % 90), static_cast<Square>(random() % 90)};
    }
    if (random() % 2 == 0) {
      known.result = record::Result::draw;
    }
    cache.remember(cache.key(name, {}), known);
    for (const bool late : {true, false}) {
      const auto& one =
          names[names.size() - 1 -
                random() % (late ? std::min<std::size_t>(names.size(), 100) : names.size())];
      MovetextCache::Known back;
      back.moves.resize(3);
      ++asked;
      if (cache.find(cache.key(one, {}), back)) {
        ++found;
        lately += late ? 1U : 0U;
        CHECK(back.moves == all[one].moves);
        CHECK(back.result == all[one].result);
      }
    }
    MovetextCache::Known none;
    CHECK(!cache.find(cache.key(name, {1, 0}), none));
  }
  CHECK(found < asked);
  CHECK(lately > asked / 2 * 9 / 10);
}
