#pragma once

#include <xq/base/error.hpp>

#include <string>

namespace xq::sqlite {

/// SQLite refused, or a file is not what it should be; what() names the file, the cause, the SQL
/// where there was one, and what to do.
class DbError : public Error {
public:
  explicit DbError(const std::string& what, int code = 0) : Error{what}, m_code{code} {}
  /// SQLite's extended result code; 0 when the refusal is our own.
  [[nodiscard]] int code() const noexcept { return m_code; }

private:
  int m_code;
};

/// Another connection holds the lock; the same command may succeed later.
class BusyError : public DbError {
public:
  using DbError::DbError;
};

} // namespace xq::sqlite
