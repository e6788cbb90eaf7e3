// ProjectCalls - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "ProjectCalls.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/Support/MemoryBuffer.h"

namespace racemap {

using llvm::StringRef;
namespace json = llvm::json;

std::optional<UnitCalls> UnitCalls::read(const json::Value &Said) {
  UnitCalls Its;
  json::Path::Root Root;
  json::ObjectMapper Fields(Said, Root);
  if (!Fields || !Fields.map("wants", Its.Wants) ||
      !Fields.map("defines", Its.Defines) || !Fields.map("calls", Its.Calls))
    return std::nullopt;
  return Its;
}

std::optional<UnitCalls> UnitCalls::readFile(const std::string &Path) {
  auto Text = llvm::MemoryBuffer::getFile(Path);
  auto Said = json::parse(Text ? (*Text)->getBuffer() : "");
  if (Said)
    return read(*Said);
  llvm::consumeError(Said.takeError());
  return std::nullopt;
}

json::Value UnitCalls::toJson() const {
  json::Object Texts;
  for (const auto &[Function, Text] : Calls)
    Texts[Function] = Text;
  return json::Object{
      {"wants", Wants}, {"defines", Defines}, {"calls", std::move(Texts)}};
}

static bool isOfName(char C) { return llvm::isAlnum(C) || C == '_'; }

static bool isName(StringRef Text) {
  return !Text.empty() && llvm::all_of(Text, isOfName);
}

/// The name that its callers write: "run" for "_Z3runIfEvPT_i".
static std::string nameOf(StringRef Mangled) {
  llvm::ItaniumPartialDemangler Parts;
  std::string Text = Mangled.str();
  if (Parts.partialDemangle(Text.c_str()))
    return Text; // extern "C"
  size_t Size = 0;
  char *Base = Parts.getFunctionBaseName(nullptr, &Size);
  std::string Name = Base ? Base : "";
  free(Base);
  return Name;
}

/// Without case, and without what compilers put around names.
static std::string plainName(StringRef Name) { return Name.trim('_').lower(); }

void WantedFunctions::add(StringRef Mangled) {
  std::string Name = nameOf(Mangled);
  HasUnnamed |= !isName(Name);
  for (StringRef Its : {StringRef(Name), Mangled}) {
    Names.insert(Its);
    PlainNames.insert(plainName(Its));
  }
}

/// Is it true of some name in the text?
static bool anyName(StringRef Text, llvm::function_ref<bool(StringRef)> Is) {
  while (!Text.empty()) {
    StringRef Name = Text.take_while(isOfName);
    if (!Name.empty() && Is(Name))
      return true;
    Text = Text.drop_front(Name.size()).drop_until(isOfName);
  }
  return false;
}

bool WantedFunctions::mayBeIn(StringRef Text) const {
  return HasUnnamed ||
         anyName(Text, [&](StringRef Name) { return Names.contains(Name); });
}

bool WantedFunctions::mayBeInOther(StringRef Text) const {
  return anyName(Text, [&](StringRef Name) {
    return PlainNames.contains(plainName(Name));
  });
}

void ProjectCalls::add(size_t Unit, const std::string &File, UnitCalls Its) {
  for (const std::string &Function : Its.Defines)
    Definers[Function].insert(File);
  Units[Unit] = std::move(Its);
}

WantedFunctions ProjectCalls::wanted() const {
  WantedFunctions All;
  for (const auto &[Unit, Its] : Units)
    for (const std::string &Function : Its.Wants)
      All.add(Function);
  return All;
}

/// None if it is not known which function is called. One file in two builds
/// says the same twice.
std::vector<std::string> ProjectCalls::textsOf(const std::string &Function,
                                               size_t Except) const {
  std::vector<std::string> Texts;
  auto Files = Definers.find(Function);
  if (Files != Definers.end() && Files->second.size() > 1)
    return Texts;
  for (const auto &[Unit, Its] : Units) {
    auto Call = Its.Calls.find(Function);
    if (Unit != Except && Call != Its.Calls.end() &&
        !llvm::is_contained(Texts, Call->second))
      Texts.push_back(Call->second);
  }
  return Texts;
}

std::optional<json::Value> ProjectCalls::ofOthers(size_t Unit) const {
  auto Its = Units.find(Unit);
  json::Object Calls;
  if (Its != Units.end())
    for (const std::string &Function : Its->second.Wants)
      if (auto Texts = textsOf(Function, Unit); !Texts.empty())
        Calls[Function] = std::move(Texts);
  if (Calls.empty())
    return std::nullopt;
  return json::Object{{"complete", IsComplete}, {"calls", std::move(Calls)}};
}

} // namespace racemap
