// FreeRanges - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/cpu/FreeRanges.h"

#include <cstdint>
#include <iterator>

namespace racemap::cpu {

void FreeRanges::insert(char *Begin, size_t Bytes) {
  if (Bytes == 0)
    return;
  ByAddress.emplace(Begin, Bytes);
  BySize.emplace(Bytes, Begin);
}

void FreeRanges::erase(std::map<char *, size_t>::iterator Range) {
  BySize.erase({Range->second, Range->first});
  ByAddress.erase(Range);
}

void FreeRanges::give(char *Begin, size_t Bytes) {
  auto Next = ByAddress.lower_bound(Begin);
  if (Next != ByAddress.begin()) {
    auto Previous = std::prev(Next);
    if (Previous->first + Previous->second == Begin) {
      Begin = Previous->first;
      Bytes += Previous->second;
      erase(Previous);
    }
  }
  if (Next != ByAddress.end() && Begin + Bytes == Next->first) {
    Bytes += Next->second;
    erase(Next);
  }
  insert(Begin, Bytes);
}

static char *alignUp(char *P, size_t Alignment) {
  return P + (-uintptr_t(P) & (Alignment - 1));
}

char *FreeRanges::take(size_t Bytes, size_t Alignment) {
  for (auto Range = BySize.lower_bound({Bytes, nullptr}); Range != BySize.end();
       ++Range) {
    auto [Size, Begin] = *Range;
    char *Result = alignUp(Begin, Alignment);
    if (Result + Bytes > Begin + Size)
      continue;
    erase(ByAddress.find(Begin));
    insert(Begin, Result - Begin);
    insert(Result + Bytes, Begin + Size - (Result + Bytes));
    return Result;
  }
  return nullptr;
}

} // namespace racemap::cpu
