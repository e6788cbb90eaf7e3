// A kernel of a system header gets a twentieth of the budget: here nothing,
// while the same kernel of a header of the user's has all of it.
//
// RUN: %bare
// RUN: %racemap check %s --json=%t.json --budget-ms=19 -- -isystem %S/Inputs
// RUN: FileCheck %s --input-file=%t.json --check-prefix=SYSTEM
// RUN: not %racemap check %s --json=%t.json --budget-ms=60000 -- -I %S/Inputs
// RUN: FileCheck %s --input-file=%t.json --check-prefix=USER
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// SYSTEM: kernel budget exhausted (budget-ms=0)
// USER-NOT: budget exhausted
// USER: "verdict": "racy"

#include <shift.cuh>
