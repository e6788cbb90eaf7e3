// Several workers at once: what an access has read and told is what its word
// says, whoever comes in between. The words here are real ones.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#define RACEMAP_DECLARE_ABI
#include "include/racemap/runtime.h"
#include "unit-tests/monitor/Device.h"

#include <atomic>
#include <gtest/gtest.h>
#include <thread>

namespace racemap {
namespace {

using device::Descriptor;
using device::Order;
using fsm::Operation;

constexpr unsigned NumWorkers = 4, Rounds = 3000;

class Workers : public testing::Test {
protected:
  Workers()
      : Words(reinterpret_cast<int *>(
            cpu::Arena::get().allocate(64, cpu::Allocation::Kind::Device, {}))),
        Before(__racemap_num_found()) {
    std::fill(Words, Words + 16, 0);
  }
  ~Workers() override { cpu::Arena::get().free(Words); }

  /// Each worker has a block of one thread.
  template <typename Function>
  void run(Function Each, unsigned Times = Rounds) {
    Device D("fenced", NumWorkers, 1, {0});
    std::vector<std::thread> All;
    for (unsigned I = 0; I < NumWorkers; ++I)
      All.emplace_back([&, I] {
        D.become(I);
        for (unsigned Round = 0; Round < Times; ++Round)
          Each(I);
      });
    for (std::thread &T : All)
      T.join();
  }
  uint64_t found() const { return __racemap_num_found() - Before; }

  static Descriptor atomic(Order O) {
    Descriptor D;
    D.Op = Operation::AtomicGrid;
    D.Ordering = O;
    return D;
  }
  /// Announces the access, performs it, and says what it became. Others have
  /// their chance to come in between.
  template <typename Function>
  static auto strong(int &Word, Descriptor D, Function Perform) {
    __racemap_access(&Word, 4, D.bits(), Site);
    std::this_thread::yield();
    auto [Result, Became] = Perform(std::atomic_ref<int>(Word), D);
    std::this_thread::yield();
    __racemap_performed(&Word, 4, Became.bits(), Site);
    return Result;
  }
  static int load(int &Word, Order O) {
    Descriptor D = atomic(O);
    D.OnlyLoads = true;
    return strong(Word, D, [](std::atomic_ref<int> W, Descriptor Became) {
      return std::pair(W.load(), Became);
    });
  }
  static void store(int &Word, int Value, Order O) {
    Descriptor D = atomic(O);
    D.OnlyStores = true;
    strong(Word, D, [=](std::atomic_ref<int> W, Descriptor Became) {
      W.store(Value);
      return std::pair(0, Became);
    });
  }
  static bool swap(int &Word, int Expected, int New, Order O) {
    return strong(Word, atomic(O),
                  [=](std::atomic_ref<int> W, Descriptor Became) mutable {
                    bool Done = W.compare_exchange_strong(Expected, New);
                    Became.OnlyLoads = !Done;
                    return std::pair(Done, Became);
                  });
  }
  /// Plain accesses: a read, then a write.
  static void increment(int &Word) {
    Descriptor Read, Write;
    Write.Op = Operation::Write;
    __racemap_access(&Word, 4, Read.bits(), Site);
    int Value = Word;
    __racemap_access(&Word, 4, Write.bits(), Site + 1);
    Word = Value + 1;
  }

  static constexpr unsigned Site = Device::SitesPerKernel;
  int *Words;
  uint64_t Before;
};

TEST_F(Workers, HandAWordOnUnderALock) {
  run([&](unsigned) {
    while (!swap(Words[0], 0, 1, Order::Acquire))
      std::this_thread::yield();
    increment(Words[1]);
    store(Words[0], 0, Order::Release);
  });
  EXPECT_EQ(Words[1], int(NumWorkers * Rounds));
  EXPECT_EQ(found(), 0u);
}

/// Each store ends what the one before it has told.
TEST_F(Workers, TakeTurns) {
  constexpr unsigned Turns = Rounds / 6; // a turn can take a slice of time
  run(
      [&](unsigned Worker) {
        while (unsigned(load(Words[0], Order::Acquire)) % NumWorkers != Worker)
          std::this_thread::yield();
        increment(Words[1]);
        store(Words[0], Words[1], Order::Release);
      },
      Turns);
  EXPECT_EQ(Words[1], int(NumWorkers * Turns));
  EXPECT_EQ(found(), 0u);
}

TEST_F(Workers, RaceUnderALockThatTellsNothing) {
  run([&](unsigned) {
    while (!swap(Words[0], 0, 1, Order::Acquire))
      std::this_thread::yield();
    increment(Words[1]);
    store(Words[0], 0, Order::None);
  });
  EXPECT_EQ(Words[1], int(NumWorkers * Rounds));
  EXPECT_GT(found(), 0u);
}

} // namespace
} // namespace racemap
