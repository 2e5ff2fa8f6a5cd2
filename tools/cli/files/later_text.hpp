#pragma once

#include "base/files/unnamed_file.hpp"
#include "cli/files/output.hpp"

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace xq::cli {

/// Text that is to be written after other text which is not known yet. What is more than some
/// megabytes waits in a temporary file. Throws FileError.
class LaterText {
public:
  void append(std::string_view text);
  void write_to(Output& out);

private:
  std::string m_recent; ///< what is not in the file
  std::unique_ptr<UnnamedFile> m_file;
  std::uint64_t m_in_file = 0;
};

} // namespace xq::cli
