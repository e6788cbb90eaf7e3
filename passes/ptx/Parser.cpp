// Parser - tokens to instructions.
//
// Recursive descent over
//   statement   := '{' | '}' | ';' | label ':' | '.reg' ... ';' | instruction
//   instruction := ['@' ['!'] operand] name {'.' modifier} [operands] ';'
// with a stack of scopes for ".reg" names, one per open brace; a name is
// looked up from the innermost scope outwards. Anything outside this grammar
// is one error for the whole text: a part that was not understood could have
// changed the meaning of the rest.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "passes/ptx/OperandParser.h"
#include "passes/ptx/Program.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace racemap::ptx {

namespace {

class Parser {
public:
  Parser(StringRef Text, ArrayRef<Token> Tokens)
      : Text(Text), Tokens(Tokens, Scopes) {}
  Expected<Program> run();

private:
  Error parseStatement();
  Error parseDirective();
  Error parseRegisters();
  Error declare(const std::string &Name, const RegisterDeclaration &Like);
  Error addLabel(std::string Name);
  Error parseInstruction();
  Error parseGuard(Instruction &I);
  Error parseOperands(Instruction &I);
  std::string textSince(size_t Begin) const;

  StringRef Text;
  ScopeStack Scopes;
  OperandParser Tokens;
  Program P;
};

Expected<Program> Parser::run() {
  while (Tokens.peek().K != Token::Kind::End)
    if (Error E = parseStatement())
      return std::move(E);
  if (Scopes.size() != 1)
    return Tokens.fail("'}' expected");
  return std::move(P);
}

Error Parser::parseStatement() {
  if (Tokens.consume(';'))
    return Error::success();
  if (Tokens.consume('{')) {
    Scopes.emplace_back();
    return Error::success();
  }
  if (Tokens.consume('}')) {
    if (Scopes.size() == 1)
      return Tokens.fail("'}' without '{'");
    Scopes.pop_back();
    return Error::success();
  }
  if (Tokens.peek().K == Token::Kind::Dotted)
    return parseDirective();
  if (Tokens.peek().K == Token::Kind::Name && Tokens.peek(1).is(':')) {
    std::string Name = Tokens.take().Spelling;
    Tokens.take();
    return addLabel(std::move(Name));
  }
  return parseInstruction();
}

Error Parser::addLabel(std::string Name) {
  for (const Label &L : P.Labels)
    if (L.Name == Name)
      return Tokens.fail("label '" + Name + "' is defined twice");
  P.Labels.push_back({std::move(Name), P.Instructions.size()});
  return Error::success();
}

/// ".reg" declares; ".pragma" tells the optimizer something. The others define
/// variables or functions, which inline assembly has no business with.
Error Parser::parseDirective() {
  std::string Name = Tokens.take().Spelling;
  if (Name == "reg")
    return parseRegisters();
  if (Name != "pragma")
    return Tokens.fail("directive '." + Name + "' is not supported");
  if (Tokens.take().K != Token::Kind::String)
    return Tokens.fail("string expected after '.pragma'");
  return Tokens.expect(';');
}

/// .reg [.v2|.v4] .type name[<count>] {, name[<count>]} ;
Error Parser::parseRegisters() {
  RegisterDeclaration Declaration;
  std::optional<Type> T;
  while (Tokens.peek().K == Token::Kind::Dotted) {
    std::string Modifier = Tokens.take().Spelling;
    if (Modifier == "v2" || Modifier == "v4") {
      Declaration.Elements = Modifier == "v2" ? 2 : 4;
      continue;
    }
    if (T)
      return Tokens.fail("a register has one type");
    T = Type::parse(Modifier);
    if (!T)
      return Tokens.fail("unknown register type '." + Modifier + "'");
  }
  if (!T)
    return Tokens.fail("register type expected after '.reg'");
  Declaration.T = *T;
  do {
    if (Tokens.peek().K != Token::Kind::Name)
      return Tokens.fail("register name expected");
    if (Error E = declare(Tokens.take().Spelling, Declaration))
      return E;
  } while (Tokens.consume(','));
  return Tokens.expect(';');
}

Error Parser::declare(const std::string &Name,
                      const RegisterDeclaration &Like) {
  constexpr int64_t MostRegisters = 4096;
  auto Add = [&](const std::string &Full) {
    Scopes.back()[Full] = P.Registers.size();
    P.Registers.push_back(Like);
    P.Registers.back().Name = Full;
  };
  if (!Tokens.consume('<')) {
    Add(Name);
    return Error::success();
  }
  Token Count = Tokens.take();
  if (Count.K != Token::Kind::Integer || Count.Value < 0 ||
      Count.Value > MostRegisters ||
      P.Registers.size() + Count.Value > MostRegisters)
    return Tokens.fail("malformed number of registers");
  for (int64_t I = 0; I < Count.Value; ++I)
    Add(Name + std::to_string(I));
  return Tokens.expect('>');
}

Error Parser::parseInstruction() {
  Instruction I;
  size_t Begin = Tokens.peek().Begin;
  if (Error E = parseGuard(I))
    return E;
  if (Tokens.peek().K != Token::Kind::Name)
    return Tokens.fail("instruction expected");
  I.Opcode = Tokens.take().Spelling;
  while (Tokens.peek().K == Token::Kind::Dotted)
    I.Modifiers.push_back(Tokens.take().Spelling);
  if (Error E = parseOperands(I))
    return E;
  I.Text = textSince(Begin);
  if (Error E = Tokens.expect(';'))
    return E;
  P.Instructions.push_back(std::move(I));
  return Error::success();
}

Error Parser::parseGuard(Instruction &I) {
  if (!Tokens.consume('@'))
    return Error::success();
  bool Negated = Tokens.consume('!');
  Expected<Operand> Register = Tokens.parsePrimary();
  if (!Register)
    return Register.takeError();
  I.Guard = Predicate{std::move(*Register), Negated};
  return Error::success();
}

/// The parameter lists of a call follow each other with commas as well, so
/// that one rule is enough.
Error Parser::parseOperands(Instruction &I) {
  if (Tokens.peek().is(';'))
    return Error::success();
  do {
    Expected<Operand> O = Tokens.parseOperand();
    if (!O)
      return O.takeError();
    I.Operands.push_back(std::move(*O));
  } while (Tokens.consume(','));
  return Error::success();
}

/// The text from Begin up to the next token, in one line.
std::string Parser::textSince(size_t Begin) const {
  std::string Line;
  for (char C : Text.slice(Begin, Tokens.lastEnd())) {
    bool IsBlank = isSpace(C);
    if (!IsBlank || (!Line.empty() && Line.back() != ' '))
      Line += IsBlank ? ' ' : C;
  }
  return Line;
}

} // namespace

Expected<Program> parse(StringRef AsmText) {
  Expected<std::vector<Token>> Tokens = tokenize(AsmText);
  if (!Tokens)
    return Tokens.takeError();
  return Parser(AsmText, *Tokens).run();
}

} // namespace racemap::ptx
