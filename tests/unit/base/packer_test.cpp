#include "base/files/file_name.hpp"
#include "base/files/packer.hpp"
#include "support/catch.hpp"

#include <string>

using namespace xq;

namespace {

/// `bytes`, packed if the name of the file says so.
std::string packed_for(const std::string& path, std::string bytes) {
  const auto packing = packing_of(path);
  if (packing == Packing::none) {
    return bytes;
  }
  std::string out;
  Packer packer{packing, path, [&out](std::string_view part) { out += part; }};
  packer.add(bytes);
  packer.finish();
  return out;
}

} // namespace

TEST_CASE("how a file is packed is the end of its name", "[base]") {
  CHECK(packing_of("games.pgn.gz") == Packing::gzip);
  CHECK(packing_of("GAMES.PGN.GZ") == Packing::gzip);
  CHECK(packing_of("a.xz") == Packing::xz);
  CHECK(packing_of("a.zst") == Packing::zstd);
  CHECK(packing_of("games.pgn") == Packing::none);
  CHECK(packing_of(".gz") == Packing::none);
  CHECK(without_packing("d/games.pgn.zst") == "d/games.pgn");
  CHECK(without_packing("games.pgn") == "games.pgn");
}

TEST_CASE("the same bytes are packed the same, and begin as the format wants", "[base]") {
  const std::string text(100'000, 'x');
  CHECK(packed_for("a.pgn", text) == text);
  for (const auto& [path, magic] : {std::pair{"a.gz", std::string{"\x1F\x8B"}},
                                    std::pair{"a.xz", std::string{"\xFD"
                                                                  "7zXZ"}},
                                    std::pair{"a.zst", std::string{"\x28\xB5\x2F\xFD"}}}) {
    CAPTURE(path);
    const auto packed = packed_for(path, text);
    CHECK(packed.starts_with(magic));
    CHECK(packed.size() < text.size() / 50);
    CHECK(packed == packed_for(path, text));
    CHECK_FALSE(packed_for(path, "").empty());
  }
}

TEST_CASE("a packer hands on what its target throws", "[base]") {
  struct Full {};
  Packer packer{Packing::gzip, "a.gz", [](std::string_view) { throw Full{}; }};
  const auto work = [&] {
    const std::string block(1000, 'x');
    for (int i = 0; i < 10'000; ++i) {
      packer.add(block);
    }
    packer.finish();
  };
  CHECK_THROWS_AS(work(), Full);
}

TEST_CASE("names of files have nothing that a system takes for more", "[base]") {
  CHECK(as_file_name("1982.12 胡荣华-柳大华") == "1982.12 胡荣华-柳大华");
  CHECK(as_file_name("a/b\\c:d*e?f\"g<h>i|j\n") == "a_b_c_d_e_f_g_h_i_j_");
  CHECK(as_file_name(" .hidden. ") == "hidden");
  CHECK(as_file_name("...").empty());
  CHECK(as_file_name("胡荣华", 7) == "胡荣");
}
