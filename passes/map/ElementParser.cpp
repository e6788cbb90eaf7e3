// ElementParser - the part of TermParser that is about arrays and unknown
// values: "in[slot s][row : 33][column]", "stable(in[i])", "$u0(k):i64".
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/map/TermParser.h"
#include "llvm/Support/MathExtras.h"

namespace racemap::map {

std::optional<Token> TermParser::parseName(llvm::StringRef What) {
  Token T = Tokens.peek();
  bool Quoted = T.TheKind == Token::Kind::Quoted;
  if (Quoted || (T.TheKind == Token::Kind::Name && !isReserved(T.Text)))
    return Tokens.next();
  if (T.TheKind == Token::Kind::Name)
    Tokens.fail(T, "'" + T.Text +
                       "' is a word of the language; put it in "
                       "backquotes to use it as " +
                       What);
  else
    Tokens.fail(T, "expected " + What + ", found " + Tokens.describe(T));
  return std::nullopt;
}

std::optional<unsigned> TermParser::type(unsigned Default, const Token &Where) {
  Token Type = Tokens.peek(1);
  if (Tokens.peek().is(":") && !Tokens.peek().Spaced && !Type.Spaced &&
      Type.TheKind == Token::Kind::Name) {
    if (auto Width = typeWidth(Type.Text)) {
      Tokens.next();
      Tokens.next();
      return Width;
    }
  }
  if (Default >= 1 && Default <= 64)
    return Default;
  Tokens.fail(Where, "an element of this array has " + llvm::Twine(Default) +
                         " bits, which no value has; write the type of the "
                         "value, as in in[i]:i32");
  return std::nullopt;
}

/// What stands between [ and ]. Rows are as long as the bytes of one can be: in
/// what a handle names, one is 2^40 bytes behind the other.
std::optional<Subscript> TermParser::subscript(unsigned ElementSize) {
  uint64_t Longest = INT64_MAX / ElementSize;
  Subscript Result;
  Result.Index = parse(64);
  if (!Result.Index)
    return std::nullopt;
  if (Tokens.accept(":")) {
    auto Stride = Tokens.acceptKind(Token::Kind::Number);
    if (!Stride || Stride->Number == 0 || Stride->Number > Longest) {
      Tokens.fail(Stride ? *Stride : Tokens.peek(),
                  "after ':' the length of a row is expected, a number of "
                  "elements from 1 to " +
                      llvm::Twine(Longest));
      return std::nullopt;
    }
    Result.Stride = Stride->Number;
  }
  if (!Tokens.expect("]", "after the index"))
    return std::nullopt;
  return Result;
}

std::optional<TermParser::Element> TermParser::parseElement() {
  auto Name = parseName("the name of an array");
  if (!Name)
    return std::nullopt;
  Element Result;
  Result.TheArray = Names.Arrays.lookup(Name->Decoded);
  if (!Result.TheArray)
    Result.TheArray = Names.AnyArray;
  if (!Result.TheArray && Kernel) {
    failUnknown(*Name);
    return std::nullopt;
  }
  if (!Result.TheArray) {
    Tokens.fail(*Name, "unknown array '" + Name->Decoded +
                           "'; declare it first, as in global " +
                           quotedName(Name->Decoded) + " of 4 bytes;");
    return std::nullopt;
  }
  if (Tokens.peek().is("[") && Tokens.peek(1).is("slot")) {
    Tokens.next();
    Tokens.next();
    do {
      const Term *Slot = parseExactly(64, "a slot (a byte offset)");
      if (!Slot)
        return std::nullopt;
      Result.Slots.push_back(Slot);
    } while (Tokens.accept(","));
    if (!Tokens.expect("]", "after the slots"))
      return std::nullopt;
  }
  if (!Tokens.expect("[", "after the name of an array"))
    return std::nullopt;
  if (Tokens.accept("byte")) {
    Result.Offset = parseExactly(64, "a byte offset");
    if (!Result.Offset || !Tokens.expect("]", "after the offset"))
      return std::nullopt;
    return Result;
  }
  Subscripts Indices;
  do {
    auto Next = subscript(Result.TheArray->ElementSize);
    if (!Next)
      return std::nullopt;
    const auto *C = llvm::dyn_cast<Constant>(Next->Index);
    int64_t Bytes = 0;
    if (C && llvm::MulOverflow<int64_t>(
                 C->signedValue(), Next->Stride * Result.TheArray->ElementSize,
                 Bytes)) {
      Tokens.fail(*Name, "an index is so large that its byte offset does not "
                         "fit 64 bits; write a smaller one");
      return std::nullopt;
    }
    Indices.push_back(*Next);
  } while (Tokens.accept("["));
  Result.Offset = offsetOf(Terms, Indices, Result.TheArray->ElementSize);
  return Result;
}

const Expression *TermParser::read() {
  Token Where = Tokens.peek();
  auto E = parseElement();
  auto Width = E ? type(8 * E->TheArray->ElementSize, Where) : std::nullopt;
  if (!Width)
    return nullptr;
  E->Slots.push_back(E->Offset);
  return made(Where, Terms.read(Cause::Input, E->TheArray, *Width, E->Slots));
}

const Expression *TermParser::stable() {
  Token Where = Tokens.next();
  Tokens.next();
  auto E = parseElement();
  auto Width = E ? type(8 * E->TheArray->ElementSize, Where) : std::nullopt;
  if (!Width || !Tokens.expect(")", "after what is read"))
    return nullptr;
  E->Slots.push_back(E->Offset);
  return made(Where,
              Terms.read(Cause::SharedValue, E->TheArray, *Width, E->Slots));
}

const Expression *TermParser::unmodelled() {
  Token Where = Tokens.next();
  Token Name = Tokens.peek();
  if (Name.Spaced || (Name.TheKind != Token::Kind::Name &&
                      Name.TheKind != Token::Kind::Quoted)) {
    Tokens.fail(Name, "'$' starts the name of an unknown value, as in $u0");
    return nullptr;
  }
  Tokens.next();
  llvm::SmallVector<const Term *, 4> Operands;
  if (Tokens.accept("(")) {
    do {
      Operands.push_back(parse(0));
      if (!Operands.back())
        return nullptr;
    } while (Tokens.accept(","));
    if (!Tokens.expect(")", "after the operands of an unknown value"))
      return nullptr;
  }
  auto Width = type(32, Where);
  return Width ? made(Where, Terms.unmodelled(Name.Decoded, *Width, Operands))
               : nullptr;
}

} // namespace racemap::map
