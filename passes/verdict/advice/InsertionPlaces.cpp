// InsertionPlaces - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/verdict/advice/InsertionPlaces.h"
#include "passes/map/Traversal.h"
#include "llvm/ADT/STLExtras.h"

namespace racemap::verdict {

using namespace map;
using llvm::dyn_cast;

static auto position(const SourcePoint &P) {
  return std::pair(P.Line, P.Column);
}

bool SourceStatement::covers(const SourcePoint &P) const {
  return P.Line && P.File == Begin.File && position(Begin) <= position(P) &&
         position(P) <= position(End);
}

SourcePoint pointInKernel(const Location &L) {
  return L.Calls.empty() ? L : L.Calls.back().Site;
}

/// Null for what has no place of its own.
static const Location *whereIs(const Stmt *S) {
  switch (S->kind()) {
  case Stmt::Kind::Access:
    return &llvm::cast<Access>(S)->Where;
  case Stmt::Kind::Barrier:
    return &llvm::cast<Barrier>(S)->Where;
  case Stmt::Kind::Fence:
    return &llvm::cast<Fence>(S)->Where;
  case Stmt::Kind::AsyncGroup:
    return &llvm::cast<AsyncGroup>(S)->Where;
  case Stmt::Kind::Exchange:
    return &llvm::cast<Exchange>(S)->Where;
  case Stmt::Kind::Gap:
    return &llvm::cast<Gap>(S)->Where;
  case Stmt::Kind::Given:
    return &llvm::cast<Given>(S)->Where;
  case Stmt::Kind::If:
    return &llvm::cast<If>(S)->Where;
  case Stmt::Kind::Loop:
    return &llvm::cast<Loop>(S)->Where;
  case Stmt::Kind::Leave:
    return nullptr;
  }
  llvm_unreachable("all statements are handled");
}

/// Unknown if it has no place of its own.
static SourcePoint pointOf(const Stmt *S) {
  const Location *L = whereIs(S);
  return L ? pointInKernel(*L) : SourcePoint();
}

static llvm::SmallVector<Sequence *, 2> sequencesOf(Stmt *S) {
  if (auto *I = dyn_cast<If>(S))
    return {&I->Then, &I->Else};
  if (auto *L = dyn_cast<Loop>(S))
    return {&L->Body};
  return {};
}

/// Is any of S or within it part of the source's statement?
static bool meets(Stmt *S, const SourceStatement &Source) {
  bool Any = Source.covers(pointOf(S));
  for (Sequence *Inner : sequencesOf(S))
    for (Stmt *X : *Inner)
      Any = Any || meets(X, Source);
  return Any;
}

/// The elements that have part in the source's statement.
static llvm::SmallVector<size_t> meeting(const Sequence &In,
                                         const SourceStatement &Source) {
  llvm::SmallVector<size_t> All;
  for (size_t I = 0; I < In.size(); ++I)
    if (meets(In[I], Source))
      All.push_back(I);
  return All;
}

std::optional<InsertionPlace> placeBefore(Protocol &P,
                                          const SourceStatement &Source) {
  InsertionPlace At{&P.Body};
  while (true) {
    auto Parts = meeting(*At.In, Source);
    if (Parts.empty())
      return std::nullopt;
    Stmt *First = (*At.In)[Parts.front()];
    if (Source.covers(pointOf(First))) {
      At.Index = Parts.front();
      return At;
    }
    // Nobody knows whether one without a place is within the statement.
    if (Parts.size() > 1 || !pointOf(First).Line)
      return std::nullopt;
    auto Inner = sequencesOf(First);
    llvm::erase_if(Inner,
                   [&](Sequence *S) { return meeting(*S, Source).empty(); });
    if (Inner.size() != 1)
      return std::nullopt;
    At.In = Inner.front();
    At.Loops += llvm::isa<Loop>(First);
    ++At.Depth;
  }
}

/// From the beginning of S's line to the end of the last one in S.
static SourceStatement linesOf(Stmt *S) {
  SourcePoint Begin = pointOf(S), End = Begin;
  Begin.Column = 1;
  for (Sequence *Inner : sequencesOf(S))
    forEachStmt(*Inner, [&](Stmt *X) {
      SourcePoint P = pointOf(X);
      if (P.File == End.File && position(End) < position(P))
        End = P;
    });
  End.Column = UINT_MAX;
  return {Begin, End};
}

std::vector<SourceStatement> statementsByLine(const Protocol &P) {
  std::vector<SourceStatement> All;
  forEachStmt(P.Body, [&](Stmt *S) {
    SourceStatement Lines = linesOf(S);
    if (!Lines.Begin.Line)
      return;
    SourceStatement Line{Lines.Begin, Lines.Begin};
    Line.End.Column = Lines.End.Column;
    for (const SourceStatement &New : {Lines, Line})
      if (!llvm::is_contained(All, New))
        All.push_back(New);
  });
  return All;
}

} // namespace racemap::verdict
