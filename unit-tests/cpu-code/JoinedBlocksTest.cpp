// Which kernels know their threads' global index only, so that blocks beside
// each other may run as one.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/cpu/lower/JoinedBlocks.h"
#include "runtime/cpu/Context.h"
#include "unit-tests/cpu-code/Lowered.h"

namespace racemap::cpu {
namespace {

constexpr char Begin[] = R"(
declare ptr @llvm.thread.pointer.p0()
declare i32 @__racemap_thread_x()
declare i32 @__racemap_thread_y()
declare i32 @__racemap_thread_index()
declare float @__nv_expf(float)
declare i32 @vprintf(ptr, ptr)
@tile = external addrspace(3) global [64 x i32]
define void @e(ptr %arguments, i32 %first, i32 %count) {
  %p = load ptr, ptr %arguments
  %n = load i32, ptr %p
  %thread.pointer = call ptr @llvm.thread.pointer.p0()
  %current = getelementptr inbounds i8, ptr %thread.pointer, i64 -200
  %context = load ptr, ptr %current
  %block = load ptr, ptr %context
  %t = call i32 @__racemap_thread_x()
)";

/// A part of the BlockContext.
std::string part(const std::string &Name, size_t Offset) {
  return "  %at." + Name + " = getelementptr inbounds i8, ptr %block, i64 " +
         std::to_string(Offset) + "\n  %" + Name + " = load i32, ptr %at." +
         Name + "\n";
}

/// An entry with this code: %b is blockIdx.x, %d blockDim.x, %t threadIdx.x.
std::string entryOf(const std::string &Body) {
  return Begin + part("b", offsetof(BlockContext, BlockIdx.X)) +
         part("d", offsetof(BlockContext, BlockDim.X)) +
         part("by", offsetof(BlockContext, BlockIdx.Y)) + Body + "}\n";
}

struct Parsed {
  LLVMContext Context;
  std::unique_ptr<Module> M;
  std::optional<JoinedBlocks> Joined;
  std::optional<unsigned> Width;

  explicit Parsed(const std::string &Body) {
    SMDiagnostic Problem;
    M = parseAssemblyString(entryOf(Body), Problem, Context);
    if (!M) {
      ADD_FAILURE() << Problem.getMessage().str();
      return;
    }
    Joined = joinedBlocks(entry());
    if (Joined)
      Width = Joined->Width;
  }

  Function &entry() const { return *M->getFunction("e"); }
  std::string text() const {
    std::string Text;
    raw_string_ostream(Text) << entry();
    return Text;
  }
};

/// What is stored somewhere, as the last line computes it.
std::optional<unsigned> widthOf(const std::string &Code,
                                const std::string &Last = "i32 %x") {
  return Parsed(Code + "  store " + Last + ", ptr %p\n  ret void\n").Width;
}

TEST(JoinedBlocks, TheGlobalIndexIsTheSame) {
  EXPECT_EQ(widthOf("  %o = mul i32 %b, %d\n  %x = add i32 %o, %t\n"), 0u);
  EXPECT_EQ(widthOf("  %o = mul i32 %d, %b\n  %s = add i32 %n, %o\n"
                    "  %x = sub i32 %s, 7\n  %y = add i32 %t, %x\n",
                    "i32 %y"),
            0u);
  EXPECT_EQ(widthOf("  %c = zext i32 %b to i64\n  %e = zext i32 %d to i64\n"
                    "  %o = mul i64 %e, %c\n  %u = zext i32 %t to i64\n"
                    "  %x = add i64 %o, %u\n",
                    "i64 %x"),
            0u);
  EXPECT_EQ(widthOf("  %o = mul i32 %b, %d\n  %c = sext i32 %o to i64\n"
                    "  %u = zext i32 %t to i64\n  %x = add i64 %c, %u\n",
                    "i64 %x"),
            0u);
}

TEST(JoinedBlocks, SoAreItsMultiples) {
  EXPECT_EQ(widthOf("  %o = mul i32 %b, %d\n  %f = shl i32 %o, 2\n"
                    "  %u = mul i32 %t, 4\n  %x = add i32 %f, %u\n"),
            0u);
  EXPECT_EQ(widthOf("  %o = mul i32 %b, %d\n  %f = shl i32 %o, 2\n"
                    "  %x = add i32 %f, %t\n"),
            std::nullopt);
  EXPECT_EQ(widthOf("  %o = mul i32 %b, %d\n  %x = sub i32 %o, %t\n"),
            std::nullopt);
}

TEST(JoinedBlocks, AWidthThatTheSourceNamesIsWanted) {
  EXPECT_EQ(widthOf("  %o = shl i32 %b, 8\n  %x = add i32 %o, %t\n"), 256u);
  EXPECT_EQ(widthOf("  %o = mul i32 %b, 1000\n  %u = mul i32 %t, 10\n"
                    "  %x = add i32 %o, %u\n"),
            100u);
  EXPECT_EQ(widthOf("  %o = shl i32 %b, 6\n  %c = zext i32 %o to i64\n"
                    "  %u = zext i32 %t to i64\n  %x = add i64 %c, %u\n",
                    "i64 %x"),
            64u);
  // Two of them, one that no block has, none.
  EXPECT_EQ(widthOf("  %o = shl i32 %b, 8\n  %x = add i32 %o, %t\n"
                    "  %s = shl i32 %b, 7\n  %y = add i32 %s, %t\n",
                    "i32 %y"),
            std::nullopt);
  EXPECT_EQ(widthOf("  %o = shl i32 %b, 11\n  %x = add i32 %o, %t\n"),
            std::nullopt);
  EXPECT_EQ(widthOf("  %o = shl i32 %b, 8\n  %s = mul i32 %b, %d\n"
                    "  %r = add i32 %o, %s\n  %x = add i32 %r, %t\n"),
            std::nullopt);
}

TEST(JoinedBlocks, AddressesAreSums) {
  constexpr char Code[] =
      "  %o = mul i32 %b, %d\n  %c = zext i32 %o to i64\n"
      "  %u = zext i32 %t to i64\n"
      "  %q = getelementptr inbounds float, ptr %p, i64 %c\n"
      "  %r = getelementptr inbounds TYPE, ptr %q, i64 %u\n"
      "  store i32 %n, ptr %r\n  ret void\n";
  auto With = [&](const std::string &Type) {
    std::string Text = Code;
    Text.replace(Text.find("TYPE"), 4, Type);
    return Parsed(Text).Width;
  };
  EXPECT_EQ(With("float"), 0u);
  EXPECT_EQ(With("double"), std::nullopt);
}

TEST(JoinedBlocks, WhoKnowsMoreHasABlockOfItsOwn) {
  for (const char *Code :
       {"  %x = add i32 %t, 0\n", "  %x = add i32 %b, 0\n",
        "  %x = mul i32 %b, %d\n", "  %x = and i32 %t, 31\n",
        "  %x = call i32 @__racemap_thread_index()\n",
        "  %c = icmp eq i32 %t, 0\n  %x = zext i1 %c to i32\n",
        "  %g = mul i32 %b, %n\n  %x = add i32 %g, %t\n"})
    EXPECT_EQ(widthOf(Code), std::nullopt) << Code;
  EXPECT_EQ(widthOf("  %y = call i32 @__racemap_thread_y()\n"
                    "  %x = add i32 %by, %y\n"),
            0u);
}

/// It may have wrapped in one of the blocks, but not in the one of both.
TEST(JoinedBlocks, WhatIsExtendedHasNotWrapped) {
  auto With = [](const std::string &Code) {
    return widthOf("  %o = mul i32 %b, %d\n" + Code, "i64 %x");
  };
  EXPECT_EQ(With("  %s = add i32 %o, %n\n  %c = sext i32 %s to i64\n"
                 "  %u = zext i32 %t to i64\n  %x = add i64 %c, %u\n"),
            std::nullopt);
  EXPECT_EQ(With("  %f = shl i32 %o, 3\n  %c = zext i32 %f to i64\n"
                 "  %u = zext i32 %t to i64\n  %v = shl i64 %u, 3\n"
                 "  %x = add i64 %c, %v\n"),
            std::nullopt);
  EXPECT_EQ(With("  %c = zext i32 %o to i64\n  %f = shl i64 %c, 3\n"
                 "  %u = zext i32 %t to i64\n  %v = shl i64 %u, 3\n"
                 "  %x = add i64 %f, %v\n"),
            0u);
}

TEST(JoinedBlocks, LoopsHideNothing) {
  auto From = [](const std::string &First, const std::string &Step) {
    return Parsed("  %o = mul i32 %b, %d\n  %x = add i32 %o, %t\n"
                  "  br label %l\nl:\n  %i = phi i32 [ " +
                  First +
                  ", %0 ], [ %j, %l ]\n"
                  "  store i32 %i, ptr %p\n  %j = add i32 " +
                  Step +
                  ", %n\n  %c = icmp slt i32 %i, %n\n"
                  "  br i1 %c, label %l, label %e\ne:\n  ret void\n")
        .Width;
  };
  EXPECT_EQ(From("%x", "%i"), 0u);
  EXPECT_EQ(From("%t", "%i"), std::nullopt);
  EXPECT_EQ(From("%x", "%t"), std::nullopt);
}

TEST(JoinedBlocks, MemoryOfTheBlockIsItsOwn) {
  EXPECT_EQ(widthOf("  %x = load i32, ptr addrspace(3) @tile\n"), std::nullopt);
  for (size_t Offset :
       {offsetof(BlockContext, Shared), offsetof(BlockContext, RankInCluster),
        offsetof(BlockContext, ClusterIdx.X)})
    EXPECT_EQ(widthOf(part("x", Offset)), std::nullopt) << Offset;
  EXPECT_EQ(widthOf("  %at = getelementptr inbounds i8, ptr %context, i64 8\n"
                    "  %x = load i32, ptr %at\n"),
            std::nullopt);
}

/// Whichever way an address of the block's numbers goes.
TEST(JoinedBlocks, AddressesOfTheBlockGoNowhereElse) {
  constexpr char Load[] = "  %x = load i32, ptr %q\n";
  std::string X = std::to_string(offsetof(BlockContext, BlockIdx.X));
  std::string Plain = "  %q = getelementptr i8, ptr %block, i64 " + X + "\n";
  for (const std::string &Way :
       {std::string("  %c = icmp eq i32 %n, 0\n"
                    "  %q = select i1 %c, ptr %at.b, ptr %at.by\n"),
        std::string("  %c = icmp eq i32 %n, 0\n"
                    "  br i1 %c, label %one, label %both\n"
                    "one:\n  br label %both\nboth:\n"
                    "  %q = phi ptr [ %at.b, %0 ], [ %at.by, %one ]\n"),
        std::string("  br label %l\nl:\n"
                    "  %q = phi ptr [ %p, %0 ], [ %at.next, %l ]\n"
                    "  %at.next = getelementptr i8, ptr %block, i64 12\n"
                    "  %c = icmp eq i32 %n, 0\n"
                    "  br i1 %c, label %l, label %e\ne:\n"),
        Plain, std::string("  %q = getelementptr i8, ptr %block, i32 %n\n"),
        std::string("  %i = ptrtoint ptr %at.b to i64\n"
                    "  %q = inttoptr i64 %i to ptr\n"),
        std::string("  %s = alloca ptr\n  store ptr %block, ptr %s\n"
                    "  %q = load ptr, ptr %s\n"),
        std::string("  %f = freeze ptr %context\n"
                    "  %q = load ptr, ptr %f\n")})
    EXPECT_EQ(widthOf(Way + Load), std::nullopt) << Way;
  EXPECT_EQ(widthOf(Plain + Load +
                        "  %o = mul i32 %x, %d\n"
                        "  %y = add i32 %o, %t\n",
                    "i32 %y"),
            0u);
  EXPECT_EQ(widthOf("  %x = load i64, ptr %at.by\n", "i64 %x"), std::nullopt);
}

TEST(JoinedBlocks, FunctionsOfTheEngineMayKnowTheBlock) {
  EXPECT_EQ(widthOf("  %x = call i32 @vprintf(ptr %p, ptr %p)\n"),
            std::nullopt);
  EXPECT_EQ(widthOf("  %x = call float @__nv_expf(float 1.0)\n", "float %x"),
            0u);
}

/// They hold of threads in blocks of their own width.
TEST(JoinedBlocks, PromisesOnTheWayAreDropped) {
  Parsed P("  %o = mul nuw i32 %b, %d\n  %s = add nuw nsw i32 %t, 9\n"
           "  %x = add nuw i32 %o, %s\n  %y = add nsw i32 %x, %n\n"
           "  store i32 %y, ptr %p\n  ret void\n");
  EXPECT_NE(P.text().find("nuw"), std::string::npos);
  joinBlocks(P.entry(), *P.Joined);
  std::string Text = P.text();
  EXPECT_EQ(Text.find("nuw"), std::string::npos) << Text;
  EXPECT_NE(Text.find("%y = add nsw"), std::string::npos) << Text;
}

/// A kernel whose threads only know their index, %i.
std::string kernel(const std::string &Body) {
  return R"(
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
define ptx_kernel void @k(ptr %p, ptr %q, i32 %n) {
  %b = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %d = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %o = mul i32 %b, %d
  %i = add i32 %o, %t
  %l = zext i32 %i to i64
  %to = getelementptr i32, ptr %q, i64 %l
)" + Body +
         "}\n";
}

TEST(JoinedBlocks, WhereSeveralThreadsRunAtATimeSeveralBlocksDo) {
  Lowered L(kernel("  store i32 %n, ptr %to\n  ret void\n"));
  EXPECT_EQ(L.JoinedWidth, 0u);
}

/// LLVM reads blockDim.x once, for the index and for the width of the grid.
TEST(JoinedBlocks, WhoUsesTheWidthTwiceIsFast) {
  Lowered L("declare i32 @llvm.nvvm.read.ptx.sreg.nctaid.x()\n" +
            kernel("  %d2 = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()\n"
                   "  %g = call i32 @llvm.nvvm.read.ptx.sreg.nctaid.x()\n"
                   "  %w = mul i32 %g, %d2\n"
                   "  %y = call i32 @llvm.nvvm.read.ptx.sreg.tid.y()\n"
                   "  %r = mul i32 %w, %y\n  %s = add nsw i32 %r, %i\n"
                   "  %j = sext i32 %s to i64\n"
                   "  %at = getelementptr inbounds i32, ptr %p, i64 %j\n"
                   "  store i32 %i, ptr %at\n  ret void\n"));
  EXPECT_EQ(L.JoinedWidth, 0u);
}

TEST(JoinedBlocks, WhoIsKnownRunsInItsOwnBlock) {
  Lowered L(kernel("  br label %w\nw:\n"
                   "  %x = phi i32 [ %i, %0 ], [ %y, %w ]\n"
                   "  %h = lshr i32 %x, 1\n  %m = mul i32 %x, 3\n"
                   "  %a = and i32 %x, 1\n  %odd = icmp eq i32 %a, 1\n"
                   "  %y = select i1 %odd, i32 %m, i32 %h\n"
                   "  store i32 %y, ptr %p\n  %more = icmp ugt i32 %y, 1\n"
                   "  br i1 %more, label %w, label %e\ne:\n  ret void\n"));
  EXPECT_TRUE(L.neverWaits());
  EXPECT_EQ(L.JoinedWidth, std::nullopt);
}

TEST(JoinedBlocks, BlocksOfInstrumentedCodeRunAlone) {
  Lowered L(kernel("  store i32 %n, ptr %to\n  ret void\n"),
            /*IsInstrumented=*/true);
  EXPECT_TRUE(L.neverWaits());
  EXPECT_EQ(L.JoinedWidth, std::nullopt);
}

} // namespace
} // namespace racemap::cpu
