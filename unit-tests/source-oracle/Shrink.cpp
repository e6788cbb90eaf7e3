// Shrink - see the header.
//
// Every place of the tree is visited twice: once counted, to know how many
// steps there are, and then in a copy, where one of them is taken.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Shrink.h"

namespace racemap::source {

using Kind = Statement::Kind;
using Block = std::vector<Statement>;

namespace {

/// Takes step number Step; counts them on the way.
class Stepper {
public:
  explicit Stepper(size_t Step) : Left(Step) {}
  bool Taken = false;

  void shrink(Kernel &K) {
    shrink(K.Body);
    for (Dim *D : {&K.GridDim, &K.BlockDim})
      for (unsigned &Size : *D)
        if (Size > 1 && (take() ? (Size = 1) : take() ? --Size : 0))
          return;
    for (Parameter &P : K.Parameters)
      if (P.Low < P.High &&
          (take() ? (P.Low = P.High, true) : take() && (P.High = P.Low, true)))
        return;
    if (!Taken)
      expressions(K.Body);
  }

private:
  bool take() {
    if (Taken || Left--)
      return false;
    return Taken = true;
  }

  void shrink(Block &All) {
    for (size_t I = 0; I != All.size() && !Taken; ++I) {
      if (take()) {
        All.erase(All.begin() + I);
        return;
      }
      if (!All[I].Body.empty() && take())
        return unwrap(All, I);
      if (!All[I].Else.empty() && take()) {
        All[I].Else.clear();
        return;
      }
      shrink(All[I].Body);
      if (!Taken)
        shrink(All[I].Else);
    }
  }

  /// The body in the statement's place, with a loop's first value.
  static void unwrap(Block &All, size_t I) {
    Statement Old = All[I];
    Block New = Old.Body;
    if (Old.TheKind == Kind::For) {
      Old.TheKind = Kind::Let;
      Old.Body.clear();
      New.insert(New.begin(), Old);
    }
    All.erase(All.begin() + I);
    All.insert(All.begin() + I, New.begin(), New.end());
  }

  void expressions(Block &All) {
    for (Statement &S : All) {
      for (Expression &E : S.Index)
        shrink(E);
      if (S.TheKind != Kind::Read && S.TheKind != Kind::Sync)
        shrink(S.Value);
      if (S.TheKind == Kind::For)
        shrink(S.Test);
      if (S.AsWhile && take())
        S.AsWhile = false;
      expressions(S.Body);
      expressions(S.Else);
    }
  }

  void shrink(Expression &E) {
    for (size_t I = 0; I != E.Operands.size() && !Taken; ++I)
      if (take()) {
        Expression Part = E.Operands[I];
        E = Part;
        return;
      }
    bool IsZero = E.TheOp == Op::Number && E.Value == 0;
    if (!IsZero && take()) {
      E = number(0);
      return;
    }
    for (size_t I = 0; I != E.Operands.size() && !Taken; ++I)
      shrink(E.Operands[I]);
    // Types follow the operands'; a divisor stays positive.
    if (Taken && E.Operands.size() > 1)
      E = operation(E.TheOp, E.Operands);
  }

  size_t Left;
};

} // namespace

/// Does a number by which something is divided stand where one must?
static bool divides(const Expression &E) {
  if ((E.TheOp == Op::Div || E.TheOp == Op::Rem) &&
      (E.Operands[1].TheOp != Op::Number || E.Operands[1].Value <= 0))
    return false;
  for (const Expression &X : E.Operands)
    if (!divides(X))
      return false;
  return true;
}

static bool divides(const Block &All) {
  for (const Statement &S : All) {
    for (const Expression &E : S.Index)
      if (!divides(E))
        return false;
    if (!divides(S.Value) || !divides(S.Test) || !divides(S.Body) ||
        !divides(S.Else))
      return false;
  }
  return true;
}

/// Is every variable declared where it is used?
static bool isScoped(const Kernel &K, const Block &All,
                     std::vector<bool> Known);

static bool isScoped(const Expression &E, const std::vector<bool> &Known) {
  if (E.TheOp == Op::Variable && !Known[E.Value])
    return false;
  for (const Expression &X : E.Operands)
    if (!isScoped(X, Known))
      return false;
  return true;
}

static bool isScoped(const Kernel &K, const Block &All,
                     std::vector<bool> Known) {
  for (const Statement &S : All) {
    for (const Expression &E : S.Index)
      if (!isScoped(E, Known))
        return false;
    if (!isScoped(S.Value, Known))
      return false;
    std::vector<bool> Inside = Known;
    if (S.TheKind == Kind::For)
      Inside[S.Variable] = true;
    if (S.TheKind == Kind::Let)
      Known[S.Variable] = true;
    if (!isScoped(S.Test, Inside) || !isScoped(K, S.Body, Inside) ||
        !isScoped(K, S.Else, Inside))
      return false;
  }
  return true;
}

static bool isKernel(const Kernel &K) {
  std::vector<bool> Known;
  for (const Variable &V : K.Variables)
    Known.push_back(V.Data);
  return divides(K.Body) && isScoped(K, K.Body, Known);
}

std::vector<Kernel> smallerThan(const Kernel &K) {
  std::vector<Kernel> All;
  for (size_t Step = 0;; ++Step) {
    Kernel Next = K;
    Stepper S(Step);
    S.shrink(Next);
    if (!S.Taken)
      return All;
    if (isKernel(Next))
      All.push_back(std::move(Next));
  }
}

} // namespace racemap::source
