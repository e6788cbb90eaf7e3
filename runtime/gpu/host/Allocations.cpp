// Allocations - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/gpu/host/Allocations.h"

#include <algorithm>

namespace racemap::gpu {

bool Allocations::add(const void *Begin, uint64_t Bytes, Kind K, unsigned Since,
                      std::string Name) {
  if (!Begin || Bytes == 0)
    return true;
  uint64_t At = uint64_t(Begin);
  // Somebody else has given it back.
  if (Live.count(At)) {
    leave(Begin, Since);
    usedUntil(Begin, nullptr);
  }
  if (!Cells.add(At, Bytes))
    return false;
  Live[At] = {At, Bytes, K, std::move(Name), Since};
  Total += Bytes;
  Most = std::max(Most, Total);
  return true;
}

void Allocations::leave(const void *Begin, unsigned Until) {
  auto Found = Live.find(uint64_t(Begin));
  if (Found == Live.end())
    return;
  Left.push_back(std::move(Found->second));
  Live.erase(Found);
  Left.back().Until = Until;
  Left.back().Now = Allocation::Stage::Leaving;
  Total -= Left.back().Bytes;
}

Allocations::Allocation *Allocations::leaving(const void *Begin) {
  auto Found = std::find_if(Left.begin(), Left.end(), [&](Allocation &A) {
    return A.Begin == uint64_t(Begin) && A.Now == Allocation::Stage::Leaving;
  });
  return Found == Left.end() ? nullptr : &*Found;
}

void Allocations::stay(const void *Begin) {
  Allocation *A = leaving(Begin);
  if (!A)
    return;
  A->Until = ~0U;
  A->Now = Allocation::Stage::Live;
  Total += A->Bytes;
  Live[A->Begin] = std::move(*A);
  Left.erase(Left.begin() + (A - Left.data()));
}

void Allocations::usedUntil(const void *Begin, cudaEvent_t Then) {
  if (Allocation *A = leaving(Begin)) {
    A->Now = Then ? Allocation::Stage::InUse : Allocation::Stage::Ended;
    A->Then = Then;
  }
}

bool Allocations::hasEnded() {
  bool Any = false;
  for (Allocation &A : Left) {
    if (A.Now == Allocation::Stage::InUse &&
        cudaEventQuery(A.Then) != cudaErrorNotReady) {
      cudaEventDestroy(A.Then);
      A.Now = Allocation::Stage::Ended;
    }
    Any |= A.Now == Allocation::Stage::Ended;
  }
  return Any;
}

void Allocations::forgetEnded() {
  std::erase_if(Left, [&](const Allocation &A) {
    if (A.Now != Allocation::Stage::Ended)
      return false;
    Cells.remove(A.Begin, A.Bytes);
    return true;
  });
}

void Allocations::forget() {
  Live.clear();
  Left.clear();
  Total = 0;
}

const Allocations::Allocation *Allocations::find(uint64_t Address,
                                                 unsigned Launch) const {
  for (const Allocation &A : Left)
    if (A.has(Address, Launch))
      return &A;
  auto Next = Live.upper_bound(Address);
  if (Next == Live.begin())
    return nullptr;
  const Allocation &A = std::prev(Next)->second;
  return A.has(Address, Launch) ? &A : nullptr;
}

/// Who else has memory of the host, nobody knows.
host::MemoryRange Allocations::rangeOf(uint64_t Address) const {
  auto Next = Live.upper_bound(Address);
  if (Next == Live.begin())
    return {};
  const Allocation &A = std::prev(Next)->second;
  if (Address - A.Begin >= A.Bytes || A.K == Kind::Pinned)
    return {};
  return {A.Begin, A.Bytes, A.K == Kind::Variable};
}

static const char *madeBy(Allocations::Kind K) {
  switch (K) {
  case Allocations::Kind::Device:
    return "-byte allocation";
  case Allocations::Kind::Managed:
    return "-byte allocation of managed memory";
  case Allocations::Kind::Pinned:
    return "-byte allocation of pinned host memory";
  case Allocations::Kind::Variable:
    return "-byte variable";
  }
  return "";
}

host::Memory Allocations::describe(uint64_t Address, unsigned Launch) const {
  host::Memory M;
  M.Address = Address;
  const Allocation *A = find(Address, Launch);
  if (!A)
    return M;
  M.Offset = Address - A->Begin;
  M.Variable = A->Name;
  M.Description = "a " + std::to_string(A->Bytes) + madeBy(A->K);
  if (!A->Name.empty())
    M.Description += " '" + A->Name + "'";
  return M;
}

} // namespace racemap::gpu
