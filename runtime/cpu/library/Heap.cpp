// Heap - memory for device code: malloc, new, and functions on memory.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/cpu/Arena.h"
#include "runtime/cpu/Section.h"
#include "runtime/cpu/library/Function.h"

#include <cstring>

using racemap::cpu::Allocation;
using racemap::cpu::Arena;
using racemap::cpu::Section;

RACEMAP_DEVICE(void *, malloc)(size_t Bytes) {
  Section In;
  return Bytes == 0 ? nullptr
                    : Arena::get().allocate(Bytes, Allocation::Kind::Heap, {});
}

RACEMAP_DEVICE(void, free)(void *P) {
  Section In;
  if (P)
    Arena::get().free(P);
}

/// new and delete, by their mangled names.
RACEMAP_DEVICE(void *, _Znwm)(size_t Bytes) {
  return __racemap_device_malloc(Bytes ? Bytes : 1);
}
RACEMAP_DEVICE(void *, _Znam)(size_t Bytes) {
  return __racemap_device__Znwm(Bytes);
}
RACEMAP_DEVICE(void, _ZdlPv)(void *P) { __racemap_device_free(P); }
RACEMAP_DEVICE(void, _ZdaPv)(void *P) { __racemap_device_free(P); }
RACEMAP_DEVICE(void, _ZdlPvm)(void *P, size_t) { __racemap_device_free(P); }
RACEMAP_DEVICE(void, _ZdaPvm)(void *P, size_t) { __racemap_device_free(P); }

RACEMAP_DEVICE(void *, memcpy)(void *To, const void *From, size_t Bytes) {
  return std::memcpy(To, From, Bytes);
}

RACEMAP_DEVICE(void *, memmove)(void *To, const void *From, size_t Bytes) {
  return std::memmove(To, From, Bytes);
}

RACEMAP_DEVICE(void *, memset)(void *To, int Value, size_t Bytes) {
  return std::memset(To, Value, Bytes);
}
