// bench_insert FILE.xqdb|FILE.xqbook COPY [ROUNDS]: how long plain SQLite takes for the rows of a
// file of ours: every table's rows in the order of its primary key, from memory, by prepared
// statements into a new file COPY with the same tables and indexes, in one transaction without a
// journal. The measure of import and book build, which make the rows as well.

#include "sqlite/sqlite.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <filesystem>
#include <string_view>
#include <variant>
#include <vector>

namespace {

using xq::sqlite::Blob;
using xq::sqlite::Database;
using xq::sqlite::Statement;

struct Bytes {
  std::string bytes;
};
using Value = std::variant<std::nullptr_t, std::int64_t, std::string, Bytes>;
enum class Type : std::uint8_t { integer, text, blob };

struct Table {
  std::string name;
  std::vector<Type> types;
  std::vector<Value> values; ///< row after row
};

struct File {
  std::string page_size;
  std::vector<std::string> schema; ///< statements that make tables and indexes
  std::vector<Table> tables;
};

Value value(const Statement::Use& row, int column, Type type) {
  if (row.is_null(column)) {
    return nullptr;
  }
  return type == Type::integer ? Value{row.integer(column)}
         : type == Type::text  ? Value{std::string{row.text(column)}}
                               : Value{Bytes{std::string{row.blob(column)}}};
}

Table read_table(Database& db, const std::string& name) {
  Table table{name, {}, {}};
  std::string key;
  Statement columns{db, fmt::format("PRAGMA table_info ({})", name)};
  for (auto row = columns.use(); row.next();) {
    const auto type = row.text(2); // of a STRICT table: one of three here
    table.types.push_back(type == "TEXT"   ? Type::text
                          : type == "BLOB" ? Type::blob
                                           : Type::integer);
    if (row.integer(5) != 0) {
      key += fmt::format("{}\"{}\"", key.empty() ? " ORDER BY " : ", ", row.text(1));
    }
  }
  Statement rows{db, fmt::format("SELECT * FROM \"{}\"{}", name, key)};
  for (auto row = rows.use(); row.next();) {
    for (std::size_t i = 0; i < table.types.size(); ++i) {
      table.values.push_back(value(row, static_cast<int>(i), table.types[i]));
    }
  }
  return table;
}

File read_file(const std::string& path) {
  Database db{path, Database::Mode::read_only};
  File file;
  file.page_size = std::to_string(db.query_integer("PRAGMA page_size"));
  Statement schema{db, "SELECT type, name, sql FROM sqlite_schema WHERE sql IS NOT NULL AND type "
                       "IN ('table', 'index') AND name NOT LIKE 'sqlite_%' ORDER BY type DESC"};
  for (auto row = schema.use(); row.next();) {
    file.schema.emplace_back(row.text(2));
    if (row.text(0) == "table") {
      file.tables.push_back(read_table(db, std::string{row.text(1)}));
    }
  }
  return file;
}

void bind(Statement::Use& use, const Value& value) {
  if (const auto* number = std::get_if<std::int64_t>(&value)) {
    use(*number);
  } else if (const auto* text = std::get_if<std::string>(&value)) {
    use(std::string_view{*text});
  } else if (const auto* blob = std::get_if<Bytes>(&value)) {
    use(Blob{blob->bytes});
  } else {
    use(nullptr);
  }
}

void write_table(Database& db, const Table& table) {
  std::string places;
  for (std::size_t i = 0; i < table.types.size(); ++i) {
    places += i == 0 ? "?" : ", ?";
  }
  Statement insert{db, fmt::format("INSERT INTO \"{}\" VALUES ({})", table.name, places)};
  for (std::size_t i = 0; i < table.values.size();) {
    auto use = insert.use();
    for (std::size_t column = 0; column < table.types.size(); ++column) {
      bind(use, table.values[i++]);
    }
    use.exec();
  }
}

/// Seconds.
double write_file(const File& file, const std::string& path) {
  std::filesystem::remove(path);
  const auto begin = std::chrono::steady_clock::now();
  {
    Database db{path, Database::Mode::create};
    db.execute("PRAGMA page_size = " + file.page_size +
               "; PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA foreign_keys = OFF");
    db.execute("BEGIN");
    for (const std::string& sql : file.schema) {
      db.execute(sql);
    }
    for (const Table& table : file.tables) {
      write_table(db, table);
    }
    db.execute("COMMIT");
  }
  return std::chrono::duration<double>{std::chrono::steady_clock::now() - begin}.count();
}

} // namespace

int main(int argc, char* argv[]) {
  int rounds = 1;
  if (argc == 4) {
    const std::string_view text{argv[3]};
    std::from_chars(text.data(), text.data() + text.size(), rounds);
  }
  if (argc < 3 || argc > 4 || rounds < 1) {
    fmt::print(stderr, "bench_insert FILE.xqdb|FILE.xqbook COPY [ROUNDS]\n");
    return 2;
  }
  const File file = read_file(argv[1]);
  std::size_t rows = 0;
  for (const Table& table : file.tables) {
    rows += table.values.size() / table.types.size();
  }
  std::vector<double> seconds;
  seconds.reserve(static_cast<std::size_t>(rounds));
  for (int i = 0; i < rounds; ++i) {
    seconds.push_back(write_file(file, argv[2]));
  }
  std::sort(seconds.begin(), seconds.end());
  const double median = seconds[seconds.size() / 2];
  fmt::print("{:.3f} s (median), {} rows, {:.2f} million a second\n", median, rows,
             static_cast<double>(rows) / median / 1e6);
  return 0;
}
