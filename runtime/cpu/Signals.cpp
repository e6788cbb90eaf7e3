// Signals - see the header.
//
// The handler writes one line, and lets the thread go on in leaveThread() on
// the upper end of its own stack, which it no longer needs. Signals outside of
// kernels go where they went before, and so do those in the runtime's own work,
// where nobody knows what is held (Section).
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/cpu/Signals.h"
#include "runtime/cpu/Arena.h"
#include "runtime/cpu/BlockRun.h"
#include "runtime/cpu/Engine.h"
#include "runtime/cpu/GridRun.h"
#include "runtime/cpu/Stacks.h"

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <sys/mman.h>
#include <ucontext.h>
#include <unistd.h>
#include <utility>

namespace racemap::cpu {

static constexpr size_t HandlerBytes = 64 << 10;
static constexpr int Handled[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL};
static struct sigaction Former[32];

static void leaveThread() { failLaunch(cudaErrorIllegalAddress); }
static void leaveAtTrap() { failLaunch(cudaErrorIllegalInstruction); }

static const char *describe(int Signal, const void *Address) {
  if (Signal == SIGFPE)
    return "arithmetic exception";
  if (Signal == SIGILL)
    return "illegal instruction";
  if (Current->OnStack && isGuard(*Current->OnStack, Address))
    return "stack overflow (local variables and calls of a thread)";
  return "illegal address";
}

/// Where in the grid the thread is, as far as that is known.
static void describePlace(char (&Text)[192]) {
  const BlockRun &Run = *Current->InBlock->Run;
  Dim3 T = Current->ThreadIdx, At = Run.TheBlock.BlockIdx;
  char Blocks[96], Thread[96];
  unsigned Joined = Run.numJoined();
  if (Joined > 1)
    snprintf(Blocks, sizeof Blocks, "blocks (%u,%u,%u) to (%u,%u,%u)", At.X,
             At.Y, At.Z, At.X + Joined - 1, At.Y, At.Z);
  else
    snprintf(Blocks, sizeof Blocks, "block (%u,%u,%u)", At.X, At.Y, At.Z);
  if (Run.isAnyThread())
    snprintf(Thread, sizeof Thread,
             "one of %s threads (RACEMAP_OPTIONS=seed=1 says which)",
             Joined > 1 ? "their" : "its");
  else
    snprintf(Thread, sizeof Thread, "thread (%u,%u,%u)", T.X, T.Y, T.Z);
  snprintf(Text, sizeof Text, "%s, %s", Blocks, Thread);
}

/// One line on standard error.
static void tell(const char *Who, int Signal, const void *Address) {
  char Place[192], Text[512];
  describePlace(Place);
  int Bytes = snprintf(Text, sizeof Text, "racemap: %s%s %p in kernel %s, %s\n",
                       Who, describe(Signal, Address), Address,
                       Current->T->TheBlock->TheLaunch->Kernel.c_str(), Place);
  // A name may be longer than that.
  size_t Written = std::min(size_t(Bytes), sizeof Text - 1);
  // It may have anything in it that a terminal or GitHub's runner obeys
  // (runtime/output/Printable.h), for which there is no memory here.
  std::replace_if(
      Text, Text + Written,
      [](unsigned char C) { return C < ' ' || C >= 0x7F || C == '#'; }, '?');
  Text[Written - 1] = '\n';
  if (write(STDERR_FILENO, Text, Written) < 0)
    return;
}

static void setPlace(ucontext_t &U, void (*Function)(), char *StackHigh) {
#if defined(__x86_64__)
  // As after a call: 8 below a multiple of 16.
  U.uc_mcontext.gregs[REG_RSP] = greg_t((uintptr_t(StackHigh) & ~15ull) - 8);
  U.uc_mcontext.gregs[REG_RIP] = greg_t(Function);
#elif defined(__aarch64__)
  U.uc_mcontext.sp = uintptr_t(StackHigh) & ~15ull;
  U.uc_mcontext.pc = uintptr_t(Function);
#else
#error "the CPU device does not know this machine's signal frames"
#endif
}

/// Not the kernel's: the access is tried again, with the handler of before.
static void giveOn(int Signal) { sigaction(Signal, &Former[Signal], nullptr); }

static void handle(int Signal, siginfo_t *Info, void *Machine) {
  if (!Current || !Current->OnStack)
    return giveOn(Signal);
  if (Current->Sections) {
    tell("internal error in RaceMap's own code: ", Signal, Info->si_addr);
    return giveOn(Signal);
  }
  if (Current->InBlock->Run->grid().isFirstToTell())
    tell("", Signal, Info->si_addr);
  bool IsAddress = Signal == SIGSEGV || Signal == SIGBUS;
  setPlace(*static_cast<ucontext_t *>(Machine),
           IsAddress ? leaveThread : leaveAtTrap, Current->OnStack->High);
}

static void installHandlers() {
  struct sigaction Action;
  memset(&Action, 0, sizeof Action);
  Action.sa_sigaction = handle;
  Action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER;
  for (int Signal : Handled)
    sigaction(Signal, &Action, &Former[Signal]);
}

namespace {
/// Where a handler's stack is on this thread, from its first launch to its end;
/// null before and, for launches of the program's last destructors, after.
thread_local void *HandlerMemory = nullptr;

struct GiveBackAtEnd {
  ~GiveBackAtEnd();
};
} // namespace

static bool unregisterStack() {
  stack_t None{};
  None.ss_flags = SS_DISABLE;
  return sigaltstack(&None, nullptr) == 0;
}

/// A handler of the program's that ends the process may have interrupted a
/// launch, and may stand on it: then it stays registered.
GiveBackAtEnd::~GiveBackAtEnd() {
  stack_t Now;
  if (sigaltstack(nullptr, &Now) != 0)
    return;
  bool IsRegistered =
      !(Now.ss_flags & SS_DISABLE) && Now.ss_sp == HandlerMemory;
  if (!IsRegistered || unregisterStack())
    munmap(std::exchange(HandlerMemory, nullptr), HandlerBytes);
}

static bool hasHandlerMemory() {
  if (HandlerMemory)
    return true;
  void *Memory = mmap(nullptr, HandlerBytes, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (Memory == MAP_FAILED)
    return false;
  HandlerMemory = Memory;
  [[maybe_unused]] static thread_local GiveBackAtEnd Its;
  return true;
}

SignalStack::SignalStack() {
  [[maybe_unused]] static bool Once = (installHandlers(), true);
  stack_t Now;
  if (sigaltstack(nullptr, &Now) != 0 || !(Now.ss_flags & SS_DISABLE) ||
      !hasHandlerMemory())
    return;
  stack_t New{};
  New.ss_sp = HandlerMemory;
  New.ss_size = HandlerBytes;
  IsInstalled = sigaltstack(&New, nullptr) == 0;
}

SignalStack::~SignalStack() {
  if (IsInstalled)
    unregisterStack();
}

} // namespace racemap::cpu
