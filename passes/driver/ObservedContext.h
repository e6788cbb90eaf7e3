// ObservedContext - launches that were observed, as one launch context.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PASSES_DRIVER_OBSERVEDCONTEXT_H
#define RACEMAP_PASSES_DRIVER_OBSERVEDCONTEXT_H

#include "passes/map/Mentioned.h"
#include "passes/map/TermContext.h"
#include "runtime/launches/Launches.h"

namespace racemap {

/// What a kernel uses of its launches.
class ObservedContext {
public:
  explicit ObservedContext(const map::Protocol &P);

  /// The launch without the numbers and pointers that the kernel does not use.
  launches::Launch relevant(const launches::Launch &L) const;
  /// Of launches that have gone through relevant(). In: the file that has them.
  map::LaunchContext of(llvm::ArrayRef<launches::Launch> Group,
                        const std::string &In) const;

private:
  struct Number {
    const map::Variable *V;
    map::ArgumentPart Part;
    bool IsNullTest = false; ///< it says whether the pointer there is null
    uint64_t bytes() const { return IsNullTest ? 8 : (V->width() + 7) / 8; }
  };
  /// A number of the context: a parameter or a dimension, and what it is in
  /// each launch; nothing if that is not known of one.
  struct Quantity {
    const map::Variable *V;
    std::vector<launches::Range> In;

    bool isExact() const;
    /// In all launches.
    launches::Range all() const;
  };

  void addNumber(const map::Variable *V);
  std::vector<Quantity>
  quantities(llvm::ArrayRef<launches::Launch> Group) const;
  void addSizes(llvm::ArrayRef<launches::Launch> Group,
                map::LaunchContext &C) const;
  map::Assumption among(const Quantity &Q) const;
  void addRelations(llvm::ArrayRef<Quantity> All, map::LaunchContext &C) const;
  void addObjects(const launches::Launch &All, map::LaunchContext &C) const;
  void addCondition(const map::Term *T, map::LaunchContext &C) const;

  const map::Protocol &P;
  map::TermContext &Terms;
  std::vector<Number> Numbers; ///< that the kernel mentions
};

/// "observed in run.json, launch 3 at f.cu:19"
std::string observedOrigin(llvm::ArrayRef<launches::Launch> Group,
                           const std::string &In);

} // namespace racemap

#endif
