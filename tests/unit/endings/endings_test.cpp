#include "endings/library.hpp"
#include "endings/table_file.hpp"
#include "support/catch.hpp"
#include "support/files.hpp"
#include "support/scratch_folder.hpp"

#include <xq/base/error.hpp>
#include <xq/board/fen.hpp>

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
  // elephants; a horse beats one advisor, not two; a cannon needs an advisor of its own as a
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
  CHECK_FALSE(Library{{}}.probe(read_fen("4k4/9/9/9/9/9/9/9/9/3K5 w")->position));
}
