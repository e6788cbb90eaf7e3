// ClosedLibraries - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "ClosedLibraries.h"
#include "llvm/ADT/STLExtras.h"

namespace racemap {

using llvm::StringRef;

/// The library that -lNAME or a path to libNAME.so or .a means, else empty.
static StringRef libraryOf(StringRef Argument) {
  if (Argument.consume_front("-l"))
    return Argument;
  StringRef File = Argument.rsplit('/').second;
  if (!File.consume_front("lib"))
    return {};
  return File.split('.').first;
}

bool isCudaRuntime(StringRef LinkArgument) {
  return llvm::is_contained(
      {"cuda", "cudart", "cudart_static", "cudadevrt", "culibos"},
      libraryOf(LinkArgument));
}

bool isClosedLibrary(StringRef LinkArgument) {
  StringRef Name = libraryOf(LinkArgument);
  static constexpr StringRef Families[] = {
      "cublas", "cufft", "curand", "cusparse", "cusolver", "npp",
      "nvjpeg", "nvrtc", "cudnn",  "cutensor", "nvgraph",  "nvJitLink"};
  return llvm::any_of(Families,
                      [&](StringRef F) { return Name.starts_with(F); });
}

llvm::Error closedLibrary(StringRef LinkArgument) {
  return llvm::createStringError(LinkArgument +
                                 ": this library is closed; the CPU device has "
                                 "nothing in its place");
}

} // namespace racemap
