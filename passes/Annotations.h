// Annotations - what __attribute__((annotate("..."))) says of the functions and
// variables of a module.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PASSES_ANNOTATIONS_H
#define RACEMAP_PASSES_ANNOTATIONS_H

#include "llvm/IR/Constants.h"
#include "llvm/IR/Module.h"

namespace racemap {

/// One of them: what is annotated, with which text.
struct Annotation {
  const llvm::GlobalValue *What = nullptr; ///< never null
  llvm::StringRef Text;
  llvm::Constant *Entry = nullptr; ///< in llvm.global.annotations
};

inline std::vector<Annotation> annotationsOf(const llvm::Module &M) {
  using namespace llvm;
  auto TextOf = [](const Value *V) {
    const auto *G = dyn_cast<GlobalVariable>(V->stripPointerCasts());
    const auto *Found = G && G->hasInitializer()
                            ? dyn_cast<ConstantDataArray>(G->getInitializer())
                            : nullptr;
    return Found && Found->isCString() ? Found->getAsCString() : StringRef();
  };
  const GlobalVariable *All = M.getGlobalVariable("llvm.global.annotations");
  const auto *Entries = All && All->hasInitializer()
                            ? dyn_cast<ConstantArray>(All->getInitializer())
                            : nullptr;
  std::vector<Annotation> Result;
  if (!Entries)
    return Result;
  // Each entry: what is annotated, the text, and where.
  for (const Use &Entry : Entries->operands())
    if (auto *Fields = dyn_cast<ConstantStruct>(Entry.get()))
      if (const auto *What =
              dyn_cast<GlobalValue>(Fields->getOperand(0)->stripPointerCasts()))
        Result.push_back({What, TextOf(Fields->getOperand(1)), Fields});
  return Result;
}

/// The functions and variables that are annotated with this name. An annotation
/// is a name, or a name, a colon and what is to be said: "racemap.benign: why".
inline std::vector<Annotation> annotatedWith(llvm::StringRef Name,
                                             const llvm::Module &M) {
  std::vector<Annotation> Result;
  for (const Annotation &A : annotationsOf(M))
    if (A.Text.split(": ").first == Name)
      Result.push_back(A);
  return Result;
}

} // namespace racemap

#endif
