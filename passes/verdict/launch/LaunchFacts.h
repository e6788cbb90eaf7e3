// LaunchFacts - what a launch context says about the names of a protocol.
//
// Known dimensions become constants, and so do parameters that the launch
// fixes. A dimension of which nothing is said and that the kernel never
// mentions is taken as 1, which is an assumption; what is left stays symbolic
// within the hardware's limits, under the conditions of the launch. Where a
// 32-bit global index could only wrap in an absurdly large launch, the bound on
// the grid is taken as an assumption too, and named (docs/architecture.md,
// "What a verdict assumes").
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PASSES_VERDICT_LAUNCH_LAUNCHFACTS_H
#define RACEMAP_PASSES_VERDICT_LAUNCH_LAUNCHFACTS_H

#include "passes/intervals/Environment.h"
#include "passes/map/Aliases.h"
#include "passes/map/Protocol.h"
#include "passes/map/Ranges.h"
#include "passes/verdict/launch/ArrayContents.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/StringMap.h"

namespace racemap::verdict {

class LaunchFacts : public map::Ranges {
public:
  static constexpr uint64_t MostThreads = 1024;
  static constexpr uint64_t GridBound = uint64_t(1) << 31;
  /// The largest factor of blockIdx for which the grid is assumed not to wrap a
  /// 32-bit index: elements that a block works on. That leaves grids of at
  /// least 2^18 blocks; larger factors are hashes, or wrap in ordinary
  /// launches.
  static constexpr uint64_t MostPerBlock = 8192;

  /// Who says what is taken as true.
  enum class Source : uint8_t { All, NotTheAnalysis };

  LaunchFacts(const map::Protocol &P, const map::LaunchContext &Context,
              Source From = Source::All);

  llvm::StringRef kernel() const { return Kernel; }
  /// Dimensions that are constants.
  const intervals::Environment &environment() const { return Env; }
  /// What holds for the launch as a whole, the protocol's assumptions
  /// included.
  const std::vector<const map::Term *> &constraints() const {
    return Constraints;
  }
  /// What holds for each thread.
  const std::vector<const map::Term *> &threadConstraints() const {
    return ThreadConstraints;
  }
  /// What is assumed of each thread, of one that is named here: indices are
  /// numbers of threadIdx and blockIdx, dimensions as in the launch.
  using Indices = std::array<const map::Term *, 6>;
  const std::vector<const map::Term *> &assumedOfIndices() const {
    return AssumedOfIndices;
  }
  std::vector<const map::Term *> assumedOf(const Indices &Thread) const;
  /// The same of the first and of the last thread of the launch.
  std::vector<const map::Term *> assumedOfOthers() const;
  /// What terms promise: no constraint, as it need not hold where they are not
  /// evaluated.
  const std::vector<const map::Term *> &promised() const { return Promised; }
  /// All of it, in terms of the protocol, for people as well. Of sizes that the
  /// launch gives nothing is said.
  const std::vector<map::Assumption> &assumptions() const {
    return Assumptions;
  }
  /// Those of them that the launch says beside its dimensions.
  const llvm::DenseSet<const map::Term *> &relations() const {
    return Relations;
  }
  /// The value of a dimension, if it is a constant here. Group: 0 block, 1
  /// grid.
  std::optional<uint32_t> dimension(unsigned Group, unsigned D) const {
    return Dims[Group][D];
  }
  /// The names in these terms of which the host passes some values only.
  std::vector<const map::Variable *>
  inDoubt(llvm::ArrayRef<const map::Term *> All) const;
  /// Why models of these terms may be of no launch: they depend on a name of
  /// which the host passes some values only. Empty if they do not.
  llvm::StringRef doubtAbout(llvm::ArrayRef<const map::Term *> All) const;
  /// Which arrays share memory.
  const map::Aliases &overlaps() const { return Overlaps; }
  /// What is in arrays that the kernel reads.
  const ArrayContents &contents() const { return Contents; }
  /// How many blocks a cluster has, if that is known.
  std::optional<map::LaunchContext::Dim> clusterDim() const {
    return ClusterDim;
  }
  /// Does the kernel, or what is assumed about it, read B?
  bool mentions(map::Builtin B) const {
    return Mentioned[static_cast<unsigned>(B)];
  }
  /// Every instance of a loop's variable lies in I.
  void limit(const map::Variable *V, map::Interval I) {
    LoopLimits.insert({V->name(), I});
  }
  /// x + y * blockDim.x + z * blockDim.x * blockDim.y of a thread.
  const map::Term *linearThread() const;
  /// Only where limitGrid has named the bound, if it is an assumption.
  bool boundsGrid(unsigned Dimension) const override {
    return boundsGrids() && Scales[Dimension];
  }

protected:
  map::Interval rangeOf(const map::Variable *V) override;

private:
  bool isMentioned(unsigned Group, unsigned D) const;
  void mark(const map::Protocol &P);
  void mark(llvm::ArrayRef<const map::Term *> All);
  void bindClusters(const map::Protocol &P, const map::LaunchContext &Context);
  uint64_t blockFactor(const map::Term *T, unsigned D) const;
  void markStrides(const map::Protocol &P);
  void fixDimensions(const map::LaunchContext &Context);
  void bindBuiltins();
  void bindConstant(const map::Assumption &A);
  void spreadComputed(const map::LaunchContext &Context);
  const map::Term *assume(const map::Assumption &A);
  void limitSymbolic();
  bool boundsGrids() const { return From == Source::All; }
  void limitGrid(unsigned D);
  uint64_t most(unsigned Group, unsigned D) const;
  const map::Term *builtin(unsigned Group, unsigned D) const;

  std::string Kernel; ///< its name
  map::TermContext &Terms;
  map::Aliases Overlaps;
  Source From;
  intervals::Environment Env;
  ArrayContents Contents;
  bool Mentioned[map::NumBuiltins] = {};
  /// May the size of a block be a factor of the grid's?
  bool Scales[3] = {};
  /// The largest number that multiplies blockIdx.d in 32 bits, hashes aside.
  uint64_t Stride[3] = {1, 1, 1};
  std::optional<uint32_t> Dims[2][3];
  std::optional<map::LaunchContext::Dim> ClusterDim;
  std::vector<const map::Term *> Constraints, ThreadConstraints, Promised;
  /// Those of ThreadConstraints that are assumed and mention an index.
  std::vector<const map::Term *> AssumedOfIndices;
  llvm::DenseSet<const map::Term *> Relations;
  std::vector<map::Assumption> Assumptions;
  /// Names that the host computes, and those that conditions tie to them, with
  /// a sentence about each.
  llvm::DenseMap<const map::Term *, std::string> Computed;
  llvm::StringMap<map::Interval> LoopLimits; ///< by the loop variable's name
};

} // namespace racemap::verdict

#endif
