/* Overlay - what nvcc's headers have and clang's do not, for analysis only.

   SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#ifndef RACEMAP_TOOLS_RACEMAP_OVERLAY_OVERLAY_H
#define RACEMAP_TOOLS_RACEMAP_OVERLAY_OVERLAY_H

#include "CacheHints.h"
#include "HostMinMax.h"
#include <time.h>

#endif
