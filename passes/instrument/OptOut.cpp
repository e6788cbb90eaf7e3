// OptOut - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/instrument/OptOut.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Support/VirtualFileSystem.h"

namespace racemap::instrument {

using namespace llvm;

/// What RACEMAP_NO_MONITOR says (include/racemap/racemap.h).
static constexpr StringLiteral Annotation = "racemap.no_monitor";
static constexpr StringLiteral Mark = "racemap.no_monitor";

Expected<OptOut> OptOut::create(const Module &M,
                                const std::vector<std::string> &Lists) {
  OptOut O;
  O.readAnnotations(M);
  if (Lists.empty())
    return std::move(O);
  std::string Why;
  O.List = SpecialCaseList::create(Lists, *vfs::getRealFileSystem(), Why);
  if (!O.List)
    return createStringError("ignorelist: " + Why);
  return std::move(O);
}

static StringRef textOf(const Value *V) {
  const auto *G = dyn_cast<GlobalVariable>(V->stripPointerCasts());
  const auto *Text = G && G->hasInitializer()
                         ? dyn_cast<ConstantDataArray>(G->getInitializer())
                         : nullptr;
  return Text && Text->isCString() ? Text->getAsCString() : "";
}

/// Each entry: what is annotated, the text, and where.
void OptOut::readAnnotations(const Module &M) {
  const GlobalVariable *All = M.getGlobalVariable("llvm.global.annotations");
  const auto *Entries = All && All->hasInitializer()
                            ? dyn_cast<ConstantArray>(All->getInitializer())
                            : nullptr;
  if (!Entries)
    return;
  for (const Use &Entry : Entries->operands()) {
    const auto *Fields = dyn_cast<ConstantStruct>(Entry.get());
    if (!Fields || textOf(Fields->getOperand(1)) != Annotation)
      continue;
    if (const auto *What =
            dyn_cast<GlobalValue>(Fields->getOperand(0)->stripPointerCasts()))
      Annotated.insert(What);
  }
}

bool OptOut::lists(StringRef Prefix, StringRef Name) const {
  return List && !Name.empty() && List->inSection("racemap", Prefix, Name);
}

bool OptOut::has(const Function &F) const {
  const DISubprogram *S = F.getSubprogram();
  return Annotated.contains(&F) || lists("fun", F.getName()) ||
         lists("fun", demangle(F.getName())) ||
         (S && (lists("src", S->getFilename()) || lists("fun", S->getName())));
}

bool OptOut::has(const GlobalVariable &V) const {
  if (Annotated.contains(&V) || lists("global", V.getName()) ||
      lists("global", demangle(V.getName())))
    return true;
  SmallVector<DIGlobalVariableExpression *, 1> Known;
  V.getDebugInfo(Known);
  return any_of(Known, [&](const DIGlobalVariableExpression *E) {
    return lists("global", E->getVariable()->getName());
  });
}

void OptOut::mark(Module &M) const {
  MDNode *Empty = MDNode::get(M.getContext(), {});
  for (Function &F : M)
    if (has(F))
      for (Instruction &I : instructions(F))
        if (I.mayReadOrWriteMemory())
          I.setMetadata(Mark, Empty);
}

bool OptOut::isMarked(const Instruction &I) {
  return I.getMetadata(Mark) != nullptr;
}

} // namespace racemap::instrument
