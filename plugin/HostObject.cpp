// HostObject - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "plugin/HostObject.h"
#include "plugin/HostPlace.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/RecordLayout.h"

namespace racemap {

using namespace clang;
using map::Term;

/// More members help nobody, nor more elements of a member.
static constexpr size_t MostParts = 48, MostLevels = 6, MostOfArray = 8;

std::optional<unsigned> hostWidth(const ASTContext &AST, QualType T) {
  if (T.isNull() || T->isDependentType())
    return std::nullopt;
  if (T->isPointerType() || T->isNullPtrType())
    return 64;
  if (!T->isIntegralOrEnumerationType() || T->isIncompleteType())
    return std::nullopt;
  unsigned Width = AST.getIntWidth(T);
  return Width >= 1 && Width <= 64 ? std::optional(Width) : std::nullopt;
}

bool findMembers(const ASTContext &AST, QualType T, uint64_t Offset,
                 llvm::SmallVectorImpl<HostMember> &Path) {
  const RecordDecl *R = T->getAsRecordDecl();
  R = R ? R->getDefinition() : nullptr;
  if (const ConstantArrayType *A = followedArray(AST, T)) {
    QualType Element = A->getElementType();
    uint64_t Size = AST.getTypeSizeInChars(Element).getQuantity();
    if (!Size)
      return false;
    Path.push_back({Element, static_cast<unsigned>(Offset / Size)});
    return findMembers(AST, Element, Offset % Size, Path);
  }
  if (!R)
    return Offset == 0 && !T->isArrayType();
  if (R->isUnion() || R->isInvalidDecl())
    return false;
  const ASTRecordLayout &Layout = AST.getASTRecordLayout(R);
  for (const FieldDecl *F : R->fields()) {
    uint64_t Begin = Layout.getFieldOffset(F->getFieldIndex()) / 8;
    uint64_t Size = AST.getTypeSizeInChars(F->getType()).getQuantity();
    if (F->isBitField() || Offset < Begin || Offset >= Begin + Size)
      continue;
    Path.push_back(F);
    return findMembers(AST, F->getType(), Offset - Begin, Path);
  }
  return false;
}

HostObject::HostObject(const ASTContext &AST, QualType T) {
  addParts(AST, T.getNonReferenceType(), {});
}

HostObject HostObject::lentTo(const ASTContext &AST, QualType T) {
  HostObject Its;
  if (T->isPointerType())
    Its.addPart(AST, {T->getPointeeType(), 0}, {});
  else
    Its.addParts(AST, T.getNonReferenceType(), {});
  return Its;
}

void HostObject::addParts(const ASTContext &AST, QualType T, const Path &To) {
  if (T.isVolatileQualified() || Parts.size() >= MostParts ||
      To.size() >= MostLevels)
    return;
  if (hostWidth(AST, T))
    Parts.push_back({To, nullptr});
  if (const RecordDecl *R = T->getAsRecordDecl())
    addMembers(AST, *R, To);
  const ConstantArrayType *A = followedArray(AST, T);
  for (unsigned I = 0; A && I != A->getZExtSize() && I != MostOfArray; ++I)
    addPart(AST, {A->getElementType(), I}, To);
}

void HostObject::addPart(const ASTContext &AST, HostMember Part, Path To) {
  To.push_back(Part);
  addParts(AST, Part.type(), To);
}

void HostObject::addMembers(const ASTContext &AST, const RecordDecl &Class,
                            const Path &To) {
  const RecordDecl *R = Class.getDefinition();
  if (!R || R->isUnion() || R->isInvalidDecl() || R->isDependentContext())
    return;
  for (const FieldDecl *F : R->fields()) {
    if (F->isBitField() || F->isMutable() || F->getType()->isReferenceType())
      continue;
    addPart(AST, F, To);
  }
}

const Term *HostObject::lookup(Fields Path) const {
  for (const auto &[To, T] : Parts)
    if (Fields(To) == Path)
      return T;
  return nullptr;
}

void HostObject::set(Fields Path,
                     llvm::function_ref<const Term *(Fields Within)> Value) {
  for (auto &[To, T] : Parts)
    if (isWithin(To, Path))
      T = Value(Fields(To).drop_front(Path.size()));
}

void HostObject::join(
    const HostObject &Other,
    llvm::function_ref<const Term *(const Term *Mine, const Term *Its)> Value) {
  for (auto &[To, T] : Parts)
    T = Value(T, Other.lookup(To));
}

} // namespace racemap
