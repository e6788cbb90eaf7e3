# RaceMapVariant - the sanitizer variant of a target.
#
# Its CUDA files are compiled by `racemap nvcc --sanitize=DEVICE` or `racemap cc
# --sanitize --device=DEVICE`, started as a launcher. For the CPU device, it is
# linked with RaceMap's runtime in the place of CUDA's, and there is no device
# link: device code comes together when the program starts. For a GPU, RaceMap's
# runtime is linked, too.
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
include_guard(GLOBAL)

# A target keeps the policies that it is made under: like the one that it is a
# variant of, those of the project. All else has RaceMap's own.
function(_racemap_make_target Name Type)
  if(Type MATCHES "^(STATIC|SHARED|MODULE|OBJECT)_LIBRARY$")
    add_library(${Name} ${CMAKE_MATCH_1})
  else()
    add_executable(${Name})
  endif()
endfunction()

cmake_policy(PUSH)
cmake_policy(VERSION 3.25)

# What a variant has in common with its target.
set(_racemap_copied
  COMPILE_DEFINITIONS COMPILE_FEATURES INCLUDE_DIRECTORIES LINK_OPTIONS
  LINK_DIRECTORIES CXX_STANDARD CXX_STANDARD_REQUIRED CXX_EXTENSIONS
  C_STANDARD C_STANDARD_REQUIRED C_EXTENSIONS CUDA_STANDARD
  CUDA_STANDARD_REQUIRED CUDA_EXTENSIONS CUDA_ARCHITECTURES
  CUDA_SEPARABLE_COMPILATION POSITION_INDEPENDENT_CODE BUILD_RPATH
  RUNTIME_OUTPUT_DIRECTORY EXCLUDE_FROM_ALL DEFINE_SYMBOL
  INTERFACE_COMPILE_DEFINITIONS INTERFACE_COMPILE_FEATURES
  INTERFACE_COMPILE_OPTIONS INTERFACE_INCLUDE_DIRECTORIES
  INTERFACE_LINK_OPTIONS INTERFACE_SYSTEM_INCLUDE_DIRECTORIES)

# Libraries that a variant does without.
set(_racemap_replaced_cpu "^(RaceMap::check|(CUDA::)?(cudart|cudart_static|\
cudadevrt|cuda_driver|culibos))$")
set(_racemap_replaced_gpu "^RaceMap::check$")

function(_racemap_variant_name Out Target Device)
  set(${Out} ${Target}-sanitize PARENT_SCOPE)
  if(Device STREQUAL "gpu")
    set(${Out} ${Target}-sanitize-gpu PARENT_SCOPE)
  endif()
endfunction()

# A target without contents, so that it can be named at once.
function(_racemap_add_variant Target Variant Device)
  get_target_property(Type ${Target} TYPE)
  if(NOT Type MATCHES "^(EXECUTABLE|(STATIC|SHARED|MODULE|OBJECT)_LIBRARY)$")
    message(FATAL_ERROR "racemap_sanitize(${Target}): not a target that is "
                        "compiled")
  endif()
  _racemap_make_target(${Variant} ${Type})
  # What its files are, compile_commands.json has of the target already.
  set_target_properties(${Variant} PROPERTIES EXPORT_COMPILE_COMMANDS OFF
                        RACEMAP_IS_SANITIZED ON
                        RACEMAP_VARIANT_OF ${Target} RACEMAP_DEVICE ${Device})
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
function(_racemap_library Out Library Device Options)
  _racemap_has_cuda(HasCuda "${Library}")
  get_property(Known GLOBAL PROPERTY "RACEMAP_VARIANT_${Device}_${Library}")
  if(Known)
    set(Library ${Known})
  elseif(HasCuda)
    get_target_property(Name ${Library} NAME)
    _racemap_variant_name(Variant ${Name} ${Device})
    _racemap_add_variant(${Name} ${Variant} ${Device})
    _racemap_fill_variant(${Name} ${Variant} "${Options}")
    set_property(TARGET ${Variant} PROPERTY EXCLUDE_FROM_ALL ON)
    set(Library ${Variant})
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
  get_target_property(Device ${Variant} RACEMAP_DEVICE)
  set(All)
  foreach(Library IN LISTS Libraries)
    if(Libraries AND NOT Library MATCHES "${_racemap_replaced_${Device}}")
      _racemap_library(Library "${Library}" ${Device} "${Options}")
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
  get_target_property(Device ${Variant} RACEMAP_DEVICE)
  set_property(GLOBAL PROPERTY "RACEMAP_VARIANT_${Device}_${Target}" ${Variant})
  foreach(Property IN LISTS _racemap_copied)
    get_property(IsSet TARGET ${Target} PROPERTY ${Property} SET)
    get_property(Value TARGET ${Target} PROPERTY ${Property})
    if(IsSet)
      set_property(TARGET ${Variant} PROPERTY ${Property} "${Value}")
    endif()
  endforeach()
  get_property(IsSet TARGET ${Target} PROPERTY DEFINE_SYMBOL SET)
  if(NOT IsSet) # CMake makes it of the target's name
    string(MAKE_C_IDENTIFIER ${Target}_EXPORTS Symbol)
    set_property(TARGET ${Variant} PROPERTY DEFINE_SYMBOL ${Symbol})
  endif()
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
  set_property(TARGET ${Target} PROPERTY RACEMAP_IS_SANITIZED ON)
  get_target_property(Device ${Target} RACEMAP_DEVICE)
  get_property(Libraries TARGET ${Target} PROPERTY LINK_LIBRARIES)
  list(REMOVE_ITEM Libraries RaceMap::sanitize)
  if(Device STREQUAL "gpu")
    set(Runtime "$<LINK_LIBRARY:WHOLE_ARCHIVE,RaceMap::gpu>")
  else()
    set(Device cpu)
    set(Runtime RaceMap::sanitize)
    set_target_properties(${Target} PROPERTIES
      CUDA_RUNTIME_LIBRARY None CUDA_RESOLVE_DEVICE_SYMBOLS OFF)
  endif()
  set_property(TARGET ${Target} PROPERTY
               LINK_LIBRARIES ${Runtime} ${Libraries})
  _racemap_variable(Compiler ${Target} CMAKE_CUDA_COMPILER_ID)
  if(Compiler STREQUAL "Clang")
    list(TRANSFORM Options PREPEND "--")
    _racemap_prepend_launcher(${Target} cc --device=${Device} --sanitize
                              ${Options})
  else()
    list(TRANSFORM Options PREPEND "--racemap-")
    _racemap_prepend_launcher(${Target} nvcc --sanitize=${Device} ${Options})
  endif()
endfunction()

cmake_policy(POP)
