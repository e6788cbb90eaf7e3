# RaceMapFunctions - what a project's CMakeLists.txt can ask of RaceMap.
#
# racemap_check(<target> [LEVEL <level>] [OPTIONS <name>=<value>...])
#   Every build of the target prints race warnings for its CUDA files: clang
#   loads the plugin, nvcc is started by `racemap nvcc`. What a later call says
#   overrides what an earlier one has said.
# racemap_add_check_test(<target> [NAME <test>] [STRICT] [LEVEL <level>]
#                        [OPTIONS <name>=<value>...])
#   A test that fails if there are findings in the target's CUDA files.
# racemap_sanitize(<target> [DEVICE cpu|gpu] [NAME <variant>]
#                  [OPTIONS <name>=<value>...])
#   Another target, <target>-sanitize, built from the same with the sanitizer,
#   for the CPU device, or <target>-sanitize-gpu, for a GPU; libraries of the
#   project that have CUDA code as well.
#
# What is asked is read off the target when its folder has been read, so that
# what comes behind the call counts, too.
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
include_guard(GLOBAL)

include("${CMAKE_CURRENT_LIST_DIR}/RaceMapVariant.cmake")

# Functions keep the policies that they are defined under, whatever the
# project's are.
cmake_policy(PUSH)
cmake_policy(VERSION 3.25)

# The value of a variable where a target was made: languages are enabled by
# folders.
function(_racemap_variable Out Target Name)
  get_target_property(Folder ${Target} SOURCE_DIR)
  get_directory_property(Value DIRECTORY "${Folder}" DEFINITION ${Name})
  set(${Out} "${Value}" PARENT_SCOPE)
endfunction()

# What a target compiles: the files of its own, and those that the targets it
# links bring along. Generator expressions stay what they are.
function(_racemap_sources Out Target)
  get_property(Found TARGET ${Target} PROPERTY SOURCES)
  get_property(Next TARGET ${Target} PROPERTY LINK_LIBRARIES)
  set(Seen)
  while(Next)
    list(POP_FRONT Next Library)
    if(TARGET "${Library}" AND NOT Library IN_LIST Seen)
      list(APPEND Seen "${Library}")
      get_property(Sources TARGET ${Library} PROPERTY INTERFACE_SOURCES)
      get_property(More TARGET ${Library} PROPERTY INTERFACE_LINK_LIBRARIES)
      list(APPEND Found ${Sources})
      list(APPEND Next ${More})
    endif()
  endwhile()
  set(${Out} "${Found}" PARENT_SCOPE)
endfunction()

# The CUDA files of a target, with whole paths; for expressions that may stand
# for some, an expression that stands for those.
function(_racemap_cuda_files Out Target)
  _racemap_sources(Sources ${Target})
  get_target_property(Folder ${Target} SOURCE_DIR)
  set(Found)
  foreach(Source IN LISTS Sources)
    if(Source MATCHES "\\$<.*([.]cu|TARGET_PROPERTY)")
      set(Source "$<FILTER:${Source},INCLUDE,[.]cu$>")
      list(APPEND Found "$<PATH:ABSOLUTE_PATH,NORMALIZE,${Source},${Folder}>")
    endif()
    if(Source MATCHES "\\$<")
      continue()
    endif()
    cmake_path(ABSOLUTE_PATH Source BASE_DIRECTORY "${Folder}" NORMALIZE)
    get_source_file_property(Language "${Source}" TARGET_DIRECTORY ${Target}
                             LANGUAGE)
    if(Language STREQUAL "CUDA" OR
       (NOT Language AND Source MATCHES "\\.cu$"))
      list(APPEND Found "${Source}")
    endif()
  endforeach()
  set(${Out} "${Found}" PARENT_SCOPE)
endfunction()

# Who takes the options of a function, for _racemap_check_options: what will run
# when the target is built or tested.
function(_racemap_takers Out Function Target)
  _racemap_variable(Compiler ${Target} CMAKE_CUDA_COMPILER_ID)
  if(Function STREQUAL "racemap_add_check_test")
    set(Takers check)
  elseif(Compiler STREQUAL "NVIDIA")
    set(Takers nvcc)
  elseif(Function STREQUAL "racemap_sanitize")
    set(Takers cc)
  endif()
  if(Function STREQUAL "racemap_check") # which is no build of its own
    list(PREPEND Takers plugin)
  endif()
  set(${Out} "${Takers}" PARENT_SCOPE)
endfunction()

# The option table is the executable's, which is asked for each of the takers.
function(_racemap_check_options Who Takers Options)
  list(FILTER Options EXCLUDE REGEX "\\$<")
  get_target_property(Tool RaceMap::racemap IMPORTED_LOCATION)
  foreach(Taker IN LISTS Takers)
    execute_process(COMMAND "${Tool}" --takes ${Taker} ${Options}
                    ERROR_VARIABLE Said RESULT_VARIABLE Status)
    if(Status)
      string(REGEX REPLACE "^racemap: error: |\n.*" "" Said "${Said}")
      message(FATAL_ERROR "${Who}: ${Said}")
    endif()
  endforeach()
endfunction()

# LEVEL and OPTIONS as a list of <name>=<value>.
macro(_racemap_parse Function)
  cmake_parse_arguments(PARSE_ARGV 1 ARG "STRICT" "LEVEL;NAME;DEVICE" "OPTIONS")
  if(ARG_UNPARSED_ARGUMENTS OR ARG_KEYWORDS_MISSING_VALUES)
    message(FATAL_ERROR "${Function}(${Target}): what is "
      "'${ARG_UNPARSED_ARGUMENTS}${ARG_KEYWORDS_MISSING_VALUES}'?")
  endif()
  if(NOT TARGET ${Target})
    message(FATAL_ERROR "${Function}: there is no target '${Target}'")
  endif()
  get_target_property(Aliased ${Target} ALIASED_TARGET)
  if(Aliased)
    set(Target ${Aliased})
  endif()
  set(Options ${ARG_OPTIONS})
  if(ARG_LEVEL)
    list(PREPEND Options "level=${ARG_LEVEL}")
  endif()
  _racemap_takers(Takers ${Function} ${Target})
  _racemap_check_options("${Function}(${Target})" "${Takers}" "${Options}")
  get_target_property(Type ${Target} TYPE)
  get_target_property(IsImported ${Target} IMPORTED)
  if(IsImported OR Type MATCHES "^(INTERFACE_LIBRARY|UTILITY)$")
    message(FATAL_ERROR "${Function}(${Target}): not a target that is "
      "compiled; name those that link it")
  endif()
endmacro()

function(_racemap_prepend_launcher Target)
  get_target_property(Old ${Target} CUDA_COMPILER_LAUNCHER)
  if(NOT Old)
    set(Old)
  endif()
  get_target_property(Tool RaceMap::racemap IMPORTED_LOCATION)
  set_property(TARGET ${Target} PROPERTY
               CUDA_COMPILER_LAUNCHER "${Tool}" ${ARGN} ${Old})
endfunction()

# clang compiles once for each architecture; findings are wanted once.
function(_racemap_first_architecture Out Target)
  get_target_property(All ${Target} CUDA_ARCHITECTURES)
  set(${Out} "" PARENT_SCOPE)
  list(LENGTH All Count)
  list(GET All 0 First)
  if(Count GREATER 1 AND First MATCHES "^[0-9]+[a-z]?")
    set(${Out} "arch=sm_${CMAKE_MATCH_0}" PARENT_SCOPE)
  endif()
endfunction()

function(_racemap_check_by_clang Target Options)
  _racemap_variable(Version ${Target} CMAKE_CUDA_COMPILER_VERSION)
  get_target_property(Major RaceMap::check RACEMAP_LLVM_MAJOR)
  if(NOT Version MATCHES "^${Major}\\.")
    message(WARNING "RaceMap is a plugin for clang ${Major}; ${Target} is "
                    "compiled by clang ${Version}, and not checked")
    return()
  endif()
  _racemap_first_architecture(Arch ${Target})
  get_target_property(Plugin RaceMap::check RACEMAP_PLUGIN)
  set(Flags "-fplugin=${Plugin}")
  foreach(Option IN LISTS Arch Options)
    string(REPLACE ">" "$<ANGLE-R>" Option "${Option}")
    list(APPEND Flags "-fplugin-arg-racemap-${Option}")
  endforeach()
  foreach(Flag IN LISTS Flags)
    set_property(TARGET ${Target} APPEND PROPERTY
                 COMPILE_OPTIONS "$<$<COMPILE_LANGUAGE:CUDA>:${Flag}>")
  endforeach()
endfunction()

function(_racemap_check_target Target Options)
  get_target_property(Done ${Target} RACEMAP_IS_CHECKED)
  _racemap_cuda_files(Files ${Target})
  if(Done OR NOT Files)
    return()
  endif()
  set_property(TARGET ${Target} PROPERTY RACEMAP_IS_CHECKED ON)
  _racemap_variable(Compiler ${Target} CMAKE_CUDA_COMPILER_ID)
  if(Compiler STREQUAL "Clang")
    _racemap_check_by_clang(${Target} "${Options}")
  else()
    list(TRANSFORM Options PREPEND "--racemap-")
    _racemap_prepend_launcher(${Target} nvcc ${Options})
  endif()
endfunction()

# With the options of all calls.
function(_racemap_check_as_asked Target)
  get_property(Options TARGET ${Target} PROPERTY RACEMAP_CHECK_OPTIONS)
  _racemap_check_target(${Target} "${Options}")
  get_target_property(Done ${Target} RACEMAP_IS_CHECKED)
  if(NOT Done)
    message(WARNING "racemap_check(${Target}): no CUDA files")
  endif()
endfunction()

function(racemap_check Target)
  _racemap_parse(racemap_check)
  get_property(IsKnown TARGET ${Target} PROPERTY RACEMAP_CHECK_OPTIONS SET)
  set_property(TARGET ${Target} APPEND PROPERTY
               RACEMAP_CHECK_OPTIONS "${Options}")
  if(NOT IsKnown)
    cmake_language(EVAL CODE "cmake_language(DEFER CALL
      _racemap_check_as_asked [[${Target}]])")
  endif()
endfunction()

function(_racemap_add_test Target Name Arguments)
  _racemap_cuda_files(Files ${Target})
  if(NOT Files)
    message(WARNING "racemap_add_check_test(${Target}): no CUDA files")
    return()
  endif()
  _racemap_variable(Toolkit ${Target} CMAKE_CUDA_COMPILER_TOOLKIT_ROOT)
  add_test(NAME ${Name}
           COMMAND RaceMap::racemap check -p "${CMAKE_BINARY_DIR}" ${Files}
                   ${Arguments} COMMAND_EXPAND_LISTS)
  if(Toolkit)
    set_tests_properties(${Name} PROPERTIES ENVIRONMENT "CUDA_PATH=${Toolkit}")
  endif()
endfunction()

function(racemap_add_check_test Target)
  _racemap_parse(racemap_add_check_test)
  if(NOT CMAKE_GENERATOR MATCHES "Ninja|Makefiles")
    message(FATAL_ERROR "racemap_add_check_test: the generator "
      "'${CMAKE_GENERATOR}' does not write compile_commands.json; use Ninja "
      "or Makefiles")
  endif()
  if(NOT ARG_NAME)
    set(ARG_NAME racemap-check-${Target})
  endif()
  list(TRANSFORM Options PREPEND "--")
  if(ARG_STRICT)
    list(APPEND Options --strict)
  endif()
  set_property(TARGET ${Target} PROPERTY EXPORT_COMPILE_COMMANDS ON)
  cmake_language(EVAL CODE "cmake_language(DEFER CALL _racemap_add_test
    [[${Target}]] [[${ARG_NAME}]] [[${Options}]])")
endfunction()

function(racemap_sanitize Target)
  _racemap_parse(racemap_sanitize)
  if(NOT ARG_DEVICE)
    set(ARG_DEVICE cpu)
  endif()
  if(NOT ARG_DEVICE MATCHES "^(cpu|gpu)$")
    message(FATAL_ERROR "racemap_sanitize(${Target}): there is no DEVICE "
                        "${ARG_DEVICE}; use cpu or gpu")
  endif()
  if(NOT ARG_NAME)
    _racemap_variant_name(ARG_NAME ${Target} ${ARG_DEVICE})
  endif()
  _racemap_add_variant(${Target} ${ARG_NAME} ${ARG_DEVICE})
  cmake_language(EVAL CODE "cmake_language(DEFER CALL _racemap_fill_variant
    [[${Target}]] [[${ARG_NAME}]] [[${Options}]])")
  cmake_language(EVAL CODE
    "cmake_language(DEFER CALL _racemap_expect_cuda [[${Target}]])")
endfunction()

function(_racemap_expect_cuda Target)
  _racemap_has_cuda(HasCuda ${Target})
  if(NOT HasCuda)
    message(WARNING "racemap_sanitize(${Target}): no CUDA files in it, or in "
                    "the libraries of this project that it links")
  endif()
endfunction()

# Targets that link RaceMap::check or RaceMap::sanitize, and all others if the
# property RACEMAP_CHECK_ALL has the options for them, when the whole project has been read.
function(_racemap_finish_folder Folder)
  get_property(IsForAll GLOBAL PROPERTY RACEMAP_CHECK_ALL SET)
  get_property(All GLOBAL PROPERTY RACEMAP_CHECK_ALL)
  get_directory_property(Targets DIRECTORY "${Folder}" BUILDSYSTEM_TARGETS)
  foreach(Target IN LISTS Targets)
    get_target_property(Type ${Target} TYPE)
    if(Type STREQUAL "UTILITY" OR Type STREQUAL "INTERFACE_LIBRARY")
      continue()
    endif()
    get_target_property(Libraries ${Target} LINK_LIBRARIES)
    get_target_property(IsVariant ${Target} RACEMAP_IS_SANITIZED)
    if("RaceMap::sanitize" IN_LIST Libraries AND NOT IsVariant)
      _racemap_sanitize_target(${Target} "")
    elseif("RaceMap::check" IN_LIST Libraries)
      _racemap_check_target(${Target} "")
    elseif(IsForAll AND NOT IsVariant)
      _racemap_takers(Takers racemap_check ${Target})
      _racemap_check_options("RACEMAP_CHECK_LEVEL or RACEMAP_CHECK_OPTIONS"
                             "${Takers}" "${All}")
      _racemap_check_target(${Target} "${All}")
    endif()
  endforeach()
  get_directory_property(Folders DIRECTORY "${Folder}" SUBDIRECTORIES)
  foreach(Inner IN LISTS Folders)
    _racemap_finish_folder("${Inner}")
  endforeach()
endfunction()

cmake_language(EVAL CODE "cmake_language(DEFER DIRECTORY
  [[${CMAKE_SOURCE_DIR}]] CALL _racemap_finish_folder
  [[${CMAKE_SOURCE_DIR}]])")

cmake_policy(POP)
