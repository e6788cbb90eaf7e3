// Mbarrier - barriers that are words of shared memory.
//
// One 64-bit word: the phase (bits 40-63), how many arrivals are expected in a
// phase (20-39) and how many of them are still to come (0-19). The last one
// starts the next phase. A state is the word as it was at an arrival: its phase
// is over when the word's is another.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <atomic>
#include <cstdint>

namespace {

struct Word {
  uint64_t Phase, Expected, Pending;

  static Word of(uint64_t Bits) {
    return {Bits >> 40, Bits >> 20 & 0xfffff, Bits & 0xfffff};
  }
  uint64_t bits() const {
    return Phase << 40 | (Expected & 0xfffff) << 20 | (Pending & 0xfffff);
  }
};

} // namespace

static uint64_t load(uint64_t *At) {
  return std::atomic_ref(*At).load(std::memory_order_acquire);
}

extern "C" {

void __racemap_mbarrier_init(uint64_t *At, uint32_t Count) {
  std::atomic_ref(*At).store(Word{0, Count, Count}.bits());
}

/// The state before. Drops: it is not expected in later phases.
uint64_t __racemap_mbarrier_arrive(uint64_t *At, uint32_t Count,
                                   uint32_t Drops) {
  uint64_t Before = load(At);
  for (;;) {
    Word W = Word::of(Before);
    if (Drops)
      W.Expected -= Count;
    W.Pending -= Count;
    if ((W.Pending & 0xfffff) == 0) {
      ++W.Phase;
      W.Pending = W.Expected;
    }
    if (std::atomic_ref(*At).compare_exchange_weak(Before, W.bits()))
      return Before;
  }
}

uint32_t __racemap_mbarrier_test(uint64_t *At, uint64_t State) {
  return Word::of(load(At)).Phase != Word::of(State).Phase;
}

/// Is the phase with this parity over?
uint32_t __racemap_mbarrier_test_parity(uint64_t *At, uint32_t Parity) {
  return (Word::of(load(At)).Phase & 1) != (Parity & 1);
}

uint32_t __racemap_mbarrier_pending(uint64_t State) {
  return uint32_t(Word::of(State).Pending);
}
}
