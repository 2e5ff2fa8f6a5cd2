#include <xq/store/sqlite.hpp>

#include <sqlite3.h>

#include <utility>

namespace xq::store {

void Database::Close::operator()(sqlite3* handle) const noexcept { sqlite3_close(handle); }
void Statement::Finalize::operator()(sqlite3_stmt* statement) const noexcept {
  sqlite3_finalize(statement);
}

Database::Database(const std::string& path, Mode mode) : m_path{path} {
  int flags = SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE;
  flags |= mode == Mode::read_only ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE;
  if (mode == Mode::create) {
    flags |= SQLITE_OPEN_CREATE;
  }
  sqlite3* handle = nullptr;
  const int code = sqlite3_open_v2(path.c_str(), &handle, flags, nullptr);
  m_handle.reset(handle); // SQLite hands out a handle even on failure
  if (code != SQLITE_OK) {
    throw make_error<DbError>("{}: {}", path, sqlite3_errstr(code));
  }
  execute("PRAGMA foreign_keys = ON; PRAGMA trusted_schema = OFF");
}

void Database::execute(const char* sql) {
  if (sqlite3_exec(handle(), sql, nullptr, nullptr, nullptr) != SQLITE_OK) {
    throw make_error<DbError>("{}: {}", m_path, sqlite3_errmsg(handle()));
  }
}

Statement::Statement(Database& db, std::string_view sql) : m_db{db} {
  sqlite3_stmt* handle = nullptr;
  const int code = sqlite3_prepare_v3(db.handle(), sql.data(), static_cast<int>(sql.size()),
                                      SQLITE_PREPARE_PERSISTENT, &handle, nullptr);
  m_handle.reset(handle);
  check(code);
}

void Statement::check(int code) const {
  if (code != SQLITE_OK && code != SQLITE_ROW && code != SQLITE_DONE) {
    throw make_error<DbError>("{}: {}", m_db.path(), sqlite3_errmsg(m_db.handle()));
  }
}

Statement::Use::~Use() {
  sqlite3_reset(m_statement.m_handle.get());
  sqlite3_clear_bindings(m_statement.m_handle.get());
}

Statement::Use& Statement::Use::operator()(std::int64_t value) {
  m_statement.check(sqlite3_bind_int64(m_statement.m_handle.get(), m_next++, value));
  return *this;
}

Statement::Use& Statement::Use::operator()(std::string_view text) {
  m_statement.check(sqlite3_bind_text64(m_statement.m_handle.get(), m_next++, text.data(),
                                        text.size(), SQLITE_STATIC, SQLITE_UTF8));
  return *this;
}

Statement::Use& Statement::Use::operator()(std::nullptr_t) {
  m_statement.check(sqlite3_bind_null(m_statement.m_handle.get(), m_next++));
  return *this;
}

bool Statement::Use::next() {
  const int code = sqlite3_step(m_statement.m_handle.get());
  m_statement.check(code);
  return code == SQLITE_ROW;
}

void Statement::Use::exec() {
  while (next()) {
  }
}

std::int64_t Statement::Use::integer(int column) const {
  return sqlite3_column_int64(m_statement.m_handle.get(), column);
}

std::string_view Statement::Use::text(int column) const {
  const auto* data =
      reinterpret_cast<const char*>(sqlite3_column_text(m_statement.m_handle.get(), column));
  return {data == nullptr ? "" : data,
          static_cast<std::size_t>(sqlite3_column_bytes(m_statement.m_handle.get(), column))};
}

Transaction::~Transaction() {
  if (m_db != nullptr) {
    sqlite3_exec(m_db->handle(), "ROLLBACK", nullptr, nullptr, nullptr);
  }
}

void Transaction::commit() {
  m_db->execute("COMMIT");
  m_db = nullptr;
}

} // namespace xq::store
