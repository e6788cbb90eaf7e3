// Traversal - every statement of a tree, every node of a term, once.
//
// Statements form a tree, which is walked in program order, a statement before
// those within it. Terms share their nodes, so a walk over terms remembers
// where it was; it takes several terms, and visits what they share once.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PASSES_MAP_TRAVERSAL_H
#define RACEMAP_PASSES_MAP_TRAVERSAL_H

#include "passes/map/Protocol.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace racemap::map {

/// Calls See with each statement of S and within S.
void forEachStmt(const Sequence &S, llvm::function_ref<void(Stmt *)> See);

/// Can a thread leave S for something that is not behind S?
bool canBeLeft(const Stmt *S);

/// The terms of a statement itself, in the order in which it evaluates them:
/// none is null, and those of statements within it are not among them.
llvm::SmallVector<const Term *, 4> termsOf(const Stmt *S);

/// The terms of all statements of S and within S.
std::vector<const Term *> termsIn(const Sequence &S);

/// Calls See once with each node of the terms.
void forEachNode(llvm::ArrayRef<const Term *> Terms,
                 llvm::function_ref<void(const Term *)> See);

/// Is there a node in the terms for which Is holds? The search ends with it.
bool anyNode(llvm::ArrayRef<const Term *> Terms,
             llvm::function_ref<bool(const Term *)> Is);

/// Calls See once with each term that T is a sum or a product of, through
/// casts; with T itself if it is neither.
void forEachPart(const Term *T, llvm::function_ref<void(const Term *)> See);

/// What T requires: the terms that it is the conjunction of, or T itself.
llvm::SmallVector<const Term *, 4> conjuncts(const Term *T);

/// Is Wanted a node of T?
bool mentions(const Term *T, const Term *Wanted);
/// Is T made of something that is a thread's own (an index, what a loop counts)
/// or not known? Parameters and dimensions are the same for all.
bool variesByThread(const Term *T);
/// Is an unknown of this cause among the nodes of the terms?
bool mentions(llvm::ArrayRef<const Term *> Terms, Cause Why);

} // namespace racemap::map

#endif
