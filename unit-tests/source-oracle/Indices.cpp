// Indices - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Indices.h"

namespace racemap::source {

Indices::Deal Indices::drawDeal() {
  Deal D;
  D.LastFirst = R.chance(25);
  D.Reversed = R.chance(12);
  D.Stride = R.chance(75) ? 1 : R.between(2, 3);
  if (!K.Parameters.empty() && R.chance(20))
    D.Base = R.below(K.Parameters.size());
  return D;
}

/// threadIdx.x and its like, as the kernel's type of index.
Expression Indices::built(Op Which, unsigned Dimension) {
  Expression E = builtin(Which, Dimension);
  if (Unsigned)
    return E;
  return {Op::Cast, false, 0, {E}};
}

/// A dimension's size, by name or by number.
Expression Indices::size(Op Which, unsigned Dimension) {
  const Dim &D = Which == Op::BlockDim ? K.BlockDim : K.GridDim;
  return R.chance(50) ? built(Which, Dimension) : number(D[Dimension]);
}

Expression Indices::numberIn(Op Index, Op Size, const Dim &D, bool LastFirst) {
  std::vector<unsigned> Used;
  for (unsigned I = 0; I != 3; ++I)
    if (D[I] > 1)
      Used.insert(LastFirst ? Used.end() : Used.begin(), I);
  if (Used.empty())
    return number(0);
  Expression E = built(Index, Used[0]);
  for (size_t I = 1; I != Used.size(); ++I)
    E = E * size(Size, Used[I]) + built(Index, Used[I]);
  return E;
}

Expression Indices::threadNumber(bool LastFirst) {
  return numberIn(Op::ThreadIdx, Op::BlockDim, K.BlockDim, LastFirst);
}

Expression Indices::gridNumber(bool LastFirst) {
  if (volume(K.GridDim) == 1)
    return threadNumber(LastFirst);
  Expression Block =
      numberIn(Op::BlockIdx, Op::GridDim, K.GridDim, /*LastFirst=*/false);
  return Block * number(volume(K.BlockDim)) + threadNumber(LastFirst);
}

std::vector<Expression> Indices::own(unsigned A) {
  const Array &The = K.Arrays[A];
  if (The.Columns) {
    Expression Y = built(Op::ThreadIdx, 1), X = built(Op::ThreadIdx, 0);
    return Deals[A].LastFirst ? std::vector{X, Y} : std::vector{Y, X};
  }
  const Deal &D = Deals[A];
  unsigned Threads = volume(K.BlockDim) * (The.Shared ? 1 : volume(K.GridDim));
  bool IsNamed = The.Shared && !D.LastFirst && Named;
  Expression E = IsNamed      ? variable(*Named)
                 : The.Shared ? threadNumber(D.LastFirst)
                              : gridNumber(D.LastFirst);
  if (D.Reversed)
    E = number(Threads - 1) - E;
  if (!Enclosing.empty() && Enclosing.back().FromZero && R.chance(40))
    E = variable(Enclosing.back().Variable) * number(Threads) + E;
  if (D.Stride > 1)
    E = E * number(D.Stride) + small(D.Stride - 1);
  return {D.Base ? E + parameter(*D.Base) : E};
}

/// Neither a thread's nor a block's number.
Expression Indices::scalar() {
  unsigned Kind = R.below(100);
  if (Kind < 45 && !Enclosing.empty())
    return variable(R.pick(Enclosing).Variable);
  if (Kind < 75 && !K.Parameters.empty())
    return parameter(R.below(K.Parameters.size()));
  return small(6);
}

Expression Indices::uniform() {
  if (!Enclosing.empty() && Enclosing.back().Uniform && R.chance(40))
    return variable(Enclosing.back().Variable);
  if (!K.Parameters.empty() && R.chance(60))
    return parameter(R.below(K.Parameters.size()));
  return R.chance(20) ? built(Op::BlockIdx, 0) : small(4);
}

std::vector<Expression> Indices::anything(unsigned A) {
  if (K.Arrays[A].Columns)
    return {R.chance(60) ? built(Op::ThreadIdx, 1) : small(2),
            R.chance(50) ? built(Op::ThreadIdx, 0) : scalar()};
  // Remainders and masks only of small numbers: solvers are slow at them.
  Expression Mine = R.chance(50) ? thread() : own(A).front();
  unsigned Kind = R.below(100);
  if (Kind < 15)
    return {scalar()};
  if (Kind < 30)
    return {Mine + scalar()};
  if (Kind < 38)
    return {Mine - scalar()};
  if (Kind < 48)
    return {operation(Op::BitXor, {thread(), number(R.between(1, 2))})};
  if (Kind < 55)
    return {operation(Op::Div, {thread(), number(2)})};
  if (Kind < 62)
    return {operation(Op::Rem, {thread(), number(R.between(2, 4))})};
  if (Kind < 70)
    return {Mine * small(3) + scalar()};
  if (Kind < 76)
    return {operation(Op::Select, {threadCondition(), Mine, scalar()})};
  if (Kind < 82)
    return {operation(Op::BitAnd, {thread(), number(R.between(1, 6))})};
  if (Kind < 88)
    return {built(Op::ThreadIdx, R.below(3)) + small(2)};
  return {Mine};
}

Expression Indices::compare(Expression A, Expression B) {
  static const std::vector<Op> Ops{Op::Less, Op::Less, Op::LessEqual, Op::Equal,
                                   Op::NotEqual};
  return operation(R.pick(Ops), {std::move(A), std::move(B)});
}

Expression Indices::uniformCondition() {
  Expression Side = uniform();
  if (Side.TheOp == Op::Number)
    Side = built(R.chance(70) ? Op::BlockIdx : Op::GridDim, 0);
  Expression E = compare(std::move(Side), small(4));
  if (R.chance(15))
    return operation(R.chance(50) ? Op::AndAlso : Op::OrElse,
                     {E, compare(uniform(), uniform())});
  return E;
}

Expression Indices::threadCondition() {
  unsigned Kind = R.below(100);
  Expression Mine = R.chance(70) ? thread() : gridNumber(false);
  if (Kind < 35)
    return compare(Mine, number(R.below(volume(K.BlockDim) + 1)));
  if (Kind < 55)
    return operation(
        R.chance(50) ? Op::Equal : Op::NotEqual,
        {operation(Op::Rem, {thread(), number(R.between(2, 3))}), small(1)});
  if (Kind < 70)
    return compare(Mine, scalar());
  if (Kind < 80)
    return compare(built(Op::ThreadIdx, 0), built(Op::ThreadIdx, 1));
  if (Kind < 90)
    return operation(R.chance(50) ? Op::AndAlso : Op::OrElse,
                     {compare(Mine, small(5)), uniformCondition()});
  return uniformCondition();
}

Expression Indices::oneThread(bool Shared) {
  return operation(Op::Equal, {Shared ? thread() : gridNumber(false),
                               number(R.below(volume(K.BlockDim)))});
}

Expression Indices::dataIndex() {
  Expression V = variable(R.pick(Data));
  if (!Unsigned)
    V = {Op::Cast, false, 0, {V}};
  unsigned Kind = R.below(100);
  if (Kind < 35)
    return V;
  if (Kind < 60)
    return operation(Op::BitAnd, {V, number(R.between(1, 3))});
  return Kind < 80 ? V + thread() : V * number(volume(K.BlockDim)) + thread();
}

Expression Indices::dataCondition() {
  return compare(variable(R.pick(Data)), R.chance(70) ? small(3) : thread());
}

} // namespace racemap::source
