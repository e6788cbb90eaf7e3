// One report for two places in the source, however many calls lead there; it has
// the text of the lines, and where a shared variable is declared. Files of the
// device's and of the host's code are named as the compiler was told.
//
// RUN: %runtime
// RUN: rm -rf %t && mkdir %t && cp %s %t/told.cu
// RUN: cd %t && %racemap cc --sanitize --device=cpu --kernel=^$ told.cu -o told
// RUN: cd %t && env RACEMAP_OPTIONS=json=told.json not ./told > out 2>&1
// RUN: FileCheck %s --input-file=%t/out
// RUN: FileCheck %s --check-prefix=JSON --input-file=%t/told.json
//
// Lines that end in a carriage return are told without it.
// RUN: cd %t && sed 's/$/\r/' %s > told.cu && %racemap cc --sanitize --device=cpu --kernel=^$ told.cu -o told
// RUN: cd %t && not ./told > out 2>&1
// RUN: FileCheck %s --input-file=%t/out --check-prefix=RETURN
// RETURN: {{^ +}}*to = value;{{$}}

__device__ void put(int *to, int value) {
  *to = value;
}

__global__ void both(int *out) {
  __shared__ int tile[4];
  if (threadIdx.x < 32)
    put(&tile[1], threadIdx.x);
  else
    put(&tile[1], -int(threadIdx.x));
  __syncthreads();
  out[threadIdx.x] = tile[1];
}

int main() {
  int *out;
  cudaMalloc(&out, 256);
  both<<<1, 64>>>(out);
  return cudaDeviceSynchronize() != cudaSuccess;
}

// CHECK: WARNING: RaceMap: data race
// CHECK: Write of 4 bytes
// CHECK-NEXT: #0 put(int*, int) told.cu:19:7
// CHECK-NEXT: {{^ +}}*to = value;{{$}}
// CHECK-NEXT: #1 both(int*) told.cu:25:5
// CHECK: Previous write of 4 bytes
// CHECK-NEXT: #0 put(int*, int) told.cu:19:7
// CHECK-NEXT: {{^ +}}*to = value;{{$}}
// CHECK: Location is 4 bytes into the shared variable 'tile' of both(int*), declared at told.cu:23
// CHECK: Launch 1: both(int*) <<<(1,1,1), (64,1,1)>>> at
// CHECK-NEXT: #0 main told.cu:35
// CHECK-NOT: WARNING
// CHECK: RaceMap: the data race at told.cu:19:7 and told.cu:19:7 was also seen with these call stacks:
// CHECK-NEXT: #0 put(int*, int) told.cu:19:7
// CHECK-NEXT: #1 both(int*) told.cu:
// CHECK: SUMMARY: RaceMap: 1 data race, seen 63 times

// JSON: "declared": {
// JSON-NEXT: "file": "told.cu",
// JSON-NEXT: "line": 23
// JSON: "otherStacks": [
// JSON: "line": 27
