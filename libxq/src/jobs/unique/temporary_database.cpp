#include "jobs/unique/temporary_database.hpp"

#include "base/files/partial_files.hpp"
#include "base/os/file.hpp"
#include "base/os/path.hpp"

#include <fmt/core.h>

#include <atomic>
#include <filesystem>

namespace xq::jobs {

namespace {

std::string temporary_path() {
  static std::atomic<unsigned> count{0};
  const auto folder = std::filesystem::temp_directory_path();
  remove_stale_files(os::name_of(folder / "xq-unique"));
  return os::name_of(folder / fmt::format(".xq-unique.{}-{}.tmp", os::process_id(), count++));
}

} // namespace

TemporaryDatabase::TemporaryDatabase(const store::GameImport::Options& options)
    : m_path{temporary_path()}, m_import{std::make_unique<store::GameImport>(m_path, options)} {}

TemporaryDatabase::~TemporaryDatabase() {
  m_import.reset();
  os::remove_file(m_path);
}

} // namespace xq::jobs
