// OperandParser - the operands of one instruction.
//
// A sum is parsed with the signs folded into its constants: "p-8" is p + -8.
// Only constants can be subtracted or multiplied, as in PTX. A name is, in
// this order: a declared register, a special register (with ".x" if that is
// part of its name), "_", or a symbol.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "passes/ptx/OperandParser.h"

#include "llvm/Support/SaveAndRestore.h"

using namespace llvm;

namespace racemap::ptx {

std::optional<unsigned> ScopeStack::find(StringRef Name) const {
  for (auto Scope = rbegin(); Scope != rend(); ++Scope)
    if (auto Found = Scope->find(Name); Found != Scope->end())
      return Found->second;
  return std::nullopt;
}

const Token &OperandParser::peek(size_t Ahead) const {
  return Tokens[std::min(At + Ahead, Tokens.size() - 1)];
}

const Token &OperandParser::take() {
  const Token &T = peek();
  if (At + 1 < Tokens.size())
    ++At;
  return T;
}

bool OperandParser::consume(char C) {
  if (!peek().is(C))
    return false;
  take();
  return true;
}

Error OperandParser::expect(char C) {
  if (consume(C))
    return Error::success();
  return fail("'" + Twine(C) + "' expected");
}

Error OperandParser::fail(const Twine &What) const {
  return createStringError(inconvertibleErrorCode(), "inline assembly, byte " +
                                                         Twine(peek().Begin) +
                                                         ": " + What);
}

Expected<Operand> OperandParser::parseOperand() {
  bool Negated = consume('!');
  Expected<Operand> First = parseNested();
  if (!First)
    return First.takeError();
  First->Negated = Negated;
  if (!consume('|'))
    return First;
  Expected<Operand> Second = parseNested();
  if (!Second)
    return Second.takeError();
  Operand Pair;
  Pair.K = Operand::Kind::Pair;
  Pair.Elements = {std::move(*First), std::move(*Second)};
  return Pair;
}

Expected<Operand> OperandParser::parseNested() {
  constexpr unsigned DeepestNesting = 16;
  SaveAndRestore Level(Depth, Depth + 1);
  if (Depth > DeepestNesting)
    return fail("operands are nested too deeply");
  if (consume('['))
    return parseBracket();
  if (consume('{'))
    return parseGroup('}', Operand::Kind::Vector);
  if (consume('('))
    return parseGroup(')', Operand::Kind::List);
  return parseSum();
}

Expected<Operand> OperandParser::parseBracket() {
  Expected<Operand> Tuple = parseGroup(']', Operand::Kind::Tuple);
  if (!Tuple)
    return Tuple.takeError();
  if (Tuple->Elements.empty())
    return fail("empty address");
  if (Tuple->Elements.size() > 1)
    return Tuple;
  Operand Only = std::move(Tuple->Elements.front());
  Operand Address;
  Address.K = Operand::Kind::Address;
  if (Only.is(Operand::Kind::Sum))
    Address.Elements = std::move(Only.Elements);
  else
    Address.Elements.push_back(std::move(Only));
  return Address;
}

Expected<Operand> OperandParser::parseGroup(char Close, Operand::Kind K) {
  Operand Group;
  Group.K = K;
  if (consume(Close))
    return Group;
  do {
    Expected<Operand> Element = parseOperand();
    if (!Element)
      return Element.takeError();
    Group.Elements.push_back(std::move(*Element));
  } while (consume(','));
  if (Error E = expect(Close))
    return std::move(E);
  return Group;
}

Expected<Operand> OperandParser::parseSum() {
  Expected<Operand> First = parsePrimary();
  if (!First)
    return First.takeError();
  Operand Sum;
  Sum.K = Operand::Kind::Sum;
  Sum.Elements.push_back(std::move(*First));
  while (peek().is('+') || peek().is('-')) {
    bool Minus = take().is('-');
    Expected<Operand> Next = parsePrimary();
    if (!Next)
      return Next.takeError();
    if (Minus && !Next->isInteger())
      return fail("only a constant can be subtracted");
    if (Minus)
      Next->Value = static_cast<int64_t>(-static_cast<uint64_t>(Next->Value));
    Sum.Elements.push_back(std::move(*Next));
  }
  if (Sum.Elements.size() == 1)
    return std::move(Sum.Elements.front());
  return Sum;
}

Expected<Operand> OperandParser::parsePrimary() {
  switch (peek().K) {
  case Token::Kind::Name:
    return parseName();
  case Token::Kind::Integer:
  case Token::Kind::Float:
    return parseNumber();
  case Token::Kind::Punctuation:
    return peek().is('-') ? parseNumber()
                          : Expected<Operand>(fail("operand expected"));
  case Token::Kind::AsmOperand: {
    Operand O;
    O.K = Operand::Kind::AsmOperand;
    O.Index = static_cast<unsigned>(take().Value);
    if (peek().K == Token::Kind::Dotted)
      O.Selector = take().Spelling;
    return O;
  }
  case Token::Kind::Dotted:
  case Token::Kind::String:
  case Token::Kind::End:
    return fail("operand expected");
  }
  llvm_unreachable("every kind of token is handled");
}

/// ['-'] number {'*' number}
Expected<Operand> OperandParser::parseNumber() {
  bool Minus = consume('-');
  const Token &T = peek();
  if (T.K != Token::Kind::Integer && T.K != Token::Kind::Float)
    return fail("number expected");
  take();
  Operand O;
  O.K = Operand::Kind::Immediate;
  O.FloatBits = T.FloatBits;
  uint64_t Value = static_cast<uint64_t>(T.Value);
  if (T.K == Token::Kind::Float && Minus)
    Value ^= uint64_t(1) << (T.FloatBits - 1);
  else if (Minus)
    Value = -Value;
  while (O.isInteger() && peek().is('*')) {
    take();
    if (peek().K != Token::Kind::Integer)
      return fail("number expected after '*'");
    Value *= static_cast<uint64_t>(take().Value);
  }
  O.Value = static_cast<int64_t>(Value);
  return O;
}

Expected<Operand> OperandParser::parseName() {
  std::string Name = take().Spelling;
  Operand O;
  std::optional<unsigned> Register = Scopes.find(Name);
  if (!Register && Name == "_")
    return O;
  if (peek().K == Token::Kind::Dotted)
    O.Selector = take().Spelling;
  std::string Full = O.Selector.empty() ? Name : Name + "." + O.Selector;
  if (Register) {
    O.K = Operand::Kind::Register;
    O.Index = *Register;
  } else if (std::optional<SpecialRegister> Special = specialRegister(Full)) {
    O.K = Operand::Kind::Special;
    O.Special = *Special;
  } else {
    O.K = Operand::Kind::Symbol;
  }
  O.Name = std::move(Name);
  return O;
}

} // namespace racemap::ptx
