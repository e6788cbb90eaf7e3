// The parser: escapes, scopes, operands, and text that it must refuse.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Describe.h"

#include "gtest/gtest.h"

#include <random>

using namespace racemap::ptx;
using namespace racemap::ptx::test;

namespace {

Program parsed(llvm::StringRef AsmText) {
  llvm::Expected<Program> P = parse(AsmText);
  if (P)
    return std::move(*P);
  ADD_FAILURE() << AsmText.str() << ": " << toString(P.takeError());
  return Program();
}

TEST(PtxParser, InstructionsKeepEverythingNeededToExecuteThem) {
  Program P = parsed("{ .reg .pred p; .reg .v2 .f32 v;\n"
                     "@!p\tadd.rn.f32 $0,\n v.x, 0f40000000; }");
  ASSERT_EQ(P.Registers.size(), 2u);
  EXPECT_EQ(P.Registers[1].Elements, 2u);
  EXPECT_EQ(P.Registers[1].T, (Type{Type::Class::Float, 32}));
  ASSERT_EQ(P.Instructions.size(), 1u);
  const Instruction &I = P.Instructions.front();
  EXPECT_EQ(I.Opcode, "add");
  ASSERT_EQ(I.Modifiers.size(), 2u);
  EXPECT_TRUE(I.has("rn") && I.has("f32"));
  ASSERT_TRUE(I.Guard.has_value());
  EXPECT_TRUE(I.Guard->Negated);
  EXPECT_EQ(I.Guard->Register.Index, 0u);
  ASSERT_EQ(I.Operands.size(), 3u);
  EXPECT_TRUE(I.Operands[0].is(Operand::Kind::AsmOperand));
  EXPECT_EQ(I.Operands[1].Selector, "x");
  EXPECT_EQ(I.Operands[2].FloatBits, 32u);
  EXPECT_EQ(I.Operands[2].Value, 0x40000000);
  EXPECT_EQ(I.Text, "@!p add.rn.f32 $0, v.x, 0f40000000");
}

TEST(PtxParser, EscapesAreUndone) {
  Program P = parsed("{ .reg .pred __$$t; L${:uid}: mov.u32 $12, ${3:x}; "
                     "mov.u32 ${0}, %r$$1; @__$$t bra L${:uid}; }");
  ASSERT_EQ(P.Instructions.size(), 3u);
  EXPECT_EQ(P.Instructions[0].Operands[0].Index, 12u);
  EXPECT_EQ(P.Instructions[0].Operands[1].Index, 3u);
  EXPECT_EQ(P.Instructions[1].Operands[1].Name, "%r$1");
  EXPECT_EQ(P.Registers[0].Name, "__$t");
  EXPECT_TRUE(P.Instructions[2].Guard->Register.is(Operand::Kind::Register));
  ASSERT_EQ(P.Labels.size(), 1u);
  EXPECT_EQ(P.Labels[0].Position, 0u);
  EXPECT_EQ(P.Labels[0].Name, P.Instructions[2].Operands[0].Name);
}

TEST(PtxParser, InnerDeclarationsHideOuterOnes) {
  Program P = parsed("{ .reg .u32 r; { .reg .u64 r; mov.u64 r, 1; } "
                     "mov.u32 r, 2; } mov.u32 r, 3;");
  ASSERT_EQ(P.Instructions.size(), 3u);
  EXPECT_EQ(P.Instructions[0].Operands[0].Index, 1u);
  EXPECT_EQ(P.Instructions[1].Operands[0].Index, 0u);
  EXPECT_TRUE(P.Instructions[2].Operands[0].is(Operand::Kind::Symbol));
  EXPECT_EQ(effectsOf("{ .reg .u64 p; mov.u64 p, $1; { .reg .u64 p; "
                      "mov.u64 p, $2; } ld.u32 $0, [p]; }"),
            "read generic 4 weak @$1 -> $0");
}

TEST(PtxParser, ADeclaredNameHidesASpecialRegister) {
  EXPECT_EQ(outputOf("{ .reg .u32 %clock; mov.u32 %clock, $1; "
                     "mov.u32 $0, %clock; }",
                     0),
            "$1:32");
}

TEST(PtxParser, NumbersInEveryNotation) {
  Program P = parsed("op 10, -3, 0x1F, 0b101, 017, 7U, 0xFFFFFFFFFFFFFFFF, "
                     "1.5, -2e1;");
  ASSERT_EQ(P.Instructions.size(), 1u);
  const int64_t Expected[] = {10, -3, 31, 5, 15, 7, -1};
  for (auto [Index, Value] : llvm::enumerate(Expected))
    EXPECT_EQ(P.Instructions[0].Operands[Index].Value, Value) << Index;
  EXPECT_EQ(P.Instructions[0].Operands[7].FloatBits, 64u);
  EXPECT_EQ(P.Instructions[0].Operands[7].Value, 0x3FF8000000000000);
  EXPECT_EQ(P.Instructions[0].Operands[8].Value,
            static_cast<int64_t>(0xC034000000000000));
}

TEST(PtxParser, EveryTypeHasItsSize) {
  EXPECT_EQ(Type::parse("u8")->Bits, 8u);
  EXPECT_EQ(Type::parse("bf16")->Bits, 16u);
  EXPECT_EQ(Type::parse("bf16x2")->Bits, 32u);
  EXPECT_EQ(Type::parse("s16x2")->Bits, 32u);
  EXPECT_EQ(Type::parse("b128")->Bits, 128u);
  for (const char *None : {"", "x2", "f8", "f128", "bf32", "e4m3x2", "u7", "v2",
                           "b", "bf", "u32x4"})
    EXPECT_FALSE(Type::parse(None).has_value()) << None;
}

TEST(PtxParser, MalformedTextIsOneClearError) {
  const Example Examples[] = {
      {"mov.u32 $0, $1", "byte 14: ';' expected"},
      {"mov.u32 $0 $1;", "byte 11: ';' expected"},
      {"mov.u32 $0, ;", "byte 12: operand expected"},
      {"ld.u32 $0, [$1;", "byte 14: ']' expected"},
      {"ld.u32 $0, [];", "byte 13: empty address"},
      {"{ mov.u32 $0, $1;", "byte 17: '}' expected"},
      {"}", "byte 1: '}' without '{'"},
      {"/* never closed", "byte 0: unterminated comment"},
      {"mov.u32 $0, %r$1;", "byte 14: an operand is pasted into a name"},
      {"ld.v$0.u32 $1, [$2];", "byte 4: an operand is pasted into a name"},
      {"mov.u32 $0x, 1;", "byte 10: an operand is pasted into a name"},
      {"mov.u32 $x, 1;", "byte 8: '$' is not followed by an operand number"},
      {"mov.u32 ${0, 1;", "byte 8: malformed operand, '}' expected"},
      {"$(mov$|add$) $0;", "byte 0: '$' is not followed by an operand number"},
      {"mov.f32 $0, 0f3F;", "byte 12: malformed floating-point number"},
      {"mov.u32 $0, 12cats;", "byte 12: malformed number '12cats'"},
      {".shared .b32 x;", "byte 8: directive '.shared' is not supported"},
      {".reg u32 x;", "byte 5: register type expected after '.reg'"},
      {".reg .wide x;", "byte 11: unknown register type '.wide'"},
      {".reg .u32 r<99999>;", "byte 17: malformed number of registers"},
      {"L: L: exit;", "byte 6: label 'L' is defined twice"},
      {"ld.u32 $0, [$1-$2];", "byte 17: only a constant can be subtracted"},
      {"mov.u32 $0, \x01;", "byte 12: unexpected character"},
      {"# 1 \"file\"", "byte 0: unexpected '#'"},
  };
  for (const Example &E : Examples)
    EXPECT_EQ(effectsOf(E.AsmText),
              std::string("error: inline assembly, ") + E.Expected)
        << E.AsmText;
}

TEST(PtxParser, NestingIsBounded) {
  std::string Deep = "ld.u32 $0, " + std::string(100000, '[');
  EXPECT_NE(effectsOf(Deep).find("nested too deeply"), std::string::npos);
  EXPECT_NE(effectsOf(std::string(100000, '{')).find("'}' expected"),
            std::string::npos);
}

/// Text made of PTX's own pieces gets past the lexer far more often than noise
/// does; a third of the pieces is noise nevertheless.
std::string randomText(std::mt19937 &Random) {
  static const char *const Pieces[] = {
      "ld",       "st",       "atom",    "red",    "cp",
      ".async",   ".global",  ".shared", ".u32",   ".v2",
      ".b64",     ".add",     ".cas",    "bar",    ".sync",
      ".red",     ".warp",    "mov",     "cvta",   ".to",
      "setp",     ".ne",      "bra",     "fence",  ".sc",
      ".gpu",     "ldmatrix", ".reg",    ".pred",  "p",
      "q",        "$0",       "$1",      "${2:x}", "$$",
      "%tid.x",   "%laneid",  "{",       "}",      "[",
      "]",        "(",        ")",       ",",      ";",
      ";",        ";",        "@",       "!",      "|",
      "+",        "-",        "*",       "<",      ">",
      ":",        "0",        "16",      "0x7f",   "0f0",
      "1e9",      "-1",       "//",      "/*",     "*/",
      "\n",       "\"",       "$",       "%",      "::",
      ".",        "exit",     "cvt",     ".s64",   ".commit_group",
      "mbarrier", "tex"};
  std::string Text;
  for (size_t Length = Random() % 40; Length > 0; --Length) {
    if (Random() % 3 == 0)
      Text += static_cast<char>(Random() % 256);
    else
      Text += Pieces[Random() % std::size(Pieces)];
    if (Random() % 2 == 0)
      Text += ' ';
  }
  return Text;
}

TEST(PtxParser, AnyTextEndsInEffectsOrAnError) {
  unsigned Seed = std::random_device()();
  if (const char *Chosen = std::getenv("RACEMAP_TEST_SEED"))
    Seed = static_cast<unsigned>(std::strtoul(Chosen, nullptr, 10));
  std::printf("RACEMAP_TEST_SEED=%u\n", Seed);
  std::fflush(stdout);
  std::mt19937 Random(Seed);
  unsigned Understood = 0;
  for (unsigned Round = 0; Round < 20000; ++Round) {
    std::string Text = randomText(Random);
    llvm::Expected<Program> P = parse(Text);
    if (!P) {
      EXPECT_EQ(toString(P.takeError()).find('\n'), std::string::npos);
      continue;
    }
    ++Understood;
    Summary S = summarize(*P);
    EXPECT_EQ(S.Effects.size(), P->Instructions.size());
  }
  EXPECT_GT(Understood, 0u);
}

} // namespace
