// RoundTripTest - random protocols, and random damage to their text.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "RoundTrip.h"
#include "RandomProtocol.h"

namespace racemap::map {
namespace {

TEST(RoundTrip, RandomProtocols) {
  for (unsigned Seed = 1; Seed <= 400 && !::testing::Test::HasFailure();
       ++Seed) {
    SCOPED_TRACE("seed " + std::to_string(Seed));
    TermContext Terms;
    Protocol P = RandomProtocol(Terms, Seed).build();
    expectRoundTrip(P);
  }
}

/// Whatever the text is: a protocol that survives the round trip, or an error
/// of one line that starts with a place.
void expectSane(const std::string &Text) {
  TermContext Terms;
  auto Parsed = parseProtocols(Text, "f.map", Terms);
  if (Parsed) {
    for (const Protocol &P : *Parsed)
      expectRoundTrip(P);
    return;
  }
  std::string Message = llvm::toString(Parsed.takeError());
  EXPECT_EQ(Message.rfind("f.map:", 0), 0u) << Message;
  EXPECT_EQ(Message.find('\n'), std::string::npos) << Message;
}

TEST(RoundTrip, DamagedTextIsAnErrorOrAnotherProtocol) {
  for (unsigned Seed = 1; Seed <= 400 && !::testing::Test::HasFailure();
       ++Seed) {
    SCOPED_TRACE("seed " + std::to_string(Seed));
    TermContext Terms;
    std::string Text = printed(RandomProtocol(Terms, Seed % 100).build());
    std::mt19937 Engine(Seed);
    for (unsigned I = 1 + Engine() % 3; I; --I) {
      size_t At = Engine() % Text.size(), From = Engine() % Text.size();
      size_t Length = Engine() % 12;
      switch (Engine() % 4) {
      case 0:
        Text.erase(At, Length);
        break;
      case 1:
        Text.insert(At, Text.substr(From, Length));
        break;
      case 2:
        Text[At] = static_cast<char>(Engine());
        break;
      case 3:
        Text.resize(At + 1);
        break;
      }
    }
    expectSane(Text);
  }
}

TEST(RoundTrip, RandomWordsAreErrors) {
  constexpr llvm::StringLiteral Words[] = {
      "kernel", "f",      "{",      "}",     "param", "n",    ":",      "i32",
      ";",      "shared", "a",      "[",     "]",     "of",   "4",      "bytes",
      "rd",     "wr",     "atomic", "(",     ")",     "sync", "if",     "else",
      "for",    "=",      "+=",     "loop",  "while", "let",  "assume", "\"s\"",
      "@",      "$",      "?",      "+s",    "-",     "!",    "<u",     "byte",
      "slot",   "i64",    "true",   "launch"};
  for (unsigned Seed = 1; Seed <= 3000; ++Seed) {
    SCOPED_TRACE("seed " + std::to_string(Seed));
    std::mt19937 Engine(Seed);
    std::string Text = "kernel f { param n; shared a; ";
    for (unsigned I = Engine() % 20; I; --I)
      Text += Words[Engine() % std::size(Words)].str() + " ";
    expectSane(Text);
  }
}

TEST(RoundTrip, DeepAndLongTextDoesNotOverflowTheStack) {
  auto Repeat = [](std::string Text, unsigned N) {
    std::string Result;
    while (N--)
      Result += Text;
    return Result;
  };
  std::string Head = "kernel f { param n; shared a; ";
  for (std::string Body :
       {Repeat("if n > 0 {", 20000), "rd a[" + Repeat("(", 20000),
        "rd a[" + Repeat("-", 20000), "rd a[" + Repeat("n + ", 20000),
        "rd a[" + Repeat("a[", 20000), "rd a[" + Repeat("n > 1 ? ", 20000),
        "rd a[" + Repeat("i64(", 20000), Repeat("loop {", 20000),
        "if n > 0 {" + Repeat("} else if n > 1 {", 20000)})
    EXPECT_NE(errorOf(Head + Body), "");
  std::string Lets = Head + "let x0 = n;";
  for (unsigned I = 1; I != 20000; ++I)
    Lets +=
        "let x" + std::to_string(I) + " = x" + std::to_string(I - 1) + " * n;";
  EXPECT_NE(errorOf(Lets + "}"), "");
}

TEST(RoundTrip, LongElseIfChainsAndDeepTerms) {
  std::string Text = "kernel f { param n; shared a; if n == 0 { }";
  for (unsigned I = 1; I != 600; ++I)
    Text += " else if n == " + std::to_string(I) + " { rd a[n]; }";
  Text += "let x0 = n;";
  for (unsigned I = 1; I != 1500; ++I)
    Text +=
        "let x" + std::to_string(I) + " = x" + std::to_string(I - 1) + " * n;";
  expectSane(Text + "rd a[x1499]; }");
  EXPECT_EQ(errorOf(Text + "rd a[x1499]; }"), "");
}

} // namespace
} // namespace racemap::map
