// Which kernels' threads run one after the other in a loop, and which may wait.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "unit-tests/cpu-code/Lowered.h"

#include <cstring>

namespace racemap::cpu {
namespace {

bool neverWaits(const std::string &Body) {
  return waitsOf(Body) == Lowering::Waiting::Never;
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

/// Where the launch has its arrays is read before the first thread, whatever
/// threads write.
TEST(ThreadLoop, ExtentsAreReadOnce) {
  Lowered L(R"(
declare ptr @__racemap_extents()
declare void @__racemap_stray(ptr, i64, i32, i64, i64)
define ptx_kernel void @k(ptr %p) {
  %table = call ptr @__racemap_extents()
  %at = getelementptr i64, ptr %table, i64 3
  %bytes = load i64, ptr %at, !invariant.load !0
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %l = zext i32 %t to i64
  %c = icmp ugt i64 %l, %bytes
  br i1 %c, label %a, label %e
a:
  call void @__racemap_stray(ptr %p, i64 4, i32 0, i64 0, i64 %bytes)
  br label %e
e:
  %to = getelementptr i64, ptr %p, i64 %l
  store i64 %l, ptr %to
  ret void
}
!0 = !{}
)");
  EXPECT_TRUE(L.neverWaits());
  std::string Text = L.text();
  size_t Loop = Text.find("phi i32"),
         Call = Text.find("= call ptr @__racemap_ex"),
         Read = Text.find("i64 24");
  EXPECT_LT(Call, Loop) << Text;
  EXPECT_LT(Read, Loop) << Text;
  EXPECT_LT(Text.find("load i64", Read), Loop) << Text;
}

/// Lean code, whose accesses are in their arrays if those of the first and the
/// last thread of a row are.
TEST(ThreadLoop, RowsAreInTheirArrays) {
  constexpr char Code[] = R"(
declare ptr @__racemap_extents()
declare void @__racemap_stray(ptr, i64, i32, i64, i64)
define ptx_kernel void @k(ptr %p) {
  %table = call ptr @__racemap_extents()
  %begin = load i64, ptr %table, !invariant.load !0
  %at = getelementptr i64, ptr %table, i64 1
  %bytes = load i64, ptr %at, !invariant.load !0
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %i = INDEX
  %l = sext i32 %i to i64
  %to = getelementptr i32, ptr %p, i64 %l
  %address = ptrtoint ptr %to to i64
  %offset = sub i64 %address, %begin
  %c = icmp uge i64 %offset, %bytes
  br i1 %c, label %a, label %e, !prof !1
a:
  call void @__racemap_stray(ptr %to, i64 4, i32 0, i64 %begin, i64 %bytes)
  br label %e
e:
  store i32 7, ptr %to
  ret void
}
!0 = !{}
!1 = !{!"branch_weights", i32 1, i32 2000}
)";
  auto With = [&](const std::string &Index) {
    std::string Text = Code;
    Text.replace(Text.find("INDEX"), 5, Index);
    Lowered L(Text);
    std::string Out = L.text();
    EXPECT_NE(Out.find("call void @__racemap_stray"), std::string::npos);
    return Out.find(" x i32>") != std::string::npos;
  };
  EXPECT_TRUE(With("add i32 %t, 5"));
  EXPECT_TRUE(With("sub i32 %t, 5"));
  EXPECT_FALSE(With("mul i32 %t, %t"));
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

} // namespace
} // namespace racemap::cpu
