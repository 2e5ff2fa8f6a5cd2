# xq_options: what every first-party target is compiled with; never exported.
add_library(xq_options INTERFACE)
target_compile_features(xq_options INTERFACE cxx_std_20)
target_compile_options(xq_options INTERFACE
  -Wall -Wextra -Wpedantic -Wconversion -Wsign-conversion -Wshadow -Wold-style-cast
  -Wnon-virtual-dtor -Woverloaded-virtual $<$<CXX_COMPILER_ID:GNU>:-Wduplicated-cond;-Wlogical-op>
  $<$<BOOL:${XQ_WERROR}>:-Werror>)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  target_compile_options(xq_options INTERFACE -Wno-restrict -Wno-stringop-overflow -Wno-array-bounds) # false alarms in std::string's operator+
  target_compile_options(xq_options INTERFACE -Wno-psabi) # a note on how compilers before 4.6 passed aligned values
endif()
if(CMAKE_CXX_COMPILER_ID MATCHES "Clang") # Apple's, too
  target_compile_options(xq_options INTERFACE -fconstexpr-steps=50000000) # large tables made by the compiler
endif()
# The hardening flags of distributions; docs/performance.md has their cost.
if(CMAKE_SYSTEM_NAME STREQUAL "Linux" AND NOT XQ_SANITIZE AND NOT XQ_BUILD_FUZZERS)
  target_compile_options(xq_options INTERFACE -fstack-protector-strong -fstack-clash-protection
    $<$<CONFIG:Release>:-U_FORTIFY_SOURCE;-D_FORTIFY_SOURCE=2>)
  target_link_options(xq_options INTERFACE -Wl,-z,relro,-z,now)
  if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
    target_compile_options(xq_options INTERFACE -fcf-protection)
  elseif(CMAKE_SYSTEM_PROCESSOR MATCHES "aarch64")
    target_compile_options(xq_options INTERFACE -mbranch-protection=standard)
  endif()
endif()
if(XQ_NATIVE)
  target_compile_options(xq_options INTERFACE -march=native)
endif()
if(XQ_SANITIZE)
  target_compile_definitions(xq_options INTERFACE XQ_SANITIZED)
  target_compile_options(xq_options INTERFACE -fsanitize=${XQ_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all)
  target_link_options(xq_options INTERFACE -fsanitize=${XQ_SANITIZE})
  # Tests start programs some thousand times; one that is not position-independent starts in two thirds of the time.
  target_link_options(xq_options INTERFACE $<$<STREQUAL:$<TARGET_PROPERTY:TYPE>,EXECUTABLE>:-no-pie>)
  find_program(XQ_LLD ld.lld) # links in a quarter of the time, and these programs are large
  mark_as_advanced(XQ_LLD)
  if(XQ_LLD AND CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
    target_link_options(xq_options INTERFACE -fuse-ld=lld)
  endif()
endif()
# Options for code in which tests spend little time. Under a sanitizer it is not optimised: that halves the compiler's time.
set(XQ_QUICK_TO_COMPILE "")
if(XQ_SANITIZE AND NOT XQ_BUILD_FUZZERS)
  set(XQ_QUICK_TO_COMPILE -O0)
endif()
if(XQ_BUILD_FUZZERS)
  # libFuzzer steers by coverage: the code under test must be instrumented, not only the target.
  target_compile_options(xq_options INTERFACE -fsanitize=fuzzer-no-link)
  target_link_options(xq_options INTERFACE -fsanitize=fuzzer-no-link)
endif()
# xq_declare_posix_only(<sources>...): the system's headers declare POSIX.1-2008 to them, and nothing more.
function(xq_declare_posix_only)
  if(CMAKE_SYSTEM_NAME STREQUAL "Linux") # elsewhere they use flock() and what macOS does otherwise
    set_source_files_properties(${ARGN} PROPERTIES COMPILE_OPTIONS "-U_GNU_SOURCE;-D_XOPEN_SOURCE=700")
  endif()
endfunction()
# xq_precompile_headers(<target> [<header>...])
#
# Read once what most sources include, and <header>... (paths): a third of the compiler's time. Not with clang, whose builds
# show that each source includes what it needs. Precompiled headers of the same text differ in their bytes, so ccache is
# given a file cmake_pch.hxx.gch.sum to look at instead: a hash of the text.
set(precompiled_headers algorithm array charconv chrono cmath cstdint filesystem functional map memory optional span string
  string_view unordered_map utility variant vector fmt/core.h)
list(TRANSFORM precompiled_headers REPLACE "(.+)" "<\\1>")
function(xq_precompile_headers target)
  if(NOT CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    return()
  endif()
  target_precompile_headers(${target} PRIVATE ${precompiled_headers} ${ARGN})
  set(folder "${CMAKE_CURRENT_BINARY_DIR}/CMakeFiles/${target}.dir")
  set(text "")
  foreach(header IN LISTS precompiled_headers ARGN)
    if(NOT header MATCHES "^<")
      string(PREPEND header "\"")
      string(APPEND header "\"")
    endif()
    string(APPEND text "#include ${header}\n")
  endforeach()
  file(CONFIGURE OUTPUT "${folder}/precompiled.cpp" CONTENT "${text}" @ONLY)
  get_target_property(places fmt::fmt INTERFACE_INCLUDE_DIRECTORIES) # fmt need not be where the compiler looks
  list(TRANSFORM places PREPEND "-idirafter")
  execute_process(COMMAND "${CMAKE_CXX_COMPILER}" -std=c++20 ${places} -E -P "${folder}/precompiled.cpp"
    OUTPUT_VARIABLE text COMMAND_ERROR_IS_FATAL ANY)
  string(SHA256 sum "${CMAKE_CXX_COMPILER_VERSION} ${text}")
  file(CONFIGURE OUTPUT "${folder}/cmake_pch.hxx.gch.sum" CONTENT "${sum}" @ONLY)
endfunction()
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
