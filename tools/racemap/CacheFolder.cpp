// CacheFolder - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "CacheFolder.h"
#include "passes/driver/Driver.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/xxhash.h"
#include <map>

namespace racemap {

using llvm::StringRef;
namespace fs = llvm::sys::fs;
namespace json = llvm::json;

constexpr int Version = 3;

std::string hashOf(StringRef Text) {
  llvm::XXH128_hash_t H =
      llvm::xxh3_128bits(llvm::ArrayRef(Text.bytes_begin(), Text.bytes_end()));
  return llvm::utohexstr(H.high64, /*LowerCase=*/true, 16) +
         llvm::utohexstr(H.low64, /*LowerCase=*/true, 16);
}

/// Of all else that an entry says: what a disk has changed in it is no result.
static std::string sumOf(const json::Object &Entry) {
  std::map<StringRef, const json::Value *> Sorted;
  for (const auto &[Name, Value] : Entry)
    if (Name != "sum")
      Sorted[Name] = &Value;
  std::string All;
  llvm::raw_string_ostream OS(All);
  for (const auto &[Name, Value] : Sorted)
    OS << Name << "\n" << *Value << "\n";
  return hashOf(All);
}

bool isWholeEntry(const json::Object &Entry) {
  return Entry.getInteger("version") == Version &&
         Entry.getString("sum") == StringRef(sumOf(Entry));
}

static std::string inside(StringRef Folder, const llvm::Twine &Name) {
  llvm::SmallString<128> Path(Folder);
  llvm::sys::path::append(Path, Name);
  return Path.str().str();
}

std::optional<json::Object> CacheFolder::read(const llvm::Twine &Name,
                                              StringRef Key) const {
  if (!isOn())
    return std::nullopt;
  auto Text = llvm::MemoryBuffer::getFile(inside(Path, Name));
  if (!Text)
    return std::nullopt;
  auto Document = json::parse((*Text)->getBuffer());
  if (!Document) {
    llvm::consumeError(Document.takeError());
    return std::nullopt;
  }
  json::Object *Entry = Document->getAsObject();
  if (!Entry || Entry->getString("key") != Key || !isWholeEntry(*Entry))
    return std::nullopt;
  return std::move(*Entry);
}

static bool isBelow(StringRef Path, StringRef Folder) {
  return Path.consume_front(Folder.rtrim('/')) && Path.starts_with("/");
}

/// The folder, which may be a link, is to lie in the build folder: what is
/// written belongs there.
llvm::Error CacheFolder::make() const {
  if (std::error_code Error = fs::create_directories(Path))
    return llvm::createStringError(Error.message());
  llvm::SmallString<128> Real, Build;
  if (std::error_code Error = fs::real_path(Path, Real))
    return llvm::createStringError(Error.message());
  if (fs::real_path(llvm::sys::path::parent_path(Path), Build) ||
      !isBelow(Real, Build))
    return llvm::createStringError(Path + " is a link to " + Real +
                                   ", which is not in the build folder");
  return llvm::Error::success();
}

llvm::Error CacheFolder::write(const llvm::Twine &Name, StringRef Key,
                               json::Object Kept) const {
  llvm::Error Failed = make();
  if (Failed) {
    Failed = llvm::createStringError("cannot write " + inside(Path, Name) +
                                     ": " + llvm::toString(std::move(Failed)));
  } else {
    Kept["version"] = Version;
    Kept["key"] = Key;
    Kept["sum"] = sumOf(Kept);
    Failed = writeFileInside(Path, Name, [&](llvm::raw_ostream &OS) {
      OS << json::Value(std::move(Kept)) << "\n";
    });
  }
  if (!Failed)
    return llvm::Error::success();
  return llvm::createStringError(llvm::toString(std::move(Failed)) +
                                 "; --no-cache keeps nothing");
}

} // namespace racemap
