// Report - `racemap report`: the results of many files as one.
//
// JSON files, objects and folders become a Collection, and that what is asked
// for: text, GitHub's annotations, or files by what their names end in.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Collection.h"
#include "Commands.h"
#include "HtmlReport.h"
#include "OptionUse.h"
#include "Request.h"
#include "passes/driver/Driver.h"
#include "passes/report/GithubReporter.h"
#include "passes/report/HiddenLine.h"
#include "passes/report/Json.h"
#include "passes/report/TextReporter.h"
#include "plugin/sarif/Sarif.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

namespace racemap {

using llvm::StringRef;
using verdict::KernelResult;

namespace {
struct ReportRequest {
  Options O;
  std::vector<std::string> Inputs, Outputs;
  bool ForGithub = false;

  static llvm::Expected<ReportRequest> parse(Arguments Args);

private:
  llvm::Error option(StringRef NameAndValue);
  llvm::Error output(StringRef Path);
};
} // namespace

enum class Format : uint8_t { None, Html, Json, Sarif };

static Format formatOf(StringRef Path) {
  return llvm::StringSwitch<Format>(llvm::sys::path::extension(Path))
      .Case(".html", Format::Html)
      .Case(".htm", Format::Html)
      .Case(".json", Format::Json)
      .Case(".sarif", Format::Sarif)
      .Default(Format::None);
}

llvm::Error ReportRequest::option(StringRef NameAndValue) {
  auto [Name, Value] = NameAndValue.split('=');
  if (Name == "format")
    return readFormat(Value, ForGithub);
  if (llvm::Error E = O.set(NameAndValue))
    return E;
  return refuseOption("report", Name);
}

llvm::Error ReportRequest::output(StringRef Path) {
  if (formatOf(Path) == Format::None)
    return llvm::createStringError(
        "-o " + Path + ": give a name that ends in .html, .json or .sarif");
  Outputs.push_back(Path.str());
  return llvm::Error::success();
}

llvm::Expected<ReportRequest> ReportRequest::parse(Arguments Args) {
  ReportRequest R;
  for (size_t I = 0; I < Args.size(); ++I) {
    StringRef A = Args[I];
    llvm::Error E = llvm::Error::success();
    if (A == "-o")
      E = R.output(I + 1 < Args.size() ? Args[++I] : "");
    else if (A.consume_front("--"))
      E = R.option(A);
    else if (A.starts_with("-"))
      E = llvm::createStringError("unknown flag " + A +
                                  "; try: racemap report build -o report.html");
    else
      R.Inputs.push_back(A.str());
    if (E)
      return std::move(E);
  }
  if (R.Inputs.empty())
    return llvm::createStringError(
        "no files; try: racemap report build -o report.html");
  return R;
}

static llvm::Error write(const std::string &Path,
                         const std::vector<KernelResult> &Kernels,
                         const std::vector<launches::Launch> &Launched,
                         const ReportRequest &R) {
  return writeFile(Path, [&](llvm::raw_ostream &OS) {
    switch (formatOf(Path)) {
    case Format::Html:
      return writeHtml(Kernels, R.O.filter(), OS);
    case Format::Json:
      return report::writeJson(Kernels, OS, {}, report::Form::Whole, Launched);
    case Format::Sarif:
      return writeSarif(Kernels, R.O.filter(), OS);
    case Format::None:
      return;
    }
  });
}

static void print(const std::vector<KernelResult> &Kernels,
                  const ReportRequest &R) {
  if (R.ForGithub) {
    auto Github = report::GithubReporter::ofWorkflow(llvm::outs());
    report::report(Kernels, R.O.filter(), Github);
  } else if (R.Outputs.empty()) {
    report::TextReporter Text(llvm::outs());
    report::report(Kernels, R.O.filter(), Text);
  }
}

int reportResults(const char *, Arguments Args) {
  auto R = ReportRequest::parse(Args);
  if (!R)
    return fail(llvm::toString(R.takeError()));
  Collection All;
  for (const std::string &Input : R->Inputs)
    All.add(Input);
  int Status = Clean;
  for (const std::string &Problem : All.problems())
    Status = fail(Problem);
  if (!All.documents())
    return All.problems().empty() ? fail("no results in " + R->Inputs.front())
                                  : Failed;
  std::vector<launches::Launch> Launched = All.launches();
  std::vector<KernelResult> Kernels = All.take();
  print(Kernels, *R);
  for (const std::string &Output : R->Outputs)
    if (llvm::Error E = write(Output, Kernels, Launched, *R))
      Status = fail(llvm::toString(std::move(E)));
  llvm::outs() << report::hiddenLines(Kernels, R->O.filter())
               << report::summarize(Kernels).text() << "\n";
  return Status;
}

} // namespace racemap
