// TileValues - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/lift/module/TileValues.h"
#include "llvm/IR/Module.h"

namespace racemap::lift {

using namespace llvm;

/// No name of C or C++ has dots.
static constexpr StringLiteral Name = "racemap.tile.value";

CallInst *createTileValue(IRBuilder<> &At, Value *Value, unsigned Lanes) {
  Module *M = At.GetInsertBlock()->getModule();
  FunctionCallee Callee = M->getOrInsertFunction(
      Name, At.getInt32Ty(), At.getInt32Ty(), At.getInt32Ty());
  auto *F = cast<Function>(Callee.getCallee());
  F->setDoesNotAccessMemory();
  F->setDoesNotThrow();
  F->setConvergent();
  return At.CreateCall(Callee, {Value, At.getInt32(Lanes)});
}

bool isTileValue(const Function &Callee) { return Callee.getName() == Name; }

} // namespace racemap::lift
