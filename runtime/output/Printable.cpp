// Printable - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/output/Printable.h"

#include <algorithm>
#include <bit>
#include <cstdio>

namespace racemap::output {

namespace {
struct Character {
  size_t Bytes = 1;
  bool IsValid = false;
  unsigned Code = 0;
};
} // namespace

/// The first one of a text that is not empty.
static Character firstOf(std::string_view Text) {
  auto Byte = [&](size_t I) { return static_cast<unsigned char>(Text[I]); };
  if (Byte(0) < 0x80)
    return {1, true, Byte(0)};
  size_t Bytes = std::countl_one(Byte(0));
  if (Bytes < 2 || Bytes > 4 || Bytes > Text.size())
    return {};
  unsigned Code = Byte(0) & (0x7F >> Bytes);
  for (size_t I = 1; I < Bytes; ++I) {
    if (Byte(I) >> 6 != 2)
      return {};
    Code = Code << 6 | (Byte(I) & 0x3F);
  }
  constexpr unsigned Least[] = {0x80, 0x800, 0x10000};
  bool IsSurrogate = Code >= 0xD800 && Code < 0xE000;
  if (Code < Least[Bytes - 2] || Code > 0x10FFFF || IsSurrogate)
    return {};
  return {Bytes, true, Code};
}

/// Control characters, those that are not seen, and those that turn the
/// direction, in pairs of bounds.
static bool isObeyed(unsigned Code) {
  constexpr unsigned Bounds[][2] = {
      {0, 0x1F},          {0x7F, 0x9F},      {0xAD, 0xAD},
      {0x34F, 0x34F},     {0x61C, 0x61C},    {0x115F, 0x1160},
      {0x180E, 0x180E},   {0x200B, 0x200F},  {0x2028, 0x202E},
      {0x2060, 0x206F},   {0x3164, 0x3164},  {0xFE00, 0xFE0F},
      {0xFEFF, 0xFEFF},   {0xFFF9, 0xFFFB},  {0x1BCA0, 0x1BCA3},
      {0x1D173, 0x1D17A}, {0xE0000, 0xE0FFF}};
  return Code != '\t' && std::ranges::any_of(Bounds, [&](auto &Its) {
           return Code >= Its[0] && Code <= Its[1];
         });
}

static std::string inHex(const char *Format, unsigned Number) {
  char Text[16];
  std::snprintf(Text, sizeof Text, Format, Number);
  return Text;
}

std::string printable(std::string_view Text) {
  std::string Out;
  while (!Text.empty()) {
    Character Next = firstOf(Text);
    if (Next.IsValid && !isObeyed(Next.Code))
      Out += Text.substr(0, Next.Bytes);
    else if (Next.IsValid)
      Out += inHex("<U+%04X>", Next.Code);
    else
      Out += inHex("<%02X>", static_cast<unsigned char>(Text[0]));
    Text.remove_prefix(Next.Bytes);
  }
  return Out;
}

static bool isGraphic(char C) { return C > ' ' && C < 0x7F; }

/// Where the first word of the line begins that Lines has At in.
static bool isAtBegin(std::string_view Lines, size_t At) {
  std::string_view Before = Lines.substr(0, At);
  return std::ranges::none_of(Before.substr(Before.rfind('\n') + 1), isGraphic);
}

std::string_view beginOf(std::string_view Text, size_t Bytes) {
  auto IsInside = [&](size_t I) { // a character of more than one byte
    return I < Text.size() && (static_cast<unsigned char>(Text[I]) >> 6) == 2;
  };
  while (Bytes && IsInside(Bytes))
    --Bytes;
  return Text.substr(0, Bytes);
}

std::string withoutCommands(std::string Lines) {
  constexpr std::string_view Hash = "##[", Colons = "::";
  for (size_t At = 0; (At = Lines.find(Hash, At)) != std::string::npos;)
    Lines.replace(At + 1, 1, inHex("<U+%04X>", '#'));
  for (size_t At = 0; (At = Lines.find(Colons, At)) != std::string::npos; ++At)
    if (isAtBegin(Lines, At))
      Lines.replace(At, 1, inHex("<U+%04X>", ':'));
  return Lines;
}

std::string printableLine(std::string_view Text) {
  return withoutCommands(printable(Text));
}

} // namespace racemap::output
