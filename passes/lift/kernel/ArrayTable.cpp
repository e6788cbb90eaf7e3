// ArrayTable - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/lift/kernel/ArrayTable.h"
#include "passes/lift/effects/MemoryEffects.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

namespace racemap::lift {

using namespace llvm;
using map::Array;
using map::Space;

constexpr unsigned SharedSpace = 3, ConstantSpace = 4;

ArrayTable::ArrayTable(Function &F, map::Protocol &P, SourceNames &Names)
    : F(F), Layout(F.getParent()->getDataLayout()), P(P), Names(Names) {
  findEscapes();
  findDistributed();
  findWrites();
}

Array *ArrayTable::make(const std::string &Name, Space S, Array::Origin O) {
  Array *A = P.makeArray();
  A->Name = Names.uniqueArray(Name);
  A->TheSpace = S;
  A->TheOrigin = O;
  return A;
}

/// Is it the dynamic shared memory?
static bool isDynamic(const GlobalVariable &V, const DataLayout &Layout) {
  return V.getAddressSpace() == SharedSpace &&
         (V.isDeclaration() ||
          Layout.getTypeAllocSize(V.getValueType()).isZero());
}

void ArrayTable::findDistributed() {
  for (const Instruction &I : instructions(F)) {
    if (!isMapped(&I))
      continue;
    for (const Value *Leaf : leavesOf(I.getOperand(0)))
      if (const auto *V = dyn_cast<GlobalVariable>(Leaf))
        Distributed.insert(isDynamic(*V, Layout) ? nullptr : V);
  }
}

Array *ArrayTable::ofGlobal(const GlobalVariable &V) {
  bool Shared = V.getAddressSpace() == SharedSpace;
  Type *T = V.getValueType();
  uint64_t Size = Layout.getTypeAllocSize(T).getFixedValue();
  bool Dynamic = isDynamic(V, Layout);
  Array *&Known = Dynamic ? DynamicShared : ByValue[&V];
  if (Known)
    return Known;
  bool Constant = V.getAddressSpace() == ConstantSpace || V.isConstant();
  Space S = Shared ? Space::Shared : Constant ? Space::Constant : Space::Global;
  Known = make(Names.nameOf(V), S,
               Shared ? Array::Origin::SharedVariable : Array::Origin::Global);
  Known->Distributed = Shared && Distributed.contains(Dynamic ? nullptr : &V);
  if (!Dynamic && Size)
    Known->Extent = Size;
  if (!Shared && neverChanges(V))
    Contents[Known] = V.getInitializer();
  return Known;
}

/// Nobody outside of the module knows it, and nobody in it writes it.
bool ArrayTable::neverChanges(const GlobalVariable &V) {
  if (!V.hasUniqueInitializer() || !(V.hasLocalLinkage() || V.isConstant()))
    return false;
  followUses(&V);
  return V.isConstant() || !(Stored.contains(&V) || Escaping.contains(&V));
}

Array *ArrayTable::ofParameter(const Argument &A) {
  Array *&Known = ByValue[&A];
  if (!Known)
    Known = make(Names.nameOf(&A, "arg" + utostr(A.getArgNo())), Space::Global,
                 Array::Origin::Parameter);
  P.PointerParts[Known] = {A.getArgNo()};
  return Known;
}

Array *ArrayTable::ofMember(const Argument &A, uint64_t Offset) {
  Array *&Known = Members[{&A, Offset}];
  if (!Known)
    Known = make(Names.memberOf(A, Offset), Space::Global,
                 Array::Origin::Parameter);
  P.PointerParts[Known] = {A.getArgNo(), Offset};
  return Known;
}

Array *ArrayTable::ofBytes(const Argument &A) {
  Array *&Known = Bytes[&A];
  if (!Known)
    Known = make(Names.nameOf(&A, "arg" + utostr(A.getArgNo())),
                 Space::Constant, Array::Origin::Parameter);
  return Known;
}

Array *ArrayTable::ofField(Array *Parent) {
  if (Array *Known = Fields.lookup(Parent))
    return Known;
  Array *New = make(Parent->Name + "->", Space::Global, Array::Origin::Field);
  New->Parent = Parent;
  return Fields[Parent] = New;
}

Array *ArrayTable::ofHandles(StringRef Kind) {
  Array *&Known = Handles[Kind];
  if (!Known) {
    Known = make(Kind.str(), Space::Global, Array::Origin::Field);
    Known->Parent =
        make((Kind + "s").str(), Space::Constant, Array::Origin::Global);
  }
  return Known;
}

Array *ArrayTable::ofLanes(StringRef Fragment, uint64_t Elements) {
  Array *&Known = Lanes[Fragment];
  if (!Known) {
    Known = make(("lane of " + Fragment).str(), Space::Constant,
                 Array::Origin::Global);
    Known->Extent = Elements * 4;
    noteElement(Known, 4);
  }
  return Known;
}

bool ArrayTable::isConstantParameter(const Value *V) const {
  const auto *A = dyn_cast<Argument>(V);
  return A && A->hasByValAttr() && !Stored.contains(A) && !Escaping.contains(A);
}

static Root opaque(std::string Reason) {
  return {Root::Kind::Opaque, nullptr, std::move(Reason)};
}

static Root memory(Array *A) { return {Root::Kind::Memory, A, {}}; }

Root ArrayTable::leafOfLoad(const LoadInst &L) {
  // A pointer that was found through itself: a list.
  if (!Walked.insert(&L).second)
    return opaque("pointer that changes from object to object in a loop");
  Root Result = leafOfNewLoad(L);
  Walked.erase(&L);
  return Result;
}

Root ArrayTable::leafOfNewLoad(const LoadInst &L) {
  std::optional<Root> Result;
  for (const Value *From : leavesOf(L.getPointerOperand())) {
    Root Outer;
    if (isConstantParameter(From)) {
      APInt Offset(64, 0);
      const Value *Base =
          L.getPointerOperand()->stripAndAccumulateConstantOffsets(
              Layout, Offset, /*AllowNonInbounds=*/true);
      Outer =
          Base == From
              ? memory(ofMember(*cast<Argument>(From), Offset.getZExtValue()))
              : memory(ofField(ofBytes(*cast<Argument>(From))));
    } else {
      Outer = leaf(From);
      if (Outer.TheKind == Root::Kind::Memory)
        Outer.TheArray = ofField(Outer.TheArray);
      else if (Outer.TheKind == Root::Kind::Private)
        Outer = opaque("pointer kept in a local array");
    }
    if (Outer.TheKind == Root::Kind::Nothing)
      continue;
    if (Result && Result->TheArray != Outer.TheArray)
      return opaque("pointer read through one of several pointers");
    Result = Outer;
  }
  return Result ? *Result : Root();
}

/// One variable's instance in another block.
Root ArrayTable::leafOfMapped(const CallBase &Call) {
  Root Result = opaque("shared memory of another block of the cluster");
  if (!Walked.insert(&Call).second)
    return Result;
  auto From = leavesOf(Call.getArgOperand(0));
  if (From.size() == 1)
    if (Root Its = leaf(From.front());
        Its.TheKind == Root::Kind::Memory && Its.TheArray->Distributed)
      Result = Its;
  Walked.erase(&Call);
  return Result;
}

Root ArrayTable::leaf(const Value *V) {
  if (const auto *G = dyn_cast<GlobalVariable>(V))
    return memory(ofGlobal(*G));
  if (const auto *A = dyn_cast<Argument>(V))
    return A->hasByValAttr() ? Root{Root::Kind::Private, nullptr, {}}
                             : memory(ofParameter(*A));
  if (isa<AllocaInst>(V))
    return {Root::Kind::Private, nullptr, {}};
  if (isa<ConstantPointerNull, UndefValue>(V))
    return {};
  if (const auto *L = dyn_cast<LoadInst>(V))
    return leafOfLoad(*L);
  if (const auto *Call = dyn_cast<CallBase>(V)) {
    const Function *Callee = Call->getCalledFunction();
    if (isMapped(V))
      return leafOfMapped(*Call);
    return opaque("pointer returned by " +
                  (Callee ? Callee->getName().str() : "an unknown function"));
  }
  const auto *O = dyn_cast<Operator>(V);
  if (V->getType()->isIntegerTy() ||
      (O && O->getOpcode() == Instruction::IntToPtr))
    return opaque("pointer made from an integer");
  return opaque("pointer of unknown origin");
}

void ArrayTable::noteElement(Array *A, uint64_t Size) {
  // The first access decides: the most frequent size would not be better.
  if (A->ElementSize == 1 && Size <= 16)
    A->ElementSize = Size;
}

/// Everything derived from the address of a private variable must be loaded
/// from, stored to or dropped; of one that keeps what it was initialised with,
/// loaded from.
void ArrayTable::followUses(const Value *Variable) {
  SmallVector<const Value *, 8> Work{Variable};
  SmallPtrSet<const Value *, 8> Seen;
  while (!Work.empty()) {
    const Value *V = Work.pop_back_val();
    if (!Seen.insert(V).second)
      continue;
    for (const Use &U : V->uses()) {
      switch (privateUse(U)) {
      case PrivateUse::Reads:
        break;
      case PrivateUse::Writes:
        Stored.insert(Variable);
        break;
      case PrivateUse::Derives:
        Work.push_back(U.getUser());
        break;
      case PrivateUse::Escapes:
        Escaping.insert(Variable);
        break;
      }
    }
  }
}

void ArrayTable::findEscapes() {
  for (const Argument &A : F.args())
    if (A.hasByValAttr())
      followUses(&A);
  for (const Instruction &I : instructions(F))
    if (isa<AllocaInst>(I))
      followUses(&I);
}

void ArrayTable::noteWrite(const Value *Pointer) {
  for (const Value *Leaf : leavesOf(Pointer)) {
    Root R = leaf(Leaf);
    if (R.TheKind == Root::Kind::Memory)
      Written.insert(R.TheArray);
    else if (R.TheKind == Root::Kind::Opaque)
      WritesOpaque = true;
  }
}

void ArrayTable::findWrites() {
  for (Instruction &I : instructions(F)) {
    WriteSet W = writtenPointers(I);
    WritesOpaque |= W.Anything;
    for (const Value *Pointer : W.Pointers)
      noteWrite(Pointer);
  }
}

bool ArrayTable::isWritten(const Array *A) const {
  if (WritesOpaque || Written.contains(A))
    return true;
  auto IsVariable = [](const Array *X) {
    return X->TheOrigin == Array::Origin::Global;
  };
  if (VariablesAreReached && !Written.empty() &&
      (IsVariable(A) || llvm::any_of(Written, IsVariable)))
    return true;
  auto ArgumentOf = [&](const Array *X) -> std::optional<unsigned> {
    while (X->Parent)
      X = X->Parent;
    auto Part = P.PointerParts.find(X);
    if (Part == P.PointerParts.end())
      return std::nullopt;
    return Part->second.Number;
  };
  auto Mine = MayOverlap ? ArgumentOf(A) : std::nullopt;
  return Mine && llvm::any_of(Written, [&](const Array *W) {
           auto Other = ArgumentOf(W);
           return Other && MayOverlap(*Mine, *Other);
         });
}

} // namespace racemap::lift
