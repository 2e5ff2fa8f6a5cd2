#pragma once

#include <xq/store/game_import.hpp>

#include <memory>
#include <string>

namespace xq::jobs {

/// A game database that is filled, read, and goes with the object; in the folder for temporary
/// files. Throws DbError, FileError.
class TemporaryDatabase {
public:
  explicit TemporaryDatabase(const store::GameImport::Options& options = {});
  ~TemporaryDatabase();
  TemporaryDatabase(const TemporaryDatabase&) = delete;
  TemporaryDatabase& operator=(const TemporaryDatabase&) = delete;

  /// The file is at path() after its finish().
  [[nodiscard]] store::GameImport& import() noexcept { return *m_import; }
  [[nodiscard]] const std::string& path() const noexcept { return m_path; }

private:
  std::string m_path;
  std::unique_ptr<store::GameImport> m_import;
};

} // namespace xq::jobs
