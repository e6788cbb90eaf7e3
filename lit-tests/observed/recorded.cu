// What a run writes of its launches, if it is asked to: dimensions, numbers at
// their places, where pointers lead. Launches that are the same are one.
//
// RUN: %runtime
// RUN: rm -rf %t && mkdir -p %t && cd %t
// RUN: %racemap cc --sanitize --device=cpu %s -o program
// RUN: env RACEMAP_OPTIONS=launches=1:json=run.json ./program 2>/dev/null
// RUN: FileCheck %s <run.json
// RUN: env RACEMAP_OPTIONS=json=none.json ./program
// RUN: FileCheck %s --check-prefix=NONE <none.json
// NONE-NOT: "launches"
// RUN: env RACEMAP_OPTIONS=launches=1 ./program 2>&1 | FileCheck %s --check-prefix=NOWHERE
// NOWHERE: {{^}}racemap: warning: launches=1 writes launches to the JSON: give json=FILE, too{{$}}

struct Image {
  char Kind;
  short Rows;
  double Scale;
  struct {
    long Pitch;
    int *Data;
  } Plane;
};
__device__ int table[8];

__global__ void put(Image image, bool flag, float factor, const int *first,
                    const int *second, int *none, unsigned count) {
  if (flag && !none && blockIdx.z + threadIdx.y == 0 && threadIdx.x < count)
    image.Plane.Data[blockIdx.x * image.Plane.Pitch + threadIdx.x] =
        second[threadIdx.x] * int(factor * image.Scale);
}

int main() {
  int *data, *other, *variable;
  cudaMalloc(&data, 4096);
  cudaMalloc(&other, 64);
  cudaGetSymbolAddress((void **)&variable, table);
  Image image;
  __builtin_memset(&image, 0x5a, sizeof image); // in the padding, too
  image.Kind = 1;
  image.Rows = -2;
  image.Scale = 0.5;
  image.Plane.Pitch = 16;
  image.Plane.Data = data + 4;
  for (int i = 0; i < 3; ++i) {
    __builtin_memset((char *)&image + 1, i, 1);
    put<<<dim3(2, 1, 3), dim3(4, 2)>>>(image, true, float(i), data, variable, nullptr, 4000000000u);
  }
  put<<<dim3(2, 1, 3), dim3(4, 2)>>>(image, true, 1.0f, other, variable, nullptr, 4000000000u);
  return cudaDeviceSynchronize() != cudaSuccess;
}

// CHECK: "launches": [
// CHECK: "kernel": "put(Image, bool, float, int const*, int const*, int*, unsigned int)",
// CHECK-NEXT: "mangled": "_Z3put5ImagebfPKiS1_Pij",
// CHECK-NEXT: "number": 1,
// CHECK-NEXT: "count": 3,
// CHECK-NEXT: "gridDim": [
// CHECK-NEXT: 2,
// CHECK-NEXT: 1,
// CHECK-NEXT: 3
// CHECK-NEXT: ],
// CHECK-NEXT: "blockDim": [
// CHECK-NEXT: 4,
// CHECK-NEXT: 2,
// CHECK-NEXT: 1
// CHECK-NEXT: ],
// CHECK-NEXT: "clusterDim": [
// CHECK-NEXT: 1,
// CHECK-NEXT: 1,
// CHECK-NEXT: 1
// CHECK-NEXT: ],
// CHECK-NEXT: "values": [
// Fields of the struct, without padding and Scale.
// CHECK-NEXT: {
// CHECK-NEXT: "argument": 0,
// CHECK-NEXT: "offset": 0,
// CHECK-NEXT: "bytes": 1,
// CHECK-NEXT: "value": 1
// CHECK-NEXT: },
// CHECK-NEXT: {
// CHECK-NEXT: "argument": 0,
// CHECK-NEXT: "offset": 2,
// CHECK-NEXT: "bytes": 2,
// CHECK-NEXT: "value": -2
// CHECK-NEXT: },
// CHECK-NEXT: {
// CHECK-NEXT: "argument": 0,
// CHECK-NEXT: "offset": 16,
// CHECK-NEXT: "bytes": 8,
// CHECK-NEXT: "value": 16
// CHECK-NEXT: },
// CHECK-NEXT: {
// CHECK-NEXT: "argument": 1,
// CHECK-NEXT: "offset": 0,
// CHECK-NEXT: "bytes": 1,
// CHECK-NEXT: "value": 1
// CHECK-NEXT: },
// The null pointer.
// CHECK-NEXT: {
// CHECK-NEXT: "argument": 5,
// CHECK-NEXT: "offset": 0,
// CHECK-NEXT: "bytes": 8,
// CHECK-NEXT: "value": 0
// CHECK-NEXT: },
// CHECK-NEXT: {
// CHECK-NEXT: "argument": 6,
// CHECK-NEXT: "offset": 0,
// CHECK-NEXT: "bytes": 4,
// CHECK-NEXT: "value": -294967296
// CHECK-NEXT: }
// CHECK-NEXT: ],
// CHECK-NEXT: "pointers": [
// CHECK-NEXT: {
// CHECK-NEXT: "argument": 0,
// CHECK-NEXT: "offset": 24,
// CHECK-NEXT: "object": 0,
// CHECK-NEXT: "at": 16,
// CHECK-NEXT: "bytes": 4096
// CHECK-NEXT: },
// CHECK-NEXT: {
// CHECK-NEXT: "argument": 3,
// CHECK-NEXT: "offset": 0,
// CHECK-NEXT: "object": 0,
// CHECK-NEXT: "at": 0,
// CHECK-NEXT: "bytes": 4096
// CHECK-NEXT: },
// CHECK-NEXT: {
// CHECK-NEXT: "argument": 4,
// CHECK-NEXT: "offset": 0,
// CHECK-NEXT: "object": 1,
// CHECK-NEXT: "at": 0,
// CHECK-NEXT: "bytes": 32,
// CHECK-NEXT: "variables": [
// CHECK-NEXT: "table"
// CHECK-NEXT: ]
// CHECK-NEXT: }
// CHECK-NEXT: ],
// CHECK-NEXT: "host": [
// CHECK-NEXT: {
// CHECK-NEXT: "file": "{{.*}}recorded.cu",
// CHECK-NEXT: "line": 47
// CHECK-NEXT: }
// CHECK-NEXT: ]
// CHECK-NEXT: },
// The other launch has two objects where the first had one.
// CHECK: "number": 4,
// CHECK-NEXT: "count": 1,
// CHECK: "argument": 3,
// CHECK-NEXT: "offset": 0,
// CHECK-NEXT: "object": 1,
// CHECK-NEXT: "at": 0,
// CHECK-NEXT: "bytes": 64
// CHECK-NOT: "kernel": "put
