// AssemblyTypes - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/cpu/lower/AssemblyTypes.h"

#include "llvm/ADT/STLExtras.h"

namespace racemap::cpu {

using namespace llvm;

std::optional<NumberType> NumberType::parse(StringRef Modifier) {
  NumberType T;
  if (Modifier == "pred")
    return NumberType{Kind::Predicate, 1, 1};
  if (Modifier.consume_back("x2"))
    T.Lanes = 2;
  if (Modifier.consume_front("bf"))
    T.K = Kind::BFloat;
  else if (Modifier.consume_front("b"))
    T.K = Kind::Bits;
  else if (Modifier.consume_front("u"))
    T.K = Kind::Unsigned;
  else if (Modifier.consume_front("s"))
    T.K = Kind::Signed;
  else if (Modifier.consume_front("f"))
    T.K = Kind::Float;
  else
    return std::nullopt;
  if (Modifier.getAsInteger(10, T.Bits) ||
      !is_contained({8u, 16u, 32u, 64u, 128u}, T.Bits))
    return std::nullopt;
  if ((T.K == Kind::BFloat && T.Bits != 16) ||
      (T.K == Kind::Float && (T.Bits == 8 || T.Bits == 128)))
    return std::nullopt;
  return T;
}

bool ModifierList::take(StringRef Modifier) {
  auto *Found = find(Left, Modifier);
  if (Found == Left.end())
    return false;
  Left.erase(Found);
  return true;
}

StringRef ModifierList::takeAnyOf(ArrayRef<StringRef> Wanted) {
  for (StringRef W : Wanted)
    if (take(W))
      return W;
  return "";
}

std::optional<NumberType> ModifierList::takeType() {
  for (auto *M = Left.begin(); M != Left.end(); ++M)
    if (auto T = NumberType::parse(*M)) {
      Left.erase(M);
      return T;
    }
  return std::nullopt;
}

std::optional<RoundingMode> ModifierList::takeRounding() {
  if (take("rn"))
    return RoundingMode::Nearest;
  if (take("rz"))
    return RoundingMode::Zero;
  if (take("rm"))
    return RoundingMode::Down;
  if (take("rp"))
    return RoundingMode::Up;
  return std::nullopt;
}

void ModifierList::ignore(ArrayRef<StringRef> Modifiers) {
  for (StringRef M : Modifiers)
    take(M);
}

void ModifierList::ignorePrefixed(StringRef Prefix) {
  erase_if(Left, [&](StringRef M) { return M.starts_with(Prefix); });
}

} // namespace racemap::cpu
