cmake_minimum_required(VERSION 3.25)
# cmake -DFILES=a.css;b.css -DOUTPUT=out.css -P join_styles.cmake
set(joined "")
foreach(file IN LISTS FILES)
  file(READ "${file}" text)
  string(APPEND joined "${text}")
endforeach()
file(WRITE "${OUTPUT}" "${joined}")
