// HostValues - what a function is given by another unit.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/map/Mentioned.h"
#include "plugin/HostValues.h"

namespace racemap {

using namespace clang;
using map::Op;
using map::Term;
using map::Variable;

/// Parameters that a call gives a value which is computed of the others:
/// "n == 1024".
static llvm::MapVector<const Variable *, const Term *>
definedIn(const OtherUnits::Call &C) {
  llvm::MapVector<const Variable *, const Term *> Values;
  map::VariableSet Used; // in these values
  for (const map::Assumption &A : C.Context->Conditions) {
    if (!A.Condition || !map::isOp(A.Condition, Op::Eq))
      continue;
    for (unsigned Side : {0u, 1u}) {
      const auto *V = llvm::dyn_cast<Variable>(A.Condition->operand(Side));
      const Term *Value = A.Condition->operand(1 - Side);
      map::VariableSet In;
      map::addMentioned(Value, In);
      // What is computed is not what anybody likes.
      auto IsComputed = [&](const Variable *Its) {
        return llvm::is_contained(C.Context->Computed, Its);
      };
      bool IsLost = V && IsComputed(V) && llvm::none_of(In, IsComputed);
      bool IsFree = V && !IsLost && llvm::is_contained(C.Form->Parameters, V) &&
                    !Values.contains(V) && !Used.contains(V) &&
                    !In.contains(V) &&
                    llvm::none_of(In, [&](const Variable *Other) {
                      return Values.contains(Other);
                    });
      if (!IsFree)
        continue;
      Values[V] = Value;
      Used.insert(In.begin(), In.end());
      break;
    }
  }
  return Values;
}

/// This part of an argument is Value. What others may change behind a reference
/// until the launch is not known.
void HostValues::give(map::ArgumentPart Part, const Term *Value) {
  if (Part.Number >= Body.function()->getNumParams())
    return;
  const ParmVarDecl *P = Body.function()->getParamDecl(Part.Number);
  llvm::SmallVector<HostMember, 4> Path;
  QualType T = P->getType().getNonReferenceType();
  if (!findMembers(AST, T, Part.Offset, Path) ||
      (P->getType()->isReferenceType() && mayChangeOthers(Body.root())))
    return;
  auto Width = widthOf(memberType(T, Path));
  if (Width == 1u && Value->width() == 8) // of a bool
    Value = Terms.ne(Value, Terms.constant(8, 0));
  if (Width == Value->width())
    Named[Key{P, listed(Path), nullptr}] = Value;
}

void HostValues::beCalled(const OtherUnits::Call &By) {
  beCalled(nullptr, /*IsOpen=*/false, /*Bare=*/false);
  const map::LaunchContext &C = *By.Context;
  llvm::DenseMap<const Term *, const Term *> Here;
  auto Translated = [&](const Term *T) {
    return Terms.replace(T, [&](const Term *X) { return Here.lookup(X); });
  };
  auto NameOf = [&](map::ArgumentPart Part) {
    return Part.Number < Body.function()->getNumParams()
               ? Body.function()->getParamDecl(Part.Number)->getNameAsString()
               : std::string();
  };
  auto AddUnknown = [&](const Variable *V, const std::string &Called) {
    Unknown What;
    What.Name = Called;
    What.IsComputed = llvm::is_contained(C.Computed, V);
    Here[V] = name(std::move(What), V->width());
  };
  auto Defined = definedIn(By);
  for (const Variable *V : C.HostValues)
    AddUnknown(V, V->name().str());
  for (const Variable *V : By.Form->Parameters)
    if (!Defined.contains(V))
      AddUnknown(V, NameOf(By.Form->ParameterParts.at(V)));
  for (const auto &[V, Value] : Defined)
    Here[V] = Translated(Value);
  for (const Variable *V : By.Form->Parameters)
    give(By.Form->ParameterParts.at(V), Here[V]);
  for (const map::Assumption &A : C.Conditions)
    if (A.Condition)
      TheFacts.push_back(Translated(A.Condition));

  // Pointers: those that point into the object of another one come after it.
  llvm::DenseMap<const map::Array *, const Term *> Addresses;
  auto IsWithin = [&](const map::Array *A) {
    return llvm::find_if(C.Aliases, [&](const map::LaunchContext::Alias &X) {
      return X.TheArray == A;
    });
  };
  for (const auto &A : By.Form->Arrays)
    if (IsWithin(A.get()) == C.Aliases.end()) {
      Unknown What;
      What.Name = NameOf(By.Form->PointerParts.at(A.get()));
      What.IsPointer = true;
      for (const map::LaunchContext::Extent &E : C.Extents)
        if (E.TheArray == A.get())
          What.Bytes = Translated(E.Bytes);
      Addresses[A.get()] = name(std::move(What), 64);
    }
  for (const map::LaunchContext::Alias &X : C.Aliases) {
    Unknown Somewhere;
    Somewhere.IsComputed = true;
    const Term *By64 =
        X.Offset ? Translated(X.Offset) : name(std::move(Somewhere), 64);
    if (const Term *Base = Addresses.lookup(X.Within))
      Addresses[X.TheArray] = Terms.add(Base, By64, map::NoSignedWrap);
  }
  for (const auto &A : By.Form->Arrays)
    if (const Term *Address = Addresses.lookup(A.get()))
      give(By.Form->PointerParts.at(A.get()), Address);
}

} // namespace racemap
