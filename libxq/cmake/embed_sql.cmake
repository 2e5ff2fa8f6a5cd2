cmake_minimum_required(VERSION 3.25)
# cmake -DFILES=a.sql;b.sql -DFUNCTION=game_migrations -DOUTPUT=game_migrations.cpp -P embed_sql.cmake
set(entries "")
set(expected 1)
foreach(file IN LISTS FILES)
  get_filename_component(name "${file}" NAME_WE)
  string(REGEX MATCH "^[0-9]+" number "${name}")
  math(EXPR version "1${number} - 10000")
  if(NOT version EQUAL expected)
    message(FATAL_ERROR "schemas: expected migration ${expected}, found ${name}.sql")
  endif()
  math(EXPR expected "${expected} + 1")
  file(READ "${file}" sql)
  if(sql MATCHES "\\)xqsql\"")
    message(FATAL_ERROR "${file}: contains the raw string delimiter")
  endif()
  string(APPEND entries "    {${version}, \"${name}\", R\"xqsql(${sql})xqsql\"},\n")
endforeach()
if(entries STREQUAL "")
  set(body "  return {};")
else()
  set(body "  static constexpr Migration all[] = {\n${entries}  };\n  return all;")
endif()
file(WRITE "${OUTPUT}" "// Generated from schemas/ by embed_sql.cmake. Do not edit.
#include \"sqlite/schema.hpp\"

namespace xq::sqlite {

std::span<const Migration> ${FUNCTION}() noexcept;

std::span<const Migration> ${FUNCTION}() noexcept {
${body}
}

} // namespace xq::sqlite
")
