// A hash table with open addressing: a key takes its place by compare-and-swap,
// its value is written behind it, and a flag says that it is there. Who comes
// to a key that is there adds to a counter of its own.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "../Bench.h"

constexpr int Block = 256;

struct Slot {
  int key, ready; ///< 0: none
  int value, times;
};

__device__ __host__ unsigned placeOf(int key) { return key * 2654435761u; }

__global__ void insert(const int *keys, int num, Slot *slots, int mask,
                       int *wrong) {
  int at = blockIdx.x * Block + threadIdx.x;
  if (at >= num)
    return;
  int key = keys[at];
  for (unsigned i = placeOf(key);; ++i) {
    Slot &s = slots[i & mask];
    int found = atomicCAS(&s.key, 0, key);
    if (found == 0) {
      s.value = 3 * key;
      __threadfence();
      atomicExch(&s.ready, 1);
    }
    if (found != 0 && found != key)
      continue;
    atomicAdd(&s.times, 1);
    if (atomicAdd(&s.ready, 0)) {
      __threadfence();
      if (s.value != 3 * key)
        atomicAdd(wrong, 1);
    }
    return;
  }
}

static void run(bench::Run &r) {
  int num = int(r.size()), keys = num / 4 + 1, places = 1;
  while (places < 2 * keys)
    places *= 2;
  std::vector<int> in(num);
  for (int i = 0; i < num; ++i)
    in[i] = 1 + int((i * 2654435761u >> 7) % unsigned(keys));
  bench::Array<int> In(in), Wrong(1);
  bench::Array<Slot> Slots(places);
  r.measure(
      "insert", insert, [&] { Slots.clear(); },
      [&] {
        insert<<<(num + Block - 1) / Block, Block>>>(In, num, Slots, places - 1,
                                                     Wrong);
      },
      [&] {
        int times = 0;
        for (const Slot &s : Slots.values())
          times += s.times;
        return times == num && Wrong.values()[0] == 0;
      });
}

static bench::Program program("hash-table", 1 << 17, 1 << 24, run);
