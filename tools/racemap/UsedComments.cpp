// UsedComments - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "UsedComments.h"
#include "OwnLines.h"
#include "passes/driver/IgnoreComments.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

namespace racemap {

using llvm::StringRef;
namespace json = llvm::json;

static std::string below(StringRef Directory, StringRef File) {
  llvm::SmallString<128> Path(File);
  if (!Directory.empty() && !llvm::sys::path::is_absolute(File)) {
    Path = Directory;
    llvm::sys::path::append(Path, File);
  }
  return Path.str().str();
}

/// Calls See with each object of an array; none if there is no such array.
template <class Function>
static void each(const json::Object &In, StringRef Name, const Function &See) {
  if (const json::Array *All = In.getArray(Name))
    for (const json::Value &V : *All)
      if (const json::Object *O = V.getAsObject())
        See(*O);
}

void UsedComments::note(const json::Object &Kernel, StringRef Unit,
                        StringRef Directory) {
  File &Its = Files[below(Directory, Kernel.getString("file").value_or(""))];
  Its.IsOfUnit |= Kernel.getString("file") == Unit;
  each(Kernel, "contexts", [&](const json::Object &Context) {
    Its.HasUndecided |= Context.getString("verdict") == "unknown";
    each(Context, "findings", [&](const json::Object &F) {
      if (!F.getString("hidden").value_or("").starts_with("ignored: "))
        return;
      StringRef Check = F.getBoolean("benign").value_or(false)
                            ? "same-value"
                            : F.getString("kind").value_or("");
      each(F, "accesses", [&](const json::Object &Access) {
        Used.emplace(below(Directory, Access.getString("file").value_or("")),
                     unsigned(Access.getInteger("line").value_or(0)),
                     Check.str());
      });
    });
  });
}

static bool isLookedFor(StringRef Check, bool Bounds) {
  return Check == "data-race" || Check == "barrier-divergence" ||
         Check == "early-exit" || (Check == "out-of-bounds" && Bounds);
}

void UsedComments::remark(bool IsWhole, bool Bounds) const {
  SourceLines Source;
  std::vector<std::string> Problems; // told by those who look for them
  IgnoreComments Comments(Source, Problems);
  for (const auto &[Path, Its] : Files) {
    if (Its.HasUndecided || !(Its.IsOfUnit || IsWhole))
      continue;
    for (const IgnoreComments::Comment &C : Comments.in(Path)) {
      bool IsUsed = Used.count({Path, C.Line, C.Check}) ||
                    Used.count({Path, C.LastLine, C.Check});
      if (!IsUsed && isLookedFor(C.Check, Bounds))
        llvm::errs() << lineAt(Path + ":" + llvm::Twine(C.Line),
                               Severity::Remark,
                               "ignore(" + C.Check +
                                   ") hides nothing that the check has found")
                     << "\n";
    }
  }
}

} // namespace racemap
