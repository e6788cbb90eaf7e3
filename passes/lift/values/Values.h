// Values - the terms and places that IR values stand for.
//
// In:  a kernel after promotion.
// Out: for every integer of at most 64 bits a term, for every pointer the
//      places it can point to, for every block the condition of reaching it,
//      for every loop its variables and its test.
// A value defined in a loop is a term over the loop's variables: within the
// loop in the iteration at hand, behind it in the last one. Phis are decided
// by the conditions of their edges. What has no term is an unmodelled value of
// its own, one per iteration of the enclosing loops.
// The methods about loops are in the room loops/, with LoopSolver, which asks
// for values as they ask for loops. Nothing here includes anything of it.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PASSES_LIFT_VALUES_VALUES_H
#define RACEMAP_PASSES_LIFT_VALUES_VALUES_H

#include "passes/lift/effects/Assembly.h"
#include "passes/lift/kernel/Pointer.h"
#include "passes/lift/kernel/Region.h"
#include "passes/lift/values/LoopModel.h"
#include "passes/map/Ranges.h"

namespace racemap::lift {

/// The value of a special register ("tid.x", "laneid"); null if it has none.
const map::Term *registerTerm(map::TermContext &Terms, llvm::StringRef Name);

/// A comparison of integers, with LLVM's meaning.
const map::Term *compare(map::TermContext &Terms, llvm::CmpInst::Predicate P,
                         const map::Term *A, const map::Term *B);

class Values {
public:
  explicit Values(Kernel &K) : K(K), Terms(K.Terms) {}

  /// The term of an integer of 1 to 64 bits.
  const map::Term *term(const llvm::Value *V);
  const Pointer &pointer(const llvm::Value *V);
  /// The place of an access: V moved by this many bytes. V may be an integer
  /// made from a pointer.
  Pointer place(const llvm::Value *V, int64_t Displacement,
                const llvm::Loop *Here);
  /// The value used in a block of loop Use, which may be outside of the loop
  /// that defines it.
  const map::Term *termIn(const llvm::Value *V, const llvm::Loop *Use);
  /// The same of any integer, sign-extended or cut to 64 bits.
  const map::Term *offsetIn(const llvm::Value *V, const llvm::Loop *Use);
  Pointer pointerIn(const llvm::Value *V, const llvm::Loop *Use);
  /// Of a floating-point number: known, or what a read has found; null if it
  /// was calculated. Of a pointer: what a read has found.
  const map::Term *bitsOf(const llvm::Value *V, const llvm::Loop *Use);

  const Region &region(const llvm::Loop *L);
  const LoopModel &loop(const llvm::Loop *L);

  /// Given that N's dominator was reached and nothing left since: N is.
  const map::Term *reached(const Region &R, Region::Block N);
  /// The same from Dominator down to N.
  const map::Term *path(const Region &R, Region::Block Dominator,
                        Region::Block N);
  /// Given that the node of R with E.From was reached: E is taken.
  const map::Term *taken(const Region &R, const Edge &E);
  /// The same for a branch of a block.
  const map::Term *branch(const Edge &E);
  /// Given that L was left but the kernel not: through E.
  const map::Term *leftThrough(const llvm::Loop *L, const Edge &E);

  /// Of a thread: L is reached in it. Nothing if that is not a condition on
  /// parameters and built-ins.
  std::optional<const map::Term *> wayTo(const llvm::Loop *L);

  /// Whether a guarded instruction of inline assembly is executed.
  const map::Term *guard(const llvm::CallBase &Call, const ptx::Guard &G);
  /// A value that is not known, the same for each use of V.
  const map::Term *unmodelled(const llvm::Value *V, unsigned Width);
  /// The same, null if no use of V needed it.
  const map::Term *nameOf(const llvm::Value &V, unsigned Width);
  /// Does T change while L runs?
  bool variesIn(const map::Term *T, const llvm::Loop *L);

private:
  // Integers (Integers.cpp).
  /// An operand, as it is where the instruction stands.
  const map::Term *use(const llvm::User &By, unsigned Operand);
  const map::Term *compute(const llvm::Value *V, unsigned Width);
  const map::Term *ofInstruction(const llvm::Instruction &I, unsigned Width);
  const map::Term *ofBinary(const llvm::BinaryOperator &I);
  const map::Term *ofCompare(const llvm::ICmpInst &I);
  const map::Term *ofPointerCompare(const llvm::ICmpInst &I);
  const map::Term *ofSpaceTest(const llvm::CallBase &Call,
                               llvm::StringRef Space);
  const map::Term *ofNullTest(const Target &T, bool IsNull);
  const map::Term *ofMadePointer(const llvm::IntToPtrInst &Made, unsigned Width,
                                 const llvm::Instruction &Use);
  const map::Term *ofCast(const llvm::CastInst &I, unsigned Width);
  const map::Term *ofCall(const llvm::CallBase &Call, unsigned Width);
  const map::Term *ofIntrinsic(const llvm::CallBase &Call);
  const map::Term *ofArgument(const llvm::Argument &A, unsigned Width);
  const map::Term *ofPart(const llvm::Instruction &I, unsigned Width);
  const map::Term *ofCompareExchange(const llvm::AtomicCmpXchgInst &I,
                                     unsigned Result);
  /// T; of a term that is too deep, an unmodelled value for V in Here.
  const map::Term *limitDepth(const llvm::Value *V, const map::Term *T,
                              const llvm::Loop *Here);
  const map::Term *unmodelled(const llvm::Value *V, unsigned Width,
                              const llvm::Loop *Here);
  /// The innermost loop around an instruction.
  const llvm::Loop *loopOf(const llvm::Value *V) const;
  // Floating-point numbers (Floats.cpp).
  const map::Term *ofFloatCompare(const llvm::FCmpInst &I);
  // Inline assembly (AssemblyValues.cpp).
  const map::Term *ofAssembly(const llvm::CallBase &Call, unsigned Result,
                              unsigned Width);
  const map::Term *ofKnown(const llvm::CallBase &Call, const ptx::KnownValue &V,
                           unsigned Width);
  const map::Term *ofAssemblyRead(const llvm::CallBase &Call,
                                  const ptx::Access &A, unsigned Element,
                                  unsigned Width);
  // Loads (Loads.cpp).
  const map::Term *ofLoad(const llvm::LoadInst &L, uint64_t At, unsigned Width);
  const map::Term *ofTarget(const Target &T, uint64_t At, unsigned Width);
  const map::Term *ofInitializer(const llvm::Constant &C,
                                 const map::Term *Offset, unsigned Width);
  const map::Term *ofMember(const llvm::Argument &A, const map::Term *Offset,
                            unsigned Width);
  // Pointers (Pointers.cpp).
  Pointer computePointer(const llvm::Value *V);
  Pointer ofOffset(const llvm::GEPOperator &G);
  Pointer ofLeaf(const llvm::Value *V);
  Pointer ofMapped(const llvm::CallBase &Call);
  Pointer ofLoadedPointer(const llvm::LoadInst &L, const Root &Base);
  Pointer ofAddress(const llvm::Value *V, const llvm::Loop *Here);
  Pointer opaque(std::string Reason);
  // Phis (Phis.cpp).
  /// Of one region and one dominator: the conditions from there down to others.
  using Paths = llvm::DenseMap<const llvm::BasicBlock *, const map::Term *>;
  /// path(), for which the beginning may be known.
  const map::Term *path(const Region &R, Region::Block Dominator,
                        Region::Block N, Paths &Ways);
  llvm::SmallVector<std::pair<const map::Term *, const llvm::Value *>, 4>
  incoming(const llvm::PHINode &Phi);
  const map::Term *ofPhi(const llvm::PHINode &Phi);
  Pointer ofPointerPhi(const llvm::PHINode &Phi);
  // Loops (loops/Loops.cpp, and wayTo() in loops/LoopReach.cpp).
  friend class LoopSolver;
  void forget(const llvm::Loop *L);
  const map::Term *afterLoops(const map::Term *T, const llvm::Loop *Def,
                              const llvm::Loop *Use);
  const map::Term *previous(const LoopModel &M, const map::Term *T);
  llvm::SmallVector<const map::Term *, 4> countersAround(const llvm::Loop *L);

  Kernel &K;
  map::TermContext &Terms;
  map::Ranges Limits; ///< of terms of any launch
  llvm::DenseMap<const llvm::Value *, const map::Term *> Known;
  llvm::DenseMap<const llvm::Value *, std::unique_ptr<Pointer>> KnownPointers;
  llvm::DenseMap<const llvm::BasicBlock *, const map::Term *> Reached;
  llvm::DenseMap<const llvm::Value *, std::string> UnmodelledNames;
  llvm::DenseMap<const llvm::Loop *, std::unique_ptr<Region>> Regions;
  llvm::DenseMap<const llvm::Loop *, std::unique_ptr<LoopModel>> Models;
  llvm::DenseMap<const map::Variable *, const llvm::Loop *> Owners;
  llvm::DenseMap<std::pair<const llvm::PHINode *, unsigned>,
                 const map::Variable *>
      Placeholders;
  llvm::DenseMap<const llvm::Value *, const map::Variable *> LoopNames;
  llvm::DenseMap<const map::Term *, unsigned> Depths;
  llvm::DenseMap<const map::Array *, const map::Variable *> NullTests;
  unsigned NextGuard = 0;
  llvm::DenseMap<
      std::pair<const llvm::Argument *, std::pair<uint64_t, unsigned>>,
      const map::Variable *>
      Members;
};

} // namespace racemap::lift

#endif
