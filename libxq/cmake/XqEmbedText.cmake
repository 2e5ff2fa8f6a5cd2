# A text may be longer than the 65,536 bytes that every compiler must take; g++ and clang take more.
function(xq_embedded_source target output)
  set_source_files_properties("${output}" PROPERTIES COMPILE_OPTIONS -Wno-overlength-strings SKIP_PRECOMPILE_HEADERS ON)
  target_sources(${target} PRIVATE "${output}")
endfunction()

# xq_embed_text(<target> <file> <scope> <function>)
#
# Compile <file> into <target> as the text that <scope>::<function>() returns.
function(xq_embed_text target file scope function)
  set(output "${CMAKE_CURRENT_BINARY_DIR}/${function}.cpp")
  set(script "${CMAKE_CURRENT_FUNCTION_LIST_DIR}/embed_text.cmake")
  add_custom_command(
    OUTPUT "${output}"
    COMMAND "${CMAKE_COMMAND}" "-DFILE=${file}" "-DSCOPE=${scope}" "-DFUNCTION=${function}" "-DOUTPUT=${output}" -P "${script}"
    DEPENDS "${file}" "${script}"
    COMMENT "Embedding ${function}"
    VERBATIM)
  xq_embedded_source(${target} "${output}")
endfunction()

# xq_embed_script(<target> <scope> <function> <module>...)
#
# Put ES modules together into one script without imports and exports, each after those that it imports, and compile it
# into <target> as the text that <scope>::<function>() returns. tests/style/page_test.cpp has the rules for such modules.
function(xq_embed_script target scope function)
  set(joined "${CMAKE_CURRENT_BINARY_DIR}/${function}.js")
  set(script "${CMAKE_CURRENT_FUNCTION_LIST_DIR}/join_modules.cmake")
  add_custom_command(
    OUTPUT "${joined}"
    COMMAND "${CMAKE_COMMAND}" "-DFILES=${ARGN}" "-DOUTPUT=${joined}" -P "${script}"
    DEPENDS ${ARGN} "${script}"
    COMMENT "Joining ${function}"
    VERBATIM)
  xq_embed_text(${target} "${joined}" ${scope} ${function})
endfunction()

# xq_join_page(<output> <module>...)
#
# Put ES modules together into the script <output>, each after those that it imports. Unlike those of xq_embed_script they
# may use the same names.
function(xq_join_page output)
  set(script "${CMAKE_CURRENT_FUNCTION_LIST_DIR}/join_page.cmake")
  add_custom_command(
    OUTPUT "${output}"
    COMMAND "${CMAKE_COMMAND}" "-DFILES=${ARGN}" "-DOUTPUT=${output}" -P "${script}"
    DEPENDS ${ARGN} "${script}"
    COMMENT "Joining the page"
    VERBATIM)
endfunction()

# xq_join_styles(<output> <file>...)
#
# Put style sheets together into <output>, in the order given: a browser asks once for all of them.
function(xq_join_styles output)
  set(script "${CMAKE_CURRENT_FUNCTION_LIST_DIR}/join_styles.cmake")
  add_custom_command(
    OUTPUT "${output}"
    COMMAND "${CMAKE_COMMAND}" "-DFILES=${ARGN}" "-DOUTPUT=${output}" -P "${script}"
    DEPENDS ${ARGN} "${script}"
    COMMENT "Joining the page's styles"
    VERBATIM)
endfunction()

# xq_embed_files(<target> <scope> <function> <file>...)
#
# Compile files into <target>: <scope>::<function>() returns pairs of name (without folder) and text, in the order given.
function(xq_embed_files target scope function)
  set(output "${CMAKE_CURRENT_BINARY_DIR}/${function}.cpp")
  set(script "${CMAKE_CURRENT_FUNCTION_LIST_DIR}/embed_files.cmake")
  add_custom_command(
    OUTPUT "${output}"
    COMMAND "${CMAKE_COMMAND}" "-DFILES=${ARGN}" "-DSCOPE=${scope}" "-DFUNCTION=${function}" "-DOUTPUT=${output}" -P "${script}"
    DEPENDS ${ARGN} "${script}"
    COMMENT "Embedding ${function}"
    VERBATIM)
  xq_embedded_source(${target} "${output}")
endfunction()
