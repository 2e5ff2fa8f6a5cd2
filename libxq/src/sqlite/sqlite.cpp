#include "sqlite/sqlite.hpp"

#include "base/files/partial_files.hpp"
#include "base/os/file.hpp"
#include "base/os/path.hpp"
#include "base/stop.hpp"
#include "base/text/system_message.hpp"
#include "base/text/text.hpp"
#include "sqlite/bulk_insert.hpp"
#include "sqlite/watch.hpp"
#include "sqlite/write_error.hpp"

#include <xq/base/translate.hpp>

#include <sqlite3.h>

#include <cassert>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <fstream>
#include <optional>
#include <system_error>
#include <utility>

namespace xq::sqlite {

namespace {

/// The most bytes of a value or a row. Readers refuse larger games, and lists of the games that
/// were found, which are bound as one text, are smaller for ten million games.
constexpr int longest_value = 128 << 20;

/// Whether the database has not got its name yet: what it holds goes away with an error.
bool is_unfinished(sqlite3* handle) {
  const char* const name = handle != nullptr ? sqlite3_db_filename(handle, "main") : nullptr;
  return name != nullptr && target_of(name) != name;
}

/// What to do about a result code, as a sentence.
std::string_view advice(int code, bool unfinished) {
  switch (code & 0xFF) { // the primary code is the low byte of the extended one
  case SQLITE_BUSY:
  case SQLITE_LOCKED:
    return translate(
        "Another program is using this file: wait until it has finished, then run the command "
        "again.");
  case SQLITE_FULL:
    return unfinished
               ? translate("Free some space, then run the command again: nothing was kept of the "
                           "new file.")
               : translate("Free some space, then run the command again: what was committed is "
                           "kept.");
  case SQLITE_IOERR:
    return unfinished
               ? translate("Check the disk and its limits, then run the command again: nothing was "
                           "kept of the new file.")
               : translate("Check the disk and its limits, then run the command again: what was "
                           "committed is kept.");
  case SQLITE_NOTADB:
    return translate("Check the path: another file, or one that lost its beginning, was named.");
  case SQLITE_CORRUPT:
  case SQLITE_TOOBIG:
    return translate("The file is damaged: restore it from a copy, or make it anew.");
  case SQLITE_READONLY:
  case SQLITE_CANTOPEN:
  case SQLITE_PERM:
    return translate("Check the path and the permissions of the file and its folder.");
  default:
    return {};
  }
}

/// What a result code means, in our words; empty for one that tells of a mistake in SQL, where
/// SQLite says more.
std::string_view meaning(int code) {
  switch (code & 0xFF) {
  case SQLITE_BUSY:
  case SQLITE_LOCKED:
    return translate("the database is locked");
  case SQLITE_FULL:
    return translate("there is no space left for the database");
  case SQLITE_IOERR:
    return translate("reading or writing the database failed");
  case SQLITE_NOTADB:
    return translate("this is no database");
  case SQLITE_CORRUPT:
    return translate("the database is damaged");
  case SQLITE_TOOBIG:
    return translate("the database has a value that is larger than any of a game");
  case SQLITE_READONLY:
    return translate("the database cannot be written");
  case SQLITE_CANTOPEN:
    return translate("the database cannot be opened");
  case SQLITE_PERM:
    return translate("access to the database is refused");
  case SQLITE_NOMEM:
    return translate("not enough memory for the database");
  default:
    return {};
  }
}

/// Whether the operating system's error belongs to this failure and says more than SQLite does.
bool has_system_cause(int code) {
  const int primary = code & 0xFF;
  return primary == SQLITE_CANTOPEN || primary == SQLITE_IOERR;
}

/// Running a statement, SQLite makes SQLITE_CORRUPT of a read that the system refused (EIO), and
/// keeps no cause: only errno still tells a sick disk, or a lost network, from a damaged file.
bool is_refused_read(int code) {
  const int primary = code & 0xFF;
  return (primary == SQLITE_CORRUPT || primary == SQLITE_IOERR) && errno == EIO;
}

[[noreturn]] void fail(const std::string& path, sqlite3* handle, int code, std::string_view sql) {
  const bool refused = is_refused_read(code);
  code = refused && (code & 0xFF) == SQLITE_CORRUPT ? SQLITE_IOERR_READ : code;
  if ((code & 0xFF) == SQLITE_INTERRUPT) {
    throw make_error<Interrupted>("{}: interrupted", path);
  }
  const std::string_view own = meaning(code);
  const char* const theirs = handle != nullptr ? sqlite3_errmsg(handle) : sqlite3_errstr(code);
  std::string what = localized("{}: {}", path, own.empty() ? theirs : own);
  const int cause = refused ? EIO : handle != nullptr ? sqlite3_system_errno(handle) : 0;
  if (cause != 0 && has_system_cause(code)) {
    what =
        localized("{}: {}", what, system_message(std::error_code{cause, std::system_category()}));
  }
  what = sql.empty() ? localized("{} (SQLite error {}).", what, code)
                     : localized("{} (SQLite error {} in: {}).", what, code, excerpt(sql));
  if (const auto hint = advice(code, is_unfinished(handle)); !hint.empty()) {
    what = localized("{} {}", what, hint);
  }
  const int primary = code & 0xFF;
  if (primary == SQLITE_BUSY || primary == SQLITE_LOCKED) {
    throw BusyError{what, code};
  }
  throw DbError{what, code};
}

/// SQLite takes a null pointer for NULL; an empty text or blob is not NULL.
const char* non_null(std::string_view bytes) { return bytes.empty() ? "" : bytes.data(); }

} // namespace

bool is_write_error(int code) noexcept {
  switch (code) {
  case SQLITE_IOERR_WRITE:
  case SQLITE_IOERR_FSYNC:
  case SQLITE_IOERR_DIR_FSYNC:
  case SQLITE_IOERR_TRUNCATE:
  case SQLITE_IOERR_SHMSIZE:
    return true;
  default:
    return (code & 0xFF) == SQLITE_FULL || (code & 0xFF) == SQLITE_READONLY;
  }
}

// ---- Database ----------------------------------------------------------------------------------

void Database::Close::operator()(sqlite3* handle) const noexcept { sqlite3_close(handle); }
void Statement::Finalize::operator()(sqlite3_stmt* statement) const noexcept {
  sqlite3_finalize(statement);
}

namespace {
constexpr int instructions_a_question = 100'000; // about a millisecond
} // namespace

struct Database::StopCheck {
  using Clock = std::chrono::steady_clock;

  bool writes = false;
  std::optional<Clock::time_point> asked; ///< when a statement first learned that it should stop

  /// SQLite's progress handler: another number than 0 ends the statement.
  static int ask(void* self) {
    constexpr std::chrono::seconds to_finish{5};
    auto& check = *static_cast<StopCheck*>(self);
    if (!stop_requested()) {
      return 0;
    }
    if (!check.writes) {
      return 1;
    }
    const auto now = Clock::now();
    check.asked = check.asked.value_or(now);
    return now - *check.asked > to_finish ? 1 : 0;
  }
};

void Database::DeleteStopCheck::operator()(StopCheck* check) const noexcept {
  std::default_delete<StopCheck>{}(check);
}

void watch(Database& db, const std::function<bool()>* keep_going) {
  const auto ask = [](void* asked) {
    const auto* const goes_on = static_cast<const std::function<bool()>*>(asked);
    return stop_requested() || (goes_on != nullptr && !(*goes_on)()) ? 1 : 0;
  };
  sqlite3_progress_handler(db.handle(), instructions_a_question, ask,
                           const_cast<std::function<bool()>*>(keep_going));
}

namespace {

/// `path` as a name that SQLite takes for a file, even if it is `:memory:` or begins with `file:`.
std::string file_name(const std::string& path) {
  const bool whole = path.empty() || os::path_of(path).has_root_path(); // a long one has one, too
  return whole ? os::name_for_calls(path) : "./" + path;
}

/// The path as a URI that opens the file without locks: it must not change meanwhile.
std::string immutable_uri(const std::string& path) {
  std::string uri = "file:";
  for (const char c : file_name(path)) {
    if (c == '%' || c == '?' || c == '#') {
      uri += fmt::format("%{:02x}", static_cast<unsigned char>(c));
    } else {
      uri += c;
    }
  }
  return uri + "?immutable=1";
}

/// SQLite would block on a pipe.
void refuse_special_file(const std::string& path) {
  if (const auto status = os::status_of(path); status && !status->is_regular) {
    throw make_error<DbError>("{}: is {}, not a database. Check the path.", path,
                              status->is_folder ? translate("a folder")
                                                : translate("no regular file"));
  }
}

/// Whether a file's header says that changes go to a write-ahead log.
bool uses_log(const std::string& path) {
  constexpr std::streamoff read_version_at = 19;
  std::ifstream file{os::path_of(path), std::ios::binary};
  return file.seekg(read_version_at) && file.get() == 2;
}

bool has_log(const std::string& path) {
  const auto status = os::status_of(path + "-wal");
  return status && status->size != 0;
}

} // namespace

Database::Database(const std::string& path, Mode mode, int busy_milliseconds)
    : m_path{path},
      m_shown_path{target_of(path)},
      m_stop_check{new StopCheck{mode != Mode::read_only, {}}} {
  refuse_special_file(path);
  int flags = mode == Mode::read_only ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE;
  if (mode == Mode::create) {
    flags |= SQLITE_OPEN_CREATE;
  }
  open(file_name(path), flags, busy_milliseconds);
  if (mode == Mode::read_only) {
    make_readable(busy_milliseconds);
  }
}

void Database::open(const std::string& name, int flags, int busy_milliseconds) {
  flags |= SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE;
  sqlite3* opened = nullptr;
  const int code = sqlite3_open_v2(name.c_str(), &opened, flags, nullptr);
  m_handle.reset(opened); // SQLite hands out a handle even on failure
  if (code != SQLITE_OK) {
    fail(m_shown_path, opened, code, {});
  }
  sqlite3_busy_timeout(opened, busy_milliseconds);
  // Files come from anywhere: what their schema says must not reach beyond them.
  sqlite3_db_config(opened, SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
  sqlite3_db_config(opened, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, nullptr);
  sqlite3_db_config(opened, SQLITE_DBCONFIG_DQS_DML, 0, nullptr);
  sqlite3_db_config(opened, SQLITE_DBCONFIG_DQS_DDL, 0, nullptr);
  sqlite3_db_config(opened, SQLITE_DBCONFIG_ENABLE_FKEY, 1, nullptr);
  sqlite3_limit(opened, SQLITE_LIMIT_LENGTH, longest_value);
  sqlite3_progress_handler(opened, instructions_a_question, StopCheck::ask, m_stop_check.get());
}

/// Before it reads some files, SQLite must write: roll back a change that was left incomplete, or
/// make the index of a write-ahead log. A connection that only reads cannot.
void Database::make_readable(int busy_milliseconds) {
  const auto look = [this] {
    return sqlite3_exec(handle(), "PRAGMA schema_version", nullptr, nullptr, nullptr);
  };
  int code = look();
  if (code == SQLITE_READONLY_ROLLBACK || code == SQLITE_READONLY_RECOVERY) {
    open(file_name(m_path), SQLITE_OPEN_READWRITE, busy_milliseconds);
    code = look();
    if ((code & 0xFF) == SQLITE_READONLY || (code & 0xFF) == SQLITE_CANTOPEN) {
      throw DbError{
          localized("{}: was left in the middle of a change, which can only be taken back "
                    "where the file and its folder may be written. Copy it, with the file "
                    "{}-journal or {}-wal, to another folder.",
                    m_path, m_path, m_path),
          code};
    }
    if (code == SQLITE_OK) {
      open(file_name(m_path), SQLITE_OPEN_READONLY, busy_milliseconds);
      code = look();
    }
  }
  const bool no_index = (code == SQLITE_READONLY_DIRECTORY || code == SQLITE_READONLY_CANTINIT ||
                         (code & 0xFF) == SQLITE_CANTOPEN) &&
                        uses_log(m_path);
  if (no_index && has_log(m_path)) {
    throw DbError{
        localized("{0}: its last changes are in {0}-wal, which cannot be read in a folder "
                  "that may not be written. Copy both files to another folder.",
                  m_path),
        code};
  }
  if (no_index) {
    open(immutable_uri(m_path), SQLITE_OPEN_READONLY | SQLITE_OPEN_URI, busy_milliseconds);
  } // what else is wrong is told with the first statement
}

void Database::execute(const std::string& sql) {
  if (const int code = sqlite3_exec(handle(), sql.c_str(), nullptr, nullptr, nullptr);
      code != SQLITE_OK) {
    fail(m_shown_path, handle(), code, sql);
  }
}

std::int64_t Database::query_integer(std::string_view sql) {
  Statement query{*this, sql};
  auto rows = query.use();
  return rows.next() ? rows.integer(0) : 0;
}

bool Database::has_table(std::string_view name) {
  Statement query{*this, "SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ? COLLATE "
                         "NOCASE AND rootpage > 0"};
  auto row = query.use();
  return row(name).next();
}

std::int64_t Database::last_insert_id() const noexcept {
  return sqlite3_last_insert_rowid(handle());
}

std::int64_t Database::changes() const noexcept { return sqlite3_changes64(handle()); }

// ---- Statement ---------------------------------------------------------------------------------

Statement::Statement(Database& db, std::string_view sql) : m_db{db} {
  sqlite3_stmt* prepared = nullptr;
  const int code = sqlite3_prepare_v3(db.handle(), sql.data(), static_cast<int>(sql.size()),
                                      SQLITE_PREPARE_PERSISTENT, &prepared, nullptr);
  m_handle.reset(prepared);
  if (code != SQLITE_OK) {
    fail(db.path(), db.handle(), code, sql);
  }
}

void Statement::check(int code) const {
  if (code != SQLITE_OK && code != SQLITE_ROW && code != SQLITE_DONE) {
    fail(m_db.path(), m_db.handle(), code, sqlite3_sql(m_handle.get()));
  }
}

Statement::Use::~Use() {
  sqlite3_reset(m_statement.m_handle.get());
  sqlite3_clear_bindings(m_statement.m_handle.get());
}

Statement::Use& Statement::Use::bind_integer(std::int64_t value) {
  m_statement.check(sqlite3_bind_int64(m_statement.m_handle.get(), m_next++, value));
  return *this;
}

Statement::Use& Statement::Use::operator()(double value) {
  m_statement.check(sqlite3_bind_double(m_statement.m_handle.get(), m_next++, value));
  return *this;
}

Statement::Use& Statement::Use::operator()(std::string_view text) {
  m_statement.check(sqlite3_bind_text64(m_statement.m_handle.get(), m_next++, non_null(text),
                                        text.size(), SQLITE_STATIC, SQLITE_UTF8));
  return *this;
}

Statement::Use& Statement::Use::operator()(Blob blob) {
  m_statement.check(sqlite3_bind_blob64(m_statement.m_handle.get(), m_next++, non_null(blob.bytes),
                                        blob.bytes.size(), SQLITE_STATIC));
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

int Statement::Use::columns() const noexcept {
  return sqlite3_column_count(m_statement.m_handle.get());
}

bool Statement::Use::is_integer(int column) const {
  return sqlite3_column_type(m_statement.m_handle.get(), column) == SQLITE_INTEGER;
}

bool Statement::Use::is_null(int column) const {
  return sqlite3_column_type(m_statement.m_handle.get(), column) == SQLITE_NULL;
}

std::int64_t Statement::Use::integer(int column) const {
  return sqlite3_column_int64(m_statement.m_handle.get(), column);
}

/// Texts and blobs read as 0, too.
bool Statement::Use::is_number(int column) const {
  const int type = sqlite3_column_type(m_statement.m_handle.get(), column);
  return type == SQLITE_INTEGER || type == SQLITE_NULL;
}

void Statement::Use::refuse(int column) const {
  throw make_error<DbError>("{}: the file has the value {} where it cannot stand. It is damaged: "
                            "restore it from a copy, or make it anew.",
                            m_statement.m_db.path(), excerpt(text(column)));
}

double Statement::Use::real(int column) const {
  return sqlite3_column_double(m_statement.m_handle.get(), column);
}

std::string_view Statement::Use::text(int column) const {
  const auto* data =
      reinterpret_cast<const char*>(sqlite3_column_text(m_statement.m_handle.get(), column));
  return {data == nullptr ? "" : data,
          static_cast<std::size_t>(sqlite3_column_bytes(m_statement.m_handle.get(), column))};
}

std::string_view Statement::Use::blob(int column) const {
  const auto* data =
      static_cast<const char*>(sqlite3_column_blob(m_statement.m_handle.get(), column));
  return {data == nullptr ? "" : data,
          static_cast<std::size_t>(sqlite3_column_bytes(m_statement.m_handle.get(), column))};
}

// ---- WithoutTriggers ---------------------------------------------------------------------------

WithoutTriggers::WithoutTriggers(Database& db) : m_db{db} {
  sqlite3_db_config(db.handle(), SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, nullptr);
}

WithoutTriggers::~WithoutTriggers() {
  sqlite3_db_config(m_db.handle(), SQLITE_DBCONFIG_ENABLE_TRIGGER, 1, nullptr);
}

// ---- Transaction -------------------------------------------------------------------------------

Transaction::~Transaction() {
  if (m_db != nullptr) {
    sqlite3_exec(m_db->handle(), "ROLLBACK", nullptr, nullptr, nullptr);
  }
}

void Transaction::commit() {
  m_db->execute("COMMIT");
  m_db = nullptr;
}

// ---- BulkInsert --------------------------------------------------------------------------------

namespace {

// The stream as a virtual table (https://www.sqlite.org/vtab.html): eponymous, read-only, one scan
// from beginning to end. SQLite's objects begin each of ours, as its documentation asks.
struct StreamTable {
  sqlite3_vtab base;
  BulkInsert* stream;
};
struct StreamCursor {
  sqlite3_vtab_cursor base;
  BulkInsert* stream;
  bool at_end;
};

StreamCursor& cursor_of(sqlite3_vtab_cursor* cursor) {
  return *reinterpret_cast<StreamCursor*>(cursor);
}

int stream_connect(sqlite3* handle, void* context, int /*argc*/, const char* const* /*argv*/,
                   sqlite3_vtab** table, char** /*message*/) {
  auto* stream = static_cast<BulkInsert*>(context);
  std::string declaration = "CREATE TABLE stream (";
  for (std::size_t i = 0; i < stream->columns(); ++i) {
    declaration += fmt::format("{}c{}", i == 0 ? "" : ", ", i);
  }
  declaration += ")";
  if (const int code = sqlite3_declare_vtab(handle, declaration.c_str()); code != SQLITE_OK) {
    return code;
  }
  auto* made = static_cast<StreamTable*>(sqlite3_malloc(sizeof(StreamTable)));
  if (made == nullptr) {
    return SQLITE_NOMEM;
  }
  *made = StreamTable{{}, stream};
  *table = &made->base;
  return SQLITE_OK;
}

int stream_disconnect(sqlite3_vtab* table) {
  sqlite3_free(table);
  return SQLITE_OK;
}

int stream_best_index(sqlite3_vtab* /*table*/, sqlite3_index_info* info) {
  info->estimatedCost = 1e6;
  info->estimatedRows = 1'000'000;
  return SQLITE_OK;
}

int stream_open(sqlite3_vtab* table, sqlite3_vtab_cursor** cursor) {
  auto* made = static_cast<StreamCursor*>(sqlite3_malloc(sizeof(StreamCursor)));
  if (made == nullptr) {
    return SQLITE_NOMEM;
  }
  *made = StreamCursor{{}, reinterpret_cast<StreamTable*>(table)->stream, true};
  *cursor = &made->base;
  return SQLITE_OK;
}

int stream_close(sqlite3_vtab_cursor* cursor) {
  sqlite3_free(cursor);
  return SQLITE_OK;
}

int stream_next(sqlite3_vtab_cursor* cursor) {
  auto& c = cursor_of(cursor);
  c.at_end = !c.stream->advance();
  return c.stream->failed() ? SQLITE_ABORT : SQLITE_OK;
}

int stream_filter(sqlite3_vtab_cursor* cursor, int /*plan*/, const char* /*name*/, int /*argc*/,
                  sqlite3_value** /*argv*/) {
  return stream_next(cursor);
}

int stream_eof(sqlite3_vtab_cursor* cursor) { return cursor_of(cursor).at_end ? 1 : 0; }

int stream_column(sqlite3_vtab_cursor* cursor, sqlite3_context* context, int column) {
  const Value& v = cursor_of(cursor).stream->value(static_cast<std::size_t>(column));
  // The row stays as it is until stream_next(), by when SQLite has copied it into a record.
  switch (v.kind()) {
  case Value::Kind::null:
    sqlite3_result_null(context);
    break;
  case Value::Kind::integer:
    sqlite3_result_int64(context, v.integer());
    break;
  case Value::Kind::real:
    sqlite3_result_double(context, v.real());
    break;
  case Value::Kind::text:
    sqlite3_result_text64(context, non_null(v.bytes()), v.bytes().size(), SQLITE_STATIC,
                          SQLITE_UTF8);
    break;
  case Value::Kind::blob:
    sqlite3_result_blob64(context, non_null(v.bytes()), v.bytes().size(), SQLITE_STATIC);
    break;
  }
  return SQLITE_OK;
}

int stream_rowid(sqlite3_vtab_cursor* cursor, sqlite3_int64* id) {
  *id = static_cast<sqlite3_int64>(cursor_of(cursor).stream->rows());
  return SQLITE_OK;
}

constexpr sqlite3_module make_stream_module() {
  sqlite3_module m{}; // no xCreate: the table exists by its name alone
  m.xConnect = stream_connect;
  m.xBestIndex = stream_best_index;
  m.xDisconnect = stream_disconnect;
  m.xOpen = stream_open;
  m.xClose = stream_close;
  m.xFilter = stream_filter;
  m.xNext = stream_next;
  m.xEof = stream_eof;
  m.xColumn = stream_column;
  m.xRowid = stream_rowid;
  return m;
}
constexpr sqlite3_module stream_module = make_stream_module();

} // namespace

BulkInsert::BulkInsert(Database& db, std::string_view target, std::size_t columns,
                       Existing existing)
    // The address makes the name unique among the streams that are open on this connection.
    : m_db{db},
      m_module{fmt::format("xq_stream_{}", static_cast<const void*>(this))},
      m_sql{fmt::format("INSERT {}INTO {} SELECT * FROM {}",
                        existing == Existing::skip ? "OR IGNORE " : "", target, m_module)},
      m_row(columns) {
  const int code =
      sqlite3_create_module_v2(db.handle(), m_module.c_str(), &stream_module, this, nullptr);
  if (code != SQLITE_OK) {
    fail(db.path(), db.handle(), code, m_sql);
  }
}

BulkInsert::~BulkInsert() {
  m_insert.reset();
  sqlite3_create_module_v2(m_db.handle(), m_module.c_str(), nullptr, nullptr, nullptr);
}

bool BulkInsert::advance() noexcept {
  try {
    if ((*m_next)(m_row)) {
      ++m_rows;
      return true;
    }
  } catch (...) { // nothing may unwind through SQLite's C code
    m_error = std::current_exception();
  }
  return false;
}

std::uint64_t BulkInsert::run(const RowFunction& next) {
  m_next = &next;
  m_rows = 0;
  m_error = nullptr;
  try {
    if (!m_insert) {
      m_insert.emplace(m_db, m_sql);
    }
    m_insert->use().exec();
  } catch (const DbError&) {
    if (m_error == nullptr) {
      throw;
    }
  }
  if (m_error != nullptr) {
    std::rethrow_exception(std::exchange(m_error, nullptr));
  }
  return m_rows;
}

} // namespace xq::sqlite
