// Assumptions - what the source says about its launches.
//
// assert(c) and __builtin_assume(c) outside of loops, where c and the way there
// are the same for all threads of a launch: runs in which c does not hold are
// not considered, nor what they did before. A trap is a failed assertion; an
// exit is not: such a thread just returns. An assertion that depends on the
// thread ends the thread where it fails instead. Any other assumption is given
// where it stands; if it depends on what is not modelled, only if the user says
// it, as what is found behind it is not certain then.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/lift/emit/Emitter.h"
#include "passes/map/Printer.h"
#include "passes/map/Traversal.h"

namespace racemap::lift {

using namespace llvm;
using map::Term;

void Emitter::assume(const map::Assumption &A) {
  if (A.Condition == Terms.yes())
    return;
  for (map::Assumption &Known : K.P.Assumptions)
    if (Known.Condition == A.Condition &&
        (A.Condition || Known.Text == A.Text)) {
      Known.Why = std::max(Known.Why, A.Why);
      return;
    }
  K.P.Assumptions.push_back(A);
}

static map::Assumption said(const Term *Condition) {
  return {Condition, map::toText(Condition)};
}

/// Nothing happens from here to where the launch fails.
bool Emitter::onlyAborts(Region::Block B) {
  for (unsigned Steps = 0; Steps < 64; ++Steps) {
    for (const Instruction &I : *B)
      for (const Effect &E : effectsOf(I)) // the first one decides
        return E.TheKind == Effect::Kind::Abort &&
               E.When.K == ptx::Guard::Kind::Always && E.Lanes >= 32;
    if (!(B = B->getUniqueSuccessor()))
      return false;
  }
  return false;
}

bool Emitter::assumeNever(const Region &R, const Region::Node &From,
                          const Term *Condition) {
  if (MayHaveReturned)
    return false;
  const Term *Way =
      Terms.logicalAnd(V.path(R, R.entry(), From.First), Condition);
  if (map::variesByThread(Way) || Way == Terms.yes())
    return false;
  assume(said(Terms.logicalNot(Way)));
  return true;
}

/// Of the launch: the same for all threads, all of which come here.
bool Emitter::isOfLaunch(const AssumeInst &I, const Term *Condition) {
  const Region &R = V.region(nullptr);
  return !map::variesByThread(Condition) &&
         !K.Loops.getLoopFor(I.getParent()) && !MayHaveReturned &&
         !map::variesByThread(V.path(R, R.entry(), I.getParent()));
}

void Emitter::emitAssumption(const Instruction &I, map::Sequence &Out) {
  const auto *Assume = dyn_cast<AssumeInst>(&I);
  if (!Assume)
    return;
  const Term *Condition =
      V.termIn(Assume->getArgOperand(0), K.Loops.getLoopFor(I.getParent()));
  if (Condition == Terms.yes())
    return;
  bool IsModelled = !map::mentions({Condition}, map::Cause::Unmodelled);
  bool IsUsers = I.hasMetadata(SaidByUser);
  if (!IsModelled && IsUsers && K.NotAssumed)
    K.NotAssumed(K.Names.locationOf(I), "its condition is not modelled");
  if (!IsModelled && !IsUsers)
    return;
  if (IsModelled && isOfLaunch(*Assume, Condition)) {
    const Region &R = V.region(nullptr);
    const Term *Way = V.path(R, R.entry(), I.getParent());
    assume(said(Terms.logicalOr(Terms.logicalNot(Way), Condition)));
  } else {
    auto *New = K.P.make<map::Given>();
    New->Condition = Condition;
    New->Where = K.Names.locationOf(I);
    Out.push_back(New);
  }
}

} // namespace racemap::lift
