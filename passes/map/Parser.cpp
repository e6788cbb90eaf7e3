// Parser - a file of kernels; see StatementParser for one kernel.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/map/Parser.h"
#include "passes/map/Aliases.h"
#include "passes/map/StatementParser.h"
#include "passes/map/Verifier.h"

namespace racemap::map {

llvm::Expected<std::vector<Protocol>> parseProtocols(llvm::StringRef Text,
                                                     llvm::StringRef FileName,
                                                     TermContext &Terms) {
  Cursor Tokens(Text, FileName);
  std::vector<Protocol> Result;
  while (!Tokens.atEnd()) {
    Token Where = Tokens.peek();
    if (!Tokens.expect("kernel", "at the start of a protocol"))
      break;
    Protocol P(Terms);
    if (!StatementParser(Tokens, P).parseKernel())
      break;
    if (llvm::Error E = check(P)) {
      Tokens.fail(Where, llvm::toString(std::move(E)));
      break;
    }
    Result.push_back(std::move(P));
  }
  if (Result.empty())
    Tokens.fail(Tokens.peek(), "there is no protocol here; write one, as in "
                               "kernel f { ... }");
  if (Tokens.failed())
    return Tokens.error();
  return Result;
}

std::vector<llvm::StringRef> namesIn(llvm::StringRef Condition) {
  std::vector<llvm::StringRef> All;
  for (const Token &T : tokenize(Condition))
    if (T.TheKind == Token::Kind::Name)
      All.push_back(T.Text);
  return All;
}

static void expectEnd(Cursor &Tokens) {
  if (!Tokens.atEnd())
    Tokens.fail(Tokens.peek(), "expected the end of the condition, found " +
                                   Tokens.describe(Tokens.peek()));
}

llvm::Error checkSyntax(llvm::StringRef Condition) {
  TermContext Terms;
  Protocol Any(Terms);
  Array AnyArray;
  AnyArray.ElementSize = 4;
  NameTable Names;
  Names.AnyArray = &AnyArray;
  Cursor Tokens(Condition, "");
  if (TermParser(Tokens, Terms, Names, &Any).skip())
    expectEnd(Tokens);
  return Tokens.failed() ? Tokens.error() : llvm::Error::success();
}

llvm::Expected<const Term *> parseCondition(llvm::StringRef Text,
                                            const Protocol &P) {
  Cursor Tokens(Text, "");
  NameTable Names;
  for (const Variable *V : P.Parameters)
    Names.Values[V->name()] = V;
  for (const auto &A : P.Arrays)
    if (!mayBeWritten(P, A.get()))
      Names.Arrays[A->Name] = A.get();
  const Term *Condition =
      TermParser(Tokens, P.terms(), Names, &P).parseExactly(1, "a condition");
  if (Condition)
    expectEnd(Tokens);
  if (Tokens.failed())
    return Tokens.error();
  return Condition;
}

} // namespace racemap::map
