#pragma once

#include "base/files/input.hpp"
#include "support/scratch_folder.hpp"
#include "support/shared_data.hpp"

#include <cstddef>
#include <fstream>
#include <string>

namespace support {

/// The first `count` records of the archive, as they are (PGN in Big5), in a file: for tests that
/// do not need all 58,468 of them.
inline std::string first_records(const ScratchFolder& folder, std::size_t count) {
  const std::string path = shared(archive).string();
  xq::Input input{std::span{&path, 1}};
  REQUIRE(input.next());
  constexpr std::string_view begin = "\n[Game "; // a line end is never part of a character
  std::string text;
  std::size_t end = 0;
  for (std::size_t found = 0; found < count;) {
    end = text.find(begin, end + 1);
    if (end != std::string::npos) {
      ++found;
      continue;
    }
    end = text.size() < begin.size() ? 0 : text.size() - begin.size();
    const auto chunk = input.read();
    REQUIRE_FALSE(chunk.empty());
    text += chunk;
  }
  auto records = folder.file("first_records.pgn");
  std::ofstream{records, std::ios::binary} << text.substr(0, end + 1);
  return records;
}

} // namespace support
