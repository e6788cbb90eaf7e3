// racemap-compile-all - compiles every kernel of some device modules, as
// libracemap-cpu does when a program launches them.
//
// In:  bitcode, as `racemap cc --device=cpu --cuda-device-only -emit-llvm -c`
//      writes it: each file is a module or, with --rdc, all files together are.
// Out: a line for each file, "FILE: N kernels, M fail", after the reasons on
//      standard error; exit status 1 if any kernel fails.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/cpu/CompileAll.h"

#include "llvm/Object/OffloadBinary.h"
#include "llvm/Support/raw_ostream.h"

#include <vector>

using namespace llvm;

/// As tools/racemap/DeviceImage.cpp puts bitcode into objects.
static SmallString<0> imageOf(std::unique_ptr<MemoryBuffer> Bitcode,
                              bool IsRelocatable) {
  object::OffloadBinary::OffloadingImage Image;
  Image.TheImageKind = object::IMG_Bitcode;
  Image.TheOffloadKind = object::OFK_Cuda;
  Image.StringData["triple"] = "nvptx64-nvidia-cuda";
  Image.StringData["rdc"] = IsRelocatable ? "true" : "false";
  Image.Image = std::move(Bitcode);
  return object::OffloadBinary::write(Image);
}

static bool compile(ArrayRef<StringRef> Files, bool IsRelocatable) {
  std::vector<SmallString<0>> Kept;
  for (StringRef File : Files) {
    auto Bitcode = MemoryBuffer::getFile(File);
    if (!Bitcode) {
      errs() << File << ": " << Bitcode.getError().message() << '\n';
      return false;
    }
    Kept.push_back(imageOf(std::move(*Bitcode), IsRelocatable));
  }
  std::vector<const void *> Images;
  for (const SmallString<0> &Image : Kept)
    Images.push_back(Image.data());
  unsigned NumKernels = 0;
  int Failed = __racemap_cpu_compile_all(Images.data(), unsigned(Images.size()),
                                         &NumKernels);
  outs() << Files.front() << ": " << NumKernels << " kernels, " << Failed
         << " fail\n";
  outs().flush();
  return Failed == 0;
}

int main(int Argc, char **Argv) {
  std::vector<StringRef> Files(Argv + 1, Argv + Argc);
  bool IsRelocatable = !Files.empty() && Files.front() == "--rdc";
  if (IsRelocatable) {
    Files.erase(Files.begin());
    return compile(Files, true) ? 0 : 1;
  }
  bool All = !Files.empty();
  for (StringRef File : Files)
    All &= compile({File}, false);
  return All ? 0 : 1;
}
