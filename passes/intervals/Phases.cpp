// Phases - which barriers, where, and for which threads.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/intervals/Phases.h"
#include "passes/map/BarrierNumbers.h"

namespace racemap::intervals {

using namespace map;
using llvm::isa;
using Part = Barrier::Part;

/// Threads that do different things at barriers.
static constexpr size_t MostRoles = 8;

Phases::Phases(const Ground &G) : G(G), T(G.P.terms()), Agreed(T.yes()) {
  collect();
  if (Split.empty() || !locate() || !assignRoles() || !countMembers())
    return;
  findRounds();
  if (!simulate())
    return;
  AtAccess.resize(G.P.accesses().size());
  for (const Access *A : G.P.accesses())
    describe(A);
}

const Phases::Meeting &Phases::of(const Barrier *B) const {
  return *llvm::find_if(Meetings, [&](const Meeting &M) {
    return llvm::is_contained(M.Points, B);
  });
}

llvm::ArrayRef<Phases::Counts> Phases::at(const Access *A) const {
  if (AtAccess.empty() || TheProblem.At)
    return {};
  return AtAccess[A->Id];
}

static bool hasNumber(const Barrier *B) {
  return B->TheScope == Scope::Block || B->TheScope == Scope::Cluster;
}

void Phases::collect() {
  for (const Barrier *B : G.P.barriers()) {
    if (!hasNumber(B))
      continue;
    const Term *Number = B->Number
                             ? G.Launch(B->Number)
                             : static_cast<const Term *>(T.constant(32, 0));
    const Term *Count = B->Count ? G.Launch(B->Count) : nullptr;
    auto Its = llvm::find_if(Meetings, [&](const Meeting &M) {
      return M.TheScope == B->TheScope && M.Number == Number;
    });
    if (Its == Meetings.end())
      Its = Meetings.insert(Its, {B->TheScope, Number, Count, {}});
    Its->Points.push_back(B);
  }
  for (Meeting &M : Meetings) {
    const Barrier *First = M.Points.front();
    M.IsSplit = llvm::any_of(M.Points, [&](const Barrier *B) {
      bool IsElsewhere = B->Count && First->Count &&
                         (sidesOf(B) != sidesOf(First) ||
                          G.Where.loopsAround(B) != G.Where.loopsAround(First));
      return B->ThePart != Part::Whole || IsElsewhere;
    });
  }
  bool Any = llvm::any_of(Meetings, [](const Meeting &M) { return M.IsSplit; });
  for (Meeting &M : Meetings) {
    M.IsSplit |= Any && M.Count;
    if (M.IsSplit)
      Split.insert(M.Points.begin(), M.Points.end());
  }
}

/// Can what threads know there be followed?
bool Phases::locate() {
  for (unsigned I = 0; I != Meetings.size(); ++I) {
    Meeting &M = Meetings[I];
    std::vector<Point> Its;
    llvm::StringRef Why;
    for (const Barrier *B : M.Points) {
      auto Around = G.Where.loopsAround(B);
      const auto *L =
          Around.empty() ? nullptr : llvm::cast<Loop>(Around.front());
      const Term *Way = threadsOn(B), *Gone = returnedBefore(B);
      Way = Way && Gone ? T.logicalAnd(Way, T.logicalNot(Gone)) : nullptr;
      if (B == M.Points.front())
        M.Gone = Gone;
      if (!isa<Constant>(M.Number))
        Why = "the barrier's number is not known";
      else if ((B->Count ? G.Launch(B->Count) : nullptr) != M.Count)
        Why = "barriers of one number count different numbers of threads";
      else if (Around.size() > 1)
        Why = "arrivals at a barrier in nested loops";
      else if (!Way)
        Why = "which threads come to a barrier at which some only arrive";
      else if (L && (G.Loops[L].CanBeLeft || !G.Loops[L].Monotone))
        Why = "arrivals at a barrier in a loop that is left from within or "
              "has an irregular test";
      if (!Why.empty()) {
        if (M.IsSplit)
          fail(B, Why);
        break;
      }
      Its.push_back({B, I, L, Way});
    }
    IsPartial |= !Why.empty();
    if (Why.empty())
      llvm::append_range(Points, Its);
  }
  llvm::sort(Points, [&](const Point &A, const Point &B) {
    return G.Where.position(A.B) < G.Where.position(B.B);
  });
  return !TheProblem.At;
}

/// Its steps, in the order of the program.
void Phases::place(Role &R, BarrierSimulation::Role &Steps,
                   const std::vector<bool> &Takes) const {
  for (size_t I = 0; I != Points.size(); ++I) {
    if (!Takes[I])
      continue;
    const Point &X = Points[I];
    bool IsBehind = !X.In && R.In;
    (X.In ? R.Inside : IsBehind ? R.Behind : R.Before).push_back(&X);
    (X.In       ? Steps.Inside
     : IsBehind ? Steps.Behind
                : Steps.Before)
        .push_back({X.Meeting, X.B->ThePart});
    if (X.In)
      R.In = X.In;
  }
}

/// The role of threads that take part in these points.
unsigned Phases::roleOf(const std::vector<bool> &Takes) {
  auto [Its, IsNew] = Numbers.try_emplace(Takes, Numbers.size());
  if (!IsNew)
    return Its->second;
  Role &New = Roles.emplace_back();
  New.Condition = T.yes();
  const Loop *Only = nullptr;
  for (auto [Comes, X] : llvm::zip(Takes, Points)) {
    New.Condition =
        T.logicalAnd(New.Condition, Comes ? X.Way : T.logicalNot(X.Way));
    const Loop *In = Comes && X.In ? X.In : Only;
    if (Only && In != Only)
      fail(X.B, "arrivals at barriers in several loops, one behind the other");
    Only = In;
  }
  place(New, Steps.emplace_back(), Takes);
  return Its->second;
}

bool Phases::assignRoles() {
  const Barrier *Some = *llvm::find_if(
      G.P.barriers(), [&](const Barrier *B) { return isSplit(B); });
  auto Block = blockSize(G);
  bool AllCome =
      llvm::all_of(Points, [&](const Point &X) { return X.Way == T.yes(); });
  if (AllCome && !Block) // as one
    Steps[roleOf(std::vector<bool>(Points.size(), true))].Threads = 1;
  else if (!Block)
    fail(Some, "which threads come to a barrier, as the block's size is not "
               "known");
  else if (!countThreads(*Block))
    fail(Some, "which threads come to a barrier");
  if (Roles.size() > MostRoles)
    fail(Some, "too many kinds of threads at barriers");
  for (size_t I = 0; I != Roles.size(); ++I)
    requireWholeWarps(Roles[I]);
  return !TheProblem.At;
}

/// The machine counts warps at named barriers, as 32 threads each, and threads
/// at objects.
void Phases::requireWholeWarps(const Role &R) {
  for (const auto *Some : {&R.Before, &R.Inside, &R.Behind})
    for (const Point *X : *Some) {
      bool IsFree = !isSplit(X->B) || isOfObject(X->B);
      if (!IsFree && !(X->B->Count ? R.HasFullWarps : R.HasWholeWarps))
        fail(X->B, "some threads of a warp come to a barrier with a count");
    }
}

/// Of each role; false if they are not known.
bool Phases::countThreads(const BlockSize &Block) {
  llvm::SmallVector<unsigned, 32> OfWarp;
  return forEachThread(Block, [&](BlockThread &Who) {
    Evaluator Holds(Who);
    std::vector<bool> Takes;
    for (const Point &X : Points)
      Takes.push_back(Holds(X.Way));
    requireAll(Takes, Holds);
    unsigned Its = roleOf(Takes);
    ++Steps[Its].Threads;
    OfWarp.push_back(Its);
    if (Who.EndsWarp) {
      bool IsWhole = llvm::all_equal(OfWarp);
      for (unsigned X : OfWarp) {
        Roles[X].HasWholeWarps &= IsWhole;
        Roles[X].HasFullWarps &= IsWhole && OfWarp.size() == 32;
      }
      OfWarp.clear();
    }
    return !Holds.brokePromise() && Roles.size() <= MostRoles;
  });
}

/// Barriers without a count wait for all that have not returned, whenever they
/// do.
void Phases::requireAll(const std::vector<bool> &Takes, Evaluator &Holds) {
  for (unsigned M = 0; M != Meetings.size(); ++M) {
    bool IsFollowed = false, Comes = false;
    for (auto [Takes, X] : llvm::zip(Takes, Points)) {
      IsFollowed |= X.Meeting == M;
      Comes |= Takes && X.Meeting == M;
    }
    if (Meetings[M].Count || !IsFollowed || Comes)
      continue;
    IsPartial = true;
    if (!Holds(Meetings[M].Gone))
      fail(Meetings[M].Points.front(),
           "threads that have not returned do not come to this barrier");
  }
}

/// All threads that come to it at all.
void Phases::requireEquallyOften(unsigned Meeting) {
  std::optional<std::array<size_t, 2>> First;
  for (const BarrierSimulation::Role &S : Steps) {
    auto Number = [&](const std::vector<BarrierSimulation::Step> &Some) {
      return llvm::count_if(Some, [&](const BarrierSimulation::Step &X) {
        return X.Meeting == Meeting && X.Part != Part::Wait;
      });
    };
    std::array<size_t, 2> Its{size_t(Number(S.Before) + Number(S.Behind)),
                              size_t(Number(S.Inside))};
    if (Its == std::array<size_t, 2>{})
      continue;
    if (First && Its != *First)
      fail(Meetings[Meeting].Points.front(),
           "some threads come to this barrier more often than others");
    First = Its;
  }
}

/// Do as many threads come to each as it counts?
bool Phases::countMembers() {
  bool IsKnown = blockSize(G).has_value();
  for (unsigned I = 0; I != Meetings.size(); ++I) {
    Meeting &M = Meetings[I];
    if (!M.Count)
      requireEquallyOften(I);
    M.Member = T.no();
    for (auto [R, S] : llvm::zip(Roles, Steps)) {
      bool Comes = false;
      for (const auto &Some : {S.Before, S.Inside, S.Behind})
        Comes |= llvm::any_of(Some, [&](const BarrierSimulation::Step &X) {
          return X.Meeting == I;
        });
      if (!Comes)
        continue;
      M.Member = T.logicalOr(M.Member, R.Condition);
      M.Members += S.Threads;
    }
    M.Expected = M.Members;
    const auto *Known = llvm::dyn_cast_or_null<Constant>(M.Count);
    if (M.Count && Known && IsKnown)
      M.Expected = Known->value();
    else if (M.Count && M.Count != threadsOfBlock(G) && M.IsSplit)
      fail(M.Points.front(), "how many threads a barrier counts");
    if (M.Members > M.Expected && M.IsSplit)
      fail(M.Points.front(),
           "more threads come to this barrier than it counts");
    Expected.push_back(M.Expected);
  }
  return !TheProblem.At;
}

} // namespace racemap::intervals
