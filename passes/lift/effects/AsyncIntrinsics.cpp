// AsyncIntrinsics - cp.async as intrinsics: copies, commits and waits.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/lift/effects/MemoryEffects.h"
#include "llvm/IR/Constants.h"

namespace racemap::lift {

using namespace llvm;
using Operation = map::Access::Operation;

static Effect group(std::optional<unsigned> Pending) {
  Effect E;
  E.TheKind = Effect::Kind::AsyncGroup;
  E.Pending = Pending;
  return E;
}

static std::optional<uint64_t> number(const CallBase &Call, unsigned I) {
  const auto *C = dyn_cast<ConstantInt>(Call.getArgOperand(I));
  return C ? std::optional(C->getZExtValue()) : std::nullopt;
}

/// "ca.shared.global.4"; with ".s" the last argument says how many bytes are
/// read, the rest becomes 0.
static Effect copy(const CallBase &Call, StringRef Name) {
  bool ReadsLess = Name.consume_back(".s");
  Effect E = Effect::unknown("asynchronous copy is not modelled yet");
  MemoryAccess From, To;
  bool IsKnown = (Name.consume_front("ca.shared.global.") ||
                  Name.consume_front("cg.shared.global.")) &&
                 !Name.getAsInteger(10, To.Size);
  auto Bytes = ReadsLess ? number(Call, 2) : To.Size;
  if (!IsKnown || !Bytes || *Bytes > To.Size)
    return E;
  To.Pointer = Call.getArgOperand(0);
  To.Operation = Operation::Write;
  From.Pointer = Call.getArgOperand(1);
  From.Size = *Bytes;
  E = Effect::access(From);
  if (*Bytes == 0)
    E.Accesses.clear();
  E.Accesses.push_back(To);
  E.Asynchronous = true;
  return E;
}

SmallVector<Effect, 2> effectsOfAsyncCopy(const CallBase &Call,
                                          StringRef Name) {
  if (Name == "commit.group")
    return {group(std::nullopt)};
  if (Name == "wait.all")
    return {group(std::nullopt), group(0)};
  // What is not known may be any number: it waits for nothing for sure.
  if (Name == "wait.group")
    return number(Call, 0) ? SmallVector<Effect, 2>{group(number(Call, 0))}
                           : SmallVector<Effect, 2>{};
  if (Name == "mbarrier.arrive" || Name == "mbarrier.arrive.shared") {
    Effect E = Effect::unknown("cp.async.mbarrier.arrive");
    E.TheKind = Effect::Kind::AsyncTracking;
    E.TheBarrier.Object = Call.getArgOperand(0);
    return {E};
  }
  return {copy(Call, Name)};
}

} // namespace racemap::lift
