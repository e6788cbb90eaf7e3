// VerifyMaps - `racemap verify`: decides MAPs from their text.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Commands.h"
#include "Request.h"
#include "passes/driver/ChangedLines.h"
#include "passes/driver/Driver.h"
#include "passes/driver/TimeTrace.h"
#include "passes/map/Parser.h"
#include "passes/report/GithubReporter.h"
#include "passes/report/HiddenLine.h"
#include "passes/report/TextReporter.h"
#include "plugin/sarif/Sarif.h"
#include "llvm/Support/MemoryBuffer.h"

namespace racemap {

/// The protocols of all files that the options select.
static llvm::Expected<std::vector<map::Protocol>>
readProtocols(const Request &R, map::TermContext &Terms) {
  std::vector<map::Protocol> All;
  for (const std::string &File : R.Files) {
    auto Text = llvm::MemoryBuffer::getFileOrSTDIN(File);
    if (!Text)
      return llvm::createStringError(
          File + ": cannot read: " + Text.getError().message());
    auto Some = map::parseProtocols((*Text)->getBuffer(), File, Terms);
    if (!Some)
      return Some.takeError();
    for (map::Protocol &P : *Some) {
      if (P.Where.File.empty())
        P.Where.File = File;
      if (R.O.wants(P.Mangled, P.Name))
        All.push_back(std::move(P));
    }
  }
  return All;
}

int verifyMaps(const char *, Arguments Args) {
  auto R = parseRequest(Args, "verify");
  if (!R)
    return fail(llvm::toString(R.takeError()));
  if (R->Files.empty())
    return fail("no files; try: racemap verify kernel.map");
  auto Configured = R->optionsOf(R->Files.front());
  if (!Configured)
    return fail(llvm::toString(Configured.takeError()));
  R->O = std::move(*Configured);
  map::TermContext Terms;
  auto Protocols = readProtocols(*R, Terms);
  if (!Protocols)
    return fail(llvm::toString(Protocols.takeError()));
  std::set<std::string> Sources;
  for (const map::Protocol &P : *Protocols)
    Sources.insert(P.Where.File);
  if (auto Changes = changesSince(R->O.Diff, Sources); !Changes)
    return fail(llvm::toString(Changes.takeError()));
  std::vector<std::string> Problems;
  prepare(*Protocols, R->O, Problems);
  if (!Problems.empty())
    return fail(Problems.front());
  Unit U{R->Files.front(), R->O.Arch};
  writeMaps(*Protocols, R->O, U, Problems);
  UnitBudget Budget(R->O.UnitBudgetMs.value_or(UnitBudget::OfCheck));
  TimeTrace Trace(R->O.TimeTrace, U);
  Analysis A = analyse(std::move(*Protocols), R->O, Budget);
  if (llvm::Error E = Trace.write())
    A.Problems.push_back(llvm::toString(std::move(E)));
  A.Problems.insert(A.Problems.begin(), Problems.begin(), Problems.end());
  report::Filter Shown = R->O.filter();
  writeOutputs(A, R->O, U);
  if (llvm::Error E = writeSarif(A.Kernels, Shown, R->O, U))
    A.Problems.push_back(llvm::toString(std::move(E)));
  report::TextReporter Text(llvm::errs());
  unsigned Findings = report::report(A.Kernels, Shown, Text);
  if (R->ForGithub) {
    auto Github = report::GithubReporter::ofWorkflow(llvm::outs());
    report::report(A.Kernels, Shown, Github);
  }
  report::Summary S = report::summarize(A.Kernels);
  summaryStream(R->O) << report::hiddenLines(A.Kernels, Shown) << S.text()
                      << "\n";
  if (!A.Problems.empty())
    return fail(A.Problems.front());
  return Findings || (R->Strict && S.Unknown) ? Found : Clean;
}

} // namespace racemap
