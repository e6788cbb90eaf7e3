// Inliner - see the header. Every inlined call remembers the chain of
// functions it came through, as LLVM's own inliner does.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/lift/prepare/Inliner.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/Cloning.h"

namespace racemap::lift {

using namespace llvm;

namespace {

/// A call and the chain of functions it was inlined through.
struct PendingCall {
  CallBase *Call;
  int Chain;
};

struct Link {
  Function *Callee;
  int Outer;
};

/// A limit on the growth of one kernel: what is left is a call of an unknown
/// function.
constexpr unsigned MaxInlinedCalls = 20000;

} // namespace

void allowInlining(Module &M) {
  for (Function &F : M) {
    F.removeFnAttr(Attribute::OptimizeNone);
    F.removeFnAttr(Attribute::NoInline);
  }
}

static bool isOnChain(ArrayRef<Link> Links, int Chain, const Function *F) {
  for (; Chain >= 0; Chain = Links[Chain].Outer)
    if (Links[Chain].Callee == F)
      return true;
  return false;
}

static void collectCalls(Function &F, SmallVectorImpl<PendingCall> &Out) {
  for (Instruction &I : instructions(F))
    if (auto *Call = dyn_cast<CallBase>(&I))
      Out.push_back({Call, -1});
}

void inlineCalls(Function &Kernel,
                 function_ref<bool(const Function &Callee)> Keep) {
  SmallVector<PendingCall> Work;
  SmallVector<Link> Links;
  collectCalls(Kernel, Work);
  unsigned Budget = MaxInlinedCalls;
  while (!Work.empty() && Budget) {
    PendingCall Next = Work.pop_back_val();
    Function *Callee = Next.Call->getCalledFunction();
    if (!Callee || Callee->isDeclaration() || Callee == &Kernel ||
        Keep(*Callee) || isOnChain(Links, Next.Chain, Callee))
      continue;
    InlineFunctionInfo Info;
    if (!InlineFunction(*Next.Call, Info, /*MergeAttributes=*/false,
                        /*CalleeAAR=*/nullptr, /*InsertLifetime=*/false)
             .isSuccess())
      continue;
    --Budget;
    Links.push_back({Callee, Next.Chain});
    for (CallBase *Call : Info.InlinedCallSites)
      Work.push_back({Call, static_cast<int>(Links.size()) - 1});
  }
}

} // namespace racemap::lift
