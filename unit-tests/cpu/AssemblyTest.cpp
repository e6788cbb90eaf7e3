// AssemblyTest - inline PTX by its results.
//
// Expected values are from the rules of the PTX manual, worked out by hand.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "unit-tests/cpu/Snippet.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

#include <cmath>

using testing::HasSubstr;

namespace {

TEST(Assembly, IntegerArithmetic) {
  EXPECT_EQ(r("add.u32 $0, $1, $2;", "rr")({0xffffffff, 2}), 1u);
  EXPECT_EQ(r("add.sat.s32 $0, $1, $2;", "rr")({0x7fffffff, 1}), 0x7fffffffu);
  EXPECT_EQ(r("mul.hi.s32 $0, $1, $2;", "rr")({0xffffffff, 2}), 0xffffffffu);
  EXPECT_EQ(r("mul.hi.u32 $0, $1, $2;", "rr")({0xffffffff, 2}), 1u);
  EXPECT_EQ(r("mul24.lo.s32 $0, $1, $2;", "rr")({0xffffff, 3}), 0xfffffffdu);
  EXPECT_EQ(r("mad.lo.u32 $0, $1, $2, $3;", "rrr")({3, 4, 5}), 17u);
  EXPECT_EQ(r("sad.s32 $0, $1, $2, $3;", "rrr")({0xfffffffe, 3, 10}), 15u);
  EXPECT_EQ(r("abs.s32 $0, $1;", "r")({0xfffffff9}), 7u);
  EXPECT_EQ(r("min.s32 $0, $1, $2;", "rr")({0xffffffff, 1}), 0xffffffffu);
  EXPECT_EQ(r("min.u32 $0, $1, $2;", "rr")({0xffffffff, 1}), 1u);
  EXPECT_EQ(
      r("dp2a.lo.u32.u32 $0, $1, $2, $3;", "rrr")({0x00020003, 0x09080504, 1}),
      3 * 4 + 2 * 5 + 1u);
  Snippet Wide("mul.wide.s32 $0, $1, $2;", "l", "rr");
  EXPECT_EQ(Wide({0xffffffff, 2}), ~uint64_t(1));
  Snippet Pairs("max.s16x2 $0, $1, $2;", "r", "rr");
  EXPECT_EQ(Pairs({0x0001ffff, 0xfffe0003}), 0x00010003u);
}

TEST(Assembly, Carries) {
  Snippet Sum("{.reg .u32 l; add.cc.u32 l, $1, $2; addc.u32 $0, $3, $4;}", "r",
              "rrrr");
  EXPECT_EQ(Sum({0xffffffff, 1, 5, 6}), 12u);
  EXPECT_EQ(Sum({0xfffffffe, 1, 5, 6}), 11u);
  Snippet Difference(
      "{.reg .u32 l; sub.cc.u32 l, $1, $2; subc.u32 $0, $3, $4;}", "r", "rrrr");
  EXPECT_EQ(Difference({0, 1, 5, 2}), 2u);
  Snippet Product("{.reg .u32 l; mad.lo.cc.u32 l, $1, $2, $3; "
                  "madc.hi.u32 $0, $1, $2, 0;}",
                  "r", "rrr");
  EXPECT_EQ(Product({0xffffffff, 0xffffffff, 0xffffffff}), 0xffffffffu);
}

TEST(Assembly, Bits) {
  EXPECT_EQ(r("bfe.u32 $0, $1, 4, 8;", "r")({0xabcd1234}), 0x23u);
  EXPECT_EQ(r("bfe.s32 $0, $1, 28, 8;", "r")({0x80000000}), 0xfffffff8u);
  EXPECT_EQ(r("bfe.s32 $0, $1, 40, 4;", "r")({0x80000000}), 0xffffffffu);
  EXPECT_EQ(r("bfe.s32 $0, $1, 3, 0;", "r")({0xffffffff}), 0u);
  EXPECT_EQ(r("bfi.b32 $0, $1, $2, 8, 4;", "rr")({0x12, 0xffffffff}),
            0xfffff2ffu);
  EXPECT_EQ(r("bfind.s32 $0, $1;", "r")({0xfffffffb}), 2u);
  EXPECT_EQ(r("bfind.u32 $0, $1;", "r")({0}), 0xffffffffu);
  EXPECT_EQ(r("bfind.shiftamt.u32 $0, $1;", "r")({0x100}), 23u);
  EXPECT_EQ(r("bmsk.clamp.b32 $0, $1, $2;", "rr")({4, 8}), 0xff0u);
  EXPECT_EQ(r("bmsk.clamp.b32 $0, $1, $2;", "rr")({28, 40}), 0xf0000000u);
  EXPECT_EQ(r("bmsk.clamp.b32 $0, $1, $2;", "rr")({32, 1}), 0u);
  EXPECT_EQ(r("bmsk.wrap.b32 $0, $1, $2;", "rr")({33, 34}), 6u);
  EXPECT_EQ(r("szext.clamp.u32 $0, $1, $2;", "rr")({0xffff, 12}), 0xfffu);
  EXPECT_EQ(r("szext.clamp.s32 $0, $1, $2;", "rr")({0xffff, 12}), 0xffffffffu);
  EXPECT_EQ(r("szext.clamp.s32 $0, $1, $2;", "rr")({0x7ff, 12}), 0x7ffu);
  EXPECT_EQ(r("szext.clamp.s32 $0, $1, $2;", "rr")({0xabcd1234, 99}),
            0xabcd1234u);
  EXPECT_EQ(r("szext.wrap.s32 $0, $1, $2;", "rr")({0xabcd1234, 32}), 0u);
  EXPECT_EQ(r("brev.b32 $0, $1;", "r")({1}), 0x80000000u);
  EXPECT_EQ(r("clz.b64 $0, $1;", "l")({1}), 63u);
  EXPECT_EQ(r("prmt.b32 $0, $1, $2, $3;", "rrr")({0x8081, 0, 0x9801}),
            0xff'ff'81'80u & 0xffffffff);
  EXPECT_EQ(r("lop3.b32 $0, $1, $2, $3, 0xe8;", "rrr")({12, 10, 6}), 14u);
  EXPECT_EQ(r("cnot.b32 $0, $1;", "r")({0}), 1u);
}

TEST(Assembly, ShiftsBeyondTheWidth) {
  EXPECT_EQ(r("shl.b32 $0, $1, $2;", "rr")({1, 32}), 0u);
  EXPECT_EQ(r("shr.s32 $0, $1, $2;", "rr")({0x80000000, 99}), 0xffffffffu);
  EXPECT_EQ(r("shr.u32 $0, $1, $2;", "rr")({0x80000000, 31}), 1u);
  EXPECT_EQ(r("shf.l.clamp.b32 $0, $1, $2, $3;", "rrr")({7, 9, 40}), 7u);
  EXPECT_EQ(r("shf.l.wrap.b32 $0, $1, $2, $3;", "rrr")({0x80000000, 1, 33}),
            3u);
  EXPECT_EQ(r("shf.r.wrap.b32 $0, $1, $2, $3;", "rrr")({0, 1, 1}), 0x80000000u);
}

TEST(Assembly, Comparisons) {
  EXPECT_EQ(r("set.lt.u32.s32 $0, $1, $2;", "rr")({0xffffffff, 1}),
            0xffffffffu);
  EXPECT_EQ(toFloat(r("set.gt.f32.u32 $0, $1, $2;", "rr")({2, 1})), 1.0f);
  EXPECT_EQ(r("{.reg .pred p, q; setp.eq.u32 p|q, $1, $2;"
              " selp.u32 $0, 1, 2, q;}",
              "rr")({3, 3}),
            2u);
  EXPECT_EQ(r("{.reg .pred p; setp.ltu.f32 p, $1, $2; selp.u32 $0, 1, 2, p;}",
              "ff")({bits(NAN), bits(1.0f)}),
            1u);
  EXPECT_EQ(r("slct.u32.s32 $0, $1, $2, $3;", "rrr")({5, 6, 0xffffffff}), 6u);
  EXPECT_EQ(r("{.reg .pred p; testp.subnormal.f32 p, $1;"
              " selp.u32 $0, 1, 0, p;}",
              "f")({1}),
            1u);
}

TEST(Assembly, Conversions) {
  EXPECT_EQ(r("cvt.rni.s32.f32 $0, $1;", "f")({bits(2.5f)}), 2u);
  EXPECT_EQ(r("cvt.rpi.s32.f32 $0, $1;", "f")({bits(-2.5f)}), 0xfffffffeu);
  EXPECT_EQ(r("cvt.rzi.u32.f32 $0, $1;", "f")({bits(-1.0f)}), 0u);
  EXPECT_EQ(r("cvt.rzi.u8.f32 $0, $1;", "f")({bits(300.0f)}), 255u);
  EXPECT_EQ(r("cvt.rzi.s8.f32 $0, $1;", "f")({bits(-300.0f)}), 0xffffff80u);
  EXPECT_EQ(r("cvt.sat.u8.s32 $0, $1;", "r")({0xffffff00}), 0u);
  EXPECT_EQ(r("cvt.s32.s8 $0, $1;", "r")({0x1ff}), 0xffffffffu);
  EXPECT_EQ(toFloat(Snippet("cvt.rz.f32.u32 $0, $1;", "f", "r")({0xffffffff})),
            4294967040.0f);
  EXPECT_EQ(
      toFloat(Snippet("cvt.sat.f32.f32 $0, $1;", "f", "f")({bits(-3.0f)})),
      0.0f);
}

TEST(Assembly, HalfPrecision) {
  Snippet ToHalf("cvt.rn.f16.f32 $0, $1;", "h", "f");
  EXPECT_EQ(ToHalf({bits(1.0f)}), 0x3c00u);
  EXPECT_EQ(ToHalf({bits(1.0f + 0x1p-11f)}), 0x3c00u) << "ties to even";
  EXPECT_EQ(ToHalf({bits(65520.0f)}), 0x7c00u);
  auto Rounded = [](const char *Mode, float F) {
    return Snippet(std::string("cvt.") + Mode + ".f16.f32 $0, $1;", "h",
                   "f")({bits(F)});
  };
  EXPECT_EQ(Rounded("rp", 1.0f + 0x1p-13f), 0x3c01u);
  EXPECT_EQ(Rounded("rm", -1.0f - 0x1p-13f), 0xbc01u);
  EXPECT_EQ(Rounded("rz", -1.0f - 0x1p-11f - 0x1p-12f), 0xbc00u);
  EXPECT_EQ(Rounded("rz", 70000.0f), 0x7bffu);
  EXPECT_EQ(r("cvt.rn.f16x2.f32 $0, $1, $2;", "ff")({bits(1.0f), bits(2.0f)}),
            0x3c004000u);
  EXPECT_EQ(r("fma.rn.f16x2 $0, $1, $2, $3;",
              "rrr")({0x3c004000, 0x40004000, 0x3c003c00}),
            0x42004500u);
  EXPECT_EQ(r("cvt.rn.bf16x2.f32 $0, $1, $2;", "ff")({bits(1.0f), bits(-2.0f)}),
            0x3f80c000u);
  EXPECT_EQ(r("set.gt.f16x2.f16x2 $0, $1, $2;", "rr")({0x40003c00, 0x3c003c00}),
            0x3c000000u);
}

TEST(Assembly, FloatArithmetic) {
  auto F = [](const char *Text, float X, float Y) {
    return toFloat(Snippet(Text, "f", "ff")({bits(X), bits(Y)}));
  };
  EXPECT_EQ(F("add.rz.f32 $0, $1, $2;", 1.0f, -1e-10f), 1.0f - 0x1p-24f);
  EXPECT_EQ(F("min.f32 $0, $1, $2;", NAN, 3.0f), 3.0f);
  EXPECT_TRUE(std::isnan(F("min.NaN.f32 $0, $1, $2;", NAN, 3.0f)));
  EXPECT_EQ(F("mul.sat.f32 $0, $1, $2;", 2.0f, 3.0f), 1.0f);
  EXPECT_EQ(F("copysign.f32 $0, $1, $2;", -1.0f, 3.0f), -3.0f);
  EXPECT_EQ(F("{ex2.approx.ftz.f32 $0, $1;}", 3.0f, 0), 8.0f);
  EXPECT_EQ(F("rsqrt.approx.f32 $0, $1;", 0.25f, 0), 2.0f);
  EXPECT_EQ(F("fma.rn.f32 $0, $1, $2, 0f3F800000;", 3.0f, 2.0f), 7.0f);
  EXPECT_EQ(F("add.f32 $0, $1, 1.5;", 3.0f, 0), 4.5f);
}

TEST(Assembly, Video) {
  EXPECT_EQ(r("vabsdiff4.u32.u32.u32.add $0, $1, $2, $3;",
              "rrr")({0x01020304, 0x04030201, 100}),
            108u);
  EXPECT_EQ(r("vadd4.s32.s32.s32.sat $0, $1, $2, $3;",
              "rrr")({0x7f800001, 0x01ff0001, 0}),
            0x7f800002u);
  EXPECT_EQ(
      r("vset2.u32.u32.ge $0, $1, $2, $3;", "rrr")({0x00020001, 0x00020002, 0}),
      0x00010000u);
}

TEST(Assembly, MovesPackAndUnpack) {
  EXPECT_EQ(r("{.reg .b16 l, h; mov.b32 {l, h}, $1; mov.b32 $0, {h, l};}",
              "r")({0x12345678}),
            0x56781234u);
  EXPECT_EQ(Snippet("mov.b64 $0, {$1, $2};", "l", "rr")({1, 2}), 0x200000001u);
}

TEST(Assembly, GuardsAndBranches) {
  Snippet Guarded("{.reg .pred p; setp.ne.u32 p, $1, 0; mov.u32 $0, 1;"
                  " @p mov.u32 $0, 2; @!p add.u32 $0, $0, 4;}",
                  "r", "r");
  EXPECT_EQ(Guarded({7}), 2u);
  EXPECT_EQ(Guarded({0}), 5u);
  Snippet Loop("{.reg .pred p; .reg .u32 i; mov.u32 i, 0; mov.u32 $0, 0;"
               " again: add.u32 i, i, 1; add.u32 $0, $0, i;"
               " setp.lt.u32 p, i, $1; @p bra again;}",
               "r", "r");
  EXPECT_EQ(Loop({10}), 55u);
}

TEST(Assembly, Memory) {
  alignas(16) int32_t Words[4] = {1, -2, 3, 4};
  uint64_t At = reinterpret_cast<uint64_t>(Words);
  EXPECT_EQ(r("ld.global.s8 $0, [$1+4];", "l")({At}), 0xfffffffeu);
  EXPECT_EQ(r("{.reg .u32 a, b, c; ld.v4.u32 {a, b, c, $0}, [$1];}", "l")({At}),
            4u);
  EXPECT_EQ(r("st.global.cg.u32 [$1], $2; mov.u32 $0, 0;", "lr")({At, 9}), 0u);
  EXPECT_EQ(Words[0], 9);
  EXPECT_EQ(r("atom.global.inc.u32 $0, [$1], $2;", "lr")({At, 9}), 9u);
  EXPECT_EQ(Words[0], 0);
  EXPECT_EQ(r("atom.acq_rel.gpu.cas.b32 $0, [$1], $2, $3;", "lrr")({At, 0, 77}),
            0u);
  EXPECT_EQ(Words[0], 77);
  EXPECT_EQ(
      r("red.relaxed.sys.max.s32 [$1], $2; mov.u32 $0, 0;", "lr")({At + 4, 5}),
      0u);
  EXPECT_EQ(Words[1], 5);
}

TEST(Assembly, AsynchronousCopiesAreDoneAtOnce) {
  EXPECT_THAT(r("cp.async.cg.shared.global [$1], [$2], 16;"
                " cp.async.commit_group; cp.async.wait_group 0;"
                " mov.u32 $0, 1;",
                "ll")
                  .lowered(),
              HasSubstr("i32 16, i1 false)"));
  EXPECT_THAT(
      r("cp.async.ca.shared.global [$1], [$2], 8, $3; mov.u32 $0, 1;", "llr")
          .lowered(),
      HasSubstr("llvm.memset"));
}

TEST(Assembly, ScopesAndOrdersAreKept) {
  EXPECT_THAT(r("ld.acquire.cta.u32 $0, [$1];", "l").lowered(),
              HasSubstr("syncscope(\"block\") acquire, align 4"));
  EXPECT_THAT(r("ld.volatile.u32 $0, [$1];", "l").lowered(),
              HasSubstr("load volatile i32"));
  EXPECT_THAT(r("fence.sc.gpu; mov.u32 $0, 1;", "").lowered(),
              HasSubstr("fence syncscope(\"device\") seq_cst"));
  EXPECT_THAT(r("atom.release.sys.add.u32 $0, [$1], 1;", "l").lowered(),
              HasSubstr("i32 1 release, align 4"));
}

TEST(Assembly, BarriersAndWarpOperationsAreIntrinsics) {
  EXPECT_THAT(r("bar.sync 1, 64; mov.u32 $0, 1;", "").lowered(),
              HasSubstr("barrier.cta.sync.aligned.count(i32 1, i32 64)"));
  EXPECT_THAT(r("shfl.sync.bfly.b32 $0, $1, 1, 31, -1;", "r").lowered(),
              HasSubstr("@llvm.nvvm.shfl.sync.bfly.i32p(i32 -1, i32 "));
  EXPECT_THAT(r("mov.u32 $0, %tid.x;", "").lowered(),
              HasSubstr("@llvm.nvvm.read.ptx.sreg.tid.x()"));
  EXPECT_THAT(r("mov.u32 $0, %lanemask_lt;", "").lowered(),
              HasSubstr("@llvm.nvvm.read.ptx.sreg.lanemask.lt()"));
}

TEST(Assembly, WhatIsNotUnderstoodIsNamedAndLeft) {
  for (const char *Text :
       {"wgmma.fence.sync.aligned;", "add.u32.strange $0, $1, 1;",
        "mov.u32 $0, %nosuchregister;", "bra nowhere;", "frobnicate $0;"}) {
    std::string Error = r(Text, "r").error();
    EXPECT_THAT(Error, HasSubstr(std::string(Text).substr(0, 6))) << Text;
  }
  EXPECT_THAT(r("add.u32 $0, $1", "r").error(), HasSubstr("';' expected"));
}

} // namespace
