// UnitCache - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "UnitCache.h"
#include "passes/solve/Solver.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Chrono.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"

namespace racemap {

using llvm::StringRef;
namespace fs = llvm::sys::fs;
namespace json = llvm::json;

static std::string contentsOf(StringRef Path) {
  auto Text = llvm::MemoryBuffer::getFile(Path);
  return Text ? hashOf((*Text)->getBuffer()) : std::string();
}

/// A large program that nobody changes in place.
static std::string stampOf(StringRef Program) {
  fs::file_status Status;
  if (fs::status(Program, Status))
    return {};
  return llvm::utostr(Status.getSize()) + " " +
         llvm::utostr(llvm::sys::toTimeT(Status.getLastModificationTime()));
}

/// Options that say where something is written, not what.
static bool isOutput(StringRef Option) {
  StringRef Name = Option.split('=').first;
  return Name == "json" || Name == "sarif" || Name == "emit-map" ||
         Name == "time-trace";
}

/// The suppressions that are over: another day has other findings.
static std::string endedIn(const std::string &Config) {
  std::vector<std::string> Problems; // which the plugin will name
  std::string Text;
  for (const config::Suppression &S :
       config::Config::read(Config, {}, Problems).Suppressions)
    if (S.isOver())
      Text += " " + S.At;
  return Text;
}

/// Options that say what is shown of results, and change none.
static bool isOfDisplay(StringRef Option) {
  StringRef Name = Option.split('=').first;
  return Name == "level" || Name == "baseline" || Name == "diff" ||
         Name == "disable" || Name == "progress";
}

UnitCache::UnitCache(std::string Folder, const Toolchain &T, const Request &R,
                     StringRef Changes)
    : Folder(std::move(Folder)) {
  if (!isOn())
    return;
  Tools = RACEMAP_VERSION "\n" + contentsOf(T.Plugin) + "\n" + T.Clang + " " +
          stampOf(T.Clang) + "\n" + T.Cuda + "\n";
  Common = Tools;
  for (StringRef Option : R.OptionTexts)
    if (!isOutput(Option))
      (isOfDisplay(Option) ? Shown : Common) += (Option + "\n").str();
  if (R.O.Try)
    Common += "candidates\n";
  for (const std::string &Run : R.O.Observed)
    Common += contentsOf(Run) + "\n";
  if (!R.O.Baseline.empty())
    Shown += contentsOf(R.O.Baseline) + "\n";
  Shown = hashOf(Shown + Changes.str());
  OptionTexts = R.OptionTexts;
}

/// Empty if it is told nothing.
static std::string textOf(const CallsOfOthers &Told) {
  std::string Text;
  if (!Told.isEmpty())
    llvm::raw_string_ostream(Text) << "\n" << Told.toJson();
  return Text;
}

std::string UnitCache::keyOf(const CudaUnit &U, StringRef Source,
                             const CallsOfOthers &Told) const {
  std::string Text = Common + U.identity();
  if (std::string Config = Options::configOf(U.File, OptionTexts);
      !Config.empty())
    Text += "\n" + Config + " " + contentsOf(Config) + endedIn(Config);
  return hashOf(Text + "\n" + hashOf(Source) + textOf(Told));
}

std::string UnitCache::keyOf(const CallerUnit &U, StringRef Source,
                             const CallsOfOthers &Told) const {
  return hashOf(Tools + U.identity() + "\n" + hashOf(Source) + textOf(Told));
}

static std::string nameOf(const CudaUnit &U) {
  return hashOf(U.identity()) + ".json";
}

static std::string nameOf(const CallerUnit &U, bool IsTold) {
  return hashOf(U.identity()) + (IsTold ? ".told" : ".calls");
}

std::optional<UnitResult> UnitCache::find(const CudaUnit &U,
                                          StringRef Key) const {
  auto Entry = Folder.read(nameOf(U), Key);
  if (!Entry)
    return std::nullopt;
  auto Text = Entry->getString("text"), ItsShown = Entry->getString("shown");
  json::Value *Results = Entry->get("results");
  if (!Text || !Results)
    return std::nullopt;
  return UnitResult{Text->str(), std::move(*Results),
                    ItsShown == StringRef(Shown)};
}

/// Did a clock, and not a number of steps, end some question?
static bool restsOnTime(const json::Value &Results) {
  std::string Text;
  llvm::raw_string_ostream(Text) << Results;
  return StringRef(Text).contains(solve::StoppedByClock);
}

llvm::Error UnitCache::store(const CudaUnit &U, StringRef Key,
                             const UnitResult &Result) const {
  if (!isOn() || restsOnTime(Result.Results))
    return llvm::Error::success();
  return Folder.write(nameOf(U), Key,
                      json::Object{{"unit", json::fixUTF8(U.File)},
                                   {"shown", Shown},
                                   {"text", json::fixUTF8(Result.Text)},
                                   {"results", Result.Results}});
}

std::optional<UnitCalls> UnitCache::find(const CallerUnit &U, StringRef Key,
                                         bool IsTold) const {
  auto Entry = Folder.read(nameOf(U, IsTold), Key);
  const json::Value *Calls = Entry ? Entry->get("calls") : nullptr;
  return Calls ? UnitCalls::of(*Calls) : std::nullopt;
}

llvm::Error UnitCache::store(const CallerUnit &U, StringRef Key, bool IsTold,
                             const UnitCalls &Calls) const {
  return Folder.write(
      nameOf(U, IsTold), Key,
      json::Object{{"unit", json::fixUTF8(U.File)}, {"calls", Calls.toJson()}});
}

} // namespace racemap
