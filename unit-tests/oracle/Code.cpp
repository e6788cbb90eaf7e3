// Code - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Code.h"

namespace racemap::oracle {

using namespace map;
using llvm::cast;
using Kind = Instruction::Kind;

Code::Code(const Protocol &P) {
  flatten(P.Body);
  emit(Kind::Return, nullptr);
}

size_t Code::emit(Kind K, const Stmt *S) {
  Instructions.push_back({K, S, 0, Here});
  return Instructions.size() - 1;
}

void Code::flatten(const Sequence &S) {
  Here.push_back({Step::Kind::Index, 0, nullptr});
  for (const Stmt *X : S) {
    flatten(X);
    ++Here.back().Number;
  }
  Here.pop_back();
}

void Code::flatten(const Stmt *S) {
  switch (S->kind()) {
  case Stmt::Kind::Access:
    emit(Kind::Access, S);
    return;
  case Stmt::Kind::Barrier:
    emit(Kind::Barrier, S);
    return;
  case Stmt::Kind::Fence: // orders nothing by itself
  case Stmt::Kind::Gap:   // no run is known
    return;
  case Stmt::Kind::Exchange:
    if (cast<Exchange>(S)->TheFunction == Exchange::Function::Vote)
      emit(Kind::Vote, S);
    return;
  case Stmt::Kind::AsyncGroup:
    emit(Kind::Group, S);
    return;
  case Stmt::Kind::Given:
    emit(Kind::Given, S);
    return;
  case Stmt::Kind::If:
    flatten(cast<If>(S));
    return;
  case Stmt::Kind::Loop:
    flatten(cast<Loop>(S));
    return;
  case Stmt::Kind::Leave: {
    const Loop *Target = cast<Leave>(S)->Target;
    if (!Target)
      emit(Kind::Return, S);
    else
      Exits.emplace_back(emit(Kind::Jump, S), Target);
    return;
  }
  }
}

void Code::flatten(const If *I) {
  size_t Test = emit(Kind::Branch, I);
  Here.push_back({Step::Kind::Branch, 0, nullptr});
  flatten(I->Then);
  size_t Over = emit(Kind::Jump, I);
  Instructions[Test].Target = Instructions.size();
  Here.back().Number = 1;
  flatten(I->Else);
  Instructions[Over].Target = Instructions.size();
  Here.pop_back();
}

void Code::flatten(const Loop *L) {
  emit(Kind::EnterLoop, L);
  size_t Test = emit(Kind::TestLoop, L);
  Here.push_back({Step::Kind::Iteration, 0, L});
  flatten(L->Body);
  Here.pop_back();
  size_t Next = emit(Kind::NextLoop, L);
  Instructions[Next].Target = Test;
  Instructions[Test].Target = Instructions.size();
  for (auto [At, Left] : Exits)
    if (Left == L)
      Instructions[At].Target = Instructions.size();
}

} // namespace racemap::oracle
