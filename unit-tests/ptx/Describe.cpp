// Describe - effects as one line of text, for tests to compare with.
//
// One overload per kind of effect, chosen by std::visit, so that a new kind
// does not compile until it has a description here.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Describe.h"

#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace racemap::ptx::test {

static const char *const Spaces[] = {"generic", "global", "shared", "cluster",
                                     "const",   "local",  "param"};
static const char *const Scopes[] = {"cta", "cluster", "gpu", "sys"};
static const char *const Orders[] = {"weak",    "volatile", "relaxed",
                                     "acquire", "release",  "acq_rel"};
static const char *const Ops[] = {"add", "and", "or",  "xor",  "min",
                                  "max", "inc", "dec", "exch", "cas"};
static const char *const Relations[] = {"==", "!=", "<", "<=", ">", ">="};

template <class E, size_t N>
static std::string name(const char *const (&Names)[N], E Value) {
  return Names[static_cast<size_t>(Value)];
}

std::string describe(const KnownValue &V) {
  switch (V.K) {
  case KnownValue::Kind::Unknown:
    return "?";
  case KnownValue::Kind::Loaded:
    return "read#" + utostr(V.Instruction) + "." + utostr(V.Element);
  case KnownValue::Kind::Sum:
    break;
  }
  SmallVector<std::string, 4> Parts;
  for (unsigned Operand : V.Operands)
    Parts.push_back("$" + utostr(Operand));
  if (V.Special)
    Parts.push_back(spelling(*V.Special).str());
  if (!V.Symbol.empty())
    Parts.push_back(V.Symbol);
  if (V.Constant != 0 || Parts.empty())
    Parts.push_back(itostr(V.Constant));
  std::string Text = join(Parts, "+");
  if (V.Bits != 64)
    Text += ":" + utostr(V.Bits);
  if (V.From)
    Text = "(" + Text + " " + name(Spaces, *V.From) + "->" +
           name(Spaces, *V.To) + ")";
  return Text;
}

static std::string describe(const Operand &O) {
  switch (O.K) {
  case Operand::Kind::AsmOperand:
    return "$" + utostr(O.Index);
  case Operand::Kind::Immediate:
    return itostr(O.Value);
  case Operand::Kind::Register:
  case Operand::Kind::Symbol:
    return O.Name;
  case Operand::Kind::Special:
    return spelling(O.Special).str();
  case Operand::Kind::Sink:
    return "_";
  case Operand::Kind::Vector:
  case Operand::Kind::Pair:
  case Operand::Kind::Sum:
  case Operand::Kind::Address:
  case Operand::Kind::Tuple:
  case Operand::Kind::List: {
    std::string Text = "{";
    for (const Operand &Element : O.Elements)
      Text += (Text.size() > 1 ? "," : "") + describe(Element);
    return Text + "}";
  }
  }
  return "";
}

namespace {
struct Describer {
  std::string operator()(const NoEffect &) { return "none"; }
  std::string operator()(const ValueOnly &V) {
    return V.IsCollective ? "collective" : "value";
  }
  std::string operator()(const TextureRead &) { return "texture"; }

  std::string operator()(const SurfaceAccess &A) {
    std::string Text = A.Writes ? "surface write " : "surface read ";
    Text += std::to_string(A.Bytes) + " of " + describe(A.Object) + " at";
    for (const KnownValue &V : A.At)
      Text += " " + describe(V);
    return A.Clamps ? Text + " clamped" : Text;
  }

  std::string operator()(const Access &A) {
    static const char *const Kinds[] = {"read", "write", "atomic", "red"};
    std::string Text = name(Kinds, A.K);
    if (A.Op)
      Text += "." + name(Ops, *A.Op);
    Text += " " + name(Spaces, A.Space) + " " + utostr(A.Bytes) + " " +
            name(Orders, A.Order);
    if (A.Order != Ordering::Weak)
      Text += "." + name(Scopes, A.S);
    if (A.IsNonCoherent)
      Text += " nc";
    if (A.AddressLanes != 32)
      Text += " lanes<" + utostr(A.AddressLanes);
    Text += " @" + describe(A.Address);
    for (const Operand &Source : A.Sources)
      Text += " <- " + test::describe(Source);
    if (A.Result)
      Text += " -> " + test::describe(*A.Result);
    return Text;
  }

  std::string operator()(const AsyncCopy &C) {
    std::string Text = "async " + name(Spaces, C.To.Space) + " @" +
                       describe(C.To.Address) + " <- " +
                       name(Spaces, C.From.Space) + " @" +
                       describe(C.From.Address) + " " + describe(C.Bytes);
    return C.SourceBytes ? Text + " of " + describe(*C.SourceBytes) : Text;
  }

  std::string operator()(const AsyncGroup &G) {
    switch (G.K) {
    case AsyncGroup::Kind::Commit:
      return "commit";
    case AsyncGroup::Kind::Wait:
      return "wait " + describe(G.Pending);
    case AsyncGroup::Kind::WaitAll:
      return "wait all";
    }
    return "";
  }

  std::string operator()(const AsyncTracking &T) {
    return "tracked by @" + describe(T.Object);
  }

  std::string operator()(const Fence &F) {
    static const char *const Semantics[] = {"sc", "acq_rel", "acquire",
                                            "release"};
    return "fence " + name(Semantics, F.Sem) + "." + name(Scopes, F.S);
  }

  std::string operator()(const Barrier &B) {
    static const char *const Groups[] = {"warp", "block", "cluster"};
    static const char *const Kinds[] = {"sync", "arrive", "wait", "reduce"};
    std::string Text = "barrier " + name(Groups, B.G) + " " + name(Kinds, B.K);
    if (B.Id)
      Text += " id " + describe(*B.Id);
    if (B.Count)
      Text += " count " + describe(*B.Count);
    if (B.Mask)
      Text += " mask " + describe(*B.Mask);
    if (B.IsAligned)
      Text += " aligned";
    if (!B.OrdersMemory)
      Text += " relaxed";
    return B.Result ? Text + " -> " + test::describe(*B.Result) : Text;
  }

  std::string operator()(const Stop &S) {
    static const char *const Kinds[] = {"exit", "trap", "breakpoint"};
    return name(Kinds, S.K);
  }

  std::string operator()(const Unsupported &U) {
    static const char *const Kinds[] = {"memory", "synchronization", "control",
                                        "unknown"};
    return "unsupported " + name(Kinds, U.K) + " " + U.Reason;
  }
};
} // namespace

static std::string describe(const Guard &G) {
  std::string Text = G.Negated ? "if not " : "if ";
  switch (G.K) {
  case Guard::Kind::Always:
    return "";
  case Guard::Kind::Unknown:
    return Text + "?: ";
  case Guard::Kind::Compare:
    return Text + describe(G.Left) + " " + name(Relations, G.C) + " " +
           describe(G.Right) + ": ";
  }
  return "";
}

std::string describe(const Effect &E) {
  return describe(E.When) + std::visit(Describer(), E.What);
}

static std::string
describeAll(StringRef AsmText,
            function_ref<std::string(const Summary &)> Describe) {
  Expected<Program> P = parse(AsmText);
  if (!P)
    return "error: " + toString(P.takeError());
  return Describe(summarize(*P));
}

std::string effectsOf(StringRef AsmText) {
  return describeAll(AsmText, [](const Summary &S) {
    SmallVector<std::string, 4> Texts;
    for (const Effect &E : S.Effects)
      if (!E.isSilent())
        Texts.push_back(describe(E));
    return join(Texts, "; ");
  });
}

std::string kindsOf(StringRef AsmText) {
  return describeAll(AsmText, [](const Summary &S) {
    SmallVector<std::string, 4> Texts;
    for (const Effect &E : S.Effects)
      Texts.push_back(describe(E));
    return join(Texts, "; ");
  });
}

std::string outputOf(StringRef AsmText, unsigned Index) {
  return describeAll(AsmText, [Index](const Summary &S) {
    const KnownValue *V = S.output(Index);
    return V ? describe(*V) : std::string("not written");
  });
}

} // namespace racemap::ptx::test
