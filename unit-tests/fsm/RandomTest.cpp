// RandomTest - the frontier and the machine against complete histories, which
// the Checker does not look at: it compares the machine with the frontier.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Launches.h"
#include "Word.h"
#include "gtest/gtest.h"
#include <random>

namespace racemap::fsm {
namespace {

/// The same choices on every machine: no distribution of the library.
class Choices {
public:
  explicit Choices(unsigned Seed) : Engine(Seed) {}
  unsigned below(std::size_t Bound) {
    return static_cast<unsigned>(Engine() % Bound);
  }
  template <typename T> T from(const std::vector<T> &Values) {
    return Values[below(Values.size())];
  }

private:
  std::mt19937 Engine;
};

/// Lets a history of some events happen, of which every third is a barrier.
/// Most accesses that race are left out, for histories end with them.
void happen(const Hierarchy &H, Choices &Choose, auto Barrier, auto Access) {
  auto Barriers = H.barriers();
  auto Operations = H.operations();
  Frontier Guide;
  for (unsigned Event = 0; Event != 40; ++Event) {
    if (Choose.below(3) == 0) {
      unsigned Group = Choose.from(Barriers);
      Guide.barrier(H, Group);
      Barrier(Group);
      continue;
    }
    Operation Op = Choose.from(Operations);
    unsigned Thread = Choose.from(H.threads());
    if (Guide.races(H, Op, Thread) && Choose.below(16) != 0)
      continue;
    Guide.access(H, Op, Thread);
    Access(Op, Thread);
  }
}

void compareFrontier(const Hierarchy &H, unsigned Seed) {
  Choices Choose(Seed);
  History Complete(H);
  Frontier F;
  happen(
      H, Choose,
      [&](unsigned Group) {
        Complete.barrier(Group);
        F.barrier(H, Group);
      },
      [&](Operation Op, unsigned Thread) {
        EXPECT_EQ(Complete.access(Op, Thread), F.access(H, Op, Thread))
            << "seed " << Seed;
      });
}

void compareMachine(const Hierarchy &H, unsigned Seed) {
  Choices Choose(Seed);
  Word W(H);
  happen(
      H, Choose, [&](unsigned Group) { W.barrier(Group); },
      [&](Operation Op, unsigned Thread) {
        Word::Answers A = W.access(Op, Thread, Choose.below(2) != 0);
        EXPECT_EQ(A.Reference, A.Machine) << "seed " << Seed;
      });
}

TEST(Random, TheFrontierIsEnough) {
  for (unsigned Seed = 0; Seed != 3000; ++Seed) {
    compareFrontier(sevenThreads(), Seed);
    compareFrontier(Hierarchy::uniform(1, 1, 2, 2), Seed);
  }
}

TEST(Random, TheMachineOnLargerLaunches) {
  Hierarchy Wide = Hierarchy::uniform(2, 2, 3, 3);
  Hierarchy Deep = Hierarchy::uniform(3, 2, 2, 2);
  for (unsigned Seed = 0; Seed != 2000; ++Seed) {
    compareMachine(Wide, Seed);
    compareMachine(Deep, Seed);
    compareMachine(sevenThreads(), Seed);
  }
}

/// All histories of a few events.
class Exhaustive {
public:
  explicit Exhaustive(const Hierarchy &H) : H(H) {}

  void extend(const History &Complete, const Frontier &F, unsigned Events) {
    if (Events == 0)
      return;
    for (unsigned Group : H.barriers()) {
      History Longer = Complete;
      Frontier Next = F;
      Longer.barrier(Group);
      Next.barrier(H, Group);
      extend(Longer, Next, Events - 1);
    }
    for (unsigned Thread : H.threads())
      for (Operation Op : H.operations()) {
        History Longer = Complete;
        Frontier Next = F;
        EXPECT_EQ(Longer.access(Op, Thread), Next.access(H, Op, Thread));
        extend(Longer, Next, Events - 1);
      }
  }

private:
  const Hierarchy &H;
};

TEST(Frontier, AllShortHistories) {
  Hierarchy H = Hierarchy::uniform(1, 1, 2, 2);
  Exhaustive(H).extend(History(H), {}, 4);
}

} // namespace
} // namespace racemap::fsm
