// BlockThreads - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/intervals/BlockThreads.h"
#include "passes/map/Traversal.h"

namespace racemap::intervals {

using namespace map;
using llvm::dyn_cast;

std::optional<BlockSize> blockSize(const Ground &G) {
  BlockSize Size;
  for (unsigned D : {0u, 1u, 2u}) {
    auto Which =
        static_cast<Builtin>(static_cast<unsigned>(Builtin::BlockDimX) + D);
    const auto *Known =
        dyn_cast<Constant>(G.Launch(G.P.terms().builtin(Which)));
    if (!Known)
      return std::nullopt;
    Size[D] = Known->value();
  }
  return Size;
}

const Term *threadsOfBlock(const Ground &G) {
  TermContext &T = G.P.terms();
  const Term *All = T.constant(32, 1);
  for (Builtin B : {Builtin::BlockDimX, Builtin::BlockDimY, Builtin::BlockDimZ})
    All = T.mul(All, G.Launch(T.builtin(B)));
  return All;
}

bool isOfThreadIndex(const Term *T) {
  return !anyNode(T, [](const Term *X) {
    const auto *V = dyn_cast<Variable>(X);
    bool IsIndex = V && V->role() == Variable::Role::Builtin &&
                   V->builtin() <= Builtin::ThreadIdxZ;
    return llvm::isa<Unknown>(X) || (V && !IsIndex);
  });
}

bool forEachThread(const BlockSize &Size,
                   llvm::function_ref<bool(BlockThread &)> See) {
  BlockThread Who;
  unsigned Threads = Size[0] * Size[1] * Size[2];
  for (Who.At[2] = 0; Who.At[2] < Size[2]; ++Who.At[2])
    for (Who.At[1] = 0; Who.At[1] < Size[1]; ++Who.At[1])
      for (Who.At[0] = 0; Who.At[0] < Size[0]; ++Who.At[0]) {
        Who.EndsWarp = Who.Number % 32 == 31 || Who.Number + 1 == Threads;
        if (!See(Who))
          return false;
        ++Who.Number;
      }
  return true;
}

} // namespace racemap::intervals
