#include "base/os/file.hpp"
#include "base/os/path.hpp"

#include <xq/jobs/result_file.hpp>

#include <algorithm>
#include <system_error>

namespace xq::jobs {

namespace {

std::string beside(const std::string& path) { return path + std::string{ResultFile::suffix}; }

} // namespace

ResultFile::Former::Former(const std::string& path) {
  if (const auto status = os::status_of(path); status && status->is_regular) {
    m_file.open(os::path_of(path), std::ios::binary);
    m_size = m_file ? status->size : 0;
  }
}

void ResultFile::Former::compare(std::string_view bytes) {
  std::string block;
  while (m_size != 0 && m_equal && !bytes.empty()) {
    block.resize(std::min<std::size_t>(bytes.size(), std::size_t{64} << 10U));
    m_file.read(block.data(), static_cast<std::streamsize>(block.size()));
    const auto got = static_cast<std::size_t>(m_file.gcount());
    const auto wanted = bytes.substr(0, block.size());
    const auto first =
        std::mismatch(block.begin(), block.begin() + static_cast<std::ptrdiff_t>(got),
                      wanted.begin(), wanted.end())
            .first;
    const auto same = static_cast<std::size_t>(first - block.begin());
    m_same += same;
    m_equal = same == wanted.size();
    bytes.remove_prefix(wanted.size());
  }
}

bool ResultFile::Former::is_beginning(std::string_view footer) {
  if (m_size == 0) {
    return true;
  }
  if (m_size < footer.size() || m_same < m_size - footer.size()) {
    return false;
  }
  std::string end(footer.size(), '\0');
  m_file.clear();
  m_file.seekg(static_cast<std::streamoff>(m_size - footer.size()));
  m_file.read(end.data(), static_cast<std::streamsize>(end.size()));
  return m_file && end == footer;
}

ResultFile::ResultFile(const std::string& path)
    : m_path{path}, m_file{path}, m_former{path}, m_beside{beside(path)} {}

void ResultFile::write(std::string_view bytes) {
  m_former.compare(bytes);
  m_beside.compare(bytes);
  m_file.write(bytes);
}

void ResultFile::finish(std::string_view footer) {
  m_former.close();
  m_beside.close();
  m_file.write(footer);
  m_file.commit();
  os::remove_file(beside(m_path));
}

ResultFile::Stopped ResultFile::stop(std::string_view footer) {
  if (m_former.is_beginning(footer)) {
    finish(footer);
    return Stopped::written;
  }
  if (m_former.holds_all()) {
    return Stopped::former;
  }
  if (m_beside.is_beginning(footer) || !m_beside.holds_all()) {
    m_beside.close();
    m_file.write(footer);
    m_file.commit_as(beside(m_path));
  }
  return Stopped::beside;
}

} // namespace xq::jobs
