# RaceMapVariant - the sanitizer variant of a target.
#
# Its CUDA files are compiled by `racemap nvcc --sanitize=cpu` or `racemap cc
# --sanitize --device=cpu`, started as a launcher, and it is linked with
# RaceMap's runtime in the place of CUDA's. There is no device link: device code
# comes together when the program starts.
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
include_guard(GLOBAL)

# What a variant has in common with its target.
set(_racemap_copied
  COMPILE_DEFINITIONS COMPILE_FEATURES INCLUDE_DIRECTORIES LINK_OPTIONS
  LINK_DIRECTORIES CXX_STANDARD CXX_STANDARD_REQUIRED CXX_EXTENSIONS
  C_STANDARD C_STANDARD_REQUIRED C_EXTENSIONS CUDA_STANDARD
  CUDA_STANDARD_REQUIRED CUDA_EXTENSIONS CUDA_ARCHITECTURES
  CUDA_SEPARABLE_COMPILATION POSITION_INDEPENDENT_CODE BUILD_RPATH
  RUNTIME_OUTPUT_DIRECTORY EXCLUDE_FROM_ALL
  INTERFACE_COMPILE_DEFINITIONS INTERFACE_COMPILE_FEATURES
  INTERFACE_COMPILE_OPTIONS INTERFACE_INCLUDE_DIRECTORIES
  INTERFACE_LINK_OPTIONS INTERFACE_SYSTEM_INCLUDE_DIRECTORIES)

# Libraries that a variant does without.
set(_racemap_replaced "^(RaceMap::check|(CUDA::)?(cudart|cudart_static|\
cudadevrt|cuda_driver|culibos))$")

# A target without contents, so that it can be named at once.
function(_racemap_add_variant Target Variant)
  get_target_property(Type ${Target} TYPE)
  if(Type STREQUAL "EXECUTABLE")
    add_executable(${Variant})
  elseif(Type MATCHES "^(STATIC|SHARED|MODULE|OBJECT)_LIBRARY$")
    add_library(${Variant} ${CMAKE_MATCH_1})
  else()
    message(FATAL_ERROR "racemap_sanitize(${Target}): not a target that is "
                        "compiled")
  endif()
  set_target_properties(${Variant} PROPERTIES RACEMAP_IS_SANITIZED ON
                        RACEMAP_VARIANT_OF ${Target})
endfunction()

# Is there CUDA code in a target of this project, or in what it links?
function(_racemap_has_cuda Out Target)
  set(${Out} OFF PARENT_SCOPE)
  if(NOT TARGET ${Target})
    return()
  endif()
  get_target_property(IsImported ${Target} IMPORTED)
  get_target_property(Type ${Target} TYPE)
  if(IsImported OR Type STREQUAL "INTERFACE_LIBRARY")
    return()
  endif()
  _racemap_cuda_files(Files ${Target})
  get_target_property(Libraries ${Target} LINK_LIBRARIES)
  set(Found ${Files})
  foreach(Library IN LISTS Libraries)
    if(NOT Found)
      _racemap_has_cuda(Found ${Library})
    endif()
  endforeach()
  if(Found)
    set(${Out} ON PARENT_SCOPE)
  endif()
endfunction()

# The library to link in the place of one: its variant if it has CUDA code. An
# archive is linked as a whole: no host code refers to a unit that only has
# functions for other device code.
function(_racemap_library Out Library Options)
  _racemap_has_cuda(HasCuda "${Library}")
  get_property(Known GLOBAL PROPERTY "RACEMAP_VARIANT_${Library}")
  if(Known)
    set(Library ${Known})
  elseif(HasCuda)
    get_target_property(Name ${Library} NAME)
    _racemap_add_variant(${Name} ${Name}-sanitize)
    _racemap_fill_variant(${Name} ${Name}-sanitize "${Options}")
    set_property(TARGET ${Name}-sanitize PROPERTY EXCLUDE_FROM_ALL ON)
    set(Library ${Name}-sanitize)
  endif()
  if(Known OR HasCuda)
    get_target_property(Type ${Library} TYPE)
    if(Type STREQUAL "STATIC_LIBRARY")
      set(Library "$<LINK_LIBRARY:WHOLE_ARCHIVE,${Library}>")
    endif()
  endif()
  set(${Out} "${Library}" PARENT_SCOPE)
endfunction()

function(_racemap_copy_libraries Target Variant Property Options)
  get_target_property(Libraries ${Target} ${Property})
  set(All)
  foreach(Library IN LISTS Libraries)
    if(Libraries AND NOT Library MATCHES "${_racemap_replaced}")
      _racemap_library(Library "${Library}" "${Options}")
      list(APPEND All "${Library}")
    endif()
  endforeach()
  set_property(TARGET ${Variant} PROPERTY ${Property} "${All}")
endfunction()

function(_racemap_copy_sources Target Variant)
  get_target_property(Sources ${Target} SOURCES)
  get_target_property(Folder ${Target} SOURCE_DIR)
  foreach(Source IN LISTS Sources)
    if(NOT Source MATCHES "^\\$<")
      cmake_path(ABSOLUTE_PATH Source BASE_DIRECTORY "${Folder}" NORMALIZE)
    endif()
    target_sources(${Variant} PRIVATE "${Source}")
  endforeach()
endfunction()

function(_racemap_fill_variant Target Variant Options)
  set_property(GLOBAL PROPERTY "RACEMAP_VARIANT_${Target}" ${Variant})
  foreach(Property IN LISTS _racemap_copied)
    get_property(IsSet TARGET ${Target} PROPERTY ${Property} SET)
    get_property(Value TARGET ${Target} PROPERTY ${Property})
    if(IsSet)
      set_property(TARGET ${Variant} PROPERTY ${Property} "${Value}")
    endif()
  endforeach()
  get_property(Flags TARGET ${Target} PROPERTY COMPILE_OPTIONS)
  list(FILTER Flags EXCLUDE REGEX "-fplugin(=.*ClangRaceMap-|-arg-racemap-)")
  get_property(IsChecked TARGET ${Target} PROPERTY RACEMAP_IS_CHECKED)
  if(IsChecked) # what is found has been said
    list(APPEND Flags "$<$<COMPILE_LANGUAGE:CUDA>:-Wno-backend-plugin>")
  endif()
  set_property(TARGET ${Variant} PROPERTY COMPILE_OPTIONS "${Flags}")
  _racemap_copy_sources(${Target} ${Variant})
  foreach(Property IN ITEMS LINK_LIBRARIES INTERFACE_LINK_LIBRARIES)
    _racemap_copy_libraries(${Target} ${Variant} ${Property} "${Options}")
  endforeach()
  _racemap_sanitize_target(${Variant} "${Options}")
endfunction()

# Makes a target a sanitizer build.
function(_racemap_sanitize_target Target Options)
  set_target_properties(${Target} PROPERTIES RACEMAP_IS_SANITIZED ON
    CUDA_RUNTIME_LIBRARY None CUDA_RESOLVE_DEVICE_SYMBOLS OFF)
  get_property(Libraries TARGET ${Target} PROPERTY LINK_LIBRARIES)
  list(REMOVE_ITEM Libraries RaceMap::sanitize)
  set_property(TARGET ${Target} PROPERTY
               LINK_LIBRARIES RaceMap::sanitize ${Libraries})
  _racemap_variable(Compiler ${Target} CMAKE_CUDA_COMPILER_ID)
  if(Compiler STREQUAL "Clang")
    list(TRANSFORM Options PREPEND "--")
    _racemap_prepend_launcher(${Target} cc --device=cpu --sanitize ${Options})
  else()
    list(TRANSFORM Options PREPEND "--racemap-")
    _racemap_prepend_launcher(${Target} nvcc --sanitize=cpu ${Options})
  endif()
endfunction()
