// What device code calls: printf, malloc, functions of libdevice, half
// precision.
// RUN: %runtime
// RUN: %racemap cc --device=cpu %s -o %t
// RUN: %t | FileCheck %s
#include <cstdio>
#include <cuda_fp16.h>

__global__ void print(const char *Text) {
  printf("%s %d %5.2f %lld %c|%-4d|%%\n", Text, -1, 1.5f, 1ll << 40, 'c', 7);
}

__global__ void list(int *Sum) {
  struct Node {
    int Value;
    Node *Next;
  };
  Node *Head = nullptr;
  for (int I = 1; I <= 4; ++I)
    Head = new Node{I, Head};
  while (Head) {
    Node *Next = Head->Next;
    *Sum += Head->Value;
    delete Head;
    Head = Next;
  }
}

__global__ void math(double *Out) {
  int Exponent;
  double Sine, Cosine;
  sincos(0.0, &Sine, &Cosine);
  Out[0] = Sine + Cosine;
  Out[1] = frexp(12.0, &Exponent) * 100 + Exponent;
  Out[2] = rsqrtf(4.0f) + exp10f(2.0f) + __expf(0.0f);
  Out[3] = __fadd_ru(1.0f, 1e-10f) > 1.0f;
  Out[4] = normcdf(0.0) + erfcinv(1.0);
  Out[5] = __popc(255) + __clz(1) + __ffs(8) + __mulhi(1 << 30, 8);
  Out[6] = __float2int_rd(-1.5f) + __double2ll_ru(1.25);
  __half2 Pair = __hfma2(__float2half2_rn(2.0f), __float2half2_rn(3.0f),
                         __floats2half2_rn(1.0f, 0.5f));
  Out[7] = __low2float(Pair) * 100 + __high2float(Pair);
  Out[8] = __half2float(hexp2(__float2half(3.0f)));
}

int main() {
  char *Text;
  int *Sum;
  double *Out;
  cudaMallocManaged(&Text, 8);
  cudaMallocManaged(&Sum, 4);
  cudaMallocManaged(&Out, 80);
  snprintf(Text, 8, "text");
  *Sum = 0;
  print<<<1, 2>>>(Text);
  // CHECK-COUNT-2: text -1  1.50 1099511627776 c|7   |%
  list<<<1, 1>>>(Sum);
  cudaDeviceSynchronize();
  printf("%d\n", *Sum); // CHECK: 10
  math<<<1, 1>>>(Out);
  cudaDeviceSynchronize();
  for (int I = 0; I < 9; ++I)
    printf("%g ", Out[I]);
  // CHECK: 1 79 101.5 1 0.5 45 0 706.5 8
}
