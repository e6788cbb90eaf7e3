// A build with check-launch=on tells of launches that no proof covers: the place,
// what does not hold and with which values, once for each place, however the
// kernel is launched. Launches that keep to a proof say nothing, and neither does
// a kernel of which nothing is proved.
//
// RUN: %runtime
// RUN: rm -rf %t && mkdir -p %t && cp %s %t/a.cu && cp %S/Inputs/other.cu %t && cd %t
// RUN: %racemap cc --device=cpu --check-launch a.cu other.cu -o program 2>said
// RUN: ./program 2>wide && not test -s wide
// RUN: ./program narrow 2>&1 | FileCheck %s --match-full-lines --implicit-check-not=warning
// RUN: %racemap cc --device=cpu --check-launch -O2 a.cu other.cu -o optimised 2>said
// RUN: ./optimised 2>wide && not test -s wide
// RUN: ./optimised narrow 2>&1 | FileCheck %s --match-full-lines --implicit-check-not=warning
//
// Without it, nobody says anything.
// RUN: %racemap cc --device=cpu a.cu other.cu -o plain 2>said && ./plain narrow 2>wide && not test -s wide

// CHECK: a.cu:[[# @LINE + 60]]:5: warning: RaceMap: no proof covers this launch of 'rows(int*, int, int)': not so: pitch >= blockDim.x (pitch = 40, blockDim.x = 64)
