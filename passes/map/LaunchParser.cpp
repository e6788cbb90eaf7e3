// LaunchParser - the part of StatementParser that is about launch contexts, and
// about what is assumed.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/map/Printer.h"
#include "passes/map/StatementParser.h"

namespace racemap::map {

bool StatementParser::parseSizes(LaunchContext::Sizes &Sizes) {
  Token Where = Tokens.peek();
  if (Sizes != LaunchContext::Sizes())
    return Tokens.fail(Where, "this dimension is given twice; remove one");
  Sizes = LaunchContext::Dim{1, 1, 1};
  bool Several = Tokens.accept("(");
  unsigned I = 0;
  do {
    uint64_t N = 1;
    Where = Tokens.peek();
    bool Unknown = Tokens.accept("_");
    if (!Unknown && !parseNumber(N, UINT32_MAX, "a dimension"))
      return false;
    if (N == 0 || I == 3)
      return Tokens.fail(Where, "there are up to three dimensions, each at "
                                "least 1");
    Sizes[I++] = Unknown ? std::nullopt : std::optional<uint32_t>(N);
  } while (Several && Tokens.accept(","));
  return !Several || Tokens.expect(")", "after the dimensions");
}

bool StatementParser::parseLaunch() {
  LaunchContext C;
  if (auto Origin = Tokens.acceptKind(Token::Kind::String))
    C.Origin = Origin->Decoded;
  bool Ok = true;
  while (Ok) {
    if (Tokens.accept("block"))
      Ok = parseSizes(C.BlockDim);
    else if (Tokens.accept("grid"))
      Ok = parseSizes(C.GridDim);
    else if (Tokens.accept("cluster"))
      Ok = parseSizes(C.ClusterDim);
    else
      break;
  }
  Ok = Ok && (Tokens.accept("{") ? parseLaunchBody(C) : end());
  P.Contexts.push_back(std::move(C));
  return Ok;
}

bool StatementParser::parseLaunchBody(LaunchContext &C) {
  bool Ok = true;
  while (Ok && !Tokens.accept("}")) {
    if (Tokens.accept("host"))
      Ok = parseHostValues(C);
    else if (Tokens.accept("computed"))
      Ok = parseComputed(C);
    else if (Tokens.accept("assume"))
      Ok = parseAssumption(C.Conditions);
    else if (Tokens.accept("alias"))
      Ok = parseAlias(C);
    else if (Tokens.accept("extent"))
      Ok = parseExtent(C);
    else if (Tokens.accept("filled"))
      Ok = parseFilled(C);
    else if (Tokens.accept("each"))
      Ok = parseContent(C);
    else if (Tokens.peek().is("let"))
      Ok = parseLet();
    else
      return Tokens.fail(Tokens.peek(),
                         "in a launch there are host, computed, assume, alias, "
                         "extent, filled, each and let; found " +
                             Tokens.describe(Tokens.peek()));
  }
  return Ok;
}

/// Launches can have names of their own that are the same.
bool StatementParser::declareOfLaunch(const Token &Name, const Variable *V) {
  if (!HostNames.insert(Name.Decoded).second)
    Names.Values.erase(Name.Decoded);
  return declare(Name, Name.Decoded, V);
}

bool StatementParser::parseHostValues(LaunchContext &C) {
  do {
    auto Name = TheTerms.parseName("the name of a host value");
    auto Width = Name ? parseType(32) : std::nullopt;
    if (!Width)
      return false;
    C.HostValues.push_back(Terms.parameter(Name->Decoded, *Width));
    if (!declareOfLaunch(*Name, C.HostValues.back()))
      return false;
  } while (Tokens.accept(","));
  return end();
}

bool StatementParser::parseComputed(LaunchContext &C) {
  do {
    Token Where = Tokens.peek();
    const Term *T = TheTerms.parse(32);
    const auto *V = llvm::dyn_cast_or_null<Variable>(T);
    if (!T)
      return false;
    if (!V || V->isIndex() || V->role() == Variable::Role::Loop)
      return Tokens.fail(Where, "only a parameter, a host value or a dimension "
                                "is computed by the host");
    C.Computed.push_back(V);
  } while (Tokens.accept(","));
  return end();
}

/// "out = in[k]": at this element; "out, in": somewhere.
bool StatementParser::parseAlias(LaunchContext &C) {
  LaunchContext::Alias &A = C.Aliases.emplace_back();
  if (!parseArrayName(A.TheArray))
    return false;
  if (Tokens.accept(","))
    return parseArrayName(A.Within) && end();
  if (!Tokens.expect("=", "and where the array begins, or , and what it may "
                          "overlap"))
    return false;
  Token Where = Tokens.peek();
  auto Place = TheTerms.parseElement();
  if (!Place)
    return false;
  if (!Place->Slots.empty())
    return Tokens.fail(Where, "an array that begins within a field cannot be "
                              "said; leave the slots out");
  A.Within = Place->TheArray;
  A.Offset = Place->Offset;
  return end();
}

bool StatementParser::parseExtent(LaunchContext &C) {
  LaunchContext::Extent &E = C.Extents.emplace_back();
  if (!parseArrayName(E.TheArray) ||
      !Tokens.expect("=", "and the size of the array in bytes"))
    return false;
  E.Bytes = TheTerms.parseExactly(64, "the size of an array in bytes");
  return E.Bytes && end();
}

bool StatementParser::parseFilled(LaunchContext &C) {
  do {
    if (!parseArrayName(C.Filled.emplace_back()))
      return false;
  } while (Tokens.accept(","));
  return end();
}

/// "each i < n : in[i] == 2 * i"
bool StatementParser::parseContent(LaunchContext &C) {
  LaunchContext::Content &X = C.Contents.emplace_back();
  auto Name = TheTerms.parseName("the name of an index");
  if (!Name || !Tokens.expect("<", "and how many elements are meant"))
    return false;
  X.Count = TheTerms.parseExactly(64, "a number of elements");
  if (!X.Count || !Tokens.expect(":", "and what holds for each element"))
    return false;
  X.Index = Terms.parameter(Name->Decoded, 64);
  if (!declareOfLaunch(*Name, X.Index))
    return false;
  X.Holds = TheTerms.parseExactly(1, "what holds for an element");
  return X.Holds && end();
}

bool StatementParser::parseArrayName(const Array *&A) {
  auto Name = TheTerms.parseName("the name of an array");
  if (!Name)
    return false;
  A = Names.Arrays.lookup(Name->Decoded);
  return A || Tokens.fail(*Name, "unknown array '" + Name->Decoded +
                                     "'; declare it in this kernel");
}

bool StatementParser::parseAssumption(std::vector<Assumption> &Out) {
  Assumption A;
  if (Tokens.peek().TheKind != Token::Kind::String) {
    A.Condition = TheTerms.parseExactly(1, "an assumption");
    if (!A.Condition)
      return false;
    A.Text = toText(A.Condition);
  }
  if (auto Text = Tokens.acceptKind(Token::Kind::String))
    A.Text = Text->Decoded;
  if (Tokens.accept("derived"))
    A.Why = Assumption::Basis::Derived;
  else if (Tokens.accept("expected"))
    A.Why = Assumption::Basis::Expected;
  else if (Tokens.accept("promised"))
    A.Why = Assumption::Basis::Promised;
  Out.push_back(A);
  return end();
}

} // namespace racemap::map
