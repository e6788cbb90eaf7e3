__device__ inline void put(int *to, int value) { to[threadIdx.x] = value; }
