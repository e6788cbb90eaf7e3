# What RaceMap is built against: LLVM and clang of one major version, the
# system's Z3 (libLLVM itself depends on it, and one process must not have two),
# GoogleTest, and CUDA's headers for the tests.
set(RACEMAP_LLVM_MAJOR 22 CACHE STRING "Major version of LLVM and clang")

# LLVM's version file accepts an exact major.minor only, so the version is
# checked here. An own LLVM is chosen with -DLLVM_DIR=<its>/lib/cmake/llvm.
find_program(RACEMAP_LLVM_CONFIG NAMES llvm-config-${RACEMAP_LLVM_MAJOR})
if(RACEMAP_LLVM_CONFIG)
  execute_process(COMMAND ${RACEMAP_LLVM_CONFIG} --cmakedir
                  OUTPUT_VARIABLE LLVMHint OUTPUT_STRIP_TRAILING_WHITESPACE)
endif()
find_package(LLVM REQUIRED CONFIG HINTS "${LLVMHint}"
             "/usr/lib/llvm-${RACEMAP_LLVM_MAJOR}/lib/cmake/llvm")
if(NOT LLVM_VERSION_MAJOR EQUAL RACEMAP_LLVM_MAJOR)
  message(FATAL_ERROR "Found LLVM ${LLVM_PACKAGE_VERSION} in ${LLVM_DIR}, but "
    "RACEMAP_LLVM_MAJOR is ${RACEMAP_LLVM_MAJOR}: install llvm-"
    "${RACEMAP_LLVM_MAJOR}-dev or set LLVM_DIR")
endif()
if(NOT TARGET LLVM)
  message(FATAL_ERROR "${LLVM_DIR} has no shared libLLVM, which RaceMap needs")
endif()
# What is installed says where libLLVM is only if that is not found by itself:
# dpkg-shlibdeps does not know whose a library in LLVM's own folder is.
get_target_property(RACEMAP_LIBLLVM LLVM LOCATION)
file(REAL_PATH "${RACEMAP_LIBLLVM}" RACEMAP_LIBLLVM)
cmake_path(GET RACEMAP_LIBLLVM PARENT_PATH RACEMAP_LIBLLVM)
if(NOT RACEMAP_LIBLLVM IN_LIST CMAKE_CXX_IMPLICIT_LINK_DIRECTORIES)
  set(CMAKE_INSTALL_RPATH_USE_LINK_PATH ON)
endif()
find_package(Clang REQUIRED CONFIG HINTS "${LLVM_DIR}/../clang")
message(STATUS "LLVM ${LLVM_PACKAGE_VERSION} in ${LLVM_DIR}")

separate_arguments(LLVM_DEFINITIONS)
add_definitions(${LLVM_DEFINITIONS})
add_compile_definitions(RACEMAP_VERSION="${PROJECT_VERSION}"
                        RACEMAP_LLVM_MAJOR=${LLVM_VERSION_MAJOR})
include_directories("${PROJECT_SOURCE_DIR}")
include_directories(SYSTEM ${LLVM_INCLUDE_DIRS} ${CLANG_INCLUDE_DIRS})

find_path(RACEMAP_Z3_INCLUDE z3++.h PATH_SUFFIXES z3)
find_library(RACEMAP_Z3_LIBRARY z3)
if(NOT RACEMAP_Z3_INCLUDE OR NOT RACEMAP_Z3_LIBRARY)
  message(FATAL_ERROR "Z3 is missing (Debian: libz3-dev)")
endif()

find_path(RACEMAP_TOMLPLUSPLUS toml++/toml.h)
if(NOT RACEMAP_TOMLPLUSPLUS)
  message(FATAL_ERROR "toml++ is missing (Debian: libtomlplusplus-dev)")
endif()

# This LLVM's tools come first; Debian also has them with a version suffix, and
# lit of some versions in a folder of its own.
foreach(Tool clang++ opt lit)
  string(REPLACE "+" "X" Variable "${Tool}")
  string(TOUPPER "RACEMAP_${Variable}" Variable)
  find_program(${Variable} NAMES ${Tool} ${Tool}.py
               HINTS "${LLVM_TOOLS_BINARY_DIR}"
                     "${LLVM_TOOLS_BINARY_DIR}/../build/utils/lit"
               NO_DEFAULT_PATH)
  find_program(${Variable} NAMES ${Tool}-${LLVM_VERSION_MAJOR} ${Tool})
endforeach()

# CUDA_PATH, else the toolkit of the nvcc on PATH, else the usual place.
find_program(RACEMAP_NVCC nvcc)
if(RACEMAP_NVCC)
  file(REAL_PATH "${RACEMAP_NVCC}" Nvcc)
  cmake_path(GET Nvcc PARENT_PATH NvccFolder)
  cmake_path(GET NvccFolder PARENT_PATH NvccToolkit)
endif()
find_path(RACEMAP_CUDA_PATH include/cuda_runtime.h HINTS ENV CUDA_PATH
          PATHS "${NvccToolkit}" /usr/local/cuda NO_DEFAULT_PATH)
if(RACEMAP_CUDA_PATH)
  message(STATUS "CUDA in ${RACEMAP_CUDA_PATH}")
else()
  message(STATUS "CUDA not found (CUDA_PATH, nvcc): tests on .cu files are off")
endif()

if(BUILD_TESTING)
  find_package(GTest REQUIRED)
  find_package(Python3 REQUIRED COMPONENTS Interpreter)
endif()
