// Contents - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/map/Contents.h"
#include "passes/map/Printer.h"
#include "passes/map/Subscript.h"
#include "passes/map/Traversal.h"

namespace racemap::map {

using llvm::dyn_cast;
using Content = LaunchContext::Content;

const Unknown *elementOf(const Content &C) {
  const Unknown *Its = nullptr;
  bool IsOne = true;
  forEachNode({C.Holds}, [&](const Term *T) {
    if (const auto *U = dyn_cast<Unknown>(T)) {
      IsOne &= !Its && U->array() && mentions(U->offset(), C.Index);
      Its = U;
    }
  });
  return IsOne ? Its : nullptr;
}

/// Index * Stride + Begin, in bytes.
struct Row {
  uint64_t Stride = 0;
  int64_t Begin = 0;
};

static std::optional<Row> rowOf(const Content &C, const Unknown *Element) {
  Row R;
  unsigned Size = Element->array()->ElementSize;
  for (const Subscript &S : subscripts(Element->offset(), Size)) {
    if (S.Index && (S.Index != C.Index || R.Stride))
      return std::nullopt;
    if (S.Index)
      R.Stride = S.Stride * Size;
    else
      R.Begin += S.Literal * Size;
  }
  return R.Stride ? std::optional(R) : std::nullopt;
}

const Term *indexOf(const Content &C, const Unknown *Read, TermContext &Terms) {
  const Unknown *Element = elementOf(C);
  if (!Element || !Read->array() || !Element->isBeside(Read) ||
      Element->cause() != Read->cause())
    return nullptr;
  auto Row = rowOf(C, Element);
  if (!Row)
    return nullptr;
  auto Stride = static_cast<int64_t>(Row->Stride);
  unsigned Size = Read->array()->ElementSize;
  int64_t Rest = -Row->Begin;
  const Term *Index = nullptr;
  auto Add = [&](const Term *T) {
    Index = Index ? Terms.add(Index, T, NoSignedWrap) : T;
  };
  Subscripts Its = subscripts(Read->offset(), Size);
  for (const Subscript &S : Its) {
    int64_t Bytes = S.Index ? S.Stride * Size : 0;
    if (Bytes % Stride)
      return nullptr;
    if (S.Index)
      Add(Terms.mul(Terms.resizeSigned(S.Index, 64),
                    Terms.constant(64, Bytes / Stride), NoSignedWrap));
    else
      Rest += S.Literal * Size;
  }
  if (Its.empty() || Rest % Stride)
    return nullptr;
  if (Rest || !Index)
    Add(Terms.constant(64, Rest / Stride));
  return Index;
}

const Term *holdsFor(const Content &C, const Term *Index, const Term *Element,
                     TermContext &Terms) {
  const Unknown *Its = elementOf(C);
  return Terms.replace(C.Holds, [&](const Term *T) -> const Term * {
    if (T == C.Index)
      return Index;
    // Its operands were replaced.
    const auto *U = dyn_cast<Unknown>(T);
    return U && U->array() == Its->array() ? Element : nullptr;
  });
}

std::string toText(const Content &C) {
  return toText(C.Holds) + " for each " + C.Index->name().str() + " < " +
         toText(C.Count);
}

} // namespace racemap::map
