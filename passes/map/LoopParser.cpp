// LoopParser - the part of StatementParser that is about loops:
// "for s = 1; s <u n; s *= 2 { ... }", "loop k while c { ... }",
// "while c { ... }", "break s;".
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/map/StatementParser.h"

namespace racemap::map {

const Term *StatementParser::parseTest() {
  while (Tokens.peek().is("let"))
    if (!parseLet())
      return nullptr;
  return TheTerms.parseExactly(1, "the test of a loop");
}

bool StatementParser::parseCounter(Loop &L) {
  auto Name = TheTerms.parseName("the name of a loop's counter");
  auto Width = Name ? parseType(32) : std::nullopt;
  if (!Width)
    return false;
  if (*Width != 32 && *Width != 64)
    return Tokens.fail(*Name, "a loop's counter has 32 or 64 bits; write i32 "
                              "or i64");
  L.Counter = Terms.loopVariable(Name->Decoded, *Width);
  return declare(*Name, Name->Decoded, L.Counter);
}

bool StatementParser::parseLoopBody(Loop &L, Sequence &Out) {
  Out.push_back(&L);
  Enclosing.push_back(&L);
  bool Ok = parseLocation(L.Where) && parseBlock(L.Body);
  Enclosing.pop_back();
  return Ok;
}

bool StatementParser::parseFor(Sequence &Out) {
  Tokens.next();
  auto *L = P.make<Loop>();
  Loop::Range R;
  auto Name = TheTerms.parseName("the name of a loop variable");
  if (!Name)
    return false;
  bool Typed = Tokens.peek().is(":");
  auto Type = parseType(32);
  if (!Type)
    return false;
  bool NamesCounter = Tokens.accept("counter");
  if (NamesCounter && !parseCounter(*L))
    return false;
  if (!Tokens.expect("=", "after the loop variable"))
    return false;
  R.Start = Typed ? TheTerms.parseExactly(*Type, "the start of this loop")
                  : TheTerms.parse(32);
  if (!R.Start)
    return false;
  R.Var = Terms.loopVariable(Name->Decoded, R.Start->width());
  if (!declare(*Name, Name->Decoded, R.Var))
    return false;
  if (!NamesCounter) {
    std::string Counter = Name->Decoded + ".n";
    L->Counter = Terms.loopVariable(Counter, 32);
    if (!declare(*Name, Counter, L->Counter))
      return false;
  }
  if (!Tokens.expect(";", "after the start of a loop"))
    return false;
  L->While = parseTest();
  if (!L->While || !Tokens.expect(";", "after the test of a loop") ||
      !parseStep(R))
    return false;
  L->TheRange = R;
  return parseLoopBody(*L, Out);
}

bool StatementParser::parseStep(Loop::Range &R) {
  Token Name = Tokens.next();
  if (Name.Decoded != R.Var->name())
    return Tokens.fail(Name, "the last part of a for says how its variable '" +
                                 R.Var->name() + "' steps, as in " +
                                 R.Var->name() + " += 1");
  unsigned Width = R.Var->width();
  Token Mark = Tokens.next();
  if (Mark.is("++") || Mark.is("--")) {
    R.Step = Terms.constant(Width, Mark.is("++") ? 1 : ~uint64_t(0));
    return true;
  }
  bool Down = Mark.is("-=");
  if (Mark.is("*="))
    R.Kind = Loop::StepKind::Mul;
  else if (Mark.is("/="))
    R.Kind = Loop::StepKind::Div;
  else if (!Mark.is("+=") && !Down)
    return Tokens.fail(Mark,
                       "a loop variable steps by +=, -=, *= or /=, found " +
                           Tokens.describe(Mark));
  R.Step = TheTerms.parseExactly(Width, "the step of this loop");
  if (R.Step && Down)
    R.Step = Terms.sub(Terms.constant(Width, 0), R.Step);
  return R.Step;
}

bool StatementParser::parseLoop(Sequence &Out) {
  Tokens.next();
  auto *L = P.make<Loop>();
  if (!parseCounter(*L))
    return false;
  L->While = Tokens.accept("while") ? parseTest() : Terms.yes();
  return L->While && parseLoopBody(*L, Out);
}

bool StatementParser::parseWhile(Sequence &Out) {
  Token Where = Tokens.next();
  auto *L = P.make<Loop>();
  std::string Name;
  for (unsigned I = 0; Name.empty() || Names.Values.contains(Name); ++I)
    Name = "iteration." + std::to_string(I);
  L->Counter = Terms.loopVariable(Name, 32);
  L->While = declare(Where, Name, L->Counter) ? parseTest() : nullptr;
  return L->While && parseLoopBody(*L, Out);
}

bool StatementParser::parseBreak(Sequence &Out) {
  Token Word = Tokens.next();
  auto *L = P.make<Leave>();
  Out.push_back(L);
  if (Enclosing.empty())
    return Tokens.fail(Word, "break stands outside of a loop; write return to "
                             "leave the kernel");
  L->Target = Enclosing.back();
  if (Tokens.peek().is(";"))
    return end();
  auto Name = TheTerms.parseName("the variable of an enclosing loop");
  if (!Name)
    return false;
  for (const Loop *X : Enclosing) {
    bool Ranged = X->TheRange && X->TheRange->Var->name() == Name->Decoded;
    if (!Ranged && X->Counter->name() != Name->Decoded)
      continue;
    L->Target = X;
    return end();
  }
  return Tokens.fail(*Name, "'" + Name->Decoded +
                                "' is not the variable of an enclosing loop; "
                                "name one of them");
}

} // namespace racemap::map
