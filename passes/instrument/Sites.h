// Sites - the accesses of a module, numbered, as the text that the runtime
// reads (runtime/host/ModuleInfo.h).
//
// Accesses that a report could not tell apart share a number.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PASSES_INSTRUMENT_SITES_H
#define RACEMAP_PASSES_INSTRUMENT_SITES_H

#include "passes/instrument/Objects.h"
#include "passes/lift/module/SystemFiles.h"
#include "llvm/Support/JSON.h"
#include <map>

namespace racemap::instrument {

/// Does a function that is instrumented announce accesses that may be to shared
/// memory?
bool mayAccessShared(const llvm::Function &F);

class Sites {
public:
  explicit Sites(const llvm::Module &M) : Foreign(M) {}

  /// The number of an access of this instruction, through this pointer (null:
  /// not known).
  unsigned number(const llvm::Instruction &I, const Event &E,
                  const llvm::Value *Pointer, const Objects &In);
  /// Of: the kernel that it is a copy of.
  void addKernel(const llvm::Function &F, bool OrdersOtherwise,
                 const llvm::Function *Of = nullptr);
  /// F, which was added, will not be in the module.
  void removeKernel(const llvm::Function &F);
  /// Copy is a kernel, too, which launches may run in place of Full that keep
  /// to one of Launches.
  void addLean(const llvm::Function &Full, const llvm::Function &Copy,
               const llvm::json::Array &Launches, llvm::json::Array Extents);

  /// What this check finds in the line is hidden, and why.
  void addIgnored(llvm::StringRef File, unsigned Line, llvm::StringRef Check,
                  llvm::StringRef Why);

  /// Why all launches of the kernel are monitored in full, if it is known.
  void addWhyFull(llvm::StringRef Kernel, llvm::StringRef Why);

  /// All sites of a kernel have their numbers. It has so many accesses, with
  /// those that are not announced.
  void finish(const llvm::Function &F, unsigned Accesses);

  /// Writes everything into the module's variable.
  void store(llvm::Module &M);

  size_t size() const { return All.size(); }

private:
  lift::SystemFiles Foreign;
  llvm::json::Array All, Ignored;
  llvm::json::Object Kernels;
  std::map<std::string, unsigned> Numbers; ///< by the text of a site
  /// From the first to the last one of a function's own.
  llvm::DenseMap<const llvm::Function *, std::pair<unsigned, unsigned>> Ranges;
};

} // namespace racemap::instrument

#endif
