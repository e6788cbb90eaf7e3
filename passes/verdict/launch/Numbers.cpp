// Numbers - one walk over the terms, with the factor of the place.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/verdict/launch/Numbers.h"
#include "passes/map/Traversal.h"
#include "llvm/Support/SaveAndRestore.h"

namespace racemap::verdict {

using namespace map;
using llvm::dyn_cast;

static constexpr uint64_t Largest = uint64_t(1) << 20;
/// Terms with factors that are looked at; more say nothing new.
static constexpr size_t MostPlaces = 20'000;

/// Is T what a loop counts, as itself or as a function of the rounds?
static bool isOfLoop(const Term *T) {
  const auto *V = dyn_cast<Variable>(T);
  return llvm::isa<Unknown>(T) || (V && V->role() == Variable::Role::Loop);
}

void Numbers::addCondition(const Term *T) {
  add(T, 1);
  noteLimits(T);
  auto IsKnown = [&](const Term *X) { return InLoops.contains(X); };
  for (const Term *C : conjuncts(T)) {
    if (!isOp(C, Op::Eq))
      continue;
    const Term *V = withoutCasts(C->operand(0)), *Its = C->operand(1);
    if (isOfLoop(V) && !mentions(Its, V) &&
        !anyNode({Its}, IsKnown)) // no circle
      InLoops.insert({V, Its});
  }
}

void Numbers::addOffset(const Term *Offset, const Array &In) {
  Unit = std::max(1u, In.ElementSize);
  IsOffset = true;
  IsShared = In.TheSpace == Space::Shared;
  Seen.clear();
  add(Offset, 1);
  IsOffset = false;
  Unit = 1;
  Seen.clear();
}

void Numbers::addExtent(uint64_t Elements) {
  note(Elements, All);
  if (Elements >= 2)
    Extents.insert(Elements);
}

std::vector<const Variable *> Numbers::parameters() const {
  std::vector<const Variable *> Sorted(Parameters.begin(), Parameters.end());
  llvm::sort(Sorted, ByCreation());
  return Sorted;
}

void Numbers::note(uint64_t N, std::set<uint64_t> &To) const {
  if (N >= 2 && N <= Largest)
    To.insert(N);
}

void Numbers::add(const Term *T, uint64_t Factor) {
  if (Factor > Largest * 16 || Seen.size() > MostPlaces ||
      !Seen.insert({T, Factor * 2 + IsWhole}).second)
    return;
  if (const auto *V = dyn_cast<Variable>(T))
    addVariable(V, Factor);
  else if (const auto *O = dyn_cast<Operation>(T))
    addOperation(O, Factor);
  else
    for (const Term *X : T->operands())
      add(X, 1);
}

void Numbers::addVariable(const Variable *V, uint64_t Factor) {
  note(Factor / Unit, All);
  if (V->role() == Variable::Role::Parameter)
    Parameters.insert(V);
  if (V->role() == Variable::Role::Parameter && IsOffset)
    InOffset.insert(V);
  if (!V->isIndex())
    return;
  if (IsOffset)
    Scales.insert({V, IsWhole ? Factor / Unit : 0});
  unsigned Which = static_cast<unsigned>(V->builtin());
  HasIndex[Which / 3][Which % 3] |= IsOffset;
  if (IsOffset && IsWhole && Which < 3)
    Steps.insert(Factor);
  if (Which / 3)
    note(Factor / Unit, PerBlock[Which % 3]);
}

/// The number that T scales its other operand with; 0 if it does not scale.
static uint64_t scaleOf(const Operation *T) {
  const auto *By =
      T->operands().size() == 2 ? dyn_cast<Constant>(T->operand(1)) : nullptr;
  if (By && T->op() == Op::Mul)
    return By->value();
  if (By && T->op() == Op::Shl && By->value() < 20)
    return uint64_t(1) << By->value();
  return 0;
}

void Numbers::noteConstant(const Operation *In, uint64_t N) {
  switch (In->op()) {
  case Op::LShr:
  case Op::AShr:
    return note(N < 20 ? uint64_t(1) << N : 0, All);
  case Op::And: // a mask
  case Op::ULe:
  case Op::SLe:
  case Op::Eq:
    return note(N + 1, All);
  case Op::Add:
  case Op::Sub:
    return note(N % Unit ? N : N / Unit, All);
  default:
    return note(N, All);
  }
}

/// The dimension of which T is an index: a thread's, or a block's.
static std::optional<unsigned> dimensionOf(const Term *T, bool OfBlock) {
  const auto *V = dyn_cast<Variable>(T);
  if (!V || !V->isIndex())
    return std::nullopt;
  unsigned Which = static_cast<unsigned>(V->builtin());
  return (Which / 3 != 0) == OfBlock ? std::optional(Which % 3) : std::nullopt;
}
static std::optional<unsigned> threadDimension(const Term *T) {
  return dimensionOf(T, false);
}
static std::optional<unsigned> blockDimension(const Term *T) {
  return dimensionOf(T, true);
}

static bool isIndex(const Term *T) {
  const auto *V = dyn_cast<Variable>(T);
  return V && V->isIndex();
}

static bool isIndexOrCounter(const Term *T) {
  const auto *V = dyn_cast<Variable>(T);
  return isIndex(T) || (V && V->role() == Variable::Role::Loop);
}

static bool isParameter(const Term *T) {
  const auto *V = dyn_cast<Variable>(T);
  return V && V->role() == Variable::Role::Parameter;
}

/// Adds the parameters of which T is a sum or a product. One that only decides,
/// as in a condition, is a flag.
static void addTerms(const Term *T, llvm::DenseSet<const Variable *> &To) {
  forEachPart(T, [&](const Term *Part) {
    if (isParameter(Part))
      To.insert(cast<Variable>(Part));
  });
}

namespace {
struct Quotient {
  const Variable *Parameter;
  uint64_t By;
};
} // namespace

/// Of a parameter by a number: pitch / 4, or pitch >> 2; by 1 if T is one.
static std::optional<Quotient> quotientOf(const Term *T) {
  T = withoutCasts(T);
  uint64_t By = 1;
  bool IsShift = isOp(T, Op::LShr) || isOp(T, Op::AShr);
  if (IsShift || isOp(T, Op::UDiv) || isOp(T, Op::SDiv)) {
    const auto *C = dyn_cast<Constant>(T->operand(1));
    if (!C || C->value() == 0 || (IsShift && C->value() >= 20))
      return std::nullopt;
    By = IsShift ? uint64_t(1) << C->value() : C->value();
    T = withoutCasts(T->operand(0));
  }
  const auto *V = dyn_cast<Variable>(T);
  return V && V->role() == Variable::Role::Parameter
             ? std::optional(Quotient{V, By})
             : std::nullopt;
}

/// Adds the parameters that one operand of T is made of where the other has a
/// name of which IsIt is true.
static void addParameters(const Operation *T, bool (*IsIt)(const Term *),
                          llvm::DenseSet<const Variable *> &To) {
  const Term *A = T->operand(0), *B = T->operand(1);
  for (auto [By, Index] : {std::pair(A, B), std::pair(B, A)})
    if (anyNode({Index}, IsIt) && !anyNode({By}, isIndexOrCounter))
      addTerms(By, To);
}

std::optional<unsigned> Numbers::threadIndex(const Term *T) const {
  auto IsOfThread = [](const Term *X) {
    return threadDimension(X).has_value();
  };
  T = withoutCasts(T);
  if (isOp(T, Op::Add))
    for (unsigned I : {0u, 1u})
      if (!anyNode({T->operand(1 - I)}, IsOfThread))
        if (auto D = threadIndex(T->operand(I)))
          return D;
  if (const Term *Its = InLoops.lookup(T))
    return threadIndex(Its);
  return threadDimension(T);
}

void Numbers::noteStrides(const Operation *Product, uint64_t Factor) {
  llvm::DenseSet<const Variable *> Its;
  addParameters(Product, isIndexOrCounter, Its);
  Strides.insert(Its.begin(), Its.end());
  auto D = threadIndex(Product->operand(0));
  if (!D)
    D = threadIndex(Product->operand(1));
  auto NotePitch = [&](const Variable *V, uint64_t Unit) {
    PitchUnits[V].insert(Unit);
    Pitches[V] |= D ? 1U << *D : IsShared ? 0 : 1U << OfOther;
  };
  for (const Variable *V : Its) {
    NotePitch(V, Factor);
    for (const Term *X : Product->operands())
      if (auto Block = blockDimension(withoutCasts(X)))
        BlockScales[V] |= 1U << *Block;
  }
  // A pitch in bytes, where elements are counted.
  const Term *A = Product->operand(0), *B = Product->operand(1);
  for (auto [By, Index] : {std::pair(A, B), std::pair(B, A)})
    if (auto Q = quotientOf(By); Q && Q->By > 1 && Factor % Q->By == 0 &&
                                 anyNode({Index}, isIndexOrCounter)) {
      Strides.insert(Q->Parameter);
      NotePitch(Q->Parameter, Factor / Q->By);
    }
  if (IsShared && !D)
    Distances.insert(Its.begin(), Its.end());
}

/// That of all indices in T, if it is one.
static std::optional<unsigned> onlyDimension(const Term *T) {
  std::set<unsigned> Dimensions;
  forEachNode({T}, [&](const Term *X) {
    if (isIndex(X))
      Dimensions.insert(static_cast<unsigned>(cast<Variable>(X)->builtin()) %
                        3);
  });
  return Dimensions.size() == 1 ? std::optional(*Dimensions.begin())
                                : std::nullopt;
}

/// A loop's counter is left out: how often a loop runs is no extent, and a
/// barrier in it may be what is missing if it never runs. An index that is
/// compared with a number may be as large as that, or one more; not if it is
/// compared together with that of another dimension.
void Numbers::noteBounds(const Operation *Comparison) {
  addParameters(Comparison, isIndex, Bounds);
  const Term *A = Comparison->operand(0), *B = Comparison->operand(1);
  for (auto [By, Index] : {std::pair(A, B), std::pair(B, A)})
    if (const auto *N = dyn_cast<Constant>(By); N && onlyDimension(Index))
      MostCompared = std::max({MostCompared, N->value(), N->value() + 1});
  if (!anyNode({A}, isIndex) || anyNode({B}, isIndexOrCounter))
    return;
  addTerms(B, Limits);
}

/// What a number is added to in T, or T.
static const Term *withoutNumber(const Term *T) {
  T = withoutCasts(T);
  bool IsSum = isOp(T, Op::Add) || isOp(T, Op::Sub);
  return IsSum && llvm::isa<Constant>(T->operand(1))
             ? withoutCasts(T->operand(0))
             : T;
}

/// Of parameters and numbers, by sums and products.
static bool isMadeOfParameters(const Term *T) {
  bool HasParameter = false, HasOther = false;
  forEachPart(T, [&](const Term *Part) {
    HasParameter |= isParameter(Part);
    HasOther |= !isParameter(Part) && !llvm::isa<Constant>(Part);
  });
  return HasParameter && !HasOther;
}

/// A sum counts where threads begin at 0: from `x - r` to `x + r` is what a
/// thread's neighbours are, not how many there are.
void Numbers::noteLimits(const Term *Path) {
  unsigned Here = 0, Begun = 0;
  llvm::SmallVector<std::pair<unsigned, const Term *>> SumsHere;
  for (const Term *C : conjuncts(Path)) {
    const auto *O = dyn_cast<Operation>(C);
    if (!O || !isOrder(O->op()))
      continue;
    const Term *Begin = O->operand(0), *End = withoutNumber(O->operand(1));
    if (auto D = threadIndex(O->operand(1)); D && isMadeOfParameters(Begin))
      Begun |= 1U << *D;
    auto D = threadIndex(O->operand(0));
    if (D && isParameter(End))
      Here |= 1U << *D;
    else if (D && isMadeOfParameters(End))
      SumsHere.emplace_back(*D, End);
  }
  for (auto [D, Sum] : SumsHere) {
    if (Begun & 1U << D)
      continue;
    Here |= 1U << D;
    Sums.insert(Sum);
  }
  Limited &= Here;
}

/// x & (d - 1), where d is a parameter or a quotient of one.
void Numbers::noteMask(const Operation *And) {
  for (const Term *Mask : And->operands())
    if (const Term *D = oneAbove(Mask))
      if (auto Q = quotientOf(D))
        Masks[Q->Parameter] = std::max(Masks[Q->Parameter], Q->By);
}

std::set<uint64_t> Numbers::stepsIn(const Variable *Pitch) const {
  std::set<uint64_t> Found;
  auto Units = PitchUnits.find(Pitch);
  if (Units == PitchUnits.end())
    return Found;
  for (uint64_t Unit : Units->second)
    for (uint64_t Step : Steps)
      if (Step % Unit == 0)
        note(Step / Unit, Found);
  return Found;
}

std::set<uint64_t> Numbers::rows(unsigned D) const {
  std::set<uint64_t> Found;
  auto AddIf = [&](uint64_t Whole, uint64_t Step) {
    if (Whole % Step == 0 && Whole / Step > MostCompared)
      note(Whole / Step, Found);
  };
  for (auto [V, Step] : Scales) {
    auto Its = threadDimension(V);
    if (Its && Step == 0)
      return {};
    if (Its != D)
      continue;
    for (uint64_t Size : Sizes)
      AddIf(Size, Step);
    for (auto [Other, Row] : Scales)
      if (Other != V && threadDimension(Other))
        AddIf(Row, Step);
  }
  return Found;
}

void Numbers::addOperation(const Operation *T, uint64_t Factor) {
  if (IsOffset && T->op() == Op::Mul)
    noteStrides(T, Factor);
  if (IsOffset && T->op() == Op::And)
    noteMask(T);
  if (T->op() >= Op::ULt && T->op() <= Op::SLe)
    noteBounds(T);
  IsCut |= IsOffset && T->op() == Op::Trunc && T->width() == 32;
  if (T->op() == Op::Trunc && T->width() < 32)
    note(uint64_t(1) << T->width(), All); // from here on it wraps
  if (uint64_t Scale = scaleOf(T); Scale && Scale <= Largest * 16)
    return add(T->operand(0), Factor * Scale);
  bool IsSum = T->op() == Op::Add || T->op() == Op::Sub ||
               T->op() == Op::ZExt || T->op() == Op::SExt ||
               T->op() == Op::Trunc || T->op() == Op::Ite;
  bool IsProduct = T->op() == Op::Mul || T->op() == Op::Shl;
  llvm::SaveAndRestore Whole(IsWhole, IsWhole && (IsSum || IsProduct));
  for (const Term *X : T->operands()) {
    const auto *C = dyn_cast<Constant>(X);
    if (!C) {
      add(X, IsSum ? Factor : Unit); // an index again
      continue;
    }
    noteConstant(T, C->value());
  }
}

} // namespace racemap::verdict
