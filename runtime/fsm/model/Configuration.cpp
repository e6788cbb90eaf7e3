// Configuration - see Configuration.h.
//
// A configuration is encoded as one byte for each group, with the operations
// of the frontier and marks for the threads that play a part, and a tail of
// what has no place among the groups.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/fsm/model/Configuration.h"
#include <algorithm>
#include <cstring>
#include <string_view>

namespace racemap::fsm {

namespace {

constexpr uint8_t IsLast = 0x80;
constexpr uint8_t IsLoadedLast = 0x40;
constexpr uint8_t IsPending = 0x20;
constexpr uint8_t IsOperations = 0x1f;
static_assert(NumOperations <= 5, "the marks need bits of their own");

} // namespace

Meeting meet(const Hierarchy &H, const Cell &C, Operation Op, unsigned Thread) {
  Scope Between = C.Last ? H.relation(C.Last, Thread) : Scope::Thread;
  return {Op, Between, C.Since >= Between ? C.Since : Scope::Thread};
}

Configurations::Bytes Configurations::encode(const Configuration &C) const {
  Bytes B{};
  for (unsigned G = 1; G != H.size(); ++G)
    B[G] = C.Before[G];
  auto Mark = [&B](unsigned Thread, uint8_t Bit) {
    if (Thread)
      B[Thread] |= Bit;
  };
  Mark(C.Shadow.Last, IsLast);
  Mark(C.Access.Loaded.Last, IsLoadedLast);
  Mark(C.Access.Thread, IsPending);
  if (Symmetric)
    putInOrder(B);
  uint8_t *Rest = B.data() + H.size();
  Rest[0] = C.Shadow.State;
  Rest[1] = static_cast<uint8_t>(C.Shadow.Since);
  Rest[2] = static_cast<uint8_t>(C.Access.Op);
  Rest[3] = static_cast<uint8_t>(C.Access.Loaded.Since);
  Rest[4] = C.Access.Overwritten;
  Rest[5] = C.Access.Loaded.State;
  return B;
}

Configuration Configurations::operator[](unsigned Number) const {
  Configuration C;
  const uint8_t *B = &Arena[std::size_t(Number) * width()];
  for (unsigned G = 1; G != H.size(); ++G) {
    C.Before[G] = B[G] & IsOperations;
    auto Group = static_cast<uint8_t>(G);
    if (B[G] & IsLast)
      C.Shadow.Last = Group;
    if (B[G] & IsLoadedLast)
      C.Access.Loaded.Last = Group;
    if (B[G] & IsPending)
      C.Access.Thread = Group;
  }
  const uint8_t *Rest = B + H.size();
  C.Shadow.State = Rest[0];
  C.Shadow.Since = Scope(Rest[1]);
  C.Access.Op = Operation(Rest[2]);
  C.Access.Loaded.Since = Scope(Rest[3]);
  C.Access.Overwritten = Rest[4] != 0;
  C.Access.Loaded.State = Rest[5];
  return C;
}

/// From inside out and from behind, each group moves back past the siblings
/// that could take its place and have less in them.
void Configurations::putInOrder(Bytes &B) const {
  for (unsigned Group = H.size(); --Group != 0;)
    for (unsigned Left = Group, Right; H.hasTwin(Left); Left = Right) {
      Right = H.end(Left);
      if (std::memcmp(&B[Left], &B[Right], Right - Left) <= 0)
        break;
      std::swap_ranges(&B[Left], &B[Right], &B[Right]);
    }
}

unsigned Configurations::add(const Configuration &C) {
  Bytes B = encode(C);
  unsigned &Slot = Slots[slotOf(B.data())];
  if (Slot != None)
    return Slot;
  unsigned Number = Slot = Count++;
  Arena.insert(Arena.end(), B.begin(), B.begin() + width());
  if (Count > Slots.size() / 2)
    grow();
  return Number;
}

/// The slot of an encoding, or the empty one where it belongs.
std::size_t Configurations::slotOf(const uint8_t *B) const {
  std::string_view Key(reinterpret_cast<const char *>(B), width());
  std::size_t Slot = std::hash<std::string_view>()(Key) & (Slots.size() - 1);
  while (Slots[Slot] != None &&
         std::memcmp(&Arena[std::size_t(Slots[Slot]) * width()], B, width()) !=
             0)
    Slot = (Slot + 1) & (Slots.size() - 1);
  return Slot;
}

void Configurations::grow() {
  Slots.assign(Slots.size() * 2, None);
  for (unsigned I = 0; I != Count; ++I)
    Slots[slotOf(&Arena[std::size_t(I) * width()])] = I;
}

} // namespace racemap::fsm
