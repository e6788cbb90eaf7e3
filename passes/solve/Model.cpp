// Model - evaluation under a model.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/solve/Model.h"
#include "passes/map/Evaluate.h"
#include "llvm/ADT/STLExtras.h"
#include <map>
#include <tuple>

namespace racemap::solve {

using namespace map;

namespace {

/// Looks names up in a model, and notices reads that agree on all but their
/// value.
class ModelAssignment : public Assignment {
public:
  explicit ModelAssignment(const Model &M) : M(M) {}
  uint64_t valueOf(const Variable *V) override { return M.lookup(V); }
  uint64_t valueOf(const Unknown *U,
                   llvm::ArrayRef<uint64_t> Operands) override {
    uint64_t Value = M.lookup(U);
    if (Operands.empty())
      return Value;
    auto [First, IsNew] =
        Reads.try_emplace({U->cause(), U->name(), U->array(), U->copy(),
                           U->width(), Operands.vec()},
                          Value);
    HasTwoValues |= First->second != Value;
    return Value;
  }
  bool isFunction() const { return !HasTwoValues; }

private:
  using Read = std::tuple<Cause, llvm::StringRef, const Array *, Copy, unsigned,
                          std::vector<uint64_t>>;
  const Model &M;
  std::map<Read, uint64_t> Reads;
  bool HasTwoValues = false;
};

} // namespace

std::vector<std::pair<const Term *, uint64_t>> inOrder(const Model &M) {
  std::vector<std::pair<const Term *, uint64_t>> All(M.begin(), M.end());
  llvm::sort(All, [](const auto &A, const auto &B) {
    return A.first->id() < B.first->id();
  });
  return All;
}

uint64_t evaluate(const Term *T, const Model &M) {
  ModelAssignment Names(M);
  return Evaluator(Names)(T);
}

const Term *substitute(TermContext &Terms, const Term *T, const Model &M) {
  return Terms.replace(T, [&](const Term *X) -> const Term * {
    auto Value = M.find(X);
    return Value == M.end() ? nullptr
                            : Terms.constant(X->width(), Value->second);
  });
}

std::vector<const Term *> substitute(TermContext &Terms,
                                     llvm::ArrayRef<const Term *> All,
                                     const Model &M) {
  std::vector<const Term *> Result;
  for (const Term *T : All)
    Result.push_back(substitute(Terms, T, M));
  return Result;
}

bool holds(llvm::ArrayRef<const Term *> Conjuncts, const Model &M) {
  ModelAssignment Names(M);
  Evaluator Value(Names);
  for (const Term *T : Conjuncts)
    if (!Value(T))
      return false;
  if (Value.brokePromise())
    return false;
  // What no conjunct depends on is shown in witnesses all the same.
  Evaluator Beside(Names);
  for (const auto &[T, Ignored] : M)
    if (!T->operands().empty())
      Beside(T);
  return Names.isFunction();
}

} // namespace racemap::solve
