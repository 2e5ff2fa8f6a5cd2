# Included at the end of tests/CMakeLists.txt: tests named in skipped.txt (a regular expression, a tab, the reason) are disabled.
# Test cases of Catch are found when they are built, so CTest does the same for them when it starts.
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${CMAKE_CURRENT_LIST_DIR}/skipped.txt")
file(STRINGS "${CMAKE_CURRENT_LIST_DIR}/skipped.txt" lines)
set(patterns "")
foreach(line IN LISTS lines)
  string(REGEX REPLACE "\t.*" "" pattern "${line}")
  list(APPEND patterns "${pattern}")
endforeach()
string(JOIN "|" pattern ${patterns})

get_property(names DIRECTORY PROPERTY TESTS)
foreach(name IN LISTS names)
  if(name MATCHES "${pattern}")
    set_tests_properties("${name}" PROPERTIES DISABLED TRUE)
  endif()
endforeach()

file(CONFIGURE OUTPUT skipped_cases.cmake @ONLY CONTENT [==[
foreach(program IN ITEMS unit property differential archive tools serve)
  foreach(name IN LISTS ${program}_tests_TESTS ${program}_tests_WITH_THREADS)
    if(name MATCHES [=[@pattern@]=])
      set_tests_properties("${name}" PROPERTIES DISABLED TRUE)
    endif()
  endforeach()
endforeach()
]==])
set_property(DIRECTORY APPEND PROPERTY TEST_INCLUDE_FILES "${CMAKE_CURRENT_BINARY_DIR}/skipped_cases.cmake")
