# RaceMapCheckAll - checks a project that knows nothing of RaceMap:
#   cmake -DCMAKE_PROJECT_TOP_LEVEL_INCLUDES=<this file> -DRACEMAP_CHECK=ON ...
# RACEMAP_CHECK_LEVEL and RACEMAP_CHECK_OPTIONS are as for racemap_check().
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
option(RACEMAP_CHECK "Print race warnings when CUDA files are built" OFF)
set(RACEMAP_CHECK_LEVEL "" CACHE STRING "The least certain finding to print")
set(RACEMAP_CHECK_OPTIONS "" CACHE STRING "More of RaceMap's options")

if(RACEMAP_CHECK)
  find_package(RaceMap REQUIRED CONFIG
               PATHS "${CMAKE_CURRENT_LIST_DIR}" NO_DEFAULT_PATH)
  set(_racemap_options ${RACEMAP_CHECK_OPTIONS})
  if(RACEMAP_CHECK_LEVEL)
    list(PREPEND _racemap_options "level=${RACEMAP_CHECK_LEVEL}")
  endif()
  set_property(GLOBAL PROPERTY RACEMAP_CHECK_ALL "${_racemap_options}")
endif()
