// OptOut - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/instrument/OptOut.h"
#include "passes/ptx/SymbolNames.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Support/VirtualFileSystem.h"

namespace racemap::instrument {

using namespace llvm;

static constexpr StringLiteral Mark = "racemap.no_monitor";

Expected<OptOut> OptOut::create(const Module &M,
                                const std::vector<std::string> &Lists) {
  OptOut O;
  // What RACEMAP_NO_MONITOR and RACEMAP_BENIGN say (racemap/racemap.h).
  for (StringRef Text : {"racemap.no_monitor", "racemap.benign"})
    for (const Annotation &A : annotatedWith(Text, M))
      O.Annotated.insert(A.What);
  for (const Annotation &A : annotatedWith(BenignStatement::Name, M))
    if (auto S = BenignStatement::parse(A.Text))
      O.Statements[A.What].push_back(*S);
  if (Lists.empty())
    return std::move(O);
  std::string Why;
  O.List = SpecialCaseList::create(Lists, *vfs::getRealFileSystem(), Why);
  if (!O.List)
    return createStringError("ignorelist: " + Why);
  return std::move(O);
}

bool OptOut::lists(StringRef Prefix, StringRef Name) const {
  return List && !Name.empty() && List->inSection("racemap", Prefix, Name);
}

bool OptOut::has(const Function &F) const {
  const DISubprogram *S = F.getSubprogram();
  return Annotated.contains(&F) || lists("fun", F.getName()) ||
         lists("fun", ptx::sourceName(F.getName())) ||
         (S && (lists("src", S->getFilename()) || lists("fun", S->getName())));
}

bool OptOut::has(const GlobalVariable &V) const {
  if (Annotated.contains(&V) || lists("global", V.getName()) ||
      lists("global", ptx::sourceName(V.getName())))
    return true;
  SmallVector<DIGlobalVariableExpression *, 1> Known;
  V.getDebugInfo(Known);
  return any_of(Known, [&](const DIGlobalVariableExpression *E) {
    return lists("global", E->getVariable()->getName());
  });
}

bool OptOut::isInStatement(const Instruction &I) const {
  const DILocation *L = I.getDebugLoc().get();
  auto Its = Statements.find(I.getFunction());
  return L && Its != Statements.end() &&
         any_of(Its->second, [&](const BenignStatement &S) {
           return S.has(L->getLine(), L->getColumn());
         });
}

void OptOut::mark(Module &M) const {
  MDNode *Empty = MDNode::get(M.getContext(), {});
  for (Function &F : M) {
    bool IsWhole = has(F);
    if (IsWhole || Statements.contains(&F))
      for (Instruction &I : instructions(F))
        if (I.mayReadOrWriteMemory() && (IsWhole || isInStatement(I)))
          I.setMetadata(Mark, Empty);
  }
}

bool OptOut::isMarked(const Instruction &I) {
  return I.getMetadata(Mark) != nullptr;
}

} // namespace racemap::instrument
