// Accesses - an access to memory, divided into words, and what each of them
// says about it.
//
// Accesses to the thread's own stack count for nothing; those to memory that
// the program does not have end the launch. What the words say is decided by
// the state machine (Words); or by their histories, in launches in which
// threads are ordered by more than barriers of whole groups (Touches).
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_RUNTIME_CPU_MONITOR_ACCESSES_H
#define RACEMAP_RUNTIME_CPU_MONITOR_ACCESSES_H

#include "runtime/cpu/Arena.h"
#include "runtime/cpu/monitor/Reporter.h"
#include "runtime/device/Abi.h"

#include <algorithm>

namespace racemap::cpu {

/// An access of a thread of a monitored block, to 1 byte or more. Done with the
/// cells of its words alone, if nobody else has to be told.
void access(const Thread &T, uint64_t Address, uint64_t Bytes,
            device::Descriptor D, unsigned Site,
            const StoredValue *Stored = nullptr);
/// The same, with all that there may be to do.
[[gnu::noinline]] void anyAccess(const Attempt &A, uint64_t Bytes,
                                 device::Descriptor D);

// The rest is for Touches, too.

/// Is the access one to look at? One to memory that is nobody's is the
/// thread's last.
bool isMonitored(const Attempt &A, uint64_t Bytes);
/// No lock is held.
[[noreturn]] void illegalAccess(const Attempt &A, uint64_t Bytes);
/// Says that some words are not looked at any more.
void tooMany();

/// Calls Each(address of the word, bytes of it as a mask, its cell).
template <typename Function>
void forEachWord(uint64_t Address, uint64_t Bytes, Function Each) {
  uint64_t End = Address + Bytes;
  for (uint64_t Word = Address & ~uint64_t(3); Word < End; Word += 4) {
    uint64_t Low = std::max(Word, Address) - Word;
    uint64_t High = std::min(Word + 4, End) - Word;
    uint64_t *Cell = Arena::get().shadow(reinterpret_cast<void *>(Word));
    Each(Word, (1U << High) - (1U << Low),
         *reinterpret_cast<device::Word *>(Cell));
  }
}

} // namespace racemap::cpu

#endif // RACEMAP_RUNTIME_CPU_MONITOR_ACCESSES_H
