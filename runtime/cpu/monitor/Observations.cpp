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

Observations::Reader *Observations::find(uint64_t Key) {
  if (Keys.size() <= Few) {
    auto Found = std::find(Keys.begin(), Keys.end(), Key);
    return Found == Keys.end() ? nullptr
                               : &Readers[size_t(Found - Keys.begin())];
  }
  if (!Places) {
    Places = std::make_unique<std::unordered_map<uint64_t, size_t>>();
    for (size_t I = 0; I < Keys.size(); ++I)
      (*Places)[Keys[I]] = I;
  }
  auto Found = Places->find(Key);
  return Found == Places->end() ? nullptr : &Readers[Found->second];
}

/// So it is if nobody has written since the thread's last look, or if that was
/// at the same clocks: then this one takes its place.
bool Observations::seesNothingNew(const Touch &Now, uint64_t Number,
                                  uint64_t LastWrite) {
  Reader *Found = find(keyOf(Now));
  if (!Found)
    return false;
  Observation &Last = Found->Seen.back();
  if (Last.Number >= LastWrite)
    return true;
  if (Last.When != Now.When)
    return false;
  Last.Number = Number;
  return true;
}

void Observations::push(const Touch &Now, uint64_t Number) {
  uint64_t Key = keyOf(Now);
  Reader *Its = find(Key);
  if (!Its) {
    if (Places)
      (*Places)[Key] = Readers.size();
    Keys.push_back(Key);
    Readers.push_back({atomicScope(Now.Op), Now.Reach, {}});
    Its = &Readers.back();
  }
  Its->Seen.push_back({Now.When, Number});
  ++Count;
}

/// Those of no access that is still kept, but for what the same thread had read
/// earlier: that is before more than a later one.
void Observations::forget(const std::vector<uint64_t> &Kept) {
  Count = 0;
  for (Reader &R : Readers) {
    uint64_t Before = 0;
    auto End =
        std::remove_if(R.Seen.begin(), R.Seen.end(), [&](const Observation &O) {
          auto First = std::upper_bound(Kept.begin(), Kept.end(), Before);
          if (First == Kept.end() || *First > O.Number)
            return true;
          Before = O.Number;
          return false;
        });
    R.Seen.erase(End, R.Seen.end());
    Count += R.Seen.size();
  }
  size_t Left = 0;
  for (size_t I = 0; I < Readers.size(); ++I) {
    if (Readers[I].Seen.empty())
      continue;
    if (Left != I) {
      Readers[Left] = std::move(Readers[I]);
      Keys[Left] = Keys[I];
    }
    ++Left;
  }
  if (Count >= Most) {
    Count = Left = 0;
    IsIncomplete = true;
  }
  Readers.resize(Left);
  Keys.resize(Left);
  Places.reset();
  // Who looks is as expensive as what is kept.
  NextForgetting = std::max(Least, 2 * Count + Kept.size());
}

void Observations::clear() {
  if (Readers.capacity() > Few)
    *this = {};
  Readers.clear();
  Keys.clear();
  Places.reset();
  Count = 0;
  NextForgetting = Least;
  IsIncomplete = false;
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
  Past Before(Now, H);
  for (const Reader &R : Readers) {
    // What a thread has done before what is known of it is known, too.
    auto End = std::partition_point(
        R.Seen.begin(), R.Seen.end(),
        [&](const Observation &O) { return Before.has(O.When); });
    if (End != R.Seen.begin())
      All.add({R.Seen.front().When, R.Within, R.Reach, std::prev(End)->Number});
  }
  return All;
}

} // namespace racemap::cpu
