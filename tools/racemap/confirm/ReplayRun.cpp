// ReplayRun - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tools/racemap/confirm/ReplayRun.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MemoryBuffer.h"

namespace racemap {

using llvm::StringRef;
using verdict::Confirmation;
using verdict::LaunchRecipe;
using Status = Confirmation::Status;

/// Of one run: its threads may wait for each other for ever.
static constexpr unsigned MostSeconds = 60;

/// Of one that looks for a race, which others may find as well.
static constexpr unsigned MostSecondsOfMany = 20;
/// Beside the usual one.
static constexpr uint64_t OrdersOfMany = 4;

static Confirmation notRun(const llvm::Twine &Why) {
  return {Status::NotRun, Why.str(), 0, ""};
}

llvm::Error ReplayRun::run(const LaunchRecipe::Unit &U,
                           llvm::MutableArrayRef<Trial> Trials) {
  std::vector<Prepared> All;
  for (Trial &One : Trials) {
    auto Case = ReplayCase::of(*One.Kernel, *One.Context, *One.TheFinding);
    if (Case && One.Below)
      Case->fill(*One.Context, One.Below, One.Seed);
    if (Case)
      All.push_back({&One, std::move(*Case)});
    else
      One.Result = notRun(llvm::toString(Case.takeError()));
  }
  if (U.File.empty())
    for (const Prepared &P : All)
      P.Its->Result = notRun("its results do not say what it is compiled with; "
                             "those of racemap check --json= do");
  if (All.empty() || U.File.empty())
    return llvm::Error::success();
  TemporaryFolder Folder;
  if (llvm::Error E = Folder.error())
    return E;
  runAll(U, All, Folder);
  return llvm::Error::success();
}

/// If the program does not compile, one kernel is the reason, maybe: then each
/// has a program of its own.
void ReplayRun::runAll(const LaunchRecipe::Unit &U,
                       llvm::ArrayRef<Prepared> All,
                       const TemporaryFolder &Folder) {
  std::vector<ReplayCase> Cases;
  for (const Prepared &P : All)
    Cases.push_back(P.Case);
  auto Program = buildReplay(T, Programs, U, Cases, Folder);
  if (Program) {
    for (size_t I = 0; I < All.size() && !Programs.isInterrupted(); ++I) {
      Trial &Its = *All[I].Its;
      if (Its.IsSettled && Its.IsSettled())
        continue;
      Its.WasRun = true;
      (this->*(Its.IsSearch ? &ReplayRun::search : &ReplayRun::runOne))(
          *Program, I, All[I], U, Folder);
    }
    return;
  }
  std::string Why = llvm::toString(Program.takeError());
  auto IsOther = [&](const Prepared &P) {
    return P.Case.Recipe != All.front().Case.Recipe;
  };
  if (llvm::none_of(All, IsOther) || Programs.isInterrupted()) {
    for (const Prepared &P : All)
      P.Its->Result = notRun("its replay cannot be built: " + Why);
    return;
  }
  for (auto Rest = All; !Rest.empty();) {
    auto Its = Rest.take_while([&](const Prepared &P) {
      return P.Case.Recipe == Rest.front().Case.Recipe;
    });
    runAll(U, Its, Folder);
    Rest = Rest.drop_front(Its.size());
  }
}

/// What the program or the runtime says of why it has not come to its end.
static std::string lastWords(const std::string &Log) {
  auto Text = llvm::MemoryBuffer::getFile(Log);
  StringRef Found;
  if (Text)
    for (StringRef Line : llvm::split((*Text)->getBuffer(), '\n'))
      if (Line.contains(ReplaySays) || Line.contains("ERROR") ||
          Line.contains("defines it"))
        Found = Line;
  Found.consume_front(ReplaySays);
  return Found.trim().str();
}

llvm::Error ReplayRun::launch(const std::string &Program, size_t Number,
                              uint64_t InOrders, SeenFindings &Seen,
                              const TemporaryFolder &Folder, unsigned Seconds) {
  std::string Json = Folder.file("run.json"), Log = Folder.file("run.txt");
  llvm::sys::fs::remove(Json);
  Command C{{Program, std::to_string(Number)}, {}, Log};
  C.IsQuiet = true;
  // Which race of several is seen first does not depend on the machine.
  C.Environment = {
      "RACEMAP_OPTIONS=exitcode=0:print_limit=0:workers=1:json=\"" + Json +
      "\":orders=" + std::to_string(InOrders)};
  C.Seconds = Seconds;
  auto Ended = Programs.run(C);
  // What it has found until then counts in any case.
  llvm::Error Unread = Seen.read(Json);
  if (!Ended) {
    llvm::consumeError(std::move(Unread));
    return Ended.takeError();
  }
  if (std::string Said = lastWords(Log); *Ended || !Said.empty()) {
    llvm::consumeError(std::move(Unread));
    return llvm::createStringError(
        Said.empty() ? "it ended with status " + std::to_string(*Ended) : Said);
  }
  return Unread;
}

static SeenFindings::Begins beginsOf(const ReplayCase &C) {
  SeenFindings::Begins All;
  for (const ReplayCase::Memory &M : C.Memories)
    if (M.Symbol.empty())
      All[M.Array] = M.Within ? int64_t(C.Memories[*M.Within].Before) + M.At
                              : int64_t(M.Before);
  return All;
}

/// One that leaves the memory which it was given may be none that anyone makes.
void ReplayRun::search(const std::string &Program, size_t Number,
                       const Prepared &P, const LaunchRecipe::Unit &U,
                       const TemporaryFolder &Folder) {
  Trial &Its = *P.Its;
  for (uint64_t InOrders : {uint64_t(0), std::min(Orders, OrdersOfMany)}) {
    SeenFindings Seen(*Its.Kernel, U.Directory, beginsOf(P.Case));
    llvm::Error E =
        launch(Program, Number, InOrders, Seen, Folder, MostSecondsOfMany);
    std::string Failure = E ? llvm::toString(std::move(E)) : std::string();
    if (Seen.leavesMemory()) {
      Its.Result = notRun("the kernel leaves the memory that its replay has");
      return;
    }
    Its.Found = Seen.races();
    bool IsFound = !Its.Found.empty();
    Its.Result = IsFound ? Confirmation{Status::Confirmed, "",
                                        unsigned(InOrders), Seen.text()}
                 : Failure.empty()
                     ? Confirmation{Status::NotSeen, "", unsigned(InOrders), ""}
                     : notRun(Failure);
    if (IsFound || !Failure.empty())
      return;
  }
}

void ReplayRun::runOne(const std::string &Program, size_t Number,
                       const Prepared &P, const LaunchRecipe::Unit &U,
                       const TemporaryFolder &Folder) {
  SeenFindings Seen(*P.Its->Kernel, U.Directory, beginsOf(P.Case));
  Confirmation &Result = P.Its->Result;
  std::string Failure;
  bool IsOfMany = P.Its->IsOfMany;
  uint64_t Others = IsOfMany ? std::min(Orders, OrdersOfMany) : Orders;
  unsigned Seconds = IsOfMany ? MostSecondsOfMany : MostSeconds;
  for (uint64_t InOrders : {uint64_t(0), Others}) {
    llvm::Error E = launch(Program, Number, InOrders, Seen, Folder, Seconds);
    Failure = E ? llvm::toString(std::move(E)) : std::string();
    Result = Seen.judge(*P.Its->TheFinding);
    Result.Orders = unsigned(InOrders);
    if (Result.TheStatus == Status::Confirmed || !Failure.empty() || !Orders)
      break;
  }
  if (Result.TheStatus != Status::NotSeen)
    return;
  if (Seen.leavesMemory())
    Result = notRun("the kernel leaves the memory that its replay has");
  else if (!Failure.empty())
    Result = notRun(Failure);
}

} // namespace racemap
