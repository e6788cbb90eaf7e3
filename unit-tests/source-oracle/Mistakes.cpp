// Mistakes - see the header.
//
// As in Shrink.cpp, the tree is visited once for each mistake that is possible
// in it, and all but one are passed over.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Mistakes.h"

namespace racemap::source {

using Kind = Statement::Kind;
using Block = std::vector<Statement>;

namespace {

class Planter {
public:
  explicit Planter(size_t Which) : Left(Which) {}
  bool Done = false;

  void plant(Block &All) {
    for (size_t I = 0; I != All.size() && !Done; ++I)
      if (All[I].TheKind == Kind::Sync && take())
        All.erase(All.begin() + I--);
      else
        plant(All[I]);
  }

private:
  bool take() {
    if (Done || Left--)
      return false;
    return Done = true;
  }

  void plant(Statement &S) {
    for (Expression &E : S.Index)
      for (int Shift : {1, -1})
        if (take()) {
          E = E + number(Shift);
          return;
        }
    for (Expression &E : S.Index)
      changeFactor(E);
    bool Steps =
        S.TheKind == Kind::For && S.TheStepping == Statement::Stepping::Add;
    if (Steps && take())
      ++S.Step;
    plant(S.Body);
    plant(S.Else);
  }

  void changeFactor(Expression &E) {
    for (Expression &X : E.Operands) {
      if (E.TheOp == Op::Mul && X.TheOp == Op::Number && take())
        X.Value += X.Value > 1 ? -1 : 1;
      changeFactor(X);
    }
  }

  size_t Left;
};

} // namespace

std::vector<Kernel> withOneMistake(const Kernel &K) {
  std::vector<Kernel> All;
  for (size_t Which = 0;; ++Which) {
    Kernel Next = K;
    Planter P(Which);
    P.plant(Next.Body);
    if (!P.Done)
      return All;
    All.push_back(std::move(Next));
  }
}

} // namespace racemap::source
