// LaunchFacts - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/verdict/launch/LaunchFacts.h"
#include "passes/intervals/LoopRelation.h"
#include "passes/map/Mentioned.h"
#include "passes/map/Printer.h"
#include "passes/map/Traversal.h"
#include "llvm/ADT/SetVector.h"

namespace racemap::verdict {

using namespace map;
using llvm::dyn_cast;

/// Groups of built-ins, in the order of Builtin.
enum Group : unsigned { ThreadIdx, BlockIdx, BlockDim, GridDim };

static constexpr const char *Axis[] = {"x", "y", "z"};

LaunchFacts::LaunchFacts(const Protocol &P, const LaunchContext &Context,
                         Source From)
    : Kernel(P.Name), Terms(P.terms()), Overlaps(Context), From(From),
      Env(P.terms()) {
  bindClusters(P, Context);
  mark(P);
  fixDimensions(Context);
  ClusterDim = Context.ClusterDim.whole();
  bindBuiltins();
  for (const Assumption &A : Context.Conditions)
    bindConstant(A);
  Contents = ArrayContents(Context, Env);
  markStrides(P);
  limitSymbolic();
  for (const Assumption &A : Context.Conditions)
    if (const Term *Here = assume(A))
      Relations.insert(Here);
  for (const Assumption &A : P.Assumptions)
    if (A.Why == Assumption::Basis::Said || From == Source::All)
      assume(A);
  spreadComputed(Context);
}

/// A condition hands the doubt on to all that it relates.
void LaunchFacts::spreadComputed(const LaunchContext &Context) {
  for (const Variable *V : Context.Computed)
    Computed[V] =
        "the host computes '" + toText(V) + "' in a way that is not followed";
  for (size_t Before = ~size_t(0); Before != Computed.size();) {
    Before = Computed.size();
    for (const Assumption &A : Context.Conditions) {
      VariableSet In;
      if (A.Condition)
        addMentioned(A.Condition, In);
      const auto *Why = llvm::find_if(
          In, [&](const Variable *V) { return Computed.contains(V); });
      if (Why == In.end())
        continue;
      std::string Text = Computed.lookup(*Why);
      for (const Variable *V : In)
        Computed.try_emplace(V, Text);
    }
  }
}

std::vector<const Variable *>
LaunchFacts::inDoubt(llvm::ArrayRef<const Term *> All) const {
  llvm::SetVector<const Variable *> Found;
  if (!Computed.empty())
    forEachNode(All, [&](const Term *T) {
      const auto *V = dyn_cast<Variable>(T);
      if (V && V->isIndex()) // it depends on the dimension that limits it
        V = Terms.builtin(static_cast<Builtin>(
            static_cast<unsigned>(V->builtin()) + 3 * BlockDim));
      if (V && Computed.contains(V))
        Found.insert(V);
    });
  return {Found.begin(), Found.end()};
}

llvm::StringRef
LaunchFacts::doubtAbout(llvm::ArrayRef<const Term *> All) const {
  std::vector<const Variable *> Its = inDoubt(All);
  return Its.empty() ? llvm::StringRef() : Computed.find(Its.back())->second;
}

/// The condition in this context; null if it says nothing.
const Term *LaunchFacts::assume(const Assumption &A) {
  const Term *Here = A.Condition ? Env(A.Condition) : Terms.yes();
  if (A.Why == Assumption::Basis::Expected && Here == Terms.no())
    return nullptr;
  Assumptions.push_back(A);
  if (Here == Terms.yes())
    return nullptr;
  if (A.Why == Assumption::Basis::Promised)
    Promised.push_back(Here);
  else
    ThreadConstraints.push_back(Here);
  bool IsOfIndex = map::anyNode(Here, [](const Term *X) {
    const auto *V = dyn_cast<Variable>(X);
    return V && V->isIndex();
  });
  bool IsKnown = !map::mentions({Here}, map::Cause::Unmodelled);
  if (A.Why != Assumption::Basis::Promised && IsOfIndex && IsKnown)
    AssumedOfIndices.push_back(Here);
  return Here;
}

/// A parameter that the launch fixes becomes a constant.
void LaunchFacts::bindConstant(const Assumption &A) {
  if (!A.Condition || !isOp(A.Condition, Op::Eq))
    return;
  const auto *V = dyn_cast<Variable>(A.Condition->operand(0));
  const auto *C = dyn_cast<Constant>(A.Condition->operand(1));
  if (V && C && V->role() == Variable::Role::Parameter && Env.lookup(V) == V)
    Env.bind(V, C);
}

/// What a launch does not say of its clusters is in doubt.
void LaunchFacts::bindClusters(const Protocol &P,
                               const LaunchContext &Context) {
  for (unsigned D : {0u, 1u, 2u}) {
    auto Blocks = Context.ClusterDim[D];
    Mentioned[3 * BlockIdx + D] |= Blocks.value_or(1) > 1;
    auto V = llvm::find_if(P.Parameters, [&](const Variable *Its) {
      return Its->name() == LaunchContext::clusterDimName(D);
    });
    if (V == P.Parameters.end())
      continue;
    if (Blocks)
      Env.bind(*V, Terms.constant(32, *Blocks));
    else
      Computed[*V] = "how many blocks a cluster has is not known";
  }
}

/// A slot of a distributed array mentions no index: it says which block it is,
/// whatever its dimensions. Nor does the mask of an exchange, which says which
/// lane it is.
void LaunchFacts::mark(const Protocol &P) {
  std::vector<const Term *> All;
  forEachStmt(P.Body, [&](const Stmt *S) {
    auto Its = termsOf(S);
    const auto *A = dyn_cast<Access>(S);
    bool IsDistributed = A && A->TheArray->Distributed;
    if (const auto *X = dyn_cast<Exchange>(S))
      llvm::erase(Its, X->Mask);
    for (const Term *T :
         llvm::drop_begin(Its, IsDistributed ? A->Slots.size() : 0))
      All.push_back(Env(T));
  });
  mark(All);
  for (const Assumption &A : P.Assumptions)
    if (A.Condition)
      mark(Env(A.Condition));
}

/// Notes which built-ins occur, which of them together, and with which factors.
void LaunchFacts::mark(llvm::ArrayRef<const Term *> All) {
  bool Here[NumBuiltins] = {};
  forEachNode(All, [&](const Term *T) {
    const auto *V = dyn_cast<Variable>(T);
    if (V && V->role() == Variable::Role::Builtin)
      Here[static_cast<unsigned>(V->builtin())] = true;
  });
  for (unsigned D : {0u, 1u, 2u})
    Scales[D] |= Here[3 * BlockDim + D] &&
                 (Here[3 * BlockIdx + D] || Here[3 * GridDim + D]);
  for (unsigned I = 0; I < NumBuiltins; ++I)
    Mentioned[I] |= Here[I];
}

/// What T is in every launch of this context, null if dimensions decide it.
static const Constant *fixedNumber(const Term *T,
                                   const intervals::Environment &Env) {
  VariableSet Names;
  addMentioned(T, Names);
  bool OnlyParameters = llvm::all_of(Names, [](const Variable *V) {
    return V->role() == Variable::Role::Parameter;
  });
  return OnlyParameters ? dyn_cast<Constant>(Env(T)) : nullptr;
}

/// The number that blockIdx.d is multiplied with in T, be it as a part of a sum
/// where nothing says that the product does not wrap; 0 if there is none, or if
/// the factor is too large to be what a block works on.
uint64_t LaunchFacts::blockFactor(const Term *T, unsigned D) const {
  if (T == Terms.builtin(static_cast<Builtin>(3 * BlockIdx + D)))
    return 1;
  if (!isOp(T, Op::Mul) && !isOp(T, Op::Shl))
    return 0;
  bool IsOfThreads = isOp(T->operand(0), Op::Add) &&
                     cast<Operation>(T)->promises() == NoPromise;
  uint64_t Inner = 0;
  if (IsOfThreads)
    for (const Term *Part : T->operand(0)->operands())
      Inner = std::max(Inner, blockFactor(Part, D));
  else
    Inner = blockFactor(T->operand(0), D);
  const Constant *By = Inner ? fixedNumber(T->operand(1), Env) : nullptr;
  if (!By || By->value() > MostPerBlock)
    return 0;
  uint64_t Factor = isOp(T, Op::Mul)   ? Inner * By->value()
                    : By->value() < 31 ? Inner << By->value()
                                       : GridBound;
  // Of threads with many elements each, a block has more than of a tile.
  constexpr uint64_t MostOfThreads = uint64_t(1) << 20;
  return Factor <= (IsOfThreads ? MostOfThreads : MostPerBlock) ? Factor : 0;
}

void LaunchFacts::markStrides(const Protocol &P) {
  auto Mark = [&](const Term *T) {
    for (unsigned D : {0u, 1u, 2u})
      if (T->width() == 32)
        Stride[D] = std::max(Stride[D], blockFactor(T, D));
  };
  forEachNode(termsIn(P.Body), Mark);
  for (const Assumption &A : P.Assumptions)
    if (A.Condition)
      forEachNode(A.Condition, Mark);
}

const Term *LaunchFacts::builtin(unsigned Group, unsigned D) const {
  return Env(Terms.builtin(static_cast<Builtin>(3 * Group + D)));
}

bool LaunchFacts::isMentioned(unsigned Group, unsigned D) const {
  return Mentioned[3 * Group + D];
}

/// The most that a dimension can be.
uint64_t LaunchFacts::most(unsigned Group, unsigned D) const {
  if (auto Known = Dims[Group - BlockDim][D])
    return *Known;
  return static_cast<uint64_t>(
      launchLimit(static_cast<Builtin>(3 * Group + D)).High);
}

void LaunchFacts::fixDimensions(const LaunchContext &Context) {
  const LaunchContext::Sizes Given[] = {Context.BlockDim, Context.GridDim};
  for (unsigned D : {0u, 1u, 2u}) {
    Dims[0][D] = Context.BlockDim[D];
    Dims[1][D] = Context.GridDim[D];
    for (unsigned G : {0u, 1u}) {
      bool Open = Given[G] == LaunchContext::Sizes();
      if (Dims[G][D] || D == 0 || !Open || isMentioned(ThreadIdx + G, D) ||
          isMentioned(BlockDim + G, D))
        continue;
      Dims[G][D] = 1;
      const Term *Size =
          Terms.builtin(static_cast<Builtin>(3 * (BlockDim + G) + D));
      Assumptions.push_back(
          {Terms.eq(Size, Terms.constant(32, 1)),
           std::string(G ? "gridDim." : "blockDim.") + Axis[D] + " == 1",
           Assumption::Basis::Derived});
    }
  }
}

void LaunchFacts::bindBuiltins() {
  for (unsigned G : {0u, 1u})
    for (unsigned D : {0u, 1u, 2u}) {
      if (!Dims[G][D])
        continue;
      auto Bind = [&](unsigned Which, uint64_t Value) {
        Env.bind(Terms.builtin(static_cast<Builtin>(3 * Which + D)),
                 Terms.constant(32, Value));
      };
      Bind(BlockDim + G, *Dims[G][D]);
      if (*Dims[G][D] == 1)
        Bind(ThreadIdx + G, 0);
    }
}

void LaunchFacts::limitSymbolic() {
  const Term *Threads = Terms.constant(64, 1);
  bool KnownThreads = true;
  for (unsigned D : {0u, 1u, 2u}) {
    for (unsigned G : {0u, 1u})
      if (!Dims[G][D])
        ThreadConstraints.push_back(
            Terms.ult(builtin(ThreadIdx + G, D), builtin(BlockDim + G, D)));
    const Term *Block = Terms.resizeUnsigned(builtin(BlockDim, D), 64);
    Threads = Terms.mul(Threads, Block);
    KnownThreads &= Dims[0][D].has_value();
    if (boundsGrids())
      limitGrid(D);
    // A launch of anything but whole clusters fails.
    if (ClusterDim && (*ClusterDim)[D] > 1)
      Constraints.push_back(
          Terms.eq(Terms.make(Op::URem, {builtin(GridDim, D),
                                         Terms.constant(32, (*ClusterDim)[D])}),
                   Terms.constant(32, 0)));
  }
  if (!KnownThreads)
    Constraints.push_back(Terms.ule(Threads, Terms.constant(64, MostThreads)));
}

/// Where the hardware's limits and the known dimensions leave room for a grid
/// that wraps a 32-bit index, the bound is an assumption. rangeOf says what it
/// means for a single name, map::gridProduct for the product of two.
void LaunchFacts::limitGrid(unsigned D) {
  if (!isMentioned(BlockIdx, D) && !isMentioned(GridDim, D))
    return;
  uint64_t MostBlocks = most(GridDim, D);
  auto Size = [&](unsigned Group) {
    return Terms.resizeUnsigned(
        Terms.builtin(static_cast<Builtin>(3 * Group + D)), 64);
  };
  auto Assume = [&](uint64_t Most, const Term *By, const std::string &Factor) {
    if (MostBlocks * Most < GridBound)
      return false;
    Assumptions.push_back(
        {Terms.ult(Terms.mul(Size(GridDim), By), Terms.constant(64, GridBound)),
         std::string("gridDim.") + Axis[D] + " * " + Factor + " < " +
             std::to_string(GridBound),
         Assumption::Basis::Derived});
    return true;
  };
  if (!Dims[1][D])
    Assume(Stride[D], Terms.constant(64, Stride[D]), std::to_string(Stride[D]));
  bool BothKnown = Dims[0][D] && Dims[1][D];
  if (Scales[D] && !BothKnown &&
      Assume(most(BlockDim, D), Size(BlockDim),
             std::string("blockDim.") + Axis[D]) &&
      !Dims[0][D])
    Constraints.push_back(Env(Assumptions.back().Condition));
}

const Term *LaunchFacts::linearThread() const {
  return Env(Terms.linearThread());
}

Interval LaunchFacts::rangeOf(const Variable *V) {
  Interval Limit = Ranges::rangeOf(V);
  if (V->role() == Variable::Role::Loop) {
    auto Known = LoopLimits.find(intervals::sourceName(V));
    return Known == LoopLimits.end() ? Limit : Known->second;
  }
  if (V->role() != Variable::Role::Builtin)
    return Limit;
  unsigned Which = static_cast<unsigned>(V->builtin()) / 3;
  unsigned D = static_cast<unsigned>(V->builtin()) % 3;
  if (Which == ThreadIdx && Dims[0][D])
    return {0, __int128(*Dims[0][D]) - 1};
  if (Which == BlockIdx && Dims[1][D])
    return {0, __int128(*Dims[1][D]) - 1};
  if ((Which != BlockIdx && Which != GridDim) || !boundsGrids())
    return Limit;
  uint64_t Factor = Stride[D];
  if (Dims[0][D] && Scales[D])
    Factor = std::max<uint64_t>(Factor, *Dims[0][D]);
  __int128 Most = (__int128(GridBound) - 1) / Factor;
  Limit.High = std::min(Limit.High, Which == GridDim ? Most : Most - 1);
  return Limit;
}

} // namespace racemap::verdict
