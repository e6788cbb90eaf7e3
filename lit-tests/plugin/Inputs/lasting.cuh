// A variable that other units can name.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
extern int inHeader;
