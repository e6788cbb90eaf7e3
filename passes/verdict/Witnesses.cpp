// Witnesses - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/verdict/Witnesses.h"
#include "passes/intervals/LoopRelation.h"
#include "llvm/Support/MathExtras.h"
#include <map>

namespace racemap::verdict {

using namespace map;

/// Loop variables and parameters, those of a thread with its place.
static void addValues(Witness &W, const solve::Model &M) {
  struct PerThread {
    std::optional<int64_t> Value[3]; // by Copy
    unsigned Order;
  };
  std::map<std::string, PerThread> Values;
  for (const auto &[T, Value] : M) {
    const auto *V = llvm::dyn_cast<Variable>(T);
    if (!V || V->role() == Variable::Role::Builtin)
      continue;
    PerThread &P = Values[intervals::sourceName(V).str()];
    P.Value[static_cast<unsigned>(V->copy())] =
        llvm::SignExtend64(Value, V->width());
    P.Order = V->id();
  }
  for (const auto &[Name, P] : Values) {
    if (P.Value[0])
      W.Values.push_back({Name, *P.Value[0]});
    else if (P.Value[1] == P.Value[2])
      W.Values.push_back({Name, *P.Value[1]});
    else {
      if (P.Value[1])
        W.Values.push_back({Name + " of the first thread", *P.Value[1]});
      if (P.Value[2])
        W.Values.push_back({Name + " of the second thread", *P.Value[2]});
    }
  }
}

static void addInputs(Witness &W, const solve::Model &M) {
  for (const auto &[T, Value] : M) {
    const auto *U = llvm::dyn_cast<Unknown>(T);
    if (!U || !U->array())
      continue;
    int64_t Offset =
        llvm::SignExtend64(solve::evaluate(U->operands().back(), M), 64);
    Witness::InputValue In{U->array()->Name,
                           Offset / int64_t(U->array()->ElementSize),
                           llvm::SignExtend64(Value, U->width())};
    bool Known = llvm::any_of(W.Inputs, [&](const Witness::InputValue &X) {
      return X.Array == In.Array && X.Index == In.Index;
    });
    if (!Known)
      W.Inputs.push_back(In);
  }
  llvm::sort(W.Inputs, [](const auto &A, const auto &B) {
    return std::tie(A.Array, A.Index) < std::tie(B.Array, B.Index);
  });
}

Witness makeWitness(const LaunchFacts &Launch, TermContext &Terms, Scope Group,
                    const solve::Model &M) {
  Witness W;
  W.Threads.resize(2);
  auto Value = [&](unsigned Which, unsigned D, Copy C) {
    return static_cast<uint32_t>(
        M.lookup(Terms.builtin(static_cast<Builtin>(3 * Which + D), C)));
  };
  for (unsigned D : {0u, 1u, 2u}) {
    for (unsigned I : {0u, 1u}) {
      Copy Own = I ? Copy::Second : Copy::First;
      Copy OfBlock = Group <= Scope::Block ? Copy::Any : Own;
      W.Threads[I].ThreadIdx[D] = Value(0, D, Own);
      W.Threads[I].BlockIdx[D] = Value(1, D, OfBlock);
    }
    // A dimension that no term mentions is as large as the threads need.
    auto Dimension = [&](unsigned G) {
      auto At = [&](unsigned I) {
        return G ? W.Threads[I].BlockIdx[D] : W.Threads[I].ThreadIdx[D];
      };
      uint32_t Needed = std::max(At(0), At(1)) + 1;
      uint32_t Chosen =
          Launch.dimension(G, D).value_or(Value(2 + G, D, Copy::Any));
      return std::max(Chosen, Needed);
    };
    W.BlockDim[D] = Dimension(0);
    W.GridDim[D] = Dimension(1);
  }
  addValues(W, M);
  addInputs(W, M);
  return W;
}

Site siteOf(const Access *A) {
  Site S;
  switch (A->TheOperation) {
  case Access::Operation::Read:
    S.TheRole = Site::Role::Read;
    break;
  case Access::Operation::Write:
    S.TheRole = Site::Role::Write;
    break;
  case Access::Operation::Atomic:
    S.TheRole = Site::Role::Atomic;
    break;
  }
  S.Where = A->Where;
  S.Bytes = A->Size;
  S.AtomicScope = A->AtomicScope;
  return S;
}

Site siteOf(const Barrier *B) {
  Site S;
  S.TheRole = Site::Role::Barrier;
  S.Where = B->Where;
  return S;
}

} // namespace racemap::verdict
