__device__ int shared_counter = 10;
static __device__ int own = 7;
__device__ int twice(int x) { return 2 * x + own; }
__global__ void add() { shared_counter += 100; }
int other() {
  add<<<1, 1>>>();
  int x;
  cudaMemcpyFromSymbol(&x, shared_counter, 4);
  return x;
}
