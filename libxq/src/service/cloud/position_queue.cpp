#include "service/cloud/position_queue.hpp"

#include "base/files/input.hpp"
#include "base/os/file.hpp"
#include "base/text/system_message.hpp"
#include "service/http.hpp"

#include <xq/base/translate.hpp>
#include <xq/board/fen.hpp>

#include <cstdio>
#include <sstream>

namespace xq::service {

namespace {

std::uint64_t identity_of(const Position& position) noexcept {
  const auto key = position.canonical();
  return to_integer(key.key) ^ to_integer(key.lock);
}

std::optional<FileState> state_if_there(const std::string& path) {
  try {
    return state_of(path);
  } catch (const FileError&) {
    return std::nullopt;
  }
}

FileError write_error(const std::string& path, const std::error_code& error) {
  return make_error<FileError>("{}: cannot be written: {}. Check the disk and the permissions.",
                               path, system_message(error));
}

} // namespace

bool PositionQueue::add(const Position& position) {
  const std::lock_guard lock{m_mutex};
  if (const auto state = state_if_there(m_path); !state || state != m_state) {
    read_file();
  }
  const auto identity = identity_of(position);
  if (m_known.contains(identity)) {
    return false;
  }
  if (m_known.size() >= m_most) {
    throw HttpError{
        503, localized("The list of positions to be judged is full. Ask again when some of them "
                       "have been judged.")};
  }
  write_line(write_short_fen(position));
  m_known.insert(identity);
  m_state = state_if_there(m_path);
  return true;
}

void PositionQueue::read_file() {
  m_known.clear();
  std::istringstream file{os::status_of(m_path) ? read_beginning(m_path) : std::string{}};
  for (std::string line; std::getline(file, line) && m_known.size() < m_most;) {
    if (const auto reading = read_fen(line)) {
      m_known.insert(identity_of(reading->position));
    }
  }
}

void PositionQueue::write_line(const std::string& line) {
  os::File file;
  if (const auto error = file.open(m_path, os::File::Mode::open_or_create)) {
    throw write_error(m_path, error);
  }
  const auto end = file.seek(0, SEEK_END);
  std::string text = line + '\n';
  char last = '\n';
  if (end > 0 && !file.read_at(static_cast<std::uint64_t>(end) - 1, {&last, 1}) && last != '\n') {
    text.insert(0, 1, '\n'); // a line that a full disk cut short stays by itself
  }
  if (const auto error = end < 0 ? std::make_error_code(std::errc::invalid_seek)
                                 : file.write_at(static_cast<std::uint64_t>(end), text)) {
    throw write_error(m_path, error);
  }
  if (const auto error = file.close()) {
    throw write_error(m_path, error);
  }
}

} // namespace xq::service
