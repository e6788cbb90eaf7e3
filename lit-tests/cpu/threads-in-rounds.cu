// Threads that wait at one barrier of the block only run from one time there
// to the next without fibers: whichever ways they take, and whatever the block's
// dimensions are. What they leave is what threads with fibers leave (with a
// seed, each has one).
//
// RUN: %runtime
// RUN: %racemap cc --device=cpu -O2 %s -o %t
// RUN: %t | FileCheck %s
// RUN: env RACEMAP_OPTIONS=seed=3 %t | FileCheck %s
// RUN: %racemap cc --sanitize --device=cpu -O2 %s -o %t.sanitized
// RUN: %t.sanitized | FileCheck %s
// RUN: %t divergent | FileCheck %s --check-prefix=DIVERGENT
// RUN: env RACEMAP_OPTIONS=seed=3 %t divergent | FileCheck %s --check-prefix=DIVERGENT
// RUN: not %t.sanitized divergent 2>&1 | FileCheck %s --check-prefix=TOLD
#include <cstdio>
#include <functional>

__device__ int linear() {
  return (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
}

__device__ int numThreads() { return blockDim.x * blockDim.y * blockDim.z; }

// The value of the thread behind this one; two barriers in a function that is
// called from another one.
__device__ int next(int *tile, int mine) {
  tile[linear()] = mine;
  __syncthreads();
  int theirs = tile[(linear() + 1) % numThreads()];
  __syncthreads();
  return theirs;
}

__device__ int afterNext(int *tile, int mine) {
  return next(tile, next(tile, mine));
}

__global__ void numbers(int *out, int) {
  __shared__ int tile[1024];
  int at = threadIdx.x | threadIdx.y << 10 | threadIdx.z << 20;
  out[blockIdx.x * numThreads() + linear()] =
      afterNext(tile, at) + (int)blockIdx.x;
}

// As often as memory says.
__global__ void trips(int *out, int n) {
  __shared__ int tile[1024];
  int limit = out[0], sum = linear();
  __syncthreads();
  for (int i = 0; i < limit; ++i)
    sum = next(tile, sum);
  if (n > 1) // the same for all
    sum = next(tile, sum);
  if (n > 2)
    sum = next(tile, sum);
  out[linear()] = sum;
}

__global__ void sums(int *out, int n) {
  __shared__ int tile[1024];
  int i = linear();
  tile[i] = i < n ? i + 1 : 0;
  __syncthreads();
  for (int s = numThreads() / 2; s > 0; s >>= 1) {
    if (i < s)
      tile[i] += tile[i + s];
    __syncthreads();
  }
  if (i == 0)
    out[blockIdx.x] = tile[0] + blockIdx.x;
}

// What is alive at barriers: an array with an index that nobody knows, vectors,
// its address, which is one of local memory.
__global__ void alive(int *out, int n) {
  __shared__ int tile[1024];
  int own[12], i = linear();
  for (int k = 0; k < 12; ++k)
    own[k] = i * 12 + k;
  double half = i * .5;
  float4 four = make_float4(i, i + 1, i + 2, i + 3);
  int *place = &own[(i * 7 + n) % 12];
  int theirs = next(tile, *place);
  *place = -1;
  int isLocal = __nvvm_isspacep_local(place) & !__nvvm_isspacep_local(tile) &
                !__nvvm_isspacep_local(out);
  theirs += next(tile, own[(i * 5 + n) % 12]);
  out[i] = isLocal ? theirs + int(half * 2) + int(four.x + four.w) : -5;
}

// Found again by its address.
struct alignas(256) Aligned {
  int id, rest[63];
};

__global__ void aligned(int *out, int n) {
  __shared__ int tile[1024];
  Aligned own;
  int *places[4], i = linear();
  own.id = 1000 + i;
  for (int k = 0; k < 63; ++k)
    own.rest[k] = k + n;
  for (int k = 0; k < 4; ++k)
    places[k] = &own.rest[(k * 5 + n) % 63];
  int *place = places[next(tile, i) & 3];
  auto *found = (Aligned *)((unsigned long long)place & ~255ull);
  out[i] = found->id * 100 + next(tile, *place);
}

// Some have ended before the barrier, others after the first one.
__global__ void leave(int *out, int n) {
  __shared__ int tile[1024];
  int i = linear();
  tile[i] = i;
  if (i % 3 == 1)
    return;
  __syncthreads();
  int theirs = tile[(i / 3 * 3 + 3) % numThreads()];
  if (i % 3 == 2) {
    out[i] = theirs;
    return;
  }
  __syncthreads();
  tile[i] = -i;
  __syncthreads();
  out[i] = tile[(i + 3) % n];
}

// Which call of a barrier a thread comes to is not looked at, nor how often.
__global__ void divergent(int *out, int n) {
  __shared__ int tile[1024];
  int i = linear(), sum = 0;
  tile[i] = 1;
  if (i % 2) {
    __syncthreads();
    sum = tile[i - 1] * 2;
  } else {
    __syncthreads();
    sum = tile[(i + 1) % n] * 3;
  }
  for (int k = 0; k < i; ++k)
    __syncthreads();
  out[i] = sum + i;
}

__global__ void votes(int *out, int n) {
  int i = linear();
  if (i >= n)
    return;
  int sum = __syncthreads_count(i % 3 == 0) * 8;
  sum += __syncthreads_and(i < n) * 4 + __syncthreads_and(i > 0) * 2;
  sum += __syncthreads_or(i == n - 1) + __syncthreads_or(i == n) * 16384;
  out[i] = sum;
}

static bool areRight(void (*kernel)(int *, int), dim3 grid, dim3 block, int n,
                     int first, const std::function<int(int, int)> &expected) {
  int size = block.x * block.y * block.z, *out;
  cudaMallocManaged(&out, (grid.x * size + 1) * sizeof(int));
  for (int i = 0; i <= int(grid.x) * size; ++i)
    out[i] = i ? 77 : first;
  kernel<<<grid, block>>>(out, n);
  bool right = cudaDeviceSynchronize() == cudaSuccess;
  for (int b = 0; b < int(grid.x); ++b)
    for (int i = 0; i < size; ++i)
      right &= out[b * size + i] == expected(b, i);
  cudaFree(out);
  return right;
}

static void say(const char *what, bool right) {
  printf("%s: %s\n", what, right ? "right" : "WRONG");
}

int main(int argc, char **) {
  if (argc > 1) {
    // DIVERGENT: divergent: right
    // TOLD: barrier divergence
    // TOLD: Wait at __syncthreads at {{.*}}threads-in-rounds.cu
    say("divergent", areRight(divergent, 1, 64, 64, 0, [](int, int i) {
          return (i % 2 ? 2 : 3) + i;
        }));
    return 0;
  }
  bool all = true;
  for (dim3 block : {dim3(1), dim3(33), dim3(1024), dim3(5, 3, 2), dim3(1, 40),
                     dim3(33, 2, 3), dim3(16, 16), dim3(4, 4, 64)}) {
    int size = block.x * block.y * block.z;
    all &= areRight(numbers, 5, block, 0, 0, [&](int b, int i) {
      int at = (i + 2) % size;
      return b + int(at % block.x | at / block.x % block.y << 10 |
                     at / block.x / block.y << 20);
    });
  }
  say("numbers", all); // CHECK: numbers: right

  all = true;
  for (int trip : {0, 1, 7})
    for (int n : {1, 2, 3})
      all &= areRight(trips, 1, 40, n, trip, [&](int, int i) {
        return (i + trip + n - 1) % 40;
      });
  say("trips", all); // CHECK: trips: right

  int *out;
  cudaMallocManaged(&out, 6 * sizeof(int));
  sums<<<6, 512>>>(out, 500);
  all = cudaDeviceSynchronize() == cudaSuccess;
  for (int b = 0; b < 6; ++b)
    all &= out[b] == 500 * 501 / 2 + b;
  say("sums", all); // CHECK: sums: right

  auto taken = [](int i, int n) {
    int at = (i * 7 + n) % 12, again = (i * 5 + n) % 12;
    return i * 12 + at + (at == again ? -1 : i * 12 + again);
  };
  all = true;
  for (int size : {1, 33, 700})
    for (int n : {0, 5})
      all &= areRight(alive, 1, size, n, 0, [&](int, int i) {
        return taken((i + 1) % size, n) + i + 2 * i + 3;
      });
  say("alive", all); // CHECK: alive: right

  all = true;
  for (int size : {1, 33, 700})
    all &= areRight(aligned, 1, size, 40, 0, [&](int, int i) {
      int theirs = (i + 2) % size & 3;
      return (1000 + i) * 100 + (theirs * 5 + 40) % 63 + 40;
    });
  say("aligned", all); // CHECK: aligned: right

  // CHECK: leave: right
  say("leave", areRight(leave, 1, 96, 96, 77, [](int, int i) {
        return i % 3 == 1 ? 77 : i % 3 == 2 ? (i + 1) % 96 : -((i + 3) % 96);
      }));
  // CHECK: votes: right
  say("votes", areRight(votes, 1, 100, 90, 0, [](int, int i) {
        return i < 90 ? 30 * 8 + 4 + 1 : 77;
      }));
}
