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

static Pointer *find(std::vector<Pointer> &All, const Pointer &P) {
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

static bool isNull(const Launch &L, const Pointer &P) {
  return std::any_of(L.Values.begin(), L.Values.end(), [&](const Value &V) {
    return V.Argument == P.Argument && V.Offset == P.Offset &&
           V.Bytes == sizeof(void *) && V.In == Range::one(0);
  });
}

/// A place without a pointer in one of them is null there, or nobody knows what
/// it is.
static void addMissing(Launch &To, Launch &From) {
  unsigned NumObjects = 0;
  for (const std::vector<Pointer> *All : {&To.Pointers, &From.Pointers})
    for (const Pointer &P : *All)
      NumObjects = std::max(NumObjects, P.Object + 1);
  auto Add = [&](Launch &L, const Pointer &Other) {
    if (find(L.Pointers, Other))
      return;
    Pointer New = Other;
    New.Object = NumObjects++;
    New.IsElsewhere = !isNull(L, Other);
    L.Pointers.push_back(New);
  };
  std::vector<Pointer> Here = To.Pointers;
  for (const Pointer &P : From.Pointers)
    Add(To, P);
  for (const Pointer &P : Here)
    Add(From, P);
}

/// Where two pointers are in one object in one of them only, nobody knows how
/// far apart they are. A pointer that is null leads nowhere.
static void foldObjects(Launch &To, Launch &From) {
  const std::vector<Pointer> Before = To.Pointers; // with objects of their own
  for (size_t I = 0; I != Before.size(); ++I)
    for (size_t J = 0; J != I; ++J) {
      const Pointer &A = Before[I], &B = Before[J];
      bool WereOne = A.Object == B.Object;
      bool AreOne =
          find(From.Pointers, A)->Object == find(From.Pointers, B)->Object;
      if (!WereOne && !AreOne)
        continue;
      bool OneIsNull =
          isNull(To, A) || isNull(To, B) || isNull(From, A) || isNull(From, B);
      Pointer &X = To.Pointers[I], &Y = To.Pointers[J];
      joinObjects(To.Pointers, X.Object, Y.Object);
      if (WereOne != AreOne && !OneIsNull)
        X.At = Y.At = std::nullopt;
    }
}

/// From is a copy, which gets the pointers that it does not have.
static void foldPointers(Launch &To, Launch From) {
  addMissing(To, From);
  foldObjects(To, From);
  for (Pointer &P : To.Pointers) {
    const Pointer &Its = *find(From.Pointers, P);
    if (P.At != Its.At)
      P.At = std::nullopt;
    if (P.Bytes != Its.Bytes)
      P.Bytes = std::nullopt;
    P.IsElsewhere |= Its.IsElsewhere;
    P.Variables.insert(P.Variables.end(), Its.Variables.begin(),
                       Its.Variables.end());
    std::sort(P.Variables.begin(), P.Variables.end());
    P.Variables.erase(std::unique(P.Variables.begin(), P.Variables.end()),
                      P.Variables.end());
  }
  std::sort(To.Pointers.begin(), To.Pointers.end(),
            [](const Pointer &A, const Pointer &B) {
              return std::pair(A.Argument, A.Offset) <
                     std::pair(B.Argument, B.Offset);
            });
}

void Launch::fold(const Launch &Other) {
  for (unsigned D = 0; D != 3; ++D) {
    Grid[D].widen(Other.Grid[D]);
    Block[D].widen(Other.Block[D]);
    Cluster[D].widen(Other.Cluster[D]);
  }
  foldPointers(*this, Other); // of whose values it looks at some
  foldValues(Values, Other.Values);
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
