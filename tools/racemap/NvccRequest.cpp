// NvccRequest - see the header.
//
// The compiler: as named; else RACEMAP_NVCC; else nvcc, which PATH has.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "NvccRequest.h"
#include "Nvcc.h"
#include "OptionUse.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Process.h"

namespace racemap {

using llvm::StringRef;

/// How many words --sanitize[=WHERE], or --sanitize WHERE, is; 0: they do not
/// begin with it, or are nvcc's own --sanitize TOOL (memcheck, racecheck ...).
static size_t sanitizeWords(llvm::ArrayRef<std::string> Words) {
  auto IsPlace = [](StringRef Value) {
    return Value == "cpu" || Value == "gpu" || Value == "off";
  };
  StringRef First = Words.front();
  if (First != "--sanitize")
    return First.consume_front("--sanitize=") && IsPlace(First);
  StringRef Next = Words.size() > 1 ? StringRef(Words[1]) : StringRef();
  if (IsPlace(Next))
    return 2;
  return !Next.ends_with("check");
}

static llvm::Error takeSanitize(Options &O, StringRef Where) {
  O.ForCpu |= Where == "cpu";
  return O.set(("sanitize=" + (Where.empty() ? "gpu" : Where)).str());
}

/// RaceMap's --sanitize among nvcc's arguments, whose tools have other names.
static std::string sanitizeIn(llvm::ArrayRef<std::string> Args) {
  for (size_t I = 0; I < Args.size(); ++I) {
    StringRef Word = Args[I];
    StringRef Value = Word == "--sanitize" && I + 1 < Args.size()
                          ? StringRef(Args[I + 1])
                          : Word.split("--sanitize=").second;
    if (Word.starts_with("--sanitize") && (Value == "cpu" || Value == "gpu"))
      return "--sanitize=" + Value.str();
  }
  return {};
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
      if (llvm::Error E = R.take(Option))
        Note(llvm::createStringError("RACEMAP_CHECK_OPTIONS: " +
                                     llvm::toString(std::move(E))));
  auto TakeOwn = [&](StringRef Word) {
    if (Word.split('=').first == "--check-launch") {
      Note(refuseOption("nvcc", "check-launch"));
      return true;
    }
    if (!Word.consume_front("--racemap-"))
      return false;
    Note(R.take(Word));
    return true;
  };
  while (!Words.empty()) {
    StringRef Word = Words.front();
    size_t Count = sanitizeWords(Words);
    if (Count) {
      StringRef Where = Count == 2 ? Words[1] : Word.split('=').second;
      WantsSanitizer = Where != "off";
      Note(takeSanitize(R.O, Where));
    } else if (!TakeOwn(Word)) {
      break;
    }
    Words = Words.drop_front(std::max<size_t>(Count, 1));
  }
  size_t Count = compilerWords(Words, "nvcc");
  Compiler = Words.take_front(Count);
  for (const std::string &Word : Words.drop_front(Count))
    if (!TakeOwn(Word))
      Args.push_back(Word);
  for (StringRef Name : R.Given)
    Note(refuseOption("nvcc", Name));
  Misplaced = sanitizeIn(Args);
  if (Compiler.empty())
    Compiler.push_back(
        llvm::sys::Process::GetEnv("RACEMAP_NVCC").value_or("nvcc"));
}

} // namespace racemap
