// Finding - what the runtime found out about one launch.
//
// Facts only; Log makes text and JSON of them.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_RUNTIME_HOST_FINDING_H
#define RACEMAP_RUNTIME_HOST_FINDING_H

#include "runtime/host/ModuleInfo.h"

#include <array>
#include <optional>
#include <string_view>

namespace racemap::host {

using Coordinates = std::array<unsigned, 3>;

/// One thread of a launch.
struct ThreadPlace {
  Coordinates BlockIdx{}, ThreadIdx{};
  unsigned Warp = 0, Lane = 0;
};

/// One side of a race, or a thread that does something wrong.
struct Participant {
  std::optional<ThreadPlace> Thread;
  /// Unset: not known.
  std::optional<unsigned> Site;
  /// What it waits at, if no site tells: "__syncthreads".
  std::string WaitsAt;
  /// It only comes there, and goes on.
  bool WaitsForNobody = false;
  /// FILE:LINE:COLUMN of that; empty if it is not known.
  std::string Place;
  /// The file of Place; empty if it is not known.
  std::string_view file() const {
    size_t Column = Place.rfind(':');
    size_t Line = Column ? Place.rfind(':', Column - 1) : std::string::npos;
    return std::string_view(Place).substr(0,
                                          Line == std::string::npos ? 0 : Line);
  }
  /// How many others wait there.
  uint64_t NumMore = 0;
  /// How many bytes it accesses, if the site does not tell.
  uint64_t Bytes = 0;
};

struct LaunchPlace {
  uint64_t Number = 0; ///< from 1
  std::string Kernel;  ///< demangled
  Coordinates Grid{}, Block{};
  std::vector<Frame> Host; ///< where it was launched; may be empty
};

/// What was accessed.
struct Memory {
  uint64_t Address = 0;
  bool IsShared = false;
  /// "shared variable 'tile'", "a 4096-byte allocation (number 3)".
  std::string Description;
  std::string Variable; ///< its name; empty for an allocation
  bool IsFreed = false;
  /// Of the address in it; unset if it is outside.
  std::optional<uint64_t> Offset;
  std::vector<Frame> AllocatedAt; ///< on the host; may be empty
};

struct Finding {
  enum class Kind { DataRace, BarrierDivergence, Deadlock, OutOfBounds };
  Kind K = Kind::DataRace;
  /// DataRace: the newcomer, then the earlier access.
  std::vector<Participant> Who;
  std::optional<Memory> Where;
  LaunchPlace Launch;
  /// The group that has both threads of a race.
  fsm::Scope Between = fsm::Scope::Grid;
  /// One sentence that says what is wrong, for kinds other than races.
  std::string Explanation;
};

} // namespace racemap::host

#endif // RACEMAP_RUNTIME_HOST_FINDING_H
