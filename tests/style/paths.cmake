cmake_minimum_required(VERSION 3.25)
# cmake -DROOT=<source dir> -P paths.cmake
# No file of the project names a place that only one machine has.
find_program(GIT git)
if(NOT GIT OR NOT EXISTS "${ROOT}/.git")
  message("skipped: not a git checkout")
  return()
endif()
# Written in pieces, so that this file passes too. Example addresses and paths of the FHS are fine.
set(pattern "/wo" "rk/|/tmp/(w" "t|a" "rc)/|/ho" "me/[a-z]|/ro" "ot/|artifac" "tory|regis" "try\\.[a-z]+\\.|(index|mir" "ror)-url")
string(JOIN "" pattern ${pattern})
string(REPLACE ";" "" pattern "${pattern}")
execute_process(COMMAND "${GIT}" -C "${ROOT}" grep -nIE "${pattern}" RESULT_VARIABLE result OUTPUT_VARIABLE found)
if(result EQUAL 0)
  message(FATAL_ERROR "paths or hosts of one machine:\n${found}")
elseif(NOT result EQUAL 1)
  message(FATAL_ERROR "git grep failed: ${result}")
endif()
