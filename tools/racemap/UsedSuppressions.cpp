// UsedSuppressions - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "UsedSuppressions.h"
#include "OwnLines.h"

namespace racemap {

using llvm::StringRef;
namespace json = llvm::json;

void UsedSuppressions::take(const config::Config &C) {
  if (!C.Suppressions.empty())
    All.try_emplace(C.Path, C.Suppressions);
}

static std::string textOf(const json::Object &O, StringRef Key) {
  return O.getString(Key).value_or("").str();
}

void UsedSuppressions::note(const json::Object &Kernel,
                            const json::Object &Finding) {
  StringRef Hidden = Finding.getString("hidden").value_or("");
  if (!Hidden.consume_front("suppressed: "))
    return;
  std::string Kind = textOf(Finding, "kind"), Name = textOf(Kernel, "name"),
              Array = textOf(Finding, "array");
  std::vector<std::string> Files;
  if (const json::Array *Accesses = Finding.getArray("accesses"))
    for (const json::Value &V : *Accesses)
      if (const json::Object *Access = V.getAsObject())
        Files.push_back(textOf(*Access, "file"));
  config::Suppression::Subject S{Kind, Name, {}, {Files.begin(), Files.end()}};
  if (!Array.empty())
    S.Arrays.emplace_back(Array);
  for (const auto &[File, Its] : All)
    for (const config::Suppression &One : Its)
      if (Hidden == One.Reason && One.hides(S))
        Used.insert(One.At);
}

void UsedSuppressions::remark(bool IsWhole) const {
  for (const auto &[File, Its] : All)
    for (const config::Suppression &One : Its) {
      std::string Begin = One.At + ": this suppression ";
      bool IsOfRuns = One.Kind == "deadlock"; // which no check finds
      if (One.isOver())
        say(Severity::Remark, Begin + "ended on " + One.Until +
                                  "; remove it, or give it another day");
      else if (IsWhole && !IsOfRuns && !Used.count(One.At))
        say(Severity::Remark, Begin + "hides nothing that the check has found");
    }
}

} // namespace racemap
