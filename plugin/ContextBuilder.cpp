// ContextBuilder - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "plugin/ContextBuilder.h"
#include "passes/map/Printer.h"
#include "passes/map/Traversal.h"

namespace racemap {

using namespace clang;
using llvm::dyn_cast;
using map::Builtin;
using map::Op;
using map::Term;
using map::Variable;

/// Larger ones help nobody.
static constexpr unsigned MaxConditions = 12, MaxNodes = 300;

map::LaunchContext ContextBuilder::build() {
  passParameters();
  giveDimensions();
  addAliases();
  addExtents();
  addContents();
  addFilled();
  addConditions();
  dropIdle();
  dropIrrelevant();
  std::set<std::string> Trusted = trusted();
  nameHostValues();
  for (map::Assumption &A : C.Conditions)
    A.Text = toText(A.Condition);
  for (const std::string &Text : Trusted)
    C.Conditions.push_back({nullptr, Text, map::Assumption::Basis::Derived});
  return std::move(C);
}

map::LaunchContext ContextBuilder::buildOfForm() {
  Mentioned.insert(P.Parameters.begin(), P.Parameters.end());
  if (L.Site.launches())
    for (const Variable *Size : sizesOfLaunch(Terms))
      Mentioned.insert(Size);
  return build();
}

template <typename F> void ContextBuilder::forEachTerm(F &&See) {
  for (map::Assumption &A : C.Conditions)
    See(A.Condition);
  for (map::LaunchContext::Alias &A : C.Aliases)
    if (A.Offset)
      See(A.Offset);
  for (map::LaunchContext::Extent &E : C.Extents)
    See(E.Bytes);
  for (map::LaunchContext::Content &X : C.Contents) {
    See(X.Count);
    See(X.Holds);
  }
}

const Term *ContextBuilder::translated(const Term *T) const {
  return Terms.replace(T, [&](const Term *X) { return Names.lookup(X); });
}

const Term *ContextBuilder::partOf(const map::ArgumentPart &Part,
                                   unsigned Width, bool Pointer) {
  if (Part.Number >= L.Kernel->getNumParams())
    return nullptr;
  QualType T =
      L.Kernel->getParamDecl(Part.Number)->getType().getNonReferenceType();
  llvm::SmallVector<HostMember, 4> Path;
  if (!findMembers(AST, T, Part.Offset, Path))
    return nullptr;
  QualType Member = memberType(T, Path);
  const Term *Value = Member->isPointerType() == Pointer
                          ? L.argument(Part.Number, Path)
                          : nullptr;
  if (Value && Value->isBool() && Width == 8)
    return Terms.resizeUnsigned(Value, 8);
  return Value && Value->width() == Width ? Value : nullptr;
}

/// Name is Value; a value of the host without a name gets this one.
void ContextBuilder::equate(const Variable *Name, const Term *Value) {
  if (isHost(Value) && Names.try_emplace(Value, Name).second) {
    if (L.Values.find(Value)->IsComputed)
      doubt(Name);
    return;
  }
  addCondition(Terms.eq(Name, Value));
}

/// The host passes some of the values that T's names can have, not all.
void ContextBuilder::doubt(const Term *T) { map::addMentioned(T, Doubted); }

void ContextBuilder::passParameters() {
  for (const Variable *V : P.Parameters) {
    auto Part = P.ParameterParts.find(V);
    if (Part == P.ParameterParts.end())
      continue;
    if (const Term *T = partOf(Part->second, V->width(), false))
      equate(V, T);
    else if (!L.knows(Part->second.Number) || !L.Site.launches())
      doubt(V);
  }
}

/// Does T depend on what the host passes in a parameter that matters?
bool ContextBuilder::limitsParameter(const Term *T) const {
  map::VariableSet In;
  map::addMentioned(translated(T), In);
  return llvm::any_of(In,
                      [&](const Variable *V) { return Mentioned.contains(V); });
}

void ContextBuilder::giveDimensions() {
  if (!L.Site.launches())
    return;
  for (bool Grid : {false, true})
    for (unsigned D : {0u, 1u, 2u}) {
      const Term *T = L.dimension(Grid, D);
      const auto *Known = llvm::dyn_cast_or_null<map::Constant>(T);
      if (Known && Known->value())
        (Grid ? C.GridDim : C.BlockDim)[D] = Known->value();
      auto Index = static_cast<Builtin>((Grid ? 3 : 0) + D);
      auto Dim = static_cast<Builtin>((Grid ? 9 : 6) + D);
      bool Matters = D == 0 || Mentioned.contains(Terms.builtin(Index)) ||
                     Mentioned.contains(Terms.builtin(Dim));
      // Threads differ by dimensions that the kernel does not read, too.
      if (!T || (!Known && !Matters && L.Values.isComputed(T))) {
        Mentioned.insert(Terms.builtin(Dim));
        doubt(Terms.builtin(Dim));
      }
      if (!T || Known || !(Matters || limitsParameter(T)))
        continue;
      Mentioned.insert(Terms.builtin(Dim));
      equate(Terms.builtin(Dim), T);
    }
}

void ContextBuilder::addCondition(const Term *T) {
  if (T->isBool() && map::isOp(T, Op::And)) {
    for (const Term *X : T->operands())
      addCondition(X);
    return;
  }
  if (T == Terms.yes() || fixesDimension(T))
    return;
  bool Known = llvm::any_of(
      C.Conditions, [&](const map::Assumption &A) { return A.Condition == T; });
  if (!Known)
    C.Conditions.push_back({T, ""});
}

/// "blockDim.x == 256" is a size.
bool ContextBuilder::fixesDimension(const Term *T) {
  if (!map::isOp(T, Op::Eq))
    return false;
  const auto *V = dyn_cast<Variable>(T->operand(0));
  const auto *Size = dyn_cast<map::Constant>(T->operand(1));
  if (!V || !Size || !Size->value() || V->role() != Variable::Role::Builtin ||
      V->isIndex())
    return false;
  unsigned Which = static_cast<unsigned>(V->builtin());
  (Which < 9 ? C.BlockDim : C.GridDim)[Which % 3] = Size->value();
  return Names.try_emplace(V, Size).second;
}

/// Twice, for what the first time found to be a number.
void ContextBuilder::addConditions() {
  for (const Term *T : L.Conditions.Hold)
    addCondition(T);
  for (const Term *T : L.facts())
    addCondition(T);
  for (unsigned Round : {0u, 1u}) {
    static_cast<void>(Round);
    std::vector<map::Assumption> All;
    std::swap(All, C.Conditions);
    for (const map::Assumption &A : All)
      addCondition(translated(A.Condition));
  }
  forEachTerm([&](const Term *&T) { T = translated(T); });
  for (const Term *T : L.Conditions.Doubted)
    doubt(translated(T));
}

unsigned countNodes(const Term *T) {
  unsigned Size = 0;
  map::forEachNode(T, [&](const Term *) { ++Size; });
  return Size;
}

/// A name that no other variable of the protocol has.
std::string ContextBuilder::unused(llvm::StringRef Base) {
  std::string Name = Base.str();
  for (unsigned I = 2; !Taken.insert(Name).second; ++I)
    Name = (Base + llvm::Twine(I)).str();
  return Name;
}

llvm::DenseMap<const Term *, unsigned> ContextBuilder::countUses() const {
  llvm::DenseMap<const Term *, unsigned> Uses;
  auto Count = [&](const Term *T) {
    map::VariableSet In;
    map::addMentioned(T, In);
    for (const Variable *V : In)
      ++Uses[V];
  };
  const_cast<ContextBuilder *>(this)->forEachTerm(Count);
  return Uses;
}

/// Can T have any value, because of a name that nothing else mentions?
bool ContextBuilder::isIdle(
    const Term *T, const llvm::DenseMap<const Term *, unsigned> &Uses) const {
  if (const HostValues::Unknown *U = L.Values.find(T))
    return Uses.lookup(T) == 1 && !U->IsComputed;
  if (map::isOp(T, Op::SDiv) || map::isOp(T, Op::UDiv))
    return isIdle(T->operand(0), Uses);
  bool Through = map::isOp(T, Op::Add) || map::isOp(T, Op::Sub);
  return Through && llvm::any_of(T->operands(), [&](const Term *X) {
           return isIdle(X, Uses);
         });
}

/// Drops what some value of an unknown makes true, and sizes that say nothing.
void ContextBuilder::dropIdle() {
  llvm::erase_if(C.Conditions, [&](const map::Assumption &A) {
    bool IsLarge = countNodes(A.Condition) > MaxNodes;
    if (IsLarge)
      doubt(A.Condition);
    return IsLarge;
  });
  for (size_t Before = 0, Now = ~size_t(0); Before != Now;) {
    auto Uses = countUses();
    Before = C.Conditions.size() + C.Extents.size() + C.Contents.size();
    llvm::erase_if(C.Extents, [&](const map::LaunchContext::Extent &E) {
      return isIdle(E.Bytes, Uses);
    });
    // Nobody knows whether an index is less than such a number.
    llvm::erase_if(C.Contents, [&](const map::LaunchContext::Content &X) {
      return isIdle(X.Count, Uses);
    });
    llvm::erase_if(C.Conditions, [&](const map::Assumption &A) {
      const Term *T = A.Condition;
      while (map::isOp(T, Op::Xor) && T->operand(1) == Terms.yes())
        T = T->operand(0);
      const auto *O = dyn_cast<map::Operation>(T);
      bool Compares = O && O->op() >= Op::Eq && O->op() <= Op::SLe;
      return isIdle(T, Uses) || (Compares && (isIdle(T->operand(0), Uses) ||
                                              isIdle(T->operand(1), Uses)));
    });
    Now = C.Conditions.size() + C.Extents.size() + C.Contents.size();
  }
}

void ContextBuilder::dropIrrelevant() {
  map::VariableSet Matters = Mentioned;
  for (const map::LaunchContext::Alias &A : C.Aliases)
    if (A.Offset)
      map::addMentioned(A.Offset, Matters);
  for (const map::LaunchContext::Extent &E : C.Extents)
    map::addMentioned(E.Bytes, Matters);
  for (const map::LaunchContext::Content &X : C.Contents)
    for (const Term *T : {X.Count, X.Holds})
      map::addMentioned(T, Matters);
  llvm::DenseSet<const Term *> Kept;
  for (size_t Before = ~size_t(0); Before != Kept.size();) {
    Before = Kept.size();
    for (const map::Assumption &A : C.Conditions) {
      map::VariableSet In;
      map::addMentioned(A.Condition, In);
      bool Speaks =
          A.Condition == Terms.no() || llvm::any_of(In, [&](const Variable *V) {
            return Matters.contains(V);
          });
      if (!Speaks || Kept.contains(A.Condition))
        continue;
      if (Kept.size() >= MaxConditions) {
        doubt(A.Condition);
        continue;
      }
      Kept.insert(A.Condition);
      Matters.insert(In.begin(), In.end());
    }
  }
  llvm::erase_if(C.Conditions, [&](const map::Assumption &A) {
    return !Kept.contains(A.Condition);
  });
}

/// What is taken to be so of the host's variables that what is said is about:
/// what references refer to stays the same until the launch, and the address of
/// a variable is kept by no function that is given it; and of what other units
/// could do.
std::set<std::string> ContextBuilder::trusted() {
  map::VariableSet In;
  forEachTerm([&](const Term *T) { map::addMentioned(T, In); });
  for (const auto &[Name, Here] : Names) {
    map::VariableSet Its;
    map::addMentioned(Here, Its);
    if (llvm::any_of(Its, [&](const Variable *V) { return In.contains(V); }))
      map::addMentioned(Name, In);
  }
  std::set<std::string> Texts;
  for (const FunctionDecl *F : L.Site.CalledHere)
    Texts.insert("no other unit calls '" + F->getNameAsString() + "'");
  if (L.Site.From)
    for (const map::Assumption &A : L.Site.From->Context->Conditions)
      if (!A.Condition)
        Texts.insert(A.Text);
  for (const Variable *V : In)
    if (const HostValues::Unknown *U = L.Values.find(V); U && U->IsReferred)
      Texts.insert("nothing changes what '" + U->Variable->getNameAsString() +
                   "' refers to before the launch");
  const HostUses &Uses = L.Values.uses();
  L.Values.forEachTrusted([&](const VarDecl *V, const Term *Value) {
    map::VariableSet Its;
    map::addMentioned(Value, Its);
    // Where pointers lead is known beside the terms.
    bool Counts = llvm::any_of(Its, [&](const Variable *X) {
      const HostValues::Unknown *U = L.Values.find(X);
      return In.contains(X) || (U && U->IsPointer);
    });
    if (!Counts && !Its.empty())
      return;
    std::string Name = "'" + V->getNameAsString() + "'";
    if (Uses.mayBeKept(V))
      Texts.insert("no function keeps the address of " + Name);
    if (Uses.isTrusted(V))
      Texts.insert("no other unit changes " + Name);
  });
  return Texts;
}

/// Values of the host that are left get the names they have in the source.
void ContextBuilder::nameHostValues() {
  Names.clear();
  for (const Variable *V : Doubted)
    if (!isHost(V) && Mentioned.contains(V))
      C.Computed.push_back(V);
  forEachTerm([&](const Term *&T) {
    map::VariableSet In;
    map::addMentioned(T, In);
    for (const Variable *V : In) {
      const HostValues::Unknown *U = L.Values.find(V);
      if (!U || Names.contains(V))
        continue;
      std::string Name = unused(U->Name.empty() ? "value" : U->Name);
      const Variable *New = Terms.parameter(Name, V->width());
      C.HostValues.push_back(New);
      if (U->IsComputed || Doubted.contains(V))
        C.Computed.push_back(New);
      Names[V] = New;
    }
    T = translated(T);
  });
}

} // namespace racemap
