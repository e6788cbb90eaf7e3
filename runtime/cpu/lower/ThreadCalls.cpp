// ThreadCalls - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/cpu/lower/ThreadCalls.h"
#include "runtime/cpu/lower/Code.h"
#include "runtime/device/Abi.h"

#include "llvm/ADT/StringSwitch.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

namespace racemap::cpu {

using namespace llvm;

static std::optional<uint64_t> number(const CallBase &Call, unsigned Argument) {
  auto *Its = dyn_cast<ConstantInt>(Call.getArgOperand(Argument));
  return Its ? std::optional(Its->getZExtValue()) : std::nullopt;
}

/// For all threads of the block, whichever barrier it is; see Synchronization.
static bool isForWholeBlock(const CallBase &Barrier) {
  return number(Barrier, 0) && number(Barrier, 1) == 0 &&
         number(Barrier, 2) == 1;
}

uint64_t barrierOf(const CallBase &Call) { return *number(Call, 0); }

Callee kindOf(const CallBase &Call) {
  const Function *F = Call.getCalledFunction();
  if (!F || !F->isDeclaration())
    return Callee::Waits;
  StringRef Name = F->getName();
  if (F->isIntrinsic())
    return Name.starts_with("llvm.nvvm.") ? Callee::Waits : Callee::Silent;
  if (Name.starts_with("__nv_") || isThreadNumber(*F))
    return Callee::Silent;
  if (Name == "__racemap_cpu_barrier" && isForWholeBlock(Call))
    return Callee::Meets;
  return StringSwitch<Callee>(Name)
      .Cases({device::abi::Extents, "__racemap_cpu_clock",
              "__racemap_cpu_globaltimer", "__racemap_cpu_is_in_space",
              "__racemap_reserved_shared", "vprintf", "malloc", "free"},
             Callee::Silent)
      .Cases({device::abi::Access, device::abi::Store, device::abi::Stray,
              "__racemap_cpu_trap", "__racemap_cpu_outside_local",
              "__racemap_cpu_check_local", "__assertfail"},
             Callee::Asks)
      .Default(Callee::Waits);
}

std::vector<CallBase *> callsOfKind(Function &F, Callee Kind) {
  std::vector<CallBase *> Calls;
  for (Instruction &I : instructions(F))
    if (auto *Call = dyn_cast<CallBase>(&I); Call && kindOf(*Call) == Kind)
      Calls.push_back(Call);
  return Calls;
}

} // namespace racemap::cpu
