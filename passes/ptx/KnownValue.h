// KnownValue - what is known about a value inside one assembly text.
//
// A value is a sum of asm operands, at most one name and a constant (Sum), or
// exactly what one access read (Loaded), or Unknown. Either way it remembers
// which asm operands and which accesses it was computed from, so that a user
// who cannot have the value can still say what it depends on.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef RACEMAP_PASSES_PTX_KNOWNVALUE_H
#define RACEMAP_PASSES_PTX_KNOWNVALUE_H

#include "passes/ptx/Program.h"

namespace racemap::ptx {

/// Generic is an address whose space is decided when it is used. Shared is the
/// block's own shared memory, SharedCluster that of any block of the cluster.
enum class StateSpace {
  Generic,
  Global,
  Shared,
  SharedCluster,
  Const,
  Local,
  Param
};

struct KnownValue {
  enum class Kind { Sum, Loaded, Unknown };
  Kind K = Kind::Unknown;

  /// Sum: the asm operands to add up, one entry for each time it is added. An
  /// operand that is an output of the asm stands for its tied input. A register
  /// counts zero-extended, a constant argument sign-extended.
  llvm::SmallVector<unsigned, 2> Operands;
  /// Sum: one more summand.
  std::optional<SpecialRegister> Special;
  /// Sum: one more summand: the value of a symbol that the text does not
  /// declare. Empty if there is none.
  std::string Symbol;
  /// Sum: the constant, in [-2^(Bits-1), 2^(Bits-1)).
  int64_t Constant = 0;
  /// Sum: the summands are added modulo 2^Bits and the sum is zero-extended. A
  /// value without other summands always has 64.
  unsigned Bits = 64;
  /// Sum: if set, the summands make an address in From, and the value is the
  /// same place as an address in To (cvta). An access at an address whose From
  /// is Generic takes a generic pointer although it is to a named space. Bits
  /// then says how exact the address in From is.
  std::optional<StateSpace> From, To;

  /// Loaded: the instruction that read it, and which element of its vector; an
  /// element narrower than the register is extended as its type says.
  unsigned Instruction = 0;
  unsigned Element = 0;

  /// Always: every asm operand and every reading instruction that the value
  /// depends on, ascending.
  llvm::SmallVector<unsigned, 4> DependsOnOperands;
  llvm::SmallVector<unsigned, 2> DependsOnReads;
  /// It also depends on something that is not listed: a special register,
  /// other lanes of the warp, a register that was declared elsewhere.
  bool DependsOnMore = false;

  static KnownValue constant(int64_t Value);
  static KnownValue operand(unsigned Index);
  static KnownValue special(SpecialRegister Register);
  static KnownValue symbol(llvm::StringRef Name);
  static KnownValue loaded(unsigned Instruction, unsigned Element);
  static KnownValue unknown() { return KnownValue(); }

  bool isSum() const { return K == Kind::Sum; }
  bool isUnknown() const { return K == Kind::Unknown; }
  bool isConstant() const;
  /// The value is asm operand Index itself, unchanged.
  bool isOperand(unsigned Index) const;

  /// Adds what Other depends on to what this depends on.
  void dependOn(const KnownValue &Other);
  /// Unknown, but with this value's dependencies.
  KnownValue forgotten() const;

  bool operator==(const KnownValue &Other) const;
};

/// A + B in Bits-wide arithmetic. Unknown where a narrower sum would have to
/// wrap around first: the two are then different numbers. Sums in shared
/// memory's window are exempt, an address in it is far below 2^32.
KnownValue add(const KnownValue &A, const KnownValue &B, unsigned Bits,
               bool InSharedWindow = false);
/// The low Bits of A.
KnownValue truncate(const KnownValue &A, unsigned Bits);
/// cvta: the place that A names as an address in To, A being one in From.
KnownValue convert(const KnownValue &A, StateSpace From, StateSpace To);

} // namespace racemap::ptx

#endif // RACEMAP_PASSES_PTX_KNOWNVALUE_H
