__global__ void k(int *a) { a[0] = threadIdx.x; }
void launch(int *a) { k<< <1, 1>>>(a); }
