#include "endings/library.hpp"
#include "endings/table_file.hpp"
#include "support/catch.hpp"
#include "support/files.hpp"
#include "support/scratch_folder.hpp"

#include <xq/base/error.hpp>
#include <xq/board/fen.hpp>

#include <ctime>
#include <fstream>
#include <string>
#include <vector>

using namespace xq;
using endings::Library;
using endings::Worth;

namespace {

endings::Material material(std::string_view name) { return endings::read_material(name).value(); }

/// Enough for all endings of this test.
constexpr std::uint64_t memory = 64U << 20U;

struct Known {
  const char* fen;
  Worth worth;
  const char* why;
};

} // namespace

TEST_CASE("a material has a name") {
  CHECK(endings::name_of(material("KRkaabb")) == "KRkaabb");
  CHECK(endings::name_of(material("R-AAEE")) == "KRkaabb");
  CHECK(endings::name_of(material("kbbaaKR")) == "KRkaabb");
  CHECK(endings::name_of(material("KHPke")) == "KNPkb");
  CHECK(endings::name_of(material("-")) == "Kk");
  CHECK(material("A-R").is_turned());
  CHECK_FALSE(material("R-AAEE").is_turned());
  CHECK_FALSE(material("R-R").is_turned());
  for (const char* wrong : {"", "KR", "KKk", "KXk", "R-A-E", "KRRRk", "KPPPPPPk"}) {
    INFO(wrong);
    CHECK_FALSE(endings::read_material(wrong));
  }
}

TEST_CASE("a placement has one number, and its mirror image the same") {
  for (const char* name : {"KAAkp", "KPPPk", "KRkn"}) {
    const endings::Placements placements{material(name)};
    CHECK(placements.size() == endings::Placements::count(material(name)));
    endings::Placement p;
    for (std::uint64_t n = 0; n < placements.size(); n += 37) {
      INFO(name << ' ' << n);
      const bool apart = placements.place(n, p);
      CHECK(placements.number(p) == n);
      if (apart) {
        Position position;
        placements.put(p, position);
        const auto same = placements.placement_of(position.mirrored(), false);
        CHECK((placements.number(same) == n || endings::Placements::is_central(p)));
      }
    }
  }
}

TEST_CASE("endings end as the books say") {
  // 例胜 and 例和 of the practical endings: a rook beats a lone side with two advisors or two
  // elephants; a horse beats one advisor, not two, and one elephant only where it
  // stands on the side of its king; a cannon needs an advisor of its own as a
  // screen; a pawn on the last row wins nothing, one that is higher beats a bare king.
  const std::vector<Known> known{
      {"3k5/4a4/9/9/9/9/9/9/9/4K3N w", Worth::win, "horse against an advisor"},
      {"3ak4/4a4/9/9/9/9/9/9/9/4K3N w", Worth::draw, "horse against two advisors"},
      {"4k4/9/9/9/9/9/9/9/9/3K4C w", Worth::draw, "cannon without a screen"},
      {"3ak4/4a4/9/9/9/9/9/3A5/9/3K4C w", Worth::win, "cannon and advisor against two advisors"},
      {"4k4/9/4b4/9/9/9/9/3A5/9/3K4C w", Worth::win, "cannon and advisor against an elephant"},
      {"4k4/9/9/9/4P4/9/9/9/9/3K5 w", Worth::win, "high pawn against the bare king"},
      {"P3k4/9/9/9/9/9/9/9/9/3K5 w", Worth::draw, "pawn on the last row"},
      {"3ak4/9/9/9/4P4/9/9/9/9/3K5 w", Worth::draw, "high pawn against an advisor"},
      {"3ak4/4a4/9/9/9/9/9/9/9/3K4R w", Worth::win, "rook against two advisors"},
      {"4k4/9/4b4/9/6b2/9/9/9/9/3K4R w", Worth::win, "rook against two elephants"},
      {"3k5/9/8b/4N4/9/9/9/9/4K4/9 w", Worth::draw, "horse, king and elephant on two sides"},
      {"3k5/9/9/9/6b2/9/9/9/4K4/5N3 w", Worth::draw, "the same, the elephant over the river bank"},
      {"5k3/9/8b/4N4/9/9/9/9/4K4/9 w", Worth::win, "horse, king and elephant on one side"},
      {"9/9/5k2b/9/5N3/9/9/9/4K4/9 w", Worth::win, "the same, the king on the third floor"},
      {"4k4/9/4b4/9/9/9/9/9/9/3K3PP w", Worth::draw, "impossible pawns"},
  };
  Library library{{.memory = memory}};
  for (const Known& k : known) {
    INFO(k.why);
    const auto read = read_fen(k.fen);
    REQUIRE(read);
    const auto result = library.probe(read->position);
    if (std::string_view{k.why} == "impossible pawns") {
      CHECK_FALSE(result);
      continue;
    }
    REQUIRE(result);
    CHECK(result->worth == k.worth);
  }
}

// `go mate N` of Fairy-Stockfish 11.1 (UCI_Variant xiangqi) found each of these, and none shorter.
TEST_CASE("mates in endings are as short as another program says") {
  struct Mate {
    const char* fen;
    int moves;
  };
  constexpr auto mates = std::to_array<Mate>({
      {"5a3/3k5/9/9/7R1/9/9/9/5K3/9 w", 3},   {"7R1/9/3ak4/9/9/9/9/9/3K5/9 w", 4},
      {"5a3/5k3/9/9/9/4R4/9/3K5/9/9 w", 3},   {"9/9/4ka3/9/9/9/5R3/9/5K3/9 w", 3},
      {"3k5/4a4/9/9/6R2/9/9/5K3/9/9 w", 3},   {"9/4k4/5a1R1/9/9/9/9/9/9/5K3 w", 3},
      {"9/5k3/3a5/8R/9/9/9/9/3K5/9 w", 3},    {"1R7/5k3/3a5/9/9/9/9/9/9/3K5 w", 3},
      {"3k1a3/9/9/9/9/9/7R1/9/5K3/9 w", 4},   {"5a3/4k4/9/9/9/9/2R6/3K5/9/9 w", 4},
      {"5k3/4a4/9/9/9/9/9/4K1R2/9/9 w", 3},   {"9/9/3ak4/9/9/9/9/9/3K5/1R7 w", 3},
      {"3k5/9/3a1a3/9/9/9/9/R8/3K5/9 w", 4},  {"5a3/4k4/3a5/9/9/9/9/9/5KR2/9 w", 6},
      {"5a3/9/4ka3/R8/9/9/9/9/5K3/9 w", 3},   {"9/3k5/3a1a3/9/9/9/9/3K3R1/9/9 w", 5},
      {"3k1a3/4a4/9/R8/9/9/9/9/9/5K3 w", 5},  {"3aka3/9/9/9/9/9/9/3K5/R8/9 w", 4},
      {"3a1a3/4k4/9/9/1R7/9/9/9/5K3/9 w", 4}, {"3a5/4a4/5k3/9/9/9/6R2/3K5/9/9 w", 5},
      {"3a5/4k4/3a1R3/9/9/9/9/5K3/9/9 w", 4}, {"3a1k3/9/5a3/9/9/7R1/9/5K3/9/9 w", 6},
      {"5k3/4a4/5a3/9/9/9/9/9/5K3/1R7 w", 3}, {"9/5k3/3a1a3/9/9/9/6R2/9/3K5/9 w", 7},
      {"4k4/9/9/9/9/9/9/9/5R2n/3K5 w", 3},    {"5k3/9/9/9/9/3n5/9/3K5/9/2R6 w", 7},
      {"9/3k5/9/9/9/5n3/9/5K3/9/6R2 w", 7},   {"1n7/3k5/2R6/9/9/9/9/9/9/4K4 w", 3},
      {"9/9/4k4/R8/7n1/9/9/9/5K3/9 w", 3},    {"9/6R2/4k4/9/9/9/9/9/1n3K3/9 w", 7},
      {"3k5/9/2n6/9/9/9/2R6/9/5K3/9 w", 3},   {"9/3k4n/2R6/9/9/9/9/9/9/5K3 w", 3},
      {"9/4Rn3/5k3/9/9/9/9/9/9/3K5 w", 4},    {"9/3k5/9/9/9/9/9/1n7/8R/5K3 w", 4},
      {"9/5k3/8n/9/9/9/9/9/R3K4/9 w", 3},     {"3k5/9/9/2n6/9/9/9/9/5K3/8R w", 5},
      {"9/3k5/3a5/9/9/2N6/9/9/3K5/9 w", 7},   {"9/5k3/3a5/9/4N4/9/9/3K5/9/9 w", 5},
      {"2N6/4ak3/9/9/9/9/9/9/4K4/9 w", 4},    {"4k4/9/5a3/1N7/9/9/9/9/5K3/9 w", 7},
      {"9/4k4/3a5/9/9/9/1N7/9/9/3K5 w", 6},   {"4k4/4a4/9/5N3/9/9/9/5K3/9/9 w", 6},
      {"3k1a3/7N1/9/9/9/9/9/9/9/5K3 w", 4},   {"3a1k3/5N3/9/9/9/9/9/9/3K5/9 w", 4},
      {"9/9/3ak4/5N3/9/9/9/3K5/9/9 w", 5},    {"3k5/9/3a5/9/1N7/9/9/4K4/9/9 w", 6},
      {"5a3/9/5k3/9/5N3/9/9/9/9/5K3 w", 6},   {"9/5k2N/5a3/9/9/9/9/5K3/9/9 w", 7},
      {"9/5k3/P8/9/9/9/9/4K4/9/9 w", 6},      {"9/4k4/9/4P4/9/9/9/9/3K5/9 w", 3},
      {"9/3k4P/9/9/9/9/9/4K4/9/9 w", 4},      {"9/9/2P1k4/9/9/9/9/9/9/5K3 w", 3},
      {"5k3/2P6/9/9/9/9/9/9/9/4K4 w", 3},     {"4k4/7P1/9/9/9/9/9/9/9/5K3 w", 6},
      {"9/9/2P1k4/9/9/9/9/9/5K3/9 w", 3},     {"9/9/4k4/2P6/9/9/9/3K5/9/9 w", 4},
      {"3k5/9/5P3/9/9/9/9/4K4/9/9 w", 3},     {"9/5k3/9/9/1P7/9/9/9/9/4K4 w", 6},
      {"4k4/9/9/9/2P6/9/9/9/9/5K3 w", 5},     {"9/9/5k3/9/1P7/9/9/9/4K4/9 w", 7},
      {"3R5/4k4/9/4c4/9/9/9/3K5/9/9 w", 4},   {"9/5k3/5c3/1R7/9/9/9/3K5/9/9 w", 3},
      {"9/4k4/9/9/7R1/9/9/9/5K3/1c7 w", 5},   {"9/4k4/9/9/9/9/4c4/9/9/4K2R1 w", 6},
      {"9/3k5/9/9/9/3c5/9/4K4/8R/9 w", 3},    {"3k5/R8/1c7/9/9/9/9/5K3/9/9 w", 6},
      {"R8/9/3k5/5c3/9/9/9/5K3/9/9 w", 5},    {"9/4k4/9/9/9/2R6/9/5K3/9/4c4 w", 3},
      {"4k4/9/9/9/3c5/1R7/9/5K3/9/9 w", 5},   {"4k4/9/9/9/9/9/8R/9/1c7/3K5 w", 4},
      {"9/9/5k3/4c4/9/9/9/9/R3K4/9 w", 4},    {"9/4k4/9/9/2c6/9/7R1/9/9/5K3 w", 5},
      {"4k4/9/7P1/9/9/9/9/N8/9/5K3 w", 4},    {"7N1/3k5/8P/9/9/9/9/5K3/9/9 w", 3},
      {"9/3k5/9/9/8P/9/9/9/4KN3/9 w", 4},     {"3k2P2/9/9/9/9/9/9/5K3/9/2N6 w", 5},
      {"9/4k4/9/9/3N2P2/9/9/9/5K3/9 w", 5},   {"7P1/9/5k3/9/9/9/N8/9/3K5/9 w", 4},
      {"9/5k3/9/9/5NP2/9/9/9/3K5/9 w", 3},    {"1P2k4/9/9/9/9/9/9/2N6/9/5K3 w", 4},
      {"9/9/3k5/2P6/9/9/9/2N2K3/9/9 w", 3},   {"2P1k4/9/9/9/2N6/9/9/9/9/5K3 w", 4},
      {"7P1/9/5k3/9/9/9/9/4K4/9/4N4 w", 4},   {"4k4/4N4/P8/9/9/9/9/9/9/4K4 w", 4},
      {"9/9/b3k3b/9/9/6R2/9/5K3/9/9 w", 3},   {"9/9/b3k3b/9/9/9/9/3R5/9/3K5 w", 3},
      {"2b2R3/3k5/9/9/2b6/9/9/9/5K3/9 w", 5}, {"2b6/9/4k4/9/6b2/9/3R5/9/9/3K5 w", 3},
      {"3k2b2/9/9/9/6b2/R8/9/9/9/5K3 w", 6},  {"6b2/1R7/4k3b/9/9/9/9/9/3K5/9 w", 5},
      {"4k4/9/b8/9/R5b2/9/9/9/5K3/9 w", 5},   {"3k5/2R6/9/9/2b3b2/9/9/4K4/9/9 w", 4},
      {"2bk5/5R3/9/9/6b2/9/9/4K4/9/9 w", 3},  {"2b3bR1/9/5k3/9/9/9/9/9/9/3K5 w", 4},
      {"4k4/9/b3b4/4R4/9/9/9/3K5/9/9 w", 4},  {"9/9/b3k3b/9/2R6/9/9/3K5/9/9 w", 3},
      {"9/3k5/9/9/9/9/1p7/5K3/N8/9 w", 6},    {"9/4k4/5N3/9/9/2p6/9/9/5K3/9 w", 6},
      {"9/9/3k5/9/9/5N3/9/6p2/5K3/9 w", 5},   {"3k5/9/9/9/9/7N1/9/8p/4K4/9 w", 4},
      {"4k4/9/9/2p6/9/3N5/9/5K3/9/9 w", 6},   {"9/4k4/9/9/8N/6p2/9/3K5/9/9 w", 4},
      {"9/4k4/9/2p6/9/3N5/9/5K3/9/9 w", 5},   {"4k4/9/9/9/9/5N3/7p1/9/9/3K5 w", 6},
  });
  Library library{{.memory = memory}};
  for (const Mate& mate : mates) {
    INFO(mate.fen);
    const auto read = read_fen(mate.fen);
    REQUIRE(read);
    const auto result = library.probe(read->position);
    REQUIRE(result);
    CHECK(result->worth == Worth::win);
    CHECK_FALSE(result->by_rule);
    CHECK(result->plies == 2 * mate.moves - 1);
  }
}

TEST_CASE("a table is the same from its file") {
  const support::ScratchFolder folder;
  std::vector<std::string> made;
  Library counted{{.folder = folder.path().string()}};
  counted.make(material("P-A"), [&](const endings::Table& table) {
    made.push_back(endings::write_table(folder.path().string(), table));
  });
  CHECK(made.size() == 4);
  CHECK(endings::list_tables(folder.path().string()).size() == 4);
  for (const auto& m : endings::with_smaller(material("P-A"))) {
    const auto read = endings::open_table(folder.path().string(), m, true);
    REQUIRE(read);
    const endings::Table& table = *counted.find(m);
    CHECK(read->facts() == table.facts());
    CHECK(read->codes() == table.codes());
  }
  Library stored{{.folder = folder.path().string()}};
  CHECK(stored.find(material("A-P")) != nullptr);
  CHECK(stored.find(material("R-A")) == nullptr);
  CHECK_THROWS_AS(endings::open_table(folder.path().string(), material("P-A"), false), FileError);
}

TEST_CASE("a damaged table is an error with advice") {
  const support::ScratchFolder folder;
  Library library{{}};
  const auto path = endings::write_table(folder.path().string(), library.make(material("P-")));
  const std::string whole = support::read_file(path);
  const auto is_refused = [&](const std::string& bytes) {
    std::ofstream{path, std::ios::binary} << bytes;
    try {
      static_cast<void>(endings::open_table(folder.path().string(), material("P-"), true));
      return false;
    } catch (const FileError& e) {
      return std::string_view{e.what()}.find("xq endings build KPk") != std::string_view::npos;
    }
  };
  CHECK_FALSE(is_refused(whole));
  for (std::size_t at = 0; at < whole.size(); at += at < 600 ? 1 : 97) {
    std::string damaged = whole;
    damaged[at] = static_cast<char>(damaged[at] ^ 1);
    const bool padding = at >= whole.find("\nend\n") + 5 && at < 512;
    INFO(at);
    CHECK((is_refused(damaged) || padding));
  }
  for (const std::size_t size : {std::size_t{0}, std::size_t{100}, whole.size() - 1}) {
    CHECK(is_refused(whole.substr(0, size)));
  }
  CHECK(is_refused(whole + "x"));
}

TEST_CASE("what takes more memory than there is has no table") {
  Library library{{.memory = 1U << 20U}};
  CHECK(library.find(material("P-")) != nullptr);
  CHECK(library.find(material("R-AAEE")) == nullptr);
  // of all pieces there are a million materials with fewer: none of them is looked at
  const auto start = std::clock();
  CHECK_FALSE(library.probe(Position::start()));
  CHECK(static_cast<double>(std::clock() - start) < 0.1 * CLOCKS_PER_SEC);
  CHECK_FALSE(Library{{}}.probe(read_fen("4k4/9/9/9/9/9/9/9/9/3K5 w")->position));
}
