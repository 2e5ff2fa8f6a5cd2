# Debian packages by CPack; packaging/build.sh runs it. Version and description are project()'s.
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_VENDOR "The xq authors")
set(CPACK_COMPONENTS_ALL tools library development)
set(CPACK_COMPONENTS_GROUPING IGNORE)
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
set(CPACK_OUTPUT_FILE_PREFIX "${PROJECT_BINARY_DIR}/packages")

set(soname "${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR}")
set(XQ_PACKAGE_MAINTAINER "The xq authors <maintainers@xq.invalid>" CACHE STRING "Field Maintainer of the Debian packages")
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_RELEASE 1)
set(CPACK_DEBIAN_PACKAGE_SOURCE xq)
set(CPACK_DEBIAN_PACKAGE_MAINTAINER "${XQ_PACKAGE_MAINTAINER}")
set(CPACK_DEBIAN_PACKAGE_PRIORITY optional)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)

set(CPACK_DEBIAN_TOOLS_PACKAGE_NAME xq)
set(CPACK_DEBIAN_TOOLS_PACKAGE_SECTION utils)
set(CPACK_DEBIAN_TOOLS_PACKAGE_RECOMMENDS sqlite3)
set(CPACK_DEBIAN_TOOLS_PACKAGE_SUGGESTS "parallel, rsync, slurm-client") # xq-farm
set(CPACK_DEBIAN_TOOLS_DESCRIPTION "Reads, checks, repairs and converts records of Xiangqi (Chinese chess) games
in all encodings and most formats that archives have, keeps them in SQLite
databases, counts them into opening books and annotates them by a built-in
engine. Speaks English and simplified and traditional Chinese.")

set(CPACK_DEBIAN_LIBRARY_PACKAGE_NAME "libxq${soname}")
set(CPACK_DEBIAN_LIBRARY_PACKAGE_SECTION libs)
# Written here: CPack's own come with scripts that call ldconfig, where Debian wants a trigger.
file(WRITE "${PROJECT_BINARY_DIR}/debian/shlibs" "libxq ${soname} libxq${soname} (>= ${PROJECT_VERSION})\n")
file(WRITE "${PROJECT_BINARY_DIR}/debian/triggers" "activate-noawait ldconfig\n")
set(CPACK_DEBIAN_LIBRARY_PACKAGE_CONTROL_EXTRA "${PROJECT_BINARY_DIR}/debian/shlibs;${PROJECT_BINARY_DIR}/debian/triggers")
set(CPACK_DEBIAN_LIBRARY_DESCRIPTION "Rules, notations, file formats, databases, opening books and the engine
behind the program xq, for programs in C++.

This package has the shared library.")

set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_NAME libxq-dev)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SHLIBDEPS OFF)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_DEPENDS "libxq${soname} (= ${PROJECT_VERSION}-${CPACK_DEBIAN_PACKAGE_RELEASE}), libfmt-dev, \
libsqlite3-dev, libexpat1-dev, libarchive-dev, libopencc-dev, zlib1g-dev")
set(CPACK_DEBIAN_DEVELOPMENT_DESCRIPTION "Rules, notations, file formats, databases, opening books and the engine
behind the program xq, for programs in C++.

This package has the headers, the static library, and what CMake and
pkg-config need.")

# With XQ_PYTHON: packaging/python.sh makes it.
if(XQ_PYTHON)
  list(APPEND CPACK_COMPONENTS_ALL python)
  set(CPACK_DEBIAN_PYTHON_PACKAGE_NAME python3-xq)
  set(CPACK_DEBIAN_PYTHON_PACKAGE_SECTION python)
  set(CPACK_DEBIAN_PYTHON_PACKAGE_DEPENDS "${XQ_PYTHON_DEPENDS}")
  set(CPACK_DEBIAN_PYTHON_PACKAGE_RECOMMENDS python3-numpy)
  set(CPACK_DEBIAN_PYTHON_DESCRIPTION "Rules, notations, file formats, databases, opening books and the engine
behind the program xq, for programs in Python.

This package has the module xq.")
endif()

# What Debian's policy wants of the files: compressed pages, copyright, changelog.
set(CPACK_PRE_BUILD_SCRIPTS "${CMAKE_CURRENT_LIST_DIR}/debian/prepare.cmake")
set(CPACK_POST_BUILD_SCRIPTS "${CMAKE_CURRENT_LIST_DIR}/debian/finish.cmake")
set(CPACK_XQ_SOURCE_DIR "${PROJECT_SOURCE_DIR}")
include(CPack)
