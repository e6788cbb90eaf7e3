// ArrayContents - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/verdict/launch/ArrayContents.h"
#include "passes/map/Contents.h"
#include "passes/map/Traversal.h"
#include "llvm/ADT/SetVector.h"

namespace racemap::verdict {

using namespace map;
using llvm::dyn_cast;
using Content = LaunchContext::Content;

/// More of them in one query help nobody.
static constexpr size_t MostReads = 16;

ArrayContents::ArrayContents(const LaunchContext &C,
                             const intervals::Environment &In)
    : Terms(&In.terms()) {
  for (const Content &X : C.Contents) {
    All.push_back({X.Index, In(X.Count), In(X.Holds)});
    Texts.push_back(toText(X));
  }
}

const Term *ArrayContents::isMeant(const Content &X, const Term *Index) const {
  return Terms->logicalAnd(Terms->sle(Terms->constant(64, 0), Index),
                           Terms->slt(Index, X.Count));
}

std::vector<const Term *>
ArrayContents::facts(llvm::ArrayRef<const Term *> Of) const {
  std::vector<const Term *> Facts;
  if (isEmpty())
    return Facts;
  llvm::SetVector<const Unknown *> Reads;
  forEachNode(Of, [&](const Term *T) {
    if (const auto *U = dyn_cast<Unknown>(T); U && U->array())
      Reads.insert(U);
  });
  if (Reads.size() > MostReads)
    return Facts;
  for (const Unknown *Read : Reads)
    for (auto [X, Text] : llvm::zip(All, Texts)) {
      const Term *Index = indexOf(X, Read, *Terms);
      if (!Index)
        continue;
      Facts.push_back(Terms->logicalOr(Terms->logicalNot(isMeant(X, Index)),
                                       holdsFor(X, Index, Read, *Terms)));
      Assumed.insert(Text);
    }
  return Facts;
}

const Term *ArrayContents::isSaid(const Unknown *Read) const {
  const Term *Any = Terms->no();
  for (const Content &X : All)
    if (const Term *Index = indexOf(X, Read, *Terms))
      Any = Terms->logicalOr(Any, isMeant(X, Index));
  return Any;
}

std::optional<uint64_t> ArrayContents::valueAt(const Array *A, unsigned Width,
                                               uint64_t Offset,
                                               const solve::Model &M) const {
  if (isEmpty())
    return std::nullopt;
  const auto *Read = llvm::cast<Unknown>(
      Terms->read(Cause::Input, A, Width, {Terms->constant(64, Offset)}));
  std::vector<const Term *> Hold;
  for (const Content &X : All) {
    const Term *Index = indexOf(X, Read, *Terms);
    auto At = Index ? static_cast<int64_t>(solve::evaluate(Index, M)) : -1;
    if (At >= 0 && At < static_cast<int64_t>(solve::evaluate(X.Count, M)))
      Hold.push_back(holdsFor(X, Index, Read, *Terms));
  }
  if (Hold.empty())
    return std::nullopt;
  solve::Model Here = M;
  auto Fits = [&](uint64_t Value) {
    Here[Read] = Value;
    return llvm::all_of(
        Hold, [&](const Term *T) { return solve::evaluate(T, Here) != 0; });
  };
  // What it is compared with.
  std::vector<uint64_t> Tried = {0};
  forEachNode(Hold, [&](const Term *T) {
    if (T->width() == Width && T != Read && !mentions(T, Read))
      Tried.push_back(solve::evaluate(T, M));
  });
  auto Its = llvm::find_if(Tried, Fits);
  return Its == Tried.end() ? std::nullopt : std::optional(*Its);
}

} // namespace racemap::verdict
