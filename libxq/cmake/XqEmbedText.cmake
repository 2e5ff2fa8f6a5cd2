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
  target_sources(${target} PRIVATE "${output}")
endfunction()
