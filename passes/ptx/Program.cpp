// Program - names of registers and types.
//
// Two look-ups from spelling to meaning: the special registers, from their
// table, and the fundamental types, from their letters (a class and a width).
// Types that exist only packed inside a register (e4m3x2, ue8m0x2, ...) are no
// memory types and are not here.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "passes/ptx/Program.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace llvm;

namespace racemap::ptx {

static constexpr StringLiteral Spellings[] = {
#define RACEMAP_PTX_SPECIAL(NAME, SPELLING) SPELLING,
#include "passes/ptx/SpecialRegisters.def"
};

std::optional<SpecialRegister> specialRegister(StringRef Spelling) {
  for (const auto &[Index, Known] : enumerate(Spellings))
    if (Known == Spelling)
      return static_cast<SpecialRegister>(Index);
  return std::nullopt;
}

StringRef spelling(SpecialRegister Register) {
  return Spellings[static_cast<size_t>(Register)];
}

std::optional<Type> Type::parse(StringRef Modifier) {
  if (Modifier == "pred")
    return Type{Class::Predicate, 1};
  bool IsPair = Modifier.consume_back("x2");
  bool IsBFloat = Modifier.starts_with("bf");
  if (IsBFloat)
    Modifier = Modifier.drop_front();
  if (Modifier.empty())
    return std::nullopt;
  std::optional<Class> C =
      StringSwitch<std::optional<Class>>(Modifier.take_front())
          .Case("b", Class::Bits)
          .Case("u", Class::Unsigned)
          .Case("s", Class::Signed)
          .Case("f", Class::Float)
          .Default(std::nullopt);
  unsigned Bits = StringSwitch<unsigned>(Modifier.drop_front())
                      .Case("8", 8)
                      .Case("16", 16)
                      .Case("32", 32)
                      .Case("64", 64)
                      .Case("128", 128)
                      .Default(0);
  if (!C || Bits == 0)
    return std::nullopt;
  if (*C == Class::Float && (Bits == 8 || Bits == 128))
    return std::nullopt;
  if (IsBFloat && Bits != 16)
    return std::nullopt;
  return Type{*C, IsPair ? 2 * Bits : Bits};
}

bool Instruction::has(StringRef Modifier) const {
  return is_contained(Modifiers, Modifier);
}

bool Instruction::hasAnyOf(ArrayRef<StringRef> Wanted) const {
  return any_of(Wanted, [&](StringRef Modifier) { return has(Modifier); });
}

} // namespace racemap::ptx
