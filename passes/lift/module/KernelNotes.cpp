// KernelNotes - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/lift/module/KernelNotes.h"
#include "passes/lift/module/LLVMCompat.h"
#include "passes/map/TermContext.h"
#include "passes/map/Traversal.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Module.h"

namespace racemap::lift {

using namespace llvm;
using map::Builtin;
using map::Term;
using Dimensions = std::array<uint64_t, 3>;

static constexpr uint64_t MostThreads = 1024; // of a block, on any GPU

static std::optional<uint64_t> annotation(const Function &F, StringRef Key) {
  const NamedMDNode *Notes =
      F.getParent()->getNamedMetadata("nvvm.annotations");
  for (unsigned I = 0; Notes && I < Notes->getNumOperands(); ++I) {
    const MDNode *N = Notes->getOperand(I);
    const auto *Of = dyn_cast_or_null<ValueAsMetadata>(N->getOperand(0));
    if (!Of || Of->getValue() != &F)
      continue;
    for (unsigned J = 1; J + 1 < N->getNumOperands(); J += 2)
      if (const auto *Name = dyn_cast<MDString>(N->getOperand(J));
          Name && Name->getString() == Key)
        if (const auto *Value =
                mdconst::dyn_extract<ConstantInt>(N->getOperand(J + 1)))
          return Value->getZExtValue();
  }
  return std::nullopt;
}

bool isKernel(const Function &F) {
  return !F.isDeclaration() &&
         (hasKernelConvention(F) || annotation(F, "kernel"));
}

/// The attribute "nvvm.KEY"="X,Y,Z", or annotations KEYx, KEYy and KEYz; what
/// is not said is 1.
static std::optional<Dimensions> dimensions(const Function &F, StringRef Key) {
  Dimensions Result{1, 1, 1};
  if (Attribute A = F.getFnAttribute(("nvvm." + Key).str()); A.isValid()) {
    SmallVector<StringRef, 3> Parts;
    A.getValueAsString().split(Parts, ',');
    for (auto [I, Part] : enumerate(Parts))
      if (I >= 3 || Part.trim().getAsInteger(10, Result[I]))
        return std::nullopt;
    return Result;
  }
  bool Any = false;
  for (unsigned D : {0u, 1u, 2u})
    if (auto Value = annotation(F, (Key + Twine("xyz"[D])).str())) {
      Result[D] = *Value;
      Any = true;
    }
  return Any ? std::optional(Result) : std::nullopt;
}

/// Of a dimension that the kernel does not mention, the verdict assumes
/// already that it is 1; to mention it here would open it.
static bool isMentioned(const map::Protocol &P, unsigned D) {
  map::TermContext &Terms = P.terms();
  std::vector<const Term *> All = map::termsIn(P.Body);
  for (const map::Assumption &A : P.Assumptions)
    if (A.Condition)
      All.push_back(A.Condition);
  const Term *Index = Terms.builtin(static_cast<Builtin>(D));
  const Term *Size = Terms.builtin(static_cast<Builtin>(6 + D));
  return map::anyNode(All,
                      [&](const Term *T) { return T == Index || T == Size; });
}

static void assumeAtMost(uint64_t Most, map::Protocol &P) {
  if (Most >= MostThreads)
    return;
  map::TermContext &Terms = P.terms();
  const Term *Threads = Terms.constant(64, 1);
  for (unsigned D : {0u, 1u, 2u})
    if (D == 0 || isMentioned(P, D)) {
      const Term *Size = Terms.builtin(static_cast<Builtin>(6 + D));
      Threads = Terms.mul(Threads, Terms.resizeUnsigned(Size, 64));
    }
  P.Assumptions.push_back({Terms.ule(Threads, Terms.constant(64, Most)),
                           "__launch_bounds__(" + utostr(Most) + ")"});
}

static void assumeExactly(const Dimensions &Sizes, map::Protocol &P) {
  map::TermContext &Terms = P.terms();
  for (unsigned D : {0u, 1u, 2u})
    P.Assumptions.push_back(
        {Terms.eq(Terms.builtin(static_cast<Builtin>(6 + D)),
                  Terms.constant(32, Sizes[D])),
         std::string("blockDim.") + "xyz"[D] + " == " + utostr(Sizes[D])});
}

void assumeLaunchBounds(const Function &F, map::Protocol &P) {
  if (auto Sizes = dimensions(F, "reqntid"))
    assumeExactly(*Sizes, P);
  if (auto Cluster = dimensions(F, "cluster_dim"))
    for (unsigned D : {0u, 1u, 2u})
      if ((*Cluster)[D] > 0 && (*Cluster)[D] <= MostThreads)
        P.ClusterDim[D] = static_cast<uint32_t>((*Cluster)[D]);
  if (auto Most = dimensions(F, "maxntid"))
    assumeAtMost((*Most)[0] * (*Most)[1] * (*Most)[2], P);
}

} // namespace racemap::lift
