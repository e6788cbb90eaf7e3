// ResultsBaseline - the findings of all units as a baseline.
//
// One entry for each fingerprint, with the number of places that have it, in
// the order of files and lines.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Results.h"
#include "passes/driver/Driver.h"
#include "passes/driver/ProjectPaths.h"
#include <set>
#include <tuple>

namespace racemap {

using llvm::StringRef;
namespace json = llvm::json;

namespace {
struct Known {
  std::tuple<std::string, int64_t> Place; ///< of its first access
  std::set<std::string> Places;           ///< each with all its accesses
  const json::Object *Finding, *Kernel;
};
} // namespace

static std::string textOf(const json::Value *V) {
  std::string Text;
  if (V)
    llvm::raw_string_ostream(Text) << *V;
  return Text;
}

/// The file, by its name in its project, and the line of the first access.
static std::tuple<std::string, int64_t> placeOf(const json::Object &Finding,
                                                ProjectPaths &Paths) {
  const json::Array *All = Finding.getArray("accesses");
  const json::Object *First =
      All && !All->empty() ? All->front().getAsObject() : nullptr;
  if (!First)
    return {};
  StringRef File = First->getString("file").value_or("");
  return {Paths.nameOf(File), First->getInteger("line").value_or(0)};
}

/// Sorted by place, so that the file changes as little as the source does.
llvm::Error Results::writeBaseline(const std::string &Path) const {
  std::map<std::string, Known> All;
  ProjectPaths Paths;
  everyFinding([&](const json::Object &K, const json::Object &F,
                   const report::Filter &Only) {
    if (!isShown(F, Only.Level) || F.getString("hidden") == StringRef("diff"))
      return;
    std::string Print = F.getString("fingerprint").value_or("").str();
    auto [Entry, IsNew] =
        All.try_emplace(Print, Known{placeOf(F, Paths), {}, &F, &K});
    Entry->second.Places.insert(textOf(F.get("accesses")));
  });
  std::vector<const decltype(All)::value_type *> Sorted;
  for (const auto &Entry : All)
    Sorted.push_back(&Entry);
  llvm::sort(Sorted, [](const auto *X, const auto *Y) {
    return std::tie(X->second.Place, X->first) <
           std::tie(Y->second.Place, Y->first);
  });
  return writeFile(Path, [&](llvm::raw_ostream &OS) {
    json::OStream J(OS, /*IndentSize=*/2);
    J.object([&] {
      J.attribute("version", 1);
      J.attributeArray("findings", [&] {
        for (const auto *Entry : Sorted)
          J.object([&] {
            const Known &K = Entry->second;
            J.attribute("fingerprint", Entry->first);
            J.attribute("count", int64_t(K.Places.size()));
            J.attribute("kind", K.Finding->getString("kind"));
            J.attribute("kernel", K.Kernel->getString("name"));
            J.attribute("array", K.Finding->getString("array"));
            J.attribute("file", std::get<0>(K.Place));
            J.attribute("line", std::get<1>(K.Place));
          });
      });
    });
    OS << '\n';
  });
}

} // namespace racemap
