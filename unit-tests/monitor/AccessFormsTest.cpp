// Every form of an access in both halves: what the analysis and the sanitizer
// take it for, and which two forms race.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/instrument/Event.h"
#include "passes/intervals/Relation.h"
#include "passes/lift/effects/MemoryEffects.h"
#include "unit-tests/monitor/Device.h"

#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/SourceMgr.h"
#include <gtest/gtest.h>

namespace racemap {
namespace {

using intervals::Relation;
using map::Scope;
using ptx::Ordering;
using Operation = map::Access::Operation;

struct Form {
  const char *Text; ///< an instruction of the IR, or of PTX
  Operation Is;
  Scope For = Scope::Grid; ///< of an atomic access
  Ordering Order = Ordering::Weak;
};

constexpr Form Forms[] = {
    // The IR.
    {"%x = load i32, ptr %p", Operation::Read},
    {"%x = load volatile i32, ptr %p", Operation::Read, Scope::Grid,
     Ordering::Volatile},
    {"%x = load atomic i32, ptr %p monotonic, align 4", Operation::AtomicRead,
     Scope::Grid, Ordering::Relaxed},
    {"%x = load atomic volatile i32, ptr %p unordered, align 4",
     Operation::AtomicRead, Scope::Grid, Ordering::Relaxed},
    {R"(%x = load atomic i32, ptr %p syncscope("block") acquire, align 4)",
     Operation::AtomicRead, Scope::Block, Ordering::Acquire},
    {R"(%x = load atomic i32, ptr %p syncscope("cluster") acquire, align 4)",
     Operation::AtomicRead, Scope::Cluster, Ordering::Acquire},
    {R"(%x = load atomic i32, ptr %p syncscope("device") acquire, align 4)",
     Operation::AtomicRead, Scope::Grid, Ordering::Acquire},
    {"store i32 %n, ptr %p", Operation::Write},
    {"store volatile i32 %n, ptr %p", Operation::Write, Scope::Grid,
     Ordering::Volatile},
    {"store atomic i32 %n, ptr %p monotonic, align 4", Operation::AtomicWrite,
     Scope::Grid, Ordering::Relaxed},
    {R"(store atomic i32 %n, ptr %p syncscope("block") release, align 4)",
     Operation::AtomicWrite, Scope::Block, Ordering::Release},
    {R"(store atomic i32 %n, ptr %p syncscope("cluster") release, align 4)",
     Operation::AtomicWrite, Scope::Cluster, Ordering::Release},
    // As CUDA's own functions are compiled.
    {"%x = atomicrmw add ptr %p, i32 %n seq_cst", Operation::ReadModifyWrite,
     Scope::Grid, Ordering::Relaxed},
    {"%x = atomicrmw xchg ptr %p, i32 %n acq_rel", Operation::ReadModifyWrite,
     Scope::Grid, Ordering::AcqRel},
    {R"(%x = atomicrmw umax ptr %p, i32 %n syncscope("block") acquire)",
     Operation::ReadModifyWrite, Scope::Block, Ordering::Acquire},
    {R"(%x = atomicrmw or ptr %p, i32 %n syncscope("cluster") release)",
     Operation::ReadModifyWrite, Scope::Cluster, Ordering::Release},
    {"%x = cmpxchg ptr %p, i32 0, i32 %n seq_cst seq_cst",
     Operation::ReadModifyWrite, Scope::Grid, Ordering::Relaxed},
    {R"(%x = cmpxchg ptr %p, i32 0, i32 %n syncscope("block") acq_rel acquire)",
     Operation::ReadModifyWrite, Scope::Block, Ordering::AcqRel},
    // Intrinsics.
    {"%x = call i32 @llvm.nvvm.ldu.global.i.i32.p0(ptr %p, i32 4)",
     Operation::Read},
    {"%x = call i32 @llvm.nvvm.atomic.add.gen.i.cta.i32.p0(ptr %p, i32 %n)",
     Operation::ReadModifyWrite, Scope::Block, Ordering::Relaxed},
    {"%x = call i32 @llvm.nvvm.atomic.add.gen.i.sys.i32.p0(ptr %p, i32 %n)",
     Operation::ReadModifyWrite, Scope::System, Ordering::Relaxed},
    {"%x = call i32 @llvm.nvvm.atomic.cas.gen.i.cta.i32.p0(ptr %p, i32 0, "
     "i32 %n)",
     Operation::ReadModifyWrite, Scope::Block, Ordering::Relaxed},
    // Inline PTX; "=" has a result.
    {"=ld.global.u32 $0, [$1];", Operation::Read},
    {"=ld.weak.global.u32 $0, [$1];", Operation::Read},
    {"=ld.global.nc.u32 $0, [$1];", Operation::Read},
    {"=ld.global.ca.u32 $0, [$1];", Operation::Read},
    {"=ld.volatile.global.u32 $0, [$1];", Operation::Read, Scope::Grid,
     Ordering::Volatile},
    {"=ld.relaxed.cta.global.u32 $0, [$1];", Operation::AtomicRead,
     Scope::Block, Ordering::Relaxed},
    {"=ld.relaxed.cluster.global.u32 $0, [$1];", Operation::AtomicRead,
     Scope::Cluster, Ordering::Relaxed},
    {"=ld.relaxed.gpu.global.u32 $0, [$1];", Operation::AtomicRead, Scope::Grid,
     Ordering::Relaxed},
    {"=ld.relaxed.sys.global.u32 $0, [$1];", Operation::AtomicRead,
     Scope::System, Ordering::Relaxed},
    {"=ld.acquire.cta.global.u32 $0, [$1];", Operation::AtomicRead,
     Scope::Block, Ordering::Acquire},
    {"=ld.acquire.gpu.global.u32 $0, [$1];", Operation::AtomicRead, Scope::Grid,
     Ordering::Acquire},
    {"st.global.u32 [$0], $1;", Operation::Write},
    {"st.volatile.global.u32 [$0], $1;", Operation::Write, Scope::Grid,
     Ordering::Volatile},
    {"st.relaxed.cta.global.u32 [$0], $1;", Operation::AtomicWrite,
     Scope::Block, Ordering::Relaxed},
    {"st.relaxed.gpu.global.u32 [$0], $1;", Operation::AtomicWrite, Scope::Grid,
     Ordering::Relaxed},
    {"st.release.cluster.global.u32 [$0], $1;", Operation::AtomicWrite,
     Scope::Cluster, Ordering::Release},
    {"st.release.sys.global.u32 [$0], $1;", Operation::AtomicWrite,
     Scope::System, Ordering::Release},
    {"=atom.global.add.u32 $0, [$1], $2;", Operation::ReadModifyWrite,
     Scope::Grid, Ordering::Relaxed},
    {"=atom.acquire.cta.global.add.u32 $0, [$1], $2;",
     Operation::ReadModifyWrite, Scope::Block, Ordering::Acquire},
    {"=atom.acq_rel.cluster.global.exch.b32 $0, [$1], $2;",
     Operation::ReadModifyWrite, Scope::Cluster, Ordering::AcqRel},
    {"=atom.acq_rel.sys.global.cas.b32 $0, [$1], 0, $2;",
     Operation::ReadModifyWrite, Scope::System, Ordering::AcqRel},
    {"red.global.add.u32 [$0], $1;", Operation::ReadModifyWrite, Scope::Grid,
     Ordering::Relaxed},
    {"red.release.cta.global.max.u32 [$0], $1;", Operation::ReadModifyWrite,
     Scope::Block, Ordering::Release},
};

/// Do two accesses that nothing orders race: never, always, or where a scope
/// leaves one of the threads out.
constexpr char Races[5][6] = {
    // by Operation: Read, Write, AtomicRead, AtomicWrite, ReadModifyWrite
    "nanaa", "aaaaa", "nanss", "aasss", "aasss",
};

std::string instructionOf(const Form &F) {
  llvm::StringRef Text = F.Text;
  if (Text.contains('%'))
    return Text.str();
  bool HasResult = Text.consume_front("=");
  bool HasSource = !HasResult || Text.contains("$2");
  return (HasResult ? "%x = call i32" : "call void") +
         (" asm sideeffect \"" + Text + "\", \"").str() +
         (HasResult ? "=r," : "") + "l" + (HasSource ? ",r" : "") +
         ",~{memory}\"(ptr %p" + (HasSource ? ", i32 %n)" : ")");
}

/// What the two halves make of a form.
struct Seen {
  map::Access Lifted;
  device::Descriptor Monitored;
};

std::optional<Seen> read(const Form &F) {
  llvm::LLVMContext Context;
  llvm::SMDiagnostic Wrong;
  std::string Text =
      "target triple = \"nvptx64-nvidia-cuda\"\n"
      "declare i32 @llvm.nvvm.ldu.global.i.i32.p0(ptr, i32)\n"
      "declare i32 @llvm.nvvm.atomic.add.gen.i.cta.i32.p0(ptr, i32)\n"
      "declare i32 @llvm.nvvm.atomic.add.gen.i.sys.i32.p0(ptr, i32)\n"
      "declare i32 @llvm.nvvm.atomic.cas.gen.i.cta.i32.p0(ptr, i32, i32)\n"
      "define void @k(ptr %p, i32 %n) {\n" +
      instructionOf(F) + "\nret void\n}\n";
  auto M = llvm::parseAssemblyString(Text, Wrong, Context);
  if (!M) {
    ADD_FAILURE() << F.Text << ": " << Wrong.getMessage().str();
    return std::nullopt;
  }
  llvm::Instruction &I = *llvm::inst_begin(M->getFunction("k"));
  auto Effects = lift::effectsOf(I);
  auto Events = instrument::eventsOf(I);
  if (Effects.size() != 1 || Effects[0].Accesses.size() != 1 ||
      Events.size() != 1 || Events[0].K != instrument::Event::Kind::Access) {
    ADD_FAILURE() << F.Text << " is not one access";
    return std::nullopt;
  }
  const lift::MemoryAccess &A = Effects[0].Accesses[0];
  EXPECT_EQ(A.Size, 4u) << F.Text;
  Seen S;
  S.Lifted.TheOperation = A.Operation;
  S.Lifted.AtomicScope = A.AtomicScope;
  S.Lifted.Acquires = A.Acquires;
  S.Lifted.Releases = A.Releases;
  S.Lifted.Volatile = A.Volatile;
  S.Monitored = Events[0].How;
  return S;
}

TEST(AccessForms, AreWhatTheTableSaysInBothHalves) {
  for (const Form &F : Forms) {
    auto S = read(F);
    ASSERT_TRUE(S);
    bool Acquires = F.Order == Ordering::Acquire || F.Order == Ordering::AcqRel;
    bool Releases = F.Order == Ordering::Release || F.Order == Ordering::AcqRel;
    bool IsVolatile = F.Order == Ordering::Volatile;
    EXPECT_EQ(S->Lifted.TheOperation, F.Is) << F.Text;
    if (S->Lifted.isAtomic()) {
      EXPECT_EQ(S->Lifted.AtomicScope, F.For) << F.Text;
    }
    EXPECT_EQ(S->Lifted.Acquires, Acquires) << F.Text;
    EXPECT_EQ(S->Lifted.Releases, Releases) << F.Text;
    EXPECT_EQ(S->Lifted.Volatile, IsVolatile) << F.Text;
    EXPECT_EQ(isAtomic(S->Monitored.Op), S->Lifted.isAtomic()) << F.Text;
    EXPECT_EQ(S->Monitored.writes(), S->Lifted.writes()) << F.Text;
    EXPECT_EQ(S->Monitored.OnlyLoads, F.Is == Operation::AtomicRead) << F.Text;
    EXPECT_EQ(S->Monitored.OnlyStores, F.Is == Operation::AtomicWrite)
        << F.Text;
    EXPECT_EQ(S->Monitored.acquires(), Acquires) << F.Text;
    EXPECT_EQ(S->Monitored.releases(), Releases) << F.Text;
    EXPECT_EQ(S->Monitored.Ordering == device::Order::Volatile, IsVolatile)
        << F.Text;
  }
}

/// Of three threads of each block, two are of one warp; two blocks are a
/// cluster.
struct Distance {
  unsigned Other; ///< beside thread 0
  Relation Between;
  Scope Smallest; ///< the scope of the smallest group that has both
};

Relation ofBlocks(bool OneCluster) {
  Relation R = Relation::DifferentBlock;
  R.OneCluster = OneCluster;
  return R;
}

TEST(AccessForms, RaceWithEachOtherAlikeInBothHalves) {
  const Distance Distances[] = {
      {1, Relation::SameWarp, Scope::Warp},
      {2, Relation::SameBlock, Scope::Block},
      {3, ofBlocks(true), Scope::Cluster},
      {6, ofBlocks(false), Scope::Grid},
  };
  std::vector<Seen> All;
  for (const Form &F : Forms) {
    auto S = read(F);
    ASSERT_TRUE(S);
    All.push_back(*S);
  }
  size_t Words = All.size() * All.size() * std::size(Distances);
  void *Memory =
      cpu::Arena::get().allocate(4 * Words, cpu::Allocation::Kind::Device, {});
  uint64_t Word = uint64_t(Memory);
  unsigned Site = Device::SitesPerKernel; // of "fenced"
  {
    Device D("fenced", 4, 2, {0, 1, 40});
    for (size_t I = 0; I < All.size(); ++I)
      for (size_t J = 0; J < All.size(); ++J)
        for (const Distance &Apart : Distances) {
          const Form &A = Forms[I], &B = Forms[J];
          char Kind = Races[unsigned(A.Is)][unsigned(B.Is)];
          bool LeavesOut = std::min(A.For, B.For) < Apart.Smallest;
          bool Expected = Kind == 'a' || (Kind == 's' && LeavesOut);
          std::string What = std::string(A.Text) + " and " + B.Text + " by " +
                             std::to_string(Apart.Other);
          EXPECT_EQ(
              intervals::conflict(All[I].Lifted, All[J].Lifted, Apart.Between),
              Expected)
              << What << ", lifted";
          device::Descriptor First = All[I].Monitored,
                             Second = All[J].Monitored;
          D.access(0, Word, 4, First, Site + unsigned(First.Op));
          bool Met = !D.access(Apart.Other, Word, 4, Second,
                               Site + unsigned(Second.Op))
                          .empty();
          EXPECT_EQ(Met, Expected) << What << ", monitored";
          Word += 4;
        }
  }
  cpu::Arena::get().free(Memory);
}

} // namespace
} // namespace racemap
