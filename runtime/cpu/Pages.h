// Pages - reserving address space and filling large parts of it at no cost.
//
// Memory that is 0 or a pattern over many pages is mapped, not written: zeros
// are what the kernel gives for pages that nobody touched, and a pattern is
// one small file mapped over and over, privately, so that a write to it copies
// one page.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_RUNTIME_CPU_PAGES_H
#define RACEMAP_RUNTIME_CPU_PAGES_H

#include <cstddef>
#include <cstdint>

namespace racemap::cpu::pages {

/// Address space, readable and writable, that takes memory only where it is
/// touched. 0 if there is not so much.
uintptr_t reserve(size_t Bytes, size_t Alignment);

/// Gives such address space back.
void release(uintptr_t Begin, size_t Bytes);

/// Gives the memory of whole pages inside of the range back; they read 0.
void drop(char *Begin, size_t Bytes);

/// How many bytes of the range, in whole pages, are in memory.
size_t resident(void *Begin, size_t Bytes);

/// Writes one of two values over a range of cells.
void zero(uint64_t *Begin, size_t Cells);
void poison(uint64_t *Begin, size_t Cells);

} // namespace racemap::cpu::pages

#endif // RACEMAP_RUNTIME_CPU_PAGES_H
