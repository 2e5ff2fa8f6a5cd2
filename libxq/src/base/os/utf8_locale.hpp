#pragma once

namespace xq::os {

/// While it lives, the C library takes strings of this thread for UTF-8, where the system has a
/// locale for a thread and that one; a library leaves the program's locale alone.
class Utf8Locale {
public:
  Utf8Locale() noexcept;
  ~Utf8Locale();
  Utf8Locale(const Utf8Locale&) = delete;
  Utf8Locale& operator=(const Utf8Locale&) = delete;

private:
  void* m_locale = nullptr;
  void* m_before = nullptr;
};

} // namespace xq::os
