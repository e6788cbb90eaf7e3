// TouchList - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/cpu/monitor/TouchList.h"

#include <algorithm>

namespace racemap::cpu {

/// By thread, bytes and kind.
uint64_t TouchList::keyOf(const Touch &T) {
  return threadKey(T.When) << 24 | uint64_t(uint8_t(T.Reach.Begin)) << 16 |
         uint64_t(T.Reach.Bytes) << 8 | uint64_t(T.Mask) << 4 |
         uint64_t(T.Op) << 1 | uint64_t(T.OnlyLoads);
}

Touch *TouchList::latest(uint64_t Key) {
  if (All.size() < Few) {
    auto Found = std::find(Keys.begin(), Keys.end(), Key);
    return Found == Keys.end() ? nullptr : &All[size_t(Found - Keys.begin())];
  }
  if (!Latest)
    Latest = std::make_unique<Index>();
  for (; Latest->Number < All.size(); ++Latest->Number)
    Latest->Places[Keys[Latest->Number]] = Latest->Number;
  auto Found = Latest->Places.find(Key);
  return Found == Latest->Places.end() ? nullptr : &All[Found->second];
}

bool TouchList::renew(const Touch &Now) {
  Touch *Last = latest(keyOf(Now));
  if (Last)
    *Last = Now;
  return Last != nullptr;
}

} // namespace racemap::cpu
