// Jit - makes code of LLVM modules that are lowered to the host.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_RUNTIME_CPU_JIT_H
#define RACEMAP_RUNTIME_CPU_JIT_H

#include "llvm/ADT/StringRef.h"
#include "llvm/ExecutionEngine/Orc/LLJIT.h"
#include "llvm/Target/TargetMachine.h"

#include <map>
#include <memory>
#include <string>

namespace racemap::cpu {

class Jit {
public:
  /// The one of the process. An error if LLVM cannot make code for the host.
  static llvm::Expected<Jit *> get();

  /// A new one for each module that is lowered.
  llvm::Expected<std::unique_ptr<llvm::TargetMachine>> targetMachine();

  /// The function of this library that device code means by Name, or null.
  static void *find(llvm::StringRef Name);

  struct Code {
    std::map<std::string, void *> Functions;
    llvm::orc::JITDylib *Its = nullptr; ///< what remove() takes
  };
  /// Compiles M, with the addresses of these of its functions.
  llvm::Expected<Code> compile(std::unique_ptr<llvm::Module> M,
                               std::unique_ptr<llvm::LLVMContext> Context,
                               llvm::ArrayRef<std::string> Functions);
  /// Gives back what compile() has made; none of it runs.
  void remove(llvm::orc::JITDylib &Its);

private:
  Jit() = default;
  std::unique_ptr<llvm::orc::LLJIT> Orc;
  unsigned NumModules = 0;
};

} // namespace racemap::cpu

#endif // RACEMAP_RUNTIME_CPU_JIT_H
