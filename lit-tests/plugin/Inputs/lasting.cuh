// A variable and a function that other units can name.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
extern int inHeader;
void launchesShown(unsigned *p, int n);
