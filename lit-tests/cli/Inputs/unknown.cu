__device__ void somewhere(int *p);

__global__ void calls(int *out) { somewhere(out); }
