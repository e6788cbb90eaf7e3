# `cpack` makes a Debian package of what is installed: racemap_<version>_<arch>
# .deb, for /usr. What it needs of the system dpkg-shlibdeps finds; what the
# tool runs (clang) is named here.
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME racemap)
set(CPACK_PACKAGE_VENDOR "RaceMap")
set(CPACK_PACKAGE_CONTACT "RaceMap <racemap@localhost>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY
    "finds data races and barrier divergence in CUDA kernels")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_RESOURCE_FILE_LICENSE "${PROJECT_SOURCE_DIR}/LICENSE")
set(CPACK_VERBATIM_VARIABLES ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
# The plugins get LLVM's symbols from the clang or opt that loads them.
set(CPACK_DEBIAN_PACKAGE_DEPENDS "clang-${LLVM_VERSION_MAJOR}")
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "libclang-rt-${LLVM_VERSION_MAJOR}-dev, git")
set(CPACK_DEBIAN_PACKAGE_DESCRIPTION
"A clang plugin that decides for every pair of memory accesses of a kernel
whether they can race, with a concrete case for each warning, and a sanitizer
that reports the races of a run on the CPU. No GPU is needed; the headers of
the CUDA toolkit are.")

install(FILES "${PROJECT_SOURCE_DIR}/LICENSE"
        DESTINATION "${CMAKE_INSTALL_DATADIR}/doc/racemap" RENAME copyright)
install(FILES "${PROJECT_SOURCE_DIR}/CHANGELOG.md"
              "${PROJECT_SOURCE_DIR}/README.md"
        DESTINATION "${CMAKE_INSTALL_DATADIR}/doc/racemap")
install(DIRECTORY "${PROJECT_SOURCE_DIR}/docs"
        DESTINATION "${CMAKE_INSTALL_DATADIR}/doc/racemap")
include(CPack)
