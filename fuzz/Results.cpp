// JSON of results, of RaceMap or of a run: what is read is written, and read
// again as the same; all reports can be made of it.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "fuzz/Input.h"
#include "passes/report/GithubReporter.h"
#include "passes/report/HiddenLine.h"
#include "passes/report/Json.h"
#include "passes/report/JsonReader.h"
#include "passes/report/JsonText.h"
#include "passes/report/TextReporter.h"

using namespace racemap;

static std::string written(const std::vector<verdict::KernelResult> &Kernels) {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  report::writeJson(Kernels, OS);
  return Text;
}

static llvm::Expected<report::Document> read(llvm::StringRef Text) {
  auto Value = report::parseJson(Text, "input");
  if (!Value)
    return Value.takeError();
  static_cast<void>(report::isResults(*Value));
  return report::readJson(*Value);
}

int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  auto Document = read(fuzz::textOf(Data, Size));
  if (!Document) {
    fuzz::require(!llvm::toString(Document.takeError()).empty(),
                  "an error says why");
    return 0;
  }
  std::string Text = written(Document->Kernels);
  auto Again = read(Text);
  if (!Again)
    fuzz::require(false, llvm::toString(Again.takeError()));
  fuzz::require(written(Again->Kernels) == Text, "results come through");
  std::string Said;
  llvm::raw_string_ostream OS(Said);
  std::vector<report::Filter> Each(Document->Kernels.size());
  report::Filters Only(std::move(Each));
  report::TextReporter Plain(OS);
  report::report(Document->Kernels, Only, Plain);
  report::GithubReporter Github = report::GithubReporter::ofWorkflow(OS);
  report::report(Document->Kernels, Only, Github);
  static_cast<void>(report::hiddenLines(Document->Kernels, Only));
  return 0;
}
