// Environment - what the names of a protocol stand for at one point of a walk.
//
// A walk through a protocol meets the same loop variable in several roles:
// the iteration that both threads share, the one after it, an iteration of
// this thread's own. The environment maps each variable to the term that it
// stands for, and launch dimensions to their values.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PASSES_INTERVALS_ENVIRONMENT_H
#define RACEMAP_PASSES_INTERVALS_ENVIRONMENT_H

#include "passes/map/TermContext.h"
#include <map>

namespace racemap::intervals {

class Environment {
public:
  explicit Environment(map::TermContext &Terms) : Terms(&Terms) {}

  map::TermContext &terms() const { return *Terms; }
  void bind(const map::Variable *V, const map::Term *Value) {
    Bindings[V] = Value;
  }
  /// What V stands for; V itself if it is not bound.
  const map::Term *lookup(const map::Variable *V) const {
    auto Found = Bindings.find(V);
    return Found == Bindings.end() ? V : Found->second;
  }
  /// T with every bound variable replaced.
  const map::Term *operator()(const map::Term *T) const {
    return Terms->replace(T, [&](const map::Term *X) -> const map::Term * {
      const auto *V = llvm::dyn_cast<map::Variable>(X);
      return V ? lookup(V) : nullptr;
    });
  }
  bool operator==(const Environment &O) const { return Bindings == O.Bindings; }

  using Map =
      std::map<const map::Variable *, const map::Term *, map::ByCreation>;
  const Map &bindings() const { return Bindings; }

private:
  map::TermContext *Terms;
  Map Bindings;
};

} // namespace racemap::intervals

#endif
