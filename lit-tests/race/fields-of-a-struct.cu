// What is written to one field of a struct says nothing of the others: a lock,
// a flag and what they guard side by side, keys and values of a hash table.
// Silent kernels are proved.
//
// RUN: %runtime
// RUN: %clangxx_cuda -fsyntax-only %s --cuda-device-only -Xclang -verify \
// RUN:   -fplugin-arg-racemap-unit-budget-ms=0
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

struct Queue {
  int lock, ready, value;
};
#define FENCE __threadfence()

#define LOCKED(NAME, RELEASE)                                                  \
  __global__ void NAME(Queue *q, const int *in) {                              \
    if (threadIdx.x != 0)                                                      \
      return;                                                                  \
    while (atomicCAS(&q->lock, 0, 1) != 0) {                                   \
    }                                                                          \
    FENCE;                                                                     \
    q->value += in[blockIdx.x];                                                \
    q->ready = 1;                                                              \
    RELEASE;                                                                   \
    atomicExch(&q->lock, 0);                                                   \
  }
LOCKED(locked, FENCE)
LOCKED(notReleased, ) // expected-remark 1+{{undecided}}

#define OF_A_KEY(NAME, USED)                                                   \
  __global__ void NAME(Queue *queues, const int *key) {                        \
    int k = key[blockIdx.x * blockDim.x + threadIdx.x];                        \
    bool done = false;                                                         \
    while (!done)                                                              \
      if (atomicCAS(&queues[k].lock, 0, 1) == 0) {                             \
        FENCE;                                                                 \
        queues[USED].value += 1;                                               \
        FENCE;                                                                 \
        atomicExch(&queues[k].lock, 0);                                        \
        done = true;                                                           \
      }                                                                        \
  }
OF_A_KEY(ofOneKey, k)
OF_A_KEY(ofAnotherKey, k / 2) // expected-remark {{undecided}}

#define PASSED_ON(NAME, RELEASE, SET)                                          \
  __global__ void NAME(Queue *q, int *out, const int *in) {                    \
    if (threadIdx.x != 0)                                                      \
      return;                                                                  \
    if (blockIdx.x == 0) {                                                     \
      q->value = in[0];                                                        \
      RELEASE;                                                                 \
      atomicExch(&q->SET, 1);                                                  \
    } else {                                                                   \
      while (atomicAdd(&q->ready, 0) == 0) {                                   \
      }                                                                        \
      FENCE;                                                                   \
      int value = q->value;                                                    \
      while (atomicCAS(&q->lock, 0, 1) != 0) {                                 \
      }                                                                        \
      FENCE;                                                                   \
      *out += value;                                                           \
      FENCE;                                                                   \
      atomicExch(&q->lock, 0);                                                 \
    }                                                                          \
  }
PASSED_ON(passedOn, FENCE, ready)
PASSED_ON(passedUnfenced, , ready)     // expected-remark {{undecided}}
PASSED_ON(anotherIsSet, FENCE, value)  // expected-remark {{undecided}} expected-warning 0+{{}} expected-note 0+{{}}

// All at once, through a pointer to what is wider.
__global__ void wholeIsWritten(Queue *q, const int *in) { // expected-remark 1+{{undecided}}
  if (threadIdx.x != 0)
    return;
  while (atomicCAS(&q->lock, 0, 1) != 0) {
  }
  FENCE;
  *reinterpret_cast<long long *>(q) = in[blockIdx.x];
  FENCE;
  atomicExch(&q->lock, 0);
}

constexpr unsigned Slots = 1024, Empty = 0xffffffff;
struct Slot {
  unsigned key, value;
};

// Probes until it has a slot.
#define INSERT(NAME, TYPE, GUARD, IS_MINE, AT)                                 \
  __global__ void NAME(TYPE *table, const unsigned *keys) {                    \
    unsigned key = keys[blockIdx.x * blockDim.x + threadIdx.x];                \
    unsigned slot = key * 2654435761u % Slots;                                 \
    GUARD;                                                                     \
    while (true) {                                                             \
      unsigned found = atomicCAS(&table[slot].key, Empty, key);                \
      if (IS_MINE) {                                                           \
        table[AT].value = threadIdx.x;                                         \
        return;                                                                \
      }                                                                        \
      slot = (slot + 1) % Slots;                                               \
    }                                                                          \
  }
#define IS_EMPTY found == Empty
#define NONE_IS_EMPTY                                                          \
  if (key == Empty)                                                            \
  return

INSERT(inserts, Slot, NONE_IS_EMPTY, IS_EMPTY, slot)
INSERT(keysMayBeEmpty, Slot, , IS_EMPTY, slot)                        // expected-remark {{undecided}}
INSERT(replaces, Slot, NONE_IS_EMPTY, IS_EMPTY || found == key, slot) // expected-remark {{undecided}}
INSERT(intoAnother, Slot, NONE_IS_EMPTY, IS_EMPTY, slot / 2)          // expected-remark {{undecided}}

union Either {
  unsigned key, value;
};
INSERT(overItsKey, Either, NONE_IS_EMPTY, IS_EMPTY, slot) // expected-remark {{undecided}} expected-warning 0+{{}} expected-note 0+{{}}

// The loop looks for the slot, which is used behind it.
#define LOOK_FIRST(NAME, EXPECTED)                                             \
  __global__ void NAME(Slot *table, const unsigned *keys) {                    \
    unsigned key = keys[blockIdx.x * blockDim.x + threadIdx.x];                \
    unsigned slot = key * 2654435761u % Slots;                                 \
    NONE_IS_EMPTY;                                                             \
    while (atomicCAS(&table[slot].key, EXPECTED, key) != Empty)                \
      slot = (slot + 1) % Slots;                                               \
    table[slot].value = threadIdx.x;                                           \
  }
LOOK_FIRST(looksFirst, Empty)
LOOK_FIRST(looksForAnother, 7u) // expected-remark {{undecided}}
