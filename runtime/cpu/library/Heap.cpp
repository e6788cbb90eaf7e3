// Heap - malloc, free and functions on memory, called by device code.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/cpu/Arena.h"
#include "runtime/cpu/library/Function.h"

#include <cstring>

using racemap::cpu::Allocation;
using racemap::cpu::Arena;

RACEMAP_DEVICE(void *, malloc)(size_t Bytes) {
  return Bytes == 0
             ? nullptr
             : Arena::get().allocate(Bytes, Allocation::Kind::Heap, nullptr);
}

RACEMAP_DEVICE(void, free)(void *P) {
  if (P)
    Arena::get().free(P);
}

RACEMAP_DEVICE(void *, memcpy)(void *To, const void *From, size_t Bytes) {
  return std::memcpy(To, From, Bytes);
}

RACEMAP_DEVICE(void *, memmove)(void *To, const void *From, size_t Bytes) {
  return std::memmove(To, From, Bytes);
}

RACEMAP_DEVICE(void *, memset)(void *To, int Value, size_t Bytes) {
  return std::memset(To, Value, Bytes);
}
