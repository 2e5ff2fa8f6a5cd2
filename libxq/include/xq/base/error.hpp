#pragma once

#include <xq/base/translate.hpp>

#include <fmt/core.h>

#include <stdexcept>
#include <string>
#include <utility>

namespace xq {

/// Root of everything libxq throws: the world failed (a file, the disk, a database, a command
/// line). what() names the thing, the cause and what to do. Bad *data* is never an exception.
class Error : public std::runtime_error {
public:
  using std::runtime_error::runtime_error;
};

/// The command line makes no sense. Exit status 2.
class UsageError : public Error {
public:
  using Error::Error;
};

/// A file could not be opened, read or written; what() begins with its path.
class FileError : public Error {
public:
  using Error::Error;
};

/// The user or a limit asked to stop; what was committed stays. Exit status 130.
class Interrupted : public Error {
public:
  using Error::Error;
};

/// An exception of type E with a message in the chosen language.
template <typename E = Error, typename... Args>
[[nodiscard]] E make_error(fmt::format_string<Args...> format, Args&&... args) {
  return E{localized(format, std::forward<Args>(args)...)};
}

} // namespace xq
