// TermText - terms as a CUDA programmer writes them.
//
// Infix with C's precedence, without promises and widening casts. The text of
// a term shared many times could be huge: after a number of nodes, and below a
// depth, the rest is "...".
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/map/Printer.h"
#include "passes/map/Subscript.h"
#include "passes/map/Syntax.h"

namespace racemap::map {

constexpr unsigned MaxNodes = 120;
constexpr unsigned MaxDepth = 30;

namespace {
class Writer {
public:
  std::string write(const Term *T, unsigned Precedence);

private:
  std::string operation(const Operation *T, unsigned Precedence);
  std::string infix(const Operation *T, const Operator &O, unsigned Precedence);
  std::string unknown(const Unknown *U);
  std::string subscript(const Unknown *U);

  unsigned Nodes = 0, Depth = 0;
};
} // namespace

static std::string copyMark(Copy C) {
  switch (C) {
  case Copy::Any:
    return "";
  case Copy::First:
    return "#1";
  case Copy::Second:
    return "#2";
  }
  llvm_unreachable("all copies are handled");
}

static std::string number(const Constant *C) {
  if (C->isBool())
    return C->value() ? "true" : "false";
  bool Negative =
      C->signedValue() < 0 && C->signedValue() >= -65536 && C->width() >= 32;
  return Negative ? std::to_string(C->signedValue())
                  : std::to_string(C->value());
}

std::string Writer::write(const Term *T, unsigned Precedence) {
  if (++Nodes > MaxNodes || Depth > MaxDepth)
    return "...";
  ++Depth;
  std::string Result;
  switch (T->kind()) {
  case Term::Kind::Constant:
    Result = number(llvm::cast<Constant>(T));
    break;
  case Term::Kind::Variable: {
    const auto *V = llvm::cast<Variable>(T);
    Result = withoutNumber(V->name()).str() + copyMark(V->copy());
    break;
  }
  case Term::Kind::Unknown:
    Result = unknown(llvm::cast<Unknown>(T));
    break;
  case Term::Kind::Operation:
    Result = operation(llvm::cast<Operation>(T), Precedence);
    break;
  }
  --Depth;
  return Result;
}

std::string Writer::unknown(const Unknown *U) {
  if (!U->array())
    return U->name().str() + copyMark(U->copy());
  return U->array()->Name + "[" + subscript(U) + "]" + copyMark(U->copy());
}

std::string Writer::subscript(const Unknown *U) {
  const Term *Offset = U->offset();
  unsigned ElementSize = U->array()->ElementSize;
  Subscripts Indices = subscripts(Offset, ElementSize);
  if (Indices.empty())
    return "(" + write(Offset, LowestPrecedence) + ") / " +
           std::to_string(ElementSize);
  std::string Result;
  bool Alone = Indices.size() == 1;
  for (const Subscript &S : Indices) {
    Result += Result.empty() ? "" : " + ";
    if (!S.Index)
      Result += std::to_string(S.Literal);
    else if (S.Stride == 1)
      Result += write(S.Index, Alone ? LowestPrecedence - 1 : 9);
    else
      Result += write(S.Index, 10) + " * " + std::to_string(S.Stride);
  }
  return Result;
}

static std::string castName(unsigned Width) {
  switch (Width) {
  case 8:
    return "unsigned char";
  case 16:
    return "unsigned short";
  case 32:
    return "int";
  default:
    return "u" + std::to_string(Width);
  }
}

std::string Writer::operation(const Operation *T, unsigned Precedence) {
  Op O = T->op();
  if (O == Op::ZExt || O == Op::SExt)
    return write(T->operand(0), Precedence);
  if (O == Op::Trunc)
    return "(" + castName(T->width()) + ")" +
           write(T->operand(0), HighestPrecedence);
  if (isComplement(T))
    return (T->isBool() ? "!" : "~") + write(T->operand(0), HighestPrecedence);
  if (O != Op::Ite) {
    bool Swapped = llvm::isa<Constant>(T->operand(0));
    const Operator *Found = Swapped ? spelling(T, true) : nullptr;
    return infix(T, Found ? *Found : *spelling(T, false), Precedence);
  }
  std::string Result = write(T->operand(0), LowestPrecedence) + " ? " +
                       write(T->operand(1), LowestPrecedence) + " : " +
                       write(T->operand(2), LowestPrecedence - 1);
  return Precedence >= LowestPrecedence ? "(" + Result + ")" : Result;
}

std::string Writer::infix(const Operation *T, const Operator &O,
                          unsigned Precedence) {
  unsigned Level = O.Precedence;
  bool Bitwise = Level == ShiftPrecedence ||
                 (!O.Logical && (T->op() == Op::And || T->op() == Op::Or ||
                                 T->op() == Op::Xor));
  const Term *Left = T->operand(O.Swapped ? 1 : 0);
  const Term *Right = T->operand(O.Swapped ? 0 : 1);
  std::string Text = write(Left, Bitwise ? HighestPrecedence : Level) + " " +
                     O.Spelling.rtrim("su").str() + " " +
                     write(Right, Bitwise ? HighestPrecedence : Level + 1);
  return Level < Precedence ? "(" + Text + ")" : Text;
}

std::string toText(const Term *T) {
  return Writer().write(T, LowestPrecedence - 1);
}

std::string inWords(llvm::ArrayRef<std::string> Names, llvm::StringRef Last) {
  std::string Text;
  for (auto [I, Name] : llvm::enumerate(Names)) {
    if (I)
      Text += I + 1 == Names.size() ? (" " + Last + " ").str() : ", ";
    Text += Name;
  }
  return Text;
}

} // namespace racemap::map
