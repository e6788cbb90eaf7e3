// ReplayCase - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tools/racemap/confirm/ReplayCase.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

namespace racemap {

using llvm::StringRef;
using verdict::ContextResult;
using verdict::Finding;
using verdict::KernelResult;
using verdict::LaunchRecipe;
using verdict::Witness;
using Kind = LaunchRecipe::Array::Kind;

/// Bytes on either side of where an array begins.
static constexpr uint64_t Usual = 1 << 20;
/// Of all memory that a launch gets.
static constexpr uint64_t MostMemory = 1 << 30;
/// Of a launch: more take too long.
static constexpr uint64_t MostThreads = 1 << 22;
/// Of dynamic shared memory, if the witness does not need more.
static constexpr uint64_t UsualShared = 16384;

namespace {
class CaseMaker {
public:
  CaseMaker(const KernelResult &K, const ContextResult &C, const Finding &F)
      : C(C), F(F), W(F.TheWitness), R(*K.Recipe) {
    To.Recipe = &R;
  }

  llvm::Expected<ReplayCase> make() {
    for (auto Step : {&CaseMaker::checkKind, &CaseMaker::giveDimensions,
                      &CaseMaker::giveMemory, &CaseMaker::giveOverlaps,
                      &CaseMaker::giveInputs, &CaseMaker::checkSizes})
      if (llvm::Error E = (this->*Step)())
        return std::move(E);
    giveValues();
    return std::move(To);
  }

private:
  static llvm::Error cannot(const llvm::Twine &Why) {
    return llvm::createStringError(Why);
  }

  llvm::Error checkKind();
  llvm::Error giveDimensions();
  llvm::Error giveMemory();
  llvm::Error giveOverlaps();
  llvm::Error giveInputs();
  llvm::Error checkSizes();
  void giveValues();
  ReplayCase::Memory memoryOf(const LaunchRecipe::Array &A) const;
  ReplayCase::Memory *find(StringRef Array) {
    for (ReplayCase::Memory &M : To.Memories)
      if (M.Array == Array)
        return &M;
    return nullptr;
  }

  const ContextResult &C;
  const Finding &F;
  const Witness &W;
  const LaunchRecipe &R;
  ReplayCase To;
};
} // namespace

llvm::Error CaseMaker::checkKind() {
  using Role = verdict::Site::Role;
  if (F.TheKind == Finding::Kind::EarlyExit ||
      llvm::any_of(F.Sites, [](const verdict::Site &S) {
        return S.TheRole == Role::Exit;
      }))
    return cannot("when a kernel runs, a thread that has returned counts as "
                  "come to all barriers");
  if (W.Threads.empty())
    return cannot("it has no witness");
  if (R.Function.empty())
    return cannot(R.WhyNot);
  return llvm::Error::success();
}

llvm::Error CaseMaker::giveDimensions() {
  bool IsClustered =
      F.Relation == map::Scope::Cluster ||
      llvm::any_of(W.Values, [](const Witness::Named &V) {
        return StringRef(V.Name).starts_with("clusterDim.") && V.Value != 1;
      });
  if (IsClustered && !R.HasClusterDims)
    return cannot("it is launched in clusters, whose size the source does not "
                  "say");
  To.Block = W.BlockDim;
  To.Grid = W.GridDim;
  uint64_t Threads = 1;
  for (uint32_t N : {To.Block[0], To.Block[1], To.Block[2], To.Grid[0],
                     To.Grid[1], To.Grid[2]})
    Threads = llvm::SaturatingMultiply<uint64_t>(Threads, N);
  if (Threads > MostThreads)
    return cannot("its launch has " + llvm::Twine(Threads) +
                  " threads, and a replay at most " + llvm::Twine(MostThreads));
  return llvm::Error::success();
}

/// Enough for the place that the witness names.
ReplayCase::Memory CaseMaker::memoryOf(const LaunchRecipe::Array &A) const {
  ReplayCase::Memory M{A.Name, Usual, Usual, A.Symbol, {}, 0};
  bool IsIts = A.Name == F.Array;
  if (IsIts && F.TheKind == Finding::Kind::OutOfBounds && W.Extent)
    return {A.Name, 0, *W.Extent, A.Symbol, {}, 0};
  int64_t At = IsIts ? W.Address.value_or(0) : 0;
  (At < 0 ? M.Before : M.Behind) +=
      At < 0 ? uint64_t(0) - uint64_t(At) : uint64_t(At);
  return M;
}

llvm::Error CaseMaker::giveMemory() {
  for (const LaunchRecipe::Array &A : R.Arrays) {
    switch (A.TheKind) {
    case Kind::Pointer:
      To.Pointers.push_back({To.Memories.size(), A.Argument, A.Offset});
      To.Memories.push_back(memoryOf(A));
      break;
    case Kind::Variable:
      To.Memories.push_back({A.Name, 0, 0, A.Symbol, {}, 0});
      break;
    case Kind::Dynamic:
      To.DynamicShared = UsualShared;
      if (A.Name != F.Array)
        break;
      if (W.Extent)
        To.DynamicShared = *W.Extent;
      else if (W.Address && *W.Address >= int64_t(UsualShared))
        To.DynamicShared = llvm::alignTo(uint64_t(*W.Address) + 64, 1024);
      break;
    case Kind::Missing:
      return cannot(A.WhyNot);
    case Kind::Shared:
    case Kind::Fixed:
      break;
    }
  }
  return llvm::Error::success();
}

llvm::Error CaseMaker::giveOverlaps() {
  for (const ContextResult::Overlap &O : C.Overlaps) {
    ReplayCase::Memory *Its = find(O.Array), *Within = find(O.Within);
    if (!Its || !Within)
      continue; // the kernel does not access it
    if (!O.Offset)
      return cannot("in this launch '" + O.Array + "' begins within '" +
                    O.Within + "', at a place that the host computes");
    if (!Its->Symbol.empty() || Its == Within || Within->Within)
      return cannot("in this launch '" + O.Array + "' begins within '" +
                    O.Within + "', which cannot be made so");
    Its->Within = Within - To.Memories.data();
    Its->At = *O.Offset;
    if (Within->Symbol.empty()) {
      Within->Before = std::max(Within->Before, Its->Before);
      Within->Behind = llvm::SaturatingAdd(
          Within->Behind, Its->Behind, uint64_t(std::max<int64_t>(Its->At, 0)));
    }
  }
  return llvm::Error::success();
}

llvm::Error CaseMaker::giveInputs() {
  constexpr uint64_t MostBytes = 8;
  for (const Witness::InputValue &V : W.Inputs) {
    auto Known = llvm::find_if(
        R.Arrays, [&](const auto &A) { return A.Name == V.Array; });
    ReplayCase::Memory *M = find(V.Array);
    if (!M)
      return cannot("it needs contents of '" + V.Array + "'" +
                    (Known == R.Arrays.end() || Known->WhyNot.empty()
                         ? ", which is not in global memory"
                         : ": " + Known->WhyNot));
    uint64_t Bytes = std::min(Known->ElementBytes, MostBytes);
    int64_t At = 0;
    if (llvm::MulOverflow(V.Index, int64_t(Known->ElementBytes), At))
      return cannot("it needs contents of '" + V.Array +
                    "' at a place that no memory has");
    To.Inputs.push_back({size_t(M - To.Memories.data()), V.Index, At, Bytes,
                         uint64_t(V.Value)});
    if (!M->Symbol.empty() || F.TheKind == Finding::Kind::OutOfBounds)
      continue;
    if (At < 0)
      M->Before = std::max(M->Before, Usual - uint64_t(At));
    else
      M->Behind = std::max(M->Behind, Usual + uint64_t(At));
  }
  return llvm::Error::success();
}

llvm::Error CaseMaker::checkSizes() {
  uint64_t Sum = 0;
  for (const ReplayCase::Memory &M : To.Memories)
    if (M.Symbol.empty() && !M.Within)
      Sum = llvm::SaturatingAdd(Sum, llvm::SaturatingAdd(M.Before, M.Behind));
  if (Sum > MostMemory)
    return cannot("its arrays would take " + llvm::Twine(Sum >> 20) +
                  " MiB, and a replay has " + llvm::Twine(MostMemory >> 20));
  return llvm::Error::success();
}

void CaseMaker::giveValues() {
  for (const Witness::Named &V : W.Values)
    for (const LaunchRecipe::Scalar &S : R.Scalars)
      if (S.Name == V.Name)
        To.Values.push_back(
            {S.Name, S.Argument, S.Offset, S.Bytes, uint64_t(V.Value)});
}

/// "'counter' is 0 at the start"
static bool isAssumedZero(const ContextResult &C, StringRef Array) {
  std::string Text = ("'" + Array + "' is 0").str();
  return llvm::any_of(C.Assumptions, [&](const std::string &A) {
    return StringRef(A).contains(Text);
  });
}

void ReplayCase::fill(const ContextResult &C, uint64_t Below, unsigned Seed) {
  for (size_t I = 0; I < Memories.size(); ++I) {
    const Memory &M = Memories[I];
    auto Its = llvm::find_if(Recipe->Arrays,
                             [&](const auto &A) { return A.Name == M.Array; });
    bool IsMade = M.Symbol.empty() && !M.Within;
    if (IsMade && Its != Recipe->Arrays.end() && !isAssumedZero(C, M.Array))
      Fills.push_back({I, Its->ElementBytes, Below, Seed + unsigned(I)});
  }
}

llvm::Expected<ReplayCase> ReplayCase::of(const KernelResult &K,
                                          const ContextResult &C,
                                          const Finding &F) {
  if (!K.Recipe)
    return llvm::createStringError(
        "its results do not say how the kernel is launched: they are of "
        "another version of RaceMap, or of no CUDA source");
  return CaseMaker(K, C, F).make();
}

} // namespace racemap
