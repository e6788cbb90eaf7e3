// UnitCheck - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "UnitCheck.h"
#include "ClangOutput.h"
#include "UnitSource.h"
#include "confirm/UnitOf.h"
#include "passes/driver/Driver.h"

namespace racemap {

using llvm::StringRef;
namespace json = llvm::json;

/// Empty if the source does not come together.
std::string UnitCheck::keyOf(const CudaUnit &U, const CallsOfOthers &Told) {
  if (!Cache.isOn())
    return {};
  std::vector<std::string> Args = U.flags(T);
  Args.push_back("-frewrite-includes");
  auto Source = preprocess(U.File, U.Directory, T, std::move(Args), Programs);
  return Source ? Cache.keyOf(U, Source->getBuffer(), Told) : std::string();
}

/// Words of the analysis that are in no results: it has to say them again.
static bool saysMore(const UnitResult &Known) {
  return StringRef(Known.Text).contains("racemap: ") ||
         StringRef(Known.Text).contains("this barrier is redundant");
}

namespace {
/// The files by which one run of the plugin is told something, and answers.
class PluginFiles {
public:
  /// Known: what was decided before, of which the text is made anew, or null.
  PluginFiles(const UnitResult *Known, const CallsOfOthers &Told)
      : Known(Known), Told(Told) {}

  llvm::Error prepare();
  /// NAME=VALUE.
  std::vector<std::string> options() const;
  /// What it has said of the unit; the error says why that is none.
  llvm::Expected<UnitResult> result() const;

  TemporaryFile Said{"txt"};

private:
  const UnitResult *Known;
  const CallsOfOthers &Told;
  TemporaryFile Json{"json"}, Decided{"json"}, Calls{"json"};
};
} // namespace

llvm::Error PluginFiles::prepare() {
  for (const TemporaryFile *F : {&Said, &Json, &Decided, &Calls})
    if (llvm::Error E = F->error())
      return E;
  if (!Told.isEmpty())
    if (llvm::Error E = tell(Calls, Told.toJson()))
      return E;
  return Known ? tell(Decided, Known->Results) : llvm::Error::success();
}

std::vector<std::string> PluginFiles::options() const {
  std::vector<std::string> All{"json=" + Json.path()};
  if (Known)
    All.push_back("decided=" + Decided.path());
  if (!Told.isEmpty())
    All.push_back("calls=" + Calls.path());
  return All;
}

llvm::Expected<UnitResult> PluginFiles::result() const {
  auto Text = llvm::MemoryBuffer::getFile(Said.path());
  auto Results = llvm::MemoryBuffer::getFile(Json.path());
  if (!Text || !Results)
    return llvm::createStringError("its results cannot be read");
  UnitResult Its;
  Its.Text = (*Text)->getBuffer();
  if ((*Results)->getBufferSize() == 0) {
    if (llvm::Error E = Json.probe())
      return E;
    return llvm::createStringError(notTaken(Its.Text));
  }
  auto Document = json::parse((*Results)->getBuffer());
  if (!Document)
    return Document.takeError();
  Its.Results = std::move(*Document);
  return Its;
}

UnitOutcome UnitCheck::analyse(const CudaUnit &U, const UnitResult *Known,
                               const CallsOfOthers &Told) {
  UnitOutcome Outcome;
  auto Fail = [&](llvm::Error Why) {
    Outcome.Error = llvm::toString(std::move(Why));
    return std::move(Outcome);
  };
  PluginFiles Files(Known, Told);
  if (llvm::Error E = Files.prepare())
    return Fail(std::move(E));
  std::vector<std::string> Args =
      U.arguments(T, R, R.withCheckBudget(U.File, Files.options()));
  Args.insert(Args.begin(), "-fcolor-diagnostics");
  auto Status = Programs.run(clangIn(U.Directory, T, Args, Files.Said.path()));
  if (!Status)
    return Fail(Status.takeError());
  auto Result = Files.result();
  if (!Result)
    return Fail(Result.takeError());
  Outcome.Result = std::move(*Result);
  return Outcome;
}

UnitOutcome UnitCheck::check(const CudaUnit &U, const CallsOfOthers &Told) {
  std::string Key = keyOf(U, Told);
  std::optional<UnitResult> Known;
  if (!Key.empty())
    Known = Cache.find(U, Key);
  if (Known && Known->IsShownAlike) {
    UnitOutcome Outcome;
    Outcome.Result = std::move(*Known);
    Outcome.IsUnchanged = true;
    return Outcome;
  }
  bool IsDecided = Known && !saysMore(*Known);
  UnitOutcome Outcome = analyse(U, IsDecided ? &*Known : nullptr, Told);
  Outcome.IsUnchanged = IsDecided && Outcome.Error.empty();
  const json::Object *Root = Outcome.Result.Results.getAsObject();
  bool IsWhole = Outcome.Error.empty() && Root && !Root->get("problems");
  if (!Key.empty() && IsWhole)
    if (llvm::Error E = Cache.store(U, Key, Outcome.Result))
      Outcome.Problem = llvm::toString(std::move(E));
  return Outcome;
}

void UnitCheck::run(const CudaUnit &U, UnitOutcome &Outcome) {
  nameUnit(Outcome.Result.Results, U, R);
  json::Value &Document = Outcome.Result.Results;
  auto Run = [&]() -> llvm::Error {
    auto Of = R.optionsOf(U.File);
    if (!Of)
      return Of.takeError();
    if (Of->Confirm)
      if (llvm::Error E = Confirmer(T, Programs, Of->Orders)
                              .confirm(Document, Of->Level, Outcome.Runs))
        return E;
    return Of->Try
               ? DirectedTests(T, Programs, *Of).run(Document, Outcome.Tests)
               : llvm::Error::success();
  };
  if (llvm::Error Failed = Run())
    Outcome.Problem = llvm::toString(std::move(Failed));
}

} // namespace racemap
