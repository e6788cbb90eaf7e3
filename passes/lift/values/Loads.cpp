// Loads - integers that are read from memory.
//
// What the kernel never writes is a function of the address: an input. What
// nobody ever writes is what it was initialised with. What the kernel may write
// is unmodelled, and so is the content of private variables that are indexed.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/lift/values/Values.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Analysis/ConstantFolding.h"
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
  if (const llvm::Constant *C = K.Arrays.contentsOf(A))
    if (const Term *Value = ofInitializer(*C, Offset, Width))
      return Value;
  bool Fixed = A->TheSpace == map::Space::Constant ||
               (A->TheSpace == map::Space::Global && !K.Arrays.isWritten(A));
  if (!Fixed)
    return nullptr;
  SmallVector<const Term *, 2> Operands(T.Slots.begin(), T.Slots.end());
  Operands.push_back(Offset);
  return Terms.read(map::Cause::Input, A, Width, Operands);
}

/// The value is a multiple of this power of two, as its operators say.
static uint64_t knownFactor(const Term *T) {
  constexpr uint64_t Most = 64;
  if (const auto *C = dyn_cast<map::Constant>(T))
    return C->value() ? std::min(Most, C->value() & -C->value()) : Most;
  const auto *A = dyn_cast<map::Operation>(T);
  if (!A)
    return 1;
  auto Of = [&](unsigned I) { return knownFactor(A->operand(I)); };
  const auto *Shift = A->op() == map::Op::Shl
                          ? dyn_cast<map::Constant>(A->operand(1))
                          : nullptr;
  if (A->op() == map::Op::Mul)
    return std::min(Most, Of(0) * Of(1));
  if (Shift && Shift->value() < 6)
    return std::min(Most, Of(0) << Shift->value());
  if (A->op() == map::Op::Add || A->op() == map::Op::Sub)
    return std::min(Of(0), Of(1));
  if (A->op() == map::Op::ZExt || A->op() == map::Op::SExt)
    return Of(0);
  return A->op() == map::Op::Ite ? std::min(Of(1), Of(2)) : 1;
}

/// The number at Offset; null if it is not known, or one of too many. Offsets
/// need not be multiples of the width: records can be packed.
const Term *Values::ofInitializer(const llvm::Constant &C, const Term *Offset,
                                  unsigned Width) {
  static constexpr uint64_t MostChoices = 64;
  auto NumberAt = [&](uint64_t At) -> const Term * {
    const auto *Number =
        dyn_cast_or_null<ConstantInt>(ConstantFoldLoadFromConst(
            const_cast<llvm::Constant *>(&C),
            IntegerType::get(C.getContext(), Width), APInt(64, At), K.Layout));
    return Number ? Terms.constant(Width, Number->getZExtValue()) : nullptr;
  };
  if (const auto *At = dyn_cast<map::Constant>(Offset))
    return NumberAt(At->value());
  uint64_t Bytes = Width / 8, Step = knownFactor(Offset);
  uint64_t Size = K.Layout.getTypeAllocSize(C.getType()).getFixedValue();
  if (Size < Bytes || (Size - Bytes) / Step >= MostChoices)
    return nullptr;
  const Term *Value = nullptr; // what is outside is not read
  for (uint64_t At = 0; At + Bytes <= Size; At += Step) {
    const Term *Here = NumberAt(At);
    if (!Here)
      return nullptr;
    Value =
        Value && Value != Here
            ? Terms.ite(Terms.eq(Offset, Terms.constant(64, At)), Here, Value)
            : Here;
  }
  return Value;
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
