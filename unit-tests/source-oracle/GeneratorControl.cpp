// GeneratorControl - barriers, conditions, loops and returns.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Generator.h"

namespace racemap::source {

using Kind = Statement::Kind;

static Statement make(Kind K) {
  Statement S;
  S.TheKind = K;
  return S;
}

void Generator::sequence(Block &Out, Around At, unsigned Most) {
  for (unsigned N = R.between(1, Most); N; --N)
    statement(Out, At);
}

void Generator::statement(Block &Out, Around At) {
  unsigned What = R.below(100);
  if (Accesses <= 0)
    return;
  if (What < 38 || At.Depth > 2)
    access(Out);
  else if (What < 42)
    readBack(Out);
  else if (What < 67)
    barrier(Out, At);
  else if (What < 82)
    conditional(Out, At);
  else if (What < 97)
    loop(Out, At);
  else
    leave(Out, At);
}

void Generator::barrier(Block &Out, Around At) {
  bool MayStand = At.Uniform || (T == Typing::Loose && R.chance(60));
  if (!MayStand || !BarrierBehind || Barriers-- <= 0)
    return access(Out);
  Out.push_back(make(Kind::Sync));
  for (auto [A, U] : llvm::enumerate(Uses))
    if (K.Arrays[A].Shared || volume(K.GridDim) == 1)
      U = Use::None;
}

void Generator::conditional(Block &Out, Around At) {
  Statement S = make(Kind::If);
  bool Uniform = At.Uniform && R.chance(40);
  S.Value = Uniform ? Make.uniformCondition() : Make.threadCondition();
  if (!Make.Data.empty() && R.chance(40)) {
    S.Value = Make.dataCondition();
    Uniform = false;
  }
  Around In{At.Depth + 1, Uniform};
  sequence(S.Body, In, 2);
  if (R.chance(30))
    sequence(S.Else, In, 2);
  Out.push_back(S);
}

void Generator::drawRange(Statement &S, bool Uniform) {
  using Stepping = Statement::Stepping;
  if (T == Typing::Loops && R.chance(75))
    return drawOdd(S, Uniform);
  Expression V = Make.variable(S.Variable);
  unsigned Shape = R.below(100);
  if (Shape < 60) // up
    return drawUpwards(S, Uniform);
  if (Shape < 72) { // each thread its part
    S.Value = Uniform ? number(0) : Make.thread();
    S.Test = operation(Op::Less, {V, number(int64_t{2} * volume(K.BlockDim))});
    S.Step = volume(K.BlockDim);
  } else if (Shape < 84) {
    S.Value = number(1);
    S.Test = operation(Op::Less, {V, number(R.between(2, 9))});
    S.TheStepping = Stepping::Double;
  } else {
    S.Value = number(R.between(1, 8));
    S.Test = operation(Op::Less, {number(0), V});
    S.TheStepping = R.chance(50) ? Stepping::Halve : Stepping::Subtract;
  }
}

void Generator::drawUpwards(Statement &S, bool Uniform) {
  Expression Bound = R.chance(45) ? Make.uniform() : number(R.between(1, 4));
  if (!Uniform && R.chance(60))
    Bound = Make.thread();
  S.Value = R.chance(70) ? number(0) : Make.uniform();
  S.Test = operation(Op::Less, {Make.variable(S.Variable), Bound});
  S.Step = R.chance(75) ? 1 : 2;
}

/// A few steps below the largest number of the variable's type.
void Generator::drawNearTheTop(Statement &S) {
  const Variable &X = K.Variables[S.Variable];
  int64_t Top = (int64_t{1} << (X.Bits - !X.Unsigned)) - 1;
  auto Below = [&](unsigned N) {
    if (!X.isReadUnsigned())
      return number(Top - N);
    return Expression{Op::Cast, true, 0, {number(-1 - int64_t{N})}};
  };
  S.Value = Below(R.between(3, 9));
  S.Test = operation(R.chance(70) ? Op::Less : Op::LessEqual,
                     {Make.variable(S.Variable), Below(R.below(5))});
  S.Step = R.between(1, 4);
}

void Generator::drawOdd(Statement &S, bool Uniform) {
  using Stepping = Statement::Stepping;
  static const std::vector<Op> Orders{Op::Less,       Op::Less,
                                      Op::LessEqual,  Op::LessAsLong,
                                      Op::LessAsSize, Op::NotEqual};
  if (R.chance(20))
    return drawNearTheTop(S);
  Expression V = Make.variable(S.Variable);
  auto Limit = [&] {
    if (!Uniform && R.chance(60))
      return R.chance(50) ? Make.thread() : Make.thread() + Make.uniform();
    return R.chance(60) ? Make.uniform() : number(R.between(1, 6));
  };
  Expression Tested = R.chance(30) ? V + number(R.between(1, 3)) : V;
  S.Step = R.between(1, 3);
  if (R.chance(60)) { // up
    S.Value = R.chance(50) ? number(R.below(2)) : Limit();
    S.Test = operation(R.pick(Orders), {Tested, Limit()});
    return;
  }
  S.TheStepping = Stepping::Subtract;
  S.Value = Limit();
  if (R.chance(40)) // until it has run below 0, if it is unsigned
    S.Test = operation(Op::Less, {V, Limit()});
  else
    S.Test = operation(R.pick(Orders),
                       {R.chance(50) ? number(R.below(3)) : Limit(), Tested});
}

void Generator::loop(Block &Out, Around At) {
  if (Loops-- <= 0)
    return access(Out);
  bool Uniform = At.Uniform && R.chance(70);
  Statement S = make(Kind::For);
  // Before the variable exists, so that its range does not mention it.
  S.Variable = newVariable(R.chance(40));
  if (T == Typing::Loops)
    K.Variables.back().Bits = R.chance(50) ? 32 : R.chance(50) ? 16 : 8;
  drawRange(S, Uniform);
  S.AsWhile = R.chance(20);
  bool FromZero = S.Value.TheOp == Op::Number && S.Value.Value == 0 &&
                  S.TheStepping == Statement::Stepping::Add && S.Step == 1;
  Make.Enclosing.push_back({S.Variable, Uniform, FromZero});
  int BarriersBefore = Barriers;
  sequence(S.Body, {At.Depth + 1, Uniform}, 3);
  if (Barriers != BarriersBefore && R.chance(75))
    barrier(S.Body, {At.Depth + 1, Uniform});
  Make.Enclosing.pop_back();
  Out.push_back(S);
}

/// The loop of a reduction: the first half adds the second to its own.
void Generator::halving(Block &Out) {
  unsigned A = R.below(K.Arrays.size());
  if (K.Arrays[A].Columns || !K.Arrays[A].Shared)
    return;
  Statement S = make(Kind::For), If = make(Kind::If);
  S.Variable = newVariable(Make.Unsigned);
  Expression V = Make.variable(S.Variable);
  S.TheStepping = Statement::Stepping::Halve;
  S.Value = number(R.chance(80) ? 4 : 3);
  S.Test = operation(Op::Less, {number(0), V});
  If.Value =
      operation(R.chance(85) ? Op::Less : Op::LessEqual, {Make.thread(), V});
  If.Body.push_back(readOf(A, {Make.thread() + V}));
  Statement Add = make(Kind::Update);
  Add.Array = A;
  Add.Index = {Make.thread()};
  Add.Value = Make.variable(If.Body.back().Variable);
  If.Body.push_back(Add);
  S.Body.push_back(If);
  if (R.chance(80))
    S.Body.push_back(make(Kind::Sync));
  Out.push_back(S);
  Uses[A] = Use::None;
  Accesses -= 3;
}

/// Some threads write a word and read it back; all go on with what they have
/// then.
void Generator::readBack(Block &Out) {
  unsigned A = R.below(K.Arrays.size());
  Statement If = make(Kind::If), Write = make(Kind::Write);
  If.Value = R.chance(60) ? Make.oneThread(K.Arrays[A].Shared)
                          : Make.threadCondition();
  Write.Array = A;
  Write.Index = R.chance(50) ? Make.own(A) : Make.anything(A);
  Write.Value = payload();
  If.Body = {Write, readOf(A, Write.Index)};
  Out.push_back(If);
  Accesses -= 2;
}

/// if (…) return; of single threads only where no barrier follows. Not out of
/// a loop: who comes to the code behind it is then approximated.
void Generator::leave(Block &Out, Around At) {
  bool Uniform = At.Uniform && R.chance(50);
  bool Strict = T != Typing::Loose;
  if (Strict && ((BarrierBehind && !Uniform) || !Make.Enclosing.empty()))
    return access(Out);
  Statement S = make(Kind::If);
  S.Value = Uniform ? Make.uniformCondition() : Make.threadCondition();
  S.Body.push_back(make(Kind::Return));
  Out.push_back(S);
}

} // namespace racemap::source
