// HtmlReport - see the header.
//
// The data: {"results": the JSON of DESIGN 8, "shown": [{"kernel": 0,
// "context": 0, "finding": 0, "level": "warning", "text": …, "more": 2,
// "notes": [{"file": …, "line": 9, "column": 5, "text": …, "insert": …}],
// "touches": [[site, address, threadIdx.x, y, z, blockIdx.x, y, z], …]}, …],
// "sources": {"app.cu": {"9": "  a[i] = …", …}}}: each warning with the words
// that all reports have for it, and the lines around all that is mentioned.
// What a page does not show of findings is left out of its results.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "HtmlReport.h"
#include "passes/driver/SourceText.h"
#include "passes/report/Json.h"
#include "passes/report/Wording.h"
#include "runtime/output/SourceName.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/JSON.h"
#include <map>
#include <set>

namespace racemap {

#include "Page.inc"

using llvm::StringRef;
using llvm::json::OStream;
using verdict::ContextResult;
using verdict::Finding;
using verdict::KernelResult;

/// Lines of the source before and behind one that is mentioned.
static constexpr unsigned Around = 5;

namespace {
/// Tells the page what is to be shown, and what sources that needs.
class PageData : public report::Reporter {
public:
  PageData(const std::vector<KernelResult> &Kernels, OStream &J)
      : Kernels(Kernels), J(J) {}

  void findings(const KernelResult &K, const report::Group &G) override {
    show(K, G, "warning");
  }
  void benign(const KernelResult &K, const report::Group &G) override {
    show(K, G, "note");
  }
  void hidden(const KernelResult &K, const report::Group &G) override {
    show(K, G, "hidden");
  }
  void undecided(const KernelResult &K, const ContextResult &C,
                 const report::Filter &Only) override {
    remark(K, report::undecided(K, C, Only));
  }
  void vacuous(const KernelResult &K, const ContextResult &C) override {
    remark(K, report::vacuous(K, C));
  }
  void redundant(const KernelResult &K, const map::Location &B) override {
    mention(B);
    remark(K, report::redundant(K) + " (" + B.File + ":" +
                  std::to_string(B.Line) + ")");
  }
  /// Of all that was shown.
  void sources();

private:
  void mention(const map::SourcePoint &P) {
    if (P.Line && !P.File.empty())
      Mentioned[P.File].insert(P.Line);
  }
  void mention(const Finding &F);
  void head(const KernelResult &K, StringRef Level, const std::string &Text) {
    J.attribute("kernel", &K - Kernels.data());
    J.attribute("level", Level);
    J.attribute("text", llvm::json::fixUTF8(Text));
  }
  void remark(const KernelResult &K, const std::string &Text) {
    J.object([&] { head(K, "remark", Text); });
  }
  void show(const KernelResult &K, const report::Group &G, StringRef Level);
  void note(const report::Note &N);
  void touch(const verdict::Witness::Touch &T);
  void file(StringRef Name, const std::set<unsigned> &Lines);

  const std::vector<KernelResult> &Kernels;
  OStream &J;
  std::map<std::string, std::set<unsigned>> Mentioned;
};
} // namespace

void PageData::mention(const Finding &F) {
  for (const verdict::Site &S : F.Sites) {
    mention(S.Where);
    for (const map::Location::Call &C : S.Where.Calls)
      mention(C.Site);
  }
  if (F.TheRepair)
    mention(F.TheRepair->Where);
  for (const auto &Way : F.TheWitness.Ways)
    for (const verdict::Witness::Passage &P : Way)
      mention(P.Where);
}

void PageData::note(const report::Note &N) {
  J.attribute("file", llvm::json::fixUTF8(N.Where.File));
  J.attribute("line", N.Where.Line);
  J.attribute("column", N.Where.Column);
  J.attribute("text", llvm::json::fixUTF8(N.Text));
  if (!N.Insert.empty())
    J.attribute("insert", llvm::json::fixUTF8(N.Insert));
}

void PageData::show(const KernelResult &K, const report::Group &G,
                    StringRef Level) {
  mention(G.first());
  J.object([&] {
    head(K, Level, report::headline(K, G));
    J.attribute("context", G.Context - K.Contexts.data());
    J.attribute("finding", &G.first() - G.Context->Findings.data());
    J.attribute("more", static_cast<int64_t>(G.more()));
    if (!G.first().Hidden.empty())
      J.attribute("by", report::hider(G.first().Hidden));
    J.attributeArray("notes", [&] {
      for (const report::Note &N : report::notes(K, G))
        J.object([&] { note(N); });
    });
    J.attributeArray("touches", [&] {
      for (const verdict::Witness::Touch &T : G.first().TheWitness.Touches)
        touch(T);
    });
  });
}

void PageData::touch(const verdict::Witness::Touch &T) {
  J.array([&] {
    J.value(T.Site);
    J.value(T.Address);
    for (const auto &Index : {T.Who.ThreadIdx, T.Who.BlockIdx})
      for (uint32_t X : Index)
        J.value(X);
  });
}

void PageData::file(StringRef Name, const std::set<unsigned> &Lines) {
  auto Text = output::isSourceName(Name) ? readSource(Name) : nullptr;
  if (!Text)
    return;
  llvm::SmallVector<StringRef, 0> All;
  Text->getBuffer().split(All, '\n');
  std::set<unsigned> Wanted;
  for (unsigned L : Lines)
    for (unsigned I = L > Around ? L - Around : 1;
         I <= L + Around && I <= All.size(); ++I)
      Wanted.insert(I);
  J.attributeObject(llvm::json::fixUTF8(Name), [&] {
    for (unsigned I : Wanted)
      J.attribute(std::to_string(I),
                  llvm::json::fixUTF8(All[I - 1].rtrim('\r')));
  });
}

void PageData::sources() {
  for (const auto &[Name, Lines] : Mentioned)
    file(Name, Lines);
}

static void writeData(const std::vector<KernelResult> &Kernels,
                      const report::Filter &Only, llvm::raw_ostream &OS) {
  OStream J(OS);
  J.object([&] {
    PageData Data(Kernels, J);
    J.attributeArray("shown", [&] { report::report(Kernels, Only, Data); });
    J.attributeObject("sources", [&] { Data.sources(); });
    J.attributeBegin("results");
    J.rawValue([&](llvm::raw_ostream &OS) {
      report::writeJson(Kernels, OS, {}, report::Form::Brief);
    });
    J.attributeEnd();
  });
}

/// Nothing in the data ends the element that holds it.
static std::string withinScript(StringRef Text) {
  std::string Out;
  for (char C : Text)
    if (C == '<')
      Out += "\\u003c";
    else
      Out += C;
  return Out;
}

void writeHtml(const std::vector<KernelResult> &Kernels,
               const report::Filter &Only, llvm::raw_ostream &OS) {
  std::string Data;
  llvm::raw_string_ostream To(Data);
  writeData(Kernels, Only, To);
  auto [Before, Rest] = StringRef(PageHtml).split("/*STYLE*/");
  auto [Between, Behind] = Rest.split("/*DATA*/");
  auto [Script, End] = Behind.split("/*SCRIPT*/");
  OS << Before << PageCss << Between << withinScript(Data) << Script << PageJs
     << End;
}

} // namespace racemap
