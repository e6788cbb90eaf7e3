/* runtime.h - what a program may say to RaceMap's runtime, and ask of it.

   For host code of programs that are built with racemap cc --sanitize, or with
   check-launch=on. It needs nothing.

   SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#ifndef RACEMAP_RUNTIME_H
#define RACEMAP_RUNTIME_H

#ifdef __cplusplus
extern "C" {
#endif

/* The program may define this. It returns options as RACEMAP_OPTIONS has them,
   which override it. */
const char *__racemap_default_options(void);

/* From the next launch on, the CPU device orders threads pseudo-randomly, the
   same for the same seed. A program that launches a kernel for many seeds tries
   many schedules. */
void __racemap_set_seed(unsigned long long Seed);

/* How often something has been found so far, also what was told before or is
   suppressed, but no remarks (benign=report makes them count). A test of one
   kernel compares it before and after. */
unsigned long long __racemap_num_found(void);

/* With check-launch=on, the program may define this. It is called, in place of
   a message, by each launch that no proof covers, in the thread that launches,
   before the kernel runs:
     Place       "file.cu:14:3", where the source launches, or "racemap" if that
                 is not known
     Kernel      "rows(int*, int, int)"
     Assumption  what the launch does not keep to, "pitch >= blockDim.x"
     Values      what is in that, " (pitch = 40, blockDim.x = 64)", or "" */
void __racemap_launch_not_proved(const char *Place, const char *Kernel,
                                 const char *Assumption, const char *Values);

#ifdef __cplusplus
}
#endif

#endif
