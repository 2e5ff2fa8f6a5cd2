// Any bytes as a book of another program, through `xq book import` as users run it: refused, or
// made into a book in which nothing is wrong. The first byte chooses the format.

#include "../support/scratch_folder.hpp"
#include "command.hpp"

#include <xq/book/maintenance.hpp>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) {
    return 0;
  }
  static const support::ScratchFolder folder;
  static constexpr const char* formats[] = {"obk", "eleeye", "text", "jsonl"};
  const std::string in = folder.file("in");
  const std::string out = folder.file("out.xqbook");
  std::filesystem::remove(out);
  std::ofstream{in, std::ios::binary}.write(reinterpret_cast<const char*>(data) + 1,
                                            static_cast<std::streamsize>(size - 1));
  const int status =
      xq::cli::run("xq", {"book", "import", "-q", in, "--from", formats[data[0] % 4], "-o", out});
  if (status == 70) { // a bug of ours, says the table of exit codes
    std::abort();
  }
  if (std::filesystem::exists(out) && xq::book::verify_book(out).problem_count != 0) {
    std::abort();
  }
  return 0;
}
