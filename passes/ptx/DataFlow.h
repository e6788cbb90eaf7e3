// DataFlow - values of local registers, in straight-line order.
//
// In:  instructions one after the other, each with its effect.
// Out: at any point, what is known of a register, an asm operand, an address
//      or a predicate. Assembly with branches has no straight-line order: then
//      everything written is Unknown and depends on all operands.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef RACEMAP_PASSES_PTX_DATAFLOW_H
#define RACEMAP_PASSES_PTX_DATAFLOW_H

#include "passes/ptx/Effect.h"

#include <map>

namespace racemap::ptx {

class DataFlow {
public:
  explicit DataFlow(const Program &P);

  /// The value an operand has here. The result for a vector, and for a part
  /// such as "r.b0", is Unknown.
  KnownValue read(const Operand &O) const;
  /// The place of a memory operand that is accessed in Space.
  KnownValue address(const Operand &O, StateSpace Space) const;
  /// The condition of an instruction here.
  Guard guard(const std::optional<Predicate> &When) const;

  /// Goes past instruction number Index.
  void apply(unsigned Index, const Instruction &I, const Effect &E);

  std::vector<Output> outputs() const;

private:
  /// A register holds a number or, if it is a predicate, a condition.
  struct Content {
    KnownValue Value;
    Guard Condition;
  };
  static Content number(KnownValue V);
  static Content condition(Guard G);
  static std::string location(const Operand &O);

  Content contentOf(const Operand &O) const;
  KnownValue mix(const Instruction &I) const;
  void assign(const Operand &To, Content New, const Guard &When);
  void assignLoaded(unsigned Index, const Operand &To, const Guard &When);
  void clobber(const Operand &To, const KnownValue &Mixed, const Guard &When);
  void applyValue(const Instruction &I, const Guard &When);
  KnownValue evaluate(const Instruction &I) const;
  KnownValue evaluateConversion(const Instruction &I) const;
  KnownValue evaluateAddressConversion(const Instruction &I) const;
  Guard compare(const Instruction &I) const;

  std::map<std::string, Content> Contents;
  /// Set if there are branches: what everything depends on.
  std::optional<KnownValue> Blind;
};

} // namespace racemap::ptx

#endif // RACEMAP_PASSES_PTX_DATAFLOW_H
