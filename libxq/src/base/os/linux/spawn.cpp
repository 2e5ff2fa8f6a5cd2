#include "base/os/unix/system.hpp"

#include <fcntl.h>
#include <spawn.h>
#include <unistd.h>

namespace xq::os::system {

namespace {

/// Owns the two lists that posix_spawn() wants.
struct SpawnPlan {
  posix_spawn_file_actions_t actions{};
  posix_spawnattr_t attributes{};

  SpawnPlan(int input, int output, const std::string& folder) {
    ::posix_spawn_file_actions_init(&actions);
    ::posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO);
    ::posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO);
    ::posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    if (!folder.empty()) {
      ::posix_spawn_file_actions_addchdir_np(&actions, folder.c_str());
    }
    ::posix_spawnattr_init(&attributes);
    sigset_t none;
    sigset_t defaults;
    sigemptyset(&none);
    sigemptyset(&defaults);
    for (const int signal : default_signals) {
      sigaddset(&defaults, signal);
    }
    ::posix_spawnattr_setsigmask(&attributes, &none);
    ::posix_spawnattr_setsigdefault(&attributes, &defaults);
    ::posix_spawnattr_setpgroup(&attributes, 0);
    ::posix_spawnattr_setflags(
        &attributes,
        static_cast<short>(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP));
  }
  ~SpawnPlan() {
    ::posix_spawn_file_actions_destroy(&actions);
    ::posix_spawnattr_destroy(&attributes);
  }
  SpawnPlan(const SpawnPlan&) = delete;
  SpawnPlan& operator=(const SpawnPlan&) = delete;
};

} // namespace

int open_pipe(std::array<int, 2>& ends) noexcept { return ::pipe2(ends.data(), O_CLOEXEC); }

int spawn(int& process, std::span<char* const> arguments, int input, int output,
          const std::string& folder) {
  const SpawnPlan plan{input, output, folder};
  return ::posix_spawnp(&process, arguments[0], &plan.actions, &plan.attributes, arguments.data(),
                        environ);
}

} // namespace xq::os::system
