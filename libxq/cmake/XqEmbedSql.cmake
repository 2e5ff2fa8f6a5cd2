# xq_embed_sql(<target> <directory> <function>)
#
# Compile every <directory>/NNNN_name.sql into <target> as the migrations that
# xq::sqlite::<function>() returns. The sources are the .sql files themselves:
# editing one rebuilds one object, adding one re-runs CMake (CONFIGURE_DEPENDS),
# and sqlite3(1) can run them as is.
function(xq_embed_sql target directory function)
  file(GLOB files CONFIGURE_DEPENDS "${directory}/[0-9][0-9][0-9][0-9]_*.sql")
  set(output "${CMAKE_CURRENT_BINARY_DIR}/${function}.cpp")
  set(script "${CMAKE_CURRENT_FUNCTION_LIST_DIR}/embed_sql.cmake")
  add_custom_command(
    OUTPUT "${output}"
    COMMAND "${CMAKE_COMMAND}" "-DFILES=${files}" "-DFUNCTION=${function}" "-DOUTPUT=${output}" -P "${script}"
    DEPENDS ${files} "${script}"
    COMMENT "Embedding ${function}"
    VERBATIM)
  target_sources(${target} PRIVATE "${output}")
endfunction()
