// AssemblyAddress - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/cpu/lower/AssemblyAddress.h"
#include "runtime/cpu/Arena.h"

namespace racemap::cpu {

using namespace llvm;
using ptx::Operand;

Value *inSharedWindow(AssemblyEmitter &E, Value *Address) {
  uint64_t Base = reinterpret_cast<uint64_t>(Arena::get().slot(0));
  Value *IsHalf = E.B.CreateICmpULT(Address, E.B.getInt64(uint64_t(1) << 32));
  return E.B.CreateSelect(IsHalf, E.B.CreateOr(Address, E.B.getInt64(Base)),
                          Address);
}

Value *addressOf(AssemblyEmitter &E, const Operand &O, bool IsShared) {
  Value *Sum = E.B.getInt64(0);
  if (!O.is(Operand::Kind::Address))
    E.fail("an address is expected");
  for (const Operand &Part : O.Elements)
    Sum = E.B.CreateAdd(Sum, E.read(Part, 64));
  if (IsShared)
    Sum = inSharedWindow(E, Sum);
  return E.B.CreateIntToPtr(Sum, E.B.getPtrTy());
}

bool takeShared(ModifierList &M) {
  StringRef Space =
      M.takeAnyOf({"shared", "shared::cta", "shared::cluster", "global"});
  return Space.starts_with("shared");
}

void checkLocal(AssemblyEmitter &E, Value *Address, uint64_t Bytes) {
  Value *NoPlace = ConstantPointerNull::get(E.B.getPtrTy());
  E.library("__racemap_cpu_check_local", E.B.getVoidTy(),
            {Address, E.B.getInt64(Bytes), NoPlace});
}

} // namespace racemap::cpu
