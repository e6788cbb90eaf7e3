// Disjointness - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/verdict/launch/Disjointness.h"
#include "passes/map/Printer.h"
#include "passes/map/Traversal.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"

namespace racemap::verdict {

using namespace map;
using llvm::dyn_cast;

namespace {

/// Arrays in the order of their declarations.
using Arrays = std::vector<const Array *>;

/// Those of global memory that the kernel accesses, or whose values decide
/// what it does; by name.
Arrays usedArrays(const Protocol &P) {
  llvm::DenseSet<const Array *> Used;
  for (const Access *A : P.accesses())
    Used.insert(A->TheArray);
  forEachNode(termsIn(P.Body), [&](const Term *T) {
    if (const auto *U = dyn_cast<Unknown>(T))
      Used.insert(U->array());
  });
  Arrays Result;
  for (const auto &A : P.Arrays)
    if (A->TheSpace == Space::Global && Used.contains(A.get()))
      Result.push_back(A.get());
  llvm::sort(Result,
             [](const Array *A, const Array *B) { return A->Name < B->Name; });
  return Result;
}

bool mayOverlap(const Array *A, const Array *B) {
  bool Variables = A->TheOrigin == Array::Origin::Global &&
                   B->TheOrigin == Array::Origin::Global;
  return A != B && (A->Written || B->Written) && !Variables;
}

std::string sentence(const Arrays &All) {
  std::vector<std::string> Names;
  for (const Array *A : All)
    Names.push_back(A->Name);
  return inWords(Names, "and") + " do not overlap";
}

/// Those of which one is written.
template <typename Function>
void forEachPair(const Arrays &Used, Function &&See) {
  for (const Array *A : Used)
    for (const Array *B :
         llvm::drop_begin(Used, llvm::find(Used, A) - Used.begin()))
      if (mayOverlap(A, B))
        See(A, B);
}

/// One sentence about all of them, or one for each pair that is left.
void separateArrays(const Arrays &Used, AreCompared AreCompared,
                    std::vector<std::string> &Out) {
  std::vector<Arrays> Pairs;
  bool OneByOne = false;
  forEachPair(Used, [&](const Array *A, const Array *B) {
    if (AreCompared(*A, *B))
      OneByOne = true;
    else
      Pairs.push_back({A, B});
  });
  if (OneByOne || Pairs.empty()) {
    for (const Arrays &Pair : Pairs)
      Out.push_back(sentence(Pair));
    return;
  }
  Arrays Mentioned;
  llvm::copy_if(Used, std::back_inserter(Mentioned), [&](const Array *A) {
    return llvm::any_of(
        Pairs, [&](const Arrays &Pair) { return llvm::is_contained(Pair, A); });
  });
  Out.push_back(sentence(Mentioned));
}

} // namespace

std::vector<const Array *> takenApartBySlots(const Protocol &P) {
  llvm::DenseMap<const Array *, const Access *> First;
  llvm::DenseSet<const Array *> Several;
  for (const Access *A : P.accesses()) {
    if (!A->TheArray->Parent || !A->TheArray->Written)
      continue;
    const Access *Known = First.insert({A->TheArray, A}).first->second;
    if (A->Slots != Known->Slots || llvm::any_of(A->Slots, variesByThread))
      Several.insert(A->TheArray);
  }
  std::vector<const Array *> All;
  for (const auto &A : P.Arrays)
    if (Several.contains(A.get()))
      All.push_back(A->Parent);
  return All;
}

std::vector<std::string> disjointness(const Protocol &P,
                                      AreCompared AreCompared) {
  std::vector<std::string> Result;
  separateArrays(usedArrays(P), AreCompared, Result);
  for (const Array *A : takenApartBySlots(P))
    Result.push_back("pointers found in different places of '" + A->Name +
                     "' point to different objects");
  return Result;
}

std::vector<std::pair<const Array *, const Array *>>
takenApart(const Protocol &P, AreCompared AreCompared) {
  std::vector<std::pair<const Array *, const Array *>> All;
  forEachPair(usedArrays(P), [&](const Array *A, const Array *B) {
    if (!AreCompared(*A, *B))
      All.emplace_back(A, B);
  });
  return All;
}

} // namespace racemap::verdict
