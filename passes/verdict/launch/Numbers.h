// Numbers - the names and numbers that a set of queries is about.
//
// A number counts if it scales an index (a row length), bounds it, or is its
// modulus. The factors of blockIdx, which say how much of an array one block
// handles, are kept apart.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PASSES_VERDICT_LAUNCH_NUMBERS_H
#define RACEMAP_PASSES_VERDICT_LAUNCH_NUMBERS_H

#include "passes/map/Protocol.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SetVector.h"
#include <optional>
#include <set>

namespace racemap::verdict {

class Numbers {
public:
  void addCondition(const map::Term *T);
  /// Offset: in bytes, in In. What the path to it says of its loops comes
  /// before, as a condition.
  void addOffset(const map::Term *Offset, const map::Array &In);

  /// Elements: of an array that is left.
  void addExtent(uint64_t Elements);
  /// Elements: of an array that is accessed.
  void addSize(uint64_t Elements) { Sizes.insert(Elements); }

  /// From 2 to 2^20.
  const std::set<uint64_t> &all() const { return All; }
  /// Of the arrays that accesses may leave; from 2.
  const std::set<uint64_t> &extents() const { return Extents; }
  /// How many elements one block handles along dimension D; from 2.
  const std::set<uint64_t> &perBlock(unsigned D) const { return PerBlock[D]; }
  /// How many threads along D have room in a row, as the tiles that they access
  /// are cut into rows: so many steps of theirs are one of another dimension's,
  /// or the whole array. None if an index is compared with that number or a
  /// larger one, and none if only a part of one counts (threadIdx.x & 31).
  std::set<uint64_t> rows(unsigned D) const;
  /// Does an offset depend on threadIdx.d, on blockIdx.d?
  bool dependsOnThread(unsigned D) const { return HasIndex[0][D]; }
  bool dependsOnBlock(unsigned D) const { return HasIndex[1][D]; }
  /// In order of their creation.
  std::vector<const map::Variable *> parameters() const;
  /// Is it a factor of an index in an offset, as the length of a row is?
  bool isStride(const map::Variable *Parameter) const {
    return Strides.contains(Parameter);
  }
  /// May it be how far rows are apart in which threadIdx.d steps, or, without
  /// D, anything? Not if all that it scales is the thread's index in that
  /// dimension. In shared memory only if it scales that in another one: threads
  /// that step by anything else there may well come to each other's elements,
  /// and a barrier may be missing.
  bool isPitch(const map::Variable *Parameter,
               std::optional<unsigned> D = std::nullopt) const {
    unsigned Rows =
        Distances.contains(Parameter) ? 0 : Pitches.lookup(Parameter);
    return (D ? Rows & ~(1U << *D) : Rows) != 0;
  }
  /// Are both pitches, and does A scale a thread's index in an earlier
  /// dimension than all that B does?
  bool isEarlierPitch(const map::Variable *A, const map::Variable *B) const {
    unsigned OfA = Pitches.lookup(A), OfB = Pitches.lookup(B);
    return isPitch(A) && isPitch(B) && (OfA & -OfA) < (OfB & -OfB);
  }
  /// How many times a thread's index is scaled with it, where rows are Pitch
  /// apart: 4 in data[y * pitch + 4 * x]. From 2.
  std::set<uint64_t> stepsIn(const map::Variable *Pitch) const;
  /// Does it scale threadIdx.d?
  bool isScale(const map::Variable *Parameter, unsigned D) const {
    return Pitches.lookup(Parameter) & 1U << D;
  }
  /// Is blockIdx.d alone scaled with it?
  bool scalesBlock(const map::Variable *Parameter, unsigned D) const {
    return BlockScales.lookup(Parameter) & 1U << D;
  }
  /// Is an offset computed with `x & (Parameter / n - 1)`? The n, or 0.
  uint64_t leastOfMask(const map::Variable *Parameter) const {
    return Masks.lookup(Parameter);
  }
  /// Is an offset computed with 32 bits of what has 64?
  bool isCut() const { return IsCut; }
  /// Is an index of a thread or a block compared with it?
  bool isBound(const map::Variable *Parameter) const {
    return Bounds.contains(Parameter);
  }
  /// Is it above an index, as an extent is? What is below is a start.
  bool isLimit(const map::Variable *Parameter) const {
    return Limits.contains(Parameter);
  }
  /// Does a parameter, or a sum or a product of some, limit the threads along
  /// dimension D, on all paths? What limits blocks does not count.
  bool isLimited(unsigned D) const { return Limited & 1U << D; }
  /// The sums and products that limit threads on some path, but for a number
  /// that is added.
  llvm::ArrayRef<const map::Term *> sums() const { return Sums.getArrayRef(); }
  /// Does it occur in an offset, not only in a condition?
  bool isInOffset(const map::Variable *Parameter) const {
    return InOffset.contains(Parameter);
  }

private:
  /// Factor: what T is multiplied with in the index it is a part of.
  void add(const map::Term *T, uint64_t Factor);
  void addOperation(const map::Operation *T, uint64_t Factor);
  /// The dimension in which T is a thread's index, or as far from it as from
  /// that of any other thread.
  std::optional<unsigned> threadIndex(const map::Term *T) const;
  void noteStrides(const map::Operation *Product, uint64_t Factor);
  void noteBounds(const map::Operation *Comparison);
  void noteLimits(const map::Term *Path);
  void noteMask(const map::Operation *And);
  void addVariable(const map::Variable *V, uint64_t Factor);
  void note(uint64_t N, std::set<uint64_t> &To) const;
  void noteConstant(const map::Operation *In, uint64_t N);

  /// What that is equal to which loops count.
  llvm::DenseMap<const map::Term *, const map::Term *> InLoops;
  bool IsOffset = false, IsShared = false, IsCut = false;
  unsigned Unit = 1; ///< what one step of the index at hand is in bytes
  std::set<uint64_t> All, Extents, PerBlock[3], Sizes;
  uint64_t MostCompared = 0; ///< of the numbers that indices are compared with
  bool IsWhole = true;       ///< no part of a mask, a quotient or the like
  /// What indices are scaled with in an offset, in elements; 0 where only a
  /// part of one counts.
  std::set<std::pair<const map::Variable *, uint64_t>> Scales;
  /// What whole indices of threads, and products with a pitch, are scaled with
  /// in an offset, in bytes.
  std::set<uint64_t> Steps;
  llvm::DenseMap<const map::Variable *, std::set<uint64_t>> PitchUnits;
  bool HasIndex[2][3] = {};
  std::set<std::pair<const map::Term *, uint64_t>> Seen;
  llvm::SmallSetVector<const map::Variable *, 8> Parameters;
  llvm::DenseSet<const map::Variable *> InOffset, Strides, Bounds, Limits;
  /// They scale something else in shared memory.
  llvm::DenseSet<const map::Variable *> Distances;
  static constexpr unsigned OfOther = 3;
  /// A bit for each dimension of threads that it scales, and for anything else.
  llvm::DenseMap<const map::Variable *, unsigned> Pitches;
  /// A bit for each dimension of blocks whose number it scales.
  llvm::DenseMap<const map::Variable *, unsigned> BlockScales;
  /// A bit for each dimension of threads that is limited on all paths so far.
  unsigned Limited = ~0U;
  llvm::SmallSetVector<const map::Term *, 4> Sums;
  llvm::DenseMap<const map::Variable *, uint64_t> Masks;
};

} // namespace racemap::verdict

#endif
