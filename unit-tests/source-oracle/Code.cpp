// Code - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Code.h"

namespace racemap::source {

using Kind = Instruction::Kind;

namespace {
struct Compiler {
  std::vector<Instruction> Out;

  void sequence(const std::vector<Statement> &All) {
    for (const Statement &S : All)
      if (S.TheKind == Statement::Kind::If)
        conditional(S);
      else if (S.TheKind == Statement::Kind::For)
        loop(S);
      else
        Out.push_back({Kind::Do, &S, nullptr, 0});
  }

  size_t unless(const Expression &Condition) {
    Out.push_back({Kind::Unless, nullptr, &Condition, 0});
    return Out.size() - 1;
  }

  void conditional(const Statement &S) {
    size_t Skip = unless(S.Value);
    sequence(S.Body);
    size_t End = Out.size();
    Out.push_back({Kind::Jump, nullptr, nullptr, 0});
    Out[Skip].Target = Out.size();
    sequence(S.Else);
    Out[End].Target = Out.size();
  }

  void loop(const Statement &S) {
    Out.push_back({Kind::Assign, &S, nullptr, 0});
    size_t Test = unless(S.Test);
    sequence(S.Body);
    Out.push_back({Kind::Step, &S, nullptr, 0});
    Out.push_back({Kind::Jump, nullptr, nullptr, Test});
    Out[Test].Target = Out.size();
  }
};
} // namespace

std::vector<Instruction> compile(const std::vector<Statement> &Body) {
  Compiler C;
  C.sequence(Body);
  return std::move(C.Out);
}

} // namespace racemap::source
