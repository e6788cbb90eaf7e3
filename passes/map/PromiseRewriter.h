// PromiseRewriter - the same terms with other promises.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PASSES_MAP_PROMISEREWRITER_H
#define RACEMAP_PASSES_MAP_PROMISEREWRITER_H

#include "passes/map/TermContext.h"
#include "llvm/ADT/DenseMap.h"
#include <functional>

namespace racemap::map {

/// Rebuilds each node once in its life.
class PromiseRewriter {
public:
  /// The promises that take the place of an operation's.
  using PromisesOf = std::function<uint8_t(const Operation *)>;

  PromiseRewriter(TermContext &Terms, PromisesOf Of)
      : Terms(Terms), Of(std::move(Of)) {}
  const Term *operator()(const Term *T);

private:
  TermContext &Terms;
  PromisesOf Of;
  llvm::DenseMap<const Term *, const Term *> Done;
};

/// Leaves no promise.
class WithoutPromises : public PromiseRewriter {
public:
  explicit WithoutPromises(TermContext &Terms)
      : PromiseRewriter(Terms, [](const Operation *) { return NoPromise; }) {}
};

} // namespace racemap::map

#endif
