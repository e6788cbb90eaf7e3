// RoomyLaunches - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/verdict/preconditions/RoomyLaunches.h"
#include "passes/map/Traversal.h"
#include "passes/verdict/preconditions/Rows.h"

namespace racemap::verdict {

using namespace map;
using Kind = solve::Answer::Kind;

/// How far rows are apart that nothing else says the length of, which is no
/// multiple of a block; what other numbers are at most, and how many blocks
/// there are where nothing is said of that: many, and for what is easily
/// decided, few.
static constexpr uint64_t Row = 16'411, Most = 2048, Many = 1u << 17, Few = 8;
static constexpr unsigned LeastWidth = 32; ///< others are flags

RoomyLaunches::RoomyLaunches(const Protocol &P, const LaunchContext &Context,
                             const Numbers &Known) {
  TermContext &T = P.terms();
  auto GridSize = [&](unsigned D) {
    return T.builtin(
        static_cast<Builtin>(static_cast<unsigned>(Builtin::GridDimX) + D));
  };
  auto IsSaid = [&](const Variable *V, const Variable *With) {
    return llvm::any_of(Context.Conditions, [&](const Assumption &A) {
      return A.Condition && mentions(A.Condition, V) &&
             mentions(A.Condition, With);
    });
  };
  // Threads come to the end of a row that bounds them, or the grid, be it
  // short.
  auto IsFull = [&](const Variable *V) {
    return Known.isBound(V) || IsSaid(V, GridSize(0)) ||
           IsSaid(V, GridSize(1)) || IsSaid(V, GridSize(2));
  };
  for (const Variable *V : Known.parameters()) {
    if (V->width() < LeastWidth)
      continue;
    AreRowsOfThreads &= !Known.isStride(V) || Known.isPitch(V);
    auto Number = [&](uint64_t N) { return T.constant(V->width(), N); };
    bool IsRow = Known.isStride(V);
    if (IsRow && !IsFull(V)) {
      All.push_back(T.eq(V, Number(Row)));
      Rows.push_back(V);
      continue;
    }
    All.push_back(T.ule(V, Number(Most))); // which no negative number is
    if (IsRow)
      All.push_back(T.ne(V, Number(0)));
  }
  Easy = All;
  for (unsigned D : {0u, 1u, 2u}) {
    if (IsSaid(GridSize(D), GridSize(D)))
      continue;
    All.push_back(T.ule(GridSize(D), T.constant(32, Many)));
    Easy.push_back(T.ule(GridSize(D), T.constant(32, Few)));
  }
}

/// Is a part of a number taken out, by a mask, a remainder or a cut? How far
/// rows are apart says nothing then.
static bool cutsNumbers(const Term *Offset) {
  return anyNode({Offset}, [](const Term *T) {
    bool Cuts = llvm::any_of(std::array{Op::And, Op::Or, Op::Xor, Op::URem,
                                        Op::SRem, Op::LShr, Op::AShr, Op::UDiv,
                                        Op::SDiv, Op::Trunc, Op::Ite},
                             [&](Op O) { return isOp(T, O); });
    return Cuts && anyNode({T}, llvm::IsaPred<Variable, Unknown>);
  });
}

bool RoomyLaunches::have(const RacingPair &Race, const Conjunction &Beside,
                         Questions &Asked) const {
  Conjunction C = Race.Race;
  llvm::append_range(C, Beside);
  return Asked.ask(Easy, std::move(C), Patience::Some).TheKind == Kind::Yes;
}

bool RoomyLaunches::exclude(const RacingPair &Race, Questions &Asked) const {
  bool HasRows = anyNode(llvm::ArrayRef(Race.Offset), [&](const Term *T) {
    return llvm::is_contained(Rows, T);
  });
  auto AreRows = [&](const Variable *V) { return areInRows(Race, V); };
  if (!HasRows || !llvm::all_of(Rows, AreRows) ||
      llvm::any_of(Race.Offset, cutsNumbers) ||
      (Race.TheArray->TheSpace == Space::Shared && !AreRowsOfThreads))
    return false;
  return Asked.isRefuted(All, Race.Race, Patience::Some) &&
         Asked.ask(All, Race.Together, Patience::Some).TheKind == Kind::Yes;
}

} // namespace racemap::verdict
