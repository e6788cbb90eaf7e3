// BlockSizes - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/verdict/preconditions/BlockSizes.h"
#include "passes/map/Traversal.h"
#include "llvm/Support/MathExtras.h"

namespace racemap::verdict {

using namespace map;
using llvm::dyn_cast;

/// What a block, or a round of it, works on is often less than what it has
/// threads for, where some are there for a halo. Then it is neither a power of
/// two (16 x 16, 32 x 8) nor a number of whole warps, or, of rounds of rows, of
/// quarters of one.
static constexpr uint64_t Warp = 32, Rows = 4;

static bool isWholeBlock(uint64_t Threads, bool InRoundsOfRows) {
  return (Threads >= Rows && llvm::isPowerOf2_64(Threads)) ||
         Threads % (InRoundsOfRows ? Rows : Warp) == 0;
}

namespace {
/// What steps through a sum, and how far.
struct Part {
  const Variable *Index; ///< of a thread or a block, or a loop's counter
  uint64_t Step;

  bool isOfThread() const { // else of a block, or of a loop
    return Index->isIndex() && static_cast<unsigned>(Index->builtin()) < 3;
  }
  unsigned dimension() const {
    return static_cast<unsigned>(Index->builtin()) % 3;
  }
};
} // namespace

static const Variable *indexOrCounter(const Term *T) {
  const auto *V = dyn_cast<Variable>(T);
  return V && (V->isIndex() || V->role() == Variable::Role::Loop) ? V : nullptr;
}

/// Of each factor that parts of a place share: row and column are apart.
static std::map<Polynomial::Monomial, std::vector<Part>, Polynomial::ById>
partsOf(const Polynomial &Place) {
  std::map<Polynomial::Monomial, std::vector<Part>, Polynomial::ById> All;
  for (const auto &[Names, Coefficient] : Place.sum()) {
    auto Its = llvm::find_if(Names, indexOrCounter);
    if (Its == Names.end() || Coefficient <= 0)
      continue;
    Polynomial::Monomial Others = Names;
    llvm::erase(Others, *Its);
    if (Others.size() + 1 == Names.size())
      All[Others].push_back(
          {indexOrCounter(*Its), static_cast<uint64_t>(Coefficient)});
  }
  return All;
}

std::optional<Polynomial> BlockSizes::unrolled(const Polynomial &Place) const {
  std::optional<Polynomial> All = Polynomial::constant(0);
  for (const auto &[Names, Coefficient] : Place.sum()) {
    std::optional<Polynomial> Product = Polynomial::constant(Coefficient);
    for (const Term *Name : Names) {
      auto Its = Variables.find(Name);
      if (Product)
        Product = *Product * (Its == Variables.end() ? Polynomial::name(Name)
                                                     : Its->second);
    }
    if (!Product || !(All = *All + *Product))
      return std::nullopt;
  }
  return All;
}

BlockSizes::BlockSizes(const Protocol &P, const intervals::Environment &Env) {
  forEachStmt(P.Body, [&](const Stmt *S) { // outer loops come first
    if (const auto *A = dyn_cast<Access>(S))
      return add(*A, Env);
    const auto *L = dyn_cast<Loop>(S);
    if (!L || !L->TheRange || L->TheRange->Kind != Loop::StepKind::Add)
      return;
    auto Start = Polynomial::unwrapped(Env(L->TheRange->Start)),
         Step = Polynomial::unwrapped(Env(L->TheRange->Step));
    if (Start)
      Start = unrolled(*Start);
    if (Start && Step)
      Step = *Step * Polynomial::name(L->Counter);
    if (auto Its = Start && Step ? *Start + *Step : std::nullopt)
      Variables.try_emplace(L->TheRange->Var, std::move(*Its));
  });
  std::vector<const Term *> All = termsIn(P.Body);
  for (const Assumption &Its : P.Assumptions) // launch bounds
    if (Its.Condition && Its.Why == Assumption::Basis::Said)
      All.push_back(Its.Condition);
  forEachNode(All, [&](const Term *T) {
    addComparison(T);
    const auto *V = dyn_cast<Variable>(T);
    if (V && V->role() == Variable::Role::Builtin && !V->isIndex())
      if (auto Which = static_cast<unsigned>(V->builtin()); Which / 3 == 2)
        AreAsked[Which % 3] = true;
  });
}

void BlockSizes::add(const Access &A, const intervals::Environment &Env) {
  auto Place = Polynomial::unwrapped(Env(A.Offset));
  if (Place)
    Place = unrolled(*Place);
  if (!Place)
    return;
  for (const auto &[Factor, Parts] : partsOf(*Place)) {
    // What is only read, round by round, may be neighbours.
    if (!A.writes() && llvm::any_of(Parts, [](const Part &Its) {
          return !Its.Index->isIndex();
        }))
      continue;
    for (const Part &Thread : Parts) {
      if (!Thread.isOfThread())
        continue;
      uint64_t Row = 0; // the shortest
      for (const Part &Other : Parts) {
        bool IsRound = !Other.Index->isIndex();
        if (Other.isOfThread() || Other.Step % Thread.Step)
          continue;
        uint64_t Its = Other.Step / Thread.Step;
        if (isWholeBlock(Its, IsRound && Thread.dimension() != 0) &&
            (!Row || Its < Row))
          Row = Its;
      }
      // Parts that are only read may overlap.
      uint64_t &Along = (A.writes() ? Written : Least)[Thread.dimension()];
      Along = std::max(Along, Row);
      if (Parts.size() == 1 && Factor.empty() && A.TheArray->Extent)
        Least[Thread.dimension()] = std::max(Least[Thread.dimension()],
                                             *A.TheArray->Extent / Thread.Step);
    }
  }
}

/// Of a thread's index, or of its warp's, with a number.
void BlockSizes::addComparison(const Term *T) {
  bool IsEqual = isOp(T, Op::Eq) || isOp(T, Op::Ne);
  const auto *O = dyn_cast<Operation>(T);
  if (!O || !(isOrder(O->op()) || IsEqual))
    return;
  for (unsigned I : {0u, 1u}) {
    const auto *Number = dyn_cast<Constant>(O->operand(I));
    const Term *Its = withoutCasts(O->operand(1 - I));
    bool IsPart = isOp(Its, Op::UDiv) || isOp(Its, Op::SDiv) ||
                  isOp(Its, Op::LShr) || isOp(Its, Op::AShr);
    if (IsPart)
      Its = withoutCasts(Its->operand(0));
    const auto *V = dyn_cast<Variable>(Its);
    if (!Number || !V || !V->isIndex() || (IsEqual && !IsPart))
      continue;
    if (auto Which = static_cast<unsigned>(V->builtin()); Which < 3)
      Least[Which] =
          IsPart
              ? UINT64_MAX
              : std::max({Least[Which], Number->value(), Number->value() + 1});
  }
}

std::optional<uint64_t> BlockSizes::along(unsigned D) const {
  return Written[D] >= std::max<uint64_t>(Least[D], 1) && !AreAsked[D]
             ? std::optional(Written[D])
             : std::nullopt;
}

} // namespace racemap::verdict
