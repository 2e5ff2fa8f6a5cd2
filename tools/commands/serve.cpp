#include "base/os/file.hpp"
#include "base/os/path.hpp"
#include "base/text/ascii.hpp"
#include "base/text/compose.hpp"
#include "base/text/system_message.hpp"
#include "cli/build_info.hpp"
#include "cli/files/file_kind.hpp"
#include "cli/files/output.hpp"
#include "cli/interrupt.hpp"
#include "cli/language.hpp"
#include "cli/options/options.hpp"
#include "cli/talk.hpp"
#include "command.hpp"
#include "jobs/answer/write.hpp"
#include "serve/http/rules.hpp"
#include "serve/server.hpp"
#include "service/service.hpp"

#include <xq/base/translate.hpp>

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

namespace xq::cli {

namespace {

struct Served {
  std::vector<std::string> urls;
};
constexpr std::array served_fields{
    jobs::FieldOf<Served>{"urls", jobs::Kind::list, jobs::get<&Served::urls>}};

/// The service as the port sees it.
class ServiceHandler final : public serve::Handler {
public:
  explicit ServiceHandler(const service::ServiceOptions& options) : m_service{options} {}

  [[nodiscard]] bool is_slow(const service::Request& request) const override {
    return m_service.is_slow(request);
  }
  [[nodiscard]] bool is_dear(const service::Request& request) const override {
    return m_service.is_dear(request);
  }
  [[nodiscard]] service::Response answer(const service::Request& request) override {
    return m_service.answer(request);
  }
  [[nodiscard]] service::Service::Opened open(const service::Request& request,
                                              service::Outlet outlet) override {
    return m_service.open(request, std::move(outlet));
  }
  [[nodiscard]] std::chrono::steady_clock::time_point next_tick() const override {
    return m_service.next_tick();
  }
  void tick(std::chrono::steady_clock::time_point now) override { m_service.tick(now); }
  void shut_down() override { m_service.shut_down(); }

private:
  service::Service m_service;
};

/// Sockets that systemd opened for us: sd_listen_fds(3).
std::vector<int> sockets_of_systemd() {
  const auto number = [](const char* name) {
    const char* const value = std::getenv(name); // NOLINT(concurrency-mt-unsafe): one thread yet
    return value != nullptr && is_number(value) ? std::atoi(value) : 0;
  };
  std::vector<int> sockets;
  if (number("LISTEN_PID") == os::process_id()) {
    constexpr int first = 3;
    for (int i = 0; i < std::min(number("LISTEN_FDS"), 64); ++i) {
      sockets.push_back(first + i);
    }
  }
  return sockets;
}

/// Lines to stdout, at once; the first failure is kept for the end of the run.
class Lines {
public:
  void write(std::string_view lines) {
    const std::lock_guard lock{m_mutex};
    if (m_failure) {
      return;
    }
    try {
      print_lines(lines);
      flush_stdout();
    } catch (const Error&) {
      m_failure = std::current_exception();
    }
  }
  void rethrow() const {
    if (m_failure) {
      std::rethrow_exception(m_failure);
    }
  }

private:
  std::mutex m_mutex;
  std::exception_ptr m_failure;
};

/// Lines to the end of a file, at once. A file that was renamed away or removed (logrotate) is
/// begun anew under its name. The first failure is kept for the end of the run.
class LogFile {
public:
  /// Throws FileError when it cannot be written.
  explicit LogFile(std::string path) : m_path{std::move(path)} { open(); }

  void write(std::string_view lines) {
    if (m_failure) {
      return;
    }
    try {
      if (!m_file.is_at(m_path)) {
        open();
      }
      m_file.seek(0, SEEK_END);
      check(m_file.write(lines));
    } catch (const Error&) {
      m_failure = std::current_exception();
    }
  }
  void rethrow() const {
    if (m_failure) {
      std::rethrow_exception(m_failure);
    }
  }

private:
  void open() {
    m_file = {};
    check(m_file.open(m_path, os::File::Mode::open_or_create));
  }
  void check(const std::error_code& error) const {
    if (error) {
      throw make_error<FileError>("{}: cannot be written: {}. Check the disk and the permissions.",
                                  m_path, system_message(error));
    }
  }

  std::string m_path;
  os::File m_file;
  std::exception_ptr m_failure;
};

class Serve final : public Command {
public:
  void describe(OptionSet& options) override;
  Exit run(const GlobalOptions& global) override;

private:
  [[nodiscard]] service::ServiceOptions service_options(const GlobalOptions& global) const;
  [[nodiscard]] serve::Options port_options(const GlobalOptions& global) const;
  void announce(const serve::Server& server, const GlobalOptions& global, Lines& lines) const;
  void warn(const serve::Server& server) const;

  std::vector<std::string> m_databases;
  std::vector<std::string> m_books;
  std::vector<std::string> m_listen;
  std::vector<std::string> m_hosts;
  std::vector<std::string> m_origins;
  std::string m_keep_games;
  std::string m_keep_studies;
  bool m_lobby = false;
  std::string m_queue;
  std::vector<std::string> m_puzzles;
  bool m_no_result_scores = false;
  unsigned m_analyses = 0; ///< 0: a core is left for the rest
  std::size_t m_hash = 64;
  std::size_t m_cache = 64;
  bool m_log = false;
  std::string m_log_file;
};

void Serve::describe(OptionSet& options) {
  options.add("book", files(m_books, reads(file_kind::opening_book), "BOOK.xqbook"),
              "opening book for moves and the cloud book; several: book= chooses one");
  add_alternative(options, "book", file_kind::opening_book,
                  "an opening book, known by what it holds: the same as --book");
  add_database(options, files(m_databases, reads(file_kind::game_database), "GAMES.xqdb"),
               "games to look through; several: the page and db= choose one");
  options.add("puzzles", files(m_puzzles, reads(file_kind::games), "FILE"),
              "exercises: what xq puzzles wrote, as PGN, JSON Lines or EPD; several may be given");
  options.add("no-result-scores", flag(m_no_result_scores),
              "cloud book: no scores made from the results of games where no engine has judged");
  options.begin_group("Network");
  options.add("listen", texts(m_listen, "ADDRESS"),
              "listen at HOST:PORT, [::1]:PORT or PORT instead of 127.0.0.1:8140; port 0: a free "
              "one");
  options.add("allow-host", texts(m_hosts, "NAME"),
              "answer to this name, too: that of a proxy or of this machine");
  options.add("allow-origin", texts(m_origins, "ORIGIN"),
              "let web pages of https://example.org ask; *: of every site");
  options.add("log", flag(m_log), "write a line for each request to stdout");
  options.add("log-file", file(m_log_file, changes("log")),
              "add these lines to a file; one that is renamed away is begun anew");
  options.begin_group("Engine");
  options.add("analyses", number(m_analyses, 1, 1024),
              "searches at once, others wait; without it one less than there are cores");
  options.add("hash", number(m_hash, 1, 65536, "MB"), "memory of each search");
  options.begin_group("Play");
  options.add("lobby", flag(m_lobby),
              "people may offer games to everybody who comes, not only to those with a link");
  options.begin_group("What is kept");
  options.add("keep-games", file(m_keep_games, changes(file_kind::game_database), "DB"),
              "add finished games to this database, and games under way to DB.running.jsonl, from "
              "which they go on when the server comes back");
  options.add(
      "keep-studies", file(m_keep_studies, changes(file_kind::game_database), "DB"),
      "let visitors make studies and share them by links; their games are in this database");
  options.add("queue", file(m_queue, changes("epd")),
              "add positions that clients ask to be judged (queue, store) to this file");
  options.add("cache", number(m_cache, 0, 65536, "MB"),
              "memory for answers that are asked for again");
}

service::ServiceOptions Serve::service_options(const GlobalOptions& global) const {
  service::ServiceOptions options;
  options.version = version();
  options.databases = m_databases;
  options.books = m_books;
  options.threads = global.threads + std::max(2U, global.threads);
  options.cache_megabytes = m_cache;
  options.analyses = m_analyses > 0 ? m_analyses : std::max(1U, global.threads - 1);
  options.hash_megabytes = m_hash;
  options.keep_games = m_keep_games;
  options.keep_studies = m_keep_studies;
  options.lobby = m_lobby;
  for (const Language& language : languages()) {
    options.languages.push_back({language.name, language.catalogue()});
  }
  std::error_code none; // then there is no such folder
  options.spare_folder = os::name_of(std::filesystem::temp_directory_path(none));
  options.tell = [](std::string_view text) { talk_lines(fmt::format("xq: {}\n", text)); };
  options.queue = m_queue;
  options.puzzles = m_puzzles;
  options.result_scores = !m_no_result_scores;
  return options;
}

serve::Options Serve::port_options(const GlobalOptions& global) const {
  serve::Options options;
  for (const auto& address : m_listen) {
    options.listen.push_back(serve::read_listen_address(address));
  }
  if (options.listen.empty()) {
    options.listen.push_back({.host = "127.0.0.1"});
  }
  options.sockets = sockets_of_systemd();
  options.hosts = m_hosts;
  for (const auto& address : options.listen) {
    options.hosts.push_back(address.host); // who listens at a name is called by it
  }
  options.origins = m_origins;
  options.threads = global.threads;
  options.slow_threads = std::max(2U, global.threads); // one is kept from dear questions
  constexpr std::size_t reserved = 256;                // for databases, books, engines
  const auto files = os::allow_open_files(options.limits.connections + reserved);
  if (files < options.limits.connections + reserved) {
    options.limits.connections = files > 2 * reserved ? files - reserved : reserved;
  }
  return options;
}

Exit Serve::run(const GlobalOptions& global) {
  auto options = port_options(global);
  const serve::OriginRule checked{m_origins}; // before anything is opened
  ServiceHandler handler{service_options(global)};
  Lines lines;
  std::optional<LogFile> file;
  if (!m_log_file.empty()) {
    file.emplace(m_log_file);
  }
  std::optional<serve::RequestLog> log;
  if (m_log || file) {
    log.emplace(global.json, [&](std::string_view text) {
      if (m_log) {
        lines.write(text);
      }
      if (file) {
        file->write(text);
      }
    });
    options.log = &*log;
  }
  {
    serve::Server server{handler, options};
    announce(server, global, lines);
    server.run(interrupted);
  }
  log.reset(); // writes what is left
  lines.rethrow();
  if (file) {
    file->rethrow();
  }
  return Exit::ok;
}

void Serve::announce(const serve::Server& server, const GlobalOptions& global, Lines& lines) const {
  std::string text;
  if (global.json) {
    text = jobs::json_line<Served>(served_fields, {server.urls()});
  } else {
    for (const auto& url : server.urls()) {
      text += url + '\n';
    }
  }
  lines.write(text);
  warn(server);
  if (!global.quiet) {
    talk("xq: open the address in a browser; Ctrl+C ends the server\n");
  }
}

/// Nobody shall be surprised by what others can do.
void Serve::warn(const serve::Server& server) const {
  const auto& open = server.open_addresses();
  if (open.empty()) {
    return;
  }
  std::vector<std::string> files = m_databases;
  files.insert(files.end(), m_books.begin(), m_books.end());
  talk("xq: warning: other machines can reach {}. Without a password, everyone there can:\n",
       join(open, ", "));
  if (!files.empty()) {
    talk("  read {}\n", join(files, ", "));
  }
  talk("  play games and let the engine think\n");
  if (!m_keep_games.empty()) {
    talk("  add games to {}\n", m_keep_games);
  }
  if (!m_keep_studies.empty()) {
    talk("  make studies in {}\n", m_keep_studies);
  }
  if (!m_queue.empty()) {
    talk("  add positions to {}\n", m_queue);
  }
}

} // namespace

CommandInfo serve_command() {
  return {
      .name = "serve",
      .group = "Network",
      .summary = "serve games, books, analysis and play to browsers and programs",
      .synopsis = "[GAMES.xqdb]... [BOOK.xqbook]... [--listen ADDRESS]",
      .description =
          "Opens a page with an explorer of openings and games, an analysis board, and games "
          "against people and the engine; programs ask the same server for JSON, or for moves as "
          "they ask a cloud book. docs/serve.md has the addresses.\n\n"
          "The first lines on stdout are the addresses at which it listens; --log adds a line for "
          "each request. Only this machine can reach 127.0.0.1. There is no password and no "
          "encryption: for others, put a proxy before it (docs/serve.md shows nginx and Caddy) and "
          "name it with --allow-host.\n\n"
          "Databases and books are read; only --keep-games, --keep-studies and --queue name files "
          "that are written. A signal (Ctrl+C, SIGTERM) ends the server with exit status 0 after "
          "the "
          "answers that are being made; a second one, two seconds later, ends it at once. Sockets "
          "that systemd hands over are used instead of --listen.",
      .examples = {{"xq serve --db games.xqdb --book games.xqbook",
                    "the page at http://127.0.0.1:8140/"},
                   {"xq serve --book games.xqbook --listen 0.0.0.0:8140",
                    "a cloud book for the programs of a home network"},
                   {"xq serve --db games.xqdb --listen 0 --log --json",
                    "a free port, and what happens as JSON, for a script"},
                   {"xq serve --book games.xqbook --allow-host xq.example.org",
                    "behind a proxy of that name"}},
      .exits = {{Exit::ok, "ended by a signal, all answers given"},
                {Exit::failure, "a file cannot be opened, or an address is in use"}},
      .answers = {{jobs::parts<served_fields>}},
      .create = create<Serve>};
}

} // namespace xq::cli
