/* racemap.h - what a program tells RaceMap about itself.

   It needs nothing, and means nothing to a compiler without RaceMap.

   SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#ifndef RACEMAP_RACEMAP_H
#define RACEMAP_RACEMAP_H

/* In front of a function: the sanitizer does not monitor what its own code
   loads and stores (what it calls is monitored). In front of a variable of the
   device (__shared__, __device__, __managed__): it is not monitored. */
#if defined(__clang__)
#define RACEMAP_NO_MONITOR __attribute__((annotate("racemap.no_monitor")))
#else
#define RACEMAP_NO_MONITOR
#endif

#endif
