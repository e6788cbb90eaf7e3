# How everything is compiled: C++20, LLVM's conventions (no RTTI, no exceptions),
# warnings, sanitizers, ccache and lld.
#
# -fPIC is a plain option and not POSITION_INDEPENDENT_CODE, so that libraries,
# plugins and executables have the same flags and can share precompiled headers.
option(RACEMAP_WERROR "Treat warnings as errors" OFF)
set(RACEMAP_SANITIZE OFF CACHE STRING
    "Sanitizers of RaceMap itself: OFF, address (and undefined behaviour), thread (of the CPU device)")
option(RACEMAP_FUZZ "Build the targets of fuzz/ with libFuzzer" OFF)

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)

set(CMAKE_RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/bin")
set(CMAKE_LIBRARY_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/lib")

if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "Build type" FORCE)
endif()

add_compile_options(-fPIC -fno-rtti -fvisibility-inlines-hidden -Wall -Wextra
                    -Wimplicit-fallthrough -Wnon-virtual-dtor)
if(RACEMAP_WERROR)
  add_compile_options(-Werror)
endif()
if(CMAKE_CXX_COMPILER_ID MATCHES "Clang")
  add_compile_options(-Wcovered-switch-default -Wshadow-uncaptured-local
                      -fcolor-diagnostics)
endif()

# The runtime is shared. With address, all of RaceMap is instrumented, and a clang
# that loads a plugin has to have the runtime preloaded. With thread, the CPU
# device is (runtime/cpu), and programs that are linked with it have the runtime
# in front of the C library.
if(RACEMAP_SANITIZE STREQUAL "address")
  set(Runtime asan)
elseif(RACEMAP_SANITIZE STREQUAL "thread")
  set(Runtime tsan)
elseif(RACEMAP_SANITIZE)
  message(FATAL_ERROR "RACEMAP_SANITIZE=${RACEMAP_SANITIZE}: give OFF, address "
                      "or thread")
endif()
if(RACEMAP_SANITIZE)
  execute_process(
    COMMAND
      ${CMAKE_CXX_COMPILER}
      -print-file-name=libclang_rt.${Runtime}-${CMAKE_SYSTEM_PROCESSOR}.so
    OUTPUT_VARIABLE RACEMAP_SANITIZER_RUNTIME
    OUTPUT_STRIP_TRAILING_WHITESPACE)
  if(NOT EXISTS "${RACEMAP_SANITIZER_RUNTIME}")
    message(FATAL_ERROR "RACEMAP_SANITIZE needs clang's shared runtime of the "
                        "sanitizer (Debian: libclang-rt-22-dev)")
  endif()
  cmake_path(GET RACEMAP_SANITIZER_RUNTIME PARENT_PATH RuntimeFolder)
  set(RACEMAP_SANITIZER_RPATH "LINKER:-rpath,${RuntimeFolder}")
endif()
if(RACEMAP_SANITIZE STREQUAL "address")
  # vptr needs RTTI.
  set(Sanitizers -fsanitize=address,undefined -fno-sanitize=vptr -shared-libsan)
  add_compile_options(${Sanitizers} -fno-sanitize-recover=all
                      -fno-omit-frame-pointer)
  add_link_options(${Sanitizers} "${RACEMAP_SANITIZER_RPATH}")
endif()

if(RACEMAP_FUZZ)
  set(Sanitizers -fsanitize=address,undefined -fno-sanitize=vptr)
  add_compile_options(${Sanitizers} -fsanitize=fuzzer-no-link
                      -fno-sanitize-recover=all -fno-omit-frame-pointer)
  add_link_options(${Sanitizers})
endif()

include(CheckLinkerFlag)
check_linker_flag(CXX -fuse-ld=lld RACEMAP_HAVE_LLD)
if(RACEMAP_HAVE_LLD)
  add_link_options(-fuse-ld=lld)
endif()

# Compiled once, found from every checkout: see cached.sh. Only paths below the
# checkout differ between two of them, so that debug information has none.
find_program(RACEMAP_CCACHE ccache)
if(RACEMAP_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  set(CMAKE_CXX_COMPILER_LAUNCHER "${PROJECT_SOURCE_DIR}/cmake/cached.sh"
                                  "${PROJECT_SOURCE_DIR}")
  if(CMAKE_CXX_COMPILER_ID MATCHES "Clang")
    add_compile_options("SHELL:-Xclang -fno-pch-timestamp"
                        "-fdebug-prefix-map=${PROJECT_SOURCE_DIR}=.")
    # CMake also includes the header that the precompiled one was made of, by a
    # path that ccache does not know for one. It would be skipped anyway.
    set(CMAKE_CXX_COMPILE_OPTIONS_USE_PCH -include-pch <PCH_FILE>)
  endif()
endif()
