// Lockstep - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/intervals/Lockstep.h"
#include "passes/intervals/ReachableStatements.h"
#include "passes/map/Traversal.h"
#include "llvm/ADT/STLExtras.h"

namespace racemap::intervals {

using namespace map;
using llvm::dyn_cast;

namespace {

constexpr llvm::StringLiteral Together =
    "the threads of a warp execute it together";
constexpr llvm::StringLiteral Parted =
    "nothing orders the two sides of a condition at which the warp parts";
constexpr llvm::StringLiteral NotTogether =
    "the threads of the warp are not together there";
constexpr llvm::StringRef WayOut = "a way out that not all of a warp take";
constexpr llvm::StringLiteral OneJump =
    "several ways to one place in the source";

using Accesses = std::vector<const Access *>;

class Lockstep {
public:
  Lockstep(const Ground &G, const Convergence &IsConvergent,
           llvm::function_ref<bool(const Loop *)> IsLeftTogether)
      : G(G), IsLeftTogether(IsLeftTogether),
        Reachable(G, Relation::SameWarp, IsConvergent) {}

  void visit(const Sequence &S);
  void findInstructions();
  std::vector<Interval> Found;

private:
  void visit(const Stmt *S);
  void visitLoop(const Loop *L);
  void siblings(const Stmt *First, const Stmt *Second);
  void sides(const Accesses &One, const Accesses &Other, llvm::StringRef Why,
             llvm::StringRef Doubt);
  void reach(Walk &W, const Access *A, llvm::StringRef Doubt);
  void add(Walk &W, size_t FirstOfOther, llvm::StringRef Why);
  bool isOneJump(const Stmt *First, const Stmt *Second) const;
  bool haveOnePlace(const Location &A, const Location &B) const;

  const Ground &G;
  llvm::function_ref<bool(const Loop *)> IsLeftTogether;
  ReachableStatements Reachable;
};

} // namespace

void Lockstep::reach(Walk &W, const Access *A, llvm::StringRef Doubt) {
  W.reach(A, Reachable.contains(A) ? Doubt : llvm::StringRef(DivergentBarrier));
}

static Accesses accessesIn(const Sequence &S) {
  Accesses All;
  forEachStmt(S, [&](Stmt *X) {
    if (const auto *A = dyn_cast<Access>(X))
      All.push_back(A);
  });
  return All;
}

static Accesses accessesIn(const Stmt *S) {
  return accessesIn(Sequence{const_cast<Stmt *>(S)});
}

void Lockstep::add(Walk &W, size_t FirstOfOther, llvm::StringRef Why) {
  if (!W.reaches().empty())
    Found.push_back({Relation::SameWarp, nullptr, W.shared(), W.reaches(),
                     FirstOfOther, Why});
}

/// Doubt: what is approximated, or empty.
void Lockstep::sides(const Accesses &One, const Accesses &Other,
                     llvm::StringRef Why, llvm::StringRef Doubt) {
  if (One.empty() || Other.empty())
    return;
  Walk W = Walk::pastBarriers(G, Scope::Warp);
  for (const Access *A : One)
    reach(W, A, Doubt);
  size_t FirstOfOther = W.reaches().size();
  for (const Access *A : Other)
    reach(W, A, Doubt);
  if (FirstOfOther && FirstOfOther < W.reaches().size())
    add(W, FirstOfOther, Why);
}

void Lockstep::visit(const Sequence &S) {
  for (size_t I = 0; I < S.size(); ++I) {
    visit(S[I]);
    for (size_t J = I + 1; J < S.size(); ++J)
      siblings(S[I], S[J]);
  }
}

void Lockstep::visit(const Stmt *S) {
  switch (S->kind()) {
  case Stmt::Kind::Access: {
    Walk W = Walk::pastBarriers(G, Scope::Warp);
    reach(W, llvm::cast<Access>(S), {});
    return add(W, 0, Together);
  }
  case Stmt::Kind::If: {
    const auto *I = llvm::cast<If>(S);
    sides(accessesIn(I->Then), accessesIn(I->Else), Parted, {});
    visit(I->Then);
    return visit(I->Else);
  }
  case Stmt::Kind::Loop:
    return visitLoop(llvm::cast<Loop>(S));
  case Stmt::Kind::Fence:
  case Stmt::Kind::AsyncGroup:
  case Stmt::Kind::Exchange:
  case Stmt::Kind::Gap:
  case Stmt::Kind::Given:
  case Stmt::Kind::Barrier:
  case Stmt::Kind::Leave:
    return;
  }
  llvm_unreachable("all statements are handled");
}

void Lockstep::visitLoop(const Loop *L) {
  bool IsOneInstruction =
      llvm::any_of(accessesIn(L->Body), [&](const Access *A) {
        return haveOnePlace(A->Where, L->Where);
      });
  if (!IsLeftTogether(L) || IsOneInstruction) {
    Walk W = Walk::pastBarriers(G, Scope::Warp);
    W.withinLoop(L, "iterations of a loop that a warp does not leave together");
    add(W, 0, NotTogether);
  }
  visit(L->Body);
}

static bool alwaysLeaves(const Sequence &S) {
  return !S.empty() && llvm::isa<Leave>(S.back());
}

/// Of one sequence, the first before the second.
void Lockstep::siblings(const Stmt *First, const Stmt *Second) {
  const auto *I = dyn_cast<If>(First);
  Accesses Behind = accessesIn(Second);
  if (!canBeLeft(First)) {
    if (isOneJump(First, Second))
      sides(accessesIn(First), Behind, NotTogether, OneJump);
    return;
  }
  if (!I)
    return sides(accessesIn(First), Behind, NotTogether, WayOut);
  for (auto [Side, Other] :
       {std::pair(&I->Then, &I->Else), std::pair(&I->Else, &I->Then)}) {
    bool Leaves = llvm::any_of(*Side, canBeLeft);
    if (alwaysLeaves(*Side))
      sides(accessesIn(*Side), Behind, Parted, {});
    else if (Leaves || !alwaysLeaves(*Other))
      sides(accessesIn(*Side), Behind, Parted, WayOut);
  }
}

/// Without locations nobody can tell, unless the protocol was written as one.
bool Lockstep::haveOnePlace(const Location &A, const Location &B) const {
  return A == B && (A.Line || !G.P.Mangled.empty());
}

bool Lockstep::isOneJump(const Stmt *First, const Stmt *Second) const {
  const auto *A = dyn_cast<If>(First), *B = dyn_cast<If>(Second);
  return A && B && haveOnePlace(A->Where, B->Where);
}

/// Accesses that are one instruction of the source.
void Lockstep::findInstructions() {
  const auto &All = G.P.accesses();
  for (size_t I = 0; I < All.size(); ++I)
    for (size_t J = I + 1; J < All.size(); ++J)
      if (haveOnePlace(All[I]->Where, All[J]->Where) && All[I]->writes() &&
          All[J]->writes())
        sides({All[I]}, {All[J]}, Together,
              "two accesses as one instruction of the source");
}

std::vector<Interval>
lockstepIntervals(const Ground &G, const Convergence &IsConvergent,
                  llvm::function_ref<bool(const Loop *)> IsLeftTogether) {
  Lockstep All(G, IsConvergent, IsLeftTogether);
  All.visit(G.P.Body);
  All.findInstructions();
  return std::move(All.Found);
}

} // namespace racemap::intervals
