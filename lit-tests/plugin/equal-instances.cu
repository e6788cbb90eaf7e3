// Instances of a template whose protocols are equal are decided once, and each
// is reported under its own name; instances that differ are decided apart.
//
// RUN: %bare
// RUN: rm -f %t.trace && %clangxx_cuda --cuda-device-only -fsyntax-only %s \
// RUN:   -fplugin-arg-racemap-json=%t.json -Xclang -ftime-trace=%t.trace \
// RUN:   -Xclang -ftime-trace-granularity=0 2>%t.err
// RUN: FileCheck %s --input-file=%t.json
// RUN: FileCheck %s --input-file=%t.err --check-prefix=TEXT
// RUN: python3 -c "import json, sys; print(*sorted({e['args']['detail'] for e in json.load(open(sys.argv[1]))['traceEvents'] if e['name'] == 'RaceMap verdict'}), sep='\n')" \
// RUN:   %t.trace | FileCheck %s --check-prefix=DECIDED
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// CHECK: "name": "void scatter<1, false>(
// CHECK: "verdict": "racy"
// CHECK: "name": "void scatter<1, true>(
// CHECK: "verdict": "racy"
// CHECK: "name": "void scatter<2, true>(
// CHECK: "verdict": "racy"
// CHECK: "name": "void scatter<0, true>(
// CHECK: "verdict": "race-free"
//
// TEXT: data race on 'cells' in kernel 'void scatter<1, false>(
//
// DECIDED: void scatter<0, true>(
// DECIDED-NEXT: void scatter<1, false>(
// DECIDED-NEXT: void scatter<2, true>(
// DECIDED-NOT: scatter

template <int Shift, bool Is = true> __global__ void scatter(unsigned *out) {
  __shared__ unsigned cells[1024];
  cells[threadIdx.x] = threadIdx.x;
  out[blockIdx.x * blockDim.x + threadIdx.x] = cells[threadIdx.x + Shift];
}

void launchAll(unsigned *out) {
  scatter<1, false><<<4, 128>>>(out);
  scatter<1, true><<<4, 128>>>(out);
  scatter<2><<<4, 128>>>(out);
  scatter<0><<<4, 128>>>(out);
}
