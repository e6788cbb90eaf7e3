// Compiled into a library that exports it.
#ifndef a_plugin_EXPORTS
#error "not into the library"
#endif
__global__ void exported(int *a) { a[threadIdx.x] = 1; }
