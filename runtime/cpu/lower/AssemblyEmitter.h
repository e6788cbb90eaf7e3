// AssemblyEmitter - the body of a function that does what inline PTX does.
//
// Registers of the text and the outputs of the call are integers in memory that
// a later pass promotes; a value has no type of its own, an instruction gives
// its bits a meaning. One handler for each group of instructions is asked in
// turn; a handler that does not know the instruction says so and has then
// emitted nothing that matters, as the whole function is thrown away.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_RUNTIME_CPU_LOWER_ASSEMBLYEMITTER_H
#define RACEMAP_RUNTIME_CPU_LOWER_ASSEMBLYEMITTER_H

#include "passes/ptx/Program.h"
#include "runtime/cpu/lower/AssemblyTypes.h"

#include "llvm/IR/IRBuilder.h"

namespace racemap::cpu {

/// An operand of the text: an argument, a place for a result, or both.
struct AssemblyOperand {
  llvm::Value *Given = nullptr;       ///< an integer
  llvm::AllocaInst *Result = nullptr; ///< has Given at first, if there is one
};

class AssemblyEmitter {
public:
  AssemblyEmitter(llvm::Function &F, const ptx::Program &P,
                  std::vector<AssemblyOperand> Operands, llvm::IRBuilder<> &B)
      : B(B), F(F), P(P), Operands(std::move(Operands)) {}

  /// All instructions, from B on; afterwards B is behind the last one. The
  /// error names the instruction.
  llvm::Error run();

  llvm::IRBuilder<> &B;

  /// The operand's bits as an integer of this width: the low ones, or
  /// zero-extended.
  llvm::Value *read(const ptx::Operand &O, unsigned Bits);
  /// As a number of the type: an integer, a float, a vector of two.
  llvm::Value *read(const ptx::Operand &O, const NumberType &T);
  /// A number that is known now: an immediate, or an operand that is one.
  std::optional<uint64_t> readConstant(const ptx::Operand &O);
  llvm::Value *readPredicate(const ptx::Operand &O) { return read(O, 1); }
  /// Extends to what the destination has, or truncates.
  void write(const ptx::Operand &O, llvm::Value *V, bool IsSigned = false);

  /// A value of any type as an integer of the same size.
  llvm::Value *bits(llvm::Value *V);
  /// An integer with the bits of a number of the type, as the number.
  llvm::Value *number(llvm::Value *Bits, const NumberType &T);
  llvm::Type *typeOf(const NumberType &T);
  llvm::IntegerType *integer(unsigned Bits) { return B.getIntNTy(Bits); }

  llvm::Value *intrinsic(llvm::Intrinsic::ID Id,
                         llvm::ArrayRef<llvm::Value *> Args,
                         llvm::ArrayRef<llvm::Type *> Types = {});
  /// A function of the device library.
  llvm::Value *library(llvm::StringRef Name, llvm::Type *Result,
                       llvm::ArrayRef<llvm::Value *> Args);
  llvm::Value *special(ptx::SpecialRegister R);

  /// The carry of add.cc and its kin, one bit.
  llvm::Value *carry();
  void setCarry(llvm::Value *V);

  /// What a handler could not read; run() then fails.
  void fail(std::string Why) { Failure = std::move(Why); }

private:
  llvm::Error emit(const ptx::Instruction &I);
  bool emitBranch(const ptx::Instruction &I, llvm::Value *Guard);
  bool emitBody(const ptx::Instruction &I);
  void startLabels(size_t Position);
  llvm::Value *guard(const ptx::Instruction &I);
  llvm::Value *immediate(const ptx::Operand &O, unsigned Bits);
  llvm::Value *pack(const ptx::Operand &O, unsigned Bits);
  void unpack(const ptx::Operand &O, llvm::Value *V);
  llvm::AllocaInst *place(unsigned Bits);
  llvm::AllocaInst *placeOf(const ptx::Operand &O);
  void makePlaces();

  llvm::Function &F;
  const ptx::Program &P;
  std::vector<AssemblyOperand> Operands;
  std::vector<llvm::AllocaInst *> Registers;
  std::vector<llvm::BasicBlock *> Labels;
  llvm::AllocaInst *Carry = nullptr;
  std::string Failure;
};

/// The handlers: false if the instruction is not theirs or not understood.
using AssemblyHandler = bool (*)(AssemblyEmitter &, const ptx::Instruction &);
bool emitMove(AssemblyEmitter &E, const ptx::Instruction &I);
bool emitConversion(AssemblyEmitter &E, const ptx::Instruction &I);
bool emitIntegerArithmetic(AssemblyEmitter &E, const ptx::Instruction &I);
bool emitCarryArithmetic(AssemblyEmitter &E, const ptx::Instruction &I);
bool emitBitOperation(AssemblyEmitter &E, const ptx::Instruction &I);
bool emitFloatArithmetic(AssemblyEmitter &E, const ptx::Instruction &I);
bool emitFloatFunction(AssemblyEmitter &E, const ptx::Instruction &I);
bool emitComparison(AssemblyEmitter &E, const ptx::Instruction &I);
bool emitVideo(AssemblyEmitter &E, const ptx::Instruction &I);
bool emitAccess(AssemblyEmitter &E, const ptx::Instruction &I);
bool emitAtomic(AssemblyEmitter &E, const ptx::Instruction &I);
bool emitAsynchronousCopy(AssemblyEmitter &E, const ptx::Instruction &I);
bool emitMbarrier(AssemblyEmitter &E, const ptx::Instruction &I);
bool emitSynchronization(AssemblyEmitter &E, const ptx::Instruction &I);
bool emitWarpOperation(AssemblyEmitter &E, const ptx::Instruction &I);
bool emitTexture(AssemblyEmitter &E, const ptx::Instruction &I);

} // namespace racemap::cpu

#endif // RACEMAP_RUNTIME_CPU_LOWER_ASSEMBLYEMITTER_H
