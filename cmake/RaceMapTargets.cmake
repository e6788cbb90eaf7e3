# The kinds of targets that RaceMap has: a library per folder of passes/, the
# plugins, the tool, and precompiled headers that several targets share.
include(GoogleTest)

# The C++ files of one folder, not of those below it, unless ROOMS follows; new
# ones are picked up by the next build.
function(racemap_sources Out Folder)
  set(Patterns "${PROJECT_SOURCE_DIR}/${Folder}/*.cpp")
  if("ROOMS" IN_LIST ARGN)
    list(APPEND Patterns "${PROJECT_SOURCE_DIR}/${Folder}/*/*.cpp")
  endif()
  file(GLOB Sources CONFIGURE_DEPENDS ${Patterns})
  set(${Out} "${Sources}" PARENT_SCOPE)
endfunction()

# racemap_pch(<name> <header>...): precompiled headers, compiled once and used
# by every target that says PCH <name>.
function(racemap_pch Name)
  set(Empty "${PROJECT_BINARY_DIR}/pch/${Name}.cpp")
  if(NOT EXISTS "${Empty}")
    file(WRITE "${Empty}" "")
  endif()
  list(TRANSFORM ARGN PREPEND "${PROJECT_SOURCE_DIR}/")
  add_library(racemap-pch-${Name} OBJECT EXCLUDE_FROM_ALL "${Empty}")
  target_compile_options(racemap-pch-${Name} PRIVATE -fno-exceptions)
  target_precompile_headers(racemap-pch-${Name} PRIVATE ${ARGN})
  if(TARGET GTest::gtest AND Name STREQUAL "gtest")
    target_link_libraries(racemap-pch-${Name} PRIVATE GTest::gtest)
  endif()
endfunction()

function(racemap_use_pch Target Name)
  if(Name)
    target_precompile_headers(${Target} REUSE_FROM racemap-pch-${Name})
  endif()
endfunction()

# racemap_library(<name> [Z3] [RUNTIME] [ROOMS] [PCH <name>] [FOLDER <folder>]
#                 [DEPENDS <name>...])
#
# Static library racemap-<name> of passes/<name>, with ROOMS also of the folders
# in it. It links no LLVM: who uses it
# in an executable does. Z3 turns exceptions on and links the solver. RUNTIME
# keeps it out of the plugins and tools.
function(racemap_library Name)
  cmake_parse_arguments(ARG "Z3;RUNTIME;ROOMS" "PCH;FOLDER" "DEPENDS" ${ARGN})
  if(NOT ARG_FOLDER)
    set(ARG_FOLDER "passes/${Name}")
  endif()
  set(Rooms "")
  if(ARG_ROOMS)
    set(Rooms ROOMS)
  endif()
  racemap_sources(Sources "${ARG_FOLDER}" ${Rooms})
  if(NOT Sources)
    message(STATUS "${ARG_FOLDER}: no sources, skipped")
    return()
  endif()
  set(Target racemap-${Name})
  add_library(${Target} STATIC ${Sources})
  if(ARG_Z3)
    target_compile_options(${Target} PRIVATE -fexceptions)
    target_include_directories(${Target} SYSTEM PRIVATE "${RACEMAP_Z3_INCLUDE}")
    target_link_libraries(${Target} PRIVATE "${RACEMAP_Z3_LIBRARY}")
    target_precompile_headers(
      ${Target} PRIVATE "${PROJECT_SOURCE_DIR}/cmake/pch/Solve.h")
  else()
    target_compile_options(${Target} PRIVATE -fno-exceptions)
  endif()
  racemap_use_pch(${Target} "${ARG_PCH}")
  racemap_link_existing(${Target} PUBLIC ${ARG_DEPENDS})
  if(NOT ARG_RUNTIME)
    set_property(GLOBAL APPEND PROPERTY RACEMAP_LIBRARIES ${Name})
  endif()
endfunction()

# Links those of the named libraries that exist: a folder may be empty.
function(racemap_link_existing Target Scope)
  foreach(Name IN LISTS ARGN)
    if(TARGET racemap-${Name})
      target_link_libraries(${Target} ${Scope} racemap-${Name})
    endif()
  endforeach()
endfunction()

# racemap_plugin(<name> FOLDER <folder> [PCH <name>] [LOADER <source>]):
# <name>-<major>.so out of the folder and all libraries of passes/. With a
# loader, that has the plugin, <name>-code, in it, and loads it.
function(racemap_plugin Name)
  cmake_parse_arguments(ARG "" "FOLDER;PCH;LOADER" "" ${ARGN})
  racemap_sources(Sources "${ARG_FOLDER}")
  if(NOT Sources)
    message(STATUS "${ARG_FOLDER}: no sources, skipped")
    return()
  endif()
  set(Code ${Name})
  if(ARG_LOADER)
    set(Code ${Name}-code)
  endif()
  add_library(${Code} MODULE ${Sources})
  set(Exports "${PROJECT_SOURCE_DIR}/cmake/plugin.exports")
  set_target_properties(${Code} PROPERTIES
    PREFIX "" OUTPUT_NAME "${Name}-${LLVM_VERSION_MAJOR}" DEFINE_SYMBOL ""
    LINK_DEPENDS "${Exports}")
  target_compile_options(${Code} PRIVATE -fno-exceptions)
  # now: a symbol that the host lacks is an error when the plugin is loaded,
  # not a crash in the middle of a compilation.
  target_link_options(${Code} PRIVATE "LINKER:--version-script=${Exports}"
                      "LINKER:-z,now" "LINKER:--gc-sections")
  racemap_use_pch(${Code} "${ARG_PCH}")
  get_property(Libraries GLOBAL PROPERTY RACEMAP_LIBRARIES)
  racemap_link_existing(${Code} PRIVATE ${Libraries})
  if(ARG_LOADER)
    racemap_loader(${Name} "${PROJECT_SOURCE_DIR}/${ARG_LOADER}")
  endif()
  install(TARGETS ${Name} LIBRARY DESTINATION "${CMAKE_INSTALL_LIBDIR}")
  if(BUILD_TESTING)
    add_test(NAME ${Name}.links-no-llvm
             COMMAND Python3::Interpreter
                     "${PROJECT_SOURCE_DIR}/scripts/check-plugin.py"
                     --tools "${LLVM_TOOLS_BINARY_DIR}" $<TARGET_FILE:${Code}>)
    set_tests_properties(${Name}.links-no-llvm PROPERTIES LABELS unit)
  endif()
endfunction()

# Both are files of the same name, the code in a folder that is not installed.
function(racemap_loader Name Source)
  set(Folder "${PROJECT_BINARY_DIR}/code")
  set(File "${Folder}/${Name}-${LLVM_VERSION_MAJOR}.so")
  set_target_properties(${Name}-code PROPERTIES
                        LIBRARY_OUTPUT_DIRECTORY "${Folder}")
  add_library(${Name} MODULE "${Source}")
  set_target_properties(${Name} PROPERTIES
    PREFIX "" OUTPUT_NAME "${Name}-${LLVM_VERSION_MAJOR}" DEFINE_SYMBOL "")
  set_property(SOURCE "${Source}" PROPERTY OBJECT_DEPENDS "${File}")
  target_compile_definitions(${Name} PRIVATE RACEMAP_CODE="${File}")
  target_link_libraries(${Name} PRIVATE ${CMAKE_DL_LIBS} racemap-output)
  target_link_options(${Name} PRIVATE "LINKER:--exclude-libs,ALL")
  add_dependencies(${Name} ${Name}-code)
endfunction()

# racemap_overlay(<tool>): the headers of tools/<tool>/overlay, which the tool
# finds in ../lib/<tool>/overlay, in the build tree as in an install prefix.
function(racemap_overlay Tool)
  file(GLOB Headers CONFIGURE_DEPENDS
       "${PROJECT_SOURCE_DIR}/tools/${Tool}/overlay/*.h")
  foreach(Header IN LISTS Headers)
    cmake_path(GET Header FILENAME File)
    configure_file("${Header}"
      "${CMAKE_LIBRARY_OUTPUT_DIRECTORY}/${Tool}/overlay/${File}" COPYONLY)
  endforeach()
  install(FILES ${Headers}
          DESTINATION "${CMAKE_INSTALL_LIBDIR}/${Tool}/overlay")
endfunction()

# racemap_page(<tool>): the files of tools/<tool>/page as string literals, in
# Page.inc of the tool's include path: PageHtml, PageCss, PageJs.
function(racemap_page Tool)
  set(Text "")
  foreach(Kind Html Css Js)
    string(TOLOWER "${Kind}" Extension)
    set(File "${PROJECT_SOURCE_DIR}/tools/${Tool}/page/page.${Extension}")
    if(NOT EXISTS "${File}")
      return()
    endif()
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${File}")
    file(READ "${File}" Content)
    string(APPEND Text
           "constexpr llvm::StringLiteral Page${Kind} = R\"~~(${Content})~~\";\n")
  endforeach()
  file(CONFIGURE OUTPUT "${PROJECT_BINARY_DIR}/page/${Tool}/Page.inc"
       CONTENT "@Text@" @ONLY)
  target_include_directories(${Tool} PRIVATE
                             "${PROJECT_BINARY_DIR}/page/${Tool}")
endfunction()

# racemap_headers(): what programs include, in the build tree as in an install
# prefix, where the tool finds them in ../include.
function(racemap_headers)
  file(GLOB Headers CONFIGURE_DEPENDS
       "${PROJECT_SOURCE_DIR}/include/racemap/*.h")
  foreach(Header IN LISTS Headers)
    cmake_path(GET Header FILENAME File)
    configure_file("${Header}" "${PROJECT_BINARY_DIR}/include/racemap/${File}"
                   COPYONLY)
  endforeach()
  install(FILES ${Headers} DESTINATION include/racemap)
endfunction()

# racemap_package(): find_package(RaceMap CONFIG) in an install prefix, which can
# be moved.
function(racemap_package)
  include(CMakePackageConfigHelpers)
  set(Modules "${PROJECT_SOURCE_DIR}/cmake-modules")
  set(Made "${PROJECT_BINARY_DIR}/package")
  set(Folder "${CMAKE_INSTALL_LIBDIR}/cmake/RaceMap")
  configure_package_config_file("${Modules}/RaceMapConfig.cmake.in"
    "${Made}/RaceMapConfig.cmake" INSTALL_DESTINATION "${Folder}"
    PATH_VARS CMAKE_INSTALL_BINDIR CMAKE_INSTALL_LIBDIR)
  write_basic_package_version_file("${Made}/RaceMapConfigVersion.cmake"
    COMPATIBILITY SameMinorVersion)
  install(FILES "${Made}/RaceMapConfig.cmake"
                "${Made}/RaceMapConfigVersion.cmake"
                "${Modules}/RaceMapFunctions.cmake"
                "${Modules}/RaceMapVariant.cmake"
                "${Modules}/RaceMapCheckAll.cmake"
          DESTINATION "${Folder}")
endfunction()

# racemap_tool(<name>): the executable of tools/<name>, with everything of
# passes/, the shared libLLVM, and libclang-cpp if it is used.
function(racemap_tool Name)
  racemap_sources(Sources "tools/${Name}" ROOMS)
  if(NOT Sources)
    message(STATUS "tools/${Name}: no sources, skipped")
    return()
  endif()
  add_executable(${Name} ${Sources})
  target_compile_options(${Name} PRIVATE -fno-exceptions)
  target_compile_definitions(${Name} PRIVATE
    RACEMAP_CLANG="${RACEMAP_CLANGXX}")
  racemap_use_pch(${Name} support)
  get_property(Libraries GLOBAL PROPERTY RACEMAP_LIBRARIES)
  racemap_link_existing(${Name} PRIVATE ${Libraries})
  target_link_options(${Name} PRIVATE "LINKER:--as-needed")
  target_link_libraries(${Name} PRIVATE LLVM)
  if(TARGET clang-cpp)
    target_link_libraries(${Name} PRIVATE clang-cpp)
  endif()
  # The tool runs clang with the plugin and links programs with the runtimes,
  # so building it builds them.
  foreach(Needed ClangRaceMap racemap-cpu racemap-gpu)
    if(TARGET ${Needed})
      add_dependencies(${Name} ${Needed})
    endif()
  endforeach()
  install(TARGETS ${Name} RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}")
  racemap_overlay(${Name})
  racemap_page(${Name})
  racemap_help(${Name})
endfunction()

# racemap_help(<tool>): the pages for man and the completions that the tool
# writes itself, made when it is built and installed where shells and man look.
function(racemap_help Tool)
  set(Out "${PROJECT_BINARY_DIR}/help")
  set(Run "$<TARGET_FILE:${Tool}>")
  add_custom_command(TARGET ${Tool} POST_BUILD
    COMMAND "${CMAKE_COMMAND}" "-DTOOL=${Run}" "-DOUT=${Out}"
            -P "${PROJECT_SOURCE_DIR}/cmake/WriteHelp.cmake"
    VERBATIM)
  install(DIRECTORY "${Out}/man1" DESTINATION "${CMAKE_INSTALL_MANDIR}")
  install(FILES "${Out}/racemap.bash" RENAME ${Tool}
          DESTINATION "${CMAKE_INSTALL_DATADIR}/bash-completion/completions")
  install(FILES "${Out}/racemap.zsh" RENAME _${Tool}
          DESTINATION "${CMAKE_INSTALL_DATADIR}/zsh/site-functions")
  install(FILES "${Out}/racemap.fish"
          DESTINATION "${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d")
endfunction()

# How long a test with GoogleTest may take. Sanitizers make all several times as
# slow.
set(RACEMAP_TEST_SECONDS 300)
if(RACEMAP_SANITIZE)
  set(RACEMAP_TEST_SECONDS 1800)
endif()

# racemap_test(<name> [LABEL <label>]): GoogleTest executable
# racemap-<name>-tests of unit-tests/<name> and the rooms in it. It links the
# library of the same name with what that depends on; without such a library,
# everything.
function(racemap_test Name)
  cmake_parse_arguments(ARG "" "LABEL" "" ${ARGN})
  if(NOT ARG_LABEL)
    set(ARG_LABEL unit)
  endif()
  racemap_sources(Sources "unit-tests/${Name}" ROOMS)
  if(NOT Sources)
    message(STATUS "unit-tests/${Name}: no sources, skipped")
    return()
  endif()
  set(Target racemap-${Name}-tests)
  add_executable(${Target} ${Sources})
  target_compile_options(${Target} PRIVATE -fno-exceptions)
  racemap_use_pch(${Target} gtest)
  if(TARGET racemap-${Name})
    racemap_link_existing(${Target} PRIVATE ${Name})
  else()
    get_property(Libraries GLOBAL PROPERTY RACEMAP_LIBRARIES)
    racemap_link_existing(${Target} PRIVATE ${Libraries})
  endif()
  target_link_libraries(${Target} PRIVATE GTest::gtest GTest::gtest_main LLVM)
  gtest_discover_tests(${Target} TEST_PREFIX "${Name}." DISCOVERY_MODE PRE_TEST
                       DISCOVERY_TIMEOUT 60
                       PROPERTIES LABELS ${ARG_LABEL}
                                  TIMEOUT ${RACEMAP_TEST_SECONDS})
endfunction()
