// ArgumentParts - the numbers and pointers that an argument is made of.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_RUNTIME_CPU_ARGUMENTPARTS_H
#define RACEMAP_RUNTIME_CPU_ARGUMENTPARTS_H

#include <cstddef>
#include <vector>

namespace llvm {
class DataLayout;
class Type;
} // namespace llvm

namespace racemap::cpu {

struct ArgumentPart {
  size_t Offset = 0, Bytes = 0; ///< in the argument
  bool IsPointer = false;
};

/// Those of an argument of this type, through structs and arrays, by offset.
/// Left out are floating-point numbers, vectors, padding, and integers that are
/// no 1, 2, 4 or 8 bytes.
std::vector<ArgumentPart> partsOf(llvm::Type *T,
                                  const llvm::DataLayout &Layout);

} // namespace racemap::cpu

#endif // RACEMAP_RUNTIME_CPU_ARGUMENTPARTS_H
