// PointerComparisons - p < q, p == nullptr, and whether p is shared memory.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/lift/values/Values.h"

namespace racemap::lift {

using namespace llvm;
using map::Term;

/// Variables have an address; whether a parameter is null is a parameter of its
/// own.
const Term *Values::ofNullTest(const Target &T, bool IsNull) {
  if (T.Base.TheKind == Root::Kind::Private)
    return Terms.boolean(!IsNull);
  if (T.Base.TheKind != Root::Kind::Memory)
    return nullptr;
  const map::Array *A = T.Base.TheArray;
  if (A->TheOrigin == map::Array::Origin::SharedVariable ||
      A->TheOrigin == map::Array::Origin::Global)
    return Terms.boolean(!IsNull);
  if (A->TheOrigin != map::Array::Origin::Parameter ||
      T.Offset != Terms.constant(64, 0))
    return nullptr;
  const map::Variable *&Known = NullTests[A];
  if (!Known) {
    Known = Terms.parameter(K.Names.uniqueValue(A->Name + " is null"), 1);
    K.P.Parameters.push_back(Known);
  }
  return IsNull ? Known : Terms.logicalNot(Known);
}

/// Is it one object, however often the code that makes it runs?
static bool isOneObject(const Target &T) {
  const auto *Local = dyn_cast_or_null<AllocaInst>(T.Variable);
  return T.Base.TheKind == Root::Kind::Memory ||
         (T.Base.TheKind == Root::Kind::Private &&
          (!Local || Local->isStaticAlloca()));
}

/// Pointers into one object compare as their offsets do.
const Term *Values::ofPointerCompare(const ICmpInst &I) {
  const Loop *Here = K.Loops.getLoopFor(I.getParent());
  Pointer A = pointerIn(I.getOperand(0), Here);
  Pointer B = pointerIn(I.getOperand(1), Here);
  if (A.size() != 1 || B.size() != 1)
    return nullptr;
  if (isa<ConstantPointerNull>(I.getOperand(1)->stripPointerCasts()) &&
      I.isEquality())
    return ofNullTest(A[0], I.getPredicate() == CmpInst::ICMP_EQ);
  if (!A[0].isSamePlace(B[0]) || !isOneObject(A[0]))
    return nullptr;
  // Addresses are unsigned, but no object straddles the middle.
  return compare(Terms, I.getSignedPredicate(), A[0].Offset, B[0].Offset);
}

/// Nothing where that is not known.
static std::optional<bool> liesIn(const Root &Base, StringRef Space) {
  if (Base.TheKind == Root::Kind::Private)
    return Space == "local";
  if (Base.TheKind != Root::Kind::Memory ||
      Base.TheArray->TheOrigin == map::Array::Origin::Field ||
      Base.TheArray->TheSpace == map::Space::Constant ||
      Base.TheArray->Distributed)
    return std::nullopt;
  bool IsShared = Base.TheArray->TheSpace == map::Space::Shared;
  return Space == (IsShared ? "shared" : "global");
}

const Term *Values::ofSpaceTest(const CallBase &Call, StringRef Space) {
  if (Space != "shared" && Space != "global" && Space != "local")
    return nullptr;
  const Term *Answer = nullptr;
  const Loop *Here = K.Loops.getLoopFor(Call.getParent());
  for (const Target &T : pointerIn(Call.getArgOperand(0), Here)) {
    auto Lies = liesIn(T.Base, Space);
    if (!Lies || (Answer && Answer != Terms.boolean(*Lies)))
      return nullptr;
    Answer = Terms.boolean(*Lies);
  }
  return Answer;
}

} // namespace racemap::lift
