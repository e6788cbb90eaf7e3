// RisingArrays - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/verdict/races/RisingArrays.h"
#include "passes/map/Polynomial.h"
#include "passes/map/Traversal.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringExtras.h"

namespace racemap::verdict {

using namespace map;
using llvm::dyn_cast;
using Read = const Unknown *;

/// Facts are about any two.
static constexpr size_t MostReads = 12;

/// T as if nothing in it wrapped or was cut; nothing if that is too long.
static std::optional<Polynomial> sumOf(const Term *T, unsigned MostDepth = 24) {
  T = withoutCasts(T);
  if (const auto *C = dyn_cast<Constant>(T))
    return Polynomial::constant(llvm::SignExtend64(C->value(), C->width()));
  bool IsSum = isOp(T, Op::Add) || isOp(T, Op::Sub);
  bool IsShift = isOp(T, Op::Shl) && llvm::isa<Constant>(T->operand(1));
  if (!IsSum && !IsShift && !isOp(T, Op::Mul))
    return Polynomial::name(T);
  if (MostDepth == 0)
    return std::nullopt;
  auto A = sumOf(T->operand(0), MostDepth - 1),
       B = sumOf(T->operand(1), MostDepth - 1);
  if (IsShift) {
    uint64_t By = llvm::cast<Constant>(T->operand(1))->value();
    if (By > 32)
      return std::nullopt;
    B = Polynomial::constant(int64_t(1) << By);
  }
  if (isOp(T, Op::Sub) && B)
    B = *B * Polynomial::constant(-1);
  if (!A || !B)
    return std::nullopt;
  return IsSum ? *A + *B : *A * *B;
}

static bool areInOneObject(Read A, Read B) {
  return A->array() == B->array() && A->width() == B->width() &&
         A->operands().drop_back() == B->operands().drop_back();
}

/// Does B come just behind A?
static bool isNext(Read A, Read B) {
  auto From = sumOf(A->operands().back()), To = sumOf(B->operands().back());
  if (!areInOneObject(A, B) || !From || !To)
    return false;
  auto Step = *From + Polynomial::constant(A->width() / 8);
  return Step && Step->sum() == To->sum();
}

RisingArrays::RisingArrays(TermContext &Terms, const Conjunction &Race)
    : Terms(Terms) {
  llvm::SetVector<Read> All, Neighbours;
  forEachNode(Race, [&](const Term *T) {
    if (const auto *U = dyn_cast<Unknown>(T); U && U->cause() == Cause::Input)
      All.insert(U);
  });
  if (All.size() > MostReads)
    return;
  for (Read A : All)
    for (Read B : All)
      if (isNext(A, B)) {
        Neighbours.insert(A);
        Neighbours.insert(B);
        if (!llvm::is_contained(Arrays, A->array()))
          Arrays.push_back(A->array());
      }
  for (Read A : Neighbours)
    Facts.push_back(Terms.sle(Terms.constant(A->width(), 0), A));
  for (Read A : Neighbours)
    for (Read B : Neighbours)
      if (A != B && areInOneObject(A, B))
        relate(A, B);
}

/// What is not behind is not larger.
void RisingArrays::relate(Read A, Read B) {
  Facts.push_back(Terms.logicalOr(
      Terms.slt(B->operands().back(), A->operands().back()), Terms.sle(A, B)));
}

std::string RisingArrays::broken() const {
  auto Name = [](const Array *A) { return "'" + A->Name + "'"; };
  return "the elements of " +
         llvm::join(llvm::map_range(Arrays, Name), " or ") + " do not rise";
}

} // namespace racemap::verdict
