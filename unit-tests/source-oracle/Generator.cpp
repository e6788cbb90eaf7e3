// Generator - launch, declarations and accesses. GeneratorControl.cpp has the
// rest.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Generator.h"

namespace racemap::source {

using Kind = Statement::Kind;

Generator::Generator(uint64_t Seed, Typing T) : R(Seed), T(T), Make(R, K) {
  drawLaunch();
  drawParameters();
  drawArrays();
  Careful = R.chance(50) ? 97 : R.chance(60) ? 80 : 40;
  Make.Unsigned = R.chance(40);
}

void Generator::drawLaunch() {
  unsigned Shape = R.below(100);
  if (Shape < 50)
    K.BlockDim = {R.between(2, 8), 1, 1};
  else if (Shape < 75)
    K.BlockDim = {R.between(2, 4), R.between(2, 3), 1};
  else if (Shape < 90)
    K.BlockDim = {R.between(1, 3), 2, 2};
  else if (Shape < 96)
    K.BlockDim = {2, 1, R.between(2, 3)};
  else
    K.BlockDim = {R.between(33, 40), 1, 1};
  Shape = R.below(100);
  if (Shape < 40)
    K.GridDim = {R.between(2, 3), 1, 1};
  else if (Shape < 55)
    K.GridDim = {R.between(1, 2), 2, R.between(1, 2)};
}

void Generator::drawParameters() {
  using Bound = Parameter::Bound;
  for (unsigned N = R.below(3); N; --N) {
    Parameter P;
    P.Unsigned = R.chance(35);
    P.Low = P.Unsigned ? R.below(2) : static_cast<int>(R.below(4)) - 2;
    P.High = P.Low + R.below(5);
    unsigned Who = R.below(100);
    P.TheBound = Who < 45   ? Bound::Tested
                 : Who < 80 ? Bound::Assumed
                            : Bound::Passed;
    if (P.TheBound == Bound::Passed)
      P.High = P.Low;
    K.Parameters.push_back(P);
  }
}

void Generator::drawArrays() {
  using Type = Array::Type;
  static const std::vector<Type> Types{Type::Int,  Type::Int,   Type::Int,
                                       Type::Byte, Type::Short, Type::Long};
  for (unsigned N = R.between(1, 3); N; --N) {
    Array A;
    A.Shared = R.chance(55);
    A.TheType = R.pick(Types);
    if (A.Shared && R.chance(30) && K.BlockDim[1] > 1 && K.BlockDim[2] == 1)
      A.Columns = 8;
    K.Arrays.push_back(A);
    Make.Deals.push_back(Make.drawDeal());
  }
  Uses.assign(K.Arrays.size(), Use::None);
}

unsigned Generator::newVariable(bool Unsigned, bool Data) {
  K.Variables.push_back({Unsigned, Data});
  return K.Variables.size() - 1;
}

/// const int i0 = threadIdx.x + ...
void Generator::nameThread(Block &Out) {
  Statement S;
  S.TheKind = Kind::Let;
  S.Value = Make.threadNumber();
  S.Variable = newVariable(Make.Unsigned);
  Make.Named = S.Variable;
  Out.push_back(S);
}

Kernel Generator::generate() {
  if (R.chance(55))
    nameThread(K.Body);
  if (R.chance(10))
    halving(K.Body);
  sequence(K.Body, {}, R.between(3, 6));
  BarrierBehind = false;
  if (R.chance(25))
    leave(K.Body, {});
  sequence(K.Body, {}, 2);
  while (Accesses > 4)
    access(K.Body);
  return K;
}

unsigned Generator::dataVariable() {
  if (Data.size() < 2 && (Data.empty() || R.chance(50)))
    Data.push_back(newVariable(/*Unsigned=*/true, /*Data=*/true));
  return R.pick(Data);
}

/// What is written: nothing decides by it.
Expression Generator::payload() {
  unsigned Kind = R.below(100);
  if (Kind < 25)
    return number(R.below(3));
  if (Kind < 45)
    return Make.thread();
  if (Kind < 60)
    return Make.uniform();
  if (Data.empty())
    return Make.thread() + number(R.below(3));
  Expression V = Make.variable(R.pick(Data));
  return Kind < 85 ? V : V + (R.chance(50) ? V : Make.thread());
}

Statement Generator::readOf(unsigned A, std::vector<Expression> Index) {
  Statement S;
  S.TheKind = Kind::Read;
  S.Array = A;
  S.Index = std::move(Index);
  S.Variable = dataVariable();
  if (T == Typing::Ill && !llvm::is_contained(Make.Data, S.Variable))
    Make.Data.push_back(S.Variable);
  return S;
}

Statement Generator::plainAccess(unsigned A, std::vector<Expression> Index) {
  unsigned What = R.below(100);
  if (What < 35)
    return readOf(A, std::move(Index));
  Statement S;
  S.TheKind = What < 80 ? Kind::Write : Kind::Update;
  S.Array = A;
  S.Index = std::move(Index);
  S.Value = payload();
  return S;
}

void Generator::carefulAccess(Block &Out, unsigned A) {
  if (Uses[A] == Use::None) {
    unsigned What = R.below(100);
    Uses[A] = What < 50 ? Use::Own : What < 85 ? Use::OnlyRead : Use::OneThread;
  }
  if (Uses[A] == Use::Own)
    Out.push_back(plainAccess(A, Make.own(A)));
  else if (Uses[A] == Use::OnlyRead)
    Out.push_back(readOf(A, Make.anything(A)));
  else {
    Statement If;
    If.TheKind = Kind::If;
    If.Value = Make.oneThread(K.Arrays[A].Shared);
    If.Body.push_back(plainAccess(A, Make.anything(A)));
    Out.push_back(If);
  }
}

void Generator::wildAccess(Block &Out, unsigned A) {
  std::vector<Expression> Index = Make.anything(A);
  if (!Make.Data.empty() && R.chance(60))
    Index.back() = Make.dataIndex();
  Statement S = plainAccess(A, std::move(Index));
  if (R.chance(8) && S.TheKind != Kind::Update) {
    S.AsBytes = true;
    S.Index.erase(S.Index.begin(), S.Index.end() - 1);
  }
  Out.push_back(S);
}

void Generator::access(Block &Out) {
  --Accesses;
  unsigned A = R.below(K.Arrays.size());
  bool Tame = Make.Data.empty() || R.chance(50);
  if (Tame && R.chance(Careful))
    carefulAccess(Out, A);
  else
    wildAccess(Out, A);
}

} // namespace racemap::source
