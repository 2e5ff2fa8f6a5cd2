// gui.cpp XQ.EXE FOLDER - does with the engine what Windows programs with a board do: starts it
// without a window, with pipes and the current folder of its own, by its file's name alone or with
// the word `engine`; several at once; then quits, kills, closes the pipes, does not read. FOLDER is
// made anew, with a copy of the program below a Chinese name. Each check says what would be wrong.

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <iterator>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>
#include <windows.h>

namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;
using namespace std::chrono_literals;

int wrong = 0;

void check(bool right, std::string_view what) {
  if (!right) {
    ++wrong;
    std::printf("WRONG: %.*s\n", static_cast<int>(what.size()), what.data());
  }
}

struct CloseHandle_ {
  void operator()(HANDLE handle) const noexcept { ::CloseHandle(handle); }
};
using Handle = std::unique_ptr<void, CloseHandle_>;

/// A pipe; the end for the engine is inherited.
std::pair<Handle, Handle> make_pipe(bool engine_reads) {
  SECURITY_ATTRIBUTES inherited{sizeof inherited, nullptr, TRUE};
  HANDLE read = nullptr;
  HANDLE write = nullptr;
  check(::CreatePipe(&read, &write, &inherited, 0) != 0, "no pipe");
  ::SetHandleInformation(engine_reads ? write : read, HANDLE_FLAG_INHERIT, 0);
  return {Handle{read}, Handle{write}};
}

class Engine {
public:
  Engine(const fs::path& program, const std::wstring& arguments, const fs::path& folder) {
    auto [engine_in, to_engine] = make_pipe(true);
    auto [from_engine, engine_out] = make_pipe(false);
    STARTUPINFOW start{};
    start.cb = sizeof start;
    start.dwFlags = STARTF_USESTDHANDLES | STARTF_USESHOWWINDOW;
    start.wShowWindow = SW_HIDE;
    start.hStdInput = engine_in.get();
    start.hStdOutput = engine_out.get();
    start.hStdError = engine_out.get();
    std::wstring line = L'"' + program.wstring() + L'"' + arguments;
    PROCESS_INFORMATION process{};
    const bool started =
        ::CreateProcessW(nullptr, line.data(), nullptr, nullptr, TRUE, CREATE_NO_WINDOW, nullptr,
                         folder.c_str(), &start, &process) != 0;
    check(started, "the engine does not start");
    if (!started) {
      return;
    }
    ::CloseHandle(process.hThread);
    m_process.reset(process.hProcess);
    m_to = std::move(to_engine);
    m_from = std::move(from_engine);
  }

  void say(std::string_view line) {
    const std::string text = std::string{line} + "\r\n"; // as these programs end their lines
    DWORD written = 0;
    ::WriteFile(m_to.get(), text.data(), static_cast<DWORD>(text.size()), &written, nullptr);
  }

  /// The first line that begins so, or nothing in time.
  std::optional<std::string> wait_for(std::string_view beginning, Clock::duration patience = 20s) {
    const auto end = Clock::now() + patience;
    while (Clock::now() < end) {
      for (auto at = m_text.find('\n'); at != std::string::npos; at = m_text.find('\n')) {
        std::string line = m_text.substr(0, at);
        m_text.erase(0, at + 1);
        check(line.find('\r') == std::string::npos || line.find('\r') + 1 == line.size(),
              "a CR within a line");
        if (line.starts_with(beginning)) {
          return line;
        }
      }
      DWORD waiting = 0;
      if (::PeekNamedPipe(m_from.get(), nullptr, 0, nullptr, &waiting, nullptr) == 0) {
        return std::nullopt;
      }
      if (waiting == 0) {
        ::Sleep(5);
        continue;
      }
      std::string part(waiting, '\0');
      DWORD got = 0;
      ::ReadFile(m_from.get(), part.data(), waiting, &got, nullptr);
      m_text.append(part, 0, got);
    }
    return std::nullopt;
  }

  [[nodiscard]] bool ends(DWORD milliseconds = 5000) const {
    return ::WaitForSingleObject(m_process.get(), milliseconds) == WAIT_OBJECT_0;
  }

  [[nodiscard]] DWORD status() const {
    DWORD status = STILL_ACTIVE;
    ::GetExitCodeProcess(m_process.get(), &status);
    return status;
  }

  void kill() const { ::TerminateProcess(m_process.get(), 9); }
  void stop_writing() { m_to.reset(); }
  void stop_reading() { m_from.reset(); }

private:
  Handle m_process;
  Handle m_to;
  Handle m_from;
  std::string m_text;
};

void several_at_once(const fs::path& program, const fs::path& folder) {
  std::vector<std::unique_ptr<Engine>> engines;
  for (int i = 0; i < 4; ++i) {
    engines.push_back(std::make_unique<Engine>(program, i % 2 == 0 ? L"" : L" engine", folder));
    engines.back()->say(i < 2 ? "uci" : "ucci");
  }
  for (std::size_t i = 0; i < engines.size(); ++i) {
    check(engines[i]->wait_for(i < 2 ? "uciok" : "ucciok").has_value(),
          "no answer to the first word of the protocol");
    engines[i]->say("isready");
    check(engines[i]->wait_for("readyok").has_value(), "no readyok");
    engines[i]->say("position startpos moves h2e2 h9g7");
    engines[i]->say("go nodes 20000");
  }
  std::vector<std::string> moves;
  for (const auto& engine : engines) {
    moves.push_back(engine->wait_for("bestmove").value_or("nothing"));
  }
  check(
      std::all_of(moves.begin(), moves.end(),
                  [&](const auto& move) { return move.substr(0, 13) == moves[0].substr(0, 13); }) &&
          moves[0].starts_with("bestmove "),
      "engines that run at once answer differently: " + moves[0] + moves[1] + moves[2] + moves[3]);
  for (const auto& engine : engines) {
    engine->say("quit");
  }
  for (const auto& engine : engines) {
    check(engine->ends(), "quit does not end the engine");
    check(engine->status() == 0, "exit status after quit");
  }
}

void stop_while_thinking(const fs::path& program, const fs::path& folder) {
  Engine engine{program, L"", folder};
  engine.say("uci");
  check(engine.wait_for("uciok").has_value(), "no uciok");
  engine.say("position startpos");
  engine.say("go infinite");
  check(engine.wait_for("info depth").has_value(), "no information while it thinks");
  engine.say("stop");
  check(engine.wait_for("bestmove", 3s).has_value(), "stop is not heard while it thinks");
  engine.say("go infinite");
  ::Sleep(200);
  engine.say("quit");
  check(engine.ends(), "quit is not heard while it thinks");
}

void the_program_goes(const fs::path& program, const fs::path& folder) {
  Engine closed{program, L"",
                folder}; // a program that ends: both pipes close while the engine thinks
  closed.say("uci");
  check(closed.wait_for("uciok").has_value(), "no uciok");
  closed.say("go infinite");
  ::Sleep(200);
  closed.stop_writing();
  closed.stop_reading();
  check(closed.ends(), "the engine goes on when the program has gone");

  Engine killed{program, L"", folder};
  killed.say("ucci");
  check(killed.wait_for("ucciok").has_value(), "no ucciok");
  killed.say("go infinite");
  ::Sleep(100);
  killed.kill();
  check(killed.ends(), "TerminateProcess does not end the engine");
}

void nobody_reads(const fs::path& program, const fs::path& folder) {
  Engine engine{program, L"", folder};
  engine.say("uci");
  check(engine.wait_for("uciok").has_value(), "no uciok");
  engine.say("setoption name MultiPV value 40");
  engine.say("position startpos");
  engine.say("go infinite");
  ::Sleep(2000); // the pipe is full
  engine.say("stop");
  check(engine.wait_for("bestmove", 10s).has_value(),
        "a pipe that was full stops the engine for good");
  engine.say("quit");
  check(engine.ends(), "quit does not end the engine");

  Engine deaf{program, L"", folder};
  deaf.say("uci");
  check(deaf.wait_for("uciok").has_value(), "no uciok");
  deaf.stop_reading();
  deaf.say("go nodes 100000");
  deaf.say("quit");
  check(deaf.ends(), "an engine whose output nobody reads does not end");
}

void book_beside_it(const fs::path& program, const fs::path& folder) {
  // The path of a book comes in the bytes of the protocol, UTF-8, and relative to the folder.
  Engine engine{program, L"", folder};
  engine.say("uci");
  check(engine.wait_for("uciok").has_value(), "no uciok");
  engine.say("setoption name BookFile value \xE5\xBC\x80\xE5\xB1\x80.xqbook"); // 开局.xqbook
  engine.say("isready");
  const auto said = engine.wait_for("info string", 3s);
  check(said.has_value() && said->find("\xE5\xBC\x80\xE5\xB1\x80.xqbook") != std::string::npos,
        "a book with a Chinese name is not named when it is missing");
  engine.say("quit");
  check(engine.ends(), "quit does not end the engine");
}

} // namespace

int wmain(int count, wchar_t** words) {
  if (count != 3) {
    std::puts("gui XQ.EXE FOLDER");
    return 2;
  }
  const fs::path folder{words[2]};
  std::error_code ignored;
  fs::remove_all(folder, ignored);
  const auto place = folder / L"象棋 引擎"; // with a blank
  fs::create_directories(place);
  const auto program = place / L"xq 引擎.exe";
  fs::copy_file(words[1], program);
  several_at_once(program, place);
  stop_while_thinking(program, place);
  the_program_goes(program, place);
  nobody_reads(program, place);
  book_beside_it(program, place);
  fs::remove_all(folder, ignored);
  std::printf("%d wrong\n", wrong);
  return wrong == 0 ? 0 : 1;
}
