// StatementParser - one kernel, from its declarations to its last statement.
//
// Declarations and statements may be mixed as long as every name is declared
// before it is used. The result is numbered, not yet checked.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PASSES_MAP_STATEMENTPARSER_H
#define RACEMAP_PASSES_MAP_STATEMENTPARSER_H

#include "passes/map/TermParser.h"
#include "llvm/ADT/StringSet.h"

namespace racemap::map {

class StatementParser {
public:
  StatementParser(Cursor &Tokens, Protocol &P)
      : Tokens(Tokens), P(P), Terms(P.terms()), TheTerms(Tokens, Terms, Names) {
  }

  /// From after "kernel" to the closing brace. False after an error.
  bool parseKernel();

private:
  // Declarations (DeclarationParser.cpp).
  bool parseHeader();
  /// Nothing if the next token does not start a declaration.
  std::optional<bool> parseDeclaration();
  bool parseParameters();
  bool parseArray(Space S);
  bool parseArrayClauses(Array &A);
  bool parseRelevant();
  bool resolveParents();
  bool parsePoint(SourcePoint &Where);
  bool parseLocation(Location &Where);
  bool parseFunction(std::string &Name, llvm::StringRef After);
  bool parseNumber(uint64_t &Out, uint64_t Max, llvm::StringRef What);

  // Launches and assumptions (LaunchParser.cpp).
  bool parseLaunch();
  bool parseSizes(LaunchContext::Sizes &Sizes);
  bool parseLaunchBody(LaunchContext &C);
  bool parseHostValues(LaunchContext &C);
  bool parseComputed(LaunchContext &C);
  bool parseAlias(LaunchContext &C);
  bool parseExtent(LaunchContext &C);
  bool parseContent(LaunchContext &C);
  bool parseFilled(LaunchContext &C);
  bool declareOfLaunch(const Token &Name, const Variable *V);
  bool parseArrayName(const Array *&A);
  bool parseAssumption(std::vector<Assumption> &Out);

  // Statements.
  bool parseBlock(Sequence &Out);
  bool parseStatement(Sequence &Out);
  bool parseLet();
  bool parseAccess(Sequence &Out);
  bool parseUpdate(Access &A);
  bool parseFound(Access &A);
  bool parseScope(Scope &Out);
  bool parseFence(Sequence &Out);
  bool parseAsyncGroup(Sequence &Out);
  bool parseGap(Sequence &Out);
  bool parseGiven(Sequence &Out);
  bool parseExchange(Exchange::Function F, Sequence &Out);
  bool parseName(const Unknown *&Out, unsigned Width, llvm::StringRef What);
  bool parseBarrier(BarrierWord Word, Sequence &Out);
  bool parseIf(Sequence &Out);
  bool parseFor(Sequence &Out);
  bool parseLoop(Sequence &Out);
  bool parseWhile(Sequence &Out);
  bool parseBreak(Sequence &Out);
  const Term *parseTest();
  bool parseStep(Loop::Range &R);
  bool parseCounter(Loop &L);
  bool parseLoopBody(Loop &L, Sequence &Out);

  bool end() { return Tokens.expect(";", "at the end of this line"); }
  bool declare(const Token &Where, llvm::StringRef Name, const Term *T);
  bool limitDepth(const Token &Where, const Term *T);
  /// ": i64", or Default.
  std::optional<unsigned> parseType(unsigned Default);

  Cursor &Tokens;
  Protocol &P;
  TermContext &Terms;
  NameTable Names;
  TermParser TheTerms;
  std::vector<const Loop *> Enclosing;
  unsigned Nesting = 0;
  llvm::DenseMap<const Term *, unsigned> Depths;
  struct Parent {
    Array *Child;
    Token Name;
  };
  std::vector<Parent> Parents;
  llvm::StringSet<> HostNames;
};

} // namespace racemap::map

#endif
