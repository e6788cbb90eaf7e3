// TermVerifier - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/map/TermVerifier.h"
#include "passes/map/Aliases.h"
#include "passes/map/Verifier.h"
#include "llvm/ADT/STLExtras.h"

namespace racemap::map {

static void collectWritten(const Sequence &S,
                           llvm::DenseSet<const Array *> &Out) {
  for (const Stmt *X : S) {
    const auto *A = llvm::dyn_cast_or_null<Access>(X);
    if (A && A->writes())
      Out.insert(A->TheArray);
    // Statements nested too deeply are reported by the Verifier, which has
    // not looked at them yet.
    if (const auto *I = llvm::dyn_cast_or_null<If>(X)) {
      collectWritten(I->Then, Out);
      collectWritten(I->Else, Out);
    } else if (const auto *L = llvm::dyn_cast_or_null<Loop>(X)) {
      collectWritten(L->Body, Out);
    }
  }
}

TermVerifier::TermVerifier(const Protocol &P) : P(P) {
  collectWritten(P.Body, Written);
  for (const LaunchContext &C : P.Contexts) {
    Aliases Overlap(C);
    for (const Array *W : Written)
      for (const auto &A : P.Arrays)
        if (W && !C.Aliases.empty() && Overlap.mayOverlap(A.get(), W))
          Overwritten.insert(A.get());
  }
}

std::optional<unsigned> TermVerifier::slots(const Array *A) const {
  unsigned Slots = 0;
  for (; A; A = A->Parent) {
    if (P.findArray(A->Name) != A || Slots > P.Arrays.size())
      return std::nullopt;
    Slots += A->Distributed ? 3 : A->TheOrigin == Array::Origin::Field ? 1 : 0;
  }
  return Slots;
}

static std::string problemOf(const Operation *T) {
  auto Operands = T->operands();
  if (isCast(T->op())) {
    bool Widens = T->width() > Operands[0]->width();
    return Widens == (T->op() != Op::Trunc) &&
                   T->width() != Operands[0]->width()
               ? ""
               : "a cast goes to the wrong width";
  }
  if (Operands[Operands.size() - 2]->width() != Operands.back()->width())
    return "an operator has operands of two widths";
  bool Comparison = T->op() >= Op::Eq && T->op() <= Op::SLe;
  if (T->width() != (Comparison ? 1 : Operands.back()->width()))
    return "an operator has a result of the wrong width";
  if (T->op() == Op::Ite && !Operands[0]->isBool())
    return "the condition of an ite has more than 1 bit";
  bool MayPromise = T->op() == Op::Add || T->op() == Op::Sub ||
                    T->op() == Op::Mul || T->op() == Op::Shl;
  return T->promises() && !MayPromise ? "an operator promises what it cannot"
                                      : "";
}

std::string TermVerifier::examineUnknown(const Unknown *U) const {
  bool IsRead = U->cause() != Cause::Unmodelled;
  if (U->copy() != Copy::Any)
    return "an unknown value belongs to one thread of a query";
  if (IsRead != (U->array() != nullptr))
    return "an unknown value is read from no array";
  if (!IsRead)
    return "";
  auto Slots = slots(U->array());
  if (!Slots || U->operands().size() != *Slots + 1)
    return "a value read from '" + U->array()->Name +
           "' has the wrong number of slots";
  if (llvm::any_of(U->operands(),
                   [](const Term *T) { return T->width() != 64; }))
    return "a value read from '" + U->array()->Name +
           "' has a slot or an offset that is not 64 bits wide";
  bool Direct = Written.contains(U->array());
  if (U->cause() != Cause::Input ||
      (!Direct && !Overwritten.contains(U->array())))
    return "";
  return "'" + U->array()->Name + "' is written by the kernel" +
         (Direct ? "" : " under another name, in a launch") +
         ", so what is read there is no input; write stable(" +
         U->array()->Name + "[i]) if nobody writes it in between, else $u0";
}

std::string TermVerifier::examine(const Term *T) {
  Facts &Mine = Known[T];
  for (const Term *X : T->operands()) {
    const Facts Below = Known.lookup(X);
    Mine.Depth = std::max(Mine.Depth, Below.Depth + 1);
    for (const Variable *V : Below.Mentioned)
      if (!llvm::is_contained(Mine.Mentioned, V))
        Mine.Mentioned.push_back(V);
  }
  IsTooDeep = Mine.Depth > MaxTermDepth;
  if (IsTooDeep)
    return "it is nested deeper than " + std::to_string(MaxTermDepth);
  switch (T->kind()) {
  case Term::Kind::Constant:
    return "";
  case Term::Kind::Variable: {
    const auto *V = llvm::cast<Variable>(T);
    if (V->copy() != Copy::Any)
      return "it mentions a variable of one thread of a query";
    if (V->role() != Variable::Role::Builtin)
      Mine.Mentioned.push_back(V);
    return "";
  }
  case Term::Kind::Unknown:
    return examineUnknown(llvm::cast<Unknown>(T));
  case Term::Kind::Operation:
    return problemOf(llvm::cast<Operation>(T));
  }
  llvm_unreachable("all kinds are handled");
}

std::string TermVerifier::problem(const Term *T) {
  // Depth first with a stack of its own: nothing is known about the depth.
  std::vector<std::pair<const Term *, unsigned>> Stack = {{T, 0}};
  while (!Stack.empty()) {
    auto &[X, Next] = Stack.back();
    if (Known.contains(X)) {
      Stack.pop_back();
    } else if (Next < X->operands().size()) {
      Stack.push_back({X->operand(Next++), 0});
    } else {
      std::string Problem = examine(X);
      if (!Problem.empty())
        return Problem;
      Stack.pop_back();
    }
  }
  for (const Variable *V : Known.lookup(T).Mentioned)
    if (!Scope.contains(V))
      return "'" + V->name().str() +
             "' is no parameter, and no variable of a loop around or before";
  return "";
}

} // namespace racemap::map
