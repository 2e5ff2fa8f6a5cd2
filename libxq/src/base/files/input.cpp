#include "base/files/input.hpp"

#include "base/os/file.hpp"
#include "base/os/path.hpp"
#include "base/os/utf8_locale.hpp"
#include "base/stop.hpp"
#include "base/text/ascii.hpp"
#include "base/text/system_message.hpp"
#include "base/text/text.hpp"

#include <xq/base/encoding.hpp>
#include <xq/base/translate.hpp>

#include <archive.h>

#include <algorithm>
#include <archive_entry.h>
#include <array>
#include <cassert>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <optional>
#include <system_error>
#include <utility>

namespace xq {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view standard_input = "-";

/// The name of a file in a message: its path, or words for standard input.
std::string_view shown(std::string_view path) noexcept {
  return path == standard_input ? translate("standard input") : path;
}

void open_to_read(os::File& file, const std::string& path) {
  if (const auto error = file.open(path, os::File::Mode::read)) {
    throw make_error<FileError>("{}: {}. Check the path and its permissions.", path,
                                system_message(error));
  }
}

/// Reads as File::read_some() does and returns the number of bytes. Throws FileError.
std::size_t read_some_of(os::File& file, const std::string& path, std::span<char> out) {
  std::size_t got = 0;
  if (const auto error = file.read_some(out, got)) {
    throw make_error<FileError>("{}: {}. Check that it is a readable file on a sound disk.",
                                shown(path), system_message(error));
  }
  return got;
}

struct Magic {
  std::size_t offset;
  std::string_view bytes;
};
using namespace std::string_view_literals;
constexpr Magic archive_magics[] = {
    {0, "\x1F\x8B"sv},           // gzip
    {0, "\xFD\x37zXZ\x00"sv},    // xz
    {0, "\x28\xB5\x2F\xFD"sv},   // zstd
    {0, "BZh"sv},                // bzip2
    {0, "PK\x05\x06"sv},         // zip without members
    {0, "7z\xBC\xAF\x27\x1C"sv}, // 7z
    {0, "Rar!\x1A\x07"sv},       // rar
    {257, "ustar"sv},            // tar
};
constexpr std::size_t magic_bytes = 512;

/// The header of a zip member with a name. The magic number alone is not enough: damaged files of
/// other kinds begin with it, too.
bool is_zip(std::string_view head) noexcept {
  constexpr std::size_t name_length = 26;
  return head.starts_with("PK\x03\x04") && head.size() > name_length + 1 &&
         (head[name_length] != 0 || head[name_length + 1] != 0);
}

bool has_ending(std::string_view name, std::string_view ending) noexcept {
  return name.size() > ending.size() &&
         equal_ignoring_case(name.substr(name.size() - ending.size()), ending);
}

/// Whether the name of a member ends as names of archives do.
bool names_archive(std::string_view name) noexcept {
  constexpr auto endings = std::to_array<std::string_view>(
      {".zip", ".7z", ".rar", ".gz", ".tgz", ".tar", ".xz", ".zst", ".bz2", ".docx", ".odt"});
  return std::any_of(endings.begin(), endings.end(),
                     [&](std::string_view ending) { return has_ending(name, ending); });
}

constexpr std::string_view text_of_word = "word/document.xml";

/// The only member that is read of a zip that is a document; empty for any other zip.
std::string_view member_with_text(std::string_view path) noexcept {
  return has_ending(path, ".docx") ? text_of_word : has_ending(path, ".odt") ? "content.xml" : "";
}

/// A zip by its bytes that users see as one file, and whose members are no text that they wrote.
bool is_workbook(std::string_view path) noexcept {
  return has_ending(path, ".xlsx") || has_ending(path, ".ods");
}

/// The name of an archive's member in UTF-8. Old zip files have it in the author's code page.
std::string member_name(archive_entry* entry, std::uint64_t number) {
  const char* name = archive_entry_pathname(entry); // the bytes that the archive has
  if (name == nullptr) {
    // Windows: what is marked as UTF-8 in a zip, and what always is UTF-8 in a rar
    if (const wchar_t* const wide = archive_entry_pathname_w(entry); wide != nullptr) {
      return os::name_of(wide);
    }
    const char* const utf8 = archive_entry_pathname_utf8(entry);
    return utf8 != nullptr ? std::string{utf8} : fmt::format("member {}", number);
  }
  const std::string_view bytes{name};
  if (find_invalid_utf8(bytes) == std::string_view::npos) {
    return std::string{bytes};
  }
  Decoder decoder{detect_encoding(bytes, true).encoding};
  std::string text;
  std::vector<BadBytes> bad;
  decoder.decode(bytes, text, bad);
  decoder.finish(text, bad);
  return text;
}

} // namespace

bool is_archive(std::string_view head) noexcept {
  return is_zip(head) ||
         std::any_of(std::begin(archive_magics), std::end(archive_magics), [&](const Magic& m) {
           return head.size() >= m.offset + m.bytes.size() &&
                  head.substr(m.offset, m.bytes.size()) == m.bytes;
         });
}

std::string read_beginning(const std::string& path, std::size_t most) {
  constexpr std::size_t step = std::size_t{64} << 10U;
  os::File file;
  open_to_read(file, path);
  std::string out;
  for (std::size_t got = step; got != 0 && out.size() < most;) {
    const auto had = out.size();
    out.resize(had + std::min(step, most - had));
    got = read_some_of(file, path, std::span{out}.subspan(had));
    out.resize(had + got);
  }
  return out;
}

/// Where the bytes of an archive come from.
class Input::Source {
public:
  virtual ~Source() = default;

  [[nodiscard]] virtual const std::string& path() const noexcept = 0;
  [[nodiscard]] virtual std::uint64_t bytes_read() const noexcept = 0;
  [[nodiscard]] virtual bool seekable() const noexcept = 0;
  /// Next chunk, empty at the end. Throws FileError.
  virtual std::string_view read() = 0;
  /// Takes and returns what lseek() does; -1 when it fails.
  virtual std::int64_t seek(std::int64_t offset, int whence) noexcept = 0;
};

/// A member of an archive that is an archive itself, unpacked into memory.
class Input::Member final : public Source {
public:
  Member(std::string path, std::string bytes)
      : m_path{std::move(path)}, m_bytes{std::move(bytes)} {}

  [[nodiscard]] const std::string& path() const noexcept override { return m_path; }
  [[nodiscard]] std::uint64_t bytes_read() const noexcept override { return m_bytes.size(); }
  [[nodiscard]] bool seekable() const noexcept override { return true; }
  std::string_view read() override {
    return std::string_view{m_bytes}.substr(std::exchange(m_at, m_bytes.size()));
  }
  std::int64_t seek(std::int64_t offset, int whence) noexcept override {
    const auto size = static_cast<std::int64_t>(m_bytes.size());
    const auto from = whence == SEEK_SET   ? 0
                      : whence == SEEK_END ? size
                                           : static_cast<std::int64_t>(m_at);
    if (offset < -from || offset > size - from) {
      return -1;
    }
    m_at = static_cast<std::size_t>(from + offset);
    return from + offset;
  }

private:
  std::string m_path;
  std::string m_bytes;
  std::size_t m_at = 0;
};

/// An open file descriptor, read in chunks, whose first bytes can be looked at before.
class Input::File final : public Source {
public:
  File(std::string path, std::size_t chunk_bytes) : m_path{std::move(path)} {
    m_buffer.resize(std::max(chunk_bytes, magic_bytes));
    if (m_path != standard_input) {
      open_file();
    }
    fill_head();
  }

  [[nodiscard]] const std::string& path() const noexcept override { return m_path; }
  [[nodiscard]] std::string_view head() const noexcept { return {m_buffer.data(), m_head}; }
  /// Archives seek and read some places twice; never more than the file has.
  [[nodiscard]] std::uint64_t bytes_read() const noexcept override {
    return m_size ? std::min(m_read, *m_size) : m_read;
  }
  [[nodiscard]] bool seekable() const noexcept override { return m_size.has_value(); }

  /// Next chunk, empty at the end. Throws FileError.
  std::string_view read() override {
    if (m_head != 0) {
      return {m_buffer.data(), std::exchange(m_head, 0)};
    }
    return {m_buffer.data(), read_some(m_buffer.data(), m_buffer.size())};
  }

  /// lseek for archives; -1 when it fails.
  std::int64_t seek(std::int64_t offset, int whence) noexcept override {
    m_head = 0;
    return m_file.seek(offset, whence);
  }

private:
  void open_file() {
    open_to_read(m_file, m_path);
    if (const auto status = m_file.status(); status && status->is_regular) {
      m_size = status->size;
      m_file.read_in_order();
    }
  }

  /// Read until the magic numbers can be judged; a pipe may hand out single bytes.
  void fill_head() {
    while (m_head < magic_bytes) {
      const auto got = read_some(m_buffer.data() + m_head, m_buffer.size() - m_head);
      if (got == 0) {
        break;
      }
      m_head += got;
    }
  }

  std::size_t read_some(char* to, std::size_t size) {
    // A pipe may have nothing to give for hours, and the signal to stop may come to another thread.
    while (!m_size && !m_file.has_input(std::chrono::milliseconds{100})) {
      if (stop_requested()) {
        throw make_error<Interrupted>("interrupted");
      }
    }
    const auto got = read_some_of(m_file, m_path, {to, size});
    m_read += got;
    return got;
  }

  std::string m_path;
  os::File m_file = os::File::standard_input();
  std::optional<std::uint64_t> m_size; ///< of a regular file
  std::vector<char> m_buffer;
  std::size_t m_head = 0; ///< bytes at the start of the buffer that read() has not handed out
  std::uint64_t m_read = 0;
};

/// The decompressed members of a File; a gzip and its like count as an archive of one.
class Input::Archive {
public:
  Archive(Source& file, const InputOptions& options)
      : m_file{file},
        m_options{options},
        m_handle{archive_read_new()},
        m_only{member_with_text(file.path())} {
    if (m_handle == nullptr) {
      throw make_error<FileError>("{}: not enough memory to read an archive", shown(file.path()));
    }
    archive_read_support_filter_gzip(handle());
    archive_read_support_filter_xz(handle());
    archive_read_support_filter_zstd(handle());
    archive_read_support_filter_bzip2(handle());
    archive_read_support_format_zip(handle());
    archive_read_support_format_tar(handle());
    archive_read_support_format_7zip(handle());
    archive_read_support_format_rar(handle());
    archive_read_support_format_rar5(handle());
    archive_read_support_format_raw(handle());
    archive_read_support_format_empty(handle());
    archive_read_set_read_callback(handle(), &Archive::on_read);
    if (file.seekable()) {
      archive_read_set_seek_callback(handle(), &Archive::on_seek);
    }
    archive_read_set_callback_data(handle(), this);
    if (archive_read_open1(handle()) != ARCHIVE_OK) {
      fail(translate("Check that the file is complete."));
    }
  }

  /// Go to the next member that is a file; false behind the last. Throws FileError.
  bool next() {
    const os::Utf8Locale locale; // libarchive refuses names that the locale cannot show
    while (!m_broken) {
      archive_entry* entry = nullptr;
      const int code = archive_read_next_header(handle(), &entry);
      if (code == ARCHIVE_EOF) {
        break;
      }
      if (code < ARCHIVE_WARN) {
        m_broken = true; // what follows cannot be found
        fail(translate("Check that the file is complete."));
      }
      if (++m_members > m_options.max_members) {
        m_broken = true;
        throw make_error<TooLargeError>("{}: more than {} members. Unpack it and give the folder.",
                                        shown(m_file.path()), m_options.max_members);
      }
      const bool raw = archive_format(handle()) == ARCHIVE_FORMAT_RAW;
      if (!raw && archive_entry_filetype(entry) != AE_IFREG) {
        continue;
      }
      const auto name = raw ? std::string{} : member_name(entry, m_members);
      if (name == "[Content_Types].xml" && !names_archive(m_file.path())) {
        m_only = text_of_word; // it stands first in a document that came without a name
      }
      if (!raw && !m_only.empty() && name != m_only) {
        continue;
      }
      const bool is_whole = raw || !m_only.empty();
      m_name = is_whole ? m_file.path() : fmt::format("{}!{}", m_file.path(), name);
      m_empty = false;
      return true;
    }
    const bool empty = std::exchange(m_empty, false) && !m_broken;
    m_broken = true; // libarchive may not be asked again
    rethrow_failure();
    if (empty) {
      throw make_error<FileError>("{}: the archive holds no files. Check that it is the file you "
                                  "meant.",
                                  shown(m_file.path()));
    }
    return false;
  }

  [[nodiscard]] const std::string& name() const noexcept { return m_name; }

  /// Next bytes of the member, empty at its end. Throws FileError. By blocks, because what was
  /// decompressed before a damaged place must not be lost.
  std::string_view read() {
    const void* data = nullptr;
    std::size_t size = 0;
    la_int64_t offset = 0;
    int code = ARCHIVE_OK;
    do {
      code = archive_read_data_block(handle(), &data, &size, &offset);
    } while (code == ARCHIVE_RETRY || (code == ARCHIVE_OK && size == 0));
    if (code == ARCHIVE_EOF) {
      rethrow_failure();
      return {};
    }
    if (code < ARCHIVE_WARN) {
      m_broken = m_broken || code == ARCHIVE_FATAL;
      fail(is_locked() ? translate("Unpack it with its password first.")
                       : translate("Check that the file is complete."));
    }
    m_expanded += size;
    check_limits();
    return {static_cast<const char*>(data), size};
  }

private:
  struct Close {
    void operator()(archive* handle) const noexcept { archive_read_free(handle); }
  };

  [[nodiscard]] archive* handle() const noexcept { return m_handle.get(); }
  [[nodiscard]] bool is_locked() const noexcept {
    return archive_read_has_encrypted_entries(handle()) > 0;
  }

  /// The file below failed, not the decompression, which may have taken it for the file's end.
  void rethrow_failure() {
    if (m_failure) {
      std::rethrow_exception(std::exchange(m_failure, nullptr));
    }
  }

  [[noreturn]] void fail(std::string_view advice) {
    rethrow_failure();
    const char* text = archive_error_string(handle());
    const auto& name = m_name.empty() ? m_file.path() : m_name;
    throw make_error<FileError>(
        "{}: {}. {}", shown(name),
        text == nullptr ? translate("cannot be decompressed") : std::string_view{text}, advice);
  }

  void check_limits() {
    const auto stored = std::max<std::uint64_t>(1, m_file.bytes_read());
    const bool ratio = m_expanded > m_options.ratio_free_bytes &&
                       m_expanded / stored > m_options.max_expansion_ratio;
    if (m_expanded > m_options.max_expanded_bytes) {
      m_broken = true;
      throw make_error<TooLargeError>("{}: expands to more than {} bytes. Unpack it yourself if "
                                      "you trust it.",
                                      shown(m_name), m_options.max_expanded_bytes);
    }
    if (ratio) {
      m_broken = true;
      throw make_error<TooLargeError>("{}: expands more than {} times. Unpack it yourself if you "
                                      "trust it.",
                                      shown(m_name), m_options.max_expansion_ratio);
    }
  }

  static la_ssize_t on_read(archive* handle, void* self, const void** buffer) noexcept {
    auto& me = *static_cast<Archive*>(self);
    try {
      const auto chunk = me.m_file.read();
      *buffer = chunk.data();
      return static_cast<la_ssize_t>(chunk.size());
    } catch (...) { // no exception may cross the C library
      me.m_failure = std::current_exception();
      archive_set_error(handle, EIO, "read error");
      return -1;
    }
  }

  static la_int64_t on_seek(archive* handle, void* self, la_int64_t offset, int whence) noexcept {
    const auto position = static_cast<Archive*>(self)->m_file.seek(offset, whence);
    if (position < 0) {
      archive_set_error(handle, errno, "cannot seek");
      return ARCHIVE_FATAL;
    }
    return position;
  }

  Source& m_file;
  const InputOptions& m_options;
  std::unique_ptr<archive, Close> m_handle;
  std::string m_name;
  std::string_view m_only; ///< the member that is read; empty: all
  std::exception_ptr m_failure;
  std::uint64_t m_expanded = 0;
  std::uint64_t m_members = 0;
  bool m_broken = false; ///< nothing more can be read
  bool m_empty = true;   ///< no member so far
};

Input::Input(std::span<const std::string> paths, const InputOptions& options) : m_options{options} {
  assert(options.chunk_bytes != 0);
  bool pipe = false;
  for (const auto& path : paths) {
    add_path(path);
  }
  for (const auto& entry : m_entries) {
    const auto status =
        entry.path == standard_input ? os::status_of(os::Stream::input) : os::status_of(entry.path);
    if (!status) {
      continue; // reported when its turn comes
    }
    pipe = pipe || !status->is_regular;
    m_bytes_total += status->size;
  }
  if (pipe) {
    m_bytes_total = 0;
  }
}

Input::Input(std::string name, std::string bytes, const InputOptions& options)
    : m_options{options}, m_given{std::move(bytes)} {
  m_bytes_total = m_given->size();
  m_entries.push_back({std::move(name), {}});
}

Input::~Input() = default;

void Input::add_path(const std::string& path) {
  const auto status =
      path != standard_input ? os::status_of(path) : std::optional<os::FileStatus>{};
  if (status && status->is_folder) {
    const auto before = m_entries.size();
    add_folder(path);
    if (m_entries.size() == before) {
      m_entries.push_back({path, localized("the folder holds no files")});
    }
  } else {
    m_entries.push_back({path, {}});
  }
}

void Input::add_folder(const std::string& path) {
  std::vector<std::string> names;
  if (const auto failed = os::list_folder(path, names)) {
    m_entries.push_back({path, system_message(failed)});
    return;
  }
  std::sort(names.begin(), names.end());
  for (const auto& name : names) {
    if (name.starts_with('.')) {
      continue;
    }
    const auto at = os::path_of(path) / os::path_of(name);
    const auto status = os::status_of(os::name_of(at));
    std::error_code gone;
    if (status && status->is_folder && !fs::is_symlink(at, gone)) { // it may lead back here
      add_folder(os::name_of(at));
    } else if (status && status->is_regular) {
      m_entries.push_back({os::name_of(at), {}});
    }
  }
}

void Input::close() noexcept {
  m_bytes_before += m_file ? m_file->bytes_read() : 0U;
  m_inner.clear();
  m_archive.reset();
  m_piped.reset();
  m_file.reset();
}

/// All that `from` gives, which memory must hold.
template <typename From>
std::string Input::read_whole(From& from) const {
  constexpr std::size_t most_bytes = std::size_t{256} << 20U;
  std::string bytes;
  for (auto chunk = from.read(); !chunk.empty(); chunk = from.read()) {
    bytes += chunk;
    if (bytes.size() > most_bytes) {
      throw make_error<TooLargeError>("{}: an archive in an archive with more than {} bytes. "
                                      "Unpack it yourself.",
                                      shown(m_name), most_bytes);
    }
  }
  return bytes;
}

/// An archive in an archive: unpack it into memory, and go on with its members.
void Input::open_inner() {
  constexpr std::size_t deepest = 4;
  if (m_inner.size() == deepest) {
    return; // it is read as it is, and refused
  }
  auto bytes = read_whole(*innermost());
  if (!is_archive(bytes)) { // its name says more than it holds
    m_whole = std::move(bytes);
    return;
  }
  auto member = std::make_unique<Member>(m_name, std::move(bytes));
  auto inner = std::make_unique<Archive>(*member, m_options);
  m_inner.push_back({std::move(member), std::move(inner)});
}

Input::Archive* Input::innermost() const noexcept {
  return m_inner.empty() ? m_archive.get() : m_inner.back().archive.get();
}

void Input::open_next() {
  const auto& entry = m_entries[m_next_entry++];
  m_name = entry.path;
  if (!entry.problem.empty()) {
    throw make_error<FileError>("{}: {}. Check the path and its permissions.", entry.path,
                                entry.problem);
  }
  if (m_given) {
    const bool packed = is_archive(*m_given);
    m_piped = std::make_unique<Member>(m_name, *std::exchange(m_given, {}));
    m_archive = packed ? std::make_unique<Archive>(*m_piped, m_options) : nullptr;
    return;
  }
  m_file = std::make_unique<File>(entry.path, m_options.chunk_bytes);
  if (!is_archive(m_file->head()) || is_workbook(m_name)) {
    return;
  }
  constexpr std::string_view seven_zip = "7z\xBC\xAF";
  if (!m_file->seekable() && m_file->head().starts_with(seven_zip)) { // its list stands at the end
    m_piped = std::make_unique<Member>(m_name, read_whole(*m_file));
  }
  m_archive =
      std::make_unique<Archive>(m_piped ? static_cast<Source&>(*m_piped) : *m_file, m_options);
}

bool Input::next() {
  m_whole.reset();
  m_whole_read = false;
  while (true) {
    if (m_archive && innermost()->next()) {
      m_name = innermost()->name();
      const auto depth = m_inner.size();
      if (m_name != m_entries[m_next_entry - 1].path && names_archive(m_name)) {
        open_inner();
      }
      if (m_inner.size() == depth) {
        return true;
      }
      continue;
    }
    if (!m_inner.empty()) {
      m_inner.pop_back();
      continue;
    }
    close();
    if (m_next_entry == m_entries.size()) {
      return false;
    }
    open_next();
    if (!m_archive) {
      return true;
    }
  }
}

std::string_view Input::read() {
  if (m_whole) {
    const bool again = std::exchange(m_whole_read, true);
    return std::string_view{*m_whole}.substr(again ? m_whole->size() : 0);
  }
  if (m_archive) {
    return innermost()->read();
  }
  return m_file ? m_file->read() : m_piped ? m_piped->read() : std::string_view{};
}

std::uint64_t Input::bytes_read() const noexcept {
  return m_bytes_before + (m_file ? m_file->bytes_read() : 0U);
}

} // namespace xq
