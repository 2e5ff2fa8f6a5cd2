#include "base/files/gzip.hpp"
#include "base/files/input.hpp"
#include "base/os/path.hpp"
#include "support/catch.hpp"
#include "support/scratch_folder.hpp"

#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <unistd.h>
#include <utility>

using namespace xq;

namespace {

/// What a run over inputs gives: name and content, or `error` and its text.
using Read = std::vector<std::pair<std::string, std::string>>;

Read read_all(const std::vector<std::string>& paths, const InputOptions& options = {}) {
  Input input{paths, options};
  Read out;
  while (true) {
    try {
      if (!input.next()) {
        return out;
      }
      std::string content;
      for (auto chunk = input.read(); !chunk.empty(); chunk = input.read()) {
        content += chunk;
      }
      out.emplace_back(input.name(), content);
    } catch (const FileError& e) {
      out.emplace_back("error", e.what());
    }
  }
}

std::string from_hex(std::string_view hex) {
  std::string bytes;
  for (std::size_t i = 0; i < hex.size(); i += 2) {
    bytes += static_cast<char>(std::stoi(std::string{hex.substr(i, 2)}, nullptr, 16));
  }
  return bytes;
}

std::string write_file(const std::filesystem::path& path, std::string_view bytes) {
  std::filesystem::create_directories(path.parent_path());
  std::ofstream{path, std::ios::binary} << bytes;
  return os::name_of(path);
}

/// Standard input comes from a file while this lives.
class StandardInput {
public:
  explicit StandardInput(const std::string& path) : m_saved{::dup(STDIN_FILENO)} {
    const int file = ::open(path.c_str(), O_RDONLY);
    ::dup2(file, STDIN_FILENO);
    ::close(file);
  }
  ~StandardInput() {
    ::dup2(m_saved, STDIN_FILENO);
    ::close(m_saved);
  }
  StandardInput(const StandardInput&) = delete;
  StandardInput& operator=(const StandardInput&) = delete;

private:
  int m_saved;
};

const std::string cannon = "炮二平五\n";
const std::string horse = "马8进7\n";

// Both texts packed by gzip 1.12, xz 5.4, zstd 1.5, bzip2 1.0 and Python's zipfile.
constexpr std::string_view cannon_gz =
    "1f8b08000000000002037bdeb4eec9ae9ea73b373fd935850b005f1aa84b0d000000";
constexpr std::string_view horse_gz = "1f8b08000000000002037bb9728dc58bfdb3cdb9008a2f9d7109000000";
constexpr std::string_view cannon_xz =
    "fd377a585a0000016922de36020021011c00000010cf58cc01000ce782aee4ba8ce5b9b3e4ba940a000000005f1a"
    "a84b0001210d75dca8d29042990d010000000001595a";
constexpr std::string_view cannon_zst = "28b52ffd240d690000e782aee4ba8ce5b9b3e4ba940a2b7c6ed6";
constexpr std::string_view cannon_bz2 =
    "425a68393141592653595deed0db0000064079001010040400000108300680200022000f508069a688352741380f"
    "1772453850905deed0db";
constexpr std::string_view bomb_gz = // 99,999 times x and a line end
    "1f8b0800000000000203edc1210100000002a0ee62e77bc300b40000000000000000000000000000000000000000"
    "00000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000"
    "000000000000000000000000000000000000000000000000000000000000c0a90c61010c40a0860100";
constexpr std::string_view two_zip = // a.pgn and 子/马.pgn
    "504b0304140000000800000021285f1aa84b100000000d00000005000000612e70676e7bdeb4eec9ae9ea73b373f"
    "d935850b00504b0304140000080800000021288a2f9d710b000000090000000b000000e5ad902fe9a9ac2e70676e"
    "7bb9728dc58bfdb3cdb900504b01021403140000000800000021285f1aa84b100000000d00000005000000000000"
    "0000000000800100000000612e70676e504b01021403140000080800000021288a2f9d710b000000090000000b00"
    "00000000000000000000800133000000e5ad902fe9a9ac2e70676e504b050600000000020002006c000000670000"
    "000000";
constexpr std::string_view gbk_zip = // 炮马.pgn, the name in GBK
    "504b0304140000000800000021288316dc8c030000000100000008000000c5dac2ed2e70676eab0000504b010214"
    "03140000000800000021288316dc8c0300000001000000080000000000000000000000800100000000c5dac2ed2e"
    "70676e504b0506000000000100010036000000290000000000";
// The same texts in archives of others: 7z and the zip about it by libarchive 3.6 and Python, RAR
// after the published notes on its blocks, stored without packing.
constexpr std::string_view two_7z = // a.pgn and 子/马.pgn
    "377abcaf271c0003a9ddf42a79000000000000002000000000000000a6dfbdbd0073a091ce45ffd950235054bb2f"
    "efc4b56e4e8fab6b1faeff29a83bffff8ef400000000813307ae0fd02cf4bc9f3f474165c5d8afe40b970a72f618"
    "03000d3a86df91d514191f858177d4e1a3114020ea1ea9f00943976cf8f47b6b0fbd09e7319d613bc91d47728d39"
    "b489aa4bbda08e59e5dffff978400017062201095700070b01000123030101055d000080000c5a0a01375d747e00"
    "00";
constexpr std::string_view two_rar5 = // a.pgn and 子/马.pgn
    "526172211a070100c51a333203010000a5536f6f1202020d040d205f1aa84b000005612e70676ee782aee4ba8ce5"
    "b9b3e4ba940a2402ef8b180202090409208a2f9d7100000be5ad902fe9a9ac2e70676ee9a9ac38e8bf9b370a19b2"
    "3a3503050000";
constexpr std::string_view gbk_rar4 = // 炮马.pgn, the name in GBK
    "526172211a0700cf907300000d00000000000000a58f74008028000d0000000d000000025f1aa84b000000001430"
    "080020000000c5dac2ed2e70676ee782aee4ba8ce5b9b3e4ba940ac43d7b00400700";
constexpr std::string_view nested_zip = // two_7z as in.7z, and c.pgn
    "504b0304140000000000000021002da95bb2b9000000b900000005000000696e2e377a377abcaf271c0003a9ddf4"
    "2a79000000000000002000000000000000a6dfbdbd0073a091ce45ffd950235054bb2fefc4b56e4e8fab6b1faeff"
    "29a83bffff8ef400000000813307ae0fd02cf4bc9f3f474165c5d8afe40b970a72f61803000d3a86df91d514191f"
    "858177d4e1a3114020ea1ea9f00943976cf8f47b6b0fbd09e7319d613bc91d47728d39b489aa4bbda08e59e5dfff"
    "f978400017062201095700070b01000123030101055d000080000c5a0a01375d747e0000504b0304140000000000"
    "000021005f1aa84b0d0000000d00000005000000632e70676ee782aee4ba8ce5b9b3e4ba940a504b010214031400"
    "00000000000021002da95bb2b9000000b9000000050000000000000000000000800100000000696e2e377a504b01"
    "021403140000000000000021005f1aa84b0d0000000d0000000500000000000000000000008001dc000000632e70"
    "676e504b05060000000002000200660000000c0100000000";
constexpr std::string_view docx = // word/document.xml among other members
    "504b0304140000000000000021008316dc8c0100000001000000130000005b436f6e74656e745f54797065735d2e"
    "786d6c78504b0304140000000000000021005f1aa84b0d0000000d00000011000000776f72642f646f63756d656e"
    "742e786d6ce782aee4ba8ce5b9b3e4ba940a504b0304140000000000000021008316dc8c01000000010000000f00"
    "0000776f72642f7374796c65732e786d6c78504b01021403140000000000000021008316dc8c0100000001000000"
    "1300000000000000000000008001000000005b436f6e74656e745f54797065735d2e786d6c504b01021403140000"
    "000000000021005f1aa84b0d0000000d000000110000000000000000000000800132000000776f72642f646f6375"
    "6d656e742e786d6c504b01021403140000000000000021008316dc8c01000000010000000f000000000000000000"
    "000080016e000000776f72642f7374796c65732e786d6c504b05060000000003000300bd0000009c0000000000";
constexpr std::string_view odt = // content.xml behind mimetype
    "504b0304140000000000000021008316dc8c0100000001000000080000006d696d657479706578504b0304140000"
    "000000000021008a2f9d7109000000090000000b000000636f6e74656e742e786d6ce9a9ac38e8bf9b370a504b01"
    "021403140000000000000021008316dc8c01000000010000000800000000000000000000008001000000006d696d"
    "6574797065504b01021403140000000000000021008a2f9d7109000000090000000b000000000000000000000080"
    "0127000000636f6e74656e742e786d6c504b050600000000020002006f000000590000000000";
constexpr std::string_view empty_zip = "504b0506000000000000000000000000000000000000";

} // namespace

TEST_CASE("a plain file comes in chunks") {
  const support::ScratchFolder folder;
  std::string content;
  for (int i = 0; i < 100'000; ++i) {
    content += static_cast<char>('a' + i % 26);
  }
  const auto path = write_file(folder.path() / os::path_of("炮 二.pgn"), content);
  InputOptions options;
  for (const std::size_t chunk : {1U, 7U, 4096U, 1U << 20U}) {
    options.chunk_bytes = chunk;
    CHECK(read_all({path}, options) == Read{{path, content}});
  }
  Input input{std::vector{path}};
  CHECK(input.bytes_total() == content.size());
  CHECK(input.bytes_read() == 0);
  while (input.next()) {
    while (!input.read().empty()) {
    }
  }
  CHECK(input.bytes_read() == content.size());
}

TEST_CASE("an empty file is a file") {
  const support::ScratchFolder folder;
  const auto path = write_file(folder.path() / "empty.pgn", "");
  CHECK(read_all({path}) == Read{{path, ""}});
}

TEST_CASE("compression is told by content") {
  const support::ScratchFolder folder;
  for (const auto hex : {cannon_gz, cannon_xz, cannon_zst, cannon_bz2}) {
    const auto path = write_file(folder.path() / "games.pgn", from_hex(hex));
    CHECK(read_all({path}) == Read{{path, cannon}});
    const StandardInput redirected{path};
    CHECK(read_all({"-"}) == Read{{"-", cannon}});
  }
  const auto both = write_file(folder.path() / "both", from_hex(cannon_gz) + from_hex(horse_gz));
  CHECK(read_all({both}) == Read{{both, cannon + horse}}); // gzip files may be joined
  const auto fake = write_file(folder.path() / "fake", "BZh is no archive");
  CHECK(read_all({fake}) == Read{{fake, "BZh is no archive"}});
  const std::string zeros = "PK\x03\x04" + std::string(100, '\0'); // no member has an empty name
  const auto zip = write_file(folder.path() / "zeros.xqf", zeros);
  CHECK(read_all({zip}) == Read{{zip, zeros}});
}

TEST_CASE("the members of a zip come one by one") {
  const support::ScratchFolder folder;
  const auto zip = write_file(folder.path() / "games.zip", from_hex(two_zip));
  CHECK(read_all({zip}) == Read{{zip + "!a.pgn", cannon}, {zip + "!子/马.pgn", horse}});
  const StandardInput redirected{zip};
  CHECK(read_all({"-"}) == Read{{"-!a.pgn", cannon}, {"-!子/马.pgn", horse}});
}

TEST_CASE("member names in the code page of old zip programs are read") {
  const support::ScratchFolder folder;
  const auto zip = write_file(folder.path() / "old.zip", from_hex(gbk_zip));
  CHECK(read_all({zip}) == Read{{zip + "!炮马.pgn", "x"}});
}

TEST_CASE("7z and rar are read, also from a pipe and within another archive") {
  const support::ScratchFolder folder;
  for (const auto& [name, hex] : {std::pair{"two.7z", two_7z}, std::pair{"two.rar", two_rar5}}) {
    INFO(name);
    const auto path = write_file(folder.path() / name, from_hex(hex));
    CHECK(read_all({path}) == Read{{path + "!a.pgn", cannon}, {path + "!子/马.pgn", horse}});
    const StandardInput redirected{path};
    CHECK(read_all({"-"}) == Read{{"-!a.pgn", cannon}, {"-!子/马.pgn", horse}});
  }
  const auto old = write_file(folder.path() / "old.rar", from_hex(gbk_rar4));
  CHECK(read_all({old}) == Read{{old + "!炮马.pgn", cannon}});
  const auto zip = write_file(folder.path() / "nested.zip", from_hex(nested_zip));
  CHECK(read_all({zip}) == Read{{zip + "!in.7z!a.pgn", cannon},
                                {zip + "!in.7z!子/马.pgn", horse},
                                {zip + "!c.pgn", cannon}});
}

TEST_CASE("of a document of a word processor only the text is read") {
  const support::ScratchFolder folder;
  const auto word = write_file(folder.path() / "a.docx", from_hex(docx));
  const auto open = write_file(folder.path() / "b.ODT", from_hex(odt));
  CHECK(read_all({word, open}) == Read{{word, cannon}, {open, horse}});
  const auto zip = write_file(folder.path() / "c.zip", from_hex(docx));
  CHECK(read_all({zip}).size() == 3);
  const StandardInput redirected{word}; // without a name
  CHECK(read_all({"-"}) == Read{{"-", cannon}});
  const auto bytes = from_hex(docx);
  const auto workbook = write_file(folder.path() / "d.xlsx", bytes);
  CHECK(read_all({workbook}) == Read{{workbook, bytes}});
}

TEST_CASE("bytes in memory are an input, packed or not") {
  const auto read = [](std::string bytes) {
    Read found;
    Input input{"paste", std::move(bytes), {}};
    while (input.next()) {
      std::string content;
      for (auto chunk = input.read(); !chunk.empty(); chunk = input.read()) {
        content += chunk;
      }
      found.emplace_back(input.name(), content);
    }
    return found;
  };
  CHECK(read(cannon) == Read{{"paste", cannon}});
  CHECK(read("") == Read{{"paste", ""}});
  CHECK(read(from_hex(two_7z)) == Read{{"paste!a.pgn", cannon}, {"paste!子/马.pgn", horse}});
}

TEST_CASE("folders are walked in byte order of names") {
  const support::ScratchFolder folder;
  const auto root = folder.path() / "games";
  std::vector<std::string> expected;
  for (const auto* name : {"B.pgn", "a/2.pgn", "a/子/1.pgn", "a.pgn", "炮.pgn"}) {
    expected.push_back(write_file(root / os::path_of(name), name));
  }
  write_file(root / ".hidden.pgn", "not read");
  std::error_code no_links;
  std::filesystem::create_directory_symlink(root, root / "loop", no_links);
  std::vector<std::string> names;
  for (const auto& [name, content] : read_all({root.string()})) {
    names.push_back(name);
  }
  CHECK(names == expected);
}

TEST_CASE("what cannot be read is reported and the rest goes on") {
  const support::ScratchFolder folder;
  const auto good = write_file(folder.path() / "good.pgn", cannon);
  const auto missing = (folder.path() / "missing.pgn").string();
  const auto empty = (folder.path() / "empty").string();
  std::filesystem::create_directory(empty);
  const auto none = write_file(folder.path() / "none.zip", from_hex(empty_zip));
  const auto got = read_all({missing, good, empty, none, good});
  REQUIRE(got.size() == 5);
  CHECK(got[0].second ==
        missing + ": No such file or directory. Check the path and its permissions.");
  CHECK(got[1] == std::pair{good, cannon});
  CHECK(got[2].second ==
        empty + ": the folder holds no files. Check the path and its permissions.");
  CHECK(got[3].second.starts_with(none + ": the archive holds no files."));
  CHECK(got[4] == std::pair{good, cannon});
}

TEST_CASE("a truncated archive is an error after what could be read") {
  const support::ScratchFolder folder;
  const auto gz = from_hex(cannon_gz);
  for (std::size_t size = 11; size < gz.size(); ++size) {
    const auto cut = write_file(folder.path() / "cut.gz", gz.substr(0, size));
    const auto got = read_all({cut});
    REQUIRE(got.size() == 1);
    INFO(size << " bytes: " << got[0].second);
    CHECK(got[0].first == "error");
    CHECK(got[0].second.starts_with(cut + ": "));
  }
  const auto zip = from_hex(two_zip);
  const auto cut = write_file(folder.path() / "cut.zip", zip.substr(0, 80));
  const auto got = read_all({cut});
  REQUIRE(got.size() == 2);
  CHECK(got[0] == std::pair{cut + "!a.pgn", cannon});
  CHECK(got[1].first == "error");
}

TEST_CASE("a decompression bomb is stopped") {
  const support::ScratchFolder folder;
  const auto bomb = write_file(folder.path() / "bomb.gz", from_hex(bomb_gz));
  CHECK(read_all({bomb})[0].second.size() == 100'000);
  InputOptions options;
  options.ratio_free_bytes = 1000;
  options.max_expansion_ratio = 100;
  CHECK(read_all({bomb}, options)[0].second.find("expands more than 100 times") !=
        std::string::npos);
  options = {};
  options.max_expanded_bytes = 50'000;
  CHECK(read_all({bomb}, options)[0].second.find("more than 50000 bytes") != std::string::npos);
  options = {};
  options.max_members = 1;
  const auto zip = write_file(folder.path() / "games.zip", from_hex(two_zip));
  const auto got = read_all({zip, bomb}, options);
  REQUIRE(got.size() == 3);
  CHECK(got[1].second.find("more than 1 members") != std::string::npos);
  Input input{std::vector{zip}, options};
  REQUIRE(input.next());
  CHECK_THROWS_AS(input.next(), TooLargeError);
  CHECK_FALSE(input.next());
}

TEST_CASE("what Gzip packs is read again") {
  const support::ScratchFolder folder;
  Gzip gzip{4};
  std::string noise;
  for (unsigned i = 0, state = 1; i < 300'000; ++i) {
    state = state * 1'664'525U + 1'013'904'223U;
    noise += static_cast<char>(state >> 24U);
  }
  for (const auto& text : {std::string{"a"}, std::string(1'000'000, 'x'), noise}) {
    const auto packed = gzip.pack(text); // also: the second text is packed as the first one was
    const auto path = write_file(folder.path() / "text.gz", packed);
    const auto read = read_all({path});
    REQUIRE(read.size() == 1);
    CHECK(read.front().second == text);
  }
  CHECK(gzip.pack(std::string(1'000'000, 'x')).size() < 10'000);
}
