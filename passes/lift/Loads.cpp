// Loads - integers that are read from memory.
//
// What the kernel never writes is a function of the address: an input. What it
// may write is unmodelled, and so is the content of private variables that
// are indexed.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/lift/Values.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/Module.h"

namespace racemap::lift {

using namespace llvm;
using map::Term;

const Term *Values::ofLoad(const LoadInst &L, uint64_t At, unsigned Width) {
  if (L.isVolatile() || L.isAtomic())
    return nullptr;
  const Value *Base = L.getPointerOperand();
  const Loop *Here = K.Loops.getLoopFor(L.getParent());
  const Term *Result = nullptr;
  for (const Target &T : pointerIn(Base, Here)) {
    if (T.Base.TheKind == Root::Kind::Nothing)
      continue;
    const Term *Part = ofTarget(T, At, Width);
    if (!Part)
      return nullptr;
    Result = Result ? Terms.ite(T.Condition, Part, Result) : Part;
  }
  return Result;
}

const Term *Values::ofTarget(const Target &T, uint64_t At, unsigned Width) {
  // i1 and odd widths are in memory what a person does not see there.
  if (Width % 8)
    return nullptr;
  const Term *Offset = Terms.add(T.Offset, Terms.constant(64, At));
  if (T.Variable && K.Arrays.isConstantParameter(T.Variable))
    return ofMember(*cast<Argument>(T.Variable), Offset, Width);
  if (T.Base.TheKind != Root::Kind::Memory)
    return nullptr;
  const map::Array *A = T.Base.TheArray;
  bool Fixed = A->TheSpace == map::Space::Constant ||
               (A->TheSpace == map::Space::Global && !K.Arrays.isWritten(A));
  if (!Fixed)
    return nullptr;
  SmallVector<const Term *, 2> Operands(T.Slots.begin(), T.Slots.end());
  Operands.push_back(Offset);
  return Terms.read(map::Cause::Input, A, Width, Operands);
}

/// A scalar within a parameter passed by value is a parameter itself.
const Term *Values::ofMember(const Argument &A, const Term *Offset,
                             unsigned Width) {
  const auto *Constant = dyn_cast<map::Constant>(Offset);
  if (!Constant) {
    map::Array *Bytes = K.Arrays.ofBytes(A);
    ArrayTable::noteElement(Bytes, Width / 8);
    return Terms.read(map::Cause::Input, Bytes, Width, {Offset});
  }
  const map::Variable *&Known = Members[{&A, {Constant->value(), Width}}];
  if (!Known) {
    Known = Terms.parameter(
        K.Names.uniqueValue(K.Names.memberOf(A, Constant->value())), Width);
    K.P.Parameters.push_back(Known);
    if (K.Names.isUnsigned(A, Constant->value()))
      K.P.UnsignedParameters.push_back(Known);
    K.P.ParameterParts[Known] = {A.getArgNo(), Constant->value()};
  }
  return Known;
}

} // namespace racemap::lift
