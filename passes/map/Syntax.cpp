// Syntax - tables of words.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/map/Syntax.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace racemap::map {

constexpr uint8_t Both = NoSignedWrap | NoUnsignedWrap;

static constexpr Operator Operators[] = {
    {"*", Op::Mul, NoPromise, 10, false, false},
    {"*s", Op::Mul, NoSignedWrap, 10, false, false},
    {"*u", Op::Mul, NoUnsignedWrap, 10, false, false},
    {"*su", Op::Mul, Both, 10, false, false},
    {"/", Op::SDiv, NoPromise, 10, false, false},
    {"/u", Op::UDiv, NoPromise, 10, false, false},
    {"%", Op::SRem, NoPromise, 10, false, false},
    {"%u", Op::URem, NoPromise, 10, false, false},
    {"+", Op::Add, NoPromise, 9, false, false},
    {"+s", Op::Add, NoSignedWrap, 9, false, false},
    {"+u", Op::Add, NoUnsignedWrap, 9, false, false},
    {"+su", Op::Add, Both, 9, false, false},
    {"-", Op::Sub, NoPromise, 9, false, false},
    {"-s", Op::Sub, NoSignedWrap, 9, false, false},
    {"-u", Op::Sub, NoUnsignedWrap, 9, false, false},
    {"-su", Op::Sub, Both, 9, false, false},
    {"<<", Op::Shl, NoPromise, 8, false, false},
    {"<<s", Op::Shl, NoSignedWrap, 8, false, false},
    {"<<u", Op::Shl, NoUnsignedWrap, 8, false, false},
    {"<<su", Op::Shl, Both, 8, false, false},
    {">>", Op::AShr, NoPromise, 8, false, false},
    {">>u", Op::LShr, NoPromise, 8, false, false},
    {"<", Op::SLt, NoPromise, 7, false, false},
    {"<=", Op::SLe, NoPromise, 7, false, false},
    {"<u", Op::ULt, NoPromise, 7, false, false},
    {"<=u", Op::ULe, NoPromise, 7, false, false},
    {">", Op::SLt, NoPromise, 7, true, false},
    {">=", Op::SLe, NoPromise, 7, true, false},
    {">u", Op::ULt, NoPromise, 7, true, false},
    {">=u", Op::ULe, NoPromise, 7, true, false},
    {"==", Op::Eq, NoPromise, 6, false, false},
    {"!=", Op::Ne, NoPromise, 6, false, false},
    {"&", Op::And, NoPromise, 5, false, false},
    {"^", Op::Xor, NoPromise, 4, false, false},
    {"|", Op::Or, NoPromise, 3, false, false},
    {"&&", Op::And, NoPromise, 2, false, true},
    {"||", Op::Or, NoPromise, 1, false, true},
};

const Operator *findOperator(llvm::StringRef Spelling) {
  const auto *Found = llvm::find_if(
      Operators, [&](const Operator &O) { return O.Spelling == Spelling; });
  return Found == std::end(Operators) ? nullptr : Found;
}

const Operator *spelling(const Operation *T, bool Swapped) {
  bool Logical = T->isBool() && (T->op() == Op::And || T->op() == Op::Or);
  const auto *Found = llvm::find_if(Operators, [&](const Operator &O) {
    return O.TheOp == T->op() && O.Promises == T->promises() &&
           O.Swapped == Swapped && O.Logical == Logical;
  });
  return Found == std::end(Operators) ? nullptr : Found;
}

bool isComplement(const Term *T) {
  if (!isOp(T, Op::Xor))
    return false;
  const auto *Ones = llvm::dyn_cast<Constant>(T->operand(1));
  return Ones && Ones->signedValue() == -1;
}

bool isReserved(llvm::StringRef Word) {
  static constexpr llvm::StringLiteral Words[] = {
      "kernel",   "param",    "shared",   "global",      "constant", "launch",
      "assume",   "gap",      "relevant", "let",         "rd",       "wr",
      "atomic",   "volatile", "sync",     "syncwarp",    "if",       "else",
      "syncgrid", "for",      "loop",     "synccluster", "while",    "break",
      "return",   "true",     "false",    "byte",        "slot",     "counter",
      "given"};
  return llvm::is_contained(Words, Word) || findBuiltin(Word);
}

std::optional<Builtin> findBuiltin(llvm::StringRef Wanted) {
  for (unsigned I = 0; I != NumBuiltins; ++I)
    if (name(static_cast<Builtin>(I)) == Wanted)
      return static_cast<Builtin>(I);
  return std::nullopt;
}

std::optional<unsigned> typeWidth(llvm::StringRef Word) {
  unsigned Width = 0;
  if ((!Word.consume_front("i") && !Word.consume_front("u")) || Word.empty() ||
      Word.front() == '0' || Word.getAsInteger(10, Width) || Width > 64)
    return std::nullopt;
  return Width;
}

llvm::StringRef name(Scope S) {
  switch (S) {
  case Scope::Thread:
    return "thread";
  case Scope::Warp:
    return "warp";
  case Scope::Block:
    return "block";
  case Scope::Cluster:
    return "cluster";
  case Scope::Grid:
    return "grid";
  case Scope::System:
    return "system";
  }
  llvm_unreachable("all scopes are handled");
}

std::optional<Scope> findScope(llvm::StringRef Word) {
  for (Scope S : {Scope::Thread, Scope::Warp, Scope::Block, Scope::Cluster,
                  Scope::Grid, Scope::System})
    if (name(S) == Word)
      return S;
  return std::nullopt;
}

llvm::StringRef exchangeWord(Exchange::Function F) {
  switch (F) {
  case Exchange::Function::Active:
    return "active";
  case Exchange::Function::Vote:
    return "vote";
  case Exchange::Function::Ballot:
    return "ballot";
  case Exchange::Function::Match:
    return "match";
  case Exchange::Function::Shuffle:
    return "shuffle";
  }
  llvm_unreachable("all functions are handled");
}

std::optional<Exchange::Function> findExchange(llvm::StringRef Word) {
  using Function = Exchange::Function;
  for (Function F : {Function::Active, Function::Vote, Function::Ballot,
                     Function::Match, Function::Shuffle})
    if (exchangeWord(F) == Word)
      return F;
  return std::nullopt;
}

static constexpr BarrierWord BarrierWords[] = {
    {"sync", Barrier::Part::Whole, Scope::Block},
    {"syncwarp", Barrier::Part::Whole, Scope::Warp},
    {"synccluster", Barrier::Part::Whole, Scope::Cluster},
    {"syncgrid", Barrier::Part::Whole, Scope::Grid},
    {"arrive", Barrier::Part::Arrival, Scope::Block},
    {"await", Barrier::Part::Wait, Scope::Block},
    {"arrivecluster", Barrier::Part::Arrival, Scope::Cluster},
    {"awaitcluster", Barrier::Part::Wait, Scope::Cluster},
};

llvm::StringRef barrierWord(const Barrier &B) {
  return llvm::find_if(BarrierWords,
                       [&](const BarrierWord &W) {
                         return W.Part == B.ThePart && W.TheScope == B.TheScope;
                       })
      ->Text;
}

std::optional<BarrierWord> findBarrier(llvm::StringRef Word) {
  for (const BarrierWord &W : BarrierWords)
    if (W.Text == Word)
      return W;
  return std::nullopt;
}

bool isNameStart(char C) { return llvm::isAlpha(C) || C == '_'; }
bool isNameBody(char C) { return llvm::isAlnum(C) || C == '_'; }

size_t nameLength(llvm::StringRef Text) {
  if (Text.empty() || !isNameStart(Text.front()))
    return 0;
  size_t End = 1;
  while (true) {
    while (End < Text.size() && isNameBody(Text[End]))
      ++End;
    llvm::StringRef Rest = Text.substr(End);
    size_t Joint = Rest.starts_with(".")                              ? 1
                   : Rest.starts_with("->") || Rest.starts_with("::") ? 2
                                                                      : 0;
    if (!Joint || Joint >= Rest.size() || !isNameBody(Rest[Joint]))
      return End;
    End += Joint;
  }
}

llvm::StringRef withoutNumber(llvm::StringRef Name) {
  llvm::StringRef Rest = Name.rtrim("0123456789");
  return Rest.size() != Name.size() && Rest.consume_back(".") ? Rest : Name;
}

std::string quoted(llvm::StringRef Text, char Quote) {
  std::string Result(1, Quote);
  for (char C : Text) {
    unsigned char Byte = C;
    if (C == Quote || C == '\\')
      Result += {'\\', C};
    else if (C == '\n')
      Result += "\\n";
    else if (Byte < 0x20 || Byte == 0x7f)
      Result += "\\x" + llvm::utohexstr(Byte, true, 2);
    else
      Result += C;
  }
  return Result + Quote;
}

std::string quotedName(llvm::StringRef Name) {
  bool Plain =
      !Name.empty() && nameLength(Name) == Name.size() && !isReserved(Name);
  return Plain ? Name.str() : quoted(Name, '`');
}

} // namespace racemap::map
