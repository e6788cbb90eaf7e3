// IndexLimits - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/lift/emit/IndexLimits.h"
#include "passes/map/Traversal.h"

namespace racemap::lift {

using namespace llvm;
using map::Op;
using map::Term;

/// Parameters and dimensions, of as many bits as an index at most.
bool isSize(const Term *T, unsigned Width) {
  const auto *V = dyn_cast<map::Variable>(T);
  return V && !V->isIndex() && V->role() != map::Variable::Role::Loop &&
         V->width() >= 32 && V->width() <= Width;
}

void IndexLimits::note(const Term *C, bool IsTrue, map::Ranges &Hardware) {
  if (map::isOp(C, Op::Xor) && C->isBool() && isa<map::Constant>(C->operand(1)))
    return note(C->operand(0),
                IsTrue != (cast<map::Constant>(C->operand(1))->value() == 1),
                Hardware);
  if (C->isBool() && map::isOp(C, IsTrue ? Op::And : Op::Or)) {
    note(C->operand(0), IsTrue, Hardware);
    return note(C->operand(1), IsTrue, Hardware);
  }
  // a < b is true, or b <= a is false.
  bool Signed = map::isOp(C, IsTrue ? Op::SLt : Op::SLe);
  if (!Signed && !map::isOp(C, IsTrue ? Op::ULt : Op::ULe))
    return;
  const Term *Low = C->operand(IsTrue ? 0 : 1);
  const Term *High = C->operand(IsTrue ? 1 : 0);
  bool MayBeNegative = !map::gridProduct(Low) && !Counted.contains(Low) &&
                       Hardware.signedRange(Low).Low < 0;
  if (Signed && MayBeNegative)
    return;
  Positive.insert(High);
  if (Signed)
    SignedPositive.insert(High);
  if (isSize(High, 64) || isa<map::Constant>(High))
    Below.insert({map::withoutCut(Low), High});
}

/// Does the loop step from a number up to another, and nowhere near the end of
/// its type? Then what it steps through is never negative.
static bool isCounted(const map::Loop &L) {
  if (!L.TheRange || L.TheRange->Kind != map::Loop::StepKind::Add)
    return false;
  auto IsAtLeast = [](const Term *T, int64_t Least) {
    const auto *C = dyn_cast<map::Constant>(T);
    return C && C->signedValue() >= Least && C->signedValue() < 1 << 30;
  };
  const Term *Test = L.While;
  return map::isOp(Test, Op::SLt) && Test->operand(0) == L.TheRange->Var &&
         IsAtLeast(Test->operand(1), 0) && IsAtLeast(L.TheRange->Start, 0) &&
         IsAtLeast(L.TheRange->Step, 1);
}

void IndexLimits::note(const map::Loop &L, map::Ranges &Hardware) {
  if (isCounted(L)) {
    Counted.insert(L.TheRange->Var);
    Below.insert({L.Counter, L.While->operand(1)}); // it is no larger
  }
  note(L.While, true, Hardware);
}

std::vector<const Term *> offsetsIn(const map::Protocol &P) {
  std::vector<const Term *> All;
  map::forEachStmt(P.Body, [&](const map::Stmt *S) {
    if (const auto *A = dyn_cast<map::Access>(S))
      All.push_back(A->Offset);
  });
  return All;
}

} // namespace racemap::lift
