// Static variables of a relocatable unit are one for the host and the device,
// also if kernels that use them come before the host's use.
//
// RUN: %runtime
// RUN: %racemap cc --device=cpu -rdc=true %s -o %t && %t
// RUN: %racemap cc --device=cpu -rdc=true %s %S/Inputs/static-variables-other.cu -DLINKED -o %t.2 && %t.2

#ifdef OTHER
#define NUMBER 5
#define CHECK isRightInOther
#else
#define NUMBER 7
#define CHECK isRight
#endif

static __constant__ int table[4];
static __device__ int before[4] = {NUMBER, NUMBER, NUMBER, NUMBER};
static __device__ int after[4];

static __global__ void use() {
  after[threadIdx.x] = table[threadIdx.x] + before[threadIdx.x];
}

bool CHECK() {
  int values[4] = {1, 2, 3, 4}, sums[4];
  if (cudaMemcpyToSymbol(table, values, sizeof table) != cudaSuccess)
    return false;
  use<<<1, 4>>>();
  if (cudaMemcpyFromSymbol(sums, after, sizeof after) != cudaSuccess ||
      cudaMemcpyFromSymbol(values, before, sizeof before) != cudaSuccess)
    return false;
  for (int i = 0; i < 4; ++i)
    if (sums[i] != i + 1 + NUMBER || values[i] != NUMBER)
      return false;
  return true;
}

#ifndef OTHER
#ifdef LINKED
bool isRightInOther();
#else
bool isRightInOther() { return true; }
#endif
int main() { return isRight() && isRightInOther() && isRight() ? 0 : 1; }
#endif
