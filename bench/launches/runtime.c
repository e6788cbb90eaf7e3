// A CUDA runtime that does nothing, so that what a launch costs the host's code
// of a program can be seen.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
struct dim3 {
  unsigned x, y, z;
};

static struct {
  struct dim3 grid, block;
  unsigned long bytes;
  void *stream;
} configured;

int __cudaPushCallConfiguration(struct dim3 grid, struct dim3 block,
                                unsigned long bytes, void *stream) {
  configured.grid = grid;
  configured.block = block;
  configured.bytes = bytes;
  configured.stream = stream;
  return 0;
}

int __cudaPopCallConfiguration(struct dim3 *grid, struct dim3 *block,
                               unsigned long *bytes, void **stream) {
  *grid = configured.grid;
  *block = configured.block;
  *bytes = configured.bytes;
  *stream = configured.stream;
  return 0;
}

int cudaLaunchKernel(const void *kernel, struct dim3 grid, struct dim3 block,
                     void **arguments, unsigned long bytes, void *stream) {
  return 0;
}

void **__cudaRegisterFatBinary(const void *binary) {
  static void *handle;
  return &handle;
}
void __cudaRegisterFatBinaryEnd(void **handle) {}
void __cudaUnregisterFatBinary(void **handle) {}
void __cudaRegisterFunction(void **handle) {}
