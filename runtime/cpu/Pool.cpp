// Pool - see the header. The threads are never joined: they wait when the
// process ends.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/cpu/Pool.h"
#include "runtime/cpu/Signals.h"
#include "runtime/host/Options.h"

#include <algorithm>
#include <thread>

namespace racemap::cpu {

Pool &Pool::get() {
  static Pool *P = new Pool;
  return *P;
}

Pool::Pool() {
  unsigned Num = std::clamp(std::thread::hardware_concurrency(), 1u, 256u);
  if (uint64_t Most = host::options().Workers)
    Num = unsigned(std::min<uint64_t>(Num, Most));
  for (unsigned I = 0; I < Num; ++I)
    Workers.push_back(std::make_unique<Worker>(I, Num));
}

void Pool::startThreads() {
  HasThreads = true;
  for (unsigned I = 1; I < Workers.size(); ++I)
    std::thread([this, I] { serve(I); }).detach();
}

void Pool::serve(unsigned Number) {
  SignalStack Signals;
  uint64_t Seen = 0;
  std::unique_lock<std::mutex> Guard(Lock);
  while (true) {
    Begins.wait(Guard, [&] { return Launched != Seen; });
    Seen = Launched;
    if (Number >= Wanted)
      continue;
    GridRun &G = *Running;
    Guard.unlock();
    Workers[Number]->run(G);
    Guard.lock();
    if (--Working > 0)
      continue;
    // Who is woken takes the lock at once.
    Guard.unlock();
    Ends.notify_one();
    Guard.lock();
  }
}

unsigned Pool::numWorkersFor(const Launch &L) const {
  uint64_t Useful = host::options().Seed ? 1 : L.Grid.count();
  return unsigned(std::min<uint64_t>(Workers.size(), Useful));
}

void Pool::run(GridRun &G) {
  SignalStack Signals;
  unsigned Num = G.How.NumWorkers;
  if (Num > 1) {
    std::unique_lock<std::mutex> Guard(Lock);
    if (!HasThreads)
      startThreads();
    Running = &G;
    Wanted = Num;
    Working = Num - 1;
    ++Launched;
    Guard.unlock();
    Begins.notify_all();
  }
  Workers[0]->run(G);
  std::unique_lock<std::mutex> Guard(Lock);
  if (Num > 1)
    Ends.wait(Guard, [&] { return Working == 0; });
}

} // namespace racemap::cpu
