# xq_embed_bytes(<source> <file> <name>)
#
# Let <source> take <file> into itself by XQ_EMBED_FILE: XQ_<name>_FILE and XQ_<name>_SECTION are what that macro asks for.
# XQ_<name>_HASH stands in the compiler's command for ccache alone, which does not see what the assembler reads and else
# gives back the object of another file's bytes.
function(xq_embed_bytes source file name)
  set(section "$<IF:$<BOOL:${APPLE}>,.const_data,$<IF:$<BOOL:${WIN32}>,.section .rdata,.section .rodata>>")
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${file}")
  file(SHA256 "${file}" hash)
  set_source_files_properties("${source}" PROPERTIES OBJECT_DEPENDS "${file}"
    COMPILE_OPTIONS -fno-lto # the assembler text has no place in what -flto compiles
    COMPILE_DEFINITIONS "XQ_${name}_FILE=\"${file}\";XQ_${name}_SECTION=\"${section}\";XQ_${name}_HASH=${hash}")
endfunction()
