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

bool Observations::Told::Reading::has(const Touch &Write) const {
  return Write.Number <= Number && Write.Reach == Reach &&
         between(Write.When, Reader) <= std::min(Within, atomicScope(Write.Op));
}

bool Observations::Told::has(const Touch &Write) const {
  auto Has = [&](const Reading &R) { return R.has(Write); };
  const auto &ForGrid = atomicScope(Write.Op) == Scope::Grid ? Most : Wide;
  return std::any_of(ForGrid.begin(), ForGrid.end(), Has) ||
         std::any_of(Narrow.begin(), Narrow.end(), Has);
}

void Observations::Told::add(const Reading &R) {
  if (R.Within != Scope::Grid)
    return Narrow.push_back(R);
  Wide.push_back(R);
  auto Known = std::find_if(Most.begin(), Most.end(), [&](const Reading &M) {
    return M.Reach == R.Reach;
  });
  if (Known == Most.end())
    Most.push_back(R);
  else
    Known->Number = std::max(Known->Number, R.Number);
}

Observations::Told Observations::before(const Event &Now,
                                        const ThreadHistory &H) const {
  Told All;
  for (const auto &[Key, R] : Readers) {
    // What a thread has done before what is known of it is known, too.
    auto End = std::partition_point(
        R.Seen.begin(), R.Seen.end(),
        [&](const Observation &O) { return isBefore(O.When, Now, H); });
    if (End != R.Seen.begin())
      All.add({R.Seen.front().When, R.Within, R.Reach, std::prev(End)->Number});
  }
  return All;
}

} // namespace racemap::cpu
