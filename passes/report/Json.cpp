// Json - object by object, in the order of DESIGN, section 8.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/report/Json.h"
#include "passes/report/LaunchesJson.h"
#include "passes/report/Wording.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"

namespace racemap::report {

using namespace verdict;
using llvm::json::OStream;

/// Undecided pairs of one context that are listed; pairs.undecided counts all.
static constexpr size_t MostUndecided = 100;

namespace {
class Writer {
public:
  Writer(llvm::raw_ostream &OS, Form How)
      : How(How), J(OS, How == Form::Brief ? 0 : 2) {}

  void document(const std::vector<KernelResult> &Kernels,
                const std::vector<std::string> &Problems,
                const std::vector<launches::Launch> &Launched) {
    J.object([&] {
      J.attribute("version", 1);
      J.attributeObject("tool", [&] {
        J.attribute("name", "racemap");
        J.attribute("version", RACEMAP_VERSION);
      });
      J.attributeArray("kernels", [&] {
        for (const KernelResult &K : Kernels)
          J.object([&] { kernel(K); });
      });
      if (!Problems.empty())
        strings("problems", Problems);
      if (!Launched.empty())
        J.attributeArray("launches", [&] {
          for (const launches::Launch &L : Launched)
            writeLaunch(L, J);
        });
    });
  }

private:
  void kernel(const KernelResult &K);
  void context(const ContextResult &C);
  void statistics(const PairStatistics &S);
  void finding(const Finding &F);
  void recipe(const LaunchRecipe &R);
  void array(const LaunchRecipe::Array &A);
  void unit(const LaunchRecipe::Unit &U);
  void confirmation(const Confirmation &C);
  void witness(const Witness &W);
  static void thread(OStream &To, const ThreadCoordinates &T);
  void values(const std::vector<Witness::Named> &All);
  void ways(const std::vector<std::vector<Witness::Passage>> &Ways);
  void sites(const std::vector<Site> &Sites);

  static void dim(OStream &To, llvm::StringRef Key,
                  const std::array<uint32_t, 3> &D) {
    To.attributeArray(Key, [&] {
      for (uint32_t X : D)
        To.value(X);
    });
  }
  void dim(llvm::StringRef Key, const std::array<uint32_t, 3> &D) {
    dim(J, Key, D);
  }
  void dim(llvm::StringRef Key, const map::LaunchContext::Sizes &Sizes) {
    if (auto D = Sizes.whole())
      dim(Key, *D);
    else
      J.attribute(Key, nullptr);
  }
  void point(const map::SourcePoint &P) {
    text("file", P.File);
    J.attribute("line", P.Line);
    J.attribute("column", P.Column);
  }
  void strings(llvm::StringRef Key, const std::vector<std::string> &All) {
    J.attributeArray(Key, [&] {
      for (const std::string &X : All)
        J.value(llvm::json::fixUTF8(X));
    });
  }
  void text(llvm::StringRef Key, const std::string &Value) {
    J.attribute(Key, llvm::json::fixUTF8(Value));
  }
  void textOrNull(llvm::StringRef Key, const std::string &Value) {
    if (Value.empty())
      J.attribute(Key, nullptr);
    else
      text(Key, Value);
  }

  Form How;
  OStream J;
};
} // namespace

void Writer::kernel(const KernelResult &K) {
  text("name", K.Name);
  text("mangled", K.Mangled);
  text("file", K.Where.File);
  J.attribute("line", K.Where.Line);
  J.attributeArray("contexts", [&] {
    for (const ContextResult &C : K.Contexts)
      J.object([&] { context(C); });
  });
  std::vector<std::string> Remarks = K.Remarks;
  for (const map::Location &B : K.Redundant)
    Remarks.push_back(B.File + ":" + std::to_string(B.Line) + ":" +
                      std::to_string(B.Column) + ": " + redundant(K));
  strings("remarks", Remarks);
  strings("relevantInputs", K.RelevantInputs);
  J.attribute("accesses", K.Accesses);
  J.attribute("exactAccesses", K.ExactAccesses);
  if (K.Recipe)
    J.attributeObject("recipe", [&] { recipe(*K.Recipe); });
}

void Writer::recipe(const LaunchRecipe &R) {
  text("function", R.Function);
  if (!R.WhyNot.empty())
    text("whyNot", R.WhyNot);
  J.attributeArray("arguments", [&] {
    for (const LaunchRecipe::Argument &A : R.Arguments)
      J.object([&] {
        text("name", A.Name);
        J.attribute("bytes", A.Bytes);
      });
  });
  J.attributeArray("scalars", [&] {
    for (const LaunchRecipe::Scalar &S : R.Scalars)
      J.object([&] {
        text("name", S.Name);
        J.attribute("argument", S.Argument);
        J.attribute("offset", S.Offset);
        J.attribute("bytes", S.Bytes);
      });
  });
  J.attributeArray("arrays", [&] {
    for (const LaunchRecipe::Array &A : R.Arrays)
      J.object([&] { array(A); });
  });
  J.attribute("cooperative", R.IsCooperative);
  J.attribute("clusterDims", R.HasClusterDims);
  if (!R.TheUnit.File.empty())
    J.attributeObject("unit", [&] { unit(R.TheUnit); });
}

void Writer::array(const LaunchRecipe::Array &A) {
  text("name", A.Name);
  J.attribute("kind", name(A.TheKind));
  J.attribute("elementBytes", A.ElementBytes);
  J.attribute("argument", A.Argument);
  J.attribute("offset", A.Offset);
  text("symbol", A.Symbol);
  if (!A.WhyNot.empty())
    text("whyNot", A.WhyNot);
}

void Writer::unit(const LaunchRecipe::Unit &U) {
  text("file", U.File);
  text("arch", U.Arch);
  text("directory", U.Directory);
  strings("flags", U.Flags);
  strings("options", U.Options);
}

void Writer::confirmation(const Confirmation &C) {
  J.attribute("status", name(C.TheStatus));
  text("reason", C.Reason);
  J.attribute("orders", C.Orders);
  text("report", C.Report);
}

/// What a launch says of some of its dimensions stands here, too: below
/// "blockDim" and "gridDim" there are all three or none.
static std::vector<std::string> assumptionsOf(const ContextResult &C) {
  std::vector<std::string> All = C.Assumptions;
  auto Add = [&](const char *Name, const map::LaunchContext::Sizes &Said) {
    for (auto [Axis, Size] : llvm::zip("xyz", Said))
      if (Size && !Said.isKnown())
        All.push_back(llvm::formatv("{0}.{1} == {2}", Name, Axis, *Size));
  };
  Add("blockDim", C.Context.BlockDim);
  Add("gridDim", C.Context.GridDim);
  return All;
}

void Writer::context(const ContextResult &C) {
  text("origin", C.Context.Origin);
  if (C.Context.IsRepresented)
    J.attribute("represented", true);
  if (C.Context.StandsForOthers)
    J.attribute("standsForOthers", true);
  dim("blockDim", C.Context.BlockDim);
  dim("gridDim", C.Context.GridDim);
  strings("assumptions", assumptionsOf(C));
  J.attribute("verdict", name(C.TheVerdict));
  textOrNull("reason", C.Reason);
  J.attributeObject("pairs", [&] {
    J.attribute("total", C.Pairs.Total);
    J.attribute("free", C.Pairs.Free);
    J.attribute("racy", C.Pairs.Racy);
    J.attribute("undecided", C.Pairs.Undecided);
  });
  J.attribute("ms", C.Milliseconds);
  if (C.Statistics)
    statistics(*C.Statistics);
  if (!C.Overlaps.empty())
    J.attributeArray("overlaps", [&] {
      for (const ContextResult::Overlap &O : C.Overlaps)
        J.object([&] {
          text("array", O.Array);
          text("within", O.Within);
          if (O.Offset)
            J.attribute("offset", *O.Offset);
        });
    });
  if (!C.Candidates.empty())
    J.attributeArray("candidates", [&] {
      for (const Witness &W : C.Candidates)
        J.object([&] { witness(W); });
    });
  J.attributeArray("findings", [&] {
    for (const Finding &F : C.Findings)
      J.object([&] { finding(F); });
  });
  J.attributeArray("undecided", [&] {
    for (const Undecided &U :
         llvm::ArrayRef(C.UndecidedPairs).take_front(MostUndecided))
      J.object([&] {
        sites(U.Sites);
        text("reason", U.Reason);
      });
  });
}

void Writer::statistics(const PairStatistics &S) {
  J.attributeObject("statistics", [&] {
    J.attribute("queries", S.Asked.Queries);
    J.attributeObject("ways", [&] {
      for (size_t I = 1; I < solve::NumWays; ++I)
        J.attributeObject(name(solve::Way(I)), [&] {
          J.attribute("refuted", S.Pairs[I].Refuted);
          J.attribute("confirmed", S.Pairs[I].Confirmed);
          J.attribute("calls", S.Asked.Spent[I].Calls);
          J.attribute("steps", S.Asked.Spent[I].Steps);
        });
    });
  });
}

void Writer::sites(const std::vector<Site> &Sites) {
  J.attributeArray("accesses", [&] {
    for (const Site &S : Sites)
      J.object([&] {
        J.attribute("op", name(S.TheRole));
        point(S.Where);
        J.attribute("bytes", S.Bytes);
        if (!S.Where.Into.empty())
          text("into", S.Where.Into);
        if (S.Where.Calls.empty())
          return;
        J.attributeArray("calls", [&] {
          for (const map::Location::Call &Call : S.Where.Calls)
            J.object([&] {
              text("function", Call.Callee);
              point(Call.Site);
            });
        });
      });
  });
}

void Writer::finding(const Finding &F) {
  J.attribute("kind", name(F.TheKind));
  J.attribute("certainty", name(F.TheCertainty));
  J.attribute("confirmed", F.Confirmed);
  if (F.TheConfirmation)
    J.attributeObject("confirmation",
                      [&] { confirmation(*F.TheConfirmation); });
  J.attribute("benign", F.Benign);
  textOrNull("array", F.Array);
  if (F.Array.empty())
    J.attribute("space", nullptr);
  else
    J.attribute("space",
                F.TheSpace == map::Space::Shared ? "shared" : "global");
  if (F.ElementBytes)
    J.attribute("elementBytes", F.ElementBytes);
  J.attribute("scope", name(F.Relation));
  sites(F.Sites);
  J.attributeObject("witness", [&] { witness(F.TheWitness); });
  textOrNull("needs", F.ThePrecondition ? F.ThePrecondition->Text : "");
  if (F.ThePrecondition && !F.ThePrecondition->MetBy.empty())
    strings("needsMetBy", F.ThePrecondition->MetBy);
  if (F.ThePrecondition && !F.ThePrecondition->Statements.empty())
    strings("needsStatements", F.ThePrecondition->Statements);
  text("explanation", F.Explanation);
  if (!F.Fingerprint.empty())
    text("fingerprint", F.Fingerprint);
  if (!F.Hidden.empty())
    text("hidden", F.Hidden);
  if (F.IsSilenced)
    J.attribute("silenced", true);
  if (!F.TheRepair) {
    J.attribute("repair", nullptr);
    return;
  }
  J.attributeObject("repair", [&] {
    text("insert", F.TheRepair->Insert);
    point(F.TheRepair->Where);
    J.attribute("verified", F.TheRepair->Verified);
  });
}

void Writer::witness(const Witness &W) {
  dim("blockDim", W.BlockDim);
  dim("gridDim", W.GridDim);
  J.attributeArray("threads", [&] {
    for (const ThreadCoordinates &T : W.Threads)
      J.object([&] { thread(J, T); });
  });
  values(W.Values);
  J.attributeArray("inputs", [&] {
    for (const Witness::InputValue &V : W.Inputs)
      J.object([&] {
        text("array", V.Array);
        J.attribute("index", V.Index);
        J.attribute("value", V.Value);
      });
  });
  if (W.Address)
    J.attribute("address", *W.Address);
  else
    J.attribute("address", nullptr);
  if (W.Extent)
    J.attribute("extent", *W.Extent);
  if (!W.Ways.empty())
    ways(W.Ways);
  if (W.Touches.empty() || How == Form::Brief)
    return;
  J.attributeArray("touches", [&] {
    for (const Witness::Touch &T : W.Touches) // many: a line each
      J.rawValue([&](llvm::raw_ostream &OS) {
        OStream One(OS);
        One.object([&] {
          thread(One, T.Who);
          One.attribute("site", T.Site);
          One.attribute("address", T.Address);
        });
      });
  });
}

void Writer::thread(OStream &To, const ThreadCoordinates &T) {
  dim(To, "blockIdx", T.BlockIdx);
  dim(To, "threadIdx", T.ThreadIdx);
}

void Writer::values(const std::vector<Witness::Named> &All) {
  J.attributeObject("values", [&] {
    for (const Witness::Named &V : All)
      J.attribute(V.Name, V.Value);
  });
}

void Writer::ways(const std::vector<std::vector<Witness::Passage>> &Ways) {
  J.attributeArray("ways", [&] {
    for (const std::vector<Witness::Passage> &Way : Ways)
      J.array([&] {
        for (const Witness::Passage &P : Way)
          J.object([&] {
            point(P.Where);
            values(P.Values);
          });
      });
  });
}

void writeJson(const std::vector<KernelResult> &Kernels, llvm::raw_ostream &OS,
               const std::vector<std::string> &Problems, Form How,
               const std::vector<launches::Launch> &Launched) {
  Writer(OS, How).document(Kernels, Problems, Launched);
  OS << "\n";
}

} // namespace racemap::report
