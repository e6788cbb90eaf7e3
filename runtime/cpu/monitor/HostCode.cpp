// HostCode - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/cpu/monitor/HostCode.h"
#include "llvm/DebugInfo/Symbolize/Symbolize.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/Path.h"

#include <dlfcn.h>
#include <link.h>
#include <mutex>

namespace racemap::cpu {

using llvm::symbolize::LLVMSymbolizer;

/// The file that has the code, and where in it.
static bool locate(const void *Code, std::string &File, uint64_t &Offset) {
  Dl_info Info;
  link_map *Map = nullptr;
  void **Extra = reinterpret_cast<void **>(&Map);
  if (!dladdr1(Code, &Info, Extra, RTLD_DL_LINKMAP) || !Info.dli_fname)
    return false;
  // A program that was found on PATH is known by its name only.
  bool IsProgram = !Map || Map->l_name[0] == '\0';
  File = IsProgram ? "/proc/self/exe" : Info.dli_fname;
  Offset = uint64_t(Code) - (Map ? Map->l_addr : 0);
  return true;
}

/// Is it a function of the CUDA API that another one is wrapped in, as
/// cudaMalloc<int>() is for cudaMalloc()? Who calls it calls the API.
static bool isWrapper(const llvm::DILineInfo &L) {
  return llvm::sys::path::filename(L.FileName) == "cuda_runtime.h";
}

/// Adds the frames of the call that returns to Return.
static void addFrames(LLVMSymbolizer &Symbolizer, const void *Return,
                      std::vector<host::Frame> &Frames) {
  std::string File;
  uint64_t Offset = 0;
  // The call is before the address that it returns to.
  if (!locate(static_cast<const char *>(Return) - 1, File, Offset))
    return;
  auto Found = Symbolizer.symbolizeInlinedCode(
      File, {Offset, llvm::object::SectionedAddress::UndefSection});
  if (!Found)
    return llvm::consumeError(Found.takeError());
  for (uint32_t I = 0; I < Found->getNumberOfFrames(); ++I) {
    const llvm::DILineInfo &Line = Found->getFrame(I);
    if (Line.FunctionName == llvm::DILineInfo::BadString || isWrapper(Line))
      continue;
    bool HasFile = Line.FileName != llvm::DILineInfo::BadString;
    Frames.push_back({Line.FunctionName, HasFile ? Line.FileName : "",
                      Line.Line, Line.Column});
  }
}

std::vector<host::Frame> hostFrames(const CallPlace &Place) {
  static std::mutex Lock; // the symbolizer is for one thread at a time
  std::lock_guard<std::mutex> Guard(Lock);
  // Never destroyed: kernels may be launched from destructors.
  static LLVMSymbolizer &Symbolizer = *[] {
    // As device code has it: as the compiler was told.
    LLVMSymbolizer::Options How;
    How.PathStyle =
        llvm::DILineInfoSpecifier::FileLineInfoKind::RelativeFilePath;
    return new LLVMSymbolizer(How);
  }();
  std::vector<host::Frame> Frames;
  for (const void *Return : Place.returns()) {
    addFrames(Symbolizer, Return, Frames);
    if (!Frames.empty() && Frames.back().Function == "main")
      break;
  }
  return Frames;
}

} // namespace racemap::cpu
