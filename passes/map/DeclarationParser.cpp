// DeclarationParser - the part of StatementParser that is about what stands
// before the statements: the kernel's header, parameters, arrays, gaps,
// relevant inputs; and source locations. LaunchParser has the launches.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/map/StatementParser.h"

namespace racemap::map {

bool StatementParser::parseHeader() {
  Token Name = Tokens.next();
  if (Name.TheKind != Token::Kind::Name && Name.TheKind != Token::Kind::String)
    return Tokens.fail(Name, "expected the kernel's name (a name or a string), "
                             "found " +
                                 Tokens.describe(Name));
  P.Name = Name.Decoded;
  if (auto Mangled = Tokens.acceptKind(Token::Kind::String))
    P.Mangled = Mangled->Decoded;
  if (!Tokens.accept("at"))
    return true;
  if (Tokens.peek().TheKind != Token::Kind::String)
    return Tokens.fail(Tokens.peek(), "after at the source file is expected, "
                                      "as in at \"reduce.cu\":4");
  return parsePoint(P.Where);
}

bool StatementParser::parseNumber(uint64_t &Out, uint64_t Max,
                                  llvm::StringRef What) {
  auto N = Tokens.acceptKind(Token::Kind::Number);
  if (!N)
    return Tokens.fail(Tokens.peek(), "expected " + What + ", found " +
                                          Tokens.describe(Tokens.peek()));
  if (N->Width || N->Number > Max)
    return Tokens.fail(*N, What + " must be a plain number up to " +
                               llvm::Twine(Max));
  Out = N->Number;
  return true;
}

bool StatementParser::parsePoint(SourcePoint &Where) {
  Where.File = P.Where.File;
  if (auto File = Tokens.acceptKind(Token::Kind::String)) {
    Where.File = File->Decoded;
    if (!Tokens.expect(":", "and a line after the name of a file"))
      return false;
  }
  uint64_t Line = 0, Column = 0;
  if (!parseNumber(Line, UINT32_MAX, "a line"))
    return false;
  if (Tokens.accept(":") && !parseNumber(Column, UINT32_MAX, "a column"))
    return false;
  Where.Line = Line;
  Where.Column = Column;
  return true;
}

bool StatementParser::parseFunction(std::string &Name, llvm::StringRef After) {
  auto Given = Tokens.acceptKind(Token::Kind::String);
  if (!Given)
    return Tokens.fail(Tokens.peek(), "after " + After.str() +
                                          " the function that was "
                                          "inlined is expected, in "
                                          "quotes");
  Name = Given->Decoded;
  return true;
}

bool StatementParser::parseLocation(Location &Where) {
  if (!Tokens.accept("@"))
    return true;
  if (!parsePoint(Where))
    return false;
  if (Tokens.accept("into") && !parseFunction(Where.Into, "into"))
    return false;
  while (Tokens.accept("in")) {
    Location::Call &C = Where.Calls.emplace_back();
    if (!parseFunction(C.Callee, "in"))
      return false;
    if (!Tokens.expect("from", "and the place of the call") ||
        !parsePoint(C.Site))
      return false;
  }
  return true;
}

std::optional<bool> StatementParser::parseDeclaration() {
  if (Tokens.accept("param"))
    return parseParameters();
  if (Tokens.accept("shared"))
    return parseArray(Space::Shared);
  if (Tokens.accept("global"))
    return parseArray(Space::Global);
  if (Tokens.accept("constant"))
    return parseArray(Space::Constant);
  if (Tokens.accept("launch"))
    return parseLaunch();
  if (Tokens.accept("assume"))
    return parseAssumption(P.Assumptions);
  if (Tokens.accept("relevant"))
    return parseRelevant();
  return std::nullopt;
}

bool StatementParser::parseParameters() {
  do {
    auto Name = TheTerms.parseName("the name of a parameter");
    bool IsUnsigned =
        Name && Tokens.peek().is(":") && Tokens.peek(1).Text.starts_with("u");
    auto Width = Name ? parseType(32) : std::nullopt;
    if (!Width)
      return false;
    P.Parameters.push_back(Terms.parameter(Name->Decoded, *Width));
    if (IsUnsigned)
      P.UnsignedParameters.push_back(P.Parameters.back());
    if (!declare(*Name, Name->Decoded, P.Parameters.back()))
      return false;
  } while (Tokens.accept(","));
  return end();
}

bool StatementParser::parseArray(Space S) {
  auto Name = TheTerms.parseName("the name of an array");
  if (!Name)
    return false;
  Array *A = P.makeArray();
  A->Name = Name->Decoded;
  A->TheSpace = S;
  A->TheOrigin = S == Space::Shared     ? Array::Origin::SharedVariable
                 : S == Space::Constant ? Array::Origin::Global
                                        : Array::Origin::Parameter;
  if (!Names.Arrays.try_emplace(A->Name, A).second)
    return Tokens.fail(*Name, "an array '" + A->Name +
                                  "' is declared already; choose another name");
  uint64_t Elements = 0, Size = 4;
  bool Counted = Tokens.accept("[");
  if (Counted && (!parseNumber(Elements, UINT32_MAX, "a number of elements") ||
                  !Tokens.expect("]", "after the number of elements")))
    return false;
  Token Where = Tokens.peek(1);
  if (Tokens.accept("of")) {
    if (!parseNumber(Size, 1 << 24, "the size of an element in bytes"))
      return false;
    if (Size == 0)
      return Tokens.fail(Where, "an element has at least 1 byte");
    if (!Tokens.accept("bytes") && !Tokens.accept("byte"))
      return Tokens.fail(Tokens.peek(), "expected 'bytes' after the size of an "
                                        "element");
  }
  A->ElementSize = Size;
  if (Counted)
    A->Extent = Elements * Size;
  return parseArrayClauses(*A) && end();
}

bool StatementParser::parseArrayClauses(Array &A) {
  if (!A.Extent && Tokens.accept("extent")) {
    uint64_t Bytes = 0;
    if (!parseNumber(Bytes, INT64_MAX, "the size of an array in bytes"))
      return false;
    A.Extent = Bytes;
  }
  A.Distributed = Tokens.accept("distributed");
  if (Tokens.accept("local"))
    A.TheOrigin = Array::Origin::SharedVariable;
  else if (Tokens.accept("parameter"))
    A.TheOrigin = Array::Origin::Parameter;
  else if (Tokens.accept("variable"))
    A.TheOrigin = Array::Origin::Global;
  else if (Tokens.accept("field")) {
    A.TheOrigin = Array::Origin::Field;
    auto Name = Tokens.expect("of", "and the array that holds the pointer")
                    ? TheTerms.parseName("the name of an array")
                    : std::nullopt;
    if (!Name)
      return false;
    Parents.push_back({&A, *Name});
  }
  return true;
}

bool StatementParser::resolveParents() {
  for (const Parent &X : Parents) {
    X.Child->Parent = Names.Arrays.lookup(X.Name.Decoded);
    if (!X.Child->Parent)
      return Tokens.fail(X.Name, "unknown array '" + X.Name.Decoded +
                                     "'; declare it in this kernel");
  }
  return true;
}

bool StatementParser::parseRelevant() {
  do {
    auto Name = TheTerms.parseName("the name of a parameter or array");
    if (!Name)
      return false;
    P.RelevantInputs.push_back(Name->Decoded);
  } while (Tokens.accept(","));
  return end();
}

} // namespace racemap::map
