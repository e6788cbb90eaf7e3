// Conditions - the families of candidates.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/verdict/preconditions/Conditions.h"
#include "passes/map/Mentioned.h"
#include "passes/map/Polynomial.h"
#include "passes/map/Traversal.h"
#include "passes/verdict/preconditions/BlockSizes.h"
#include "passes/verdict/preconditions/Quantities.h"
#include "passes/verdict/preconditions/WholeVectors.h"
#include "llvm/ADT/bit.h"

namespace racemap::verdict {

using namespace map;

/// What a candidate costs, by its family.
enum Cost : unsigned {
  IgnoredDimension = 0,
  NotZero = 2,
  Fits = 2,
  NotNegative = 3,
  AtMostExtent = 4,
  AtLeastOther = 4,
  AtLeastDimension = 4,
  AtLeastExtent = 5,
  AtLeastNumber = 6,
  BlockAtMost = 6,
  ThreadsAtMost = 7,
  PowerOfTwo = 7,
  BlockAtLeast = 8,
  MultipleOf = 9,
  Equal = 10,
  SingleDimension = 12,
};

/// Numbers tried in one family.
static constexpr size_t MostNumbers = 24;
static constexpr uint64_t MostThreads = 1024, WarpSize = 32;
static constexpr uint64_t IndexBound = uint64_t(1) << 31;

namespace {

class Candidates : Quantities {
public:
  Candidates(const Protocol &P, const LaunchContext &Context,
             const LaunchFacts &Launch, const Numbers &Known);
  std::vector<Condition> build() &&;

private:
  void addDimensions();
  bool isIgnored(unsigned G, unsigned D) const;
  void addIndexless(unsigned G, unsigned D);
  void addFlatBlock();
  Condition *addPowerOfTwo(const Quantity &Size, uint64_t Least, uint64_t Most);
  void addBlockSizes(unsigned D);
  void addWholeGroups();
  void addParameter(const Variable *V);
  void addExtents(const Variable *V, unsigned D);
  void addRoom(const Variable *Pitch, const Quantity &Needed,
               const Comparison &By, const Quantity &ByOneMore);
  void addSteps(const Variable *Pitch, const Quantity &Threads);
  void addSums(const Variable *Pitch);
  void addSlices(const Variable *Slice, const Variable *Pitch);
  void addFits(const Quantity &Parameter, const Quantity &Rows);
  void addFits(const Quantity &Size);
  void addParts(unsigned D);
  void addCuts();
  void addVectors(const Variable *V);
  /// An extent or a stride is at least 1; a start may be 0.
  void expectSign(Condition *New, const Variable *V, bool MayBeZero) const;
  /// A row of so many elements is at least as long as what is in it: threads
  /// along a dimension, blocks along one, or anything else.
  void expectRow(Condition *New, const Variable *Pitch) const;
  void expectRowOfThreads(Condition *New, const Variable *Pitch,
                          unsigned D) const;
  void expectRowOfBlocks(Condition *New, const Variable *Pitch) const;
  void noteAsked(const Term *T, llvm::DenseSet<const Term *> &Seen);
  bool isIndexless(unsigned G, unsigned D) const;
  bool isSaid(const Variable *A, const Variable *B) const;
  bool isSaidOfGrid(const Variable *V) const;
  /// Is it a value of the host that a parameter has, in some launches at least?
  bool isPassed(const Variable *V) const;
  /// Does the launch pass one of several values for V?
  bool isChosen(const Variable *V) const;
  /// Does the launch say anything of V?
  bool launchMentions(const Variable *V) const {
    return llvm::any_of(Context.Conditions, [&](const Assumption &Said) {
      VariableSet In;
      if (Said.Condition)
        addMentioned(Said.Condition, In);
      return In.contains(V);
    });
  }

  /// Null if it is listed already, or not open.
  Condition *add(Cost C, const Quantity &A, const Comparison &By,
                 const Quantity &B);
  Condition *addMultiple(Cost C, const Quantity &A, uint64_t N);
  Condition *addHolding(Condition New);
  bool isOpen(unsigned G, unsigned D) const {
    return !Launch.dimension(G, D).has_value();
  }
  bool isMentioned(unsigned Group, unsigned D) const {
    return Launch.mentions(static_cast<Builtin>(3 * Group + D));
  }

  bool isAsked(unsigned Group, unsigned D) const {
    return Asked[3 * Group + D];
  }

  const LaunchContext &Context;
  const LaunchFacts &Launch;
  TermContext &Terms;
  const Numbers &Known;
  WholeVectors Vectors;
  BlockSizes MeantBlocks;
  bool HasBarriers;
  bool Asked[NumBuiltins] = {}; ///< for itself, and not only for the lane
  /// As the kernel sees them.
  std::vector<const Variable *> Parameters;
  std::vector<uint64_t> Few; ///< of the numbers, the smallest
  std::map<unsigned, std::vector<Condition>> ByCost;
  llvm::DenseSet<const Term *> Listed;
};

} // namespace

Candidates::Candidates(const Protocol &P, const LaunchContext &Context,
                       const LaunchFacts &Launch, const Numbers &Known)
    : Quantities(P), Context(Context), Launch(Launch), Terms(P.terms()),
      Known(Known), Vectors(P), MeantBlocks(P, Launch.environment()),
      HasBarriers(!P.barriers().empty()), Parameters(Known.parameters()) {
  llvm::erase_if(Parameters, [&](const Variable *V) { return isPassed(V); });
  llvm::DenseSet<const Term *> Seen;
  for (const Term *T : termsIn(P.Body))
    noteAsked(T, Seen);
  std::set<uint64_t> Numbers = Known.all();
  Numbers.insert(WarpSize);
  Few.assign(Numbers.begin(), Numbers.end());
  Few.resize(std::min(Few.size(), MostNumbers));
}

Condition *Candidates::addHolding(Condition New) {
  New.Holds = Launch.environment()(New.Stated);
  if (llvm::isa<Constant>(New.Holds) || !Listed.insert(New.Holds).second)
    return nullptr;
  std::vector<Condition> &Family = ByCost[New.Cost];
  Family.push_back(std::move(New));
  return &Family.back();
}

Condition *Candidates::add(Cost C, const Quantity &A, const Comparison &By,
                           const Quantity &B) {
  Condition New = compare(A, By, B);
  New.Cost = C;
  if (C == Equal)
    New.TheStrength = Condition::Strength::Double;
  return addHolding(std::move(New));
}

Condition *Candidates::addMultiple(Cost C, const Quantity &A, uint64_t N) {
  Quantity Rest = remainder(A, N);
  return add(C, Rest, Same, number(0, Rest));
}

/// Does the launch say how the two are related, directly or by other names?
bool Candidates::isSaid(const Variable *A, const Variable *B) const {
  VariableSet Related;
  Related.insert(A);
  for (size_t Before = 0; Before != Related.size();) {
    Before = Related.size();
    for (const Assumption &Said : Context.Conditions) {
      VariableSet In;
      if (Said.Condition)
        addMentioned(Said.Condition, In);
      if (llvm::any_of(In,
                       [&](const Variable *V) { return Related.contains(V); }))
        Related.insert(In.begin(), In.end());
    }
  }
  return Related.contains(B);
}

bool Candidates::isSaidOfGrid(const Variable *V) const {
  return llvm::any_of(std::array{0u, 1u, 2u}, [&](unsigned D) {
    return isSaid(V, Terms.builtin(static_cast<Builtin>(
                         static_cast<unsigned>(Builtin::GridDimX) + D)));
  });
}

/// Does T stand for V, under some condition?
static bool mayBe(const Term *T, const Variable *V) {
  T = withoutCasts(T);
  return T == V || (isOp(T, Op::Ite) &&
                    (mayBe(T->operand(1), V) || mayBe(T->operand(2), V)));
}

bool Candidates::isPassed(const Variable *V) const {
  auto IsOfKernel = [&](const Term *T) {
    const auto *Its = dyn_cast<Variable>(T);
    return Its && Its->role() == Variable::Role::Parameter &&
           !llvm::is_contained(Context.HostValues, Its);
  };
  return llvm::is_contained(Context.HostValues, V) &&
         llvm::any_of(Context.Conditions, [&](const Assumption &Said) {
           const Term *C = Said.Condition;
           if (!C || !isOp(C, Op::Eq))
             return false;
           const Term *A = C->operand(0), *B = C->operand(1);
           return (IsOfKernel(A) && mayBe(B, V)) ||
                  (IsOfKernel(B) && mayBe(A, V));
         });
}

bool Candidates::isChosen(const Variable *V) const {
  auto IsChoice = [](const Term *T) { return isOp(T, Op::Ite); };
  return llvm::any_of(Context.Conditions, [&](const Assumption &Said) {
    const Term *C = Said.Condition;
    return C && isOp(C, Op::Eq) && llvm::is_contained(C->operands(), V) &&
           anyNode({C}, IsChoice);
  });
}

void Candidates::expectSign(Condition *New, const Variable *V,
                            bool MayBeZero) const {
  bool IsSize = MayBeZero ? Known.isBound(V) : Known.isLimit(V);
  if (New)
    New->IsExpected = (Known.isStride(V) || IsSize) && !isChosen(V);
}

/// What limits threads says how long rows are, be there more of them.
void Candidates::expectRowOfThreads(Condition *New, const Variable *Pitch,
                                    unsigned D) const {
  if (Known.isPitch(Pitch, D) && !Known.isLimited(D))
    expectRowOfBlocks(New, Pitch);
}

/// A launch that has a grid of so many rows was followed.
void Candidates::expectRowOfBlocks(Condition *New,
                                   const Variable *Pitch) const {
  if (!isSaidOfGrid(Pitch))
    expectRow(New, Pitch);
}

void Candidates::expectRow(Condition *New, const Variable *Pitch) const {
  // Whoever compares an index with it means an extent, and larger grids.
  if (!New || !Known.isPitch(Pitch) || Known.isBound(Pitch))
    return;
  New->Pitch = Pitch;
  VariableSet In;
  addMentioned(New->Holds, In);
  New->IsRare = llvm::any_of(In, [&](const Variable *V) {
    return V != Pitch && Known.isEarlierPitch(Pitch, V);
  });
  if (In.size() == 1) // the other side is a number, or known
    New->IsExpected = !launchMentions(Pitch);
  else
    New->IsExpected = llvm::none_of(
        In, [&](const Variable *V) { return V != Pitch && isSaid(Pitch, V); });
}

/// Is T the number of a lane, or of a warp? That depends on all dimensions of a
/// block, though whoever asks for it need not think of more than one.
static bool isLaneOrWarp(const Term *T, TermContext &Terms) {
  const auto *O = dyn_cast<Operation>(T);
  bool Is = O && (O->op() == Op::And || O->op() == Op::LShr);
  const auto *N = Is ? dyn_cast<Constant>(O->operand(1)) : nullptr;
  return N && O->operand(0) == Terms.linearThread() &&
         (O->op() == Op::And ? N->value() < WarpSize : N->value() >= 5);
}

void Candidates::noteAsked(const Term *T, llvm::DenseSet<const Term *> &Seen) {
  if (!Seen.insert(T).second || isLaneOrWarp(T, Terms))
    return;
  if (const auto *V = dyn_cast<Variable>(T);
      V && V->role() == Variable::Role::Builtin)
    Asked[static_cast<unsigned>(V->builtin())] = true;
  for (const Term *X : T->operands())
    noteAsked(X, Seen);
}

/// A kernel that asks neither for an index nor for the size is written for one
/// block (thread) in this dimension, but not for one thread if threads wait for
/// each other. A launch in sight that leaves it open means more: of a dim3 from
/// elsewhere, LaunchFacts takes such a dimension as 1.
bool Candidates::isIndexless(unsigned G, unsigned D) const {
  bool IsAsked = isAsked(G, D) || isAsked(2 + G, D);
  bool AreSeveral = G == 0 && D == 0 && HasBarriers;
  return !IsAsked && !AreSeveral && !Context.isInSight();
}

/// May the author have meant dimension D to be 1? Where no racing access tells
/// its threads (its blocks) apart.
bool Candidates::isIgnored(unsigned G, unsigned D) const {
  if (G)
    return !Known.dependsOnBlock(D);
  return !isAsked(0, D) || (D > 0 && !Known.dependsOnThread(D));
}

/// A dimension as if it were not there.
void Candidates::addIndexless(unsigned G, unsigned D) {
  if (!isOpen(G, D))
    return;
  Quantity Size = dimension(G, D);
  bool Ignored = isIgnored(G, D);
  Condition *New = add(Ignored ? IgnoredDimension : SingleDimension, Size, Same,
                       number(1, Size));
  if (!New)
    return;
  if (!Ignored)
    New->TheStrength = Condition::Strength::Drastic;
  New->MayEmptyBlock = G == 0 && !isAsked(0, D);
  New->MayEmptyGrid = G == 1;
  New->IsExpected = isIndexless(G, D);
}

/// A block of one dimension, for a kernel that asks for its rank in the block.
void Candidates::addFlatBlock() {
  if (!isOpen(0, 1) || !isOpen(0, 2) || !isIgnored(0, 1) || !isIgnored(0, 2))
    return;
  Condition Flat;
  Flat.Stated = Terms.yes();
  Flat.Cost = IgnoredDimension + 1;
  Flat.IsExpected = isIndexless(0, 1) && isIndexless(0, 2);
  Flat.MayEmptyBlock = !isAsked(0, 1) && !isAsked(0, 2);
  for (unsigned D : {1u, 2u}) {
    std::string Name = dimension(0, D).Text;
    Flat.Stated = Terms.logicalAnd(
        Flat.Stated, Terms.eq(dimension(0, D).T, Terms.constant(32, 1)));
    Flat.Text += (D == 1 ? "" : " && ") + Name + " == 1";
    Flat.Statement += (D == 1 ? "" : " ") + statement(Name + " == 1");
  }
  addHolding(std::move(Flat));
}

/// Loops that halve a block; what `& (size - 1)` is the remainder by.
Condition *Candidates::addPowerOfTwo(const Quantity &Size, uint64_t Least,
                                     uint64_t Most) {
  Condition New;
  New.Stated = Terms.no();
  unsigned Width = Size.T->width();
  for (uint64_t N = Least; N <= Most; N *= 2)
    New.Stated =
        Terms.logicalOr(New.Stated, Terms.eq(Size.T, Terms.constant(Width, N)));
  // Said as well, for who does not look at every case.
  New.Stated = Terms.logicalAnd(
      New.Stated,
      Terms.logicalAnd(Terms.ule(Terms.constant(Width, Least), Size.T),
                       Terms.ule(Size.T, Terms.constant(Width, Most))));
  New.Text = "(" + Size.Text + " & (" + Size.Text + " - 1)) == 0";
  New.Statement = statement(New.Text);
  if (!Size.HasBuiltin) { // it may be 0
    std::string IsLarge = Size.Text + " >= " + std::to_string(Least);
    New.Text += " && " + IsLarge;
    New.Statement += " " + statement(IsLarge);
  }
  if (Size.Source.empty())
    New.Statement.clear();
  New.Cost = PowerOfTwo;
  return addHolding(std::move(New));
}

void Candidates::addBlockSizes(unsigned D) {
  Quantity Size = dimension(0, D);
  if (!isOpen(0, D) || !isMentioned(0, D))
    return;
  // What is beside a tile of so many threads as people have is its border.
  std::set<uint64_t> Rows, All(Few.begin(), Few.end());
  if (!Context.isInSight()) {
    for (uint64_t N : Known.rows(D))
      Rows.insert({N, llvm::bit_floor(N)});
    if (auto Meant = MeantBlocks.along(D))
      Rows.insert(*Meant);
  }
  All.insert(Rows.begin(), Rows.end());
  for (uint64_t N : llvm::reverse(All))
    if (N < MostThreads)
      if (Condition *New = add(BlockAtMost, Size, AtMost, number(N, Size)))
        New->IsExpected = Rows.contains(N);
  addPowerOfTwo(Size, 1, MostThreads);
  for (uint64_t N : Few) {
    if (N >= MostThreads)
      break;
    add(BlockAtLeast, Size, AtLeast, number(N, Size));
    addMultiple(MultipleOf, Size, N);
    add(Equal, Size, Same, number(N, Size));
  }
}

void Candidates::addWholeGroups() {
  Quantity Threads, Single;
  unsigned Dimensions = 0;
  for (unsigned D : {0u, 1u, 2u})
    if (isOpen(0, D))
      Threads =
          Dimensions++ ? product(Threads, dimension(0, D)) : dimension(0, D);
  if (Dimensions > 1)
    if (Condition *New =
            add(ThreadsAtMost, Threads, AtMost, number(WarpSize, Threads)))
      New->TheStrength = Condition::Strength::Drastic;
  if (isOpen(0, 0) && isOpen(0, 1))
    add(Equal, dimension(0, 0), Same, dimension(0, 1));
}

void Candidates::addDimensions() {
  for (unsigned D : {0u, 1u, 2u}) {
    addIndexless(0, D);
    addIndexless(1, D);
    addBlockSizes(D);
  }
  // The other dimensions of a grid are too small to matter.
  if (isMentioned(0, 0) && isMentioned(1, 0))
    addFits(longProduct(dimension(1, 0), dimension(0, 0)));
  for (unsigned D : {0u, 1u, 2u})
    addParts(D);
  addFlatBlock();
  addWholeGroups();
}

/// A row is at least as long as a dimension is wide.
void Candidates::addExtents(const Variable *V, unsigned D) {
  Quantity Parameter = parameter(V);
  bool HasThreads = isMentioned(0, D), HasBlocks = isMentioned(1, D);
  Quantity Block = dimension(0, D), Grid = dimension(1, D);
  if (HasThreads)
    expectRowOfThreads(add(AtLeastDimension, Parameter, AtLeast, Block), V, D);
  if (HasBlocks)
    expectRowOfBlocks(add(AtLeastDimension, Parameter, AtLeast, Grid), V);
  std::vector<Quantity> Extents;
  if (HasBlocks && HasThreads)
    Extents.push_back(product(Grid, Block));
  if (HasBlocks)
    for (uint64_t N : Known.perBlock(D))
      if (N != Launch.dimension(0, D))
        Extents.push_back(longProduct(Grid, number(N, Grid)));
  for (const Quantity &Its : Extents)
    expectRowOfThreads(add(AtLeastExtent, Parameter, AtLeast, Its), V, D);
  for (const Quantity &Its : Extents)
    add(Equal, Parameter, Same, Its);
  if (HasBlocks)
    addFits(Parameter, HasThreads && !Known.scalesBlock(V, D)
                           ? product(Grid, Block)
                           : Grid);
  else if (Known.isScale(V, D))
    addFits(Parameter, Block);
}

/// An index with rows of this length fits in 31 bits; of one with 64 bits, the
/// length itself does, and then no product with a dimension wraps unless it is
/// cut.
void Candidates::addFits(const Quantity &Parameter, const Quantity &Rows) {
  bool IsLong = Parameter.T->width() == 64;
  if (IsLong)
    addFits(Parameter);
  if (!IsLong || Known.isCut())
    addFits(longProduct(Parameter, Rows));
}

/// The same of what blocks work on, where so much is for each that the grid is
/// not taken to be small enough (LaunchFacts), and still large ones fit.
void Candidates::addParts(unsigned D) {
  static constexpr uint64_t LeastBlocks = uint64_t(1) << 15;
  if (!isMentioned(1, D))
    return;
  Quantity Grid = dimension(1, D);
  for (uint64_t N : Known.perBlock(D))
    if (N > LaunchFacts::MostPerBlock && N < IndexBound / LeastBlocks)
      addFits(longProduct(Grid, number(N, Grid)));
}

/// The same of what is a size, or a number of threads, by itself.
void Candidates::addFits(const Quantity &Size) {
  if (Condition *New = add(Fits, Size, Less, number(IndexBound, Size))) {
    New->TheStrength = Condition::Strength::Minor;
    New->IsExpected = true;
  }
}

/// What the host cuts to 32 bits fits there: "int pitch = width * sizeof(T);".
void Candidates::addCuts() {
  std::vector<const Term *> Said;
  for (const Assumption &A : Context.Conditions)
    if (A.Condition)
      Said.push_back(A.Condition);
  forEachNode(Said, [&](const Term *T) {
    if (!isOp(T, Op::Trunc) || T->width() != 32 || T->operand(0)->width() != 64)
      return;
    auto Size = Polynomial::unwrapped(T->operand(0));
    bool IsOfParameters =
        Size && llvm::all_of(Size->sum(), [](const auto &Part) {
          return llvm::all_of(Part.first, [](const Term *Name) {
            const auto *V = dyn_cast<Variable>(Name);
            return V && V->role() == Variable::Role::Parameter;
          });
        });
    if (!IsOfParameters)
      return;
    Condition New;
    New.Stated = Size->atMost(INT32_MAX, Terms);
    New.Text = Size->atMostText(INT32_MAX);
    New.Cost = Fits;
    New.TheStrength = Condition::Strength::Minor;
    New.IsExpected = true;
    addHolding(std::move(New));
  });
}

/// A row is as long as what Needed is in it. That it just is is ordinary: if
/// one thread more comes, it has to be longer (By ByOneMore).
void Candidates::addRoom(const Variable *Pitch, const Quantity &Needed,
                         const Comparison &By, const Quantity &ByOneMore) {
  Quantity Row = parameter(Pitch);
  expectRow(add(AtLeastOther, Row, AtLeast, Needed), Pitch);
  Condition *Longer = add(AtLeastOther, Row, By, ByOneMore);
  expectRow(Longer, Pitch);
  if (Longer)
    Longer->IsExpectedOfFewer = std::exchange(Longer->IsExpected, false);
}

/// A row has room for several elements of each of so many threads.
void Candidates::addSteps(const Variable *Pitch, const Quantity &Threads) {
  for (uint64_t N : Known.stepsIn(Pitch))
    addRoom(Pitch, multiple(N, Threads), AtLeast,
            multiple(N, oneMore(Threads)));
}

/// A row has room for as many threads as sums say.
void Candidates::addSums(const Variable *Pitch) {
  for (const Term *Sum : Known.sums()) {
    if (mentions(Sum, Pitch))
      continue;
    Quantity Threads = sum(Sum);
    addRoom(Pitch, Threads, More, Threads);
    if (!Known.isBound(Pitch))
      addSteps(Pitch, Threads);
  }
}

/// A slice has room for all rows that an index is compared with.
void Candidates::addSlices(const Variable *Slice, const Variable *Pitch) {
  for (const Variable *Rows : Parameters)
    if (Rows != Slice && Rows != Pitch && Known.isBound(Rows)) {
      Quantity Extent = longProduct(parameter(Pitch), parameter(Rows));
      expectRow(add(AtLeastExtent, parameter(Slice), AtLeast, Extent), Slice);
    }
}

void Candidates::addParameter(const Variable *V) {
  if (V->width() != 32 && V->width() != 64)
    return;
  Quantity Parameter = parameter(V), Zero = number(0, Parameter);
  expectSign(add(NotZero, Parameter, Other, Zero), V, /*MayBeZero=*/false);
  if (!Parameter.IsUnsigned) {
    expectSign(add(NotNegative, Parameter, AtLeast, Zero), V,
               /*MayBeZero=*/true);
    expectSign(add(NotNegative, Parameter, More, Zero), V, /*MayBeZero=*/false);
  }
  for (uint64_t N : Known.extents())
    if (N < IndexBound)
      add(AtMostExtent, Parameter, AtMost, number(N, Parameter));
  // Whoever takes `i & (V - 1)` means a remainder.
  if (uint64_t Least = Known.leastOfMask(V))
    if (Condition *New = addPowerOfTwo(Parameter, Least, IndexBound / 2))
      New->IsExpected = true;
  // Else a parameter that is in no index can only matter by its sign.
  if (!Known.isInOffset(V))
    return;
  for (const Variable *W : Parameters)
    if (W != V && (W->width() == 32 || W->width() == 64)) {
      addRoom(V, parameter(W), More, parameter(W));
      if (Known.isBound(W) && !Known.isBound(V))
        addSteps(V, parameter(W));
      if (Known.isPitch(V) && Known.isPitch(W) && !Known.isBound(V) &&
          !Known.isEarlierPitch(V, W))
        addSlices(V, W);
      if (V->id() < W->id() || !Known.isInOffset(W))
        addFits(Parameter, parameter(W));
    }
  addSums(V);
  for (unsigned D : {0u, 1u, 2u})
    addExtents(V, D);
  for (uint64_t N : Few) {
    expectRow(add(AtLeastNumber, Parameter, AtLeast, number(N, Parameter)), V);
    addMultiple(MultipleOf, Parameter, N);
  }
}

/// Where rows are accessed in vectors. Not if the launch says what the length
/// of a row is.
void Candidates::addVectors(const Variable *V) {
  uint64_t Size = Vectors.sizeIn(V);
  if (!Size)
    return;
  bool IsSaid = llvm::any_of(Context.Conditions, [&](const Assumption &Said) {
    return Said.Condition && isOp(Said.Condition, Op::Eq) &&
           llvm::any_of(Said.Condition->operands(), [&](const Term *Side) {
             return withoutCasts(Side) == V;
           });
  });
  if (Condition *New = addMultiple(MultipleOf, parameter(V), Size))
    New->IsExpected = !IsSaid;
}

std::vector<Condition> Candidates::build() && {
  addDimensions();
  addCuts();
  for (const Variable *V : Parameters) {
    addVectors(V);
    addParameter(V);
  }
  std::vector<Condition> All;
  for (auto &[C, Family] : ByCost)
    All.insert(All.end(), std::make_move_iterator(Family.begin()),
               std::make_move_iterator(Family.end()));
  return All;
}

std::vector<Condition> candidateConditions(const Protocol &P,
                                           const LaunchContext &Context,
                                           const LaunchFacts &Launch,
                                           const Numbers &Known) {
  return Candidates(P, Context, Launch, Known).build();
}

} // namespace racemap::verdict
