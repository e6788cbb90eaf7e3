#include "body.cuh"
__global__ void NAME(int *out) { body(out); }
void launch(int *out) { NAME<<<4, 256>>>(out); }
