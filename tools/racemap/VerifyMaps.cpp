// VerifyMaps - `racemap verify`: decides MAPs from their text.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Commands.h"
#include "Request.h"
#include "passes/driver/Driver.h"
#include "passes/map/Parser.h"
#include "passes/report/TextReporter.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Regex.h"

namespace racemap {

/// The protocols of all files that the options select.
static llvm::Expected<std::vector<map::Protocol>>
readProtocols(const Request &R, map::TermContext &Terms) {
  std::vector<map::Protocol> All;
  llvm::Regex Wanted(R.O.Kernel);
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
      if (R.O.Kernel.empty() || Wanted.match(P.Name) || Wanted.match(P.Mangled))
        All.push_back(std::move(P));
    }
  }
  return All;
}

int verifyMaps(Arguments Args) {
  auto R = parseRequest(Args);
  if (!R)
    return fail(llvm::toString(R.takeError()));
  if (R->Files.empty())
    return fail("no files; try: racemap verify kernel.map");
  map::TermContext Terms;
  auto Protocols = readProtocols(*R, Terms);
  if (!Protocols)
    return fail(llvm::toString(Protocols.takeError()));
  std::vector<std::string> Problems;
  prepare(*Protocols, R->O, {}, Problems);
  if (!Problems.empty())
    return fail(Problems.front());
  Analysis A = analyse(std::move(*Protocols), R->O);
  writeOutputs(A, R->O, {R->Files.front(), R->O.Arch});
  report::TextReporter Text(llvm::errs());
  unsigned Findings =
      report::report(A.Kernels, {R->O.Level, R->O.HideBenign}, Text);
  report::Summary S = report::summarize(A.Kernels);
  summaryStream(R->O) << S.text() << "\n";
  if (!A.Problems.empty())
    return fail(A.Problems.front());
  return Findings || (R->Strict && S.Unknown) ? Found : Clean;
}

} // namespace racemap
