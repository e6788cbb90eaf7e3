// ObjectResults - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "ObjectResults.h"
#include "llvm/BinaryFormat/Magic.h"
#include "llvm/Object/Archive.h"
#include "llvm/Object/ObjectFile.h"

namespace racemap {

using llvm::StringRef;
using Documents = std::vector<StringRef>;

bool isObject(StringRef Bytes) {
  switch (llvm::identify_magic(Bytes)) {
  case llvm::file_magic::elf:
  case llvm::file_magic::elf_relocatable:
  case llvm::file_magic::elf_executable:
  case llvm::file_magic::elf_shared_object:
  case llvm::file_magic::archive:
    return true;
  default:
    return false;
  }
}

static llvm::Error readObject(llvm::MemoryBufferRef Bytes, Documents &All) {
  auto File = llvm::object::ObjectFile::createObjectFile(Bytes);
  if (!File)
    return File.takeError();
  for (const llvm::object::SectionRef &Section : (*File)->sections()) {
    auto Name = Section.getName();
    if (!Name)
      return Name.takeError();
    if (*Name != ".racemap")
      continue;
    auto Text = Section.getContents();
    if (!Text)
      return Text.takeError();
    llvm::SmallVector<StringRef, 4> Parts;
    Text->split(Parts, '\0', /*MaxSplit=*/-1, /*KeepEmpty=*/false);
    All.insert(All.end(), Parts.begin(), Parts.end());
  }
  return llvm::Error::success();
}

static llvm::Error readArchive(llvm::MemoryBufferRef Bytes, Documents &All) {
  auto Archive = llvm::object::Archive::create(Bytes);
  if (!Archive)
    return Archive.takeError();
  llvm::Error Failed = llvm::Error::success();
  for (const auto &Member : (*Archive)->children(Failed)) {
    auto Its = Member.getMemoryBufferRef();
    if (!Its || !isObject(Its->getBuffer())) {
      llvm::consumeError(Its.takeError());
      continue;
    }
    if (llvm::Error E = readObject(*Its, All))
      return llvm::joinErrors(std::move(Failed), std::move(E));
  }
  return Failed;
}

llvm::Expected<Documents> documentsIn(llvm::MemoryBufferRef File) {
  Documents All;
  bool IsArchive =
      llvm::identify_magic(File.getBuffer()) == llvm::file_magic::archive;
  if (llvm::Error E =
          IsArchive ? readArchive(File, All) : readObject(File, All))
    return std::move(E);
  return All;
}

} // namespace racemap
