#pragma once

#include <xq/base/error.hpp>

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

struct sqlite3;
struct sqlite3_stmt;

namespace xq::store {

/// SQLite refused; what() names the file and quotes SQLite's own message.
class DbError : public Error {
public:
  using Error::Error;
};

/// One connection. Not shared between threads.
class Database {
public:
  enum class Mode { read_only, read_write, create };

  Database(const std::string& path, Mode mode);

  /// Run one or more statements that return no rows.
  void execute(const char* sql);

  [[nodiscard]] const std::string& path() const noexcept { return m_path; }
  [[nodiscard]] sqlite3* handle() const noexcept { return m_handle.get(); }

private:
  struct Close {
    void operator()(sqlite3* handle) const noexcept;
  };
  std::string m_path;
  std::unique_ptr<sqlite3, Close> m_handle;
};

/// A prepared statement. Prepare once, use() many times.
class Statement {
public:
  Statement(Database& db, std::string_view sql);

  /// One execution: binds left to right, resets the statement when it ends.
  class Use {
  public:
    explicit Use(Statement& statement) noexcept : m_statement{statement} {}
    ~Use();
    Use(const Use&) = delete;
    Use& operator=(const Use&) = delete;

    Use& operator()(std::int64_t value);
    Use& operator()(std::string_view text); ///< `text` must outlive this Use
    Use& operator()(std::nullptr_t);

    bool next(); ///< Step; true while there is a row.
    void exec(); ///< Step a statement that returns no rows.

    [[nodiscard]] std::int64_t integer(int column) const;
    [[nodiscard]] std::string_view text(int column) const; ///< valid until next()

  private:
    Statement& m_statement;
    int m_next = 1;
  };

  [[nodiscard]] Use use() noexcept { return Use{*this}; }

private:
  void check(int code) const;

  struct Finalize {
    void operator()(sqlite3_stmt* statement) const noexcept;
  };
  Database& m_db;
  std::unique_ptr<sqlite3_stmt, Finalize> m_handle;
};

/// Rolls back unless commit() was reached.
class Transaction {
public:
  explicit Transaction(Database& db) : m_db{&db} { db.execute("BEGIN IMMEDIATE"); }
  ~Transaction();
  Transaction(const Transaction&) = delete;
  Transaction& operator=(const Transaction&) = delete;

  void commit();

private:
  Database* m_db;
};

} // namespace xq::store
