cmake_minimum_required(VERSION 3.25)
# cmake -DFILE=a.tsv -DSCOPE=xq::record -DFUNCTION=ecco_table -DOUTPUT=ecco_table.cpp -P embed_text.cmake
file(READ "${FILE}" text)
if(text MATCHES "\\)xqtext\"")
  message(FATAL_ERROR "${FILE}: contains the raw string delimiter")
endif()
cmake_path(GET FILE FILENAME name)
file(WRITE "${OUTPUT}" "// Generated from ${name} by embed_text.cmake. Do not edit.
#include <string_view>

namespace ${SCOPE} {

std::string_view ${FUNCTION}() noexcept;

std::string_view ${FUNCTION}() noexcept {
  static constexpr char text[] = R\"xqtext(${text})xqtext\";
  return {text, sizeof text - 1};
}

} // namespace ${SCOPE}
")
