// Kernels that cannot be named from other files, that have several names or are
// instances of templates, and arguments in which values are anywhere: each is
// launched from its own source.
// RUN: rm -rf %t && mkdir -p %t && cd %t
// RUN: not %racemap check %s --confirm --grid=off >said.txt 2>&1
// RUN: FileCheck %s <said.txt
// CHECK-NOT: not confirmed
// CHECK: {{^}}9 findings were to be run: 9 confirmed{{$}}
// CHECK-NEXT: {{^}}9 kernels: 0 race-free, 9 racy, 0 unknown{{$}}

static __global__ void ofThisFile(int *out) { out[threadIdx.x / 2] = threadIdx.x; }

namespace {
struct Nameless {
  static constexpr int Half = 2;
};
__global__ void nameless(int *out) { out[threadIdx.x / 2] = threadIdx.x; }
} // namespace

namespace outer::inner {
template <class T, int Divisor> __global__ void instance(T *out) {
  out[threadIdx.x / Divisor] = T(threadIdx.x);
}
template <class T> struct Wrapped {
  __device__ explicit Wrapped(unsigned value) : Value(value) {}
  T Value;
};
} // namespace outer::inner
template __global__ void outer::inner::instance<float, 2>(float *);
template __global__ void
outer::inner::instance<outer::inner::Wrapped<long>, 4>(
    outer::inner::Wrapped<long> *);

template <class T> __global__ void ofNameless(int *out) {
  out[threadIdx.x / T::Half] = threadIdx.x;
}
template __global__ void ofNameless<Nameless>(int *);

__global__ void overloaded(int *out) { out[threadIdx.x / 2] = threadIdx.x; }
__global__ void overloaded(int *out, long divisor) {
  if (divisor == 5)
    out[threadIdx.x / 5] = threadIdx.x;
}

struct Image {
  Image() = delete; // nobody can make one but from another
  short Rows;
  struct {
    int Pitch;
    float *Data;
  } Plane;
};
__global__ void ofStruct(char, Image image) {
  if (image.Plane.Pitch == 3 && image.Rows == 7)
    image.Plane.Data[threadIdx.x / 3] = float(threadIdx.x);
}

// What is found in an array decides.
__global__ void ofInputs(const int *where, int *out) {
  if (threadIdx.x < 8)
    out[where[threadIdx.x] & 1023] = threadIdx.x;
}

int main() { return 0; }
