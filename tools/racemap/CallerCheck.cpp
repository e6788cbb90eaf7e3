// CallerCheck - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "CallerCheck.h"
#include "ClangOutput.h"
#include "UnitSource.h"
#include "passes/driver/TemporaryFile.h"

namespace racemap {

using llvm::StringRef;

/// A source that clang does not read: its text alone, without what it includes.
static llvm::Expected<UnitCalls> callsInOther(const CallerUnit &U,
                                              const WantedFunctions &Wanted) {
  auto Text = llvm::MemoryBuffer::getFile(U.File);
  if (!Text)
    return llvm::createStringError("cannot read: " + Text.getError().message());
  if (Wanted.mayBeInOther((*Text)->getBuffer()))
    return llvm::createStringError("it is neither C++ nor C nor CUDA");
  return UnitCalls();
}

llvm::Expected<UnitCalls> CallerCheck::ask(const CallerUnit &U) {
  TemporaryFile Answer("json"), Said("txt");
  for (const TemporaryFile *F : {&Answer, &Said})
    if (llvm::Error E = F->error())
      return E;
  auto Status = Programs.run(
      clangIn(U.Directory, T, U.question(T, Answer.path()), Said.path()));
  if (!Status)
    return Status.takeError();
  auto Text = llvm::MemoryBuffer::getFile(Said.path());
  if (*Status)
    return llvm::createStringError(
        notTaken(Text ? (*Text)->getBuffer() : StringRef()));
  auto Calls = UnitCalls::readFile(Answer.path());
  if (!Calls)
    return llvm::createStringError("the plugin has not written its calls");
  return std::move(*Calls);
}

llvm::Expected<UnitCalls> CallerCheck::callsOf(const CallerUnit &U,
                                               const WantedFunctions &Wanted) {
  if (!U.Problem.empty())
    return llvm::createStringError(U.Problem);
  if (!U.isOfClang())
    return callsInOther(U, Wanted);
  // With macros expanded, which may make names, and defined.
  std::vector<std::string> Args = U.flags(T);
  Args.push_back("-dD");
  auto Source = preprocess(U.File, U.Directory, T, std::move(Args), Programs);
  if (!Source || U.hasModules())
    return ask(U);
  if (!Wanted.mayBeIn(Source->getBuffer()))
    return UnitCalls();
  if (!Cache.isOn())
    return ask(U);
  std::string Key = Cache.keyOf(U, Source->getBuffer());
  if (auto Known = Cache.find(U, Key))
    return std::move(*Known);
  auto Calls = ask(U);
  if (Calls) // where nothing can be written, units that are analysed say so
    llvm::consumeError(Cache.store(U, Key, *Calls));
  return Calls;
}

} // namespace racemap
