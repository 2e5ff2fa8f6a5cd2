# Which symbols a shared library shows: what its public headers declare, nothing else.
include(CheckLinkerFlag)

# xq_hide_symbols(<target> <public headers>)
#
# Compile <target> with hidden symbols, except for declarations in the public headers. A public header
# needs no mark: the library's own sources include it through a generated header of the same name, which
# sets the visibility around it.
function(xq_hide_symbols target headers)
  set(folder "${CMAKE_CURRENT_BINARY_DIR}/public")
  foreach(header IN LISTS headers)
    cmake_path(RELATIVE_PATH header BASE_DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}/include" OUTPUT_VARIABLE name)
    cmake_path(GET name PARENT_PATH inner)
    cmake_path(RELATIVE_PATH header BASE_DIRECTORY "${folder}/${inner}" OUTPUT_VARIABLE from_wrapper)
    file(CONFIGURE OUTPUT "${folder}/${name}" CONTENT
"#pragma GCC visibility push(default)
#include \"${from_wrapper}\"
#pragma GCC visibility pop
")
  endforeach()
  target_include_directories(${target} BEFORE PRIVATE "${folder}")
  set_target_properties(${target} PROPERTIES CXX_VISIBILITY_PRESET hidden VISIBILITY_INLINES_HIDDEN ON)
  # Calls between public functions of the library are direct: nobody replaces them by symbols of their own.
  if(NOT APPLE) # there they always are
    target_compile_options(${target} PRIVATE -fno-semantic-interposition)
  endif()
endfunction()

# xq_export_public_symbols(<target>)
#
# The standard library declares its own namespace visible, so instances of its templates (and of fmt's, which
# public headers include) would be exported too: the linker keeps those of namespace xq alone.
function(xq_export_public_symbols target)
  set(script "${CMAKE_CURRENT_FUNCTION_LIST_DIR}/xq.map")
  check_linker_flag(CXX "LINKER:--version-script=${script}" XQ_HAVE_VERSION_SCRIPT)
  if(XQ_HAVE_VERSION_SCRIPT)
    target_link_options(${target} PRIVATE "LINKER:--version-script=${script}")
    set_target_properties(${target} PROPERTIES LINK_DEPENDS "${script}")
  endif()
endfunction()
