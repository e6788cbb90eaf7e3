// A site has the stack of calls that it was inlined through, the access first
// and the kernel last, and the name of the array. A statement that is called
// from two places is two sites.
// RUN: %racemap cc --device=cpu --sanitize --elide=off --budget-ms=1 -w --cuda-device-only -S -emit-llvm %s -o %t.ll
// RUN: sed -n 's/^@__racemap_module_info.* c"//p' %t.ll | sed 's/\\22/"/g; s/},{"bytes"/},\n{"bytes"/g' | FileCheck %s
struct Buffer {
  float *data;
  int size;
};

template <class T> __device__ void put(T *to, int i) { to[i] = i; }

__device__ void put(Buffer b, int i) { b.data[i] = threadIdx.x; }

__global__ void fill(float *out, Buffer b) {
  __shared__ double tile[32];
  put(out, threadIdx.x);
  put(tile, threadIdx.x);
  put(b, 1);
}

// CHECK: "_Z4fillPf6Buffer":{"accesses":{{[0-9]+}},"gridBarriers":false,"name":"fill(float*, Buffer)","ordersOtherwise":false,"parameters":{{\[\[0,8\],\[8,[0-9]+\]\]}}
// CHECK: {"bytes":4,"op":"write","space":"global","stack":[{"column":62,"file":"{{.*}}call-stack.cu","function":"void put<float>(float*, int)","line":11},{"column":3,"file":"{{.*}}call-stack.cu","function":"fill(float*, Buffer)","line":17}],"variable":"out"}
// CHECK: {"bytes":8,"op":"write","space":"shared","stack":[{"column":62,{{.*}}"function":"void put<double>(double*, int)","line":11},{{.*}}"line":18}],"variable":"tile"}
// CHECK: {"bytes":4,"op":"write","space":"{{global|generic}}","stack":[{{.*}}"function":"put(Buffer, int)","line":13},{{.*}}"line":19}],"variable":"b.data"}
