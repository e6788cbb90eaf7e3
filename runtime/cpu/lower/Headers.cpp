// Headers - wrappers of headers become part of what calls them.
//
// __shfl_sync() of clang's headers is a function around an intrinsic. Inlined
// before the intrinsic becomes a call of the engine, the place in the source is
// known to be where the user called it.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/cpu/lower/Analyses.h"
#include "runtime/cpu/lower/Code.h"
#include "runtime/cpu/lower/Lower.h"

#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/PassManager.h"
#include "llvm/Transforms/IPO/AlwaysInliner.h"

namespace racemap::cpu {

using namespace llvm;

static bool isWrapper(const Function &F) {
  const DISubprogram *S = F.getSubprogram();
  return S && !F.isDeclaration() && isToolchainHeader(S->getFilename());
}

void inlineHeaders(Lowering &L) {
  for (Function &F : L.M) {
    F.removeFnAttr(Attribute::OptimizeNone);
    if (&F == &L.Kernel || !isWrapper(F))
      continue;
    F.removeFnAttr(Attribute::NoInline);
    F.addFnAttr(Attribute::AlwaysInline);
  }
  PassBuilder Builder;
  Analyses All(Builder);
  AlwaysInlinerPass(/*InsertLifetime=*/false).run(L.M, All.Modules);
}

} // namespace racemap::cpu
