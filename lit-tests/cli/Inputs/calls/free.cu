__global__ void fill(int *d) { d[blockIdx.x * blockDim.x + threadIdx.x] = 1; }
void first(int *d) { fill<<<8, 64>>>(d); }
