// InitialMemory - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/verdict/replay/InitialMemory.h"
#include "llvm/Support/MathExtras.h"

namespace racemap::verdict {

using namespace map;

InitialMemory::InitialMemory(const LaunchFacts &Launch, const solve::Model &M,
                             Filling Rest)
    : Launch(Launch), Overlaps(Launch.overlaps()), M(M), Rest(Rest) {
  for (const auto &[T, Value] : solve::inOrder(M)) {
    const auto *U = llvm::dyn_cast<Unknown>(T);
    if (!U || !U->array())
      continue;
    std::vector<uint64_t> At;
    for (const Term *X : U->operands())
      At.push_back(solve::evaluate(X, M));
    for (unsigned I = 0; I * 8 < U->width(); ++I)
      Said.try_emplace(byteAt(U->array(), At, I), Value >> (8 * I));
    Known[{U->array(), U->width(), std::move(At)}] = Value;
  }
}

std::optional<uint64_t> InitialMemory::known(const Array *A, unsigned Width,
                                             Place At) const {
  auto It = Known.find({A, Width, At.vec()});
  return It == Known.end() ? std::nullopt : std::optional(It->second);
}

/// Under the name of the array that it is in; of what pointers in memory point
/// to, under its own.
InitialMemory::Byte InitialMemory::byteAt(const Array *A, Place At,
                                          unsigned I) const {
  std::vector<uint64_t> Where = At.vec();
  Where.back() += I;
  Aliases::Place Its = Overlaps.placeOf(A);
  if (A->Parent || Its.Anywhere)
    return {A, std::move(Where)};
  if (Its.Offset)
    Where.back() += solve::evaluate(Its.Offset, M);
  return {Its.Within, std::move(Where)};
}

/// Of arrays that overlap at a place that nobody knows, any two bytes may be
/// one.
void InitialMemory::noteArray(const Array *A) {
  if (!Arrays.insert(A).second)
    return;
  bool IsAnywhere = Overlaps.placeOf(A).Anywhere;
  for (const Array *B : Arrays)
    Contradicts |= A != B && Overlaps.mayOverlap(A, B) &&
                   (IsAnywhere || Overlaps.placeOf(B).Anywhere);
}

/// Where nothing was said or found.
uint64_t InitialMemory::filled(const Array *A, unsigned Width, Place At) const {
  if (At.size() == 1)
    if (auto Its = Launch.contents().valueAt(A, Width, At.back(), M))
      return *Its;
  unsigned Bytes = llvm::divideCeil(Width, 8);
  return Rest.IsIndex ? At.back() / Bytes : Rest.Value;
}

uint64_t InitialMemory::read(const Array *A, unsigned Width, Place At) {
  noteArray(A);
  std::optional<uint64_t> Exact = known(A, Width, At);
  unsigned Bytes = llvm::divideCeil(Width, 8);
  uint64_t Filled = Exact ? 0 : filled(A, Width, At), Value = 0;
  for (unsigned I = 0; I != Bytes; ++I) {
    Byte B = byteAt(A, At, I);
    auto Mine = static_cast<uint8_t>(Exact.value_or(Filled) >> (8 * I));
    auto Earlier = Found.find(B), Its = Said.find(B);
    if (!Exact && Earlier != Found.end())
      Mine = Earlier->second;
    else if (!Exact && Its != Said.end())
      Mine = Its->second;
    Value |= uint64_t{Mine} << (8 * I);
    Contradicts |= Found.try_emplace(std::move(B), Mine).first->second != Mine;
  }
  return Value & llvm::maskTrailingOnes<uint64_t>(Width);
}

void InitialMemory::propose(const Array *A, unsigned Width, Place At,
                            uint64_t Value) {
  for (unsigned I = 0; I * 8 < Width; ++I)
    if (Byte B = byteAt(A, At, I); !Said.contains(B))
      Found.try_emplace(std::move(B), Value >> (8 * I));
}

} // namespace racemap::verdict
