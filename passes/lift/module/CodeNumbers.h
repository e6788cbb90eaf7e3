// CodeNumbers - one name for an instruction in two modules of the same code.
//
// The analysis lifts a module of its own, the sanitizer changes another one,
// which clang has made of the same source in the same way. Before either is
// changed, each instruction that may touch memory gets its number in the
// module; inlining and promotion keep it. A copy has the number of what it is a
// copy of. Functions of libdevice have none: not every module has them.
//
// Whether the modules are the same is not taken for granted: what is known of
// one kernel holds for the other if their digests agree, which are of all code
// that they reach, with its numbers. They notice that a source was read in
// another way (other flags, another clang), and numbers that are others'.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PASSES_LIFT_MODULE_CODENUMBERS_H
#define RACEMAP_PASSES_LIFT_MODULE_CODENUMBERS_H

#include "llvm/ADT/StringMap.h"
#include <cstdint>
#include <optional>

namespace llvm {
class Function;
class Instruction;
class Module;
} // namespace llvm

namespace racemap::lift {

/// By the name of each kernel that has a body.
using CodeDigests = llvm::StringMap<uint64_t>;

/// To be called before anything else is done to the module.
CodeDigests numberCode(llvm::Module &M);

/// Gives what promotion has made of a copy of memory the number of that.
void numberParts(llvm::Function &F);

/// From 1; nothing if it has none.
std::optional<unsigned> codeNumber(const llvm::Instruction &I);

} // namespace racemap::lift

#endif
