// ProtocolPrinter - one protocol in the MAP language.
//
// One line for each declaration (Printer.cpp) and statement
// (StatementPrinter.cpp). Before a statement come the lets that its terms need
// and that have not been printed; those that mention the loop's own variables
// stand in the loop's header, before its test.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PASSES_MAP_PROTOCOLPRINTER_H
#define RACEMAP_PASSES_MAP_PROTOCOLPRINTER_H

#include "passes/map/TermPrinter.h"

namespace racemap::map {

class ProtocolPrinter {
public:
  ProtocolPrinter(const Protocol &P, llvm::raw_ostream &OS)
      : P(P), OS(OS), TermText(P, OS) {}
  void print();

private:
  void printDeclarations();
  void printArray(const Array &A);
  void printContext(const LaunchContext &C);
  void printAlias(const LaunchContext::Alias &A);
  void printAssumption(const Assumption &A);
  void printPoint(const SourcePoint &Where);
  void printLocation(const Location &Where);

  void printSequence(const Sequence &S);
  void printStatement(const Stmt *S);
  void printAccess(const Access *A);
  void printAtomic(Scope S);
  void printUpdate(const Access *A);
  void printFence(const Fence *F);
  void printAsyncGroup(const AsyncGroup *G);
  void printGap(const Gap *G);
  void printGiven(const Given *G);
  void printExchange(const Exchange *X);
  void printBarrier(const Barrier *B);
  void printIf(const If *I);
  void printLoop(const Loop *L);
  void printTest(const Loop *L, llvm::ArrayRef<const Term *> Lets);
  void printStep(const Loop::Range &R);
  void printLeave(const Leave *L);

  void printLets(llvm::ArrayRef<const Term *> Lets);
  void printLetsInLine(llvm::ArrayRef<const Term *> Lets);
  void printLetsFor(llvm::ArrayRef<const Term *> Roots);
  llvm::raw_ostream &line() { return OS.indent(Indent); }

  const Protocol &P;
  llvm::raw_ostream &OS;
  TermPrinter TermText;
  unsigned Indent = 2;
  std::vector<const Loop *> Enclosing;
};

} // namespace racemap::map

#endif
