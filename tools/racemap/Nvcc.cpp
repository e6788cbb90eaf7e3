// Nvcc - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Nvcc.h"
#include "LLVMCompat.h"
#include "passes/LLVMCompat.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Option/ArgList.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

namespace racemap {

using llvm::StringRef;
using Words = std::vector<std::string>;

namespace {
struct Flag {
  enum class Kind { Drop, Rename, List, Host, Other };
  StringRef Name, Short;
  bool TakesValue;
  Kind K;
  StringRef Text;
  bool IsOnlyNvcc;
};
} // namespace

static constexpr Flag Flags[] = {
#define RACEMAP_NVCC(Name, Short, Value, How, Text)                            \
  {Name, Short, Value, Flag::Kind::How, Text, false},
#define RACEMAP_NVCC_ONLY(Name, Short, Value, How, Text)                       \
  {Name, Short, Value, Flag::Kind::How, Text, true},
#include "Nvcc.def"
};

std::vector<std::string> splitWords(StringRef Text) {
  llvm::BumpPtrAllocator Memory;
  llvm::StringSaver Saver(Memory);
  llvm::SmallVector<const char *> Found;
  llvm::cl::TokenizeGNUCommandLine(Text, Saver, Found);
  return {Found.begin(), Found.end()};
}

/// The parts between commas; a comma behind a backslash is one of a part.
static Words splitList(StringRef Value) {
  Words Parts(1);
  for (size_t I = 0; I < Value.size(); ++I) {
    if (Value.substr(I).starts_with("\\,"))
      Parts.back() += Value[++I];
    else if (Value[I] == ',')
      Parts.emplace_back();
    else
      Parts.back() += Value[I];
  }
  return Parts;
}

/// What the host's compiler is given, as far as it concerns clang: its
/// warnings are others, but for RaceMap's.
static void addHostFlags(StringRef Value, Words &Out) {
  Words All;
  for (const std::string &Part : splitList(Value))
    for (StringRef Word : llvm::split(Part, ' '))
      if (!Word.empty())
        All.push_back(Word.str());
  llvm::SmallVector<const char *> Texts;
  for (const std::string &Word : All)
    Texts.push_back(Word.c_str());
  unsigned MissingIndex = 0, MissingCount = 0;
  llvm::opt::InputArgList List = driverOptions().ParseArgs(
      Texts, MissingIndex, MissingCount,
      llvm::opt::Visibility(clangoptions::ClangOption));
  for (const llvm::opt::Arg *A : List) {
    const llvm::opt::Option &O = A->getOption();
    StringRef Text = List.getArgString(A->getIndex());
    bool IsWarning = Text.starts_with("-W") && !Text.starts_with("-Wl,") &&
                     !Text.contains("backend-plugin");
    if (O.matches(clangoptions::OPT_UNKNOWN) || IsWarning)
      continue;
    llvm::opt::ArgStringList Known;
    A->render(List, Known);
    Out.insert(Out.end(), Known.begin(), Known.end());
  }
}

/// "arch=compute_90,code=[sm_90,compute_90]" names these real architectures.
static void addGencode(StringRef Value, Words &Out) {
  llvm::SmallVector<StringRef> Parts;
  Value.split(Parts, ',');
  bool Real = false;
  for (StringRef Part : Parts) {
    Part.consume_front("code=");
    StringRef Name = Part.trim("[]\"'");
    if (!Name.starts_with("sm_"))
      continue;
    Out.push_back(("--cuda-gpu-arch=" + Name).str());
    Real = true;
  }
  auto [Key, Virtual] = Parts.front().split("arch=compute_");
  if (!Real && !Virtual.empty())
    Out.push_back(("--cuda-gpu-arch=sm_" + Virtual).str());
}

/// native, all and all-major leave the choice to who compiles.
static void addArchitecture(StringRef Value, const std::string &Arg,
                            Words &Out) {
  if (Value.consume_front("compute_") || Value.consume_front("sm_"))
    Out.push_back(("--cuda-gpu-arch=sm_" + Value).str());
  else if (!llvm::is_contained({"native", "all", "all-major"}, Value))
    Out.push_back(Arg); // clang says what is wrong with it
}

static void addOther(const Flag &F, StringRef Value, const std::string &Arg,
                     Words &Out) {
  if (F.Short == "gencode")
    addGencode(Value, Out);
  else if (F.Short == "arch")
    addArchitecture(Value, Arg, Out);
  else if (F.Short == "rdc")
    Out.push_back(Value == "true" ? "-fgpu-rdc" : "-fno-gpu-rdc");
  else if (F.Short == "dc")
    Out.insert(Out.end(), {"-fgpu-rdc", "-c"});
  else if (F.Short == "x")
    Out.insert(Out.end(), {"-x", Value == "cu" ? "cuda" : Value.str()});
  else if (F.Short == "fmad")
    Out.push_back(Value == "false" ? "-ffp-contract=off"
                                   : "-ffp-contract=fast");
  else // -ptx and kin
    Out.insert(Out.end(), {"--cuda-device-only", "-S"});
}

static void add(const Flag &F, StringRef Value, const std::string &Arg,
                Words &Out) {
  switch (F.K) {
  case Flag::Kind::Drop:
    return;
  case Flag::Kind::Rename:
    Out.push_back((F.Text + Value).str());
    return;
  case Flag::Kind::List:
    for (const std::string &Part : splitList(Value))
      Out.push_back((F.Text + Part).str());
    return;
  case Flag::Kind::Host:
    addHostFlags(Value, Out);
    return;
  case Flag::Kind::Other:
    addOther(F, Value, Arg, Out);
    return;
  }
}

namespace {
/// Goes through the arguments of one of the two kinds of command lines.
class Translator {
public:
  Translator(bool IsOnlyNvcc, StringRef Folder)
      : IsOnlyNvcc(IsOnlyNvcc), Folder(Folder) {}

  llvm::Error translate(llvm::ArrayRef<std::string> Args) {
    if (llvm::Error E = readFiles(Args, 0))
      return E;
    for (size_t I = 0; I < Line.Args.size(); ++I)
      translateOne(I);
    return llvm::Error::success();
  }

  NvccLine Line;

private:
  llvm::Error readFiles(llvm::ArrayRef<std::string> Args, unsigned Depth);
  llvm::Error readFile(StringRef Path, unsigned Depth);
  const Flag *find(StringRef Arg) const;
  bool translateJoined(StringRef Arg);
  void translateRest(size_t I);
  void translateOne(size_t &I);

  bool IsOnlyNvcc;
  StringRef Folder;
};
} // namespace

llvm::Error Translator::readFile(StringRef Path, unsigned Depth) {
  llvm::SmallString<128> Full(Path);
  if (!Folder.empty())
    compat::makeAbsolute(Folder, Full);
  auto Text = llvm::MemoryBuffer::getFile(Full);
  if (!Text || Depth > 8)
    return llvm::createStringError(
        Path + ": cannot read options from this file: " +
        (Text ? "files that name each other" : Text.getError().message()));
  return readFiles(splitWords((*Text)->getBuffer()), Depth + 1);
}

/// Puts what the files say into their places.
llvm::Error Translator::readFiles(llvm::ArrayRef<std::string> Args,
                                  unsigned Depth) {
  for (size_t I = 0; I < Args.size(); ++I) {
    StringRef A = Args[I];
    auto [Name, Files] = A.split('=');
    bool IsOption = llvm::is_contained(
        {"--options-file", "-options-file", "-optf", "--optf"}, Name);
    if (IsOption && Name.size() == A.size() && I + 1 < Args.size())
      Files = Args[++I];
    if (!IsOnlyNvcc && A.consume_front("@") && !A.empty()) {
      IsOption = true;
      Files = A;
    }
    if (!IsOption)
      Line.Args.push_back(Args[I]);
    else
      for (const std::string &File : splitList(Files))
        if (llvm::Error E = readFile(File, Depth))
          return E;
  }
  return llvm::Error::success();
}

/// The row for an argument without its value, or null.
const Flag *Translator::find(StringRef Arg) const {
  if (!Arg.consume_front("-"))
    return nullptr;
  Arg.consume_front("-");
  const Flag *F = llvm::find_if(Flags, [&](const Flag &F) {
    return (IsOnlyNvcc || !F.IsOnlyNvcc) && (Arg == F.Name || Arg == F.Short);
  });
  return F == std::end(Flags) ? nullptr : F;
}

/// "-DNAME=1": the value of a flag of one letter follows it at once.
bool Translator::translateJoined(StringRef Arg) {
  for (StringRef Name : {"-I", "-D", "-U", "-L", "-l", "-O"})
    if (Arg.starts_with(Name)) {
      add(*find(Name), Arg.drop_front(2), Arg.str(), Line.Flags);
      return true;
    }
  return false;
}

/// What the table does not have.
void Translator::translateRest(size_t I) {
  const std::string &Arg = Line.Args[I];
  if (!IsOnlyNvcc) {
    bool IsCu = Arg == "cu" && I > 0 && Line.Args[I - 1] == "-x";
    Line.Flags.push_back(IsCu ? "cuda" : Arg);
  } else if (!StringRef(Arg).starts_with("-")) {
    Line.Inputs.push_back(I);
    Line.Flags.push_back(Arg);
  } else if (!translateJoined(Arg)) {
    addHostFlags(Arg, Line.Flags);
  }
}

void Translator::translateOne(size_t &I) {
  const std::string &Arg = Line.Args[I];
  auto [Name, Value] = StringRef(Arg).split('=');
  const Flag *F = find(Name);
  bool IsJoined = Name.size() < Arg.size();
  if (!F || (IsJoined && !F->TakesValue)) {
    translateRest(I);
    return;
  }
  Line.MakesArchive |= F->Name == "lib";
  Line.LinksDevice |= F->Name == "device-link";
  Line.Runs |= F->Name == "run";
  size_t Begin = I;
  if (F->TakesValue && !IsJoined && I + 1 < Line.Args.size())
    Value = Line.Args[++I];
  if (F->Name == "cudart" || F->Name == "x")
    for (size_t Part = Begin; Part <= I; ++Part)
      (F->Name == "x" ? Line.OfLanguage : Line.OfRuntime).push_back(Part);
  add(*F, Value, Arg, Line.Flags);
}

llvm::Expected<std::vector<std::string>>
fromNvcc(llvm::ArrayRef<std::string> Args, StringRef Folder) {
  Translator T(/*IsOnlyNvcc=*/false, Folder);
  if (llvm::Error E = T.translate(Args))
    return std::move(E);
  return std::move(T.Line.Flags);
}

llvm::Expected<NvccLine> NvccLine::parse(llvm::ArrayRef<std::string> Args,
                                         StringRef Folder) {
  Translator T(/*IsOnlyNvcc=*/true, Folder);
  if (llvm::Error E = T.translate(Args))
    return std::move(E);
  return std::move(T.Line);
}

} // namespace racemap
