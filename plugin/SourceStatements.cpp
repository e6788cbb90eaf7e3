// SourceStatements - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "plugin/SourceStatements.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/Stmt.h"
#include "clang/Basic/SourceManager.h"

namespace racemap {

using namespace clang;

/// In the presumed lines of debug information.
static map::SourcePoint pointOf(SourceLocation L, const SourceManager &SM) {
  PresumedLoc At = SM.getPresumedLoc(L);
  if (At.isInvalid())
    return {};
  return {At.getFilename(), At.getLine(), At.getColumn()};
}

static bool canStandBefore(const Stmt *S) {
  return S->getBeginLoc().isFileID() &&
         !llvm::isa<SwitchCase, LabelStmt, AttributedStmt>(S);
}

static void collect(const Stmt *S, const SourceManager &SM,
                    std::vector<verdict::SourceStatement> &Out) {
  if (!S || llvm::isa<LambdaExpr>(S))
    return;
  bool IsBlock = llvm::isa<CompoundStmt>(S);
  for (const Stmt *Child : S->children()) {
    if (IsBlock && canStandBefore(Child))
      Out.push_back({pointOf(Child->getBeginLoc(), SM),
                     pointOf(SM.getExpansionLoc(Child->getEndLoc()), SM)});
    collect(Child, SM, Out);
  }
}

static bool hasLabel(const Stmt *S) {
  return S &&
         (llvm::isa<LabelStmt>(S) || llvm::any_of(S->children(), hasLabel));
}

std::vector<verdict::SourceStatement>
blockStatements(const FunctionDecl *Kernel, const ASTContext &AST) {
  std::vector<verdict::SourceStatement> All;
  if (Kernel && !hasLabel(Kernel->getBody()))
    collect(Kernel->getBody(), AST.getSourceManager(), All);
  return All;
}

} // namespace racemap
