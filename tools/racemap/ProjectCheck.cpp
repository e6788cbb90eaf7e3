// ProjectCheck - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "ProjectCheck.h"
#include "ClangOutput.h"
#include "InterruptWatch.h"
#include "confirm/UnitOf.h"
#include "passes/driver/Driver.h"
#include "passes/driver/TemporaryFile.h"
#include "runtime/output/Printable.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include <thread>

namespace racemap {

using llvm::StringRef;

static Command clang(const Toolchain &T, const CudaUnit &U,
                     llvm::ArrayRef<std::string> Args, StringRef Said) {
  Command C{{T.Clang}, U.Directory, Said.str()};
  C.Words.insert(C.Words.end(), Args.begin(), Args.end());
  return C;
}

/// Empty if the source does not come together: clang will say why.
std::string ProjectCheck::keyOf(const CudaUnit &U) {
  TemporaryFile Source("cui"), Said("txt");
  if (!Cache.isOn() || llvm::errorToBool(Source.error()) ||
      llvm::errorToBool(Said.error()))
    return {};
  std::vector<std::string> Args = U.flags(T);
  Args.insert(Args.end(),
              {"-E", "-frewrite-includes", U.File, "-o", Source.path()});
  auto Status = Programs.run(clang(T, U, Args, Said.path()));
  if (!Status) {
    llvm::consumeError(Status.takeError());
    return {};
  }
  auto Text = llvm::MemoryBuffer::getFile(Source.path());
  return *Status || !Text ? std::string()
                          : Cache.keyOf(U, (*Text)->getBuffer());
}

/// Words of the analysis that are in no results: it has to say them again.
static bool saysMore(const UnitResult &Known) {
  return StringRef(Known.Text).contains("racemap: ") ||
         StringRef(Known.Text).contains("this barrier is redundant");
}

UnitOutcome ProjectCheck::analyse(const CudaUnit &U, const UnitResult *Known) {
  UnitOutcome Outcome;
  TemporaryFile Json("json"), Said("txt"), Decided("json");
  auto Fail = [&](const llvm::Twine &Why) {
    Outcome.Error = Why.str();
    return Outcome;
  };
  for (const TemporaryFile *F : {&Json, &Said, &Decided})
    if (llvm::Error E = F->error())
      return Fail(llvm::toString(std::move(E)));
  std::vector<std::string> Outputs{"json=" + Json.path()};
  if (Known) {
    if (llvm::Error E = writeFile(Decided.path(), [&](llvm::raw_ostream &OS) {
          OS << Known->Results;
        }))
      return Fail(llvm::toString(std::move(E)));
    Outputs.push_back("decided=" + Decided.path());
  }
  std::vector<std::string> Args =
      U.arguments(T, R, R.withCheckBudget(U.File, std::move(Outputs)));
  Args.insert(Args.begin(), "-fcolor-diagnostics");
  auto Status = Programs.run(clang(T, U, Args, Said.path()));
  if (!Status)
    return Fail(llvm::toString(Status.takeError()));
  auto Text = llvm::MemoryBuffer::getFile(Said.path());
  auto Results = llvm::MemoryBuffer::getFile(Json.path());
  if (!Text || !Results)
    return Fail("its results cannot be read");
  Outcome.Result.Text = (*Text)->getBuffer();
  if ((*Results)->getBufferSize() == 0) {
    if (llvm::Error E = Json.probe())
      return Fail(llvm::toString(std::move(E)));
    return Fail(notTaken(Outcome.Result.Text));
  }
  auto Document = llvm::json::parse((*Results)->getBuffer());
  if (!Document)
    return Fail(llvm::toString(Document.takeError()));
  Outcome.Result.Results = std::move(*Document);
  return Outcome;
}

UnitOutcome ProjectCheck::check(const CudaUnit &U) {
  std::string Key = keyOf(U);
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
  UnitOutcome Outcome = analyse(U, IsDecided ? &*Known : nullptr);
  Outcome.IsUnchanged = IsDecided && Outcome.Error.empty();
  const llvm::json::Object *Root = Outcome.Result.Results.getAsObject();
  bool IsWhole = Outcome.Error.empty() && Root && !Root->get("problems");
  if (!Key.empty() && IsWhole)
    if (llvm::Error E = Cache.store(U, Key, Outcome.Result))
      Outcome.Problem = llvm::toString(std::move(E));
  return Outcome;
}

/// It is run each time: what is kept is what the analysis says.
void ProjectCheck::runUnit(const CudaUnit &U, UnitOutcome &Outcome) {
  nameUnit(Outcome.Result.Results, U, R);
  llvm::json::Value &Document = Outcome.Result.Results;
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

void ProjectCheck::work() {
  while (!Programs.isInterrupted()) {
    size_t I = Next++;
    if (I >= Units.size())
      return;
    UnitOutcome Outcome = check(Units[I]);
    if ((R.O.Confirm || R.O.Try) && Outcome.Error.empty())
      runUnit(Units[I], Outcome);
    std::lock_guard Guard(Lock);
    Outcomes[I] = std::move(Outcome);
    News.notify_one();
  }
  std::lock_guard Guard(Lock);
  News.notify_one();
}

/// One line that is written over and over, on a terminal only.
void ProjectCheck::showProgress(size_t Done, const CudaUnit &Next) const {
  if (!llvm::sys::Process::StandardErrIsDisplayed())
    return;
  llvm::errs() << "\r\x1b[K";
  if (Done < Units.size())
    llvm::errs() << "[" << Done << "/" << Units.size() << "] "
                 << output::printable(llvm::sys::path::filename(Next.File));
}

void ProjectCheck::handOn(Taker Take) {
  for (size_t I = 0; I < Units.size(); ++I) {
    showProgress(I, Units[I]);
    std::unique_lock Guard(Lock);
    News.wait(Guard, [&] { return Outcomes[I] || Programs.isInterrupted(); });
    if (!Outcomes[I] || Programs.isInterrupted())
      break;
    UnitOutcome Outcome = std::move(*Outcomes[I]);
    Guard.unlock();
    showProgress(Units.size(), Units[I]);
    Take(Units[I], Outcome);
  }
  showProgress(Units.size(), Units.front());
}

bool ProjectCheck::run(llvm::ArrayRef<CudaUnit> All, unsigned Jobs,
                       Taker Take) {
  if (All.empty())
    return true;
  Units = All;
  Outcomes.resize(All.size());
  InterruptWatch Watch(Programs, [this] {
    std::lock_guard Guard(Lock);
    News.notify_one();
  });
  std::vector<std::thread> Workers;
  for (size_t I = 0; I < std::min<size_t>(Jobs, All.size()); ++I)
    Workers.emplace_back([this] { work(); });
  handOn(Take);
  for (std::thread &W : Workers)
    W.join();
  return !Programs.isInterrupted();
}

} // namespace racemap
