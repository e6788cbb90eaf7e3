// One lane of a group adds for all of them to a counter, tells the others what
// it found, and each takes the place that its rank in the group gives it: no two
// are the same. Silent kernels are proved.
//
// What the first of these takes of the solver differs by a quarter with the order
// in which terms are made, which is no matter here.
//
// RUN: %runtime
// RUN: %clangxx_cuda -fsyntax-only %s --cuda-device-only -Xclang -verify \
// RUN:   -Xclang -plugin-arg-racemap -Xclang budget-ms=1500 \
// RUN:   -fplugin-arg-racemap-unit-budget-ms=0 \
// RUN:   -fplugin-arg-racemap-emit-map=- | FileCheck %s
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// CHECK-LABEL: kernel "led(
// CHECK:      active => [[MASK:\$u[0-9]+]](it)
// CHECK:        atomic n[0] += {{.*}} => [[BASE:\$u[0-9]+]](it)
// CHECK:      shuffle {{.*}}[[BASE]](it) from {{.*}} among [[MASK]](it) => $u
// CHECK-LABEL: kernel "

#define LANE (threadIdx.x & 31)
#define BELOW ((1u << LANE) - 1)
#define FIRST(MASK) (__ffs(MASK) - 1)

// MINE: where a thread's place is, of those that `base` is the first one of.
#define PLACE(NAME, BEFORE, MADE, LEADS, TAKE, BETWEEN, FROM, MINE)            \
  __global__ void NAME(int *out, int *n, const int *in, int size) {            \
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < size;              \
         i += gridDim.x * blockDim.x) {                                        \
      BEFORE;                                                                  \
      if (in[i] > 0) {                                                         \
        MADE;                                                                  \
        int leader = FIRST(mask), base = 0;                                    \
        if (LEADS)                                                             \
          base = TAKE;                                                         \
        BETWEEN;                                                               \
        base = __shfl_sync(mask, base, FROM);                                  \
        out[MINE] = in[i];                                                     \
      }                                                                        \
    }                                                                          \
  }
#define ACTIVE unsigned mask = __activemask()
#define ADD atomicAdd(n, __popc(mask))
#define RANK __popc(mask & BELOW)

PLACE(led, , ACTIVE, LANE == leader, ADD, , leader, base + RANK)
PLACE(ledByRank, , ACTIVE, RANK == 0, ADD, , leader, base + RANK)
PLACE(ledByMore, , ACTIVE, LANE <= leader, ADD, , leader, base + RANK)
PLACE(lastLeads, , ACTIVE; int last = 31 - __clz(mask), LANE == last, ADD, , last, base + RANK)

PLACE(takenForOne, , ACTIVE, LANE == leader, atomicAdd(n, 1), , leader, base + RANK) // expected-remark {{undecided}}
PLACE(takenForOneLess, , ACTIVE, LANE == leader, atomicAdd(n, __popc(mask) - 1), , leader, base + RANK) // expected-remark {{undecided}}
PLACE(placeOfTheLane, , ACTIVE, LANE == leader, ADD, , leader, base + LANE) // expected-remark {{undecided}}
PLACE(placeOfTheGroup, , ACTIVE, LANE == leader, ADD, , leader, base) // expected-remark {{undecided}}
PLACE(anotherLeads, , ACTIVE, LANE == 0, ADD, , leader, base + RANK) // expected-remark {{undecided}}
PLACE(anotherTells, , ACTIVE, LANE == leader, ADD, , 0, base + RANK) // expected-remark {{undecided}}
PLACE(eachAsksItself, , ACTIVE, LANE == leader, ADD, , LANE, base + RANK) // expected-remark {{undecided}}
PLACE(oneAsksTheLast, , ACTIVE, LANE == leader, ADD, , LANE == 0 ? 31 - __clz(mask) : leader, base + RANK) // expected-remark {{undecided}}
PLACE(madeBefore, ACTIVE, , LANE == leader, ADD, , leader, base + RANK) // expected-remark {{undecided}}
PLACE(someLeave, , ACTIVE, LANE == leader, ADD, if (in[i] == 7) return, leader, base + RANK) // expected-remark {{undecided}}
PLACE(ofTheBlock, , ACTIVE, LANE == leader, atomicAdd_block(n, __popc(mask)), , leader, base + RANK) // expected-remark {{undecided}}
PLACE(putBack, , ACTIVE, LANE == leader, ADD, if (i == 5) atomicExch(n, 0), leader, base + RANK) // expected-remark {{undecided}}
PLACE(ofManyCounters, , ACTIVE, LANE == leader, atomicAdd(&n[in[i]], __popc(mask)), , leader, base + RANK) // expected-remark {{undecided}}

// A counter for each key, and the lanes of a key lead themselves.
#define BUCKETS(NAME, KEY, AT)                                                 \
  __global__ void NAME(int *out, int *n, const int *in, int size) {            \
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < size;              \
         i += gridDim.x * blockDim.x) {                                        \
      unsigned mask = __match_any_sync(__activemask(), KEY);                   \
      int base = 0;                                                            \
      if (LANE == FIRST(mask))                                                 \
        base = atomicAdd(&n[AT], __popc(mask));                                \
      int at = __shfl_sync(mask, base, FIRST(mask)) + RANK;                    \
      if (at >= 0 && at < 64)                                                  \
        out[in[i] * 64 + at] = i;                                              \
    }                                                                          \
  }
BUCKETS(buckets, in[i], in[i])
BUCKETS(anotherKey, in[i] & 7, in[i]) // expected-remark {{undecided}}

// Everybody votes, and those who have voted for it take places.
#define VOTE(NAME, WHERE, WHO, FOR, ASKED)                                     \
  __global__ void NAME(int *out, int *n, const int *in, int size) {            \
    int i = blockIdx.x * blockDim.x + threadIdx.x;                             \
    bool is = i < size && in[i] > 0;                                           \
    WHERE {                                                                    \
      unsigned mask = __ballot_sync(0xffffffff, is);                           \
      int leader = FIRST(mask), base = 0;                                      \
      WHO {                                                                    \
        if (threadIdx.x % 32 == leader)                                        \
          base = ADD;                                                          \
        base = __shfl_sync(ASKED, base, leader);                               \
        if (FOR)                                                               \
          out[base + __popc(mask & ((1u << threadIdx.x % 32) - 1))] = i;       \
      }                                                                        \
    }                                                                          \
  }
VOTE(votes, , , is, 0xffffffff)
VOTE(votersOnly, , if (is), true, mask)
VOTE(votersAndOthers, , , !is, 0xffffffff) // expected-remark {{undecided}}
VOTE(othersOnly, , if (!is), true, mask) // expected-remark {{undecided}}
VOTE(othersToo, , , true, mask) // expected-remark {{undecided}}
VOTE(someAreElsewhere, if (in[i] != 3), , is, 0xffffffff) // expected-remark {{undecided}}
