// ProjectCheck - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "ProjectCheck.h"
#include "InterruptWatch.h"
#include "runtime/output/Printable.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/ThreadPool.h"
#include <thread>

namespace racemap {

void ProjectCheck::forEach(size_t Count,
                           llvm::function_ref<void(size_t I)> Do) {
  llvm::DefaultThreadPool Pool(llvm::hardware_concurrency(Jobs));
  for (size_t I = 0; I < Count; ++I)
    Pool.async([this, Do, I] {
      if (!Programs.isInterrupted())
        Do(I);
    });
  Pool.wait();
}

void ProjectCheck::finish(size_t I, UnitOutcome Outcome) {
  if ((R.O.Confirm || R.O.Try) && Outcome.Error.empty())
    Units.run(Project.Units[I], Outcome);
  std::lock_guard Guard(Lock);
  Outcomes[I] = std::move(Outcome);
  News.notify_one();
}

void ProjectCheck::checkAlone() {
  forEach(Project.Units.size(), [this](size_t I) {
    UnitOutcome Outcome = Units.alone(Project.Units[I]);
    noteCalls(Project.Units[I], Outcome.Result);
    if (Outcome.Result.wantsCallers())
      Alone[I] = std::move(Outcome);
    else
      finish(I, std::move(Outcome));
  });
}

void ProjectCheck::askCallers() {
  WantedFunctions Wanted = Calls.wanted();
  if (Wanted.empty())
    return;
  size_t Begun = 0, All = Project.Callers.size();
  forEach(All, [&](size_t I) {
    showStep([&] {
      return "who calls it, " + std::to_string(Begun++) + "/" +
             std::to_string(All);
    });
    noteCalls(Project.Callers[I], Callers.callsOf(Project.Callers[I], Wanted));
  });
}

void ProjectCheck::checkCalled() {
  showStep([] { return "with its callers"; });
  forEach(Project.Units.size(), [this](size_t I) {
    const CudaUnit &U = Project.Units[I];
    if (Alone[I])
      finish(I,
             Units.called(U, std::move(*Alone[I]), Calls.ofOthers(U.Number)));
  });
}

/// What is wrong with a unit that was not analysed has been said.
void ProjectCheck::noteCalls(const CudaUnit &U, const UnitResult &Result) {
  std::lock_guard Guard(Lock);
  if (Result.Calls)
    Calls.add(U.Number, U.File, *Result.Calls);
  else
    Calls.addUnknown();
}

void ProjectCheck::noteCalls(const CallerUnit &U,
                             llvm::Expected<UnitCalls> Its) {
  std::lock_guard Guard(Lock);
  if (Its) {
    Calls.add(U.Number, U.File, std::move(*Its));
    return;
  }
  Calls.addUnknown();
  Unknown[U.Number] = {U.File, llvm::toString(Its.takeError())};
}

void ProjectCheck::showStep(llvm::function_ref<std::string()> Text) {
  std::lock_guard Guard(Lock);
  Step = ": " + Text();
  News.notify_one();
}

/// One line that is written over and over, on a terminal only.
void ProjectCheck::showProgress(size_t Done) const {
  if (!llvm::sys::Process::StandardErrIsDisplayed())
    return;
  llvm::errs() << "\r\x1b[K";
  size_t All = Project.Units.size();
  if (Done < All)
    llvm::errs() << "[" << Done << "/" << All << "] "
                 << output::printable(
                        llvm::sys::path::filename(Project.Units[Done].File))
                 << Step;
}

void ProjectCheck::handOn(Taker Take) {
  for (size_t I = 0; I < Outcomes.size(); ++I) {
    std::unique_lock Guard(Lock);
    News.wait(Guard, [&] {
      showProgress(I);
      return Outcomes[I] || Programs.isInterrupted();
    });
    if (!Outcomes[I] || Programs.isInterrupted())
      break;
    UnitOutcome Outcome = std::move(*Outcomes[I]);
    Guard.unlock();
    showProgress(Outcomes.size());
    Take(Project.Units[I], Outcome);
  }
  showProgress(Outcomes.size());
}

bool ProjectCheck::run(Taker Take) {
  if (Project.Units.empty())
    return true;
  Outcomes.resize(Project.Units.size());
  Alone.resize(Project.Units.size());
  if (!Project.Problems.empty())
    Calls.addUnknown();
  InterruptWatch Watch(Programs, [this] {
    std::lock_guard Guard(Lock);
    News.notify_one();
  });
  std::thread Phases([this] {
    checkAlone();
    askCallers();
    checkCalled();
  });
  handOn(Take);
  Phases.join();
  return !Programs.isInterrupted();
}

} // namespace racemap
