// Which kernels' threads run one after the other in a loop, or in rounds from
// barrier to barrier, and which need fibers.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/cpu/Jit.h"
#include "runtime/cpu/lower/Lower.h"

#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/Support/SourceMgr.h"
#include "gtest/gtest.h"

#include <cstring>

using namespace llvm;
using racemap::cpu::Jit;
using racemap::cpu::Lowering;

namespace {

constexpr char Declared[] = R"(
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.tid.y()
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)
declare i32 @llvm.nvvm.shfl.sync.bfly.i32(i32, i32, i32, i32)
declare void @llvm.nvvm.barrier.cta.sync.aligned.count(i32, i32)
declare i32 @llvm.nvvm.barrier0.popc(i32)
declare void @llvm.nvvm.exit()
declare void @llvm.trap()
declare void @__racemap_barrier(i32, i32)
declare i32 @__racemap_reserved_shared(i32)
declare float @__nv_expf(float)
declare void @__racemap_access(ptr, i64, i32, i32)
)";

/// A module of the device code, lowered.
struct Lowered {
  LLVMContext Context;
  std::unique_ptr<Module> M;
  Lowering::Waiting Waits = Lowering::Waiting::Anywhere;

  explicit Lowered(const std::string &Code) {
    SMDiagnostic Problem;
    M = parseAssemblyString(Declared + Code, Problem, Context);
    if (!M) {
      ADD_FAILURE() << Problem.getMessage().str();
      return;
    }
    auto Engine = Jit::get();
    if (!Engine) {
      ADD_FAILURE() << toString(Engine.takeError());
      return;
    }
    auto Machine = cantFail((*Engine)->targetMachine());
    auto Place = [](StringRef) -> Expected<char *> {
      return createStringError("no variables");
    };
    auto Has = [](StringRef F) {
      return F == "__nv_expf" || F.starts_with("__racemap_");
    };
    Lowering L{*M, *M->getFunction("k"), *Machine, Place, Has};
    if (Error E = lower(L))
      ADD_FAILURE() << toString(std::move(E));
    Waits = L.Waits;
  }

  bool neverWaits() const { return Waits == Lowering::Waiting::Never; }

  std::string text() const {
    std::string Text;
    raw_string_ostream(Text) << *M;
    return Text;
  }
};

Lowering::Waiting waitsOf(const std::string &Body) {
  return Lowered("define ptx_kernel void @k(ptr %p, ptr %q, i32 %n) {\n" +
                 Body + "\n}\n")
      .Waits;
}

bool neverWaits(const std::string &Body) {
  return waitsOf(Body) == Lowering::Waiting::Never;
}

/// A loop that goes on as long as %more, which the body says.
std::string loop(const std::string &Body) {
  return "  br label %l\nl:\n  %i = phi i32 [ 0, %0 ], [ %i1, %l ]\n"
         "  %i1 = add nsw i32 %i, 1\n" +
         Body + "  br i1 %more, label %l, label %e\ne:\n  ret void";
}

TEST(ThreadLoop, WhatOnlyComputesNeverWaits) {
  EXPECT_TRUE(neverWaits("  store i32 %n, ptr %p\n  ret void"));
  EXPECT_TRUE(neverWaits("  %x = load float, ptr %p\n"
                         "  %y = call float @__nv_expf(float %x)\n"
                         "  store float %y, ptr %q\n  ret void"));
}

TEST(ThreadLoop, WhoMeetsOthersWaits) {
  EXPECT_FALSE(
      neverWaits("  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)\n"
                 "  store i32 %n, ptr %p\n  ret void"));
  EXPECT_FALSE(neverWaits(
      "  %x = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %n, i32 1, "
      "i32 31)\n  store i32 %x, ptr %p\n  ret void"));
}

TEST(ThreadLoop, WhoMayEndInTheMiddleHasAFiber) {
  EXPECT_FALSE(neverWaits("  store i32 %n, ptr %p\n"
                          "  call void @llvm.nvvm.exit()\n  ret void"));
}

TEST(ThreadLoop, WhoLooksForWhatOthersDoWaits) {
  EXPECT_FALSE(neverWaits("  %x = load volatile i32, ptr %p\n"
                          "  store i32 %x, ptr %q\n  ret void"));
  EXPECT_FALSE(
      neverWaits("  %x = atomicrmw add ptr %p, i32 1 monotonic\n  ret void"));
  EXPECT_FALSE(neverWaits(loop("  %x = load i32, ptr %p\n"
                               "  store i32 %i, ptr %q\n"
                               "  %more = icmp ne i32 %x, 0\n")));
}

TEST(ThreadLoop, LoopsThatCountEnd) {
  EXPECT_TRUE(neverWaits(loop("  %at = getelementptr i32, ptr %p, i32 %i\n"
                              "  store i32 1, ptr %at\n"
                              "  %more = icmp slt i32 %i1, %n\n")));
  // Whatever the limit is each time.
  EXPECT_TRUE(neverWaits(loop("  %x = load i32, ptr %p\n"
                              "  store i32 %i, ptr %q\n"
                              "  %more = icmp slt i32 %i1, %x\n")));
  EXPECT_TRUE(neverWaits(loop("  %x = load i32, ptr %p\n"
                              "  store i32 %i, ptr %q\n"
                              "  %more = icmp sge i32 %x, %i1\n")));
  // The number may run over, or never be hit, or goes the other way.
  EXPECT_FALSE(
      neverWaits("  br label %l\nl:\n  %i = phi i32 [ %n, %0 ], [ %i1, %l ]\n"
                 "  %i1 = add i32 %i, 1\n  %x = load i32, ptr %p\n"
                 "  store i32 %i, ptr %q\n  %more = icmp uge i32 %x, %i1\n"
                 "  br i1 %more, label %l, label %e\ne:\n  ret void"));
  EXPECT_FALSE(neverWaits(loop("  %x = load i32, ptr %p\n"
                               "  store i32 %i, ptr %q\n"
                               "  %more = icmp ne i32 %i1, %x\n")));
  EXPECT_FALSE(neverWaits(loop("  %x = load i32, ptr %p\n"
                               "  store i32 %i, ptr %q\n"
                               "  %more = icmp sgt i32 %i1, %x\n")));
}

/// Whatever the step is, if nobody else decides how often it is taken.
TEST(ThreadLoop, LoopsThatOnlyCountWaitForNobody) {
  auto Strides = [](const std::string &Limit) {
    return "  %s = load i32, ptr %q\n  br label %l\nl:\n"
           "  %i = phi i32 [ 0, %0 ], [ %i1, %l ]\n"
           "  %at = getelementptr i32, ptr %p, i32 %i\n"
           "  store i32 1, ptr %at\n  %x = load i32, ptr %q\n"
           "  %i1 = add nsw i32 %i, %s\n  %more = icmp slt i32 %i1, " +
           Limit + "\n  br i1 %more, label %l, label %e\ne:\n  ret void";
  };
  EXPECT_TRUE(neverWaits(Strides("%n")));
  EXPECT_FALSE(neverWaits(Strides("%x")));
}

/// Nor if nothing adds up, unless what others write decides which number it is.
TEST(ThreadLoop, LoopsThatOnlyComputeWaitForNobody) {
  auto Doubles = [](const std::string &Next) {
    return "  br label %l\nl:\n  %i = phi i32 [ 2, %0 ], [ %j, %b ]\n"
           "  %x = load i32, ptr %q\n  store i32 %i, ptr %p\n"
           "  %d = shl i32 %i, 1\n  %c = icmp sgt i32 %x, 0\n"
           "  br i1 %c, label %t, label %b\nt:\n"
           "  store i32 7, ptr %q\n  br label %b\nb:\n" +
           Next +
           "  %more = icmp ult i32 %j, %n\n"
           "  br i1 %more, label %l, label %e\ne:\n  ret void";
  };
  EXPECT_TRUE(neverWaits(Doubles("  %j = add i32 %d, 0\n")));
  EXPECT_FALSE(neverWaits(Doubles("  %j = phi i32 [ %d, %l ], [ 9, %t ]\n")));
  EXPECT_FALSE(neverWaits(Doubles("  %y = load i32, ptr %q\n"
                                  "  %j = xor i32 %d, %y\n")));
}

/// They would take years.
TEST(ThreadLoop, LimitsOf64BitsAreNone) {
  EXPECT_FALSE(
      neverWaits("  br label %l\nl:\n  %i = phi i64 [ 0, %0 ], [ %i1, %l ]\n"
                 "  %i1 = add nsw i64 %i, 1\n  %x = load i64, ptr %p\n"
                 "  store i64 %i, ptr %q\n  %more = icmp slt i64 %i1, %x\n"
                 "  br i1 %more, label %l, label %e\ne:\n  ret void"));
}

TEST(ThreadLoop, ALimitThatIsNotAlwaysLookedAtIsNone) {
  // Whether what others write decides the limit or not.
  for (const char *Limit : {"%y", "%n"})
    EXPECT_FALSE(neverWaits(
        "  %r = getelementptr i32, ptr %p, i32 1\n  br label %l\nl:\n"
        "  %i = phi i32 [ 0, %0 ], [ %i1, %b ]\n  %x = load i32, ptr %p\n"
        "  store i32 %i, ptr %q\n  %i1 = add nsw i32 %i, 1\n"
        "  %c = icmp sgt i32 %x, 0\n  br i1 %c, label %t, label %b\nt:\n"
        "  store i32 7, ptr %q\n  %y = load i32, ptr %r\n"
        "  %d = icmp slt i32 %i1, " +
        std::string(Limit) +
        "\n  br i1 %d, label %b, label %e\nb:\n  br label %l\n"
        "e:\n  ret void"));
}

/// They are no loops to LLVM.
TEST(ThreadLoop, CyclesWithSeveralWaysInMayWait) {
  auto Cycle = [](const std::string &WayIn) {
    return "  %s = icmp eq i32 %n, 7\n  br i1 %s, label %a, label %" + WayIn +
           "\na:\n  %i = phi i32 [ 0, %0 ], [ %j, %b ]\n"
           "  store i32 %i, ptr %q\n  %x = load i32, ptr %p\n"
           "  %c = icmp eq i32 %x, 0\n  br i1 %c, label %b, label %e\nb:\n" +
           std::string(WayIn == "b" ? "  %h = phi i32 [ %i, %a ], [ %n, %0 ]\n"
                                    : "  %h = add i32 %i, 0\n") +
           "  %j = add nsw i32 %h, 1\n  store i32 %j, ptr %p\n"
           "  %d = icmp slt i32 %j, %n\n"
           "  br i1 %d, label %a, label %e\ne:\n  ret void";
  };
  EXPECT_TRUE(neverWaits(Cycle("e")));
  EXPECT_FALSE(neverWaits(Cycle("b")));
}

TEST(ThreadLoop, WhoLooksAtNoMemoryWaitsForNobody) {
  EXPECT_TRUE(neverWaits(
      "  br label %l\nl:\n  %x = phi i32 [ %n, %0 ], [ %y, %l ]\n"
      "  %h = lshr i32 %x, 1\n  %m = mul i32 %x, 3\n  %o = add i32 %m, 1\n"
      "  %b = and i32 %x, 1\n  %odd = icmp eq i32 %b, 1\n"
      "  %y = select i1 %odd, i32 %o, i32 %h\n  store i32 %y, ptr %q\n"
      "  %more = icmp ne i32 %y, 1\n  br i1 %more, label %l, label %e\n"
      "e:\n  ret void"));
}

/// The function that is called is not part of the entry.
TEST(ThreadLoop, FunctionsThatStayKnowOfNoLoop) {
  constexpr char Recursive[] = R"(
define i32 @f(i32 %n, ptr %p) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  store i32 %t, ptr %p
  %m = sub i32 %n, 1
  %z = icmp sle i32 %m, 0
  br i1 %z, label %e, label %a
a:
  %r = call i32 @f(i32 %m, ptr %p)
  %s = call i32 @f(i32 %r, ptr %p)
  ret i32 %s
e:
  ret i32 %t
}
define ptx_kernel void @k(ptr %p, i32 %n) {
  %x = call i32 @f(i32 %n, ptr %p)
  store i32 %x, ptr %p
  ret void
}
)";
  Lowered L(Recursive);
  EXPECT_FALSE(L.neverWaits());
  EXPECT_EQ(L.text().find("call i32 @__racemap_thread"), std::string::npos);
}

/// Nor do those whose addresses the kernel has.
TEST(ThreadLoop, FunctionsBehindPointersKnowOfNoLoop) {
  constexpr char Stores[] = R"(
define i32 @f() {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  ret i32 %t
}
define ptx_kernel void @k(ptr %p) {
  store ptr @f, ptr %p
  ret void
}
)";
  Lowered L(Stores);
  EXPECT_EQ(L.Waits, Lowering::Waiting::Anywhere);
  EXPECT_EQ(L.text().find("call i32 @__racemap_thread"), std::string::npos);
}

constexpr char Sum[] = R"(
define ptx_kernel void @k(ptr noalias %p, ptr noalias %q, i32 %n) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %in = icmp ult i32 %t, %n
  br i1 %in, label %a, label %e
a:
  %l = zext i32 %t to i64
  %from = getelementptr float, ptr %p, i64 %l
  %to = getelementptr float, ptr %q, i64 %l
  %x = load float, ptr %from
  %y = fadd float %x, 1.0
  store float %y, ptr %to
  br label %e
e:
  ret void
}
)";

TEST(ThreadLoop, SeveralThreadsRunAtATime) {
  Lowered L(Sum);
  EXPECT_TRUE(L.neverWaits());
  EXPECT_NE(L.text().find(" x float>"), std::string::npos);
}

/// q[t] of one thread may be p[t] of another one.
TEST(ThreadLoop, PromisesOfAThreadAreNoneOfTheLoop) {
  EXPECT_EQ(Lowered(Sum).text().find("!alias.scope"), std::string::npos);
}

/// A product that is the same for all threads is not moved away from its sum.
TEST(ThreadLoop, WhatIsFusedStaysSo) {
  constexpr char Code[] = R"(
define ptx_kernel void @k(ptr %p, float %a, float %b) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %l = zext i32 %t to i64
  %at = getelementptr float, ptr %p, i64 %l
  %x = load float, ptr %at
  %m = fmul contract float %a, %b
  %s = OPERATION
  store float %s, ptr %at
  ret void
}
)";
  auto With = [&](const std::string &Operation) {
    std::string Text = Code;
    Text.replace(Text.find("OPERATION"), 9, Operation);
    Lowered L(Text);
    EXPECT_TRUE(L.neverWaits());
    return L.text().find("@llvm.fmuladd") != std::string::npos;
  };
  EXPECT_TRUE(With("fadd contract float %m, %x"));
  EXPECT_TRUE(With("fadd contract float %x, %m"));
  EXPECT_TRUE(With("fsub contract float %x, %m"));
  EXPECT_FALSE(With("fadd float %m, %x"));
}

/// What a thread may take for constant (__ldg) others may have written.
TEST(ThreadLoop, WhatIsReadOnceByAThreadIsReadByEach) {
  Lowered L(R"(
define ptx_kernel void @k(ptr %p, ptr %q) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %l = zext i32 %t to i64
  %to = getelementptr i32, ptr %q, i64 %l
  %x = load i32, ptr %p, !invariant.load !0
  store i32 %x, ptr %to
  ret void
}
!0 = !{}
)");
  EXPECT_TRUE(L.neverWaits());
  // The pointer comes from the arguments, its place in them too.
  std::string Text = L.text();
  size_t Read = Text.find("load i32, ptr %", Text.find("phi i32"));
  ASSERT_NE(Read, std::string::npos) << Text;
  EXPECT_EQ(Text.substr(Read, Text.find("\n", Read) - Read).find("invariant"),
            std::string::npos)
      << Text;
}

/// Where nearly every thread calls what has to know it, it is told first;
/// where hardly any does, just before.
TEST(ThreadLoop, WhoCallsIsTold) {
  constexpr char Often[] = R"(
define ptx_kernel void @k(ptr %p, i32 %n) {
  call void @__racemap_access(ptr %p, i64 4, i32 0, i32 0)
  %x = load i32, ptr %p
  call void @__racemap_access(ptr %p, i64 4, i32 1, i32 0)
  store i32 1, ptr %p
  ret void
}
)";
  constexpr char Rarely[] = R"(
define ptx_kernel void @k(ptr %p, i32 %n) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %c = icmp eq i32 %t, %n
  br i1 %c, label %a, label %e, !prof !0
a:
  call void @__racemap_access(ptr %p, i64 4, i32 0, i32 0)
  br label %e
e:
  store i32 1, ptr %p
  ret void
}
!0 = !{!"branch_weights", i32 1, i32 2000}
)";
  for (const char *Code : {Often, Rarely}) {
    Lowered L(Code);
    EXPECT_TRUE(L.neverWaits());
    std::string Text = L.text();
    size_t Told = Text.find("call void @__racemap_cpu_thread");
    size_t Called = Text.find("call void @__racemap_access");
    ASSERT_NE(Told, std::string::npos) << Text;
    EXPECT_LT(Told, Called) << Text;
    bool SameBlock =
        Text.substr(Told, Called - Told).find(":") == std::string::npos;
    if (Code == Rarely)
      EXPECT_TRUE(SameBlock) << Text;
    else // once
      EXPECT_EQ(Text.find("call void @__racemap_cpu_thread", Called),
                std::string::npos)
          << Text;
  }
}

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

/// Each thread of the block would have that much.
TEST(BarrierRounds, LargeArraysNeedFibers) {
  auto With = [](const std::string &Size) {
    return "  %a = alloca [" + Size +
           " x i32]\n  %l = zext i32 %n to i64\n"
           "  %at = getelementptr i32, ptr %a, i64 %l\n"
           "  store i32 %n, ptr %at\n" +
           Barrier +
           "  %x = load i32, ptr %a\n  store i32 %x, ptr %p\n  ret void";
  };
  EXPECT_TRUE(runsInRounds(With("64")));
  EXPECT_FALSE(runsInRounds(With("65536")));
}

/// Frames are as aligned as pages are.
TEST(BarrierRounds, VariablesOfLargeAlignmentNeedFibers) {
  auto With = [](const std::string &Alignment) {
    return "  %a = alloca [64 x i32], align " + Alignment +
           "\n  %l = zext i32 %n to i64\n"
           "  %at = getelementptr i32, ptr %a, i64 %l\n"
           "  store i32 %n, ptr %at\n" +
           Barrier +
           "  %x = load i32, ptr %a\n  store i32 %x, ptr %p\n  ret void";
  };
  EXPECT_TRUE(runsInRounds(With("4096")));
  EXPECT_FALSE(runsInRounds(With("8192")));
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
