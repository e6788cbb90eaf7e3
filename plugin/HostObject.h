// HostObject - what a variable has, member by member.
//
// In:  a type, and what its members are set to.
// Out: the terms of those of its members, through classes and short arrays,
//      that are integers or pointers; of a number, the one term that it is.
//      Members of unions, of bases and bit-fields are none, and neither are
//      those that a const object can change.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PLUGIN_HOSTOBJECT_H
#define RACEMAP_PLUGIN_HOSTOBJECT_H

#include "passes/map/Term.h"
#include "plugin/HostMember.h"
#include "clang/AST/ASTContext.h"

namespace racemap {

class HostObject {
public:
  using Fields = HostMembers;

  /// Of a variable that has a type like T, or refers to it; nothing is known
  /// of it yet.
  HostObject(const clang::ASTContext &AST, clang::QualType T);
  /// An object of class R.
  HostObject(const clang::ASTContext &AST, const clang::RecordDecl &R) {
    addMembers(AST, R, {});
  }
  HostObject() = default;
  /// What a parameter of type T refers to, or points to: then it is element 0.
  static HostObject lentTo(const clang::ASTContext &AST, clang::QualType T);

  /// Null: not known.
  const map::Term *lookup(Fields Path) const;
  /// Sets each member within Path to what Value says of it, given the way to it
  /// from there.
  void set(Fields Path,
           llvm::function_ref<const map::Term *(Fields Within)> Value);
  void forget() {
    set({}, [](Fields) { return nullptr; });
  }
  /// Each member is what Value makes of it and of the same member of Other, an
  /// object of the same type.
  void join(const HostObject &Other,
            llvm::function_ref<const map::Term *(const map::Term *Mine,
                                                 const map::Term *Its)>
                Value);
  bool operator==(const HostObject &O) const { return Parts == O.Parts; }

private:
  using Path = llvm::SmallVector<HostMember, 2>;
  void addParts(const clang::ASTContext &AST, clang::QualType T,
                const Path &To);
  void addMembers(const clang::ASTContext &AST, const clang::RecordDecl &R,
                  const Path &To);
  void addPart(const clang::ASTContext &AST, HostMember Part, Path To);

  std::vector<std::pair<Path, const map::Term *>> Parts;
};

/// The type of the member Path of a T; of the T if there is none.
inline clang::QualType memberType(clang::QualType T, HostObject::Fields Path) {
  return Path.empty() ? T : Path.back().type();
}

/// The bits of an integer or a pointer of type T; none if it is neither.
std::optional<unsigned> hostWidth(const clang::ASTContext &AST,
                                  clang::QualType T);

/// Adds to Path the members that lead to the integer or pointer that begins at
/// this byte of a T. False if none does.
bool findMembers(const clang::ASTContext &AST, clang::QualType T,
                 uint64_t Offset, llvm::SmallVectorImpl<HostMember> &Path);

} // namespace racemap

#endif
