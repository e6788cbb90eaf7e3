// Drawings that lack room: long names and numbers, many loops.
__global__ void blocks(int *an_array_with_a_name_that_is_longer_than_its_room, int n) {
  unsigned i = threadIdx.x;
  if (an_array_with_a_name_that_is_longer_than_its_room != nullptr && n > 0 && n < 1000000 && i < blockDim.x) an_array_with_a_name_that_is_longer_than_its_room[100000000 + i] = blockIdx.x + n;
}

__global__ void loops(int *out) {
  __shared__ int a[1024];
  for (int a_first_loop = 0; a_first_loop < 2; ++a_first_loop)
    for (int a_second_loop = 0; a_second_loop < 2; ++a_second_loop)
      for (int a_third_loop = 0; a_third_loop < 2; ++a_third_loop) {
        __syncthreads();
        a[threadIdx.x] = a_third_loop;
      }
  if (threadIdx.x == 1023)
    a[0] = 7;
  out[threadIdx.x] = a[0];
}

void launch(int *a) {
  blocks<<<dim3(1 << 20), 1024>>>(a, 4);
  loops<<<1, 1024>>>(a);
}
