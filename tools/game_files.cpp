#include "game_files.hpp"

#include "stale_files.hpp"

#include <xq/base/error.hpp>
#include <xq/base/output.hpp>

#include <fmt/format.h>

#include <filesystem>
#include <system_error>
#include <utility>

namespace xq::cli {

namespace {

void write_file(std::string path, std::string_view bytes) {
  AtomicFile file{std::move(path)};
  file.write(bytes);
  file.commit();
}

} // namespace

GameFiles::GameFiles(std::string path, std::string_view extension)
    : m_path{std::move(path)}, m_extension{extension}, m_folder{false} {
  if (m_path.empty() || m_path == "-") {
    throw make_error<UsageError>(
        "{} holds one game a file: say -o FILE.{} for one game, -o FOLDER/ for any number",
        extension, extension);
  }
  std::error_code error;
  m_folder = m_path.ends_with('/') || std::filesystem::is_directory(m_path, error);
  if (m_folder) {
    std::filesystem::create_directories(m_path, error);
    if (error) {
      throw make_error<FileError>("{}: {}. Choose a folder that can be written.", m_path,
                                  error.message());
    }
  }
  remove_stale_files(m_path);
}

void GameFiles::write(std::uint64_t number, std::string bytes) {
  if (m_folder) {
    const auto name = fmt::format("{:06}.{}", number, m_extension);
    return write_file((std::filesystem::path{m_path} / name).string(), bytes);
  }
  if (m_only) {
    throw make_error(
        "{}: a file of this format holds one game, and there are more. Say -o FOLDER/.", m_path);
  }
  m_only = std::move(bytes);
}

void GameFiles::commit() {
  if (m_only) {
    write_file(m_path, *m_only);
  }
}

} // namespace xq::cli
