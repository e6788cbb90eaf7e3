// RacingPairs - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "RacingPairs.h"
#include "Lockstep.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"

namespace racemap::oracle {

using namespace map;

/// A memory object: the array, its block if it is shared, the slots.
using Instance = std::tuple<const Array *, unsigned, std::vector<uint64_t>>;

static bool coverEachOther(const Event &A, const Event &B, const Launch &L) {
  if (!A.TheAccess->isAtomic() || !B.TheAccess->isAtomic())
    return false;
  Scope Narrowest =
      std::min(A.TheAccess->AtomicScope, B.TheAccess->AtomicScope);
  return Narrowest >= (L.blockOf(A.Thread) == L.blockOf(B.Thread)
                           ? Scope::Block
                           : Scope::Grid);
}

static bool isInLockstep(const Event &A, const Event &B, const Run &R,
                         const Launch &L, bool InDoubt) {
  return L.Lockstep && L.areOneWarp(A.Thread, B.Thread) &&
         areInOrder(*R.TheProtocol, A, B, InDoubt);
}

static bool conflict(const Event &A, const Event &B) {
  bool IsBeside = A.Thread != B.Thread || A.TheAccess->Asynchronous ||
                  B.TheAccess->Asynchronous;
  return IsBeside && (A.TheAccess->writes() || B.TheAccess->writes());
}

void forEachConflict(
    const Run &R, const Launch &L,
    llvm::function_ref<void(const Event &, const Event &, bool)> See,
    bool InDoubt) {
  std::map<Instance, std::vector<const Event *>> Memory;
  for (const Event &E : R.Events) {
    const Array *A = E.TheAccess->TheArray;
    unsigned Block = A->isOfOneBlock() ? L.blockOf(E.Thread) : 0;
    Memory[{A, Block, E.Slots}].push_back(&E);
  }
  for (auto &[Where, Events] : Memory) {
    llvm::sort(Events, [](const Event *A, const Event *B) {
      return std::pair(A->Offset, A) < std::pair(B->Offset, B);
    });
    for (size_t I = 0; I != Events.size(); ++I) {
      const Event &A = *Events[I];
      __int128 End = __int128(A.Offset) + A.TheAccess->Size;
      for (size_t J = I + 1; J != Events.size() && Events[J]->Offset < End; ++J)
        if (conflict(A, *Events[J]))
          See(A, *Events[J],
              R.isOrdered(A, *Events[J]) || R.isOrdered(*Events[J], A) ||
                  coverEachOther(A, *Events[J], L) ||
                  isInLockstep(A, *Events[J], R, L, InDoubt));
    }
  }
}

PairKey keyOf(const Event &A, const Event &B, const Launch &L) {
  unsigned IdA = A.TheAccess->Id, IdB = B.TheAccess->Id;
  return {std::min(IdA, IdB), std::max(IdA, IdB),
          L.blockOf(A.Thread) == L.blockOf(B.Thread)};
}

bool isBenign(const Event &A, const Event &B) {
  return A.Value && B.Value && A.Offset == B.Offset &&
         A.TheAccess->Size == B.TheAccess->Size && *A.Value == *B.Value;
}

static void describe(llvm::raw_ostream &OS, const Event &E, const Launch &L) {
  auto Tuple = [&](const Dim &D) {
    OS << "(" << D[0] << "," << D[1] << "," << D[2] << ")";
  };
  OS << "access " << E.TheAccess->Id << " of thread ";
  Tuple(L.threadIdx(E.Thread));
  OS << " of block ";
  Tuple(L.blockIdx(E.Thread));
  OS << " at bytes [" << E.Offset << ", " << E.Offset + E.TheAccess->Size
     << ")";
  for (const auto &[Name, Value] : E.LoopValues)
    OS << " " << Name << "=" << Value;
}

std::map<PairKey, RacingPair> racingPairs(const Run &R, const Launch &L,
                                          bool InDoubt) {
  std::map<PairKey, RacingPair> Pairs;
  auto See = [&](const Event &A, const Event &B, bool Ordered) {
    if (Ordered)
      return;
    RacingPair &P = Pairs[keyOf(A, B, L)];
    bool Benign = isBenign(A, B);
    if (P.Example.empty() || (P.Benign && !Benign)) {
      P.Example.clear();
      llvm::raw_string_ostream OS(P.Example);
      describe(OS, A, L);
      OS << " and ";
      describe(OS, B, L);
    }
    P.Benign = P.Benign && Benign;
  };
  forEachConflict(R, L, See, InDoubt);
  return Pairs;
}

} // namespace racemap::oracle
