// WaitingPlaces - do threads that wait for one barrier wait at one place?
//
// In:  for each thread, the place in the source of what it waits at.
// Out: whether two of them are known to be different places.
// Places are compared as the source has them, with the calls that were inlined
// on the way there: the copies that a compiler makes of one statement, by
// unrolling or threading of jumps, are one place.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_RUNTIME_CPU_WAITINGPLACES_H
#define RACEMAP_RUNTIME_CPU_WAITINGPLACES_H

#include <cstring>

namespace racemap::cpu {

class WaitingPlaces {
public:
  /// Lines FILE:LINE:COLUMN, or null if it is not known.
  void add(const char *Place) {
    if (!Place || Place == Last)
      return;
    // Modules have texts of their own for the same place.
    Differ |= Last && std::strcmp(Place, Last) != 0;
    Last = Place;
  }
  bool differ() const { return Differ; }

private:
  const char *Last = nullptr;
  bool Differ = false;
};

} // namespace racemap::cpu

#endif // RACEMAP_RUNTIME_CPU_WAITINGPLACES_H
