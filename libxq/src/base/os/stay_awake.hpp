#pragma once

namespace xq::os {

/// Keeps the computer from going to sleep while nobody uses it; its screen may. Nothing where a
/// program does not decide that (`systemd-inhibit xq ...` does on Linux). Destroyed on the thread
/// that made it.
class StayAwake {
public:
  StayAwake() noexcept;
  ~StayAwake(); // NOLINT(performance-trivially-destructible): not everywhere
  StayAwake(const StayAwake&) = delete;
  StayAwake& operator=(const StayAwake&) = delete;
};

} // namespace xq::os
