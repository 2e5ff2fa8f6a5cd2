#include "jobs/result_file.hpp"

#include "base/os/file.hpp"
#include "base/text/system_message.hpp"

#include <xq/base/error.hpp>

#include <algorithm>
#include <utility>

namespace xq::jobs {

namespace {

std::string beside(const std::string& path) { return path + std::string{ResultFile::suffix}; }

} // namespace

ResultFile::Former::Former(std::string path) : m_path{std::move(path)} {
  const auto status = os::status_of(m_path);
  if (!status || !status->is_regular || status->size == 0) {
    return;
  }
  m_size = status->size;
  m_file = std::make_unique<os::File>();
  throw_if(m_file->open(m_path, os::File::Mode::read));
}

ResultFile::Former::~Former() = default;

void ResultFile::Former::throw_if(const std::error_code& error) const {
  if (error) { // what cannot be compared must not be replaced
    throw make_error<FileError>("{}: {}. Check that it is a readable file on a sound disk.", m_path,
                                system_message(error));
  }
}

void ResultFile::Former::compare(std::string_view bytes) {
  std::string block;
  while (m_equal && m_same < m_size && !bytes.empty()) {
    block.resize(
        std::min<std::uint64_t>({bytes.size(), std::uint64_t{64} << 10U, m_size - m_same}));
    throw_if(m_file->read_at(m_same, block));
    const auto first = std::mismatch(block.begin(), block.end(), bytes.begin()).first;
    const auto same = static_cast<std::size_t>(first - block.begin());
    m_same += same;
    m_equal = same == block.size();
    bytes.remove_prefix(block.size());
  }
  m_equal = m_equal && bytes.empty();
}

bool ResultFile::Former::is_beginning(std::string_view footer) {
  if (m_size == 0) {
    return true;
  }
  if (m_size < footer.size() || m_same < m_size - footer.size()) {
    return false;
  }
  std::string end(footer.size(), '\0');
  throw_if(m_file->read_at(m_size - footer.size(), end));
  return end == footer;
}

void ResultFile::Former::close() { m_file.reset(); }

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
