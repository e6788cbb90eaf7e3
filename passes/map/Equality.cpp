// Equality - see the header. Terms are compared as graphs: a pair of nodes is
// compared once.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/map/Equality.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"

namespace racemap::map {

namespace {
class Comparison {
public:
  /// Whether what kernels and contexts are called counts.
  enum class Names : uint8_t { Count, DoNotCount };
  explicit Comparison(Names N) : TheNames(N) {}
  bool run(const Protocol &A, const Protocol &B);

private:
  bool sameName(llvm::StringRef A, llvm::StringRef B) const {
    return TheNames == Names::DoNotCount || A == B;
  }
  bool equal(const Term *A, const Term *B);
  bool equal(const Array *A, const Array *B) const;
  bool equal(const Sequence &A, const Sequence &B);
  bool equal(const Stmt *A, const Stmt *B);
  bool equal(const Access &A, const Access &B);
  bool equal(const Loop &A, const Loop &B);
  bool sameArrays(const Protocol &A, const Protocol &B);
  bool equal(const Assumption &A, const Assumption &B) {
    return A.Text == B.Text && A.Why == B.Why &&
           equal(A.Condition, B.Condition);
  }
  bool equal(const LaunchContext &A, const LaunchContext &B);

  Names TheNames;
  llvm::DenseMap<const Array *, const Array *> Arrays;
  llvm::DenseMap<const Loop *, const Loop *> Loops;
  llvm::DenseSet<std::pair<const Term *, const Term *>> Equal;
};
} // namespace

bool Comparison::equal(const LaunchContext &A, const LaunchContext &B) {
  auto Same = [&](const auto *X, const auto *Y) { return equal(X, Y); };
  auto SameCondition = [&](const Assumption &X, const Assumption &Y) {
    return equal(X, Y);
  };
  auto SameAlias = [&](const LaunchContext::Alias &X,
                       const LaunchContext::Alias &Y) {
    return equal(X.TheArray, Y.TheArray) && equal(X.Within, Y.Within) &&
           equal(X.Offset, Y.Offset);
  };
  auto SameExtent = [&](const LaunchContext::Extent &X,
                        const LaunchContext::Extent &Y) {
    return equal(X.TheArray, Y.TheArray) && equal(X.Bytes, Y.Bytes);
  };
  auto SameContent = [&](const LaunchContext::Content &X,
                         const LaunchContext::Content &Y) {
    return equal(X.Index, Y.Index) && equal(X.Count, Y.Count) &&
           equal(X.Holds, Y.Holds);
  };
  return sameName(A.Origin, B.Origin) && A.BlockDim == B.BlockDim &&
         A.GridDim == B.GridDim && A.ClusterDim == B.ClusterDim &&
         llvm::equal(A.HostValues, B.HostValues, Same) &&
         llvm::equal(A.Computed, B.Computed, Same) &&
         llvm::equal(A.Conditions, B.Conditions, SameCondition) &&
         llvm::equal(A.Aliases, B.Aliases, SameAlias) &&
         llvm::equal(A.Extents, B.Extents, SameExtent) &&
         llvm::equal(A.Contents, B.Contents, SameContent) &&
         llvm::equal(A.Filled, B.Filled, Same);
}

bool Comparison::run(const Protocol &A, const Protocol &B) {
  auto SameTerm = [&](const Term *X, const Term *Y) { return equal(X, Y); };
  auto Same = [&](const auto &X, const auto &Y) { return equal(X, Y); };
  return sameName(A.Name, B.Name) && sameName(A.Mangled, B.Mangled) &&
         A.Where == B.Where &&
         llvm::equal(A.Parameters, B.Parameters, SameTerm) &&
         llvm::equal(A.UnsignedParameters, B.UnsignedParameters, SameTerm) &&
         sameArrays(A, B) && llvm::equal(A.Contexts, B.Contexts, Same) &&
         llvm::equal(A.Assumptions, B.Assumptions, Same) &&
         A.RelevantInputs == B.RelevantInputs && equal(A.Body, B.Body);
}

bool Comparison::equal(const Array *A, const Array *B) const {
  return A ? Arrays.lookup(A) == B : !B;
}

bool Comparison::sameArrays(const Protocol &A, const Protocol &B) {
  if (A.Arrays.size() != B.Arrays.size())
    return false;
  for (const auto &[X, Y] : llvm::zip(A.Arrays, B.Arrays))
    Arrays[X.get()] = Y.get();
  for (const auto &[X, Y] : llvm::zip(A.Arrays, B.Arrays))
    if (X->Name != Y->Name || X->TheSpace != Y->TheSpace ||
        X->TheOrigin != Y->TheOrigin || !equal(X->Parent, Y->Parent) ||
        X->Extent != Y->Extent || X->ElementSize != Y->ElementSize ||
        X->Distributed != Y->Distributed)
      return false;
  return true;
}

static bool sameNode(const Term *A, const Term *B) {
  if (A->kind() != B->kind() || A->width() != B->width() ||
      A->operands().size() != B->operands().size())
    return false;
  switch (A->kind()) {
  case Term::Kind::Constant:
    return llvm::cast<Constant>(A)->value() == llvm::cast<Constant>(B)->value();
  case Term::Kind::Variable: {
    const auto *X = llvm::cast<Variable>(A), *Y = llvm::cast<Variable>(B);
    return X->role() == Y->role() && X->name() == Y->name() &&
           X->copy() == Y->copy();
  }
  case Term::Kind::Unknown: {
    const auto *X = llvm::cast<Unknown>(A), *Y = llvm::cast<Unknown>(B);
    return X->cause() == Y->cause() && X->name() == Y->name() &&
           X->copy() == Y->copy();
  }
  case Term::Kind::Operation: {
    const auto *X = llvm::cast<Operation>(A), *Y = llvm::cast<Operation>(B);
    return X->op() == Y->op() && X->promises() == Y->promises();
  }
  }
  llvm_unreachable("all kinds are handled");
}

bool Comparison::equal(const Term *A, const Term *B) {
  if (!A || !B)
    return A == B;
  if (Equal.contains({A, B}))
    return true;
  if (!sameNode(A, B))
    return false;
  const auto *U = llvm::dyn_cast<Unknown>(A);
  if (U && !equal(U->array(), llvm::cast<Unknown>(B)->array()))
    return false;
  for (const auto &[X, Y] : llvm::zip(A->operands(), B->operands()))
    if (!equal(X, Y))
      return false;
  Equal.insert({A, B});
  return true;
}

bool Comparison::equal(const Sequence &A, const Sequence &B) {
  return llvm::equal(A, B,
                     [&](const Stmt *X, const Stmt *Y) { return equal(X, Y); });
}

bool Comparison::equal(const Access &A, const Access &B) {
  return A.TheOperation == B.TheOperation &&
         (!A.isAtomic() || A.AtomicScope == B.AtomicScope) &&
         A.Volatile == B.Volatile && A.Asynchronous == B.Asynchronous &&
         A.Acquires == B.Acquires && A.Releases == B.Releases &&
         equal(A.TheArray, B.TheArray) && A.Size == B.Size &&
         A.Where == B.Where && equal(A.Offset, B.Offset) &&
         equal(A.Value, B.Value) && A.TheUpdate == B.TheUpdate &&
         equal(A.Operand, B.Operand) && equal(A.Expected, B.Expected) &&
         equal(A.Found, B.Found) &&
         llvm::equal(A.Slots, B.Slots,
                     [&](const Term *X, const Term *Y) { return equal(X, Y); });
}

bool Comparison::equal(const Loop &A, const Loop &B) {
  Loops[&A] = &B;
  if (A.TheRange.has_value() != B.TheRange.has_value())
    return false;
  if (A.TheRange) {
    const Loop::Range &X = *A.TheRange, &Y = *B.TheRange;
    if (X.Kind != Y.Kind || !equal(X.Var, Y.Var) || !equal(X.Start, Y.Start) ||
        !equal(X.Step, Y.Step))
      return false;
  }
  return equal(A.Counter, B.Counter) && equal(A.While, B.While) &&
         A.Where == B.Where && equal(A.Body, B.Body);
}

bool Comparison::equal(const Stmt *A, const Stmt *B) {
  if (A->kind() != B->kind())
    return false;
  switch (A->kind()) {
  case Stmt::Kind::Access:
    return equal(*llvm::cast<Access>(A), *llvm::cast<Access>(B));
  case Stmt::Kind::Barrier: {
    const auto *X = llvm::cast<Barrier>(A), *Y = llvm::cast<Barrier>(B);
    return X->TheScope == Y->TheScope && X->ThePart == Y->ThePart &&
           equal(X->Number, Y->Number) && equal(X->Count, Y->Count) &&
           equal(X->Mask, Y->Mask) && equal(X->Result, Y->Result) &&
           X->Where == Y->Where &&
           // What printing leaves out is not in a protocol that was read.
           (TheNames == Names::Count || X->HasResult == Y->HasResult);
  }
  case Stmt::Kind::Fence: {
    const auto *X = llvm::cast<Fence>(A), *Y = llvm::cast<Fence>(B);
    return X->TheScope == Y->TheScope && X->Where == Y->Where;
  }
  case Stmt::Kind::AsyncGroup: {
    const auto *X = llvm::cast<AsyncGroup>(A), *Y = llvm::cast<AsyncGroup>(B);
    return X->Pending == Y->Pending && X->Where == Y->Where;
  }
  case Stmt::Kind::Exchange: {
    const auto *X = llvm::cast<Exchange>(A), *Y = llvm::cast<Exchange>(B);
    return X->TheFunction == Y->TheFunction && equal(X->Mask, Y->Mask) &&
           equal(X->Value, Y->Value) && equal(X->Lane, Y->Lane) &&
           equal(X->Result, Y->Result) && X->Where == Y->Where;
  }
  case Stmt::Kind::Gap: {
    const auto *X = llvm::cast<Gap>(A), *Y = llvm::cast<Gap>(B);
    return X->Reason == Y->Reason && X->Where == Y->Where;
  }
  case Stmt::Kind::Given: {
    const auto *X = llvm::cast<Given>(A), *Y = llvm::cast<Given>(B);
    return equal(X->Condition, Y->Condition) && X->Where == Y->Where;
  }
  case Stmt::Kind::If: {
    const auto *X = llvm::cast<If>(A), *Y = llvm::cast<If>(B);
    return equal(X->Condition, Y->Condition) && equal(X->Then, Y->Then) &&
           equal(X->Else, Y->Else) && X->Where == Y->Where;
  }
  case Stmt::Kind::Loop:
    return equal(*llvm::cast<Loop>(A), *llvm::cast<Loop>(B));
  case Stmt::Kind::Leave: {
    const Loop *X = llvm::cast<Leave>(A)->Target;
    const Loop *Y = llvm::cast<Leave>(B)->Target;
    return X ? Loops.lookup(X) == Y : !Y;
  }
  }
  llvm_unreachable("all kinds are handled");
}

bool structurallyEqual(const Protocol &A, const Protocol &B) {
  return Comparison(Comparison::Names::Count).run(A, B);
}

bool equalButForNames(const Protocol &A, const Protocol &B) {
  return Comparison(Comparison::Names::DoNotCount).run(A, B);
}

} // namespace racemap::map
