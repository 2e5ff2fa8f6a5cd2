#include "cli/files/game_files.hpp"

#include "base/files/partial_files.hpp"
#include "base/os/file.hpp"
#include "base/os/path.hpp"
#include "base/text/system_message.hpp"
#include "cli/files/file_check.hpp"

#include <xq/base/error.hpp>

#include <fmt/core.h>

#include <filesystem>
#include <system_error>
#include <utility>

namespace xq::cli {

GameFiles::GameFiles(std::string path, std::string_view extension, bool force)
    : m_path{std::move(path)}, m_extension{extension}, m_force{force} {
  if (m_path.empty() || m_path == "-") {
    throw make_error<UsageError>(
        "{} holds one game a file: say -o FILE.{} for one game, -o FOLDER/ for any number",
        extension, extension);
  }
  const auto at = os::path_of(m_path);
  const auto status = os::status_of(m_path);
  const bool exists = status && status->is_folder;
  m_folder = at.filename().empty() || exists;
  if (m_folder && !exists) {
    std::error_code error;
    std::filesystem::create_directories(at, error);
    if (error) {
      throw make_error<FileError>("{}: {}. Choose a folder that can be written.", m_path,
                                  system_message(error));
    }
  }
  remove_stale_files(m_path);
}

void GameFiles::write(std::uint64_t number, std::string_view bytes) {
  std::string path = m_path;
  if (m_folder) {
    path = os::name_of(os::path_of(m_path) / fmt::format("{:06}.{}", number, m_extension));
    if (!m_force) {
      require_replaceable(path, m_extension);
    }
  } else if (std::exchange(m_written, true)) {
    throw make_error(
        "{}: a file of this format holds one game, and there are more. Say -o FOLDER/.", m_path);
  }
  m_files.add(std::move(path), bytes);
}

void GameFiles::commit() { m_files.commit(); }

} // namespace xq::cli
