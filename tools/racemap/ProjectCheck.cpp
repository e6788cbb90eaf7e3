// ProjectCheck - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "ProjectCheck.h"
#include "InterruptWatch.h"
#include "runtime/output/Printable.h"
#include "llvm/Support/MemoryBuffer.h"
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

CallerUnit ProjectCheck::caller(size_t I) const {
  size_t Analysed = Project.Units.size();
  return I < Analysed ? CallerUnit::of(Project.Units[I])
                      : Project.Callers[I - Analysed];
}

/// One unit, and nobody else.
bool ProjectCheck::hasOthers() const { return callers() > 1; }

void ProjectCheck::note(size_t I, llvm::Expected<UnitCalls> Its) {
  CallerUnit U = caller(I);
  std::lock_guard Guard(Lock);
  if (Its)
    return Calls.add(U.Number, U.identity(), std::move(*Its));
  // Who has answered before is taken at that: he knew less, and passes more.
  Unparsed[I] = llvm::toString(Its.takeError());
}

/// Once it is known what all others define.
void ProjectCheck::noteUnparsed() {
  const CalledFunctions Defined = Calls.defined();
  for (const auto &[I, Why] : Unparsed) {
    CallerUnit U = caller(I);
    UnitCalls Named;
    if (auto Text = llvm::MemoryBuffer::getFile(U.File))
      Named.Mentions = Defined.namedIn((*Text)->getBuffer());
    bool Matters = !Named.Mentions.empty();
    Calls.add(U.Number, U.identity(), std::move(Named));
    if (Matters && I >= Project.Units.size()) // of the others analysis says it
      Unknown[U.Number] = {U.File, Why};
  }
}

void ProjectCheck::askUnits() {
  showStep("what units call");
  forEach(callers(), [this](size_t I) {
    if (CallerUnit U = caller(I); U.isCuda())
      note(I, Callers.callsOf(U, CallsOfOthers()));
  });
}

/// What goes through more units than that is not followed: a unit that was not
/// told yet passes on what anybody may pass to it.
static constexpr unsigned MostRounds = 8;

/// Those that call what CUDA units define, those that call these, and so on.
void ProjectCheck::askHosts() {
  std::vector<size_t> Left;
  for (size_t I = 0; I < callers(); ++I)
    if (!caller(I).isCuda())
      Left.push_back(I);
  while (!Left.empty()) {
    const CalledFunctions Defined = Calls.defined();
    std::vector<char> IsAsked(Left.size());
    forEach(Left.size(), [&](size_t I) {
      auto Its = Callers.callsOf(caller(Left[I]), Defined);
      IsAsked[I] = !Its || *Its;
      if (!Its)
        note(Left[I], Its.takeError());
      else if (*Its)
        note(Left[I], std::move(**Its));
    });
    std::vector<size_t> StillLeft;
    for (auto [I, Is] : llvm::zip(Left, IsAsked))
      if (!Is)
        StillLeft.push_back(I);
    if (StillLeft.size() == Left.size())
      return;
    Left = std::move(StillLeft);
  }
}

void ProjectCheck::askAgain() {
  std::vector<CallsOfOthers> Told(callers());
  for (unsigned Round = 0; Round < MostRounds; ++Round) {
    std::vector<size_t> Changed;
    for (size_t I = 0; I < Told.size(); ++I) {
      size_t Number = caller(I).Number;
      CallsOfOthers Now =
          Calls.callsOthers(Number) ? Calls.ofOthers(Number) : CallsOfOthers();
      if (Now.isEmpty() || Now == Told[I])
        continue;
      Told[I] = std::move(Now);
      Changed.push_back(I);
    }
    if (Changed.empty())
      return;
    forEach(Changed.size(), [&](size_t I) {
      size_t Which = Changed[I];
      note(Which, Callers.callsOf(caller(Which), Told[Which]));
    });
  }
}

void ProjectCheck::analyse() {
  showStep("");
  forEach(Project.Units.size(), [this](size_t I) {
    const CudaUnit &U = Project.Units[I];
    UnitOutcome Outcome = Units.check(U, Calls.ofOthers(U.Number));
    if ((R.O.Confirm || R.O.Try) && Outcome.Error.empty())
      Units.run(U, Outcome);
    std::lock_guard Guard(Lock);
    Outcomes[I] = std::move(Outcome);
    News.notify_one();
  });
}

void ProjectCheck::showStep(std::string Text) {
  std::lock_guard Guard(Lock);
  Step = std::move(Text);
  News.notify_one();
}

/// One line that is written over and over, on a terminal only.
void ProjectCheck::showProgress(size_t Done) const {
  if (!llvm::sys::Process::StandardErrIsDisplayed())
    return;
  llvm::errs() << "\r\x1b[K";
  size_t All = Project.Units.size();
  if (Done < All && !Step.empty())
    llvm::errs() << Step << " in " << callers() << " units";
  else if (Done < All)
    llvm::errs() << "[" << Done << "/" << All << "] "
                 << output::printable(
                        llvm::sys::path::filename(Project.Units[Done].File));
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
  InterruptWatch Watch(Programs, [this] {
    std::lock_guard Guard(Lock);
    News.notify_one();
  });
  std::thread Phases([this] {
    if (hasOthers()) {
      askUnits();
      askHosts();
      noteUnparsed();
      askAgain();
    }
    analyse();
  });
  handOn(Take);
  Phases.join();
  return !Programs.isInterrupted();
}

} // namespace racemap
