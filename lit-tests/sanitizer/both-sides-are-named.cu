// A race is one finding with both of its lines, however many workers run the
// blocks: what is known of one block's shared memory is not lost for another's,
// and not taken for it.
//
// RUN: %runtime
// RUN: %racemap cc --sanitize --device=cpu --kernel=^$ %s -o %t
// RUN: bash -c 'for i in 1 2 3 4 5; do %t product; done; for s in 1 2 3; do RACEMAP_OPTIONS=seed=$s %t product; done; true' >%t.log 2>&1
// RUN: grep SUMMARY: %t.log | sort -u | FileCheck %s --check-prefix=PRODUCT
// RUN: grep -c 'WARNING: RaceMap' %t.log | FileCheck %s --check-prefix=REPORTS
// RUN: not grep 'does not know' %t.log
// RUN: bash -c 'for s in 1 2 3 4 5 6 7 8; do RACEMAP_OPTIONS=seed=$s %t blocks; done; true' >%t.log 2>&1
// RUN: grep -c '#0 inSecond(' %t.log | FileCheck %s --check-prefix=BLOCKS
// RUN: not grep ' inFirst(' %t.log
// RUN: FileCheck %s --check-prefix=WHERE --input-file=%t.log
#include <cstring>

constexpr int Tile = 16;

// Who reads a tile is not waited for before the next one is written.
__global__ void product(const float *a, const float *b, float *c, int n) {
  __shared__ float as[Tile][Tile], bs[Tile][Tile];
  int x = threadIdx.x, y = threadIdx.y;
  int row = blockIdx.y * Tile + y, column = blockIdx.x * Tile + x;
  float sum = 0;
  for (int t = 0; t < n; t += Tile) {
    as[y][x] = row < n && t + x < n ? a[row * n + t + x] : 0;
    bs[y][x] = t + y < n && column < n ? b[(t + y) * n + column] : 0;
    __syncthreads();
    for (int k = 0; k < Tile; ++k)
      sum += as[y][k] * bs[k][x];
  }
  if (row < n && column < n)
    c[row * n + column] = sum;
}

__device__ int inFirst(const int &word) { return word; }
__device__ int inSecond(const int &word) { return word; }

// What the first block does is not what the second one races with.
__global__ void blocks(int *out) {
  __shared__ int word;
  int t = threadIdx.x, sum = 0;
  if (t == 0)
    word = 1;
  __syncthreads();
  if (blockIdx.x == 0 && (t == 7 || t == 9))
    sum = inFirst(word);
  if (blockIdx.x == 1 && t == 40)
    sum = inSecond(word);
  if (t == 8) {
    sum += word;
    if (blockIdx.x == 1)
      word = sum;
  }
  out[blockIdx.x * blockDim.x + t] = sum;
}

int main(int, char **argv) {
  constexpr int N = 100;
  float *a;
  cudaMalloc(&a, 3 * N * N * sizeof(float));
  cudaMemset(a, 0, 3 * N * N * sizeof(float));
  if (std::strcmp(argv[1], "product") == 0)
    product<<<dim3(7, 7), dim3(Tile, Tile)>>>(a, a + N * N, a + 2 * N * N, N);
  else
    blocks<<<2, 64>>>(reinterpret_cast<int *>(a));
  return cudaDeviceSynchronize() != cudaSuccess;
}

// PRODUCT: {{^}}SUMMARY: RaceMap: 2 data races, seen [[#]] times{{$}}
// PRODUCT-NOT: SUMMARY
// REPORTS: {{^}}16{{$}}
// BLOCKS: {{^}}8{{$}}
// WHERE-COUNT-8: Location is 0 bytes into the shared variable 'word' of blocks(int*), declared at {{.*}}both-sides-are-named.cu:41{{$}}
