// The bytes of a file, plain or packed in any way, read to the end with small limits.
#include "base/files/input.hpp"

#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <unistd.h>

using namespace xq;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto path =
      (std::filesystem::temp_directory_path() / ("xq-fuzz-input-" + std::to_string(::getpid())))
          .string();
  std::ofstream{path, std::ios::binary}.write(reinterpret_cast<const char*>(data),
                                              static_cast<std::streamsize>(size));
  InputOptions options;
  options.chunk_bytes = 1000;
  options.max_expanded_bytes = std::uint64_t{1} << 20U;
  options.ratio_free_bytes = std::uint64_t{1} << 16U;
  options.max_members = 20;
  Input input{std::vector{path}, options};
  std::uint64_t total = 0;
  for (int files = 0; files < 100; ++files) {
    try {
      if (!input.next()) {
        break;
      }
      for (auto chunk = input.read(); !chunk.empty(); chunk = input.read()) {
        total += chunk.size();
      }
    } catch (const FileError&) { // the file is damaged
    }
  }
  std::filesystem::remove(path);
  if (total > 2 * options.max_expanded_bytes + size || input.bytes_read() > size || input.next()) {
    std::abort();
  }
  return 0;
}
