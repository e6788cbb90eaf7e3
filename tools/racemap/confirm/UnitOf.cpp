// UnitOf - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tools/racemap/confirm/UnitOf.h"
#include "tools/racemap/CompilationDatabase.h"
#include "llvm/Support/FileSystem.h"

namespace racemap {

using llvm::json::Array;
using llvm::json::Object;

static Array strings(llvm::ArrayRef<std::string> All) {
  Array Result;
  for (const std::string &One : All)
    Result.push_back(llvm::json::fixUTF8(One));
  return Result;
}

static Object unitOf(const CudaUnit &U, const Request &R) {
  llvm::SmallString<128> Directory(U.Directory);
  if (Directory.empty())
    llvm::sys::fs::current_path(Directory);
  llvm::sys::fs::make_absolute(Directory);
  Array Said;
  std::vector<std::string> Problems; // which the plugin has named
  if (auto Lockstep = Options::of(U.File, R.OptionTexts, Problems).Lockstep)
    Said.push_back(*Lockstep ? "warp-sync=lockstep" : "warp-sync=independent");
  return Object{{"file", llvm::json::fixUTF8(U.File)},
                {"arch", U.Arch},
                {"directory", llvm::json::fixUTF8(Directory)},
                {"flags", strings(U.Flags)},
                {"options", std::move(Said)}};
}

void nameUnit(llvm::json::Value &Results, const CudaUnit &U, const Request &R) {
  Object *Root = Results.getAsObject();
  Array *Kernels = Root ? Root->getArray("kernels") : nullptr;
  if (!Kernels)
    return;
  std::optional<Object> Unit;
  for (llvm::json::Value &K : *Kernels) {
    Object *Recipe =
        K.getAsObject() ? K.getAsObject()->getObject("recipe") : nullptr;
    if (!Recipe)
      continue;
    if (!Unit)
      Unit = unitOf(U, R);
    (*Recipe)["unit"] = Object(*Unit);
  }
}

std::string wholePath(llvm::StringRef Directory, llvm::StringRef File) {
  return File.empty() ? std::string() : absolutePath(Directory, File);
}

} // namespace racemap
