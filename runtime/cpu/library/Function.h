// Function - how a function that device code calls by name is defined here.
//
// The engine looks for __racemap_device_NAME among the exported symbols, so
// that NAME itself stays the host's.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_RUNTIME_CPU_LIBRARY_FUNCTION_H
#define RACEMAP_RUNTIME_CPU_LIBRARY_FUNCTION_H

/// RACEMAP_DEVICE(int, __nv_abs)(int X) { ... }
#define RACEMAP_DEVICE(RESULT, NAME) extern "C" RESULT __racemap_device_##NAME

#endif // RACEMAP_RUNTIME_CPU_LIBRARY_FUNCTION_H
