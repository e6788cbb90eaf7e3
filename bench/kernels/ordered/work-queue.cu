// A queue of tasks in memory: each makes two smaller ones, until they are small
// enough to be done. A place is drawn by a ticket, and a flag says that the
// task is there.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "../Bench.h"

constexpr int Block = 64, Least = 64;

struct Task {
  int begin, end;
};

struct Queue {
  unsigned head, tail;
  unsigned left; ///< elements that nobody has added yet
};

__device__ void push(Queue *q, Task *tasks, int *ready, Task t) {
  unsigned at = atomicAdd(&q->tail, 1);
  tasks[at] = t;
  __threadfence();
  atomicExch(&ready[at], 1);
}

__global__ void work(const int *in, Queue *q, Task *tasks, int *ready,
                     int *sums) {
  __shared__ Task mine;
  while (true) {
    if (threadIdx.x == 0) {
      unsigned at = atomicAdd(&q->head, 1);
      mine = {0, 0};
      while (atomicAdd(&q->left, 0) != 0)
        if (atomicAdd(&ready[at], 0)) {
          __threadfence();
          mine = tasks[at];
          break;
        }
    }
    __syncthreads();
    Task t = mine;
    __syncthreads();
    if (t.begin == t.end)
      return;
    if (t.end - t.begin > Least) {
      int middle = (t.begin + t.end) / 2;
      if (threadIdx.x == 0) {
        push(q, tasks, ready, {t.begin, middle});
        push(q, tasks, ready, {middle, t.end});
      }
      continue;
    }
    for (int i = t.begin + threadIdx.x; i < t.end; i += Block)
      sums[i] = in[i] + 1;
    __syncthreads();
    if (threadIdx.x == 0)
      atomicSub(&q->left, t.end - t.begin);
  }
}

static void run(bench::Run &r) {
  int num = int(r.size()), places = 4 * (num / Least + 1) + 64;
  constexpr int Blocks = 16;
  std::vector<int> in(num), sums(num);
  for (int i = 0; i < num; ++i)
    sums[i] = (in[i] = bench::number(i)) + 1;
  bench::Array<int> In(in), Ready(places), Sums(num);
  bench::Array<Task> Tasks(places);
  bench::Array<Queue> Its(1);
  auto prepare = [&] {
    Queue q = {0, 1, unsigned(num)};
    Task all = {0, num};
    int one = 1;
    Ready.clear();
    Sums.clear();
    bench::must(cudaMemcpy(Its, &q, sizeof q, cudaMemcpyHostToDevice), "copy");
    bench::must(cudaMemcpy(Tasks, &all, sizeof all, cudaMemcpyHostToDevice),
                "copy");
    bench::must(cudaMemcpy(Ready, &one, sizeof one, cudaMemcpyHostToDevice),
                "copy");
  };
  r.measure(
      "work", work, prepare,
      [&] { work<<<Blocks, Block>>>(In, Its, Tasks, Ready, Sums); },
      [&] { return Sums.values() == sums; });
}

static bench::Program program("work-queue", 1 << 18, 1 << 24, run);
