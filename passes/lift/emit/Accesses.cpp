// Accesses - the statements that the effects of an instruction become.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/lift/emit/Emitter.h"
#include "passes/lift/module/CodeNumbers.h"
#include "passes/map/Printer.h"
#include "passes/map/Traversal.h"
#include "llvm/IR/Constants.h"

namespace racemap::lift {

using namespace llvm;
using map::Term;

void Emitter::emitInstruction(const Instruction &I, map::Sequence &Out) {
  Accounted.insert(&I);
  emitAssumption(I, Out);
  for (const Effect &E : effectsOf(I)) {
    const Term *When = Terms.yes();
    if (const auto *Call = dyn_cast<CallBase>(&I))
      When = V.guard(*Call, E.When);
    if (E.Lanes < 32)
      When = Terms.logicalAnd(When, Terms.ult(registerTerm(Terms, "laneid"),
                                              Terms.constant(32, E.Lanes)));
    if (When == Terms.yes())
      emitEffect(I, E, Out);
    else
      emitEffect(I, E, under(When, K.Names.locationOf(I), Out));
  }
}

void Emitter::emitEffect(const Instruction &I, const Effect &E,
                         map::Sequence &Out) {
  switch (E.TheKind) {
  case Effect::Kind::Fence:
    emitFence(I, E.FenceScope, Out);
    break;
  case Effect::Kind::Exchange:
    emitExchange(I, E.TheExchange, Out);
    break;
  case Effect::Kind::None:
    break;
  case Effect::Kind::AsyncGroup:
    emitGroup(I, E.Pending, Out);
    break;
  case Effect::Kind::AsyncTracking:
    emitTracking(I, E, Out);
    break;
  case Effect::Kind::Accesses:
    IsAsynchronous = E.Asynchronous;
    for (const MemoryAccess &A : E.Accesses)
      emitAccess(I, A, Out);
    break;
  case Effect::Kind::Barrier:
    emitBarrier(I, E.TheBarrier, Out);
    break;
  case Effect::Kind::Exit:
  case Effect::Kind::Abort:
    if (Out.empty() || !isa<map::Leave>(Out.back()))
      leave(nullptr, Terms.yes(), Out);
    break;
  case Effect::Kind::Unknown:
    K.gap(E.Reason, I, Out);
    break;
  }
}

static const Loop *loopOf(const Kernel &K, const Instruction &I) {
  return K.Loops.getLoopFor(I.getParent());
}

void Emitter::emitAccess(const Instruction &I, const MemoryAccess &A,
                         map::Sequence &Out) {
  if (A.Place)
    return emitAtHandle(I, A, Out);
  Pointer Places = V.place(A.Pointer, A.Displacement, loopOf(K, I));
  // Elsewhere the value comes from what is no access.
  IsWhole = all_of(Places, [](const Target &T) {
    return T.Base.TheKind == Root::Kind::Memory ||
           T.Base.TheKind == Root::Kind::Nothing;
  });
  // Of two places that are written as one conditional, the second is its Else.
  map::If *Choice = nullptr;
  if (Places.size() == 2 && Places[0].Base.TheKind == Root::Kind::Memory &&
      Places[1].Base.TheKind == Root::Kind::Memory &&
      Terms.logicalNot(Places[0].Condition) == Places[1].Condition)
    Choice = K.P.make<map::If>();
  if (Choice) {
    Choice->Condition = Places[0].Condition;
    Choice->Where = K.Names.locationOf(I);
    Places[0].Condition = Places[1].Condition = Terms.yes();
    emitTarget(I, A, Places[0], Choice->Then);
    emitTarget(I, A, Places[1], Choice->Else);
    Out.push_back(Choice);
    return;
  }
  for (const Target &T : Places)
    switch (T.Base.TheKind) {
    case Root::Kind::Nothing:
      break;
    case Root::Kind::Opaque:
      if (T.Condition != Terms.no())
        K.gap(T.Base.Reason, I, under(T.Condition, K.Names.locationOf(I), Out));
      break;
    case Root::Kind::Private:
      if (any_of(leavesOf(A.Pointer), [&](const Value *Variable) {
            return !K.Arrays.isPrivate(Variable);
          }))
        K.gap("address of a local variable escapes", I, Out);
      break;
    case Root::Kind::Memory:
      emitTarget(I, A, T, Out);
      break;
    }
}

/// What is outside of the largest object is not accessed: then the launch
/// fails, or nothing happens.
void Emitter::emitAtHandle(const Instruction &I, const MemoryAccess &A,
                           map::Sequence &Out) {
  static constexpr struct {
    unsigned Shift, Bits;
  } Digits[] = {{0, 22}, {22, 18}, {40, 18}};
  Target T;
  T.Base = {Root::Kind::Memory, K.Arrays.ofHandles(A.Place->Kind), {}};
  T.Slots = {Terms.resizeUnsigned(V.termIn(A.Pointer, loopOf(K, I)), 64)};
  Handles.push_back(
      {T.Base.TheArray, T.Slots.front(), map::Access::writes(A.Operation)});
  T.Condition = Terms.yes();
  T.Offset = Terms.constant(64, 0);
  for (auto [Q, D] : zip(A.Place->At, Digits)) {
    const Term *At = Terms.resizeUnsigned(quantity(Q, I), 64);
    T.Condition = Terms.logicalAnd(
        T.Condition, Terms.ult(At, Terms.constant(64, uint64_t(1) << D.Bits)));
    T.Offset =
        Terms.add(T.Offset,
                  Terms.mul(At, Terms.constant(64, uint64_t(1) << D.Shift),
                            map::NoSignedWrap),
                  map::NoSignedWrap);
  }
  emitTarget(I, A, T, Out);
}

/// The parameter that it is; null if it is none.
static const map::Variable *asParameter(const Term *T) {
  const auto *V = dyn_cast<map::Variable>(T);
  return V && V->role() == map::Variable::Role::Parameter ? V : nullptr;
}

/// Two parameters name different objects, as two pointers do; said where one of
/// these is written.
void Emitter::assumeHandlesDiffer() {
  for (const NamedObject &A : Handles)
    for (const NamedObject &B : Handles) {
      const auto *One = asParameter(A.Handle), *Other = asParameter(B.Handle);
      if (A.Of == B.Of && (A.IsWritten || B.IsWritten) && One && Other &&
          One->id() < Other->id())
        assume({Terms.ne(One, Other),
                map::toText(One) + " and " + map::toText(Other) +
                    " do not overlap",
                map::Assumption::Basis::Derived});
    }
}

void Emitter::emitTarget(const Instruction &I, const MemoryAccess &A,
                         const Target &T, map::Sequence &Out) {
  if (T.Condition == Terms.no())
    return;
  map::Sequence &Place = under(T.Condition, K.Names.locationOf(I), Out);
  if (A.Tile)
    return emitTile(I, A, T, Place);
  if (A.Size == 0)
    return emitBytes(I, A, T, Place);
  Place.push_back(makeAccess(I, A, T));
}

/// As many bytes as Length says, one after the other.
void Emitter::emitBytes(const Instruction &I, const MemoryAccess &A,
                        const Target &T, map::Sequence &Out) {
  auto *Bytes = K.P.make<map::Loop>();
  Bytes->Counter = Terms.loopVariable(K.Names.uniqueValue("at"), 64);
  const Term *Length =
      Terms.resizeUnsigned(V.termIn(A.Length, loopOf(K, I)), 64);
  Bytes->While = Terms.ult(Bytes->Counter, Length);
  Bytes->Where = K.Names.locationOf(I);
  MemoryAccess One = A;
  One.Size = 1;
  Target Byte = T;
  Byte.Offset = Terms.add(T.Offset, Bytes->Counter, map::NoSignedWrap);
  Bytes->Body.push_back(makeAccess(I, One, Byte));
  Out.push_back(Bytes);
}

map::Access *Emitter::makeAccess(const Instruction &I, const MemoryAccess &A,
                                 const Target &T) {
  auto *New = K.P.make<map::Access>();
  New->TheOperation = A.Operation;
  New->AtomicScope = A.AtomicScope;
  New->Volatile = A.Volatile;
  New->Asynchronous = IsAsynchronous;
  New->Acquires = A.Acquires;
  New->Releases = A.Releases;
  New->TheArray = T.Base.TheArray;
  New->Slots = T.Slots;
  New->Offset = T.Offset;
  New->Size = A.Size;
  New->Value = storedTerm(I, A);
  update(*New, I, A);
  if (IsWhole && isWhatIsFound(I, A))
    Finding.push_back({New, &I});
  New->Where = K.Names.locationOf(I);
  New->Instruction = codeNumber(I).value_or(0);
  ArrayTable::noteElement(T.Base.TheArray, A.Size);
  return New;
}

/// Is the instruction's value, whole and nothing else, what the access finds?
bool Emitter::isWhatIsFound(const Instruction &I, const MemoryAccess &A) {
  const auto *Call = dyn_cast<CallBase>(&I);
  if (Call && Call->isInlineAsm() && !A.IsResult)
    return false; // assembly computes on
  Type *T = I.getType();
  bool IsOne =
      T->isIntegerTy() || T->isFloatTy() || T->isDoubleTy() || T->isPointerTy();
  const DataLayout &Layout = I.getModule()->getDataLayout();
  return (IsOne && Layout.getTypeSizeInBits(T) == A.Size * 8) ||
         isa<AtomicCmpXchgInst>(I);
}

void Emitter::update(map::Access &Out, const Instruction &I,
                     const MemoryAccess &A) {
  bool Known =
      A.Size <= 8 && A.Operand && A.Operand->getType()->isIntegerTy(A.Size * 8);
  if (A.TheUpdate == map::Access::Update::Any || !Known)
    return;
  Out.TheUpdate = A.TheUpdate;
  Out.Operand = V.termIn(A.Operand, loopOf(K, I));
  if (A.Subtracts)
    Out.Operand = Terms.sub(Terms.constant(A.Size * 8, 0), Out.Operand);
  if (A.Expected)
    Out.Expected = V.termIn(A.Expected, loopOf(K, I));
}

/// Of what the access finds; null if no term needs it.
const map::Unknown *Emitter::nameOf(const FoundBy &F) {
  return cast_or_null<map::Unknown>(V.nameOf(*F.second, F.first->Size * 8));
}

/// What is written is worth saying if all that is unknown of it was found in
/// memory, or is what several lanes get: only of that may more be known.
void Emitter::forgetUnknownWrites() {
  DenseSet<StringRef> Known;
  for (const PendingExchange &X : Exchanging)
    if (const map::Unknown *U = nameOf(X); U && X.New->givesOneToAll())
      Known.insert(U->name());
  for (const auto &F : Finding)
    if (const map::Unknown *U = nameOf(F))
      Known.insert(U->name());
  auto IsUnknown = [&](const Term *X) {
    const auto *U = dyn_cast<map::Unknown>(X);
    return U && U->cause() == map::Cause::Unmodelled &&
           !Known.contains(U->name());
  };
  map::forEachStmt(K.P.Body, [&](map::Stmt *S) {
    if (auto *A = dyn_cast<map::Access>(S);
        A && A->Value && map::anyNode({A->Value}, IsUnknown))
      A->Value = nullptr;
  });
}

/// Of unknown values that the statements mention.
DenseSet<StringRef> Emitter::mentionedNames() const {
  DenseSet<StringRef> Mentioned;
  map::forEachNode(map::termsIn(K.P.Body), [&](const Term *T) {
    if (const auto *U = dyn_cast<map::Unknown>(T))
      Mentioned.insert(U->name());
  });
  return Mentioned;
}

/// Accesses and barriers whose value is used get the name that it has in the
/// terms.
void Emitter::nameWhatIsFound() {
  DenseSet<StringRef> Mentioned = mentionedNames();
  for (const auto &F : Finding)
    if (const map::Unknown *U = nameOf(F); U && Mentioned.contains(U->name()))
      F.first->Found = U;
  for (auto [B, I] : Returning)
    if (const auto *U = cast_or_null<map::Unknown>(
            V.nameOf(*I, I->getType()->getIntegerBitWidth()));
        U && Mentioned.contains(U->name()))
      B->Result = U;
}

const Term *Emitter::storedTerm(const Instruction &I, const MemoryAccess &A) {
  if (A.Operation != map::Access::Operation::Write || A.Size > 8)
    return nullptr;
  if (A.Fill) {
    uint64_t Bytes = 0x0101010101010101 * *A.Fill;
    return Terms.constant(A.Size * 8, Bytes);
  }
  if (!A.Stored)
    return nullptr;
  if (const auto *C = dyn_cast<ConstantFP>(A.Stored)) {
    APInt Bits = C->getValueAPF().bitcastToAPInt();
    return Bits.getBitWidth() == A.Size * 8
               ? Terms.constant(A.Size * 8, Bits.getZExtValue())
               : nullptr;
  }
  if (A.Stored->getType()->isFloatingPointTy() ||
      A.Stored->getType()->isPointerTy()) {
    const Term *Bits = V.bitsOf(A.Stored, loopOf(K, I));
    return Bits && Bits->width() == A.Size * 8 ? Bits : nullptr;
  }
  if (!A.Stored->getType()->isIntegerTy(A.Size * 8))
    return nullptr;
  return V.termIn(A.Stored, loopOf(K, I));
}

const Term *Emitter::quantity(const Quantity &Q, const Instruction &I) {
  const Term *T =
      Q.Value ? V.termIn(Q.Value, loopOf(K, I)) : Terms.constant(32, Q.Number);
  return Terms.resizeUnsigned(T, 32);
}

void Emitter::emitFence(const Instruction &I, map::Scope Scope,
                        map::Sequence &Out) {
  if (Scope < map::Scope::Block)
    return;
  auto *New = K.P.make<map::Fence>();
  New->TheScope = Scope;
  New->Where = K.Names.locationOf(I);
  Out.push_back(New);
}

void Emitter::emitGroup(const Instruction &I, std::optional<unsigned> Pending,
                        map::Sequence &Out) {
  auto *New = K.P.make<map::AsyncGroup>();
  New->Pending = Pending;
  New->Where = K.Names.locationOf(I);
  Out.push_back(New);
}

void Emitter::emitTracking(const Instruction &I, const Effect &E,
                           map::Sequence &Out) {
  auto Its = Objects.at(E.TheBarrier.Object, I);
  size_t Before = Out.size();
  K.gap(E.Reason, I, Out);
  if (Its.Problem.empty() && Out.size() > Before)
    Tracked.note(cast<map::Gap>(Out.back()), Its.Number);
}

/// Of the same barrier.
static bool isWaitFor(const map::Barrier &Wait, const map::Barrier &Arrival) {
  return Wait.ThePart == map::Barrier::Part::Wait &&
         Arrival.ThePart == map::Barrier::Part::Arrival &&
         Wait.TheScope == Arrival.TheScope && Wait.Number == Arrival.Number &&
         Wait.Count == Arrival.Count;
}

void Emitter::emitBarrier(const Instruction &I, const BarrierEffect &B,
                          map::Sequence &Out) {
  auto *New = K.P.make<map::Barrier>();
  New->TheScope = B.TheScope;
  New->ThePart = B.ThePart;
  New->Where = K.Names.locationOf(I);
  New->HasResult = !I.use_empty();
  if (B.Object) {
    auto Its = Objects.at(B.Object, I);
    if (!Its.Problem.empty())
      return K.gap(Its.Problem, I, Out);
    New->Number = Its.Number;
    New->Count = Its.Count;
  }
  if (B.Number)
    New->Number = quantity(*B.Number, I);
  if (B.Count)
    New->Count = quantity(*B.Count, I);
  if (B.Mask)
    New->Mask = quantity(*B.Mask, I);
  if (New->Number == Terms.constant(32, 0) && !New->Count)
    New->Number = nullptr;
  if (New->Mask == Terms.constant(32, 0xffffffff))
    New->Mask = nullptr;
  if (auto *Arrival =
          Out.empty() ? nullptr : dyn_cast<map::Barrier>(Out.back());
      Arrival && isWaitFor(*New, *Arrival)) {
    Arrival->ThePart = map::Barrier::Part::Whole;
    return;
  }
  Out.push_back(New);
  if (New->TheScope == map::Scope::Block && I.getType()->isIntegerTy() &&
      New->ThePart == map::Barrier::Part::Whole && !New->Count)
    Returning.push_back({New, &I});
}

} // namespace racemap::lift
