// TermContext - makes terms, and owns them.
//
// Every term is made here: each constructor folds constants, applies the
// identities that hold for machine arithmetic (x + 0, x & x, c ? a : a, …) and
// returns the one node that stands for the result. A rewrite goes through the
// constructors again, so building a term from the operands of a built term
// gives that term back.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PASSES_MAP_TERMCONTEXT_H
#define RACEMAP_PASSES_MAP_TERMCONTEXT_H

#include "passes/map/Term.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/Allocator.h"
#include <functional>

namespace racemap::map {

class TermContext {
public:
  TermContext() = default;
  TermContext(const TermContext &) = delete;
  TermContext &operator=(const TermContext &) = delete;

  /// Value is cut to Width bits.
  const Term *constant(unsigned Width, uint64_t Value);
  const Term *boolean(bool B) { return constant(1, B); }
  const Term *yes() { return boolean(true); }
  const Term *no() { return boolean(false); }

  const Variable *builtin(Builtin B, Copy C = Copy::Any);
  /// A thread's number in its block: threadIdx.x + threadIdx.y * blockDim.x +
  /// threadIdx.z * blockDim.x * blockDim.y.
  const Term *linearThread();
  const Variable *parameter(llvm::StringRef Name, unsigned Width);
  const Variable *loopVariable(llvm::StringRef Name, unsigned Width,
                               Copy C = Copy::Any);

  /// See Unknown for what Operands must be.
  const Term *read(Cause Why, const Array *A, unsigned Width,
                   llvm::ArrayRef<const Term *> Operands);
  const Term *unmodelled(llvm::StringRef Name, unsigned Width,
                         llvm::ArrayRef<const Term *> LoopVariables,
                         Copy C = Copy::Any);

  /// Any operator but the casts.
  const Term *make(Op O, llvm::ArrayRef<const Term *> Operands,
                   uint8_t Promises = NoPromise);
  const Term *cast(Op O, const Term *T, unsigned Width,
                   uint8_t Promises = NoPromise);

  const Term *add(const Term *A, const Term *B, uint8_t P = NoPromise) {
    return make(Op::Add, {A, B}, P);
  }
  const Term *sub(const Term *A, const Term *B, uint8_t P = NoPromise) {
    return make(Op::Sub, {A, B}, P);
  }
  const Term *mul(const Term *A, const Term *B, uint8_t P = NoPromise) {
    return make(Op::Mul, {A, B}, P);
  }
  const Term *eq(const Term *A, const Term *B) { return make(Op::Eq, {A, B}); }
  const Term *ne(const Term *A, const Term *B) { return make(Op::Ne, {A, B}); }
  const Term *ult(const Term *A, const Term *B) {
    return make(Op::ULt, {A, B});
  }
  const Term *ule(const Term *A, const Term *B) {
    return make(Op::ULe, {A, B});
  }
  const Term *slt(const Term *A, const Term *B) {
    return make(Op::SLt, {A, B});
  }
  const Term *sle(const Term *A, const Term *B) {
    return make(Op::SLe, {A, B});
  }
  /// Truth values.
  const Term *logicalAnd(const Term *A, const Term *B) {
    return make(Op::And, {A, B});
  }
  const Term *logicalOr(const Term *A, const Term *B) {
    return make(Op::Or, {A, B});
  }
  const Term *logicalNot(const Term *A) { return make(Op::Xor, {A, yes()}); }
  const Term *ite(const Term *C, const Term *Then, const Term *Else) {
    return make(Op::Ite, {C, Then, Else});
  }
  /// ZExt, Trunc or nothing, whichever gives Width.
  const Term *resizeUnsigned(const Term *T, unsigned Width);
  /// SExt, Trunc or nothing, whichever gives Width.
  const Term *resizeSigned(const Term *T, unsigned Width);

  /// T with every variable or unknown X for which Map(X) is not null replaced
  /// by Map(X), of the same width. Map sees unknowns after their operands
  /// were replaced.
  const Term *replace(const Term *T,
                      llvm::function_ref<const Term *(const Term *)> Map);

  /// The same operator, to the same width, with other operands and promises.
  const Term *rebuild(const Operation *O, llvm::ArrayRef<const Term *> Operands,
                      uint8_t Promises);
  /// The same unknown with another copy or other operands.
  const Term *rebuild(const Unknown *U, llvm::ArrayRef<const Term *> Operands,
                      Copy C);

private:
  template <typename Node, typename... Args>
  const Node *unique(llvm::FoldingSetNodeID &ID, Args &&...A);
  llvm::ArrayRef<const Term *> save(llvm::ArrayRef<const Term *> Operands);
  /// The same text, kept as long as the context.
  llvm::StringRef save(llvm::StringRef Name) {
    return Names.insert(Name).first->getKey();
  }
  const Term *operation(Op O, unsigned Width,
                        llvm::ArrayRef<const Term *> Operands,
                        uint8_t Promises);

  llvm::BumpPtrAllocator Memory;
  llvm::StringSet<> Names;
  llvm::FoldingSet<Term> Nodes;
  unsigned NextId = 0;
};

} // namespace racemap::map

#endif
