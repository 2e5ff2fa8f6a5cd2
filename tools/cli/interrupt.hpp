#pragma once

namespace xq::cli {

/// From now on the first SIGINT or SIGTERM only sets a flag (a second one ends the program), and
/// writing to a closed pipe is an error of that write instead of a silent death.
void install_signal_handlers() noexcept;

/// Did the user ask to stop? Long work polls this a few times a second, commits what is complete
/// and throws Interrupted.
[[nodiscard]] bool interrupted() noexcept;

/// Throws Interrupted when the user asked to stop.
void throw_if_interrupted();

} // namespace xq::cli
