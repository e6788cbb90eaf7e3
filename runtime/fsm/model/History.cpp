// History - see History.h.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/fsm/model/History.h"
#include <set>

namespace racemap::fsm {

void History::barrier(unsigned Group) {
  Events.push_back({true, Operation::Read, Group});
}

bool History::access(Operation Op, unsigned Thread) {
  bool Races = false;
  for (std::size_t I = 0; I != Events.size() && !Races; ++I)
    Races = !Events[I].IsBarrier &&
            conflict(Events[I].Op, Op, H.relation(Events[I].Group, Thread)) &&
            !happensBefore(I, Thread);
  if (Races)
    Events.clear();
  Events.push_back({false, Op, Thread});
  return Races;
}

/// Does an access happen before whatever the thread does next?
bool History::happensBefore(std::size_t Earlier, unsigned Thread) const {
  std::set<unsigned> After{Events[Earlier].Group}; // threads ordered after it
  for (std::size_t I = Earlier + 1; I != Events.size(); ++I) {
    if (!Events[I].IsBarrier)
      continue;
    std::set<unsigned> Passing;
    bool Reached = false;
    for (unsigned T : H.threads())
      if (H.contains(Events[I].Group, T)) {
        Passing.insert(T);
        Reached |= After.count(T) != 0;
      }
    if (Reached)
      After.insert(Passing.begin(), Passing.end());
  }
  return After.count(Thread) != 0;
}

} // namespace racemap::fsm
