// Variables - the global variables of a device module.
//
// A variable gets its place in the arena, and its initial value there, when it
// is first asked for; those that its value points to get theirs, too. Addresses
// of functions are not known before the functions are compiled: they are
// filled in when the first kernel that reaches the variable is.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_RUNTIME_CPU_VARIABLES_H
#define RACEMAP_RUNTIME_CPU_VARIABLES_H

#include "llvm/IR/Constants.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/Error.h"

#include <map>
#include <memory>
#include <string>

namespace racemap::cpu {

/// Gives variables without a name one: the same in each copy of a module.
void nameVariables(llvm::Module &M);

/// A static variable of a relocatable unit has two names if the host's use of
/// it comes behind the device's: clang has decided by then that it is the
/// unit's own. They become one.
void joinStatics(llvm::Module &M);

/// Other names of a function or a variable become the one that is defined.
void resolveAliases(llvm::Module &M);

class Variables {
public:
  struct Place {
    char *Begin = nullptr;
    size_t Bytes = 0;
    /// The initial value of a managed variable, which the host has.
    const void *Value = nullptr;
  };

  /// M may be lazily loaded: only variables are looked at.
  Variables(std::unique_ptr<llvm::LLVMContext> Context,
            std::unique_ptr<llvm::Module> M)
      : Context(std::move(Context)), M(std::move(M)) {}

  const llvm::Module &module() const { return *M; }

  llvm::Expected<Place> place(llvm::StringRef Name);
  /// These managed ones have their place and their value already.
  void keep(const std::map<std::string, Place> &Placed) {
    Places.insert(Placed.begin(), Placed.end());
  }
  /// All others that have a place have their initial values again.
  llvm::Error reset();
  /// They have no place any more.
  void free();

  /// Writes the addresses of functions where variables hold them that have
  /// their place and wait for them.
  void fill(const std::map<std::string, void *> &Found);

private:
  llvm::Error write(const llvm::Constant &Value, char *To);
  llvm::Error writeParts(const llvm::Constant &Value, char *To);
  llvm::Error writeAddress(const llvm::Constant &Value, char *To);
  /// What a constant is with all variables in their places, cut to 64 bits.
  llvm::Expected<uint64_t> number(const llvm::Constant &C);
  llvm::Expected<uint64_t> number(const llvm::ConstantExpr &E);

  std::unique_ptr<llvm::LLVMContext> Context;
  std::unique_ptr<llvm::Module> M;
  std::map<std::string, Place> Places;
  /// Those that were filled in.
  std::map<std::string, void *> Functions;
  std::multimap<std::string, char *> WaitsForFunction;
};

} // namespace racemap::cpu

#endif // RACEMAP_RUNTIME_CPU_VARIABLES_H
