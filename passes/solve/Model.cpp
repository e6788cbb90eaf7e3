// Model - evaluation under a model.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/solve/Model.h"
#include "passes/map/Evaluate.h"
#include "llvm/ADT/STLExtras.h"

namespace racemap::solve {

using namespace map;

namespace {

/// Looks names up in a model; reads that agree on array, width and operand
/// values agree on their value.
class ModelAssignment : public Assignment {
public:
  explicit ModelAssignment(const Model &M) : M(M) {}
  uint64_t valueOf(const Variable *V) override { return M.lookup(V); }
  uint64_t valueOf(const Unknown *U, llvm::ArrayRef<uint64_t>) override {
    return M.lookup(U);
  }

private:
  const Model &M;
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
  return !Value.brokePromise();
}

} // namespace racemap::solve
