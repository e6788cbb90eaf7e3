// Request - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Request.h"
#include "Commands.h"
#include "Nvcc.h"
#include "OptionUse.h"
#include "passes/driver/ChangedLines.h"
#include "passes/driver/UnitBudget.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Path.h"

namespace racemap {

using llvm::StringRef;

llvm::Error readFormat(StringRef Value, bool &ForGithub) {
  if (Value != "github" && Value != "text")
    return llvm::createStringError("--format=" + Value +
                                   ": give text or github");
  ForGithub = Value == "github";
  return llvm::Error::success();
}

llvm::raw_ostream &summaryStream(const Options &O) {
  bool IsTaken =
      O.Json == "-" || O.Sarif == "-" || O.EmitMap == "-" || O.TimeTrace == "-";
  return IsTaken ? llvm::errs() : llvm::outs();
}

/// Options of the build are not the plugin's, nor is what all units share.
static bool isForPlugin(StringRef NameAndValue) {
  StringRef Name = NameAndValue.split('=').first;
  return Name != "device" && Name != "sanitize" && Name != "ignorelist" &&
         Name != "write-baseline" && Name != "confirm" && Name != "orders" &&
         Name != "try";
}

llvm::Error Request::take(StringRef Text) {
  std::string NameAndValue = Text.str() + (impliesOn(Text) ? "=on" : "");
  if (isForPlugin(NameAndValue))
    OptionTexts.push_back(NameAndValue);
  Given.push_back(Text.split('=').first.str());
  return O.set(NameAndValue);
}

llvm::Error Request::refuseOthers(StringRef Command) const {
  for (StringRef Name : Given)
    if (llvm::Error E = refuseOption(Command, Name))
      return E;
  return llvm::Error::success();
}

llvm::Error Request::checkDiff(const CommandLine &Line) const {
  std::set<std::string> Sources;
  for (const CommandLine::Input &In : Line.Inputs)
    if (In.isCuda())
      Sources.insert(In.File);
  return changesSince(O.Diff, Sources).takeError();
}

llvm::Expected<Options> Request::optionsOf(StringRef File) const {
  std::vector<std::string> Problems;
  Options Of = Options::of(File, OptionTexts, Problems);
  Of.Confirm = O.Confirm; // are no text for the plugin
  Of.Orders = O.Orders;
  Of.Try = O.Try;
  if (Problems.empty())
    return std::move(Of);
  std::string More =
      Problems.size() == 1
          ? std::string()
          : " (and " + std::to_string(Problems.size() - 1) + " more)";
  return llvm::createStringError(Problems.front() + More);
}

std::vector<std::string>
Request::withCheckBudget(StringRef File,
                         std::vector<std::string> Others) const {
  std::vector<std::string> Problems; // which the plugin will name
  if (!Options::of(File, OptionTexts, Problems).UnitBudgetMs)
    Others.push_back("unit-budget-ms=" + std::to_string(UnitBudget::OfCheck));
  if (O.Try)
    Others.push_back("candidates=on");
  return Others;
}

static llvm::Error setFlags(Request &R, llvm::ArrayRef<std::string> Args) {
  auto Flags = fromNvcc(Args);
  if (!Flags)
    return Flags.takeError();
  R.Flags = std::move(*Flags);
  return llvm::Error::success();
}

/// The option at I without its dashes: NAME=VALUE, or NAME and the next word,
/// which I goes on to.
static llvm::Error takeOption(Request &R, llvm::ArrayRef<std::string> Args,
                              size_t &I) {
  StringRef A = StringRef(Args[I]).drop_front(2);
  bool IsApart = isOption(A) && !impliesOn(A) && I + 1 < Args.size() &&
                 Args[I + 1] != "--";
  return R.take(IsApart ? (A + "=" + Args[++I]).str() : A.str());
}

/// "--NAME" of --NAME=VALUE, "-p" of -pBUILD.
static StringRef nameOfFlag(StringRef Word) {
  return Word.starts_with("--") ? Word.split('=').first : Word.take_front(2);
}

namespace {
/// Goes through the words of `check`, `verify` or `config`.
class RequestReader {
public:
  RequestReader(llvm::ArrayRef<std::string> Args, StringRef Command)
      : Args(Args), Command(Command) {}

  llvm::Expected<Request> read() {
    for (; I < Args.size() && Args[I] != "--"; ++I)
      if (llvm::Error E = readOne(Args[I]))
        return std::move(E);
    if (I < Args.size())
      if (llvm::Error E = readFlags())
        return std::move(E);
    if (llvm::Error E = R.refuseOthers(Command))
      return std::move(E);
    return std::move(R);
  }

private:
  llvm::Error readOne(StringRef A) {
    StringRef Name = nameOfFlag(A);
    if (!A.starts_with("-")) {
      R.Files.push_back(A.str());
      return llvm::Error::success();
    }
    if (Name.starts_with("--") && isOption(Name.drop_front(2)))
      return takeOption(R, Args, I);
    if (llvm::Error E = checkFlag(Command, Name, Name.size() < A.size()))
      return E;
    return readFlag(Name, A);
  }

  /// What is behind --.
  llvm::Error readFlags() {
    if (llvm::Error E = checkFlag(Command, "--", /*HasValue=*/true))
      return E;
    return setFlags(R, Args.drop_front(I + 1));
  }

  llvm::Error readFlag(StringRef Name, StringRef A) {
    if (Name == "--strict")
      R.Strict = true;
    else if (Name == "--no-cache")
      R.NoCache = true;
    else if (Name == "--fix")
      R.Fixes = true;
    else if (Name == "--allow-empty")
      R.AllowsEmpty = true;
    else if (Name == "--format")
      return readFormat(A.split('=').second, R.ForGithub);
    else if (Name == "-p" || Name == "-j")
      return readValue(A);
    else if (Name.consume_front("--"))
      return llvm::createStringError("unknown option '" + Name + "'" +
                                     meantFlag(Command, Name));
    else
      return llvm::createStringError("flags of the compiler go behind --, as "
                                     "in: racemap check f.cu -- " +
                                     A);
    return llvm::Error::success();
  }

  /// -p FOLDER, -pFOLDER, -j N, -jN
  llvm::Error readValue(StringRef A) {
    StringRef Value = A.drop_front(2);
    if (Value.empty() && I + 1 < Args.size())
      Value = Args[++I];
    if (A.starts_with("-p") && !Value.empty()) {
      R.Build = Value.str();
      return llvm::Error::success();
    }
    if (A.starts_with("-j") && !Value.getAsInteger(10, R.Jobs) && R.Jobs)
      return llvm::Error::success();
    return llvm::createStringError(
        A.starts_with("-p") ? "-p: name a build folder, as in: racemap check "
                              "-p build"
                            : "-j: give a number from 1, as in: -j 4");
  }

  llvm::ArrayRef<std::string> Args;
  StringRef Command;
  size_t I = 0;
  Request R;
};
} // namespace

llvm::Expected<Request> parseRequest(llvm::ArrayRef<std::string> Args,
                                     StringRef Command) {
  return RequestReader(Args, Command).read();
}

size_t compilerWords(llvm::ArrayRef<std::string> Words, StringRef Name) {
  for (size_t I = 0; I < Words.size(); ++I) {
    StringRef Word = Words[I];
    if (Word.starts_with("-"))
      return 0;
    if (llvm::sys::path::filename(Word).starts_with(Name) &&
        llvm::sys::path::extension(Word) != ".cu")
      return I + 1;
  }
  return 0;
}

llvm::Expected<Request> parseCompilerRequest(llvm::ArrayRef<std::string> Args) {
  Request R;
  std::vector<std::string> Flags;
  bool SanitizesDevice = false; // whichever it will be
  for (size_t I = 0; I < Args.size(); ++I) {
    StringRef A = Args[I];
    bool Ours = A.consume_front("--") && isOption(A.split('=').first);
    if (!Ours)
      Flags.push_back(Args[I]);
    else if (A == "sanitize")
      SanitizesDevice = true;
    else if (llvm::Error E = takeOption(R, Args, I))
      return std::move(E);
  }
  if (llvm::Error E = R.refuseOthers("cc"))
    return std::move(E);
  if (SanitizesDevice)
    if (llvm::Error E = R.take(R.O.ForCpu ? "sanitize=cpu" : "sanitize=gpu"))
      return std::move(E);
  if (R.O.Sanitize == Options::Sanitizer::Cpu && !R.O.ForCpu)
    return llvm::createStringError("option sanitize=cpu needs --device=cpu");
  llvm::ArrayRef<std::string> All = Flags;
  if (llvm::Error E = setFlags(R, All.drop_front(compilerWords(All, "clang"))))
    return std::move(E);
  return R;
}

int takesOptions(const char *, Arguments Args) {
  if (Args.empty())
    return fail("--takes: name a command");
  Request R;
  for (const std::string &Option : Args.drop_front())
    if (llvm::Error E = R.take(Option))
      return fail(llvm::toString(std::move(E)));
  if (llvm::Error E = R.refuseOthers(Args.front()))
    return fail(llvm::toString(std::move(E)));
  return Clean;
}

} // namespace racemap
