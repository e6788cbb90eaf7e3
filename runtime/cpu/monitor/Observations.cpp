// Observations - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/cpu/monitor/Observations.h"

#include <algorithm>

namespace racemap::cpu {

using fsm::Scope;

uint64_t Observations::keyOf(const Touch &T) {
  return threadKey(T.When) << 20 | uint64_t(atomicScope(T.Op)) << 16 |
         uint64_t(uint8_t(T.Reach.Begin)) << 8 | T.Reach.Bytes;
}

/// So it is if nobody has written since the thread's last look, or if that was
/// at the same clocks: then this one takes its place.
bool Observations::seesNothingNew(const Touch &Now, uint64_t Number,
                                  uint64_t LastWrite) {
  auto Found = Readers.find(keyOf(Now));
  if (Found == Readers.end() || Found->second.Seen.empty())
    return false;
  Observation &Last = Found->second.Seen.back();
  if (Last.Number >= LastWrite)
    return true;
  if (Last.When != Now.When)
    return false;
  Last.Number = Number;
  return true;
}

void Observations::push(const Touch &Now, uint64_t Number) {
  Reader &R = Readers[keyOf(Now)];
  R.Within = atomicScope(Now.Op);
  R.Reach = Now.Reach;
  R.Seen.push_back({Now.When, Number});
  ++Count;
}

/// Those of no access that is still kept, but for what the same thread had read
/// earlier: that is before more than a later one.
void Observations::forget(const std::vector<uint64_t> &Kept) {
  Count = 0;
  for (auto &[Key, R] : Readers) {
    uint64_t Before = 0;
    std::erase_if(R.Seen, [&](const Observation &O) {
      auto First = std::upper_bound(Kept.begin(), Kept.end(), Before);
      if (First == Kept.end() || *First > O.Number)
        return true;
      Before = O.Number;
      return false;
    });
    Count += R.Seen.size();
  }
  std::erase_if(Readers, [](auto &R) { return R.second.Seen.empty(); });
  if (Count >= Most) {
    Readers.clear();
    Count = 0;
    IsIncomplete = true;
  }
  NextForgetting = std::max<size_t>(64, 2 * Count);
}

bool Observations::include(const Touch &Old, const Event &Now,
                           const ThreadHistory &H) const {
  return std::any_of(Readers.begin(), Readers.end(), [&](const auto &Entry) {
    const Reader &R = Entry.second;
    if (R.Seen.empty() || R.Reach != Old.Reach ||
        between(Old.When, R.Seen.front().When) >
            std::min(R.Within, atomicScope(Old.Op)))
      return false;
    // What a thread has done before what is known of it is known, too.
    auto End = std::partition_point(
        R.Seen.begin(), R.Seen.end(),
        [&](const Observation &O) { return isBefore(O.When, Now, H); });
    return End != R.Seen.begin() && Old.Number <= std::prev(End)->Number;
  });
}

} // namespace racemap::cpu
