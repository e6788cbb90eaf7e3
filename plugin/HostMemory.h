// HostMemory - what host code does to the elements of an array.
//
// In:  a local variable that is a pointer to memory of the host or the device,
//      an array or a vector.
// Out: where the memory is made, stored to element by element, and copied to;
//      or that it may be changed in other ways, or be known under another name.
//
// Each mention of the variable is followed to what is done with it. What is
// given to a function in sight, or a kernel, is followed there. A pointer to
// const is not used to change anything.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PLUGIN_HOSTMEMORY_H
#define RACEMAP_PLUGIN_HOSTMEMORY_H

#include "plugin/HostCode.h"

namespace racemap {

class HostMemory {
public:
  /// V: canonical.
  HostMemory(const clang::VarDecl *V, const HostUses &Uses, const HostBody &B);

  /// Is all that is done to it in these lists, and is it new memory that the
  /// variable alone leads to?
  bool isKnown() const { return IsKnown; }
  /// The last place in the source at which it is made, or gets its size, behind
  /// the declaration; null if that does.
  const clang::Expr *maker() const { return Maker; }
  /// An assignment to an element of an array or a vector, or to a member of it.
  struct Store {
    const clang::Expr *Where, *Element, *Value;
    llvm::SmallVector<HostMember, 2> Path;
  };
  llvm::ArrayRef<Store> stores() const { return Stores; }
  /// Calls of cudaMemcpy that copy something into it.
  llvm::ArrayRef<const clang::CallExpr *> copies() const { return Copies; }

  /// The memory, a local variable, that is copied from its beginning on; null
  /// if it is none.
  static const clang::VarDecl *beginning(const clang::Expr *Source,
                                         const clang::ASTContext &AST);
  /// The index of an element.
  static const clang::Expr *index(const clang::Expr *Element);

private:
  std::vector<Store> Stores;
  std::vector<const clang::CallExpr *> Copies;
  const clang::Expr *Maker = nullptr;
  bool IsKnown = false;
};

} // namespace racemap

#endif
