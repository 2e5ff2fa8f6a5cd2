# What Windows shows of xq.exe: xq_add_resource(TARGET). The icon is that of the page of `xq serve`, drawn by librsvg and icoutils;
# without these two the program has none.
enable_language(RC)
find_program(RSVG_CONVERT rsvg-convert)
find_program(ICOTOOL icotool)

function(xq_add_resource target)
  set(folder "${PROJECT_SOURCE_DIR}/packaging/windows")
  set(XQ_MANIFEST "${folder}/xq.exe.manifest")
  set(XQ_ICON "")
  if(RSVG_CONVERT AND ICOTOOL)
    set(drawing "${PROJECT_SOURCE_DIR}/libxq/src/service/page/icon.svg")
    set(icon "${CMAKE_CURRENT_BINARY_DIR}/xq.ico")
    add_custom_command(OUTPUT "${icon}" COMMAND bash "${folder}/icon.sh" "${drawing}" "${icon}" DEPENDS "${drawing}" "${folder}/icon.sh"
      COMMENT "Drawing xq.ico" VERBATIM)
    set(XQ_ICON "1 ICON \"${icon}\"")
  else()
    message(STATUS "rsvg-convert (librsvg2-bin) or icotool (icoutils) is not installed: no icon")
  endif()
  set(resource "${CMAKE_CURRENT_BINARY_DIR}/${target}.rc")
  configure_file("${folder}/resource.rc.in" "${resource}" @ONLY)
  set_source_files_properties("${resource}" PROPERTIES OBJECT_DEPENDS "${XQ_MANIFEST};${icon}")
  target_sources(${target} PRIVATE "${resource}")
endfunction()
