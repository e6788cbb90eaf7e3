// Phases - which barriers, where, and for which threads.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/intervals/Phases.h"
#include "passes/map/Traversal.h"

namespace racemap::intervals {

using namespace map;
using llvm::dyn_cast;
using llvm::isa;
using Part = Barrier::Part;

/// Threads that do different things at barriers.
static constexpr size_t MostRoles = 8;

Phases::Phases(const Ground &G) : G(G), T(G.P.terms()) {
  collect();
  if (Split.empty() || !locate() || !assignRoles() || !countMembers())
    return;
  findRounds();
  if (!rehearse())
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

/// Under which conditions it stands, whatever they depend on.
const Term *Phases::sideOf(const Barrier *B) const {
  const Term *Side = T.yes();
  auto Path = G.Where.pathTo(B);
  for (size_t I = 0; I + 1 < Path.size(); ++I)
    if (const auto *Around = dyn_cast<If>(Path[I])) {
      bool InThen = G.Where[Path[I + 1]].In == &Around->Then;
      const Term *C = G.Launch(Around->Condition);
      Side = T.logicalAnd(Side, InThen ? C : T.logicalNot(C));
    }
  return Side;
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
                         (sideOf(B) != sideOf(First) ||
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

/// Does every barrier that is split stand on this side?
bool Phases::enclosesAll(const If *I, const Sequence *Side) const {
  return llvm::all_of(Split, [&](const Barrier *B) {
    auto Path = G.Where.pathTo(B);
    auto At = llvm::find(Path, I);
    return At != Path.end() && G.Where[*std::next(At)].In == Side;
  });
}

/// Under what a thread comes to S; null if that does not depend on its index
/// alone. What all threads of the launch agree on, for all that is split, does
/// not count.
const Term *Phases::wayTo(const Stmt *S) const {
  const Term *Way = T.yes();
  auto Path = G.Where.pathTo(S);
  SharedVariables None;
  for (size_t I = 0; I + 1 < Path.size(); ++I) {
    const auto *Around = dyn_cast<If>(Path[I]);
    if (!Around)
      continue;
    const Term *C = G.Launch(Around->Condition);
    const Sequence *Side = G.Where[Path[I + 1]].In;
    if (isOfThreadIndex(C))
      Way = T.logicalAnd(Way, Side == &Around->Then ? C : T.logicalNot(C));
    else if (!isUniform(C, Scope::Grid, None) || !enclosesAll(Around, Side))
      return nullptr;
  }
  bool IsKnown = true;
  forEachStmt(G.P.Body, [&](const Stmt *X) {
    const auto *E = dyn_cast<Leave>(X);
    if (!E || E->Target || G.Where.position(E) > G.Where.position(S))
      return;
    const Term *Its = G.Where.loopsAround(E).empty() ? wayTo(E) : nullptr;
    IsKnown &= Its != nullptr;
    if (Its)
      Way = T.logicalAnd(Way, T.logicalNot(Its));
  });
  return IsKnown ? Way : nullptr;
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
      const Term *Way = wayTo(B);
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
void Phases::place(Role &R, Rehearsal::Role &Steps,
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
  for (const Role &R : Roles)
    if (!R.HasWholeWarps)
      fail(Some, "some threads of a warp come to a barrier with a count");
  return !TheProblem.At;
}

/// Of each role; false if they are not known.
bool Phases::countThreads(const BlockSize &Block) {
  llvm::SmallVector<unsigned, 32> OfWarp;
  return forEachThread(Block, [&](BlockThread &Who) {
    Evaluator Holds(Who);
    std::vector<bool> Takes;
    for (const Point &X : Points)
      Takes.push_back(Holds(X.Way));
    unsigned Its = roleOf(Takes);
    ++Steps[Its].Threads;
    OfWarp.push_back(Its);
    if (Who.EndsWarp) {
      Roles[Its].HasWholeWarps &= llvm::all_equal(OfWarp);
      OfWarp.clear();
    }
    return !Holds.brokePromise() && Roles.size() <= MostRoles;
  });
}

/// Do as many threads come to each as it counts?
bool Phases::countMembers() {
  bool IsKnown = blockSize(G).has_value();
  for (unsigned I = 0; I != Meetings.size(); ++I) {
    Meeting &M = Meetings[I];
    M.Member = T.no();
    for (auto [R, S] : llvm::zip(Roles, Steps)) {
      bool Comes = false;
      for (const auto &Some : {S.Before, S.Inside, S.Behind})
        Comes |= llvm::any_of(
            Some, [&](const Rehearsal::Step &X) { return X.Meeting == I; });
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
