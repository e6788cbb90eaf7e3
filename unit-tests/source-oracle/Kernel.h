// Kernel - a small calculus of CUDA kernels.
//
// What BabyCUDA has (Liew, Cogumbreiro, Lange: Provable GPU Data-Races in
// Static Race Detection): loops, conditions, barriers, and reads that feed
// what is written. A kernel is well-typed if no index, condition or bound
// mentions a value read from memory. Beyond it: several arrays of several
// types, blocks of up to three dimensions, early returns, and C's two types of
// 32-bit integers, with C's conversions between them. Variables of loops may be
// narrower, and their tests are of wider numbers then.
//
// Nothing here knows a protocol: the interpreter runs this tree, RaceMap
// judges what clang makes of its text (Emit.h).
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_UNITTESTS_SOURCEORACLE_KERNEL_H
#define RACEMAP_UNITTESTS_SOURCEORACLE_KERNEL_H

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace racemap::source {

using Dim = std::array<unsigned, 3>;

inline unsigned volume(const Dim &D) { return D[0] * D[1] * D[2]; }

enum class Op : uint8_t {
  Number,    ///< Value
  ThreadIdx, ///< of dimension Value, like the next three
  BlockIdx,
  BlockDim,
  GridDim,
  Parameter, ///< number Value
  Variable,  ///< number Value
  Cast,      ///< to int, or to unsigned if Unsigned
  Add,
  Sub,
  Mul,
  Div, ///< by a positive number, like Rem
  Rem,
  BitAnd,
  BitXor,
  Less,
  LessEqual,
  LessAsLong, ///< both as long long
  LessAsSize, ///< both as unsigned long long
  Equal,
  NotEqual,
  AndAlso,
  OrElse,
  Select, ///< ? :
};

struct Expression {
  Op TheOp = Op::Number;
  bool Unsigned = false; ///< the type: unsigned, else int
  int64_t Value = 0;
  std::vector<Expression> Operands;
};

Expression number(int64_t Value);
Expression builtin(Op Which, unsigned Dimension);
/// The type follows from the operands' by C's rules.
Expression operation(Op What, std::vector<Expression> Operands);

inline Expression operator+(Expression A, Expression B) {
  return operation(Op::Add, {std::move(A), std::move(B)});
}
inline Expression operator-(Expression A, Expression B) {
  return operation(Op::Sub, {std::move(A), std::move(B)});
}
inline Expression operator*(Expression A, Expression B) {
  return operation(Op::Mul, {std::move(A), std::move(B)});
}

struct Statement {
  enum class Kind : uint8_t {
    Read,   ///< variable = array[index]
    Write,  ///< array[index] = value
    Update, ///< array[index] += value
    Let,    ///< variable = value, once
    Sync,
    If,  ///< Value: the condition
    For, ///< variable from Value while Test, by Step
    Return,
  };
  Kind TheKind = Kind::Sync;
  unsigned Variable = 0, Array = 0;
  std::vector<Expression> Index; ///< two for an array with columns
  bool AsBytes = false;          ///< the array is seen as one of bytes
  Expression Value, Test;
  enum class Stepping : uint8_t { Add, Subtract, Double, Halve };
  Stepping TheStepping = Stepping::Add;
  unsigned Step = 1;
  bool AsWhile = false; ///< how it is spelt
  std::vector<Statement> Body, Else;
  unsigned Line = 0; ///< in the kernel's text, set by emit()
};

struct Parameter {
  bool Unsigned = false;
  int Low = 0, High = 0;
  /// Who says so: an assumption in the kernel, a test before the launch, or
  /// the launch, which passes the number Low (= High).
  enum class Bound : uint8_t { Assumed, Tested, Passed };
  Bound TheBound = Bound::Tested;
  /// Low before some values were left out, as narrow() does.
  std::optional<int> LowOfLaunch = {};
};

struct Array {
  bool Shared = false;
  enum class Type : uint8_t { Byte, Short, Int, Long };
  Type TheType = Type::Int;
  unsigned Elements = 64; ///< of a shared array
  unsigned Columns = 0;   ///< of a shared array of two dimensions

  unsigned size() const { return 1u << static_cast<unsigned>(TheType); }
};

struct Variable {
  bool Unsigned = false;
  bool Data = false;  ///< read from memory
  unsigned Bits = 32; ///< of a loop's; narrower ones are read as int

  bool isReadUnsigned() const { return Unsigned && Bits == 32; }
};

struct Kernel {
  Dim BlockDim{1, 1, 1}, GridDim{1, 1, 1};
  std::vector<Parameter> Parameters;
  std::vector<Array> Arrays;
  std::vector<Variable> Variables;
  std::vector<Statement> Body;
  /// Else nothing is said of runs in which a rising loop's variable wraps.
  bool MayWrap = true;
};

/// Does no value read from memory decide an index, a condition or a bound?
bool isWellTyped(const Kernel &K);

} // namespace racemap::source

#endif
