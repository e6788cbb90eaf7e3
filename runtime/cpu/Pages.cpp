// Pages - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/cpu/Pages.h"
#include "runtime/cpu/Arena.h"
#include "runtime/output/SizeSignal.h"

#include <algorithm>
#include <atomic>
#include <sys/mman.h>
#include <unistd.h>
#include <vector>

namespace racemap::cpu::pages {

static constexpr size_t PageBytes = 4096;
/// From this size on mapping is cheaper than writing.
static constexpr size_t Large = size_t(256) << 10;
/// How much the file with the pattern has; a mapping each for so much.
static constexpr size_t PatternBytes = size_t(16) << 20;

uintptr_t reserve(size_t Bytes, size_t Alignment) {
  void *P = mmap(nullptr, Bytes + Alignment, PROT_READ | PROT_WRITE,
                 MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (P == MAP_FAILED)
    return 0;
  char *Begin = static_cast<char *>(P);
  size_t Before = -uintptr_t(P) & (Alignment - 1);
  if (Before != 0)
    munmap(Begin, Before);
  munmap(Begin + Before + Bytes, Alignment - Before);
  madvise(Begin + Before, Bytes, MADV_DONTDUMP);
  return uintptr_t(Begin + Before);
}

void release(uintptr_t Begin, size_t Bytes) {
  munmap(reinterpret_cast<void *>(Begin), Bytes);
}

namespace {

/// The whole pages of a range, and what is left at both of its ends.
struct Split {
  char *Begin, *PagesBegin, *PagesEnd, *End;

  Split(void *P, size_t Bytes)
      : Begin(static_cast<char *>(P)),
        PagesBegin(Begin + (-uintptr_t(P) & (PageBytes - 1))),
        PagesEnd(Begin + Bytes - (uintptr_t(P) + Bytes) % PageBytes),
        End(Begin + Bytes) {}

  bool isLarge() const { return PagesEnd >= PagesBegin + Large; }
};

} // namespace

static bool mapZeros(char *Begin, size_t Bytes) {
  return mmap(Begin, Bytes, PROT_READ | PROT_WRITE,
              MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED, -1,
              0) != MAP_FAILED;
}

/// -1 if the system has no such files, or none of that size.
static int makePattern() {
  output::SizeSignal IsKept;
  int File = memfd_create("racemap-poison", MFD_CLOEXEC);
  if (File < 0)
    return -1;
  void *P = MAP_FAILED;
  if (ftruncate(File, PatternBytes) == 0)
    P = mmap(nullptr, PatternBytes, PROT_READ | PROT_WRITE, MAP_SHARED, File,
             0);
  if (P == MAP_FAILED) {
    close(File);
    return -1;
  }
  std::fill_n(static_cast<uint64_t *>(P), PatternBytes / 8, Poison);
  munmap(P, PatternBytes);
  return File;
}

static bool mapPattern(char *Begin, size_t Bytes) {
  static const int File = makePattern();
  if (File < 0)
    return false;
  for (size_t At = 0; At < Bytes; At += PatternBytes)
    if (mmap(Begin + At, std::min(PatternBytes, Bytes - At),
             PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_NORESERVE | MAP_FIXED,
             File, 0) == MAP_FAILED)
      return false;
  return true;
}

void drop(char *Begin, size_t Bytes) {
  Split S(Begin, Bytes);
  if (S.isLarge())
    madvise(S.PagesBegin, S.PagesEnd - S.PagesBegin, MADV_DONTNEED);
}

size_t resident(void *Begin, size_t Bytes) {
  std::vector<unsigned char> Are((Bytes + PageBytes - 1) / PageBytes);
  if (mincore(Begin, Bytes, Are.data()) != 0)
    return 0;
  return PageBytes * size_t(std::count_if(Are.begin(), Are.end(),
                                          [](char C) { return C & 1; }));
}

/// A kernel may free what others of its threads access, whose workers look at
/// the cells meanwhile.
static void write(char *Begin, const char *End, uint64_t Value) {
  for (; Begin < End; Begin += sizeof Value)
    std::atomic_ref(*reinterpret_cast<uint64_t *>(Begin))
        .store(Value, std::memory_order_relaxed);
}

static void fill(uint64_t *Begin, size_t Cells, uint64_t Value,
                 bool (*Map)(char *, size_t)) {
  Split S(Begin, Cells * sizeof Value);
  if (!S.isLarge() || !Map(S.PagesBegin, S.PagesEnd - S.PagesBegin))
    return write(S.Begin, S.End, Value);
  write(S.Begin, S.PagesBegin, Value);
  write(S.PagesEnd, S.End, Value);
}

void zero(uint64_t *Begin, size_t Cells) { fill(Begin, Cells, 0, mapZeros); }

void poison(uint64_t *Begin, size_t Cells) {
  fill(Begin, Cells, Poison, mapPattern);
}

} // namespace racemap::cpu::pages
