// Reports - what the device has said: races, by the ring, and how often it has
// seen what, by counters that are read when nothing runs.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/gpu/host/Findings.h"
#include "runtime/gpu/host/Runtime.h"

#include <algorithm>
#include <memory>

namespace racemap::gpu {

void Runtime::drain() {
  std::lock_guard<std::recursive_mutex> Guard(Lock);
  Ring *Reports = All.Reports;
  if (!Reports)
    return;
  while (true) {
    Record &Next = Reports->Records[Reports->Tail % numRecords()];
    if (__atomic_load_n(&Next.Number, __ATOMIC_ACQUIRE) != Reports->Tail + 1)
      return;
    report(Next);
    __atomic_store_n(&Reports->Tail, Reports->Tail + 1, __ATOMIC_RELEASE);
  }
}

void Runtime::report(const Record &R) {
  ++NumReports;
  const Kernel &K = *ByNumber[R.Kernel];
  FindingOf Of(R, K, FirstSitesThere[R.Unit], Modules, Memory);
  host::Log::Identity I = Of.identity();
  if (unsigned Entry = R.How >> Record::SeenShift & Record::SeenMask)
    Again[Entry - 1] = {I.First, I.Second, K.Mangled, I.IsOneSided};
  if (TheLog.count(I, R.Address, 1, Of.isBenign()))
    TheLog.report(Of.finding(), I);
}

/// What the device has seen again and not reported again.
void Runtime::countRepeated() {
  auto Now = std::make_unique<Seen>();
  if (!OnDevice.copy(Now.get(), All.Known, sizeof(Seen)))
    return;
  for (auto &[Entry, R] : Again) {
    uint64_t Times = Now->Counts[Entry];
    host::Log::Identity I{host::Finding::Kind::DataRace, R.First, R.Second,
                          R.Kernel, R.IsOneSided};
    TheLog.count(I, 0, Times - std::min(Times, R.Times),
                 Modules.storeOneValue(R.First, R.Second));
    R.Times = std::max(Times, R.Times);
  }
}

uint64_t Runtime::numFound() {
  std::lock_guard<std::recursive_mutex> Guard(Lock);
  Unnoticed Quiet;
  if (Now == Stage::Running) {
    Quiet.goTo(Device);
    succeeded(cudaDeviceSynchronize());
    drain();
    countRepeated();
  }
  return TheLog.numCounted();
}

/// All that there is to read, when nothing runs any more.
void Runtime::readCounters() {
  if (!All.Counted)
    return;
  drain();
  countRepeated();
  Counters These;
  if (!OnDevice.copy(&These, All.Counted, sizeof These))
    return;
  Last.Dropped += These.Dropped;
  Last.Ignored += These.Ignored;
  Last.NoParts += These.NoParts;
  Last.NoPieces += These.NoPieces;
  Last.Blind += These.Blind;
  Last.Strays += These.Strays;
  if (These.Strays)
    TheLog.countLaunch(host::LaunchFate::Failed);
  if (These.Strayed && These.Strayed <= ByNumber.size())
    warnOnce("in " + ByNumber[These.Strayed - 1]->Name +
             ", accesses leave their arrays; with whom they race there is not "
             "seen where its own are proved and left alone "
             "(RACEMAP_OPTIONS=elide=0 monitors all, compute-sanitizer "
             "--tool=memcheck says where they are)");
}

void Runtime::warnOfCounters() {
  // Which launches these were of is not counted: at least one.
  if (Last.NoParts || Last.NoPieces || Last.Blind)
    TheLog.countPartly();
  if (Last.Dropped)
    warnOnce(std::to_string(Last.Dropped) +
             " reports were dropped, as the device made them faster than the "
             "host could read them");
  if (Last.NoParts)
    warnOnce(std::to_string(Last.NoParts) +
             " accesses to parts of words were not monitored: too many words "
             "are accessed in parts");
  if (Last.NoPieces)
    warnOnce("the shared memory of " + std::to_string(Last.NoPieces) +
             " blocks was not monitored: others had all the memory for cells "
             "of it");
  if (Last.Blind)
    warnOnce("more barriers than a shadow cell can count: from there on, races "
             "within the groups that they order are not seen");
}

/// Nothing was monitored, because there was no device or nothing to monitor.
void Runtime::warnOfNothing() {
  if (!Kernels.empty())
    return;
  if (NoDevice.empty())
    return warnOnce("no unit that was compiled with --sanitize has launched a "
                    "kernel, so nothing was monitored");
  warnOnce("no CUDA device can be used (" + NoDevice +
           "), so nothing was monitored; a build with --device=cpu needs none");
}

int Runtime::finish(int Status) {
  std::lock_guard<std::recursive_mutex> Guard(Lock);
  warnOfCounters();
  warnOfNothing();
  if (host::options().Stats) {
    host::Numbers All;
    for (const auto &[Name, Its] : Launches)
      All[Name] = {{"launches", Its.All},
                   {"lean launches", Its.Lean.number()},
                   {"launches with cells in shared memory", Its.InShared},
                   {"launches with cells of shared memory in device memory",
                    Its.InDevice}};
    All[""] = {{"monitored bytes", Memory.mostBytes()},
               {"shadow bytes", Cells.mostBytes()},
               {"reports", NumReports},
               {"reports dropped", Last.Dropped},
               {"accesses ignored", Last.Ignored},
               {"accesses outside of arrays", Last.Strays}};
    for (const auto &[Name, Its] : All) {
      std::string Text =
          "racemap: stats of " + (Name.empty() ? "memory" : Name) + ":";
      for (const auto &[What, Number] : Its)
        Text += " " + What + " " + std::to_string(Number) + ",";
      Text.back() = '\n';
      TheLog.say(Text);
    }
    for (const auto &[Name, Its] : Launches)
      TheLog.say(Its.Lean.text(Name));
    TheLog.setStatistics(std::move(All));
  }
  return TheLog.finish(Status);
}

} // namespace racemap::gpu
