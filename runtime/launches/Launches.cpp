// Launches - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/launches/Launches.h"

#include <algorithm>
#include <tuple>

namespace racemap::launches {

void Range::widen(const Range &By) {
  Low = std::min(Low, By.Low);
  High = std::max(High, By.High);
}

static auto whatIsGiven(const Launch &L) {
  return std::tie(L.Mangled, L.Grid, L.Block, L.Cluster, L.Values, L.Pointers);
}

bool Launch::isSame(const Launch &Other) const {
  return !IsFolded && !Other.IsFolded &&
         whatIsGiven(*this) == whatIsGiven(Other);
}

void Launch::count(const Launch &Other) {
  Count += Other.Count;
  for (const Place &P : Other.Places)
    if (Places.size() < Launches::MostPlaces &&
        std::find(Places.begin(), Places.end(), P) == Places.end())
      Places.push_back(P);
}

static auto whichValue(const Value &V) {
  return std::tuple(V.Argument, V.Offset, V.Bytes);
}

/// A value that one of them does not have is not known.
static void foldValues(std::vector<Value> &To, const std::vector<Value> &From) {
  std::erase_if(To, [&](Value &V) {
    auto Other = std::find_if(From.begin(), From.end(), [&](const Value &X) {
      return whichValue(X) == whichValue(V);
    });
    if (Other == From.end())
      return true;
    V.In.widen(Other->In);
    return false;
  });
}

static const Pointer *find(const std::vector<Pointer> &All, const Pointer &P) {
  auto Found = std::find_if(All.begin(), All.end(), [&](const Pointer &X) {
    return X.Argument == P.Argument && X.Offset == P.Offset;
  });
  return Found == All.end() ? nullptr : &*Found;
}

/// The objects of pointers, of which some turn out to be one.
static void joinObjects(std::vector<Pointer> &All, unsigned A, unsigned B) {
  for (Pointer &P : All)
    if (P.Object == std::max(A, B))
      P.Object = std::min(A, B);
}

/// A pointer that is null in one of them leads nowhere there.
static void foldPointers(std::vector<Pointer> &To,
                         const std::vector<Pointer> &From) {
  unsigned NumObjects = 0;
  for (const Pointer &P : To)
    NumObjects = std::max(NumObjects, P.Object + 1);
  for (const Pointer &P : From)
    if (!find(To, P)) {
      To.push_back(P);
      To.back().Object = NumObjects++;
    }
  std::sort(To.begin(), To.end(), [](const Pointer &A, const Pointer &B) {
    return std::pair(A.Argument, A.Offset) < std::pair(B.Argument, B.Offset);
  });
  for (Pointer &P : To) {
    const Pointer *Other = find(From, P);
    if (!Other)
      continue;
    if (P.At != Other->At)
      P.At = std::nullopt;
    if (P.Bytes != Other->Bytes)
      P.Bytes = std::nullopt;
    P.Variables.insert(P.Variables.end(), Other->Variables.begin(),
                       Other->Variables.end());
    std::sort(P.Variables.begin(), P.Variables.end());
    P.Variables.erase(std::unique(P.Variables.begin(), P.Variables.end()),
                      P.Variables.end());
  }
  for (const Pointer &A : From)
    for (const Pointer &B : From)
      if (A.Object == B.Object)
        joinObjects(To, find(To, A)->Object, find(To, B)->Object);
}

void Launch::fold(const Launch &Other) {
  for (unsigned D = 0; D != 3; ++D) {
    Grid[D].widen(Other.Grid[D]);
    Block[D].widen(Other.Block[D]);
    Cluster[D].widen(Other.Cluster[D]);
  }
  foldValues(Values, Other.Values);
  foldPointers(Pointers, Other.Pointers);
  count(Other);
  IsFolded = true;
}

/// FNV-1a; what collides is compared.
static uint64_t hashOf(const Launch &L) {
  uint64_t Hash = 14695981039346656037u;
  auto Mix = [&](uint64_t N) {
    for (unsigned I = 0; I != 8; ++I, N >>= 8)
      Hash = (Hash ^ (N & 0xff)) * 1099511628211u;
  };
  for (const auto *Sizes : {&L.Grid, &L.Block, &L.Cluster})
    for (const Range &R : *Sizes)
      Mix(uint64_t(R.Low));
  for (const Value &V : L.Values)
    Mix(uint64_t(V.In.Low));
  for (const Pointer &P : L.Pointers) {
    Mix(P.Object);
    Mix(uint64_t(P.At.value_or(-1)));
    Mix(P.Bytes.value_or(0));
  }
  return Hash;
}

bool Launches::add(Launch L) {
  OfKernel &Its = Kernels[L.Mangled];
  uint64_t Hash = hashOf(L);
  auto [Begin, End] = Its.ByHash.equal_range(Hash);
  for (auto I = Begin; I != End; ++I)
    if (All[I->second].isSame(L)) {
      All[I->second].count(L);
      return false;
    }
  if (!L.IsFolded && Its.ByHash.size() < MostExact) {
    Its.ByHash.emplace(Hash, All.size());
    All.push_back(std::move(L));
    return true;
  }
  if (Its.Rest) {
    All[*Its.Rest].fold(L);
    return false;
  }
  L.IsFolded = true;
  Its.Rest = All.size();
  All.push_back(std::move(L));
  return true;
}

} // namespace racemap::launches
