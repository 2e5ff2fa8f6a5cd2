#include "service/play/game_journal.hpp"

#include "base/files/input.hpp"
#include "base/text/system_message.hpp"

#include <xq/base/error.hpp>
#include <xq/base/translate.hpp>

#include <chrono>
#include <sstream>
#include <system_error>
#include <utility>

namespace xq::service {

namespace {

constexpr std::uint64_t small_size = 1U << 20U; ///< below it a file is not written anew
constexpr unsigned of_owner_alone = 0600;       ///< the secrets of the players stand in it

std::string with_end(std::string_view line) { return std::string{line} + '\n'; }

} // namespace

GameJournal::GameJournal(Options options) : m_options{std::move(options)} {
  if (!m_lock.lock(m_options.path, std::chrono::milliseconds{0})) {
    throw make_error<FileError>(
        "{}: another server has it open. Stop that one, or give --keep-games another database.",
        m_options.path);
  }
  read();
  if (const auto error = write_new_file()) {
    throw make_error<FileError>("{}: cannot be written: {}. Check the disk and the permissions.",
                                m_options.path, system_message(error));
  }
}

/// A line that a full disk or a dead system cut short is passed over.
void GameJournal::read() {
  std::istringstream file{os::status_of(m_options.path) ? read_beginning(m_options.path)
                                                        : std::string{}};
  for (std::string line; std::getline(file, line);) {
    const auto value = read_json(line, line_limits);
    const auto* const id = value ? value->find("id") : nullptr;
    if (id == nullptr || id->string() == nullptr) {
      continue;
    }
    const std::string& name = *id->string();
    if (value->find("gone") != nullptr) {
      m_games.erase(name);
    } else if (value->find("setup") != nullptr) {
      m_games[name] = {line};
    } else if (const auto game = m_games.find(name); game != m_games.end()) {
      game->second.push_back(line);
    }
  }
}

std::vector<std::vector<std::string>> GameJournal::games() const {
  const std::lock_guard lock{m_mutex};
  std::vector<std::vector<std::string>> all;
  for (const auto& [id, lines] : m_games) {
    all.push_back(lines);
  }
  return all;
}

bool GameJournal::put(const std::string& id, std::string line) {
  const std::lock_guard lock{m_mutex};
  const std::string text = with_end(line);
  m_games[id] = {std::move(line)};
  return append(text);
}

bool GameJournal::add(const std::string& id, std::string line) {
  const std::lock_guard lock{m_mutex};
  const std::string text = with_end(line);
  m_games[id].push_back(std::move(line));
  return append(text);
}

void GameJournal::forget(const std::string& id) {
  const std::lock_guard lock{m_mutex};
  if (m_games.erase(id) > 0) {
    static_cast<void>(append(R"({"id":")" + id + "\",\"gone\":true}\n"));
  }
}

void GameJournal::close() noexcept {
  const std::lock_guard lock{m_mutex};
  m_closed = true;
  static_cast<void>(m_file.close());
  m_lock.unlock();
}

bool GameJournal::append(std::string_view text) {
  if (m_closed) {
    return false;
  }
  if (m_broken || (m_size > small_size && m_size > 3 * m_needed)) {
    return write_anew();
  }
  if (const auto error = m_file.write_at(m_size, text)) {
    failed(error);
    return false;
  }
  m_size += text.size();
  return true;
}

bool GameJournal::write_anew() {
  if (const auto error = write_new_file()) {
    failed(error);
    return false;
  }
  if (std::exchange(m_broken, false) && m_options.tell) {
    m_options.tell(localized("{}: games that are played are kept again.", m_options.path));
  }
  return true;
}

/// Writes the journal to a file beside it, which then takes its place.
std::error_code GameJournal::write_new_file() {
  std::string text;
  for (const auto& [id, lines] : m_games) {
    for (const std::string& line : lines) {
      text += with_end(line);
    }
  }
  const std::string beside = m_options.path + ".new";
  os::remove_file(beside);
  os::File file;
  if (const auto error = file.open(beside, os::File::Mode::create)) {
    return error;
  }
  file.change_mode(of_owner_alone);
  auto error = file.write_at(0, text);
  error = error ? error : file.sync();
  if (error) {
    static_cast<void>(file.close());
    os::remove_file(beside);
    return error;
  }
  static_cast<void>(m_file.close()); // Windows does not replace a file that is open
  static_cast<void>(file.close());
  error = os::rename(beside, m_options.path);
  error = error ? error : m_file.open(m_options.path, os::File::Mode::write);
  m_size = m_needed = text.size();
  m_broken = error.value() != 0;
  return error;
}

void GameJournal::failed(const std::error_code& error) {
  if (!std::exchange(m_broken, true) && m_options.tell) {
    m_options.tell(localized("{}: games that are played cannot be kept now: {}. They are lost if "
                             "the server ends before that works again.",
                             m_options.path, system_message(error)));
  }
}

} // namespace xq::service
