// Nvcc - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Nvcc.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"

namespace racemap {

using llvm::StringRef;

namespace {
struct Flag {
  enum class Kind { Drop, Rename, Words, Other };
  StringRef Name, Short;
  bool TakesValue;
  Kind K;
  StringRef Text;
};
} // namespace

static constexpr Flag Flags[] = {
#define RACEMAP_NVCC(Name, Short, Value, How, Text)                            \
  {Name, Short, Value, Flag::Kind::How, Text},
#include "Nvcc.def"
};

/// The row for an argument without its value, or null.
static const Flag *find(StringRef Arg) {
  if (!Arg.consume_front("-"))
    return nullptr;
  Arg.consume_front("-");
  const Flag *F = llvm::find_if(
      Flags, [&](const Flag &F) { return Arg == F.Name || Arg == F.Short; });
  return F == std::end(Flags) ? nullptr : F;
}

/// "arch=compute_90,code=[sm_90,compute_90]" names these real architectures.
static void addGencode(StringRef Value, std::vector<std::string> &Out) {
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

static void addOther(const Flag &F, StringRef Value, const std::string &Arg,
                     std::vector<std::string> &Out) {
  if (F.Short == "gencode")
    addGencode(Value, Out);
  else if (F.Short == "rdc")
    Out.push_back(Value == "true" ? "-fgpu-rdc" : "-fno-gpu-rdc");
  else if (F.Short == "dc")
    Out.insert(Out.end(), {"-fgpu-rdc", "-c"});
  else if (F.Short == "fmad")
    Out.push_back(Value == "false" ? "-ffp-contract=off"
                                   : "-ffp-contract=fast");
  else if (Value.consume_front("compute_") || Value.consume_front("sm_"))
    Out.push_back(("--cuda-gpu-arch=sm_" + Value).str());
  else
    Out.push_back(Arg); // clang says what is wrong with it
}

static void add(const Flag &F, StringRef Value, const std::string &Arg,
                std::vector<std::string> &Out) {
  switch (F.K) {
  case Flag::Kind::Drop:
    return;
  case Flag::Kind::Rename:
    Out.push_back((F.Text + Value).str());
    return;
  case Flag::Kind::Words:
    for (StringRef Word : llvm::split(Value, ','))
      Out.push_back(Word.str());
    return;
  case Flag::Kind::Other:
    addOther(F, Value, Arg, Out);
    return;
  }
}

std::vector<std::string> fromNvcc(llvm::ArrayRef<std::string> Args) {
  std::vector<std::string> Out;
  for (size_t I = 0; I < Args.size(); ++I) {
    const std::string &Arg = Args[I];
    auto [Name, Value] = StringRef(Arg).split('=');
    const Flag *F = find(Name);
    bool IsJoined = Name.size() < Arg.size();
    if (!F || (IsJoined && !F->TakesValue)) {
      Out.push_back(Arg == "-x" || Arg != "cu" || I == 0 || Args[I - 1] != "-x"
                        ? Arg
                        : "cuda");
      continue;
    }
    if (F->TakesValue && !IsJoined && I + 1 < Args.size())
      Value = Args[++I];
    add(*F, Value, Arg, Out);
  }
  return Out;
}

} // namespace racemap
