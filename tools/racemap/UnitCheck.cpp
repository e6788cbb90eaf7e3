// UnitCheck - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "UnitCheck.h"
#include "ClangOutput.h"
#include "UnitSource.h"
#include "confirm/UnitOf.h"
#include "passes/driver/Driver.h"
#include "passes/driver/TemporaryFile.h"

namespace racemap {

using llvm::StringRef;
namespace json = llvm::json;
using Stage = UnitCache::Stage;

/// Empty if the source does not come together.
std::string UnitCheck::keyOf(const CudaUnit &U) {
  if (!Cache.isOn())
    return {};
  std::vector<std::string> Args = U.flags(T);
  Args.push_back("-frewrite-includes");
  auto Source = preprocess(U.File, U.Directory, T, std::move(Args), Programs);
  return Source ? Cache.keyOf(U, Source->getBuffer()) : std::string();
}

/// Words of the analysis that are in no results: it has to say them again.
static bool saysMore(const UnitResult &Known) {
  return StringRef(Known.Text).contains("racemap: ") ||
         StringRef(Known.Text).contains("this barrier is redundant");
}

static llvm::Error write(const TemporaryFile &To, const json::Value &Document) {
  return writeFile(To.path(), [&](llvm::raw_ostream &OS) { OS << Document; });
}

namespace {
/// The files by which one run of the plugin is told something, and answers.
class PluginFiles {
public:
  /// Known: what was decided before, of which the text is made anew, or null.
  /// Calls: what other units pass, or null.
  PluginFiles(const UnitResult *Known, const json::Value *Calls)
      : Known(Known), Calls(Calls) {}

  llvm::Error prepare();
  /// NAME=VALUE.
  std::vector<std::string> options() const;
  /// What it has said of the unit; the error says why that is none.
  llvm::Expected<UnitResult> result() const;

  TemporaryFile Said{"txt"};

private:
  const UnitResult *Known;
  const json::Value *Calls;
  TemporaryFile Json{"json"}, Decided{"json"}, Callers{"json"}, Emitted{"json"};
};
} // namespace

llvm::Error PluginFiles::prepare() {
  for (const TemporaryFile *F : {&Said, &Json, &Decided, &Callers, &Emitted})
    if (llvm::Error E = F->error())
      return E;
  if (Calls)
    if (llvm::Error E = write(Callers, *Calls))
      return E;
  return Known ? write(Decided, Known->Results) : llvm::Error::success();
}

std::vector<std::string> PluginFiles::options() const {
  std::vector<std::string> All{"json=" + Json.path()};
  if (Known)
    All.push_back("decided=" + Decided.path());
  if (Calls)
    All.push_back("calls=" + Callers.path());
  if (!Known && !Calls)
    All.push_back("emit-calls=" + Emitted.path());
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
  Its.Calls = Known ? Known->Calls : UnitCalls::readFile(Emitted.path());
  return Its;
}

UnitOutcome UnitCheck::analyse(const CudaUnit &U, const UnitResult *Known,
                               const json::Value *Calls) {
  UnitOutcome Outcome;
  auto Fail = [&](llvm::Error Why) {
    Outcome.Error = llvm::toString(std::move(Why));
    return std::move(Outcome);
  };
  PluginFiles Files(Known, Calls);
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

/// Is unchanged only if its text is what it would be now.
UnitOutcome UnitCheck::find(const CudaUnit &U, std::string Key) {
  UnitOutcome Known;
  Known.Key = std::move(Key);
  if (Known.Key.empty())
    return Known;
  for (Stage S : {Stage::Last, Stage::Alone})
    if (auto Found = Cache.find(U, Known.Key, S)) {
      Known.Result = std::move(*Found);
      Known.KeptAs = S;
      Known.IsUnchanged = Known.Result.IsShownAlike;
      break;
    }
  return Known;
}

void UnitCheck::keep(const CudaUnit &U, UnitOutcome &Outcome, Stage S) {
  const json::Object *Root = Outcome.Result.Results.getAsObject();
  bool IsWhole = Outcome.Error.empty() && Root && !Root->get("problems");
  if (Outcome.Key.empty() || Outcome.KeptAs == S || !IsWhole)
    return;
  if (llvm::Error E = Cache.store(U, Outcome.Key, Outcome.Result, S))
    Outcome.Problem = llvm::toString(std::move(E));
  Outcome.KeptAs = S;
}

UnitOutcome UnitCheck::decide(const CudaUnit &U, UnitOutcome Known,
                              const json::Value *Calls) {
  if (Known.IsUnchanged)
    return Known;
  bool IsDecided = Known.KeptAs && !saysMore(Known.Result);
  UnitOutcome Outcome = analyse(U, IsDecided ? &Known.Result : nullptr, Calls);
  Outcome.IsUnchanged = IsDecided && Outcome.Error.empty();
  Outcome.Key = std::move(Known.Key);
  keep(U, Outcome, Stage::Last);
  return Outcome;
}

/// The text of one that wants its callers is made when they are known.
UnitOutcome UnitCheck::alone(const CudaUnit &U) {
  UnitOutcome Known = find(U, keyOf(U));
  return Known.Result.wantsCallers() ? std::move(Known)
                                     : decide(U, std::move(Known), nullptr);
}

UnitOutcome UnitCheck::called(const CudaUnit &U, UnitOutcome Alone,
                              const std::optional<json::Value> &Calls) {
  if (!Calls && !Alone.Result.IsShownAlike)
    return decide(U, std::move(Alone), nullptr);
  keep(U, Alone, Calls ? Stage::Alone : Stage::Last);
  if (!Calls)
    return Alone;
  std::string Key =
      Alone.Key.empty() ? std::string() : UnitCache::keyOf(Alone.Key, *Calls);
  UnitOutcome Outcome = decide(U, find(U, std::move(Key)), &*Calls);
  if (!Outcome.Error.empty()) {
    Alone = called(U, std::move(Alone), std::nullopt);
    Alone.Problem = U.File + ": not checked for its callers: " + Outcome.Error;
    return Alone;
  }
  if (Outcome.Problem.empty())
    Outcome.Problem = std::move(Alone.Problem);
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
