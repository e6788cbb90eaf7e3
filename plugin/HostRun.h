// HostRun - one run of a function that HostValues looks into.
//
// A function is run on terms. Where control parts, each way is followed under
// its condition, with what the variables are there; where ways meet, a variable
// is the one or the other. Loops are run as often as they may be. Variables of
// classes, and the object of a method or of a constructor, are followed member
// by member: they are copies of what the function is given.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PLUGIN_HOSTRUN_H
#define RACEMAP_PLUGIN_HOSTRUN_H

#include "passes/map/Ranges.h"
#include "plugin/HostValues.h"
#include "clang/AST/StmtCXX.h"

namespace racemap {

class HostValues::Run {
public:
  Run(HostValues &Values, Fields Path)
      : Values(Values), Terms(Values.Terms), Path(Path), Has(Values.Arguments),
        Here(Terms.yes()), Never(Terms.no()) {}

  /// What Code returns, or the member Path of it; null if it cannot be
  /// followed.
  const map::Term *result(const clang::Stmt *Code);
  /// Goes through Code, which is lent All: then they are what it leaves there.
  /// False if it cannot be followed.
  bool leaves(const clang::Stmt *Code, const Loans &All);
  /// The member Path of what the constructor makes; null if it cannot be
  /// followed.
  const map::Term *made(const clang::CXXConstructorDecl *C);
  /// When it does not return: it has ended the program, or goes on forever.
  /// Null if that is not known.
  const map::Term *never() const { return Never; }
  /// Control stays where it is, if If is true.
  void stay(const map::Term *If) {
    Never = Terms.logicalOr(Never, Terms.logicalAnd(Here, If));
    Here = Terms.logicalAnd(Here, Terms.logicalNot(If));
  }
  /// Control may stay where it is.
  void lose() { IsLost = true; }

private:
  struct State {
    const map::Term
        *If; ///< control is here, in terms of what the function is given
    Locals Has;
    bool operator==(const State &S) const {
      return If == S.If && llvm::equal(Has, S.Has);
    }
  };
  struct Loop {
    std::vector<State> Ends, Continued;
  };

  State now() const { return {Here, Has}; }
  void go(State S) {
    Here = S.If;
    Has = std::move(S.Has);
  }
  void meet(std::vector<State> Ways);

  bool run(const clang::Stmt *S);
  bool run(const clang::ReturnStmt *S);
  bool run(const clang::IfStmt *S);
  bool runLoop(const clang::Stmt *S);
  bool declare(const clang::Decl *D);
  bool evaluate(const clang::Expr *E);
  bool assigns(const clang::Expr *E);
  bool copies(const clang::Expr *E);
  bool lends(const clang::CallExpr *E);
  const map::Term *changed(const clang::Expr *E, HostPlace &To);
  bool finishes(const clang::Stmt *Code);
  void set(const HostPlace &To, const map::Term *New);
  void forget(const clang::Stmt *S);
  const map::Term *value(const clang::Expr *E, Fields Of = {}) {
    return Values.value(E, Of);
  }
  const map::Term *truth(const clang::Expr *E);
  const map::Term *changingTruth(const clang::Expr *E);
  const map::Term *read(const clang::Expr *E);
  /// Is V a reference, or the place behind a pointer, to what is lent?
  bool isLent(const clang::VarDecl *V, bool IsBehind) const {
    return Lent.contains(V) && V->getType()->isPointerType() == IsBehind;
  }
  /// What the place is a part of, if that is a variable that is followed.
  const clang::Decl *followed(const HostPlace &P) const {
    bool Follows = P.Variable
                       ? isLent(P.Variable, P.IsBehind) ||
                             (!P.IsBehind && Values.Uses.isFollowed(P.Variable))
                       : P.This && Has.contains(P.whole());
    return Follows ? P.whole() : nullptr;
  }
  /// What the place, which is followed, is a part of.
  HostObject &objectOf(const HostPlace &P) {
    if (P.Variable)
      Has.insert({P.Variable, HostObject(Values.AST, P.Variable->getType())});
    return Has.find(P.whole())->second;
  }

  HostValues &Values;
  map::TermContext &Terms;
  map::Ranges Ranges;
  Fields Path;
  Locals &Has;
  const map::Term *Here;
  const map::Term *Never;
  std::vector<std::pair<const map::Term *, const map::Term *>>
      Returned; ///< if, what
  /// What matters is what the code does, not what it returns.
  bool IsForEffects = false;
  llvm::SmallDenseSet<const clang::VarDecl *, 2> Lent; ///< as parameters
  std::vector<State> Left; ///< where control returns
  Loop *Around = nullptr;
  bool IsLost = false;
  /// The object of the method.
  bool IsKnownToOthers = true;
};

} // namespace racemap

#endif
