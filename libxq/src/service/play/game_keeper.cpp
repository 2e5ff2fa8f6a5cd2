#include "service/play/game_keeper.hpp"

#include "base/os/file.hpp"
#include "base/os/path.hpp"

#include <xq/base/error.hpp>
#include <xq/base/translate.hpp>
#include <xq/format/format.hpp>
#include <xq/store/game_import.hpp>

#include <fmt/core.h>

#include <chrono>
#include <exception>
#include <filesystem>
#include <iterator>
#include <system_error>
#include <utility>

namespace xq::service {

namespace {

std::string pgn_of(const std::vector<record::Game>& games) {
  std::string text;
  const auto writer = format::make_writer("pgn", {});
  for (const record::Game& game : games) {
    writer->game(text, game);
  }
  return text;
}

/// Write behind what the file holds, all of it or nothing.
bool append(const std::string& path, std::string_view text) {
  os::File file;
  if (file.open(path, os::File::Mode::open_or_create)) {
    return false;
  }
  const auto status = file.status();
  if (!status || !status->is_regular) {
    return false;
  }
  if (file.write_at(status->size, text) || file.sync() || file.close()) {
    std::error_code ignored; // what stays has no end, and the games are somewhere else as well
    std::filesystem::resize_file(os::path_of(path), status->size, ignored);
    return false;
  }
  return true;
}

} // namespace

GameKeeper::GameKeeper(Options options) : m_options{std::move(options)} {
  { store::GameImport attempt{m_options.database}; } // undone, but what is wrong is said at once
  m_thread = std::thread{[this] { work(); }};
}

GameKeeper::~GameKeeper() {
  try {
    shut_down();
  } catch (const std::exception&) { // who wants to know calls it
  }
}

void GameKeeper::keep(record::Game game, std::function<void(bool written)> done) {
  {
    const std::lock_guard lock{m_mutex};
    m_waiting.push_back(std::move(game));
    if (done) {
      m_done.push_back(std::move(done));
    }
  }
  m_changed.notify_one();
}

void GameKeeper::tell(std::string_view text) const {
  if (m_options.tell) {
    m_options.tell(text);
  }
}

bool GameKeeper::write(const std::vector<record::Game>& games) noexcept {
  try {
    store::GameImport import{m_options.database};
    for (const record::Game& game : games) {
      import.add(game);
    }
    import.finish();
  } catch (const std::exception& e) {
    try {
      failed(games.size(), e.what());
    } catch (const std::exception&) { // no memory to say so
    }
    return false;
  }
  try {
    if (!std::exchange(m_trouble, {}).empty()) {
      tell(localized("{}: games are kept again.", m_options.database));
    }
  } catch (const std::exception&) { // the same
  }
  return true;
}

/// Tells of a trouble once, not every few seconds.
void GameKeeper::failed(std::size_t games, const std::string& why) {
  if (std::exchange(m_trouble, why) != why) {
    tell(localized("{} cannot be kept now: {} The server tries again every five seconds.",
                   counted(games, "{} game", "{} games"), why));
  }
}

void GameKeeper::work() {
  constexpr std::chrono::seconds pause{5};
  constexpr int last_attempts = 2; // each waits two seconds for a lock
  int attempts_at_end = 0;
  std::unique_lock lock{m_mutex};
  while (true) {
    m_changed.wait(lock, [&] { return m_closing || !m_waiting.empty(); });
    if (m_waiting.empty() || attempts_at_end == last_attempts) {
      return;
    }
    attempts_at_end += m_closing ? 1 : 0;
    std::vector<record::Game> games = std::exchange(m_waiting, {});
    const auto done = std::exchange(m_done, {});
    lock.unlock();
    const bool written = write(games);
    for (const auto& each : done) {
      each(written);
    }
    lock.lock();
    if (!written) {
      m_waiting.insert(m_waiting.begin(), std::make_move_iterator(games.begin()),
                       std::make_move_iterator(games.end()));
      m_changed.wait_for(lock, pause, [&] { return m_closing; });
    }
  }
}

/// Other people may write to such a folder: only a file that was not there before is trusted.
std::string GameKeeper::write_spare_file(std::string_view text) const {
  if (m_options.spare_folder.empty()) {
    return {};
  }
  const auto folder = os::path_of(m_options.spare_folder);
  const auto name = os::name_of(os::path_of(m_options.database).filename());
  constexpr int most_names = 100;
  for (int n = 1; n <= most_names; ++n) {
    auto path = os::name_of(folder / os::path_of(fmt::format("{}.rest-{}.pgn", name, n)));
    os::File file;
    const auto refused = file.open(path, os::File::Mode::create);
    if (refused == std::errc::file_exists) {
      continue;
    }
    if (refused) {
      return {};
    }
    if (file.write(text) || file.sync() || file.close()) {
      os::remove_file(path);
      return {};
    }
    return path;
  }
  return {};
}

void GameKeeper::rescue(const std::vector<record::Game>& games) const {
  const std::string text = pgn_of(games);
  const std::string count = counted(games.size(), "{} game", "{} games");
  const std::string beside = m_options.database + ".rest.pgn";
  if (append(beside, text)) {
    throw make_error<FileError>(
        "{}: {} could not be kept ({}). They are in {}; import that file later.",
        m_options.database, count, m_trouble, beside);
  }
  const std::string spare = write_spare_file(text);
  tell(localized("{}: {} could not be kept. Here they are as PGN:", m_options.database, count) +
       '\n' + text);
  if (!spare.empty()) {
    throw make_error<FileError>(
        "{}: {} could not be kept ({}), nor written into {}. They are in {} and were written out "
        "above; import that file soon.",
        m_options.database, count, m_trouble, beside, spare);
  }
  throw make_error<FileError>(
      "{}: {} could not be kept ({}), nor written into {}. They were written out above as PGN; "
      "save that text and import it.",
      m_options.database, count, m_trouble, beside);
}

void GameKeeper::shut_down() {
  {
    const std::lock_guard lock{m_mutex};
    m_closing = true;
  }
  m_changed.notify_all();
  if (m_thread.joinable()) {
    m_thread.join();
  }
  if (!m_waiting.empty()) { // no thread is left that could change it
    rescue(std::exchange(m_waiting, {}));
  }
}

} // namespace xq::service
