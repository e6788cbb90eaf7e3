// NvccRequest - see the header.
//
// The compiler: as named; else RACEMAP_NVCC; else nvcc, which PATH has.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "NvccRequest.h"
#include "Nvcc.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Process.h"

namespace racemap {

using llvm::StringRef;

static bool isSanitize(StringRef Word) {
  return llvm::is_contained(
      {"--sanitize", "--sanitize=cpu", "--sanitize=gpu", "--sanitize=off"},
      Word);
}

static llvm::Error takeSanitize(Request &R, StringRef Where) {
  if (Where == "cpu")
    if (llvm::Error E = R.take("device=cpu"))
      return E;
  if (Where.empty() || Where == "gpu")
    return llvm::createStringError(
        "option 'sanitize' is not available in this version for the GPU; try "
        "racemap nvcc --sanitize=cpu");
  return R.take(("sanitize=" + Where).str());
}

NvccRequest::NvccRequest(llvm::ArrayRef<std::string> Words) {
  auto Note = [&](llvm::Error E) {
    if (E && Problem.empty())
      Problem = llvm::toString(std::move(E));
    else
      llvm::consumeError(std::move(E));
  };
  if (auto Options = llvm::sys::Process::GetEnv("RACEMAP_CHECK_OPTIONS"))
    for (const std::string &Option : splitWords(*Options))
      Note(R.take(Option));
  auto TakeOwn = [&](StringRef Word) {
    if (!Word.consume_front("--racemap-"))
      return false;
    Note(R.take(Word));
    return true;
  };
  while (!Words.empty()) {
    StringRef Word = Words.front();
    if (isSanitize(Word)) {
      WantsSanitizer = !Word.ends_with("=off");
      Note(takeSanitize(R, Word.split('=').second));
    } else if (!TakeOwn(Word)) {
      break;
    }
    Words = Words.drop_front();
  }
  size_t Count = compilerWords(Words, "nvcc");
  Compiler = Words.take_front(Count);
  for (const std::string &Word : Words.drop_front(Count))
    if (!TakeOwn(Word))
      Args.push_back(Word);
  if (Compiler.empty())
    Compiler.push_back(
        llvm::sys::Process::GetEnv("RACEMAP_NVCC").value_or("nvcc"));
}

} // namespace racemap
