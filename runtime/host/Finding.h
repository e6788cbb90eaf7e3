// Finding - what the runtime found out about one launch.
//
// Facts only; Log makes text and JSON of them.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_RUNTIME_HOST_FINDING_H
#define RACEMAP_RUNTIME_HOST_FINDING_H

#include "runtime/host/ModuleInfo.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <set>
#include <string_view>
#include <utility>

namespace racemap::host {

using Coordinates = std::array<unsigned, 3>;

/// One thread of a launch.
struct ThreadPlace {
  Coordinates BlockIdx{}, ThreadIdx{};
  unsigned Warp = 0, Lane = 0;
};

struct SourcePlace {
  std::string_view File;
  unsigned Line = 0, Column = 0;

  /// FILE:LINE:COLUMN, of the first of several lines; no file if it is
  /// something else.
  static SourcePlace parse(std::string_view Text) {
    Text = Text.substr(0, Text.find('\n'));
    size_t Column = Text.rfind(':');
    size_t Line = Column == Text.npos || Column == 0
                      ? Text.npos
                      : Text.rfind(':', Column - 1);
    if (Line == Text.npos)
      return {};
    auto Number = [&](size_t From, size_t To) {
      unsigned N = 0;
      std::from_chars(Text.data() + From, Text.data() + To, N);
      return N;
    };
    return {Text.substr(0, Line), Number(Line + 1, Column),
            Number(Column + 1, Text.size())};
  }
};

/// One side of a race, or a thread that does something wrong.
struct Participant {
  std::optional<ThreadPlace> Thread;
  /// Unset: not known.
  std::optional<unsigned> Site;
  /// The sites that it may have been, one for each place, if that is not known.
  std::vector<unsigned> OneOf;
  /// What it waits at, if no site tells: "__syncthreads".
  std::string WaitsAt;
  /// It only comes there, and goes on.
  bool WaitsForNobody = false;
  /// FILE:LINE:COLUMN of that, and a line for each call that was inlined on the
  /// way there; empty if it is not known.
  std::string Place;
  /// Of Place; no file if it is not known.
  SourcePlace place() const { return SourcePlace::parse(Place); }
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
  /// What ordered its threads, if it was run again in another order.
  std::optional<uint64_t> Seed = {};
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
  std::string DeclaredIn;         ///< the file of a variable, or empty
  unsigned DeclaredAt = 0;        ///< its line
};

/// Pairs of call stacks, by the numbers of their sites.
using StackPairs = std::set<std::pair<unsigned, unsigned>>;

struct Finding {
  enum class Kind { DataRace, BarrierDivergence, Deadlock, OutOfBounds };
  Kind K = Kind::DataRace;
  /// DataRace: the newcomer, then the earlier access.
  std::vector<Participant> Who;
  std::optional<Memory> Where;
  /// Both threads of a race write the same value, each time it was seen.
  bool IsBenign = false;
  LaunchPlace Launch;
  /// The group that has both threads of a race.
  fsm::Scope Between = fsm::Scope::Grid;
  /// Of a pair: what it was reported with. The greater number may be ~0u.
  std::pair<unsigned, unsigned> stacks() const {
    auto SiteOf = [&](size_t I) {
      return I < Who.size() ? Who[I].Site.value_or(~0u) : ~0u;
    };
    return std::minmax({SiteOf(0), SiteOf(1)});
  }
  /// One sentence that says what is wrong, for kinds other than races.
  std::string Explanation;
};

} // namespace racemap::host

#endif // RACEMAP_RUNTIME_HOST_FINDING_H
