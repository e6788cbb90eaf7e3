// StatementPrinter - the part of ProtocolPrinter that is about statements.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/map/ProtocolPrinter.h"
#include "passes/map/Traversal.h"
#include "llvm/Support/Format.h"

namespace racemap::map {

using Terms = llvm::SmallVector<const Term *, 4>;

void ProtocolPrinter::printLets(llvm::ArrayRef<const Term *> Lets) {
  for (const Term *T : Lets) {
    line();
    TermText.printLet(T);
    OS << '\n';
  }
}

void ProtocolPrinter::printLetsInLine(llvm::ArrayRef<const Term *> Lets) {
  for (const Term *T : Lets) {
    TermText.printLet(T);
    OS << ' ';
  }
}

void ProtocolPrinter::printLetsFor(llvm::ArrayRef<const Term *> Roots) {
  Terms Lets;
  for (const Term *T : Roots)
    if (T)
      TermText.missingLets(T, Lets);
  printLets(Lets);
}

void ProtocolPrinter::printSequence(const Sequence &S) {
  for (const Stmt *X : S)
    printStatement(X);
}

void ProtocolPrinter::printStatement(const Stmt *S) {
  switch (S->kind()) {
  case Stmt::Kind::Access:
    return printAccess(llvm::cast<Access>(S));
  case Stmt::Kind::Barrier:
    return printBarrier(llvm::cast<Barrier>(S));
  case Stmt::Kind::Fence:
    return printFence(llvm::cast<Fence>(S));
  case Stmt::Kind::AsyncGroup:
    return printAsyncGroup(llvm::cast<AsyncGroup>(S));
  case Stmt::Kind::Exchange:
    return printExchange(llvm::cast<Exchange>(S));
  case Stmt::Kind::Gap:
    return printGap(llvm::cast<Gap>(S));
  case Stmt::Kind::Given:
    return printGiven(llvm::cast<Given>(S));
  case Stmt::Kind::If:
    return printIf(llvm::cast<If>(S));
  case Stmt::Kind::Loop:
    return printLoop(llvm::cast<Loop>(S));
  case Stmt::Kind::Leave:
    return printLeave(llvm::cast<Leave>(S));
  }
}

void ProtocolPrinter::printAccess(const Access *A) {
  printLetsFor(printedOperands(*A));
  line() << (A->Asynchronous ? "async " : "")
         << (A->Volatile ? "volatile " : "");
  OS << (A->Acquires ? "acquire " : "") << (A->Releases ? "release " : "");
  switch (A->TheOperation) {
  case Access::Operation::Read:
    OS << "rd ";
    break;
  case Access::Operation::Write:
    OS << "wr ";
    break;
  case Access::Operation::AtomicRead:
    printAtomic(A->AtomicScope);
    OS << "rd ";
    break;
  case Access::Operation::AtomicWrite:
    printAtomic(A->AtomicScope);
    OS << "wr ";
    break;
  case Access::Operation::ReadModifyWrite:
    printAtomic(A->AtomicScope);
    break;
  }
  TermText.printElement(A->TheArray, A->Slots, A->Offset);
  if (A->Size != A->TheArray->ElementSize)
    OS << ':' << A->Size;
  printUpdate(A);
  if (A->Found) {
    OS << " => ";
    TermText.printUnknown(A->Found);
  }
  printLocation(A->Where);
  OS << ";\n";
}

void ProtocolPrinter::printAtomic(Scope S) {
  OS << "atomic";
  if (S != Scope::Grid)
    OS << '(' << name(S) << ')';
  OS << ' ';
}

void ProtocolPrinter::printUpdate(const Access *A) {
  auto Print = [&](llvm::StringRef Word, const Term *T) {
    OS << Word;
    TermText.print(T, A->Size <= 8 && T->width() == 8 * A->Size);
  };
  if (A->Value)
    Print(" = ", A->Value);
  switch (A->TheUpdate) {
  case Access::Update::Any:
    break;
  case Access::Update::Add:
    return Print(" += ", A->Operand);
  case Access::Update::CountTo:
    return Print(" up to ", A->Operand);
  case Access::Update::Or:
    return Print(" |= ", A->Operand);
  case Access::Update::Exchange:
    return Print(" = ", A->Operand);
  case Access::Update::CompareExchange:
    Print(" from ", A->Expected);
    return Print(" to ", A->Operand);
  }
}

void ProtocolPrinter::printFence(const Fence *F) {
  line() << "fence";
  if (F->TheScope != Scope::Grid)
    OS << '(' << name(F->TheScope) << ')';
  printLocation(F->Where);
  OS << ";\n";
}

void ProtocolPrinter::printAsyncGroup(const AsyncGroup *G) {
  line() << (G->Pending ? "wait " + std::to_string(*G->Pending) : "commit");
  printLocation(G->Where);
  OS << ";\n";
}

void ProtocolPrinter::printGap(const Gap *G) {
  line() << "gap " << quoted(G->Reason);
  printLocation(G->Where);
  OS << ";\n";
}

void ProtocolPrinter::printGiven(const Given *G) {
  printLetsFor({G->Condition});
  line() << "given ";
  TermText.print(G->Condition, true);
  printLocation(G->Where);
  OS << ";\n";
}

void ProtocolPrinter::printExchange(const Exchange *X) {
  printLetsFor({X->Value, X->Lane, X->Mask});
  line() << exchangeWord(X->TheFunction);
  auto Print = [&](llvm::StringRef Word, const Term *T, unsigned Width) {
    if (!T)
      return;
    OS << Word;
    TermText.print(T, T->width() == Width);
  };
  Print(" ", X->Value, X->TheFunction == Exchange::Function::Ballot ? 1 : 32);
  Print(" from ", X->Lane, 32);
  Print(" among ", X->Mask, 32);
  OS << " => ";
  TermText.printUnknown(X->Result);
  printLocation(X->Where);
  OS << ";\n";
}

void ProtocolPrinter::printBarrier(const Barrier *B) {
  printLetsFor({B->Number, B->Count, B->Mask});
  line() << barrierWord(*B);
  llvm::StringRef Separator = "(";
  for (const Term *T : {B->Number, B->Count, B->Mask}) {
    if (!T)
      continue;
    OS << Separator;
    Separator = ", ";
    const auto *Lanes = llvm::dyn_cast<Constant>(T);
    if (T == B->Mask && Lanes)
      OS << llvm::format_hex(Lanes->value(), 0);
    else
      TermText.print(T, T->width() == 32);
  }
  OS << (Separator == "(" ? "" : ")");
  if (B->Result) {
    OS << " => ";
    TermText.printUnknown(B->Result);
  }
  printLocation(B->Where);
  OS << ";\n";
}

void ProtocolPrinter::printIf(const If *I) {
  printLetsFor({I->Condition});
  line() << "if ";
  while (true) {
    TermText.print(I->Condition, true);
    printLocation(I->Where);
    OS << " {\n";
    Indent += 2;
    printSequence(I->Then);
    Indent -= 2;
    line() << '}';
    if (I->Else.empty())
      break;
    const auto *Next = llvm::dyn_cast<If>(I->Else.front());
    if (Next && I->Else.size() == 1) {
      OS << " else ";
      Terms Lets;
      TermText.missingLets(Next->Condition, Lets);
      printLetsInLine(Lets);
      OS << "if ";
      I = Next;
      continue;
    }
    OS << " else {\n";
    Indent += 2;
    printSequence(I->Else);
    Indent -= 2;
    line() << '}';
    break;
  }
  OS << '\n';
}

/// Splits Lets in those that mention a variable of L and the others.
static std::pair<Terms, Terms> splitLets(llvm::ArrayRef<const Term *> Lets,
                                         const Loop *L) {
  auto IsOwn = [L](const Term *T) {
    return T == L->Counter || (L->TheRange && T == L->TheRange->Var);
  };
  std::pair<Terms, Terms> Result;
  for (const Term *T : Lets)
    (anyNode(T, IsOwn) ? Result.first : Result.second).push_back(T);
  return Result;
}

void ProtocolPrinter::printLoop(const Loop *L) {
  if (L->TheRange)
    printLetsFor({L->TheRange->Start, L->TheRange->Step});
  Terms Lets;
  TermText.missingLets(L->While, Lets);
  auto [Own, Others] = splitLets(Lets, L);
  printLets(Others);
  std::string Counter = quotedName(L->Counter->name());
  std::string Type;
  if (L->Counter->width() != 32)
    Type = " : i" + std::to_string(L->Counter->width());
  if (const auto &R = L->TheRange) {
    line() << "for " << quotedName(R->Var->name());
    if (R->Var->width() != 32)
      OS << " : i" << R->Var->width();
    if (L->Counter->name() != R->Var->name().str() + ".n" || !Type.empty())
      OS << " counter " << Counter << Type;
    OS << " = ";
    TermText.print(R->Start, true);
    OS << "; ";
    printTest(L, Own);
    OS << "; ";
    printStep(*R);
  } else {
    line() << "loop " << Counter << Type;
    const auto *Always = llvm::dyn_cast<Constant>(L->While);
    if (!Always || !Always->value()) {
      OS << " while ";
      printTest(L, Own);
    }
  }
  printLocation(L->Where);
  OS << " {\n";
  Indent += 2;
  Enclosing.push_back(L);
  printSequence(L->Body);
  Enclosing.pop_back();
  Indent -= 2;
  line() << "}\n";
}

void ProtocolPrinter::printTest(const Loop *L,
                                llvm::ArrayRef<const Term *> Lets) {
  printLetsInLine(Lets);
  TermText.print(L->While, true);
}

void ProtocolPrinter::printStep(const Loop::Range &R) {
  OS << quotedName(R.Var->name());
  const auto *C = llvm::dyn_cast<Constant>(R.Step);
  bool Down = C && R.Kind == Loop::StepKind::Add && C->signedValue() < 0;
  switch (R.Kind) {
  case Loop::StepKind::Add:
    OS << (Down ? " -= " : " += ");
    break;
  case Loop::StepKind::Mul:
    OS << " *= ";
    break;
  case Loop::StepKind::Div:
    OS << " /= ";
    break;
  }
  if (Down && C->width() > 1)
    OS << 0 - static_cast<uint64_t>(C->signedValue());
  else
    TermText.print(R.Step, true);
}

void ProtocolPrinter::printLeave(const Leave *L) {
  if (!L->Target)
    line() << "return";
  else
    line() << "break";
  if (L->Target && (Enclosing.empty() || L->Target != Enclosing.back()))
    OS << ' '
       << quotedName(L->Target->TheRange ? L->Target->TheRange->Var->name()
                                         : L->Target->Counter->name());
  OS << ";\n";
}

} // namespace racemap::map
