// Terms - the bit-precise expressions of a memory access protocol.
//
// A term is an immutable, hash-consed node of known width (1 to 64 bits; 1 is
// a truth value). Equal terms are the same object, so they are compared by
// pointer. The semantics of every operator is SMT-LIB's for bit vectors:
// arithmetic wraps, a shift by the width or more gives 0 (AShr: the sign),
// division by zero gives all ones and its remainder the dividend. Signedness
// lives in the operators. A *promise* on an operator says that the source
// language excludes overflow there (C++ signed arithmetic).
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PASSES_MAP_TERM_H
#define RACEMAP_PASSES_MAP_TERM_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/FoldingSet.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Casting.h"
#include <cassert>
#include <cstdint>

namespace racemap::map {

class Array;

/// Operators. Operands have the width of the result unless said otherwise.
enum class Op : uint8_t {
  Add,
  Sub,
  Mul,
  UDiv,
  SDiv,
  URem,
  SRem,
  Shl,
  LShr,
  AShr,
  And,
  Or,
  Xor,
  Eq, ///< operands of one width, result 1 bit, as the next five
  Ne,
  ULt,
  ULe,
  SLt,
  SLe,
  ZExt, ///< to a greater width, as SExt
  SExt,
  Trunc, ///< to a smaller width
  Ite,   ///< (condition of 1 bit, then, else)
};

/// Does it only change the width?
inline bool isCast(Op O) { return O >= Op::ZExt && O <= Op::Trunc; }
/// < or <=
inline bool isOrder(Op O) { return O >= Op::ULt && O <= Op::SLe; }

/// What the source language promises about an operation, a bit set.
enum Promise : uint8_t {
  NoPromise = 0,
  NoSignedWrap = 1,   ///< Add, Sub, Mul, Shl, Trunc
  NoUnsignedWrap = 2, ///< the same operators
};

inline Promise noWrap(bool Signed) {
  return Signed ? NoSignedWrap : NoUnsignedWrap;
}

class Term : public llvm::FoldingSetNode {
public:
  enum class Kind : uint8_t { Constant, Variable, Unknown, Operation };

  Kind kind() const { return TheKind; }
  /// In bits, 1 to 64.
  unsigned width() const { return Width; }
  bool isBool() const { return Width == 1; }
  llvm::ArrayRef<const Term *> operands() const { return Operands; }
  const Term *operand(unsigned I) const { return Operands[I]; }
  /// A number that grows in order of creation, for deterministic orders.
  unsigned id() const { return Id; }

  void Profile(llvm::FoldingSetNodeID &ID) const;

protected:
  Term(Kind K, unsigned Width, llvm::ArrayRef<const Term *> Operands,
       unsigned Id)
      : TheKind(K), Width(static_cast<uint8_t>(Width)), Id(Id),
        Operands(Operands) {}

private:
  friend class TermContext;
  Kind TheKind;
  uint8_t Width;
  unsigned Id;
  llvm::ArrayRef<const Term *> Operands;
};

/// What depends on the order of terms must not depend on their addresses.
struct ByCreation {
  bool operator()(const Term *A, const Term *B) const {
    return A->id() < B->id();
  }
};

/// A number; the bits above the width are zero.
class Constant : public Term {
public:
  uint64_t value() const { return Value; }
  int64_t signedValue() const;
  static bool classof(const Term *T) { return T->kind() == Kind::Constant; }

private:
  friend class TermContext;
  Constant(unsigned Width, uint64_t Value, unsigned Id)
      : Term(Kind::Constant, Width, {}, Id), Value(Value) {}
  uint64_t Value;
};

/// The built-in variables of a thread and of a launch, 32 bits each, x, y, z
/// in a row.
enum class Builtin : uint8_t {
  ThreadIdxX,
  ThreadIdxY,
  ThreadIdxZ,
  BlockIdxX,
  BlockIdxY,
  BlockIdxZ,
  BlockDimX,
  BlockDimY,
  BlockDimZ,
  GridDimX,
  GridDimY,
  GridDimZ,
};
constexpr unsigned NumBuiltins = 12;

/// "threadIdx.x" and so on.
llvm::StringRef name(Builtin B);

/// Which thread of a two-thread query a name belongs to. Terms of a protocol
/// are `Any`; a query has one copy per thread of everything that is not
/// uniform.
enum class Copy : uint8_t { Any, First, Second };

/// A named value: a built-in, a scalar kernel parameter or a loop variable.
class Variable : public Term {
public:
  enum class Role : uint8_t { Builtin, Parameter, Loop };

  Role role() const { return TheRole; }
  /// "threadIdx.x", "n", "s"; unique among the variables of one protocol.
  llvm::StringRef name() const { return Name; }
  /// Only for Role::Builtin.
  Builtin builtin() const { return TheBuiltin; }
  Copy copy() const { return TheCopy; }
  /// True for threadIdx and blockIdx.
  bool isIndex() const {
    return TheRole == Role::Builtin && TheBuiltin <= Builtin::BlockIdxZ;
  }
  /// True for blockDim and gridDim.
  bool isDimension() const {
    return TheRole == Role::Builtin && TheBuiltin > Builtin::BlockIdxZ;
  }
  static bool classof(const Term *T) { return T->kind() == Kind::Variable; }

private:
  friend class TermContext;
  Variable(unsigned Width, Role R, Builtin B, llvm::StringRef Name, Copy C,
           unsigned Id)
      : Term(Kind::Variable, Width, {}, Id), TheRole(R), TheBuiltin(B),
        TheCopy(C), Name(Name) {}
  Role TheRole;
  Builtin TheBuiltin;
  Copy TheCopy;
  llvm::StringRef Name;
};

/// Why a value is not known (DESIGN: "Unknowns carry their cause").
enum class Cause : uint8_t {
  Input,       ///< read from an array that the kernel never writes
  SharedValue, ///< read from an array in an interval in which nobody writes it
  Unmodelled,  ///< anything else
};

/// A value that the protocol does not know. It is a function of its operands:
/// equal operands give equal values, for both threads if the cause is Input
/// or SharedValue, within one thread if it is Unmodelled.
/// Operands: for reads, the pointer slots and then the byte offset (as in
/// Access); for Unmodelled, the loop variables of the enclosing loops.
class Unknown : public Term {
public:
  Cause cause() const { return TheCause; }
  /// Unique per source of unknown values within a protocol for Unmodelled
  /// ("u3"), empty for the others, where array and width identify it.
  llvm::StringRef name() const { return Name; }
  /// What was read, null for Unmodelled.
  const Array *array() const { return TheArray; }
  Copy copy() const { return TheCopy; }
  /// Of what was read: the offset in its object, in bytes.
  const Term *offset() const { return operands().back(); }
  /// Were both read as elements of one size of the same object?
  bool isBeside(const Unknown *Other) const {
    return array() == Other->array() && width() == Other->width() &&
           operands().drop_back() == Other->operands().drop_back();
  }
  static bool classof(const Term *T) { return T->kind() == Kind::Unknown; }

private:
  friend class TermContext;
  Unknown(unsigned Width, Cause Why, llvm::StringRef Name, const Array *A,
          Copy C, llvm::ArrayRef<const Term *> Operands, unsigned Id)
      : Term(Kind::Unknown, Width, Operands, Id), TheCause(Why), TheCopy(C),
        Name(Name), TheArray(A) {}
  Cause TheCause;
  Copy TheCopy;
  llvm::StringRef Name;
  const Array *TheArray;
};

class Operation : public Term {
public:
  Op op() const { return TheOp; }
  uint8_t promises() const { return Promises; }
  static bool classof(const Term *T) { return T->kind() == Kind::Operation; }

private:
  friend class TermContext;
  Operation(Op O, unsigned Width, llvm::ArrayRef<const Term *> Operands,
            uint8_t Promises, unsigned Id)
      : Term(Kind::Operation, Width, Operands, Id), TheOp(O),
        Promises(Promises) {}
  Op TheOp;
  uint8_t Promises;
};

/// True if T is an operation with this operator.
bool isOp(const Term *T, Op O);
/// What T is without changes of its width.
const Term *withoutCasts(const Term *T);

/// The d of d - 1; null if T is none.
const Term *oneAbove(const Term *T);

} // namespace racemap::map

#endif
