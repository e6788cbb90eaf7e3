// Nodes of a graph push their value to their neighbours. (Listing 1 of HiRace,
// SC24.) Where no two nodes have a neighbour in common, nothing races.
//
// RUN: %runtime
// RUN: %racemap cc --sanitize --device=cpu %s -o %t
// RUN: bash -c '%t bad 1; echo status $?' 2>&1 | FileCheck %s
// RUN: %t bad 3 2>&1 | FileCheck %s --check-prefix=GOOD --allow-empty
// RUN: %t good 1 2>&1 | FileCheck %s --check-prefix=GOOD --allow-empty

#include <cstdlib>
#include <cstring>

template <bool Good>
__global__ void push(const int *index, const int *list, int *to,
                     const int *from, int nodes) {
  int idx = threadIdx.x + blockIdx.x * blockDim.x;
  for (int i = idx; i < nodes; i += gridDim.x * blockDim.x)
    for (int j = index[i]; j < index[i + 1]; ++j) {
      int neighbour = list[j];
      if (i < neighbour)
        if constexpr (Good)
          atomicMin(&to[neighbour], from[i]);
        else
          to[neighbour] = min(to[neighbour], from[i]);
    }
}

// Node i has the neighbours i + step and i + 2 * step, if there are such.
int main(int, char **argv) {
  constexpr int nodes = 5;
  int step = std::atoi(argv[2]);
  int *index, *list, *to, *from;
  cudaMallocManaged(&index, (nodes + 1) * sizeof(int));
  cudaMallocManaged(&list, 2 * nodes * sizeof(int));
  cudaMallocManaged(&to, nodes * sizeof(int));
  cudaMallocManaged(&from, nodes * sizeof(int));
  int edges = 0;
  for (int i = 0; i < nodes; ++i) {
    index[i] = edges;
    for (int k = 1; k <= 2; ++k)
      if (i + k * step < nodes)
        list[edges++] = i + k * step;
    to[i] = 100;
    from[i] = i;
  }
  index[nodes] = edges;
  auto kernel = std::strcmp(argv[1], "good") ? push<false> : push<true>;
  kernel<<<2, 32>>>(index, list, to, from, nodes);
  return cudaGetLastError() != cudaSuccess ||
         cudaDeviceSynchronize() != cudaSuccess;
}

// CHECK: WARNING: RaceMap: data race
// CHECK: minimum-without-atomic.cu:24
// CHECK: Location is {{[0-9]+}} bytes into a 20-byte allocation of managed memory
// CHECK: status 66
// GOOD-NOT: RaceMap
