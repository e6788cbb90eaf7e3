// HostMember - a part of an object: a member of a class, or an element of an
// array.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PLUGIN_HOSTMEMBER_H
#define RACEMAP_PLUGIN_HOSTMEMBER_H

#include "clang/AST/ASTContext.h"

namespace racemap {

class HostMember {
public:
  HostMember(const clang::FieldDecl *F) : Field(F), Type(F->getType()) {}
  /// An element of an array whose elements have this type.
  HostMember(clang::QualType Element, unsigned Index)
      : Type(Element), Index(Index) {}

  /// Null of an element.
  const clang::FieldDecl *field() const { return Field; }
  unsigned index() const { return Index; }
  clang::QualType type() const { return Type; }
  /// As it is spelled behind the whole: ".x", "[0]".
  std::string spelled() const {
    return Field ? "." + Field->getNameAsString()
                 : "[" + std::to_string(Index) + "]";
  }
  /// Different for the parts of one whole. No declaration has an odd address.
  const void *key() const {
    return Field ? static_cast<const void *>(Field)
                 : reinterpret_cast<const void *>(2 * uintptr_t(Index) + 1);
  }
  bool operator==(const HostMember &O) const { return key() == O.key(); }
  bool operator<(const HostMember &O) const { return key() < O.key(); }

private:
  const clang::FieldDecl *Field = nullptr;
  clang::QualType Type;
  unsigned Index = 0;
};

/// The way from a whole to one of its parts.
using HostMembers = llvm::ArrayRef<HostMember>;

/// The innermost member of a class on the way; or null.
inline const clang::FieldDecl *memberOf(HostMembers Path) {
  for (const HostMember &M : llvm::reverse(Path))
    if (M.field())
      return M.field();
  return nullptr;
}

/// Does Path lead to Around, or to a part of it?
inline bool isWithin(HostMembers Path, HostMembers Around) {
  return Path.size() >= Around.size() &&
         Path.take_front(Around.size()) == Around;
}
/// Is one of them a part of the other, or both the same?
inline bool overlap(HostMembers A, HostMembers B) {
  return isWithin(A, B) || isWithin(B, A);
}

} // namespace racemap

#endif
