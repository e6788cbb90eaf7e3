// Convergence - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/verdict/convergence/Convergence.h"
#include "passes/intervals/Phases.h"
#include "passes/map/Traversal.h"
#include "passes/verdict/convergence/EarlyExits.h"
#include "passes/verdict/convergence/MaskMismatch.h"
#include "passes/verdict/finding/Explanations.h"
#include "passes/verdict/finding/Witnesses.h"
#include "passes/verdict/query/Query.h"

namespace racemap::verdict {

using namespace map;
using intervals::Party;
using intervals::State;
using intervals::Walk;
using llvm::cast;
using llvm::dyn_cast;
using solve::Answer;

bool Convergence::isUniformByForm(const Stmt *At, Scope Group) const {
  const Term *T = At->kind() == Stmt::Kind::If ? cast<If>(At)->Condition
                                               : cast<Loop>(At)->While;
  return isUniformByForm(T, At, Group);
}

bool Convergence::isUniformByForm(const Term *T, const Stmt *At,
                                  Scope Group) const {
  intervals::SharedVariables Shared;
  for (const Stmt *X : G.Where.pathTo(At))
    if (const auto *L = dyn_cast<Loop>(X))
      intervals::shareVariables(L, G.Launch, Group, Shared);
  return intervals::isUniform(G.Launch(T), Group, Shared);
}

/// Two threads that arrive at a decision in the same iterations and take
/// different ways.
Conjunction Convergence::disagreement(const Stmt *At, Scope Group,
                                      const Party *Among) {
  Walk W = Walk::pastBarriers(G, Group);
  const Term *One, *Other;
  if (const auto *L = dyn_cast<Loop>(At)) {
    State In = W.arrivalIn(L);
    State Out = Walk::pastBarriers(G, Group).arrivalBehind(L);
    One = In.Condition;
    Other = Out.Condition;
  } else {
    State Now = W.arrivalAt(At);
    const Term *C = Now.Env(cast<If>(At)->Condition);
    TermContext &T = Now.Env.terms();
    One = T.logicalAnd(Now.Condition, C);
    Other = T.logicalAnd(Now.Condition, T.logicalNot(C));
  }
  TwoThreads Both(Launch, G.P.terms(), Group, W.shared());
  Conjunction Query = Both.common();
  Query.push_back(Both.first(One));
  Query.push_back(Both.second(Other));
  if (Group == Scope::Warp)
    Query.push_back(Both.different());
  // Those that come have the masks of those that they name: hasItsParty.
  if (Among)
    Query.push_back(Both.areTogether(*Among));
  llvm::append_range(Query, Seen.facts(Query, Both));
  llvm::append_range(Query, Launch.contents().facts(Query));
  return Query;
}

Convergence::Uniformity Convergence::decide(const Stmt *At, Scope Group,
                                            const Party *Among) {
  auto [Entry, IsNew] =
      Known.try_emplace({At, Group, Among}, Uniformity::Uniform);
  if (!IsNew || isUniformByForm(At, Group))
    return Entry->second;
  if (D.isShareUsedUp()) // to say what to ask takes long, too
    return Entry->second = Uniformity::Undecided;
  switch (D.decide(disagreement(At, Group, Among)).TheKind) {
  case Answer::Kind::No:
    return Entry->second;
  case Answer::Kind::Yes:
    return Entry->second = Uniformity::Divergent;
  case Answer::Kind::Unknown:
    return Entry->second = Uniformity::Undecided;
  }
  llvm_unreachable("all answers are handled");
}

/// What keeps a barrier from being judged by the decisions around it, or
/// nothing.
llvm::StringRef Convergence::obstacle(const Barrier *B) const {
  for (const Term *T : {B->Number, B->Count})
    if (T && !isUniformByForm(T, B, groupOf(B)))
      return "the barrier's number or count may differ between threads";
  return {};
}

bool Convergence::isLeftTogether(const Loop *L) {
  return llvm::all_of(decisionsToLeave(G, L), [&](const Decision &X) {
    return decide(X.At, Scope::Warp, nullptr) == Uniformity::Uniform;
  });
}

const Decision *Convergence::parting(const Barrier *B,
                                     llvm::ArrayRef<Decision> Decisions) {
  const Decision *Why = nullptr;
  for (const Decision &X : Decisions)
    if (decide(X.At, groupOf(B), G.Masks.of(B)) != Uniformity::Uniform && !Why)
      Why = &X;
  return Why;
}

bool Convergence::analyse(const Barrier *B, ContextResult &Out) {
  if (G.Split && G.Split->isSplit(B))
    return analyseSplit(B, Out);
  if (llvm::StringRef Why = obstacle(B); !Why.empty()) {
    Out.leave({{siteOf(B)}, Why.str()});
    return false;
  }
  if (B->Count)
    return analyseCounted(B, Out);
  auto Decisions = decisionsOf(G, B);
  const Decision *Why = parting(B, Decisions);
  if (B->Mask && !intervals::includesAll(B) && !G.Masks.of(B)) {
    if (Why)
      Unclear.insert(B);
    Out.leave(
        {{siteOf(B)},
         Why ? "which lanes come to a masked warp barrier"
             : "whether the mask of a warp barrier names those that come"});
    return true;
  }
  if (Why && mayMeetCounted(B))
    Out.leave({{siteOf(B)}, "another barrier has the number of this one"});
  else if (Why)
    report(B, *Why, Out);
  return !Why && hasItsParty(B, Out);
}

bool Convergence::hasItsParty(const Barrier *B, ContextResult &Out) {
  const Party *Its = G.Masks.of(B);
  if (!Its)
    return true;
  MaskMismatch Found = findMaskMismatch(G, Launch, D, B, *Its);
  if (Found.Shown && mayBeStuck())
    Found.Shown->TheCertainty = Certainty::Possible;
  if (Found.Shown)
    Out.Findings.push_back(std::move(*Found.Shown));
  else if (!Found.Excluded)
    Out.leave({{siteOf(B)}, Found.Reason});
  return Found.Excluded;
}

void Convergence::analyse(ContextResult &Out) {
  for (const Barrier *B : G.P.barriers())
    if (!analyse(B, Out))
      Divergent.insert(B);
  spread();
  Divergent.insert(Unclear.begin(), Unclear.end());
  analyseVotes();
  reportEarlyExits(G, Launch, D, Out);
}

/// Those of a mask that is not known may be any.
bool Convergence::comeTogether(const Exchange *X) {
  const Party *Its = nullptr;
  if (X->Mask) {
    if (!intervals::isOfThread(X->Mask))
      return false;
    Party &New = Voters[G.Launch(X->Mask)];
    New.Mask = G.Launch(X->Mask);
    Its = &New;
  }
  return llvm::all_of(decisionsOf(G, X), [&](const Decision &Way) {
    return decide(Way.At, Scope::Warp, Its) == Uniformity::Uniform;
  });
}

/// Where some lanes are at one vote and others at a later one, or in another
/// iteration, these may count for each other if they are of one kind.
void Convergence::analyseVotes() {
  using Function = Exchange::Function;
  for (Function F : {Function::Vote, Function::Ballot}) {
    const Exchange *Parted = nullptr; ///< the first one in the program
    std::vector<const Exchange *> Votes;
    forEachStmt(G.P.Body, [&](const Stmt *S) {
      const auto *X = dyn_cast<Exchange>(S);
      if (!X || X->TheFunction != F || Parted)
        return;
      if (comeTogether(X))
        Votes.push_back(X);
      else
        Parted = X;
    });
    auto SharesLoop = [&](const Exchange *X) {
      auto Its = G.Where.loopsAround(X);
      return Parted &&
             llvm::any_of(G.Where.loopsAround(Parted), [&](const Stmt *L) {
               return llvm::is_contained(Its, L);
             });
    };
    llvm::erase_if(Votes, SharesLoop);
    Met.insert(Votes.begin(), Votes.end());
  }
}

/// Barriers behind a divergent one, or in a loop with it, are not met as
/// written either.
void Convergence::spread() {
  std::vector<const Barrier *> Seeds(Divergent.begin(), Divergent.end());
  for (const Barrier *Seed : Seeds)
    for (const Barrier *B : G.P.barriers()) {
      bool SharesLoop = false;
      for (const Stmt *X : G.Where.pathTo(Seed))
        SharesLoop |=
            llvm::isa<Loop>(X) && llvm::is_contained(G.Where.pathTo(B), X);
      if (B->Id > Seed->Id || SharesLoop)
        Divergent.insert(B);
    }
}

/// The condition under which a thread, at decision X in the barrier's
/// iterations, goes past the barrier.
static State passing(const intervals::Ground &G, Walk &W, const Barrier *B,
                     const Stmt *At, const Leave *Exit) {
  if (Exit)
    return W.arrivalAt(Exit);
  if (const auto *L = dyn_cast<Loop>(At))
    return W.arrivalBehind(L);
  State Now = W.arrivalAt(At);
  const auto *I = cast<If>(At);
  const Term *C = Now.Env(I->Condition);
  auto Path = G.Where.pathTo(B);
  const Stmt *Child = Path[llvm::find(Path, At) - Path.begin() + 1];
  bool InThen = G.Where[Child].In == &I->Then;
  Now.require(InThen ? Now.Env.terms().logicalNot(C) : C);
  return Now;
}

void Convergence::report(const Barrier *B, const Decision &Why,
                         ContextResult &Out) {
  if (D.isShareUsedUp()) {
    Out.leave({{siteOf(B)},
               "whether the barrier is convergent: " + D.exhausted().Reason});
    return;
  }
  Scope Group = groupOf(B);
  Walk W = Walk::pastBarriers(G, Group);
  State Waits = W.arrivalAt(B);
  State Passes = passing(G, W, B, Why.At, Why.Exit);
  TwoThreads Both(Launch, G.P.terms(), Group, W.shared());
  Query Q(Both.common());
  Q.require(Both.different());
  const Party *Its = G.Masks.of(B);
  if (Its)
    Q.require(Both.firstNamesSecond(*Its));
  Q.require(Both.first(Waits.Condition));
  Q.require(Both.second(Passes.Condition));
  for (const Term *Fact : Seen.facts(Q.Terms, Both))
    Q.require(Fact);
  Q.approximate(Waits.Approximation);
  Q.approximate(Passes.Approximation);
  // A thread may be stuck at an earlier one for ever.
  if (mayBeStuck())
    Q.approximate("another divergent barrier before this one");
  const auto *Around = dyn_cast<Loop>(Why.At);
  if (Around && G.Loops[Around].Barriers.size() > 1)
    Q.approximate("another barrier in the loop");
  if (Why.Exit) // the barrier may stand before the exit in the iteration
    Q.approximate("a loop that is left from within");
  if (B->TheScope == Scope::Cluster)
    Q.approximate("which blocks are of one cluster");
  Q.complete(Launch);
  const Answer &A = D.decide(Q.Terms);
  if (A.TheKind != Answer::Kind::Yes) {
    bool Disagree = decide(Why.At, Group, Its) == Uniformity::Divergent;
    Out.leave({{siteOf(B)},
               Disagree ? "threads may part before this barrier"
                        : "whether the barrier is convergent: " + A.Reason});
    return;
  }
  Finding F;
  F.TheKind = Finding::Kind::BarrierDivergence;
  F.Relation = B->TheScope;
  F.Sites = {siteOf(B)};
  Q.show(F, A.TheModel, Group, G.P, Launch, D);
  F.Explanation = explain(G, Why);
  Out.Findings.push_back(std::move(F));
}

} // namespace racemap::verdict
