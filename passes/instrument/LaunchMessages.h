// LaunchMessages - what a launch says that no proof covers (LaunchChecks.h).
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PASSES_INSTRUMENT_LAUNCHMESSAGES_H
#define RACEMAP_PASSES_INSTRUMENT_LAUNCHMESSAGES_H

#include "passes/instrument/LaunchConditions.h"
#include "llvm/IR/Module.h"

namespace racemap::instrument {

class LaunchMessages {
public:
  explicit LaunchMessages(llvm::Module &M) : M(M), C(M.getContext()) {}

  /// Has the thread remember where the source is about to launch.
  void notePlace(llvm::CallBase &Launching);
  /// Launches that come after this one are made by who notes no place.
  void forgetPlace(llvm::IRBuilder<> &B);
  /// Room for what is said of values, in the function where B is.
  llvm::Value *makeBuffer(llvm::IRBuilder<> &B);
  /// Says, if the condition does not hold, what of it the launch has, and
  /// returns from the function.
  void sayUnless(const LaunchCondition &Holds, llvm::StringRef Kernel,
                 llvm::Value *Buffer, llvm::IRBuilder<> &B);

private:
  llvm::Function *saying();
  llvm::GlobalVariable *place();
  llvm::Constant *record(const std::string &Text);
  llvm::Constant *text(llvm::StringRef Text);

  llvm::Module &M;
  llvm::LLVMContext &C;
  std::map<std::string, llvm::Constant *> Texts, Records;
  llvm::Function *Saying = nullptr;
};

} // namespace racemap::instrument

#endif
