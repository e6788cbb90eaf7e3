// Request - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Request.h"
#include "Help.h"
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
  bool IsTaken = O.Json == "-" || O.Sarif == "-" || O.EmitMap == "-";
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
  std::string NameAndValue = withImpliedValue(Text);
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

/// A suggestion: a flag or an option of the command that is most like Name.
static std::string meantFlag(StringRef Command, StringRef Name) {
  std::vector<std::string_view> Names{"help"};
  for (const CommandFlag &F : findCommand(Command)->Flags)
    if (StringRef Flag = F.Name; Flag.consume_front("--"))
      Names.push_back(Flag);
  for (const OptionText &O : optionTexts())
    if (takesOption(Command, O.Name))
      Names.push_back(O.Name);
  return config::didYouMean(Name, Names);
}

namespace {
/// Goes through the words of `check` or `verify`.
class RequestReader {
public:
  RequestReader(llvm::ArrayRef<std::string> Args, StringRef Command)
      : Args(Args), Command(Command), OfProject(Command == "check") {}

  llvm::Expected<Request> read() {
    for (; I < Args.size() && Args[I] != "--"; ++I)
      if (llvm::Error E = readOne(Args[I]))
        return std::move(E);
    if (I < Args.size())
      if (llvm::Error E = setFlags(R, Args.drop_front(I + 1)))
        return std::move(E);
    if (llvm::Error E = R.refuseOthers(Command))
      return std::move(E);
    return std::move(R);
  }

private:
  llvm::Error readOne(StringRef A) {
    if (A == "--strict")
      R.Strict = true;
    else if (A.consume_front("--format="))
      return readFormat(A, R.ForGithub);
    else if (OfProject && A == "--no-cache")
      R.NoCache = true;
    else if (OfProject && A == "--fix")
      R.Fixes = true;
    else if (A == "--confirm" || A == "--check-launch")
      return R.take(A.drop_front(2));
    else if (OfProject && A == "--allow-empty")
      R.AllowsEmpty = true;
    else if (A.consume_front("--"))
      return takeOption(A);
    else if (OfProject && (A.starts_with("-p") || A.starts_with("-j")))
      return readValue(A);
    else if (A.starts_with("-"))
      return llvm::createStringError("flags of the compiler go behind --, as "
                                     "in: racemap check f.cu -- " +
                                     A);
    else
      R.Files.push_back(A.str());
    return llvm::Error::success();
  }

  /// NAME=VALUE, or NAME and the next word.
  llvm::Error takeOption(StringRef A) {
    StringRef Name = A.split('=').first;
    if (!isOption(Name))
      return llvm::createStringError("unknown option '" + Name + "'" +
                                     meantFlag(Command, Name));
    bool IsApart = isOption(A) && I + 1 < Args.size() && Args[I + 1] != "--";
    return R.take(IsApart ? (A + "=" + Args[++I]).str() : A.str());
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
  bool OfProject;
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
  for (const std::string &Arg : Args) {
    StringRef A = Arg;
    bool Ours = A.consume_front("--") && isOption(A.split('=').first);
    if (!Ours)
      Flags.push_back(Arg);
    else if (A == "sanitize")
      SanitizesDevice = true;
    else if (llvm::Error E = R.take(A))
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

} // namespace racemap
