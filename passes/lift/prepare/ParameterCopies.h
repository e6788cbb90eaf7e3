// ParameterCopies - parameters passed by value that the kernel changes.
//
// A struct passed by value is an object of the thread's own. As long as it is
// only read, its members are parameters of the kernel; if something is written
// to it, it is copied to a local variable first, whose members promotion can
// follow.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PASSES_LIFT_PREPARE_PARAMETERCOPIES_H
#define RACEMAP_PASSES_LIFT_PREPARE_PARAMETERCOPIES_H

namespace llvm {
class Function;
}

namespace racemap::lift {

/// After inlining, so that all that is written is in sight.
void copyWrittenParameters(llvm::Function &Kernel);

} // namespace racemap::lift

#endif
