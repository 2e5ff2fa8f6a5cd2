cmake_minimum_required(VERSION 3.25)
# cmake -DFILES=a.sql;b.sql -DOUTPUT=migrations.cpp -P embed_sql.cmake
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
file(WRITE "${OUTPUT}" "// Generated from schemas/*.sql by embed_sql.cmake. Do not edit.
#include <xq/store/migrations.hpp>

namespace xq::store {

std::span<const Migration> migrations() noexcept {
  static constexpr Migration all[] = {
${entries}  };
  return all;
}

} // namespace xq::store
")
