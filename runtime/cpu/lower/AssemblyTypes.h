// AssemblyTypes - the modifiers of a PTX instruction, taken one by one.
//
// A handler takes the modifiers that it knows; one that is left over means that
// the instruction is not understood.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_RUNTIME_CPU_LOWER_ASSEMBLYTYPES_H
#define RACEMAP_RUNTIME_CPU_LOWER_ASSEMBLYTYPES_H

#include "passes/ptx/Program.h"

namespace racemap::cpu {

/// ".s32", ".f16x2": how an instruction takes the bits of a register.
struct NumberType {
  enum class Kind { Bits, Unsigned, Signed, Float, BFloat, Predicate };
  Kind K = Kind::Bits;
  unsigned Bits = 32; ///< of one lane
  unsigned Lanes = 1;

  static std::optional<NumberType> parse(llvm::StringRef Modifier);

  bool isSigned() const { return K == Kind::Signed; }
  bool isFloat() const { return K == Kind::Float || K == Kind::BFloat; }
  bool isPredicate() const { return K == Kind::Predicate; }
  bool isInteger() const { return !isFloat() && !isPredicate(); }
  unsigned size() const { return Bits * Lanes; }
};

/// Of a cvt, or of arithmetic.
enum class RoundingMode { Nearest, Zero, Down, Up };

class ModifierList {
public:
  explicit ModifierList(const ptx::Instruction &I)
      : Left(I.Modifiers.begin(), I.Modifiers.end()) {}

  bool take(llvm::StringRef Modifier);
  /// The first of these that is there; empty if none is.
  llvm::StringRef takeAnyOf(llvm::ArrayRef<llvm::StringRef> Wanted);
  /// The first type that is left.
  std::optional<NumberType> takeType();
  /// ".rn" ".rz" ".rm" ".rp"
  std::optional<RoundingMode> takeRounding();
  /// Modifiers that make no difference here.
  void ignore(llvm::ArrayRef<llvm::StringRef> Modifiers);
  void ignorePrefixed(llvm::StringRef Prefix);
  bool empty() const { return Left.empty(); }

private:
  llvm::SmallVector<llvm::StringRef, 8> Left;
};

} // namespace racemap::cpu

#endif // RACEMAP_RUNTIME_CPU_LOWER_ASSEMBLYTYPES_H
