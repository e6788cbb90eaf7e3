// Kernel - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Kernel.h"
#include "llvm/ADT/STLExtras.h"

namespace racemap::source {

Expression number(int64_t Value) { return {Op::Number, false, Value, {}}; }

Expression builtin(Op Which, unsigned Dimension) {
  return {Which, true, Dimension, {}};
}

static bool isLogical(Op O) {
  return O == Op::Less || O == Op::LessEqual || O == Op::LessAsLong ||
         O == Op::LessAsSize || O == Op::Equal || O == Op::NotEqual ||
         O == Op::AndAlso || O == Op::OrElse;
}

Expression operation(Op What, std::vector<Expression> Operands) {
  bool Unsigned = false;
  if (!isLogical(What))
    for (size_t I = What == Op::Select; I != Operands.size(); ++I)
      Unsigned |= Operands[I].Unsigned;
  return {What, Unsigned, 0, std::move(Operands)};
}

namespace {
struct Typing {
  const Kernel &K;

  bool isIndex(const Expression &E) const {
    if (E.TheOp == Op::Variable && K.Variables[E.Value].Data)
      return false;
    return llvm::all_of(E.Operands,
                        [&](const Expression &X) { return isIndex(X); });
  }

  bool accepts(const Statement &S) const {
    using Kind = Statement::Kind;
    bool Decides = S.TheKind == Kind::If || S.TheKind == Kind::For ||
                   S.TheKind == Kind::Let;
    if (Decides && (!isIndex(S.Value) || !isIndex(S.Test)))
      return false;
    return llvm::all_of(S.Index,
                        [&](const Expression &X) { return isIndex(X); }) &&
           accepts(S.Body) && accepts(S.Else);
  }

  bool accepts(const std::vector<Statement> &All) const {
    return llvm::all_of(All, [&](const Statement &S) { return accepts(S); });
  }
};
} // namespace

bool isWellTyped(const Kernel &K) { return Typing{K}.accepts(K.Body); }

} // namespace racemap::source
