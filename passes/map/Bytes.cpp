// Bytes - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/map/Bytes.h"

namespace racemap::map {

using llvm::dyn_cast;

namespace {

/// A byte of a term that is not looked into; of no term: its value.
struct Byte {
  const Term *Of = nullptr;
  unsigned Number = 0;
  bool operator==(const Byte &) const = default;
};

class Reader {
public:
  explicit Reader(Ranges &Values) : Values(Values) {}
  Byte read(const Term *T, unsigned Number, unsigned Depth = 0);

private:
  Byte own(const Term *T, unsigned Number);
  Byte masked(const Operation *T, unsigned Number, unsigned Depth);
  Byte either(const Operation *T, unsigned Number, unsigned Depth);
  Byte moved(const Operation *T, unsigned Number, unsigned Depth);

  static constexpr unsigned MaxDepth = 32;
  Ranges &Values;
  llvm::DenseMap<std::pair<const Term *, unsigned>, Byte> Known;
};

} // namespace

/// Not looked into.
Byte Reader::own(const Term *T, unsigned Number) {
  if (const auto *C = dyn_cast<Constant>(T))
    return {nullptr, unsigned(C->value() >> (8 * Number) & 0xff)};
  bool IsZero = Values.unsignedRange(T).High < __int128(1) << (8 * Number);
  return IsZero ? Byte{} : Byte{T, Number};
}

Byte Reader::masked(const Operation *T, unsigned Number, unsigned Depth) {
  const auto *Mask = dyn_cast<Constant>(T->operand(1));
  uint8_t Kept = Mask ? Mask->value() >> (8 * Number) : 1;
  if (Kept == 0 || !Mask)
    return Mask ? Byte{} : own(T, Number);
  Byte Inner = read(T->operand(0), Number, Depth);
  if (!Inner.Of)
    return {nullptr, Inner.Number & Kept};
  return Kept == 0xff ? Inner : own(T, Number);
}

Byte Reader::either(const Operation *T, unsigned Number, unsigned Depth) {
  Byte A = read(T->operand(0), Number, Depth);
  Byte B = read(T->operand(1), Number, Depth);
  if (!A.Of && !B.Of)
    return {nullptr, A.Number | B.Number};
  if (A == Byte{} || B == Byte{})
    return A == Byte{} ? B : A;
  return own(T, Number);
}

Byte Reader::moved(const Operation *T, unsigned Number, unsigned Depth) {
  const auto *By = dyn_cast<Constant>(T->operand(1));
  if (!By || By->value() % 8 || By->value() >= T->width())
    return own(T, Number);
  int From = int(Number) + int(By->value() / 8) * (T->op() == Op::Shl ? -1 : 1);
  if (From < 0 || From >= int(T->width() / 8))
    return {};
  return read(T->operand(0), From, Depth);
}

Byte Reader::read(const Term *T, unsigned Number, unsigned Depth) {
  const auto *O = dyn_cast<Operation>(T);
  if (!O || T->width() % 8 || ++Depth > MaxDepth)
    return own(T, Number);
  auto [Entry, IsNew] = Known.try_emplace({T, Number}, Byte{T, Number});
  if (!IsNew)
    return Entry->second;
  const Term *X = O->operand(0);
  Byte Result;
  if (O->op() == Op::And)
    Result = masked(O, Number, Depth);
  else if (O->op() == Op::Or)
    Result = either(O, Number, Depth);
  else if (O->op() == Op::Shl || O->op() == Op::LShr)
    Result = moved(O, Number, Depth);
  else if (O->op() == Op::Trunc)
    Result = read(X, Number, Depth);
  else if (O->op() == Op::ZExt && X->width() % 8 == 0)
    Result = Number < X->width() / 8 ? read(X, Number, Depth) : Byte{};
  else
    Result = own(T, Number);
  return Known[{T, Number}] = Result;
}

/// The number that all bytes of T make, if they are known.
static std::optional<uint64_t> numberOf(Reader &Of, const Term *T) {
  uint64_t Number = 0;
  for (unsigned I = 0; I < T->width() / 8; ++I) {
    Byte Its = Of.read(T, I);
    if (Its.Of)
      return std::nullopt;
    Number |= uint64_t(Its.Number) << (8 * I);
  }
  return Number;
}

const Term *wholeOf(TermContext &Terms, Ranges &Values, const Term *T) {
  if (T->width() % 8 || !llvm::isa<Operation>(T))
    return T;
  Reader Of(Values);
  if (auto Number = numberOf(Of, T))
    return Terms.constant(T->width(), *Number);
  const Term *Whole = Of.read(T, 0).Of;
  if (!Whole || Whole == T || Whole->width() < T->width())
    return T;
  for (unsigned I = 0; I < T->width() / 8; ++I)
    if (Of.read(T, I) != Of.read(Whole, I))
      return T;
  return Terms.resizeUnsigned(Whole, T->width());
}

} // namespace racemap::map
