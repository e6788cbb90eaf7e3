/* racemap.h - what a program tells RaceMap about itself.

   It needs nothing, and means nothing to a compiler without RaceMap, which
   says that it is there by __RACEMAP__.

   SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#ifndef RACEMAP_RACEMAP_H
#define RACEMAP_RACEMAP_H

#if defined(__RACEMAP__) && defined(__CUDA__)

/* In front of a function: the sanitizer does not monitor what its own code
   loads and stores (what it calls is monitored). In front of a variable of the
   device (__shared__, __device__, __managed__): it is not monitored. */
#define RACEMAP_NO_MONITOR __attribute__((annotate("racemap.no_monitor")))

/* In front of a function, a statement or a variable of the device, before all
   else: races of its own code's accesses, or on the variable, are intended, and
   why. They are not reported, by the analysis and by the sanitizer; the JSON of
   the analysis has them. (clang 19 takes it for functions and variables.) */
#if __clang_major__ < 22
#define RACEMAP_BENIGN(why) __attribute__((annotate("racemap.benign: " why)))
#else
#define RACEMAP_BENIGN(why) [[clang::annotate("racemap.benign: " why)]]
#endif

/* In front of a kernel: it is launched like this, which is analysed as if the
   launch stood in the file. Numbers, or dim3, that are constant. */
#define RACEMAP_LAUNCH(grid, block)                                            \
  __attribute__((annotate("racemap.launch", +dim3(grid).x, +dim3(grid).y,      \
                          +dim3(grid).z, +dim3(block).x, +dim3(block).y,       \
                          +dim3(block).z)))

/* A statement in device code: the analysis takes x to be true for each thread
   that comes there, and the verdict names it. x is to have no effects: whether
   it is evaluated is not said. On the CPU device it is checked. */
#define RACEMAP_ASSUME(x) __racemap_assume(static_cast<bool>(x))

extern "C" __attribute__((device)) void __racemap_assume(bool);
static inline __attribute__((host)) void __racemap_assume(bool) {}

#else

#define RACEMAP_NO_MONITOR
#define RACEMAP_BENIGN(why)
#define RACEMAP_LAUNCH(grid, block)
#define RACEMAP_ASSUME(x) ((void)0)

#endif

#endif
