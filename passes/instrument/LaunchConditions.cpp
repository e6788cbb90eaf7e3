// LaunchConditions - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/instrument/LaunchConditions.h"

namespace racemap::instrument {

using namespace llvm;

static const json::Array &array(const json::Object &Of, StringRef Name) {
  static const json::Array Nothing;
  const json::Array *Its = Of.getArray(Name);
  return Its ? *Its : Nothing;
}

/// The word of an array, as what it should be; nothing if it is not.
static std::optional<uint64_t> numberAt(const json::Array &Its, size_t I) {
  return I < Its.size() ? Its[I].getAsUINT64() : std::nullopt;
}
static std::optional<StringRef> textAt(const json::Array &Its, size_t I) {
  return I < Its.size() ? Its[I].getAsString() : std::nullopt;
}
static const json::Array *arrayAt(const json::Array &Its, size_t I) {
  return I < Its.size() ? Its[I].getAsArray() : nullptr;
}

namespace {
class Conditions {
public:
  Conditions(const LaunchValues &Launch, IRBuilder<> &B)
      : B(B), Terms(B, Launch) {}

  bool read(const json::Object &Proof) {
    if (!Terms.add(array(Proof, "steps")))
      return false;
    for (const json::Value &V : array(Proof, "holds"))
      if (const json::Array *Its = V.getAsArray(); !Its || !addHolds(*Its))
        return false;
    for (const json::Value &V : array(Proof, "apart"))
      if (const json::Array *Its = V.getAsArray(); !Its || !addApart(*Its))
        return false;
    All.push_back({B.CreateNot(Terms.wraps()),
                   "no number is too large for what is assumed",
                   {}});
    return true;
  }

  SmallVector<LaunchCondition, 8> All;

private:
  Value *stepAt(const json::Array &Its, size_t I) const {
    auto Number = numberAt(Its, I);
    return Number && *Number < Terms.steps().size() ? Terms.steps()[*Number]
                                                    : nullptr;
  }

  /// [step, text, [[step, name, is unsigned], ...]]
  bool addHolds(const json::Array &Its) {
    Value *Holds = stepAt(Its, 0);
    auto Text = textAt(Its, 1);
    const json::Array *Named = arrayAt(Its, 2);
    if (!Holds || !Holds->getType()->isIntegerTy(1) || !Text || !Named)
      return false;
    LaunchCondition &New =
        All.emplace_back(LaunchCondition{Holds, Text->str(), {}});
    for (const json::Value &N : *Named) {
      const json::Array *One = N.getAsArray();
      Value *Leaf = One ? stepAt(*One, 0) : nullptr;
      auto Name = Leaf ? textAt(*One, 1) : std::nullopt;
      auto IsUnsigned =
          Name && One->size() > 2 ? (*One)[2].getAsBoolean() : std::nullopt;
      if (!IsUnsigned)
        return false;
      New.Values.emplace_back(Name->str(),
                              *IsUnsigned ? B.CreateZExt(Leaf, B.getInt64Ty())
                                          : B.CreateSExt(Leaf, B.getInt64Ty()));
      if (*IsUnsigned)
        New.IsUnsigned.insert(Name->str());
    }
    return true;
  }

  /// [[argument, offset], [argument, offset], text]
  bool addApart(const json::Array &Its) {
    Value *Pointers[2] = {};
    for (size_t I : {0, 1}) {
      const json::Array *At = arrayAt(Its, I);
      auto Number = At ? numberAt(*At, 0) : std::nullopt;
      auto Offset = At ? numberAt(*At, 1) : std::nullopt;
      if (!Number || !Offset)
        return false;
      Pointers[I] = Terms.argument(B.getPtrTy(), *Number, *Offset);
    }
    auto Text = textAt(Its, 2);
    if (!Text)
      return false;
    Value *Holds = B.CreateOr(B.CreateICmpNE(Pointers[0], Pointers[1]),
                              B.CreateIsNull(Pointers[0]));
    All.push_back({Holds, Text->str(), {{"both", Pointers[0]}}});
    return true;
  }

  IRBuilder<> &B;
  LaunchTerms Terms;
};
} // namespace

std::optional<SmallVector<LaunchCondition, 8>>
conditionsOf(const json::Object &Proof, const LaunchValues &Launch,
             IRBuilder<> &B) {
  Conditions Its(Launch, B);
  if (!Its.read(Proof))
    return std::nullopt;
  return std::move(Its.All);
}

} // namespace racemap::instrument
