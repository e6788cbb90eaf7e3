// Arena - see the header.
//
// A free list hands out blocks: an allocation, and a red zone behind it up to
// the next multiple of 256 bytes (of a page, for large ones). What is freed
// waits in a queue if the program is monitored, so that an access to it is
// noticed. Records of allocations are kept by address until their memory is
// handed out again.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/cpu/Arena.h"
#include "runtime/cpu/FreeRanges.h"
#include "runtime/cpu/Pages.h"

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <map>
#include <unistd.h>
#include <vector>

namespace racemap::cpu {

static constexpr size_t PageBytes = 4096;
static constexpr size_t GiB = size_t(1) << 30;
/// Allocations of at least so much begin and end at a page.
static constexpr size_t LargeBytes = 16 * PageBytes;
/// How much freed memory waits.
static constexpr size_t MostWaiting = GiB;

static std::atomic<bool> IsMonitored = false;

bool Arena::monitored() { return IsMonitored.load(std::memory_order_relaxed); }

static size_t roundUp(size_t Bytes, size_t Multiple) {
  return (Bytes + Multiple - 1) / Multiple * Multiple;
}

/// The words of a range.
static void poisonWords(const Arena &A, char *Begin, char *End) {
  pages::poison(A.shadow(Begin), A.shadow(End) - A.shadow(Begin));
}

namespace {

struct Record {
  Allocation A;
  size_t BlockBytes = 0; ///< with the red zone
};

} // namespace

struct Arena::State {
  FreeRanges Free;
  std::map<char *, Record> Records;
  std::deque<char *> Waiting; ///< freed, in this order
  size_t BytesWaiting = 0;
  size_t BytesUsed = 0, BytesTotal = 0;
  uint64_t NumAllocations = 0;

  size_t bytesFree() const {
    return BytesTotal - std::min(BytesTotal, BytesUsed);
  }
  char *take(size_t BlockBytes, size_t Alignment);
  void releaseOldest();
  void forget(const char *Begin, const char *End);
};

/// What the device has unless somebody says otherwise.
static size_t defaultTotal() {
  size_t Machine = size_t(sysconf(_SC_PHYS_PAGES)) * sysconf(_SC_PAGE_SIZE);
  return std::min(16 * GiB, Machine);
}

void Arena::setMonitored() {
  if (IsMonitored.exchange(true))
    return;
  char *First = get().slot(NumSlots);
  poisonWords(get(), First, First + PageBytes);
  get().clearShadow();
}

void Arena::clearShadow() {
  std::lock_guard Guard(Lock);
  for (const auto &[Begin, R] : S->Records) {
    char *End = Begin + (R.A.IsFreed ? 0 : roundUp(R.A.Bytes, 4));
    pages::zero(shadow(Begin), shadow(End) - shadow(Begin));
    poisonWords(*this, End, Begin + R.BlockBytes);
  }
}

std::atomic<Arena *> Arena::Only;

Arena &Arena::create() {
  static Arena *Created = Only = new Arena;
  return *Created;
}

Arena::Arena() : S(new State) {
  // Addresses in shared memory are the low halves of pointers.
  for (Size = 256 * GiB; Size > SharedBytes; Size /= 2) {
    Base = pages::reserve(Size, 4 * GiB);
    Shadow = Base ? pages::reserve(2 * Size, PageBytes) : 0;
    if (Shadow)
      break;
    if (Base)
      pages::release(Base, Size);
  }
  if (!Shadow) {
    std::fputs("racemap: no address space for the CPU device (ulimit -v?)\n",
               stderr);
    std::abort();
  }
  End = Base + SharedBytes;
  S->BytesTotal = std::min(defaultTotal(), Size - SharedBytes);
  // The first page belongs to nobody, as if there were an allocation before.
  S->Free.give(reinterpret_cast<char *>(Base + SharedBytes + PageBytes),
               Size - SharedBytes - PageBytes);
}

char *Arena::slot(unsigned Number) const {
  return reinterpret_cast<char *>(Base + size_t(Number) * SlotBytes);
}

static bool countsAsDevice(Allocation::Kind K) {
  return K != Allocation::Kind::Pinned && K != Allocation::Kind::Registered;
}

/// A block, if need be of what waits, the oldest first.
char *Arena::State::take(size_t BlockBytes, size_t Alignment) {
  char *P = Free.take(BlockBytes, Alignment);
  while (!P && !Waiting.empty()) {
    releaseOldest();
    P = Free.take(BlockBytes, Alignment);
  }
  if (P)
    forget(P, P + BlockBytes);
  return P;
}

char *Arena::allocate(size_t Bytes, Allocation::Kind K,
                      const CallPlace &HostPlace, std::string Name,
                      size_t Alignment) {
  std::lock_guard Guard(Lock);
  bool IsLarge = Bytes >= LargeBytes;
  size_t Unit = IsLarge ? PageBytes : FreeRanges::Granule;
  if (Bytes > Size || (countsAsDevice(K) && Bytes > S->bytesFree()))
    return nullptr;
  size_t BlockBytes = roundUp(Bytes + RedZone, Unit);
  char *P = S->take(BlockBytes, std::max(Alignment, Unit));
  if (!P)
    return nullptr;
  End = std::max<uintptr_t>(End, uintptr_t(P) + BlockBytes);
  Allocation A{P, Bytes, K, std::move(Name), HostPlace, ++S->NumAllocations};
  S->Records[P] = {std::move(A), BlockBytes};
  if (countsAsDevice(K))
    S->BytesUsed += Bytes;
  if (monitored()) {
    char *End = P + roundUp(Bytes, 4);
    pages::zero(shadow(P), shadow(End) - shadow(P));
    poisonWords(*this, End, P + BlockBytes);
  }
  return P;
}

bool Arena::free(void *P) {
  std::lock_guard Guard(Lock);
  auto Found = S->Records.find(static_cast<char *>(P));
  if (Found == S->Records.end() || Found->second.A.IsFreed)
    return false;
  Record &R = Found->second;
  R.A.IsFreed = true;
  if (countsAsDevice(R.A.K))
    S->BytesUsed -= R.A.Bytes;
  pages::drop(R.A.Begin, R.BlockBytes);
  S->Waiting.push_back(R.A.Begin);
  S->BytesWaiting += R.BlockBytes;
  if (monitored())
    poisonWords(*this, R.A.Begin, R.A.Begin + R.BlockBytes);
  while (S->BytesWaiting > (monitored() ? MostWaiting : 0))
    S->releaseOldest();
  return true;
}

void Arena::freeAll() {
  std::vector<char *> Live;
  {
    std::lock_guard Guard(Lock);
    for (const auto &[Begin, R] : S->Records)
      if (!R.A.IsFreed && R.A.K != Allocation::Kind::Variable &&
          R.A.Name.empty()) // of a managed variable
        Live.push_back(Begin);
  }
  for (char *Begin : Live)
    free(Begin);
}

/// The block that has waited longest may be handed out again.
void Arena::State::releaseOldest() {
  const Record &R = Records.at(Waiting.front());
  Waiting.pop_front();
  BytesWaiting -= R.BlockBytes;
  Free.give(R.A.Begin, R.BlockBytes);
}

/// Removes the records of what was freed in this range. Blocks do not overlap,
/// but a new one may begin inside of an old one.
void Arena::State::forget(const char *Begin, const char *End) {
  auto I = Records.upper_bound(const_cast<char *>(Begin));
  if (I != Records.begin()) {
    auto Before = std::prev(I);
    if (Before->first + Before->second.BlockBytes > Begin)
      I = Before;
  }
  while (I != Records.end() && I->first < End)
    I = Records.erase(I);
}

static size_t distance(const Allocation &A, const char *P) {
  if (P < A.Begin)
    return A.Begin - P;
  return P < A.Begin + A.Bytes ? 0 : P - (A.Begin + A.Bytes) + 1;
}

std::optional<Allocation> Arena::find(const void *Address) const {
  std::lock_guard Guard(Lock);
  const char *P = static_cast<const char *>(Address);
  auto After = S->Records.upper_bound(const_cast<char *>(P));
  const Allocation *Best = nullptr;
  if (After != S->Records.end())
    Best = &After->second.A;
  if (After != S->Records.begin()) {
    const Allocation &Before = std::prev(After)->second.A;
    if (!Best || distance(Before, P) <= distance(*Best, P))
      Best = &Before;
  }
  if (!Best || distance(*Best, P) > PageBytes)
    return std::nullopt;
  return *Best;
}

size_t Arena::bytesFree() const {
  std::lock_guard Guard(Lock);
  return S->bytesFree();
}

size_t Arena::bytesTotal() const {
  std::lock_guard Guard(Lock);
  return S->BytesTotal;
}

void Arena::setBytesTotal(size_t Bytes) {
  std::lock_guard Guard(Lock);
  S->BytesTotal = Bytes;
}

Arena::Resident Arena::resident() const {
  std::lock_guard Guard(Lock);
  size_t Used = End - Base;
  char *Cells = reinterpret_cast<char *>(Shadow);
  Resident R = {pages::resident(reinterpret_cast<void *>(Base), Used),
                pages::resident(Cells, 2 * Used)};
  // Small allocations share pages, which count once.
  char *Counted = Cells + 2 * SharedBytes;
  size_t OfSomebody = pages::resident(Cells, 2 * SharedBytes);
  for (const auto &[Begin, Its] : S->Records) {
    if (Its.A.IsFreed)
      continue;
    auto Page = [&](char *P, size_t Up) {
      size_t From = reinterpret_cast<char *>(shadow(P)) - Cells + Up;
      return Cells + From / PageBytes * PageBytes;
    };
    char *First = std::max(Counted, Page(Begin, 0));
    Counted = std::max(First, Page(Begin + Its.A.Bytes, PageBytes - 1));
    OfSomebody += pages::resident(First, Counted - First);
  }
  R.Guards = R.Shadow - OfSomebody;
  return R;
}

} // namespace racemap::cpu
