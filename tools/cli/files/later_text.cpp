#include "cli/files/later_text.hpp"

#include "base/os/path.hpp"

#include <algorithm>
#include <filesystem>

namespace xq::cli {

namespace {
constexpr std::size_t in_memory = std::size_t{8} << 20U;
}

void LaterText::append(std::string_view text) {
  m_recent += text;
  if (m_recent.size() < in_memory) {
    return;
  }
  if (m_file == nullptr) {
    m_file = std::make_unique<UnnamedFile>(os::name_of(std::filesystem::temp_directory_path()),
                                           "Make room there, or show less (--only, --except, -q).");
  }
  m_file->append(m_recent);
  m_in_file += m_recent.size();
  m_recent.clear();
}

void LaterText::write_to(Output& out) {
  std::string part;
  for (std::uint64_t at = 0; at < m_in_file; at += part.size()) {
    part.resize(std::min<std::uint64_t>(m_in_file - at, 1U << 20U));
    m_file->read(at, part);
    out.write(part);
  }
  out.write(m_recent);
}

} // namespace xq::cli
