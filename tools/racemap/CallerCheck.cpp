// CallerCheck - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "CallerCheck.h"
#include "ClangOutput.h"
#include "UnitSource.h"

namespace racemap {

using llvm::StringRef;

/// A source that clang does not read: its text alone, without what it includes.
static llvm::Expected<std::optional<UnitCalls>>
callsInOther(const CallerUnit &U, const CalledFunctions &Others) {
  auto Text = llvm::MemoryBuffer::getFile(U.File);
  if (!Text)
    return llvm::createStringError("cannot read: " + Text.getError().message());
  if (!Others.namedIn((*Text)->getBuffer()).empty())
    return llvm::createStringError("it is neither C++ nor C nor CUDA");
  return std::nullopt;
}

llvm::Expected<UnitCalls> CallerCheck::ask(const CallerUnit &U,
                                           const CallsOfOthers &Told) {
  TemporaryFile Calls("json"), Answer("json"), Said("txt");
  for (const TemporaryFile *F : {&Calls, &Answer, &Said})
    if (llvm::Error E = F->error())
      return E;
  if (!Told.isEmpty())
    if (llvm::Error E = tell(Calls, Told.toJson()))
      return E;
  std::vector<std::string> Args =
      U.question(T, Told.isEmpty() ? "" : Calls.path(), Answer.path());
  auto Status = Programs.run(clangIn(U.Directory, T, Args, Said.path()));
  if (!Status)
    return Status.takeError();
  auto Text = llvm::MemoryBuffer::getFile(Said.path());
  if (*Status)
    return llvm::createStringError(
        notTaken(Text ? (*Text)->getBuffer() : StringRef()));
  return UnitCalls::read(Answer.path());
}

llvm::Expected<std::optional<UnitCalls>>
CallerCheck::callsOf(const CallerUnit &U, const CallsOfOthers &Told,
                     const CalledFunctions *Others) {
  if (!U.Problem.empty())
    return llvm::createStringError(U.Problem);
  if (!U.isOfClang())
    return Others ? callsInOther(U, *Others) : std::optional(UnitCalls());
  if (!Others && !Cache.isOn())
    return ask(U, Told);
  // With macros expanded, which may make names, and defined.
  std::vector<std::string> Args = U.flags(T);
  Args.push_back("-dD");
  auto Source = preprocess(U.File, U.Directory, T, std::move(Args), Programs);
  if (!Source || U.hasModules())
    return ask(U, Told);
  if (Others && !Others->mayBeIn(Source->getBuffer()))
    return std::nullopt;
  if (!Cache.isOn())
    return ask(U, Told);
  std::string Key = Cache.keyOf(U, Source->getBuffer(), Told);
  if (auto Known = Cache.find(U, Key, !Told.isEmpty()))
    return Known;
  auto Calls = ask(U, Told);
  if (Calls) // where nothing can be written, units that are analysed say so
    llvm::consumeError(Cache.store(U, Key, !Told.isEmpty(), *Calls));
  return Calls;
}

} // namespace racemap
