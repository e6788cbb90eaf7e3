// HostValues - what the function is given, by a caller in sight, by one in
// another unit, or by anybody.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/map/Mentioned.h"
#include "plugin/HostValues.h"
#include "clang/AST/StmtCXX.h"

namespace racemap {

using namespace clang;
using map::Op;
using map::Term;
using map::Variable;

void HostValues::beCalled(HostValues *By, bool IsOpen, bool Bare) {
  Caller = By;
  Level = By ? By->Level + 1 : 0;
  IsGivenAnything = IsOpen && !By;
  IsBare = Bare && Body.function()->isMain();
}

/// What a reference to E says as long as the call lasts, if nothing is changed
/// through it; null if something else may change that.
const Term *HostValues::lent(const Expr *E, Fields Path) {
  if (!unwrapped(E)->isGLValue())
    return value(E, Path);
  HostPlace P = placeOf(unwrapped(E));
  const VarDecl *V = P.Variable;
  bool StaysAsItIs = V && (Uses.isFixed(V) || Uses.isFollowed(V) ||
                           V->getType()->isReferenceType());
  return StaysAsItIs ? read(P, Path, E) : nullptr;
}

/// A name for what a reference to E says at the launch: the same one for the
/// same object.
const Term *HostValues::referent(const Expr *E, Fields Path, unsigned Width) {
  llvm::FoldingSetNodeID ID = textOf(E, Path);
  if (isPure(E))
    for (const auto &[Text, Its] : Referents)
      if (Text == ID && Its->width() == Width)
        return Its;
  Unknown What;
  What.IsPointer = typeOf(E, Path)->isPointerType();
  What.IsComputed = !What.IsPointer;
  Referents.push_back({ID, name(std::move(What), Width)});
  return Referents.back().second;
}

/// What the function is given for V, which it has not changed.
const Term *HostValues::parameter(const VarDecl *V, Fields Path,
                                  unsigned Width) {
  Key Which{V, listed(Path), nullptr};
  if (auto Found = Named.find(Which); Found != Named.end())
    return Found->second;
  const auto *P = cast<ParmVarDecl>(V);
  llvm::ArrayRef<const Expr *> By;
  if (Caller)
    By = argumentsOf(cast<CallExpr>(Caller->Launch));
  unsigned I = P->getFunctionScopeIndex();
  if (IsBare && I == 0)
    return Terms.constant(Width, 1); // argc
  bool IsReference = V->getType()->isReferenceType();
  // What a coroutine's reference refers to may change before it goes on.
  bool IsStill = !IsReference || !llvm::isa<CoroutineBodyStmt>(Body.root());
  const Expr *Given = I < By.size() && IsStill ? By[I] : nullptr;
  const Term *T = !Given        ? nullptr
                  : IsReference ? Caller->lent(Given, Path)
                                : Caller->value(Given, Path);
  if (T && T->width() == Width) {
    Caller->suggest(T, spelled(V, Path));
    return Named[Which] = T;
  }
  if (IsReference && Given)
    return Named[Which] = Caller->referent(Given, Path, Width);
  if (IsReference && mayChangeOthers(Body.root()))
    return nullptr;
  QualType Type = memberType(V->getType().getNonReferenceType(), Path);
  Unknown What{spelled(V, Path), nullptr, V, Type->isPointerType()};
  What.IsComputed = !What.IsPointer && !(IsGivenAnything && arePublic(Path) &&
                                         !Type->isEnumeralType());
  What.IsReferred = IsReference;
  What.Path.assign(Path.begin(), Path.end());
  return name(std::move(What), Width, Which);
}

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
  Replacements Here;
  auto AddUnknown = [&](const Variable *V, const std::string &Called) {
    Unknown What;
    What.Name = Called;
    What.IsComputed = llvm::is_contained(By.Context->Computed, V);
    Here[V] = name(std::move(What), V->width());
  };
  auto Defined = definedIn(By);
  for (const Variable *V : By.Context->HostValues)
    AddUnknown(V, V->name().str());
  for (const Variable *V : By.Form->Parameters)
    if (!Defined.contains(V))
      AddUnknown(V, nameOf(By.Form->ParameterParts.at(V)));
  for (const auto &[V, Value] : Defined)
    Here[V] = replaced(Value, Here);
  for (const Variable *V : By.Form->Parameters)
    give(By.Form->ParameterParts.at(V), Here[V]);
  for (const map::Assumption &A : By.Context->Conditions)
    if (A.Condition)
      TheFacts.push_back(replaced(A.Condition, Here));
  givePointers(By, Here);
}

const Term *HostValues::replaced(const Term *T,
                                 const Replacements &Here) const {
  return Terms.replace(T, [&](const Term *X) { return Here.lookup(X); });
}

/// Of the parameter; empty if there is none.
std::string HostValues::nameOf(map::ArgumentPart Part) const {
  return Part.Number < Body.function()->getNumParams()
             ? Body.function()->getParamDecl(Part.Number)->getNameAsString()
             : std::string();
}

/// Those that point into the object of another one come after it.
void HostValues::givePointers(const OtherUnits::Call &By,
                              const Replacements &Here) {
  llvm::DenseMap<const map::Array *, const Term *> Addresses;
  for (const auto &A : By.Form->Arrays)
    if (!By.aliasOf(A.get())) {
      Unknown What;
      What.Name = nameOf(By.Form->PointerParts.at(A.get()));
      What.IsPointer = true;
      for (const map::LaunchContext::Extent &E : By.Context->Extents)
        if (E.TheArray == A.get())
          What.Bytes = replaced(E.Bytes, Here);
      What.IsAllocated = llvm::is_contained(By.Context->Filled, A.get());
      Addresses[A.get()] = name(std::move(What), 64);
    }
  for (const map::LaunchContext::Alias &X : By.Context->Aliases) {
    Unknown Somewhere;
    Somewhere.IsComputed = true;
    const Term *By64 =
        X.Offset ? replaced(X.Offset, Here) : name(std::move(Somewhere), 64);
    if (const Term *Base = Addresses.lookup(X.Within))
      Addresses[X.TheArray] = Terms.add(Base, By64, map::NoSignedWrap);
  }
  for (const auto &A : By.Form->Arrays)
    if (const Term *Address = Addresses.lookup(A.get()))
      give(By.Form->PointerParts.at(A.get()), Address);
}

} // namespace racemap
