// UnitCache - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "UnitCache.h"
#include "passes/driver/Driver.h"
#include "passes/solve/Solver.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Chrono.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/xxhash.h"

namespace racemap {

using llvm::StringRef;
namespace fs = llvm::sys::fs;
namespace json = llvm::json;

static std::string hashOf(StringRef Text) {
  llvm::XXH128_hash_t H =
      llvm::xxh3_128bits(llvm::ArrayRef(Text.bytes_begin(), Text.bytes_end()));
  return llvm::utohexstr(H.high64, /*LowerCase=*/true, 16) +
         llvm::utohexstr(H.low64, /*LowerCase=*/true, 16);
}

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
  return Name == "json" || Name == "sarif" || Name == "emit-map";
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
  Common = RACEMAP_VERSION "\n" + contentsOf(T.Plugin) + "\n" + T.Clang + " " +
           stampOf(T.Clang) + "\n" + T.Cuda + "\n";
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

std::string UnitCache::keyOf(const CudaUnit &U, StringRef Source) const {
  std::string Text = Common + U.Directory + "\n" + U.File + "\n" + U.Arch;
  for (const std::string &Flag : U.Flags)
    Text += "\n" + Flag;
  if (std::string Config = Options::configOf(U.File, OptionTexts);
      !Config.empty())
    Text += "\n" + Config + " " + contentsOf(Config) + endedIn(Config);
  return hashOf(Text + "\n" + hashOf(Source));
}

static std::string nameOf(const CudaUnit &U) {
  std::string Identity = U.Directory + "\n" + U.File + "\n" + U.Arch;
  for (const std::string &Flag : U.Flags)
    Identity += "\n" + Flag;
  return hashOf(Identity) + ".json";
}

std::string UnitCache::pathOf(const CudaUnit &U) const {
  llvm::SmallString<128> Path(Folder);
  llvm::sys::path::append(Path, nameOf(U));
  return Path.str().str();
}

/// Of all that an entry says: what a disk has changed in it is no result.
static std::string sumOf(StringRef Key, StringRef Shown, StringRef Text,
                         const json::Value &Results) {
  std::string All = (Key + "\n" + Shown + "\n" + Text + "\n").str();
  llvm::raw_string_ostream(All) << Results;
  return hashOf(All);
}

bool isWholeEntry(const json::Object &Entry) {
  auto Key = Entry.getString("key"), Shown = Entry.getString("shown"),
       Text = Entry.getString("text"), Sum = Entry.getString("sum");
  const json::Value *Results = Entry.get("results");
  return Entry.getInteger("version") == 2 && Key && Shown && Text && Results &&
         Sum == StringRef(sumOf(*Key, *Shown, *Text, *Results));
}

std::optional<UnitResult> UnitCache::find(const CudaUnit &U,
                                          StringRef Key) const {
  auto Text = llvm::MemoryBuffer::getFile(pathOf(U));
  if (!isOn() || !Text)
    return std::nullopt;
  auto Document = json::parse((*Text)->getBuffer());
  if (!Document) {
    llvm::consumeError(Document.takeError());
    return std::nullopt;
  }
  json::Object *Root = Document->getAsObject();
  if (!Root || Root->getString("key") != Key || !isWholeEntry(*Root))
    return std::nullopt;
  return UnitResult{Root->getString("text")->str(),
                    std::move(*Root->get("results")),
                    Root->getString("shown") == StringRef(Shown)};
}

static bool isBelow(StringRef Path, StringRef Folder) {
  return Path.consume_front(Folder.rtrim('/')) && Path.starts_with("/");
}

/// The folder, which may be a link, is to lie in the build folder: what is
/// written belongs there.
llvm::Error UnitCache::makeFolder() const {
  if (std::error_code Error = fs::create_directories(Folder))
    return llvm::createStringError(Error.message());
  llvm::SmallString<128> Real, Build;
  if (std::error_code Error = fs::real_path(Folder, Real))
    return llvm::createStringError(Error.message());
  if (fs::real_path(llvm::sys::path::parent_path(Folder), Build) ||
      !isBelow(Real, Build))
    return llvm::createStringError(Folder + " is a link to " + Real +
                                   ", which is not in the build folder");
  return llvm::Error::success();
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
  llvm::Error Failed = makeFolder();
  if (Failed) {
    Failed = llvm::createStringError("cannot write " + pathOf(U) + ": " +
                                     llvm::toString(std::move(Failed)));
  } else {
    Failed = writeFileInside(Folder, nameOf(U), [&](llvm::raw_ostream &OS) {
      std::string Text = json::fixUTF8(Result.Text);
      OS << json::Value(
                json::Object{{"version", 2},
                             {"unit", json::fixUTF8(U.File)},
                             {"key", Key},
                             {"shown", Shown},
                             {"text", Text},
                             {"sum", sumOf(Key, Shown, Text, Result.Results)},
                             {"results", Result.Results}})
         << "\n";
    });
  }
  if (!Failed)
    return llvm::Error::success();
  return llvm::createStringError(llvm::toString(std::move(Failed)) +
                                 "; --no-cache keeps nothing");
}

} // namespace racemap
