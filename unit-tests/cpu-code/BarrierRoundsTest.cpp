// Which kernels' threads run in rounds from barrier to barrier, and which need
// fibers.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "unit-tests/cpu-code/Lowered.h"

namespace racemap::cpu {
namespace {

constexpr char Barrier[] =
    "  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)\n";

bool runsInRounds(const std::string &Body) {
  return waitsOf(Body) == Lowering::Waiting::AtBlockBarriers;
}

TEST(BarrierRounds, WhoWaitsForAllOfTheBlockNeedsNoFiber) {
  EXPECT_TRUE(runsInRounds(std::string(Barrier) +
                           "  store i32 %n, ptr %p\n  ret void"));
  EXPECT_TRUE(runsInRounds("  %x = call i32 @llvm.nvvm.barrier0.popc(i32 %n)\n"
                           "  store i32 %x, ptr %p\n  ret void"));
}

/// cg::this_thread_block() asks for it, which is the same for all of the block.
TEST(BarrierRounds, ReservedMemoryIsNobodysOwn) {
  EXPECT_TRUE(runsInRounds(
      "  %x = call i32 @__racemap_reserved_shared(i32 1)\n" +
      std::string(Barrier) + "  store i32 %x, ptr %p\n  ret void"));
}

/// Some may be at the one, others at the other.
TEST(BarrierRounds, SeveralBarriersNeedFibers) {
  constexpr char Other[] =
      "  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 1)\n";
  EXPECT_TRUE(runsInRounds(std::string(Other) + Other + "  ret void"));
  EXPECT_FALSE(runsInRounds(std::string(Barrier) + Other + "  ret void"));
}

TEST(BarrierRounds, BarriersOfSomeThreadsNeedFibers) {
  EXPECT_FALSE(runsInRounds("  call void @llvm.nvvm.barrier.cta.sync.aligned."
                            "count(i32 0, i32 64)\n  ret void"));
  EXPECT_FALSE(
      runsInRounds("  call void @llvm.nvvm.barrier.cta.sync.aligned.all("
                   "i32 %n)\n  ret void"));
}

TEST(BarrierRounds, WhoAlsoWaitsElsewhereNeedsAFiber) {
  EXPECT_FALSE(runsInRounds(
      std::string(Barrier) +
      "  %x = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %n, i32 1, "
      "i32 31)\n  store i32 %x, ptr %p\n  ret void"));
  EXPECT_FALSE(runsInRounds(std::string(Barrier) +
                            "  call void @llvm.nvvm.exit()\n  ret void"));
  EXPECT_FALSE(runsInRounds(std::string(Barrier) +
                            "  %x = load volatile i32, ptr %p\n"
                            "  store i32 %x, ptr %q\n  ret void"));
}

/// The monitor counts barriers for each thread.
TEST(BarrierRounds, BarriersThatAreMonitoredNeedFibers) {
  EXPECT_FALSE(runsInRounds(std::string(Barrier) +
                            "  call void @__racemap_barrier(i32 2, i32 -1)\n"
                            "  ret void"));
}

/// A loop that looks at memory is no reason to have a fiber if all threads have
/// their turn in each of its iterations.
TEST(BarrierRounds, WhoMeetsAllInEachIterationLetsThemRun) {
  std::string Looks = "  %x = load i32, ptr %p\n  store i32 %i, ptr %q\n"
                      "  %more = icmp ne i32 %x, 0\n";
  EXPECT_TRUE(runsInRounds(loop(Barrier + Looks)));
  EXPECT_FALSE(runsInRounds(loop(Looks) + "\nf:\n" + Barrier + "  ret void"));
  EXPECT_FALSE(runsInRounds(
      "  br label %l\nl:\n  %x = load i32, ptr %p\n  store i32 %n, ptr %q\n"
      "  %c = icmp sgt i32 %x, 5\n  br i1 %c, label %b, label %t\nb:\n" +
      std::string(Barrier) +
      "  br label %t\nt:\n  %more = icmp ne i32 %x, 0\n"
      "  br i1 %more, label %l, label %e\ne:\n  ret void"));
}

/// Has an array that is alive at the barrier.
std::string withArray(const std::string &Elements,
                      const std::string &Alignment) {
  return "  %a = alloca [" + Elements + " x i32], align " + Alignment +
         "\n  %l = zext i32 %n to i64\n"
         "  %at = getelementptr i32, ptr %a, i64 %l\n"
         "  store i32 %n, ptr %at\n" +
         Barrier +
         "  %x = load i32, ptr %a\n  store i32 %x, ptr %p\n  ret void";
}

/// Each thread of the block would have that much.
TEST(BarrierRounds, LargeArraysNeedFibers) {
  EXPECT_TRUE(runsInRounds(withArray("64", "4")));
  EXPECT_FALSE(runsInRounds(withArray("65536", "4")));
}

/// Frames are as aligned as pages are.
TEST(BarrierRounds, VariablesOfLargeAlignmentNeedFibers) {
  EXPECT_TRUE(runsInRounds(withArray("64", "4096")));
  EXPECT_FALSE(runsInRounds(withArray("64", "8192")));
}

/// A table of shared variables is filled once for each thread, which keeps it:
/// where a thread is in it may be alive at a barrier.
TEST(BarrierRounds, TablesAreKept) {
  Lowered L(R"(
@a = internal addrspace(3) global [64 x i32] undef
@b = internal addrspace(3) global [64 x i32] undef
@t = internal constant [2 x ptr] [ptr addrspacecast (ptr addrspace(3) @a to ptr), ptr addrspacecast (ptr addrspace(3) @b to ptr)]
define ptx_kernel void @k(ptr %p, i32 %n) {
  br label %l
l:
  %at = phi ptr [ @t, %0 ], [ %next, %l ]
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %of = load ptr, ptr %at
  %x = load i32, ptr %of
  store i32 %x, ptr %p
  %step = load i32, ptr %p
  %next = getelementptr ptr, ptr %at, i32 %step
  %more = icmp ne i32 %x, %n
  br i1 %more, label %l, label %e
e:
  ret void
}
)");
  EXPECT_EQ(L.Waits, Lowering::Waiting::AtBlockBarriers);
  for (const char *Name :
       {"__racemap_coroutine", "__racemap_coroutine.resume"}) {
    const Function *Part = L.M->getFunction(Name);
    ASSERT_NE(Part, nullptr);
    for (const Instruction &I : instructions(*Part))
      EXPECT_FALSE(isa<AllocaInst>(I)) << Name;
  }
}

/// A product before a barrier is one operation with the sum behind it, as it is
/// in a thread that has a fiber.
TEST(BarrierRounds, WhatIsFusedStaysSo) {
  Lowered L("define ptx_kernel void @k(ptr %p, float %a, float %b) {\n"
            "  %m = fmul contract float %a, %b\n" +
            std::string(Barrier) +
            "  %x = load float, ptr %p\n"
            "  %s = fadd contract float %m, %x\n"
            "  store float %s, ptr %p\n  ret void\n}\n");
  EXPECT_EQ(L.Waits, Lowering::Waiting::AtBlockBarriers);
  EXPECT_NE(L.text().find("@llvm.fmuladd"), std::string::npos);
}

/// Who traps is told before.
TEST(BarrierRounds, WhoCallsIsTold) {
  Lowered L("define ptx_kernel void @k(ptr %p, i32 %n) {\n" +
            std::string(Barrier) +
            "  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()\n"
            "  %c = icmp eq i32 %t, %n\n  br i1 %c, label %a, label %e\na:\n"
            "  call void @llvm.trap()\n  unreachable\ne:\n  ret void\n}\n");
  EXPECT_EQ(L.Waits, Lowering::Waiting::AtBlockBarriers);
  std::string Text = L.text();
  size_t Told = Text.find("call void @__racemap_cpu_thread");
  ASSERT_NE(Told, std::string::npos) << Text;
  EXPECT_NE(Text.find("call void @__racemap_cpu_trap", Told), std::string::npos)
      << Text;
}

} // namespace
} // namespace racemap::cpu
