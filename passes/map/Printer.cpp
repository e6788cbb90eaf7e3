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
  OS << (A.Distributed ? " distributed" : "");
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

/// " block (_, 8)": sizes of 1 at the end are left out.
static void printSizes(llvm::raw_ostream &OS, llvm::StringRef Word,
                       const LaunchContext::Sizes &Sizes) {
  if (Sizes == LaunchContext::Sizes())
    return;
  unsigned Count = Sizes[2] != 1u ? 3 : Sizes[1] != 1u ? 2 : 1;
  OS << ' ' << Word << (Count > 1 ? " (" : " ");
  for (unsigned D = 0; D != Count; ++D)
    OS << (D ? ", " : "") << (Sizes[D] ? std::to_string(*Sizes[D]) : "_");
  OS << (Count > 1 ? ")" : "");
}

void ProtocolPrinter::printContext(const LaunchContext &C) {
  line() << "launch " << quoted(C.Origin);
  printSizes(OS, "block", C.BlockDim);
  printSizes(OS, "grid", C.GridDim);
  printSizes(OS, "cluster", C.ClusterDim);
  if (C.HostValues.empty() && C.Computed.empty() && C.Conditions.empty() &&
      C.Aliases.empty() && C.Extents.empty() && C.Contents.empty() &&
      C.Filled.empty()) {
    OS << ";\n";
    return;
  }
  OS << " {\n";
  Indent += 2;
  for (const Variable *V : C.HostValues)
    line() << "host " << quotedName(V->name()) << " : i" << V->width() << ";\n";
  for (const Variable *V : C.Computed) {
    line() << "computed ";
    TermText.print(V, true);
    OS << ";\n";
  }
  for (const Assumption &A : C.Conditions)
    printAssumption(A);
  for (const LaunchContext::Alias &A : C.Aliases)
    printAlias(A);
  for (const LaunchContext::Extent &E : C.Extents) {
    printLetsFor({E.Bytes});
    line() << "extent " << quotedName(E.TheArray->Name) << " = ";
    TermText.print(E.Bytes, true);
    OS << ";\n";
  }
  for (const Array *A : C.Filled)
    line() << "filled " << quotedName(A->Name) << ";\n";
  for (const LaunchContext::Content &X : C.Contents) {
    printLetsFor({X.Count, X.Holds});
    line() << "each " << quotedName(X.Index->name()) << " < ";
    TermText.print(X.Count, true);
    OS << " : ";
    TermText.print(X.Holds, true);
    OS << ";\n";
  }
  Indent -= 2;
  line() << "}\n";
}

void ProtocolPrinter::printAlias(const LaunchContext::Alias &A) {
  printLetsFor(printedOperands(A));
  line() << "alias " << quotedName(A.TheArray->Name);
  if (A.Offset) {
    OS << " = ";
    TermText.printElement(A.Within, {}, A.Offset);
  } else {
    OS << ", " << quotedName(A.Within->Name);
  }
  OS << ";\n";
}

static llvm::StringRef wordOf(Assumption::Basis Why) {
  switch (Why) {
  case Assumption::Basis::Promised:
    return " promised";
  case Assumption::Basis::Derived:
    return " derived";
  case Assumption::Basis::Expected:
    return " expected";
  case Assumption::Basis::Said:
    return "";
  }
  llvm_unreachable("all bases are handled");
}

void ProtocolPrinter::printAssumption(const Assumption &A) {
  if (A.Condition)
    printLetsFor({A.Condition});
  line() << "assume ";
  if (A.Condition)
    TermText.print(A.Condition, true);
  if (!A.Condition || A.Text != toText(A.Condition))
    OS << (A.Condition ? " " : "") << quoted(A.Text);
  OS << wordOf(A.Why) << ";\n";
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
  if (!Where.Into.empty())
    OS << " into " << quoted(Where.Into);
  for (const Location::Call &C : Where.Calls) {
    OS << " in " << quoted(C.Callee) << " from";
    printPoint(C.Site);
  }
}

void print(const Protocol &P, llvm::raw_ostream &OS) {
  ProtocolPrinter(P, OS).print();
}

} // namespace racemap::map
