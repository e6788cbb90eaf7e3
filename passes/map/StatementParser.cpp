// StatementParser - accesses, barriers, conditionals and lets.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/map/StatementParser.h"
#include "passes/map/Verifier.h"

namespace racemap::map {

bool StatementParser::parseKernel() {
  if (!parseHeader() || !Tokens.expect("{", "before the kernel's body"))
    return false;
  while (!Tokens.accept("}")) {
    if (Tokens.atEnd())
      return Tokens.fail(Tokens.peek(), "the kernel does not end; close it "
                                        "with }");
    auto Declared = parseDeclaration();
    if (Declared ? !*Declared : !parseStatement(P.Body))
      return false;
  }
  if (!resolveParents())
    return false;
  P.number();
  return true;
}

bool StatementParser::declare(const Token &Where, llvm::StringRef Name,
                              const Term *T) {
  if (Names.Values.try_emplace(Name, T).second)
    return true;
  return Tokens.fail(Where, "the name '" + Name +
                                "' is used already; choose another, they are "
                                "unique in a kernel");
}

std::optional<unsigned> StatementParser::parseType(unsigned Default) {
  if (!Tokens.accept(":"))
    return Default;
  Token T = Tokens.next();
  auto Width =
      T.TheKind == Token::Kind::Name ? typeWidth(T.Text) : std::nullopt;
  if (!Width)
    Tokens.fail(T,
                "expected a type from i1 to i64, found " + Tokens.describe(T));
  return Width;
}

bool StatementParser::parseBlock(Sequence &Out) {
  Token Where = Tokens.peek();
  if (!Tokens.expect("{", "before a block"))
    return false;
  if (++Nesting > MaxBlockDepth)
    return Tokens.fail(Where, "blocks are nested too deeply; the limit is " +
                                  llvm::Twine(MaxBlockDepth));
  while (!Tokens.accept("}")) {
    if (Tokens.atEnd())
      return Tokens.fail(Tokens.peek(), "a block does not end; close it with "
                                        "}");
    if (!parseStatement(Out))
      return false;
  }
  --Nesting;
  return true;
}

bool StatementParser::parseStatement(Sequence &Out) {
  const Token &T = Tokens.peek();
  if (T.is("rd") || T.is("wr") || T.is("atomic") || T.is("volatile") ||
      T.is("acquire") || T.is("release") || T.is("async"))
    return parseAccess(Out);
  if (auto B = findBarrier(T.Text); B && T.TheKind == Token::Kind::Name)
    return parseBarrier(*B, Out);
  if (T.is("fence"))
    return parseFence(Out);
  if (T.is("commit") || T.is("wait"))
    return parseAsyncGroup(Out);
  if (Tokens.accept("gap"))
    return parseGap(Out);
  if (Tokens.accept("given"))
    return parseGiven(Out);
  if (auto F = findExchange(T.Text); F && T.TheKind == Token::Kind::Name)
    return parseExchange(*F, Out);
  if (T.is("if"))
    return parseIf(Out);
  if (T.is("for"))
    return parseFor(Out);
  if (T.is("loop"))
    return parseLoop(Out);
  if (T.is("while"))
    return parseWhile(Out);
  if (T.is("break"))
    return parseBreak(Out);
  if (T.is("let"))
    return parseLet();
  if (Tokens.accept("return")) {
    Out.push_back(P.make<Leave>());
    return end();
  }
  return Tokens.fail(
      T, "expected a statement (rd, wr, atomic, sync, fence, commit, wait, "
         "active, ballot, match, shuffle, gap, given, if, for, loop, break, "
         "return, "
         "let), "
         "found " +
             Tokens.describe(T));
}

/// The depth of T, given those of the lets before.
static unsigned depth(const Term *T,
                      llvm::DenseMap<const Term *, unsigned> &Known) {
  if (T->operands().empty())
    return 1;
  if (auto Found = Known.find(T); Found != Known.end())
    return Found->second;
  unsigned Below = 0;
  for (const Term *X : T->operands())
    Below = std::max(Below, depth(X, Known));
  return Known[T] = Below + 1;
}

bool StatementParser::limitDepth(const Token &Where, const Term *T) {
  return depth(T, Depths) <= MaxTermDepth ||
         Tokens.fail(Where, "this term is nested too deeply; the limit is " +
                                llvm::Twine(MaxTermDepth));
}

bool StatementParser::parseLet() {
  Tokens.next();
  auto Name = TheTerms.parseName("the name of a term");
  if (!Name || !Tokens.expect("=", "after the name of a let"))
    return false;
  const Term *T = TheTerms.parse(0);
  return T && limitDepth(*Name, T) && declare(*Name, Name->Decoded, T) && end();
}

bool StatementParser::parseAccess(Sequence &Out) {
  auto *A = P.make<Access>();
  A->Asynchronous = Tokens.accept("async");
  A->Volatile = Tokens.accept("volatile");
  A->Acquires = Tokens.accept("acquire");
  A->Releases = Tokens.accept("release");
  if (Tokens.accept("rd")) {
    A->TheOperation = Access::Operation::Read;
  } else if (Tokens.accept("wr")) {
    A->TheOperation = Access::Operation::Write;
  } else if (Tokens.accept("atomic")) {
    if (!parseScope(A->AtomicScope))
      return false;
    A->TheOperation = Tokens.accept("rd") ? Access::Operation::AtomicRead
                      : Tokens.accept("wr")
                          ? Access::Operation::AtomicWrite
                          : Access::Operation::ReadModifyWrite;
  } else {
    return Tokens.fail(Tokens.peek(),
                       "after async and volatile comes rd, wr or atomic");
  }
  auto E = TheTerms.parseElement();
  if (!E)
    return false;
  A->TheArray = E->TheArray;
  A->Slots.assign(E->Slots.begin(), E->Slots.end());
  A->Offset = E->Offset;
  A->Size = E->TheArray->ElementSize;
  if (Tokens.accept(":") &&
      !parseNumber(A->Size, INT64_MAX, "the size of an access in bytes"))
    return false;
  Out.push_back(A);
  return parseUpdate(*A) && parseFound(*A) && parseLocation(A->Where) && end();
}

/// "(block)", or nothing.
bool StatementParser::parseScope(Scope &Out) {
  if (!Tokens.accept("("))
    return true;
  Token Word = Tokens.next();
  auto S = findScope(Word.Text);
  if (!S)
    return Tokens.fail(Word, "unknown scope; write block, cluster, grid or "
                             "system");
  Out = *S;
  return Tokens.expect(")", "after the scope");
}

bool StatementParser::parseFence(Sequence &Out) {
  Tokens.next();
  auto *F = P.make<Fence>();
  Out.push_back(F);
  return parseScope(F->TheScope) && parseLocation(F->Where) && end();
}

bool StatementParser::parseGiven(Sequence &Out) {
  auto *G = P.make<Given>();
  G->Condition = TheTerms.parseExactly(1, "a condition");
  Out.push_back(G);
  return G->Condition && parseLocation(G->Where) && end();
}

bool StatementParser::parseGap(Sequence &Out) {
  auto Reason = Tokens.acceptKind(Token::Kind::String);
  if (!Reason)
    return Tokens.fail(Tokens.peek(), "after gap the reason is expected, in "
                                      "quotes");
  auto *G = P.make<Gap>();
  G->Reason = Reason->Decoded;
  Out.push_back(G);
  return parseLocation(G->Where) && end();
}

bool StatementParser::parseAsyncGroup(Sequence &Out) {
  auto *G = P.make<AsyncGroup>();
  Out.push_back(G);
  uint64_t Pending = 0;
  if (Tokens.next().is("wait")) {
    if (!parseNumber(Pending, UINT32_MAX, "how many groups may go on"))
      return false;
    G->Pending = Pending;
  }
  return parseLocation(G->Where) && end();
}

bool StatementParser::parseUpdate(Access &A) {
  using Update = Access::Update;
  unsigned Width = A.Size <= 8 ? 8 * A.Size : 0;
  if (A.TheOperation == Access::Operation::AtomicRead)
    return true;
  if (!A.isAtomic())
    return !Tokens.accept("=") || (A.Value = TheTerms.parse(Width));
  if (A.TheOperation == Access::Operation::AtomicWrite) {
    if (!Tokens.accept("="))
      return true;
    A.TheUpdate = Update::Exchange;
  } else if (Tokens.accept("from")) {
    A.Expected = TheTerms.parse(Width);
    if (!A.Expected ||
        !Tokens.expect("to", "and what is put in place of the value expected"))
      return false;
    A.TheUpdate = Update::CompareExchange;
  } else if (Tokens.accept("+=")) {
    A.TheUpdate = Update::Add;
  } else if (Tokens.accept("up")) {
    if (!Tokens.expect("to", "and the number after which comes 0"))
      return false;
    A.TheUpdate = Update::CountTo;
  } else if (Tokens.accept("|=")) {
    A.TheUpdate = Update::Or;
  } else if (Tokens.accept("=")) {
    A.TheUpdate = Update::Exchange;
  } else {
    return true;
  }
  return (A.Operand = TheTerms.parse(Width));
}

bool StatementParser::parseFound(Access &A) {
  if (!Tokens.accept("=>"))
    return true;
  return parseName(A.Found, A.Size <= 8 ? 8 * A.Size : 0,
                   "what an access finds");
}

bool StatementParser::parseName(const Unknown *&Out, unsigned Width,
                                llvm::StringRef What) {
  Token Where = Tokens.peek();
  const Term *T = TheTerms.parse(Width);
  Out = llvm::dyn_cast_or_null<Unknown>(T);
  return Out || !T ||
         Tokens.fail(Where, What + " is named as an unmodelled value, as in "
                                   "$u0");
}

bool StatementParser::parseExchange(Exchange::Function F, Sequence &Out) {
  using Function = Exchange::Function;
  auto *X = P.make<Exchange>();
  X->TheFunction = F;
  Tokens.next();
  if (F == Function::Ballot)
    X->Value = TheTerms.parseExactly(1, "what a ballot is about");
  else if (X->hasValue())
    X->Value = TheTerms.parse(32);
  if (X->hasValue() && !X->Value)
    return false;
  if (F == Function::Shuffle &&
      (!Tokens.expect("from", "and the lane whose value it is") ||
       !(X->Lane = TheTerms.parseExactly(32, "a lane"))))
    return false;
  if (F != Function::Active && Tokens.accept("among") &&
      !(X->Mask = TheTerms.parseExactly(32, "a mask")))
    return false;
  Out.push_back(X);
  unsigned Width = F == Function::Shuffle ? X->Value->width() : 32;
  return Tokens.expect("=>", "and a name for the result") &&
         parseName(X->Result, Width, "what a lane gets") &&
         parseLocation(X->Where) && end();
}

bool StatementParser::parseBarrier(BarrierWord Word, Sequence &Out) {
  auto *B = P.make<Barrier>();
  Tokens.next();
  B->ThePart = Word.Part;
  B->TheScope = Word.TheScope;
  Token Where = Tokens.peek();
  if (Tokens.accept("(")) {
    if (B->TheScope == Scope::Warp) {
      B->Mask = TheTerms.parseExactly(32, "the mask of a warp barrier");
    } else if (B->TheScope == Scope::Block) {
      B->Number = TheTerms.parse(32);
      if (B->Number && Tokens.accept(","))
        B->Count = TheTerms.parse(32);
    } else {
      return Tokens.fail(Where, "this barrier has no arguments; remove them");
    }
    if (!Tokens.expect(")", "after the arguments of a barrier"))
      return false;
  }
  Out.push_back(B);
  if (Tokens.accept("=>") &&
      !parseName(B->Result, 32, "what a barrier returns"))
    return false;
  return parseLocation(B->Where) && end();
}

bool StatementParser::parseIf(Sequence &Out) {
  Sequence *Place = &Out;
  for (unsigned Chain = 0; Tokens.peek().is("if"); ++Chain) {
    Token Where = Tokens.next();
    if (Chain > MaxElseIfChain)
      return Tokens.fail(Where, "too many else if in a row; the limit is " +
                                    llvm::Twine(MaxElseIfChain));
    auto *I = P.make<If>();
    I->Condition = TheTerms.parseExactly(1, "a condition");
    if (!I->Condition || !parseLocation(I->Where) || !parseBlock(I->Then))
      return false;
    Place->push_back(I);
    if (!Tokens.accept("else"))
      return true;
    Place = &I->Else;
    if (Tokens.peek().is("{"))
      return parseBlock(I->Else);
    while (Tokens.peek().is("let"))
      if (!parseLet())
        return false;
    if (!Tokens.peek().is("if"))
      return Tokens.expect("{", "or 'if' after else");
  }
  return true;
}

} // namespace racemap::map
