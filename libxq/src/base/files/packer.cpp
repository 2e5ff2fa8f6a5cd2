#include "base/files/packer.hpp"

#include "base/text/ascii.hpp"

#include <xq/base/error.hpp>

#include <archive.h>
// Comes after archive.h.
#include <archive_entry.h>
#include <array>
#include <exception>
#include <utility>

namespace xq {

namespace {

struct Ending {
  std::string_view text;
  Packing packing;
};
constexpr std::array<Ending, 3> endings{
    {{".gz", Packing::gzip}, {".xz", Packing::xz}, {".zst", Packing::zstd}}};

/// Null: the file is not packed.
const Ending* ending_of(std::string_view path) noexcept {
  for (const Ending& ending : endings) {
    if (path.size() > ending.text.size() &&
        equal_ignoring_case(path.substr(path.size() - ending.text.size()), ending.text)) {
      return &ending;
    }
  }
  return nullptr;
}

} // namespace

Packing packing_of(std::string_view path) noexcept {
  const auto* const ending = ending_of(path);
  return ending == nullptr ? Packing::none : ending->packing;
}

std::string_view without_packing(std::string_view path) noexcept {
  const auto* const ending = ending_of(path);
  return ending == nullptr ? path : path.substr(0, path.size() - ending->text.size());
}

struct Packer::State {
  State(Packing packing, std::string name, std::function<void(std::string_view)> target)
      : path{std::move(name)}, take{std::move(target)}, handle{archive_write_new(), &free_handle} {
    require(handle != nullptr);
    require_ok(archive_write_set_format_raw(handle.get()));
    require_ok(packing == Packing::gzip ? archive_write_add_filter_gzip(handle.get())
               : packing == Packing::xz ? archive_write_add_filter_xz(handle.get())
                                        : archive_write_add_filter_zstd(handle.get()));
    if (packing == Packing::gzip) { // the same bytes at any time
      require_ok(archive_write_set_filter_option(handle.get(), "gzip", "timestamp", nullptr));
    }
    require_ok(archive_write_set_bytes_in_last_block(handle.get(), 1));
    require_ok(archive_write_open(handle.get(), this, nullptr, &State::on_write, nullptr));
    const std::unique_ptr<archive_entry, void (*)(archive_entry*)> entry{archive_entry_new(),
                                                                         &archive_entry_free};
    require(entry != nullptr);
    archive_entry_set_filetype(entry.get(), AE_IFREG);
    require_ok(archive_write_header(handle.get(), entry.get()));
  }

  static void free_handle(archive* h) { archive_write_free(h); }

  static la_ssize_t on_write(archive* /*handle*/, void* data, const void* bytes,
                             std::size_t size) noexcept {
    auto& self = *static_cast<State*>(data);
    if (self.failure != nullptr) {
      return -1;
    }
    try {
      self.take({static_cast<const char*>(bytes), size});
      return static_cast<la_ssize_t>(size);
    } catch (...) { // C code is no place for an exception
      self.failure = std::current_exception();
      return -1;
    }
  }

  void require(bool good) {
    if (failure != nullptr) {
      std::rethrow_exception(std::exchange(failure, nullptr));
    }
    if (!good) {
      const char* const reason = handle == nullptr ? nullptr : archive_error_string(handle.get());
      throw make_error<FileError>("{}: cannot be packed: {}. Leave out the ending of its name.",
                                  path, reason == nullptr ? "no memory" : reason);
    }
  }
  void require_ok(int result) { require(result == ARCHIVE_OK); }

  std::string path;
  std::function<void(std::string_view)> take;
  std::exception_ptr failure; ///< of `take`
  std::unique_ptr<archive, void (*)(archive*)> handle;
};

Packer::Packer(Packing packing, std::string path, std::function<void(std::string_view)> take)
    : m_state{std::make_unique<State>(packing, std::move(path), std::move(take))} {}

Packer::~Packer() {
  if (m_state != nullptr) { // what is left goes nowhere
    m_state->take = [](std::string_view) {};
  }
}

void Packer::add(std::string_view bytes) {
  while (!bytes.empty()) {
    const auto taken = archive_write_data(m_state->handle.get(), bytes.data(), bytes.size());
    m_state->require(taken > 0);
    bytes.remove_prefix(static_cast<std::size_t>(taken));
  }
}

void Packer::finish() { m_state->require_ok(archive_write_close(m_state->handle.get())); }

} // namespace xq
