// TermTest - terms keep their value through every simplification.
//
// Each random term is built twice: through the constructors, and as a plain
// tree that is evaluated with apply() node by node. Both are compared on
// random and on boundary values of the leaves.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "RandomTerms.h"
#include "passes/map/Evaluate.h"
#include "llvm/Support/MathExtras.h"
#include "gtest/gtest.h"
#include <map>
#include <memory>
#include <optional>

namespace racemap::map {
namespace {

/// A term that nobody simplifies.
struct Tree {
  Op TheOp = Op::Add;
  unsigned Width = 0;
  const Variable *Leaf = nullptr;
  std::optional<uint64_t> Number;
  std::vector<std::unique_ptr<Tree>> Operands;
};

using Values = std::map<const Variable *, uint64_t>;

uint64_t valueOf(const Tree &T, const Values &Leaves) {
  if (T.Leaf)
    return Leaves.at(T.Leaf);
  if (T.Number)
    return *T.Number;
  std::vector<uint64_t> V;
  std::vector<unsigned> W;
  for (const auto &X : T.Operands) {
    V.push_back(valueOf(*X, Leaves));
    W.push_back(X->Width);
  }
  return apply(T.TheOp, T.Width, V, W);
}

class Builder {
public:
  Builder(TermContext &Terms, unsigned Seed) : Terms(Terms), Engine(Seed) {
    for (unsigned W : {1, 1, 3, 3, 5, 5, 8})
      Leaves.push_back(Terms.parameter("x" + std::to_string(Leaves.size()), W));
  }

  std::unique_ptr<Tree> tree(unsigned Width, unsigned Depth) {
    auto T = std::make_unique<Tree>();
    T->Width = Width;
    if (Depth == 0 || below(6) == 0) {
      leaf(*T);
      return T;
    }
    if (Width == 1 && below(2)) {
      T->TheOp = static_cast<Op>(static_cast<unsigned>(Op::Eq) + below(6));
      addOperands(*T, {anyWidth(), 0}, Depth);
    } else if (below(5) == 0) {
      T->TheOp = Op::Ite;
      addOperands(*T, {1, Width, Width}, Depth);
    } else if (below(4) == 0) {
      cast(*T, Depth);
    } else {
      T->TheOp = static_cast<Op>(below(static_cast<unsigned>(Op::Xor) + 1));
      addOperands(*T, {Width, Width}, Depth);
    }
    return T;
  }

  /// The same through the constructors.
  const Term *term(const Tree &T) {
    if (T.Leaf)
      return T.Leaf;
    if (T.Number)
      return Terms.constant(T.Width, *T.Number);
    std::vector<const Term *> Operands;
    for (const auto &X : T.Operands)
      Operands.push_back(term(*X));
    if (Operands.size() == 1)
      return Terms.cast(T.TheOp, Operands[0], T.Width);
    return Terms.make(T.TheOp, Operands);
  }

  std::vector<const Variable *> Leaves;
  unsigned below(unsigned N) { return Engine() % N; }

private:
  unsigned anyWidth() {
    constexpr unsigned Widths[] = {1, 3, 5, 8};
    return Widths[below(4)];
  }

  /// A width of 0 stands for that of the operand before.
  void addOperands(Tree &T, std::vector<unsigned> Widths, unsigned Depth) {
    for (unsigned W : Widths)
      T.Operands.push_back(tree(W ? W : T.Operands.back()->Width, Depth - 1));
  }

  void cast(Tree &T, unsigned Depth) {
    unsigned From = anyWidth();
    if (From == T.Width)
      return leaf(T);
    T.TheOp = From > T.Width ? Op::Trunc : below(2) ? Op::ZExt : Op::SExt;
    addOperands(T, {From}, Depth);
  }

  void leaf(Tree &T) {
    std::vector<const Variable *> Fitting;
    for (const Variable *V : Leaves)
      if (V->width() == T.Width)
        Fitting.push_back(V);
    if (below(3) && !Fitting.empty()) {
      T.Leaf = Fitting[below(Fitting.size())];
      return;
    }
    uint64_t Choices[] = {0, 1, ~uint64_t(0), Engine(),
                          uint64_t(1) << (T.Width - 1)};
    T.Number = Choices[below(5)] & llvm::maskTrailingOnes<uint64_t>(T.Width);
  }

  TermContext &Terms;
  std::mt19937 Engine;
};

class Lookup : public Assignment {
public:
  Values Leaves;
  uint64_t valueOf(const Variable *V) override { return Leaves.at(V); }
  uint64_t valueOf(const Unknown *, llvm::ArrayRef<uint64_t> X) override {
    return X.empty() ? 7 : X[0] * 3;
  }
};

TEST(Term, EverySimplificationKeepsTheValue) {
  for (unsigned Seed = 1; Seed <= 2000; ++Seed) {
    SCOPED_TRACE("seed " + std::to_string(Seed));
    TermContext Terms;
    Builder Make(Terms, Seed);
    auto T = Make.tree(Seed % 3 ? 1 : 5, 2 + Seed % 4);
    const Term *Built = Make.term(*T);
    ASSERT_EQ(Built->width(), T->Width);
    for (unsigned I = 0; I != 40; ++I) {
      Lookup Names;
      for (const Variable *V : Make.Leaves)
        Names.Leaves[V] = (I < 2 ? uint64_t(0) - I : Make.below(256)) &
                          llvm::maskTrailingOnes<uint64_t>(V->width());
      ASSERT_EQ(Evaluator(Names)(Built), valueOf(*T, Names.Leaves));
    }
  }
}

TEST(Term, EqualPartsOfSumsCancel) {
  TermContext Terms;
  const Term *X = Terms.parameter("x", 8), *Y = Terms.parameter("y", 8);
  auto Plus = [&](const Term *T, uint64_t N) {
    return Terms.add(T, Terms.constant(T->width(), N));
  };
  EXPECT_EQ(Terms.sub(Plus(X, 5), Plus(X, 3)), Terms.constant(8, 2));
  EXPECT_EQ(Terms.sub(X, Plus(X, 1)), Terms.constant(8, 255));
  EXPECT_EQ(Terms.ne(Plus(X, 1), X), Terms.yes());
  EXPECT_EQ(Terms.eq(Plus(Plus(X, 255), 1), X), Terms.yes());
  EXPECT_NE(Terms.ne(Plus(X, 1), Y), Terms.yes());
  const Term *Promised = Terms.add(X, Terms.constant(8, 1), NoSignedWrap);
  EXPECT_NE(Terms.ne(Promised, X), Terms.yes());
}

TEST(Term, WhatAQuotientLeavesIsARemainder) {
  TermContext Terms;
  const Variable *X = Terms.parameter("x", 4), *Y = Terms.parameter("y", 4),
                 *Z = Terms.parameter("z", 4);
  for (Op Divide : {Op::UDiv, Op::SDiv}) {
    Op Rest = Divide == Op::UDiv ? Op::URem : Op::SRem;
    auto By = [&](const Term *D) { return Terms.make(Divide, {X, D}); };
    const Term *Both = Terms.mul(Y, Z);
    EXPECT_EQ(Terms.sub(X, Terms.mul(By(Y), Y)), Terms.make(Rest, {X, Y}));
    const Term *Left =
        Terms.sub(X, Terms.mul(Terms.mul(Z, By(Both)), Y, NoSignedWrap));
    EXPECT_EQ(Left, Terms.make(Rest, {X, Both}));
    for (unsigned I = 0; I != 1u << 12; ++I) {
      uint64_t A = I & 15, B = I >> 4 & 15, C = I >> 8;
      uint64_t D = apply(Op::Mul, 4, {B, C}, {4, 4});
      uint64_t Quotient = apply(Divide, 4, {A, D}, {4, 4});
      Lookup Names;
      Names.Leaves = {{X, A}, {Y, B}, {Z, C}};
      ASSERT_EQ(Evaluator(Names)(Left), (A - Quotient * B * C) & 15);
    }
    auto IsRest = [&](const Term *T) { return isOp(T, Rest); };
    EXPECT_FALSE(IsRest(Terms.sub(X, Terms.mul(By(Y), Z))));
    EXPECT_FALSE(IsRest(Terms.sub(X, Terms.mul(By(Both), Y))));
    EXPECT_FALSE(IsRest(Terms.sub(Y, Terms.mul(By(Z), Z))));
  }
}

TEST(Term, ASumOfExtendedTermsIsCutToTheirs) {
  TermContext Terms;
  const Term *X = Terms.parameter("x", 8), *Y = Terms.parameter("y", 8);
  const Term *Number = Terms.constant(32, 200);
  const Term *Sum = Terms.add(Terms.resizeUnsigned(X, 32), Number);
  const Term *Difference = Terms.sub(Sum, Terms.resizeSigned(Y, 32));
  EXPECT_EQ(Terms.resizeUnsigned(Difference, 8),
            Terms.sub(Terms.add(X, Terms.constant(8, 200)), Y));
  // Of other widths it stays as it is.
  EXPECT_TRUE(isOp(Terms.resizeUnsigned(Difference, 16), Op::Trunc));
}

TEST(Term, BuildingATermFromItsOperandsGivesItBack) {
  for (unsigned Seed = 1; Seed <= 1500; ++Seed) {
    SCOPED_TRACE("seed " + std::to_string(Seed));
    TermContext Terms;
    Builder Make(Terms, Seed);
    const Term *T = Make.term(*Make.tree(Seed % 3 ? 1 : 5, 4));
    // Replacing a variable by itself rebuilds nothing; by another and back
    // rebuilds everything, and may simplify on the way but not change values.
    EXPECT_EQ(Terms.replace(T, [](const Term *) { return nullptr; }), T);
    const auto *O = llvm::dyn_cast<Operation>(T);
    if (!O)
      continue;
    const Term *Again =
        T->operands().size() == 1
            ? Terms.cast(O->op(), T->operand(0), T->width(), O->promises())
            : Terms.make(O->op(), T->operands(), O->promises());
    EXPECT_EQ(Again, T);
  }
}

TEST(Term, ReplacingVariablesReplacesTheirValues) {
  for (unsigned Seed = 1; Seed <= 2000; ++Seed) {
    SCOPED_TRACE("seed " + std::to_string(Seed));
    TermContext Terms;
    Builder Make(Terms, Seed);
    const Term *T = Make.term(*Make.tree(5, 5));
    const Term *X = Make.Leaves[3]; // 3 bits
    const Term *By = Make.term(*Make.tree(X->width(), 2));
    const Term *New =
        Terms.replace(T, [&](const Term *Y) { return Y == X ? By : nullptr; });
    for (unsigned I = 0; I != 20; ++I) {
      Lookup Names;
      for (const Variable *V : Make.Leaves)
        Names.Leaves[V] =
            Make.below(256) & llvm::maskTrailingOnes<uint64_t>(V->width());
      uint64_t After = Evaluator(Names)(New);
      Names.Leaves[Make.Leaves[3]] = Evaluator(Names)(By);
      ASSERT_EQ(Evaluator(Names)(T), After);
    }
  }
}

TEST(Term, ReplaceSeesUnknownsAfterTheirOperands) {
  TermContext Terms;
  const Term *K = Terms.loopVariable("k", 32), *Two = Terms.constant(32, 2);
  const Term *U = Terms.unmodelled("u0", 32, {K});
  const Term *Seen = nullptr;
  const Term *New = Terms.replace(U, [&](const Term *T) -> const Term * {
    if (llvm::isa<Unknown>(T))
      Seen = T;
    return T == K ? Two : nullptr;
  });
  EXPECT_EQ(New, Terms.unmodelled("u0", 32, {Two}));
  EXPECT_EQ(Seen, New);
}

} // namespace
} // namespace racemap::map
