// Program - one inline assembly string as typed instructions.
//
// In:  the assembly text of an LLVM inline asm call ($0, ${1:x}, $$, ${:uid}).
// Out: instructions in order, each with its guard, modifiers and operands.
//      Names are resolved while parsing: a register declared in the text is an
//      index into Program::Registers, so that shadowing in nested braces is
//      settled here; what is not declared is a special register or a symbol.
// Nothing points into the text that was parsed: a Program owns its strings.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef RACEMAP_PASSES_PTX_PROGRAM_H
#define RACEMAP_PASSES_PTX_PROGRAM_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace racemap::ptx {

enum class SpecialRegister {
#define RACEMAP_PTX_SPECIAL(NAME, SPELLING) NAME,
#include "passes/ptx/SpecialRegisters.def"
};

/// The register with this spelling ("%laneid", "%tid.x", "WARP_SZ").
std::optional<SpecialRegister> specialRegister(llvm::StringRef Spelling);
llvm::StringRef spelling(SpecialRegister Register);

/// A PTX fundamental type. Bits counts the whole type: .f16x2 has 32.
struct Type {
  enum class Class { Bits, Unsigned, Signed, Float, Predicate };
  Class C = Class::Bits;
  unsigned Bits = 0;

  /// The type that a modifier names ("u32", "bf16x2", "pred"), if it does.
  static std::optional<Type> parse(llvm::StringRef Modifier);
  bool isInteger() const { return C != Class::Float && C != Class::Predicate; }
  bool operator==(const Type &Other) const {
    return C == Other.C && Bits == Other.Bits;
  }
};

/// One operand of an instruction.
struct Operand {
  enum class Kind {
    Register,   ///< Declared in the text; Index into Program::Registers.
    AsmOperand, ///< $Index. An output that is read means its tied input.
    Immediate,  ///< Value; IsFloat if written as 0f, 0d or with a point.
    Special,    ///< Special.
    Symbol,     ///< Name: a label, a variable, a register declared elsewhere.
    Sink,       ///< "_".
    Vector,     ///< {Elements}.
    Pair,       ///< Elements[0]|Elements[1].
    Sum,        ///< Elements[0] + Elements[1] + ...
    Address,    ///< [Elements[0] + Elements[1] + ...].
    Tuple,      ///< [Elements[0], Elements[1], ...], for texture and tensor.
    List        ///< (Elements), the parameters of a call.
  };
  Kind K = Kind::Sink;
  unsigned Index = 0;
  /// Two's complement of an integer; the bit pattern of a float (of a double
  /// for a decimal literal, see FloatBits).
  int64_t Value = 0;
  /// 0 for an integer, 32 or 64 for a float.
  unsigned FloatBits = 0;
  SpecialRegister Special = SpecialRegister::Laneid;
  std::string Name;
  /// The part after the dot of "v.x" or "r.b0", without the dot.
  std::string Selector;
  /// "!p".
  bool Negated = false;
  std::vector<Operand> Elements;

  bool is(Kind Other) const { return K == Other; }
  bool isInteger() const { return K == Kind::Immediate && FloatBits == 0; }
};

/// "@p" or "@!p" in front of an instruction.
struct Predicate {
  Operand Register;
  bool Negated = false;
};

struct Instruction {
  /// "ld", without modifiers.
  std::string Opcode;
  /// "acquire", "gpu", "u32"; "shared::cta" is one modifier.
  llvm::SmallVector<std::string, 6> Modifiers;
  std::optional<Predicate> Guard;
  std::vector<Operand> Operands;
  /// As it stands in the assembly text, white space made one blank.
  std::string Text;

  bool has(llvm::StringRef Modifier) const;
  bool hasAnyOf(llvm::ArrayRef<llvm::StringRef> Wanted) const;
};

/// A ".reg" declaration.
struct RegisterDeclaration {
  std::string Name;
  Type T;
  /// 1, or 2 and 4 for ".v2" and ".v4".
  unsigned Elements = 1;
};

/// A label stands before Program::Instructions[Position].
struct Label {
  std::string Name;
  size_t Position = 0;
};

struct Program {
  std::vector<Instruction> Instructions;
  std::vector<RegisterDeclaration> Registers;
  std::vector<Label> Labels;
};

/// Parses the assembly text of an LLVM inline asm call. Empty text and text
/// with comments only give an empty program. The error is one line, and means
/// that nothing is known about what the text does.
llvm::Expected<Program> parse(llvm::StringRef AsmText);

} // namespace racemap::ptx

#endif // RACEMAP_PASSES_PTX_PROGRAM_H
