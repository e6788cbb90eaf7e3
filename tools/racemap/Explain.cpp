// Explain - `racemap explain [NAME]`: what a word of a report means and what to
// do.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Help.h"
#include "passes/report/Explanations.h"
#include "runtime/config/CheckNames.h"
#include "runtime/config/Config.h"
#include "llvm/ADT/StringExtras.h"

namespace racemap {

using report::Explanation;

/// Each name with its first sentence, by topic.
static void list(llvm::raw_ostream &OS) {
  llvm::StringRef Topic;
  for (const Explanation &E : report::explanations()) {
    if (E.Topic != Topic)
      OS << (Topic.empty() ? "" : "\n") << E.Topic << ":\n";
    Topic = E.Topic;
    printRow(E.Name, E.firstSentence(), OS);
  }
  OS << "\nracemap explain NAME says more, also of a reason as a remark has "
        "it.\n";
}

/// "data-race" of "[racemap-data-race]", as warnings end.
static llvm::StringRef withoutMark(llvm::StringRef Words) {
  Words = Words.trim();
  if (Words.starts_with("[") && Words.ends_with("]"))
    Words = Words.drop_front().drop_back();
  return config::plainCheckName(Words);
}

int explain(const char *, Arguments Args) {
  if (Args.empty()) {
    list(llvm::outs());
    return Clean;
  }
  std::string Words = llvm::join(Args, " ");
  Words = withoutMark(Words).str();
  if (const Explanation *E = report::explanationOf(Words)) {
    wrapText(E->Text, llvm::outs());
    return Clean;
  }
  std::vector<std::string_view> Names;
  for (const Explanation &E : report::explanations())
    Names.emplace_back(E.Name);
  return fail("there is no explanation of '" + Words +
              "'; racemap explain lists what there is" +
              config::didYouMean(Words, Names));
}

} // namespace racemap
