// SeenFindings - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tools/racemap/confirm/SeenFindings.h"
#include "passes/report/JsonReader.h"
#include "passes/report/JsonText.h"
#include "passes/report/Points.h"
#include "passes/report/TextReporter.h"
#include "tools/racemap/confirm/UnitOf.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MemoryBuffer.h"

namespace racemap {

using verdict::Confirmation;
using verdict::Finding;
using verdict::KernelResult;
using verdict::Site;

SeenFindings::SeenFindings(const KernelResult &K, std::string Directory,
                           Begins Where)
    : Directory(std::move(Directory)), Where(std::move(Where)) {
  report::eachPoint(K, [&](const map::SourcePoint &P) {
    Spelling.try_emplace(wholePath(this->Directory, P.File), P.File);
  });
}

llvm::Error SeenFindings::read(const std::string &Path) {
  auto Text = llvm::MemoryBuffer::getFile(Path);
  if (!Text)
    return llvm::createStringError("the run has left no results");
  auto Value = report::parseJson((*Text)->getBuffer(), Path);
  if (!Value)
    return Value.takeError();
  auto Document = report::readJson(*Value);
  if (!Document)
    return Document.takeError();
  for (KernelResult &Its : Document->Kernels) {
    if (Its.Contexts.empty() || Its.Contexts.front().Findings.empty())
      continue; // what it counted
    report::eachPoint(Its, [&](map::SourcePoint &P) {
      auto Known = Spelling.find(wholePath(Directory, P.File));
      if (Known != Spelling.end())
        P.File = Known->second;
    });
    Finding &Found = Its.Contexts.front().Findings.front();
    if (auto Begin = Where.find(Found.Array);
        Begin != Where.end() && Found.TheWitness.Address)
      *Found.TheWitness.Address -= Begin->second;
    Seen.push_back(std::move(Its));
  }
  return llvm::Error::success();
}

static std::vector<std::tuple<std::string, unsigned, unsigned>>
placesOf(const Finding &F) {
  std::vector<std::tuple<std::string, unsigned, unsigned>> All;
  for (const Site &S : F.Sites)
    All.emplace_back(S.Where.File, S.Where.Line, S.Where.Column);
  llvm::sort(All);
  return All;
}

/// A run may have another name for the array, see equal values where others are
/// possible, and calls that the analysis does not tell of.
bool SeenFindings::isSamePair(const Finding &A, const Finding &B) const {
  if (report::isSame(A, B))
    return true;
  return A.TheKind == B.TheKind && placesOf(A) == placesOf(B);
}

bool SeenFindings::isBeside(const Finding &A, const Finding &B) const {
  if (A.TheKind != B.TheKind)
    return false;
  auto Places = placesOf(B);
  bool SharesPlace = llvm::any_of(placesOf(A), [&](const auto &P) {
    return llvm::is_contained(Places, P);
  });
  return SharesPlace || (!A.Array.empty() && A.Array == B.Array);
}

/// In the words of the warnings, without the marks that they end in.
std::string SeenFindings::report(const KernelResult &Of) const {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  report::TextReporter Lines(OS);
  report::report({Of}, report::Filter{verdict::Certainty::Possible, false},
                 Lines);
  return Text;
}

Confirmation SeenFindings::judge(const Finding &F) const {
  using Status = Confirmation::Status;
  const KernelResult *Beside = nullptr;
  for (const KernelResult &Its : Seen) {
    const Finding &Found = Its.Contexts.front().Findings.front();
    if (isSamePair(F, Found))
      return {Status::Confirmed, "", 0, report(Its)};
    if (!Beside && isBeside(F, Found))
      Beside = &Its;
  }
  if (Beside)
    return {Status::Beside, "", 0, report(*Beside)};
  return {Status::NotSeen, "", 0, ""};
}

std::vector<KernelResult> SeenFindings::races() const {
  std::vector<KernelResult> All;
  llvm::copy_if(Seen, std::back_inserter(All), [](const KernelResult &Its) {
    return Its.Contexts.front().Findings.front().isRace();
  });
  return All;
}

std::string SeenFindings::text() const {
  std::string Text;
  for (const KernelResult &Its : races())
    Text += report(Its);
  return Text;
}

bool SeenFindings::leavesMemory() const {
  return llvm::any_of(Seen, [](const KernelResult &Its) {
    return Its.Contexts.front().Findings.front().TheKind ==
           Finding::Kind::OutOfBounds;
  });
}

} // namespace racemap
