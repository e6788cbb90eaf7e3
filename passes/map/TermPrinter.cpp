// TermPrinter - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/map/TermPrinter.h"
#include "passes/map/Subscript.h"
#include "passes/map/Traversal.h"
#include "llvm/ADT/StringExtras.h"

namespace racemap::map {

TermPrinter::TermPrinter(const Protocol &P, llvm::raw_ostream &OS)
    : OS(OS), Plan(P) {
  for (const Variable *V : P.Parameters)
    Taken.insert(V->name());
  for (const LaunchContext &C : P.Contexts)
    for (const Variable *V : C.HostValues)
      Taken.insert(V->name());
  forEachStmt(P.Body, [&](const Stmt *S) {
    const auto *L = llvm::dyn_cast<Loop>(S);
    if (!L)
      return;
    Taken.insert(L->Counter->name());
    if (L->TheRange)
      Taken.insert(L->TheRange->Var->name());
  });
}

void TermPrinter::missingLets(const Term *Root,
                              llvm::SmallVectorImpl<const Term *> &Out) {
  llvm::DenseSet<const Term *> Seen(Out.begin(), Out.end());
  auto Visit = [&](auto &&Self, const Term *T) -> void {
    if (llvm::isa<Constant>(T) || llvm::isa<Variable>(T) || Names.contains(T) ||
        !Seen.insert(T).second)
      return;
    for (const Term *X : printedOperands(T))
      Self(Self, X);
    if (Plan.isNamed(T))
      Out.push_back(T);
  };
  Visit(Visit, Root);
}

void TermPrinter::printLet(const Term *T) {
  std::string Name;
  do
    Name = "t" + std::to_string(NextName++);
  while (Taken.contains(Name));
  OS << "let " << Name << " = ";
  printUnnamed(T, false, LowestPrecedence - 1);
  OS << ";";
  Names[T] = Name;
}

void TermPrinter::print(const Term *T, bool KnowsWidth) {
  print(T, KnowsWidth, LowestPrecedence - 1);
}

void TermPrinter::print(const Term *T, bool KnowsWidth, unsigned Precedence) {
  auto Found = Names.find(T);
  if (Found != Names.end())
    OS << Found->second;
  else
    printUnnamed(T, KnowsWidth, Precedence);
}

static unsigned precedenceOf(const Operation *T) {
  if (T->op() == Op::Ite)
    return LowestPrecedence - 1;
  const Operator *Spelling = isComplement(T) ? nullptr : spelling(T, false);
  return Spelling ? Spelling->Precedence : HighestPrecedence;
}

void TermPrinter::printUnnamed(const Term *T, bool KnowsWidth,
                               unsigned Precedence) {
  switch (T->kind()) {
  case Term::Kind::Constant:
    return printConstant(llvm::cast<Constant>(T), KnowsWidth);
  case Term::Kind::Variable:
    return printVariable(llvm::cast<Variable>(T));
  case Term::Kind::Unknown:
    return printUnknown(llvm::cast<Unknown>(T));
  case Term::Kind::Operation:
    break;
  }
  const auto *O = llvm::cast<Operation>(T);
  bool Parentheses = precedenceOf(O) < Precedence;
  OS << (Parentheses ? "(" : "");
  if (isComplement(T)) {
    OS << (T->isBool() ? "!" : "~");
    print(T->operand(0), KnowsWidth, HighestPrecedence);
  } else if (O->op() == Op::Ite) {
    printIte(O, KnowsWidth);
  } else if (T->operands().size() == 1) {
    printCast(O);
  } else {
    printInfix(O, KnowsWidth);
  }
  OS << (Parentheses ? ")" : "");
}

void TermPrinter::printConstant(const Constant *C, bool KnowsWidth) {
  if (C->isBool()) {
    OS << (C->value() ? "true" : "false");
    return;
  }
  // What looks like a small negative number probably is one.
  bool Negative = C->width() > 8 && C->signedValue() < 0 &&
                  C->signedValue() >= -65536 / (C->width() < 32 ? 256 : 1);
  if (Negative)
    OS << C->signedValue();
  else
    OS << C->value();
  if (!KnowsWidth)
    OS << 'i' << C->width();
}

void TermPrinter::printVariable(const Variable *V) {
  OS << (V->role() == Variable::Role::Builtin ? V->name().str()
                                              : quotedName(V->name()));
}

void TermPrinter::printUnknown(const Unknown *U) {
  unsigned DefaultWidth = 32;
  if (const Array *A = U->array()) {
    OS << (U->cause() == Cause::SharedValue ? "stable(" : "");
    printElement(A, U->operands().drop_back(), U->offset());
    DefaultWidth = 8 * A->ElementSize;
  } else {
    OS << '$' << quotedName(U->name());
    llvm::StringRef Separator = "(";
    for (const Term *X : U->operands()) {
      OS << Separator;
      print(X, false);
      Separator = ", ";
    }
    OS << (U->operands().empty() ? "" : ")");
  }
  if (U->width() != DefaultWidth)
    OS << ":i" << U->width();
  OS << (U->cause() == Cause::SharedValue ? ")" : "");
}

void TermPrinter::printElement(const Array *A,
                               llvm::ArrayRef<const Term *> Slots,
                               const Term *Offset) {
  OS << quotedName(A->Name);
  for (size_t I = 0; I != Slots.size(); ++I) {
    OS << (I == 0 ? "[slot " : ", ");
    print(Slots[I], true);
  }
  OS << (Slots.empty() ? "" : "]");
  Subscripts Indices = subscripts(Offset, A->ElementSize);
  for (const Subscript &S : Indices) {
    OS << '[';
    if (S.Index)
      print(S.Index, S.Index->width() == 64);
    else
      OS << S.Literal;
    if (S.Stride != 1)
      OS << " : " << S.Stride;
    OS << ']';
  }
  if (Indices.empty()) {
    OS << "[byte ";
    print(Offset, true);
    OS << ']';
  }
}

void TermPrinter::printCast(const Operation *T) {
  uint8_t Promises = T->promises();
  if (T->op() == Op::SExt)
    OS << 'i';
  else if (T->op() == Op::ZExt || !Promises)
    OS << 'u';
  else
    OS << (Promises & NoSignedWrap ? "i" : "")
       << (Promises & NoUnsignedWrap ? "u" : "");
  OS << T->width() << (Promises ? "!(" : "(");
  print(T->operand(0), false);
  OS << ')';
}

void TermPrinter::printIte(const Operation *T, bool KnowsWidth) {
  KnowsWidth |=
      Plan.hasOwnWidth(T->operand(1)) || Plan.hasOwnWidth(T->operand(2));
  print(T->operand(0), true, LowestPrecedence);
  OS << " ? ";
  print(T->operand(1), KnowsWidth, LowestPrecedence);
  OS << " : ";
  print(T->operand(2), KnowsWidth);
}

static bool isNegative(const Term *T) {
  const auto *C = llvm::dyn_cast<Constant>(T);
  return C && !C->isBool() && C->signedValue() < 0;
}

void TermPrinter::printInfix(const Operation *T, bool KnowsWidth) {
  const Term *Left = T->operand(0), *Right = T->operand(1);
  const Operator *Spelling = nullptr;
  if (llvm::isa<Constant>(Left) && (Spelling = spelling(T, true)))
    std::swap(Left, Right);
  else
    Spelling = spelling(T, false);
  if (T->op() >= Op::Eq && T->op() <= Op::SLe)
    KnowsWidth = false; // that of the result, not of the operands
  KnowsWidth |= Plan.hasOwnWidth(Left) || Plan.hasOwnWidth(Right);
  // Nobody remembers how the bitwise operators and shifts bind.
  unsigned Level = Spelling->Precedence;
  bool Bitwise =
      Level == ShiftPrecedence ||
      (!Spelling->Logical &&
       (T->op() == Op::And || T->op() == Op::Or || T->op() == Op::Xor));
  auto PrintOperand = [&](const Term *X, bool Careful, unsigned Precedence) {
    // "+s -1" is not read, lest it be taken for a variable s minus 1.
    bool Parentheses = Careful && isNegative(X);
    OS << (Parentheses ? "(" : "");
    print(X, KnowsWidth, Precedence);
    OS << (Parentheses ? ")" : "");
  };
  PrintOperand(Left, true, Bitwise ? HighestPrecedence : Level);
  OS << ' ' << Spelling->Spelling << ' ';
  PrintOperand(Right, llvm::isAlpha(Spelling->Spelling.back()),
               Bitwise ? HighestPrecedence : Level + 1);
}

} // namespace racemap::map
