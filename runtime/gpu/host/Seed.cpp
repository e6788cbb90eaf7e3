// Seed - a GPU orders its threads itself, whatever the program asks for. Alone
// in its file: a program on the CPU device takes that one's.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
extern "C" void __racemap_set_seed(unsigned long long) {}
