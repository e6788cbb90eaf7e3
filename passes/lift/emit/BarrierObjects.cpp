// BarrierObjects - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/lift/emit/BarrierObjects.h"
#include "passes/lift/effects/BarrierObjectCalls.h"
#include "passes/map/BarrierNumbers.h"
#include "passes/map/Traversal.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"

namespace racemap::lift {

using namespace llvm;

std::optional<BarrierObjects::Place>
BarrierObjects::placeOf(const Value *Pointer, const Instruction &Use) {
  auto Places = V.place(Pointer, 0, K.Loops.getLoopFor(Use.getParent()));
  if (Places.size() != 1 || Places[0].Base.TheKind != Root::Kind::Memory ||
      !Places[0].Slots.empty() ||
      Places[0].Base.TheArray->TheOrigin != map::Array::Origin::SharedVariable)
    return std::nullopt;
  const auto *At = dyn_cast<map::Constant>(Places[0].Offset);
  if (!At)
    return std::nullopt;
  return Place{Places[0].Base.TheArray, At->value()};
}

/// What the one init of the object says; null if it is not that simple.
const map::Term *BarrierObjects::countOf(const Place &P) {
  const map::Term *Count = nullptr;
  for (const Instruction &I : instructions(K.F)) {
    if (objectFunction(I) != ObjectFunction::Init)
      continue;
    const auto &Call = cast<CallBase>(I);
    auto Its = placeOf(Call.getArgOperand(0), Call);
    if (Its && *Its != P)
      continue;
    if (!Its || Count)
      return nullptr;
    Count = K.Terms.resizeUnsigned(
        V.termIn(Call.getArgOperand(1), K.Loops.getLoopFor(I.getParent())), 32);
  }
  bool Varies = Count && map::anyNode(Count, [](const map::Term *X) {
                  const auto *Name = dyn_cast<map::Variable>(X);
                  return isa<map::Unknown>(X) ||
                         (Name && (Name->isIndex() ||
                                   Name->role() == map::Variable::Role::Loop));
                });
  return Varies ? nullptr : Count;
}

BarrierObjects::Object BarrierObjects::at(const Value *Pointer,
                                          const Instruction &Use) {
  Object Result;
  auto Its = placeOf(Pointer, Use);
  if (!Its) {
    Result.Problem = "cuda::barrier: which object it is";
    return Result;
  }
  Result.Count = countOf(*Its);
  if (!Result.Count)
    Result.Problem = "cuda::barrier: how many threads it counts";
  auto Index = find(Known, *Its) - Known.begin();
  if (size_t(Index) == Known.size())
    Known.push_back(*Its);
  Result.Number = K.Terms.constant(32, map::FirstObjectNumber + Index);
  return Result;
}

} // namespace racemap::lift
