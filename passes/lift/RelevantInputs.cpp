// RelevantInputs - a walk over the sinks of the protocol.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/lift/RelevantInputs.h"
#include "llvm/ADT/SmallPtrSet.h"
#include <set>

namespace racemap::lift {

using namespace llvm;
using map::Term;

namespace {

class Collector {
public:
  void visit(const map::Sequence &S) {
    for (const map::Stmt *X : S)
      visit(X);
  }
  std::vector<std::string> names() const {
    return {Names.begin(), Names.end()};
  }

private:
  void visit(const map::Stmt *X);
  void visit(const Term *T);

  std::set<std::string> Names;
  SmallPtrSet<const Term *, 32> Seen;
};

} // namespace

void Collector::visit(const Term *Root) {
  SmallVector<const Term *, 16> Work;
  if (Root)
    Work.push_back(Root);
  while (!Work.empty()) {
    const Term *T = Work.pop_back_val();
    if (!Seen.insert(T).second)
      continue;
    if (const auto *V = dyn_cast<map::Variable>(T))
      if (V->role() == map::Variable::Role::Parameter)
        Names.insert(V->name().str());
    if (const auto *U = dyn_cast<map::Unknown>(T))
      if (U->array())
        Names.insert(U->array()->Name);
    Work.append(T->operands().begin(), T->operands().end());
  }
}

void Collector::visit(const map::Stmt *X) {
  switch (X->kind()) {
  case map::Stmt::Kind::Access: {
    const auto *A = cast<map::Access>(X);
    visit(A->Offset);
    for (const Term *Slot : A->Slots)
      visit(Slot);
    return;
  }
  case map::Stmt::Kind::Barrier: {
    const auto *B = cast<map::Barrier>(X);
    visit(B->Number);
    visit(B->Count);
    visit(B->Mask);
    return;
  }
  case map::Stmt::Kind::If: {
    const auto *I = cast<map::If>(X);
    visit(I->Condition);
    visit(I->Then);
    visit(I->Else);
    return;
  }
  case map::Stmt::Kind::Loop: {
    const auto *L = cast<map::Loop>(X);
    visit(L->While);
    if (L->TheRange) {
      visit(L->TheRange->Start);
      visit(L->TheRange->Step);
    }
    visit(L->Body);
    return;
  }
  case map::Stmt::Kind::Leave:
    return;
  }
}

std::vector<std::string> relevantInputs(const map::Protocol &P) {
  Collector C;
  C.visit(P.Body);
  return C.names();
}

} // namespace racemap::lift
