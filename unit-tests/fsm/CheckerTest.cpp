// CheckerTest - the machine says race exactly when the reference does, on all
// histories of small launches; and every cell of its table is needed for that.
//
// Larger launches have tests of their own (label long).
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/fsm/model/Checker.h"
#include "Launches.h"
#include "runtime/fsm/Machine.h"
#include "gtest/gtest.h"
#include <map>
#include <set>

namespace racemap::fsm {
namespace {

/// All that a launch can do is checked; returns the number of states that the
/// cell was in.
std::size_t check(const Hierarchy &H, Checker::Options O) {
  Table T = Table::shipped();
  Checker C(H, T, O);
  EXPECT_TRUE(C.run()) << C.counterexample();
  std::set<unsigned> States;
  for (const auto &[Place, From] : C.places())
    States.insert(Place.State);
  return States.size();
}

TEST(Checker, FourScopes) {
  EXPECT_EQ(20u, check(withoutClusters(), {.Symmetric = false}));
}

TEST(Checker, FiveScopes) {
  EXPECT_EQ(NumStates, check(sevenThreads(), {.Symmetric = false}));
}

TEST(Checker, SwapsThatFail) {
  Checker::Options O{.Symmetric = true, .Interleaved = true};
  EXPECT_EQ(18u, check(Hierarchy::uniform(1, 1, 2, 2), O));
  EXPECT_EQ(20u, check(withoutClusters(), O));
}

/// Symmetry leaves out what is the same but for the names of threads, and
/// nothing else: the same places of the table are looked up.
TEST(Checker, SymmetryFindsTheSamePlaces) {
  Table T = Table::shipped();
  for (const Hierarchy &H : {withoutClusters(), sevenThreads()}) {
    Checker Plain(H, T, {.Symmetric = false}), Symmetric(H, T, {});
    ASSERT_TRUE(Plain.run() && Symmetric.run());
    EXPECT_LT(Symmetric.configurations(), Plain.configurations());
    auto InPlain = Plain.places(), InSymmetric = Symmetric.places();
    ASSERT_EQ(InPlain.size(), InSymmetric.size());
    for (std::size_t I = 0; I != InPlain.size(); ++I)
      EXPECT_EQ(InPlain[I].first, InSymmetric[I].first);
  }
}

TEST(Checker, SaysWhereTheyDisagree) {
  Hierarchy H = withoutClusters();
  Table T = Table::shipped();
  Meeting Alone{Operation::Read, Scope::Thread, Scope::Thread};
  Meeting Near{Operation::Write, Scope::Warp, Scope::Thread};
  unsigned Read = T.at(0, Alone).next();
  T.set(Read, Near, {T.at(Read, Near).next(), false, false});
  Checker C(H, T, {.Symmetric = false});
  EXPECT_FALSE(C.run());
  EXPECT_EQ("T0: read\nT1: write: race by the reference only",
            C.counterexample());
}

/// T0 reads; warp barrier; T0 reads, and the cell does not say so; T1 writes.
TEST(Checker, TriesToKeepTheCell) {
  Hierarchy H = withoutClusters();
  Table T = Table::shipped();
  Meeting Alone{Operation::Read, Scope::Thread, Scope::Thread};
  Meeting Again{Operation::Read, Scope::Thread, Scope::Warp};
  unsigned Read = T.at(0, Alone).next();
  T.set(Read, Again, {T.at(Read, Again).next(), false, true});
  EXPECT_FALSE(Checker(H, T, {}).run());
}

/// Changes single cells of the table. The checker is begun where the cell was
/// first looked up: what leads there has nothing to do with the cell, so the
/// checker comes there with the changed table, too.
class Perturbation : public ::testing::Test {
protected:
  Perturbation() : H(Hierarchy::uniform(2, 2, 2, 2)), T(Table::shipped()) {
    Checker C(H, T, {});
    EXPECT_TRUE(C.run());
    for (const auto &[Place, From] : C.places())
      Cells[{Place.State, Place.Meeting}].push_back(From);
  }

  using Cell = std::pair<unsigned, unsigned>; ///< state and meeting

  Transition at(Cell C) const { return T.at(C.first, Meeting::at(C.second)); }

  bool isNoticed(Cell C, Transition Wrong) const {
    Table Changed = T;
    Changed.set(C.first, Meeting::at(C.second), Wrong);
    for (const Configuration &From : Cells.at(C))
      if (!Checker(H, Changed, {}).run(From))
        return true;
    return false;
  }

  Hierarchy H;
  Table T;
  std::map<Cell, std::vector<Configuration>> Cells;
};

/// Every cell is reached. Changed are its answer, its successor, and whether it
/// has to be written.
TEST_F(Perturbation, EveryCellIsNoticed) {
  std::size_t Expected = NumOperations; // of the untouched word
  for (unsigned Number = 0; Number != Meeting::Count; ++Number)
    if (Meeting::at(Number).isPossible())
      Expected += NumStates - 1;
  EXPECT_EQ(Expected, Cells.size());
  for (const auto &[C, From] : Cells) {
    Transition Right = at(C);
    unsigned Other = (Right.next() + 1) % NumStates;
    EXPECT_TRUE(isNoticed(C, {Right.next(), !Right.races(), Right.keeps()}))
        << "state " << C.first << " meeting " << C.second;
    EXPECT_TRUE(isNoticed(C, {Other, Right.races(), Right.keeps()}))
        << "state " << C.first << " meeting " << C.second;
    EXPECT_TRUE(Right.keeps() ||
                isNoticed(C, {Right.next(), Right.races(), true}))
        << "state " << C.first << " meeting " << C.second;
  }
}

/// Runs with the label long only.
TEST_F(Perturbation, DISABLED_EverySuccessorIsNoticed) {
  for (const auto &[C, From] : Cells) {
    Transition Right = at(C);
    for (unsigned Next = 0; Next != NumStates; ++Next)
      EXPECT_TRUE(Next == Right.next() ||
                  isNoticed(C, {Next, Right.races(), Right.keeps()}))
          << "state " << C.first << " meeting " << C.second << " to " << Next;
  }
}

} // namespace
} // namespace racemap::fsm
