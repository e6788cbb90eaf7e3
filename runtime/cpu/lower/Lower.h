// Lower - from device code to code of the host.
//
// In:  a module for nvptx64 as clang emits it, lazily loaded, and a kernel.
// Out: a module for the host with one function, EntryName, that runs a thread
//      of the kernel, or some (and the functions whose addresses variables
//      hold). What the kernel does not reach is gone.
//
// The steps, a file each:
//   Reachable       only what the kernel reaches stays
//   KernelNames     kernels that are launched from here are their names
//   Headers         wrappers of clang's and CUDA's headers become part of what
//                   calls them, so that their places are the user's
//   Assembly        inline PTX becomes instructions and intrinsics
//   Lockstep        for GPUs before Volta: lanes meet before each access
//   Intrinsics      llvm.nvvm.* become loads from the context, calls of the
//                   engine, LLVM's own operations
//   Target          the module is one for the host
//   Entry           a function that takes cudaLaunchKernel's arguments
//   Optimize        LLVM's pipeline
//   SharedTables    constants that hold addresses of __shared__ variables
//   Fibers          do the threads of a block need one each?
//     ThreadLoop    those that never wait run one after the other, in a loop
//     JoinedBlocks  may blocks beside each other run as one?
//     RowChecks     are the accesses of a row of threads in their arrays?
//     BarrierRounds those that wait at barriers only run from one to the next
//   SharedLayout    __shared__ variables are offsets in the block's memory
//   Addresses       other variables are numbers: where they are in the arena
//   Divisions       by zero, which the GPU survives
//   SwitchPoints    where a thread lets others run
//   Checks          of instrumented code: what needs no call of the monitor
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_RUNTIME_CPU_LOWER_LOWER_H
#define RACEMAP_RUNTIME_CPU_LOWER_LOWER_H

#include "runtime/cpu/Thread.h"

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/Error.h"
#include "llvm/Target/TargetMachine.h"

#include <optional>
#include <string>
#include <vector>

namespace racemap::cpu {

/// What the steps know, and what they find out.
struct Lowering {
  llvm::Module &M;
  llvm::Function &Kernel;
  llvm::TargetMachine &Machine;
  /// Where a variable is.
  llvm::function_ref<llvm::Expected<char *>(llvm::StringRef)> PlaceVariable;
  /// Does the library have this function?
  llvm::function_ref<bool(llvm::StringRef)> HasFunction;
  bool IsInstrumented = false;
  /// Added to the numbers of sites in instrumented code.
  unsigned FirstSite = 0;
  /// The lanes of a warp advance together.
  bool IsLockstep = false;

  /// Where threads wait for others. If the entry knows all such places, it runs
  /// as many threads of a block as it is told, and lets nobody else run.
  enum class Waiting : uint8_t { Never, AtBlockBarriers, Anywhere };
  Waiting Waits = Waiting::Anywhere;
  bool needsFibers() const { return Waits == Waiting::Anywhere; }
  /// If it does not: is it known which one runs, from its beginning on?
  bool KnowsThreads = false;
  /// If it runs blocks beside each other as one, of any width (JoinedBlocks):
  /// what blockDim.x has to be; 0: anything.
  std::optional<unsigned> JoinedWidth = {};
  size_t StaticShared = 0;
  std::vector<SharedVariable> SharedVariables = {};
  /// Functions with __shared__ variables whose addresses others may have. They
  /// know only this kernel's layout of shared memory.
  std::vector<std::string> SharedBehindPointers = {};
  /// Functions whose addresses are in variables that the kernel reaches.
  std::vector<std::string> FunctionsInVariables = {};
  /// Functions that stand for what is not known: name, what it is.
  std::vector<std::pair<std::string, std::string>> Unknown = {};
};

/// With which lanes meet that advance together.
inline constexpr char LockstepCall[] = "__racemap_lockstep";

inline constexpr char EntryName[] = "__racemap_entry";

/// The error is one line for each thing that the kernel needs and that is not
/// known.
llvm::Error lower(Lowering &L);

/// Adds to the numbers of sites that instrumented code announces.
void renumberSites(llvm::Module &M, unsigned FirstSite);

// The steps.
llvm::Error keepReachable(Lowering &L);
void nameKernels(llvm::Function &F);
void inlineHeaders(Lowering &L);
void lowerInlineAssembly(Lowering &L);
void addLockstep(llvm::Module &M);
void lowerIntrinsics(Lowering &L);
void retarget(Lowering &L);
void addEntry(Lowering &L);
void optimize(Lowering &L);
void copySharedTables(Lowering &L);
void joinThreads(Lowering &L);
void addThreadLoop(Lowering &L);
void addBarrierRounds(Lowering &L);
void fuse(llvm::Function &F);
void layOutShared(Lowering &L);
llvm::Error placeVariables(Lowering &L);
void guardDivisions(llvm::Function &F);
void guardLocalBounds(llvm::Function &F);
/// Does a thread look there for what others do? Not in a loop that looks at no
/// memory, ends when it ends whatever others do, or waits for all of the block
/// in each iteration.
bool mayWait(llvm::Function &F);
void addSwitchPoints(llvm::Function &F);
void inlineChecks(llvm::Function &F);

} // namespace racemap::cpu

#endif // RACEMAP_RUNTIME_CPU_LOWER_LOWER_H
