# The device runtime for GPUs as bitcode, which passes/instrument has in it. It
# is for all architectures: what it is compiled for is taken off when it is
# linked into a module. It is included, as a module has its file's name in it:
# with the folder's there, two folders would make two plugins.
set(Source "${PROJECT_SOURCE_DIR}/runtime/gpu/device/Runtime.cpp")
set(Bitcode "${PROJECT_BINARY_DIR}/gpu/Runtime.bc")
file(MAKE_DIRECTORY "${PROJECT_BINARY_DIR}/gpu")
add_custom_command(OUTPUT "${Bitcode}"
  COMMAND "${RACEMAP_CLANGXX}" --target=nvptx64-nvidia-cuda -march=sm_75
          -Xclang -target-feature -Xclang +ptx63 -std=c++20 -O2
          -ffreestanding -nostdlibinc -fno-exceptions -fno-rtti
          -fconvergent-functions -Wall -Wextra -Werror
          "-I${PROJECT_SOURCE_DIR}" -emit-llvm -c -MD -MF "${Bitcode}.d"
          -MT "${Bitcode}" -include "${Source}" -x c++ /dev/null
          -o "${Bitcode}"
  DEPENDS "${Source}" DEPFILE "${Bitcode}.d" VERBATIM)
set(User "${PROJECT_SOURCE_DIR}/passes/instrument/GpuBinding.cpp")
set_source_files_properties("${User}" PROPERTIES
  OBJECT_DEPENDS "${Bitcode}"
  COMPILE_DEFINITIONS "RACEMAP_GPU_BITCODE=\"${Bitcode}\"")
target_sources(racemap-instrument PRIVATE "${Bitcode}")
