// Assembly that only computes, what its outputs are, and how addresses and
// predicates are traced through local registers.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Describe.h"

#include "gtest/gtest.h"

using namespace racemap::ptx;
using namespace racemap::ptx::test;

namespace {

TEST(PtxValue, CompilerBarriersAreNothing) {
  for (const char *Nothing :
       {"", "  \n\t", "// a comment", "/* $0 */ ; ;", "{ }", "{ { ; } }",
        ".pragma \"nounroll\";", "{ .reg .u32 r; }"})
    EXPECT_EQ(kindsOf(Nothing), "") << Nothing;
}

TEST(PtxValue, ArithmeticTouchesNothing) {
  for (const char *Pure :
       {"mul.wide.u32 $0, $1, $2;",
        "lop3.b32 $0, $1, $2, $3, 0xE8;",
        "prmt.b32 $0, $1, $2, 0x3210;",
        "bfe.u32 $0, $1, $2, $3;",
        "bfi.b32 $0, $1, $2, $3, $4;",
        "shf.l.wrap.b32 $0, $1, $2, $3;",
        "dp4a.u32.s32 $0, $1, $2, $3;",
        "vadd4.u32.u32.u32 $0,$1,$2,$3;",
        "vabsdiff2.s32.s32.s32.add $0,$1,$2,$3;",
        "cvt.rn.f16x2.f32 $0, $2, $1;",
        "ex2.approx.ftz.f32 $0, $0;",
        "mov.b32 $0, {$1,$2};",
        "vadd.u32.u32.u32 $0, $1.b0, $2.h1;",
        "mov.f32 $0, 0f3F800000;",
        "add.f64 $0, $1, 0d3FF0000000000000;",
        "mul.f32 $0, $1, 1.5;",
        "selp.u32 $0, 1, 0, p;",
        "cvta.to.shared.u64 $0, $1;",
        "isspacep.shared p, $0;",
        "set.eq.f16x2.f16x2 $0, $1, $2;",
        "mapa.shared::cluster.u32 $0, $1, $2;",
        "createpolicy.fractional.L2::evict_first.b64 $0, 1.0;"})
    EXPECT_EQ(kindsOf(Pure), "value") << Pure;
}

TEST(PtxValue, WarpExchangesAreValuesToo) {
  for (const char *Collective :
       {"shfl.sync.down.b32 $0, $1, $2, $3, $4;",
        "shfl.sync.idx.b32 $0|p, $1, $2, 0x1f, -1;",
        "vote.sync.ballot.b32 $0, p, $1;", "vote.sync.all.pred p, !q, $0;",
        "match.any.sync.b32 $0, $1, $2;", "activemask.b32 $0;",
        "elect.sync $0|p, $1;", "redux.sync.add.u32 $0, $1, $2;",
        "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0,$1,$2,$3}, "
        "{$4,$5,$6,$7}, {$8,$9}, {$0,$1,$2,$3};",
        "wmma.mma.sync.aligned.row.col.m16n16k16.f32.f32 {$0}, {$1}, {$2}, "
        "{$3};"})
    EXPECT_EQ(kindsOf(Collective), "collective") << Collective;
}

TEST(PtxValue, HintsDoNothing) {
  for (const char *Hint :
       {"prefetch.global.L2 [$0];", "prefetchu.L1 [$0];", "nanosleep.u32 $0;",
        "pmevent \t$0;", "applypriority.global.L2::evict_normal [$0], 128;"})
    EXPECT_EQ(kindsOf(Hint), "none") << Hint;
}

TEST(PtxValue, SpecialRegistersAreKnown) {
  EXPECT_EQ(outputOf("mov.u32 $0, %laneid;", 0), "%laneid:32");
  EXPECT_EQ(outputOf("mov.u32 $0, %warpid;", 0), "%warpid:32");
  EXPECT_EQ(outputOf("mov.u32 $0, %smid;", 0), "%smid:32");
  EXPECT_EQ(outputOf("mov.u32 $0, %lanemask_lt;", 0), "%lanemask_lt:32");
  EXPECT_EQ(outputOf("mov.u32 $0, %tid.x;", 0), "%tid.x:32");
  EXPECT_EQ(outputOf("mov.u64 $0, %clock64;", 0), "%clock64");
  EXPECT_EQ(outputOf("mov.u64 $0, %globaltimer;", 0), "%globaltimer");
  EXPECT_EQ(outputOf("mov.u32 $0, %envreg1;", 0), "%envreg1:32");
  EXPECT_EQ(outputOf("{mov.u32 $0, WARP_SZ;\n}", 0), "WARP_SZ:32");
  EXPECT_EQ(
      outputOf("{ .reg .u32 l; mov.u32 l, %laneid; add.u32 $0, l, 1; }", 0),
      "%laneid+1:32");
}

TEST(PtxValue, BranchesAroundValuesAreValues) {
  const char *Loop = "{ .reg .pred p; L${:uid}: setp.ne.u32 p, $1, 0; "
                     "sub.u32 $0, $0, 1; @p bra L${:uid}; }";
  EXPECT_EQ(effectsOf(Loop), "");
  EXPECT_EQ(outputOf(Loop, 0), "?");
}

TEST(PtxValue, BranchesAroundMemoryAreUnsupported) {
  EXPECT_EQ(effectsOf("@p bra Done; ld.global.u32 $0, [$1]; Done:"),
            "if ?: unsupported control '@p bra Done': branch around memory or "
            "synchronisation; read global 4 weak @$1 -> $0");
}

TEST(PtxDataFlow, AddressesGoBackToOperands) {
  EXPECT_EQ(effectsOf("{ .reg .u64 p; cvta.to.shared.u64 p, $1; "
                      "ld.shared.u32 $0, [p+8]; }"),
            "read shared 4 weak @($1+8 generic->shared) -> $0");
  EXPECT_EQ(effectsOf("{ .reg .u64 p; mov.u64 p, $1; add.s64 p, p, 16; "
                      "st.global.f32 [p+-4], $0; }"),
            "write global 4 weak @$1+12 <- $0");
  EXPECT_EQ(effectsOf("{ .reg .u64 a, b; cvta.to.global.u64 a, $0; "
                      "sub.u64 b, a, 8; red.global.add.u32 [b], 1; }"),
            "red.add global 4 relaxed.gpu @($0+-8 generic->global) <- 1");
  EXPECT_EQ(effectsOf("{ .reg .u64 p; .reg .u32 q; cvta.to.shared.u64 p, $1; "
                      "cvt.u32.u64 q, p; add.u32 q, q, 4; "
                      "ld.shared.u32 $0, [q+4]; }"),
            "read shared 4 weak @($1+8 generic->shared) -> $0");
  EXPECT_EQ(effectsOf("{ .reg .b64 t<3>; add.u64 t2, $1, $2; "
                      "ld.u8 $0, [t2]; }"),
            "read generic 1 weak @$1+$2 -> $0");
}

TEST(PtxDataFlow, WhatCannotBeTracedIsAnAccessAtAnUnknownAddress) {
  EXPECT_EQ(effectsOf("{ .reg .u64 p; mad.wide.u32 p, $2, 4, $1; "
                      "ld.global.u32 $0, [p]; }"),
            "read global 4 weak @? -> $0");
  EXPECT_EQ(effectsOf("{ .reg .u64 p; ld.global.u32 $0, [p]; }"),
            "read global 4 weak @? -> $0");
  EXPECT_EQ(effectsOf("{ .reg .u64 p; cvta.to.shared.u64 p, $1; "
                      "ld.global.u32 $0, [p]; }"),
            "read global 4 weak @? -> $0")
      << "an address in shared memory used in another space";
  EXPECT_EQ(effectsOf("{ .reg .u32 a; .reg .u64 p; add.u32 a, $1, 4; "
                      "cvt.u64.u32 p, a; ld.global.u32 $0, [p+4]; }"),
            "read global 4 weak @? -> $0")
      << "the 32-bit sum may have wrapped around";
  EXPECT_EQ(effectsOf("{ .reg .u64 p; mov.u64 p, $1; @q add.u64 p, p, 4; "
                      "ld.global.u32 $0, [p]; }"),
            "read global 4 weak @? -> $0")
      << "one of two addresses";
  EXPECT_EQ(effectsOf("wobble.u64 $1, $2; ld.global.u32 $0, [$1];"),
            "unsupported unknown 'wobble.u64 $1, $2': unknown instruction; "
            "read global 4 weak @? -> $0")
      << "an unknown instruction may write any of its operands";
}

TEST(PtxDataFlow, NarrowSumsKeepTheirWidth) {
  EXPECT_EQ(effectsOf("{ .reg .u32 a; add.u32 a, $1, $2; "
                      "ld.shared.u32 $0, [a+8]; }"),
            "read shared 4 weak @$1+$2+8:32 -> $0")
      << "a negative index needs the modulus";
  EXPECT_EQ(effectsOf("{ .reg .u32 a; add.u32 a, $1, 0xFFFFFFF0; "
                      "ld.shared.u32 $0, [a]; }"),
            "read shared 4 weak @$1+-16:32 -> $0");
  EXPECT_EQ(effectsOf("{ .reg .u64 p; .reg .u32 a; cvta.to.shared.u64 p, $1; "
                      "cvt.u32.u64 a, p; add.u32 a, a, $2; "
                      "ld.shared.u32 $0, [a]; }"),
            "read shared 4 weak @? -> $0")
      << "a narrow index added to a generic pointer loses its sign";
}

TEST(PtxDataFlow, AnOutputThatIsWrittenIsNoLongerTheInput) {
  EXPECT_EQ(effectsOf("mov.u64 $0, $1; ld.global.u32 $2, [$0];"),
            "read global 4 weak @$1 -> $2");
  EXPECT_EQ(effectsOf("ld.global.u64 $0, [$0]; ld.global.u32 $1, [$0];"),
            "read global 8 weak @$0 -> $0; read global 4 weak @? -> $1");
}

TEST(PtxDataFlow, OutputsAreKnownWherePossible) {
  const char *SharedPointer = "{ .reg .u64 p; cvta.to.shared.u64 p, $1; "
                              "cvt.u32.u64 $0, p; }";
  EXPECT_EQ(outputOf(SharedPointer, 0), "($1 generic->shared)");
  EXPECT_EQ(outputOf(SharedPointer, 1), "not written");
  EXPECT_EQ(outputOf("cvta.shared.u64 $0, $1;", 0), "($1 shared->generic)");
  EXPECT_EQ(outputOf("{ .reg .u32 s; .reg .u64 e; mov.u32 s, "
                     "%reserved_smem_offset_1; cvt.u64.u32 e, s; "
                     "cvta.shared.u64 $0, e; }",
                     0),
            "(%reserved_smem_offset_1:32 shared->generic)");
  EXPECT_EQ(outputOf("ld.global.v2.u32 {$0,$1}, [$2];", 1), "read#0.1");
  EXPECT_EQ(
      outputOf("{ .reg .b128 d; ld.b128 d, [$2]; mov.b128 {$0,$1}, d; }", 1),
      "?");
  EXPECT_EQ(outputOf("mov.u32 $0, 0; @p ld.global.u32 $0, [$1];", 0), "?");
  EXPECT_EQ(outputOf("mov.s32 $0, -4;", 0), "4294967292");
  EXPECT_EQ(outputOf("cvt.s64.s32 $0, -4;", 0), "-4");
  EXPECT_EQ(outputOf("cvt.s64.s32 $0, $1;", 0), "?");
  EXPECT_EQ(outputOf("cvt.b128x2.s128 $0, 5;", 0), "?") << "no such types";
}

TEST(PtxDataFlow, SumsAreLimited) {
  auto Doubled = [](unsigned Times) {
    std::string Text = "{ .reg .u64 a; mov.u64 a, $1; ";
    for (unsigned I = 0; I < Times; ++I)
      Text += "add.u64 a, a, a; ";
    return Text + "mov.u64 $0, a; }";
  };
  EXPECT_EQ(outputOf(Doubled(2), 0), "$1+$1+$1+$1");
  EXPECT_EQ(outputOf(Doubled(40), 0), "?");
}

TEST(PtxDataFlow, UnknownOutputsSayWhatTheyDependOn) {
  auto P = parse("{ .reg .u32 a, b; ld.global.u32 a, [$2]; "
                 "mul.lo.u32 b, a, $1; xor.b32 $0, b, b; "
                 "shfl.sync.up.b32 $3, $4, 1, 0, -1; }");
  ASSERT_TRUE(bool(P));
  Summary S = summarize(*P);
  const KnownValue *Product = S.output(0);
  ASSERT_TRUE(Product && Product->isUnknown());
  EXPECT_EQ(llvm::ArrayRef(Product->DependsOnOperands), llvm::ArrayRef({1u}));
  EXPECT_EQ(llvm::ArrayRef(Product->DependsOnReads), llvm::ArrayRef({0u}));
  EXPECT_FALSE(Product->DependsOnMore);
  const KnownValue *Shuffled = S.output(3);
  ASSERT_TRUE(Shuffled);
  EXPECT_TRUE(Shuffled->DependsOnMore) << "the operands of other lanes";
}

TEST(PtxDataFlow, PredicatesGoBackToComparisons) {
  EXPECT_EQ(effectsOf("{ .reg .pred p; setp.ne.b32 p, $5, 0; "
                      "@p ld.global.v4.u32 {$0,$1,$2,$3}, [$4]; }"),
            "if $5 != 0: read global 16 weak @$4 -> {$0,$1,$2,$3}");
  EXPECT_EQ(effectsOf("{ .reg .pred p; setp.ge.s32 p, $1, $2; "
                      "@!p st.global.u32 [$0], 1; }"),
            "if not $1 >= $2: write global 4 weak @$0 <- 1");
  EXPECT_EQ(effectsOf("{ .reg .pred p, q; setp.lo.u32 p|q, $1, 32; "
                      "@q st.shared.u8 [$0], 1; }"),
            "if not $1 < 32: write shared 1 weak @$0 <- 1");
  EXPECT_EQ(effectsOf("{ .reg .pred p, q; setp.eq.u64 p, $1, 0; "
                      "not.pred q, p; @q bar.sync 0; }"),
            "if not $1 == 0: barrier block sync id 0 aligned");
  EXPECT_EQ(effectsOf("{ .reg .pred p; setp.lt.f32 p, $1, $2; @p exit; }"),
            "if ?: exit");
  EXPECT_EQ(effectsOf("{ .reg .pred p, q; setp.eq.and.u32 p, $1, 0, q; "
                      "@p trap; }"),
            "if ?: trap");
  EXPECT_EQ(effectsOf("@$1 st.global.u32 [$0], 1;"),
            "if $1 != 0: write global 4 weak @$0 <- 1");
  EXPECT_EQ(effectsOf("@outer st.global.u32 [$0], 1;"),
            "if ?: write global 4 weak @$0 <- 1");
}

} // namespace
