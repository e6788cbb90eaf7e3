// Functions that launch a kernel that is racy if n < 64, each for one caller.
#define CALLED(Name)                                                           \
  __global__ void k_##Name(int *d, int n) {                                    \
    d[threadIdx.x] = d[threadIdx.x + n];                                       \
  }                                                                            \
  void Name(int *d, int n) { k_##Name<<<1, 64>>>(d, n); }

extern "C" {
CALLED(from_c)
}
CALLED(from_c_as_cxx)
CALLED(from_nvcc)
CALLED(from_clang)
CALLED(from_paste)
CALLED(from_module)
CALLED(from_template)
