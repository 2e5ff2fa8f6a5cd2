cmake_minimum_required(VERSION 3.25)
# cmake -DFILES=a.js;b.js -DOUTPUT=out.js -P join_modules.cmake
# Imports are whole lines, exports are words before a declaration.
set(joined "\"use strict\";\n(() => {\n")
foreach(file IN LISTS FILES)
  file(READ "${file}" text)
  string(REGEX REPLACE "(^|\n)import [^\n]*" "\\1" text "${text}")
  string(REGEX REPLACE "(^|\n)export " "\\1" text "${text}")
  string(APPEND joined "${text}")
endforeach()
string(APPEND joined "})();\n")
file(WRITE "${OUTPUT}" "${joined}")
