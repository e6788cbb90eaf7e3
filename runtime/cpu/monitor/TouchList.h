// TouchList - some of the accesses to a word, of which the last one of a thread
// is found.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_RUNTIME_CPU_MONITOR_TOUCHLIST_H
#define RACEMAP_RUNTIME_CPU_MONITOR_TOUCHLIST_H

#include "runtime/cpu/monitor/Touch.h"

#include <memory>
#include <unordered_map>
#include <vector>

namespace racemap::cpu {

class TouchList {
public:
  void append(const Touch &Now) {
    All.push_back(Now);
    Keys.push_back(keyOf(Now));
  }
  /// Of one that is not kept.
  void lose() { HasLost = true; }
  bool isIncomplete() const { return HasLost; }
  /// Now takes the place of the last access of its thread, of its kind and to
  /// its bytes. False if there is none.
  bool renew(const Touch &Now);
  /// Each(touch) takes bytes away from touches; those that have none left go.
  template <typename Function> void update(Function Each) {
    size_t Kept = 0;
    for (size_t I = 0; I < All.size(); ++I) {
      uint8_t Before = All[I].Mask;
      Each(All[I]);
      if (All[I].Mask == 0)
        continue;
      if (Kept != I)
        All[Kept] = All[I];
      if (Kept != I || Before != All[I].Mask)
        Keys[Kept] = keyOf(All[I]);
      ++Kept;
    }
    if (Kept == All.size())
      return;
    All.resize(Kept);
    Keys.resize(Kept);
    Latest.reset();
    HasLost &= Kept != 0;
  }
  void clear() {
    All.clear();
    Keys.clear();
    Latest.reset();
    HasLost = false;
  }

  bool empty() const { return All.empty(); }
  size_t size() const { return All.size(); }
  auto begin() const { return All.begin(); }
  auto end() const { return All.end(); }

private:
  /// So many are looked through without an index.
  static constexpr size_t Few = 64;

  /// Where among the first Number the last access of a thread and kind is.
  struct Index {
    size_t Number = 0;
    std::unordered_map<uint64_t, size_t> Places;
  };

  static uint64_t keyOf(const Touch &T);
  Touch *latest(uint64_t Key);

  std::vector<Touch> All;
  std::vector<uint64_t> Keys;    ///< of each
  std::unique_ptr<Index> Latest; ///< made when first needed
  bool HasLost = false;
};

} // namespace racemap::cpu

#endif // RACEMAP_RUNTIME_CPU_MONITOR_TOUCHLIST_H
