// DistinctElements - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/verdict/races/DistinctElements.h"
#include "passes/map/Traversal.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringExtras.h"

namespace racemap::verdict {

using namespace map;
using llvm::dyn_cast;
using Elements = llvm::SetVector<const Unknown *>;

/// Facts are about any two.
static constexpr size_t MostReads = 6;

/// Nobody else can fill what it allocates, or declares.
static bool isFilledByProgram(const Array *A, const LaunchContext &In) {
  return A->TheOrigin == Array::Origin::Global ||
         llvm::is_contained(In.Filled, A);
}

/// Those of arrays that the program fills, and those that say where they are.
static Elements elementsIn(llvm::ArrayRef<const Term *> Its,
                           const LaunchContext &In) {
  Elements All;
  forEachNode(Its, [&](const Term *T) {
    const auto *U = dyn_cast<Unknown>(T);
    if (U && U->cause() == Cause::Input && U->width() > 8 &&
        isFilledByProgram(U->array(), In))
      All.insert(U);
  });
  return All;
}

DistinctElements::DistinctElements(TermContext &Terms, const Reads &First,
                                   const Reads &Second, const LaunchContext &In,
                                   const TwoThreads &Both) {
  std::vector<const Term *> Mine, Others;
  for (const Unknown *U : First)
    Mine.push_back(Both.first(U));
  for (const Unknown *U : Second)
    Others.push_back(Both.second(U));
  llvm::sort(Mine, ByCreation());
  llvm::sort(Others, ByCreation());
  Elements OfFirst = elementsIn(Mine, In), OfSecond = elementsIn(Others, In);
  if (std::max(OfFirst.size(), OfSecond.size()) > MostReads)
    return;
  for (const Unknown *A : OfFirst)
    for (const Unknown *B : OfSecond) {
      if (A == B || !A->isBeside(B))
        continue;
      Facts.push_back(
          Terms.logicalOr(Terms.eq(A->offset(), B->offset()), Terms.ne(A, B)));
      if (!llvm::is_contained(Arrays, A->array()))
        Arrays.push_back(A->array());
    }
}

std::string DistinctElements::broken() const {
  auto Name = [](const Array *A) { return "'" + A->Name + "'"; };
  return "two elements of " +
         llvm::join(llvm::map_range(Arrays, Name), " or ") + " are equal";
}

} // namespace racemap::verdict
