# Cross compile for Windows on x86-64 by Debian's mingw-w64, linked with what dependencies.sh has built.
set(CMAKE_SYSTEM_NAME Windows)
set(CMAKE_SYSTEM_VERSION 10.0)
set(CMAKE_SYSTEM_PROCESSOR x86_64)
set(CMAKE_C_COMPILER x86_64-w64-mingw32-gcc-posix)
set(CMAKE_CXX_COMPILER x86_64-w64-mingw32-g++-posix)
set(CMAKE_RC_COMPILER x86_64-w64-mingw32-windres)

set(XQ_WINDOWS_DEPENDENCIES "" CACHE PATH "Prefix that packaging/windows/dependencies.sh has filled")
list(APPEND CMAKE_TRY_COMPILE_PLATFORM_VARIABLES XQ_WINDOWS_DEPENDENCIES)
if(NOT XQ_WINDOWS_DEPENDENCIES AND DEFINED ENV{XQ_WINDOWS_DEPENDENCIES})
  set(XQ_WINDOWS_DEPENDENCIES "$ENV{XQ_WINDOWS_DEPENDENCIES}" CACHE PATH "" FORCE)
endif()
if(NOT XQ_WINDOWS_DEPENDENCIES)
  set(XQ_WINDOWS_DEPENDENCIES "${CMAKE_CURRENT_LIST_DIR}/../../build/windows-dependencies" CACHE PATH "" FORCE)
endif()
set(CMAKE_FIND_ROOT_PATH "${XQ_WINDOWS_DEPENDENCIES}")
set(CMAKE_PREFIX_PATH /) # within the root path
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)

# One file that needs nothing but Windows; the same sources, the same bytes. Windows aligns the stack to 16 bytes and g++
# does not know better for vectors of 32 and 64 (GCC bug 54412): no instruction that wants them aligned.
set(CMAKE_CXX_FLAGS_INIT "-Wa,-muse-unaligned-vector-move -ffunction-sections -fdata-sections -DLIBARCHIVE_STATIC -DOpencc_BUILT_AS_STATIC")
set(CMAKE_EXE_LINKER_FLAGS_INIT "-static -Wl,--gc-sections,--no-insert-timestamp")
# What the static libraries themselves are linked with.
set(CMAKE_CXX_STANDARD_LIBRARIES "-L\"${XQ_WINDOWS_DEPENDENCIES}/lib\" -lzstd -llzma -lbz2 -lz -lbcrypt -lws2_32 -lmswsock -lshell32 -luser32 -lkernel32"
  CACHE STRING "Libraries behind all others")

find_program(XQ_WINE wine64 PATHS /usr/lib/wine DOC "Runs the tests")
if(XQ_WINE)
  set(CMAKE_CROSSCOMPILING_EMULATOR "${CMAKE_CURRENT_LIST_DIR}/../../tests/windows/wine.sh")
endif()
