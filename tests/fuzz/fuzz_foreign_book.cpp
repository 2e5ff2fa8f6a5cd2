// Any bytes as a book of another program, through `xq book import` as users run it: refused, or
// made into a book in which nothing is wrong. The first byte chooses the format.

#include "command.hpp"

#include <xq/book/verify.hpp>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <unistd.h>

namespace {

/// A folder for the files of this process; it goes away at the end.
class Folder {
public:
  Folder() {
    std::string name = (std::filesystem::temp_directory_path() / "xq-fuzz-XXXXXX").string();
    if (::mkdtemp(name.data()) == nullptr) {
      std::abort();
    }
    m_path = name;
  }
  ~Folder() {
    std::error_code ignored;
    std::filesystem::remove_all(m_path, ignored);
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  [[nodiscard]] std::string file(const char* name) const { return (m_path / name).string(); }

private:
  std::filesystem::path m_path;
};

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) {
    return 0;
  }
  static const Folder folder;
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
