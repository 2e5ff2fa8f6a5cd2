#pragma once

// The optional reference data beside the source tree. Tests that need it end with
// skip_without(): CTest then reports them as skipped, never as passed.

#include "support/catch.hpp"
#include "support/places.hpp"

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

namespace support {

/// The archive of 58,468 games, in Big5.
inline constexpr auto archive = "ccpd/ccpd.big5.pgn.xz";

inline std::filesystem::path shared(const std::string& name) {
  return std::filesystem::path{support::shared_data_dir()} / name;
}

/// Leave the program with CTest's skip code when `name` is absent.
inline void skip_without(const std::string& name) {
  if (!std::filesystem::exists(shared(name))) {
    std::printf("skipped: %s is not here\n", shared(name).string().c_str());
    std::fflush(stdout);
    std::_Exit(4);
  }
}

/// Rows of a tab-separated file, the header line included.
inline std::vector<std::vector<std::string>> read_tsv(const std::filesystem::path& path) {
  std::ifstream file{path};
  std::vector<std::vector<std::string>> rows;
  for (std::string line; std::getline(file, line);) {
    auto& row = rows.emplace_back();
    std::size_t begin = 0;
    for (std::size_t tab = 0; tab != std::string::npos; begin = tab + 1) {
      tab = line.find('\t', begin);
      row.push_back(line.substr(begin, tab == std::string::npos ? tab : tab - begin));
    }
  }
  return rows;
}

} // namespace support
