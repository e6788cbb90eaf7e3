// A race for some contents of an array, and one that is only possible.
__global__ void byInput(int *a, const int *index) {
  a[index[threadIdx.x]] = threadIdx.x;
}

__global__ void perhaps(const float *x) {
  __shared__ int s[256];
  s[int(x[threadIdx.x]) & 255] = threadIdx.x;
}

__global__ void sameValue(int *a) {
  a[0] = 1;
}
