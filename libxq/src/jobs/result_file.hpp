#pragma once

#include <xq/base/atomic_file.hpp>

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <system_error>

namespace xq::os {
class File;
} // namespace xq::os

namespace xq::jobs {

/// The result of a long run that may be stopped before its end: a file that never gets shorter by
/// that. All functions throw FileError. Not shared between threads.
class ResultFile {
public:
  /// What the name of the file beside it ends with, see Stopped::beside.
  static constexpr std::string_view suffix = ".partial";

  explicit ResultFile(const std::string& path);

  void write(std::string_view bytes);
  /// The run has come to its end: the file is there, with `footer` as its last bytes.
  void finish(std::string_view footer);

  /// What became of a result that is not complete.
  enum class Stopped : std::uint8_t {
    written, ///< it is in the file
    former,  ///< the file held all of it before, and more: it stays
    beside,  ///< the file holds something else and stays; this is in FILE.partial
  };
  [[nodiscard]] Stopped stop(std::string_view footer);

private:
  /// A file that was there before, compared with what is written now.
  class Former {
  public:
    explicit Former(std::string path);
    ~Former();
    Former(const Former&) = delete;
    Former& operator=(const Former&) = delete;
    void compare(std::string_view bytes);
    /// It begins with all that was compared; then comes more, or nothing.
    [[nodiscard]] bool holds_all() const noexcept { return m_size != 0 && m_equal; }
    /// Nothing is lost when the bytes that were compared take its place: it is empty or its bytes
    /// are the first of them, a footer aside.
    [[nodiscard]] bool is_beginning(std::string_view footer);
    /// Before another file takes its place: some systems replace no file that is open.
    void close();

  private:
    void throw_if(const std::error_code& error) const;

    std::string m_path;
    std::unique_ptr<os::File> m_file;
    std::uint64_t m_size = 0; ///< 0: there is none
    std::uint64_t m_same = 0; ///< bytes at its beginning that are the same
    bool m_equal = true;      ///< all so far
  };

  std::string m_path;
  AtomicFile m_file;
  Former m_former;
  Former m_beside;
};

} // namespace xq::jobs
