#pragma once

#include <xq/sqlite/error.hpp>

#include <concepts>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

struct sqlite3;
struct sqlite3_stmt;

namespace xq::sqlite {

/// Bytes to be bound or streamed as a BLOB rather than as text.
struct Blob {
  std::string_view bytes;
};

/// One connection: foreign keys enforced, the file's schema not trusted, extended result codes.
/// After request_stop() a statement that only reads throws Interrupted; one that writes has five
/// more seconds to finish its transaction. Not shared between threads.
class Database {
public:
  enum class Mode : std::uint8_t { read_only, read_write, create };

  /// Throws DbError, also for a file that is missing where `mode` does not create it. `path` is the
  /// name of a file whatever it looks like; empty, the database is private and gone with the
  /// object. A change that was left incomplete is rolled back first, also for `read_only`.
  /// `busy_milliseconds`: how long a statement waits for another connection before BusyError.
  Database(const std::string& path, Mode mode, int busy_milliseconds = 2000);

  /// Run one or more statements that return no rows.
  void execute(const std::string& sql);
  /// First column of the first row as an integer; 0 when there is no row.
  [[nodiscard]] std::int64_t query_integer(std::string_view sql);
  /// Whether there is a table of this name that has rows of its own: no view, whose query may never
  /// end, and no virtual table.
  [[nodiscard]] bool has_table(std::string_view name);

  [[nodiscard]] std::int64_t last_insert_id() const noexcept;
  /// Rows changed by the last INSERT, UPDATE or DELETE.
  [[nodiscard]] std::int64_t changes() const noexcept;

  /// As messages name it: where a NewFile will be.
  [[nodiscard]] const std::string& path() const noexcept { return m_shown_path; }
  [[nodiscard]] sqlite3* handle() const noexcept { return m_handle.get(); }

private:
  void open(const std::string& name, int flags, int busy_milliseconds);
  void make_readable(int busy_milliseconds);

  struct Close {
    void operator()(sqlite3* handle) const noexcept;
  };
  struct StopCheck; ///< when a running statement is told to stop
  struct DeleteStopCheck {
    void operator()(StopCheck* check) const noexcept;
  };
  std::string m_path;
  std::string m_shown_path;
  std::unique_ptr<StopCheck, DeleteStopCheck> m_stop_check; ///< the handle knows its address
  std::unique_ptr<sqlite3, Close> m_handle;
};

/// A prepared statement. Prepare once, use() many times, one use at a time. The Database must
/// outlive it.
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

    /// Unsigned 64-bit numbers (keys) keep their bit pattern.
    template <std::integral T>
    Use& operator()(T value) {
      return bind_integer(static_cast<std::int64_t>(value));
    }
    Use& operator()(double value);
    Use& operator()(std::string_view text); ///< `text` must outlive this Use
    Use& operator()(const char* text) { return (*this)(std::string_view{text}); }
    Use& operator()(Blob blob); ///< the bytes must outlive this Use
    Use& operator()(std::nullptr_t);

    bool next(); ///< Step; true while there is a row.
    void exec(); ///< Step a statement that returns no rows.

    [[nodiscard]] int columns() const noexcept;
    [[nodiscard]] bool is_null(int column) const;
    [[nodiscard]] bool is_integer(int column) const;
    [[nodiscard]] std::int64_t integer(int column) const;
    /// A number that is an index, a count or the like; 0 for NULL. What T cannot hold, and what is
    /// no number, is damage, not another number: throws DbError.
    template <std::integral T>
    [[nodiscard]] T number(int column) const {
      const auto number = integer(column);
      if (!std::in_range<T>(number) || (number == 0 && !is_number(column))) {
        refuse(column);
      }
      return static_cast<T>(number);
    }
    /// A value of an enumeration from 0 to `last`.
    template <typename E>
    requires std::is_enum_v<E>
    [[nodiscard]] E one_of(int column, E last) const {
      const auto number = this->number<std::underlying_type_t<E>>(column);
      if (number > static_cast<std::underlying_type_t<E>>(last)) {
        refuse(column);
      }
      return static_cast<E>(number);
    }
    [[nodiscard]] double real(int column) const;
    [[nodiscard]] std::string_view text(int column) const; ///< valid until next(); empty for NULL
    [[nodiscard]] std::string_view blob(int column) const; ///< valid until next(); empty for NULL

  private:
    Use& bind_integer(std::int64_t value);
    [[nodiscard]] bool is_number(int column) const;
    [[noreturn]] void refuse(int column) const;

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

/// While it exists, changes of this connection fire no triggers: for changes that are known to
/// break nothing, where a trigger would look at every row.
class WithoutTriggers {
public:
  explicit WithoutTriggers(Database& db);
  ~WithoutTriggers();
  WithoutTriggers(const WithoutTriggers&) = delete;
  WithoutTriggers& operator=(const WithoutTriggers&) = delete;

private:
  Database& m_db;
};

/// A write transaction; rolls back unless commit() was reached. BusyError when another connection
/// writes.
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

} // namespace xq::sqlite
