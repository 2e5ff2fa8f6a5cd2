cmake_minimum_required(VERSION 3.25)
# cmake -DFILE=a.tsv -DSCOPE=xq::record -DFUNCTION=ecco_table -DOUTPUT=ecco_table.cpp -P embed_text.cmake
# A compiled catalogue of translations (.mo) is written byte by byte.
cmake_path(GET FILE FILENAME name)
if(name MATCHES "\\.mo$")
  file(READ "${FILE}" bytes HEX)
  string(REGEX REPLACE "(..)" "\\\\x\\1" text "${bytes}")
  set(literal "\"${text}\"")
else()
  file(READ "${FILE}" text)
  if(text MATCHES "\\)xqtext\"")
    message(FATAL_ERROR "${FILE}: contains the raw string delimiter")
  endif()
  set(literal "R\"xqtext(${text})xqtext\"")
endif()
file(WRITE "${OUTPUT}" "// Generated from ${name} by embed_text.cmake. Do not edit.
#include <string_view>

namespace ${SCOPE} {

std::string_view ${FUNCTION}() noexcept;

std::string_view ${FUNCTION}() noexcept {
  static constexpr char text[] = ${literal};
  return {text, sizeof text - 1};
}

} // namespace ${SCOPE}
")
