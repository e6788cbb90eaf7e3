// Printer - declarations in the MAP language.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/map/Printer.h"
#include "passes/map/ProtocolPrinter.h"

namespace racemap::map {

void ProtocolPrinter::print() {
  std::string Name = quotedName(P.Name);
  OS << "kernel " << (Name == P.Name ? Name : quoted(P.Name));
  if (!P.Mangled.empty())
    OS << ' ' << quoted(P.Mangled);
  if (P.Where != SourcePoint()) {
    OS << " at " << quoted(P.Where.File) << ':' << P.Where.Line;
    if (P.Where.Column)
      OS << ':' << P.Where.Column;
  }
  OS << " {\n";
  printDeclarations();
  OS << '\n';
  printSequence(P.Body);
  OS << "}\n";
}

void ProtocolPrinter::printDeclarations() {
  for (const Variable *V : P.Parameters)
    line() << "param " << quotedName(V->name()) << " : "
           << (P.isUnsigned(V) ? 'u' : 'i') << V->width() << ";\n";
  for (const auto &A : P.Arrays)
    printArray(*A);
  for (const LaunchContext &C : P.Contexts)
    printContext(C);
  for (const Assumption &A : P.Assumptions)
    printAssumption(A);
  for (const Gap &G : P.Gaps) {
    line() << "gap " << quoted(G.Reason);
    printLocation(G.Where);
    OS << ";\n";
  }
  llvm::StringRef Separator = "relevant ";
  for (const std::string &Name : P.RelevantInputs) {
    (Separator == ", " ? OS : line()) << Separator << quotedName(Name);
    Separator = ", ";
  }
  OS << (P.RelevantInputs.empty() ? "" : ";\n");
}

static llvm::StringRef spaceName(Space S) {
  switch (S) {
  case Space::Global:
    return "global ";
  case Space::Shared:
    return "shared ";
  case Space::Constant:
    return "constant ";
  }
  llvm_unreachable("all spaces are handled");
}

void ProtocolPrinter::printArray(const Array &A) {
  line() << spaceName(A.TheSpace) << quotedName(A.Name);
  bool WholeElements =
      A.Extent && A.ElementSize && *A.Extent % A.ElementSize == 0;
  if (WholeElements)
    OS << '[' << *A.Extent / A.ElementSize << ']';
  OS << " of " << A.ElementSize << (A.ElementSize == 1 ? " byte" : " bytes");
  if (A.Extent && !WholeElements)
    OS << " extent " << *A.Extent;
  switch (A.TheOrigin) {
  case Array::Origin::SharedVariable:
    OS << (A.TheSpace == Space::Shared ? "" : " local");
    break;
  case Array::Origin::Parameter:
    OS << (A.TheSpace == Space::Global ? "" : " parameter");
    break;
  case Array::Origin::Global:
    OS << (A.TheSpace == Space::Constant ? "" : " variable");
    break;
  case Array::Origin::Field:
    OS << " field of " << quotedName(A.Parent->Name);
    break;
  }
  OS << ";\n";
}

void ProtocolPrinter::printContext(const LaunchContext &C) {
  line() << "launch " << quoted(C.Origin);
  auto PrintDim = [&](llvm::StringRef Word,
                      const std::optional<LaunchContext::Dim> &D) {
    if (!D)
      return;
    OS << ' ' << Word << ' ';
    if ((*D)[1] == 1 && (*D)[2] == 1)
      OS << (*D)[0];
    else if ((*D)[2] == 1)
      OS << '(' << (*D)[0] << ", " << (*D)[1] << ')';
    else
      OS << '(' << (*D)[0] << ", " << (*D)[1] << ", " << (*D)[2] << ')';
  };
  PrintDim("block", C.BlockDim);
  PrintDim("grid", C.GridDim);
  PrintDim("cluster", C.ClusterDim);
  OS << ";\n";
}

void ProtocolPrinter::printAssumption(const Assumption &A) {
  if (A.Condition)
    printLetsFor({A.Condition});
  line() << "assume ";
  if (A.Condition)
    TermText.print(A.Condition, true);
  if (!A.Condition || A.Text != toText(A.Condition))
    OS << (A.Condition ? " " : "") << quoted(A.Text);
  OS << (A.Derived ? " derived;\n" : ";\n");
}

void ProtocolPrinter::printPoint(const SourcePoint &Where) {
  OS << ' ';
  if (Where.File != P.Where.File)
    OS << quoted(Where.File) << ':';
  OS << Where.Line;
  if (Where.Column)
    OS << ':' << Where.Column;
}

void ProtocolPrinter::printLocation(const Location &Where) {
  if (Where == Location())
    return;
  OS << " @";
  printPoint(Where);
  for (const Location::Call &C : Where.Calls) {
    OS << " in " << quoted(C.Callee) << " from";
    printPoint(C.Site);
  }
}

void print(const Protocol &P, llvm::raw_ostream &OS) {
  ProtocolPrinter(P, OS).print();
}

} // namespace racemap::map
