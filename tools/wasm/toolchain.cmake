# emscripten, as Debian has it or where em++ is.
find_program(XQ_EMXX em++ DOC "emscripten's compiler")
if(NOT XQ_EMXX)
  message(FATAL_ERROR "em++ is not installed (on Debian: apt-get install emscripten). Without it xq is built as ever: its page asks the server's engine.")
endif()
execute_process(COMMAND "${XQ_EMXX}" --cflags OUTPUT_VARIABLE flags OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
string(REGEX REPLACE ".*--sysroot=([^ ]*)/cache/sysroot.*" "\\1" root "${flags}")
set(EMSCRIPTEN_ROOT_PATH "${root}" CACHE PATH "Folder of emscripten")
include("${EMSCRIPTEN_ROOT_PATH}/cmake/Modules/Platform/Emscripten.cmake")
