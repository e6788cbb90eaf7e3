// Loads, stores, atomics, reductions, matrix rows and asynchronous copies: what
// each is said to access.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Describe.h"

#include "gtest/gtest.h"

using namespace racemap::ptx::test;

namespace {

void expectAll(llvm::ArrayRef<Example> Examples) {
  for (const Example &E : Examples)
    EXPECT_EQ(effectsOf(E.AsmText), E.Expected) << E.AsmText;
}

TEST(PtxAccess, LoadsSaySpaceSizeAndDestination) {
  expectAll({
      {"ld.global.cg.f32 $0, [$1];", "read global 4 weak @$1 -> $0"},
      {"ld.global.cs.s64 $0, [$1];", "read global 8 weak @$1 -> $0"},
      {"ld.cg.u16 $0, [$1];", "read generic 2 weak @$1 -> $0"},
      {"ld.shared.u8 $0, [$1+3];", "read shared 1 weak @$1+3 -> $0"},
      {"ld.shared::cta.b32 $0, [$1];", "read shared 4 weak @$1 -> $0"},
      {"ld.shared::cluster.b32 $0, [$1];", "read cluster 4 weak @$1 -> $0"},
      {"ld.const.f64 $0, [$1];", "read const 8 weak @$1 -> $0"},
      {"ld.local.u32 $0, [$1];", "read local 4 weak @$1 -> $0"},
      {"ld.param.u32 $0, [$1];", "read param 4 weak @$1 -> $0"},
      {"ld .global .u32 $0,[ $1 + -4 ] ;", "read global 4 weak @$1+-4 -> $0"},
      {"ld.global.b128 $0, [$1];", "read global 16 weak @$1 -> $0"},
      {"ld.global.b32 $0, $1;", "read global 4 weak @$1 -> $0"},
  });
}

TEST(PtxAccess, VectorFormsMultiplyTheSize) {
  expectAll({
      {"ld.global.v2.f32 {$0,$1}, [$2];", "read global 8 weak @$2 -> {$0,$1}"},
      {"ld.global.v4.u8 {$0,$1,$2,$3}, [$4];",
       "read global 4 weak @$4 -> {$0,$1,$2,$3}"},
      {"ld.global.v2.b64 {_,$0}, [$1+16];",
       "read global 16 weak @$1+16 -> {_,$0}"},
      {"ld.global.nc.v8.f32 {$0,$1,$2,$3,$4,$5,$6,$7}, [$8];",
       "read global 32 weak nc @$8 -> {$0,$1,$2,$3,$4,$5,$6,$7}"},
      {"st.global.cs.v4.f32 [$0], {$1,$2,$3,$4};",
       "write global 16 weak @$0 <- {$1,$2,$3,$4}"},
      {"ld.global.v4.f32 {$0,$1}, [$2];",
       "unsupported memory 'ld.global.v4.f32 {$0,$1}, [$2]': unexpected "
       "destination"},
  });
}

TEST(PtxAccess, CacheHintsAreNoDifference) {
  expectAll({
      {"ld.global.nc.f32 $0, [$1];", "read global 4 weak nc @$1 -> $0"},
      {"ldu.global.f32 $0, [$1];", "read global 4 weak nc @$1 -> $0"},
      {"ld.global.nc.L1::no_allocate.L2::256B.b32 $0, [$1];",
       "read global 4 weak nc @$1 -> $0"},
      {"ld.global.L2::cache_hint.b8 $0, [$1], $2;",
       "read global 1 weak @$1 -> $0"},
      {"ld.global.b8 $0, [$1], $2;",
       "unsupported memory 'ld.global.b8 $0, [$1], $2': unexpected number of "
       "operands"},
  });
}

TEST(PtxAccess, StoresSayWhatTheyStore) {
  expectAll({
      {"st.global.wt.b16 [$0], $1;", "write global 2 weak @$0 <- $1"},
      {"st.shared.u32 [$0+4], 7;", "write shared 4 weak @$0+4 <- 7"},
      {"st.release.sys.b64 [$0],$1;", "write generic 8 release.sys @$0 <- $1"},
      {"st.relaxed.gpu.v2.u32 [$0], {$1, $2};",
       "write generic 8 relaxed.gpu @$0 <- {$1,$2}"},
      {"st.volatile.shared.f32 [$0], $1;",
       "write shared 4 volatile.sys @$0 <- $1"},
      {"st.mmio.relaxed.sys.u32 [$0],$1;",
       "write generic 4 relaxed.sys @$0 <- $1"},
      {"st.global.u32 [$0], %laneid;", "write global 4 weak @$0 <- %laneid"},
  });
}

TEST(PtxAccess, OrderedLoadsSayOrderAndScope) {
  expectAll({
      {"ld.acquire.gpu.b32 $0,[$1];", "read generic 4 acquire.gpu @$1 -> $0"},
      {"ld.acquire.cta.u32 $0,[$1];", "read generic 4 acquire.cta @$1 -> $0"},
      {"ld.relaxed.cluster.s64 $0,[$1];",
       "read generic 8 relaxed.cluster @$1 -> $0"},
      {"ld.volatile.global.s32 $0,[$1];",
       "read global 4 volatile.sys @$1 -> $0"},
      {"ld.mmio.relaxed.sys.f64 $0,[$1];",
       "read generic 8 relaxed.sys @$1 -> $0"},
      {"ld.weak.global.u32 $0,[$1];", "read global 4 weak @$1 -> $0"},
      {"ld.global.cv.s32 $0, [$1];", "read global 4 weak @$1 -> $0"},
  });
}

TEST(PtxAccess, AtomicsDefaultToRelaxedAtDeviceScope) {
  expectAll({
      {"atom.add.u32 $0,[$1],$2;",
       "atomic.add generic 4 relaxed.gpu @$1 <- $2 -> $0"},
      {"atom.add.acq_rel.gpu.u32 $0,[$1],$2;",
       "atomic.add generic 4 acq_rel.gpu @$1 <- $2 -> $0"},
      {"atom.or.acq_rel.cta.b32 $0,[$1],$2;",
       "atomic.or generic 4 acq_rel.cta @$1 <- $2 -> $0"},
      {"atom.global.cas.b32 $0, [$1], $2, $3;",
       "atomic.cas global 4 relaxed.gpu @$1 <- $2 <- $3 -> $0"},
      {"atom.cas.acquire.sys.b64 $0,[$1],$2,$3;",
       "atomic.cas generic 8 acquire.sys @$1 <- $2 <- $3 -> $0"},
      {"atom.shared.exch.b32 $0, [$1+8], $2;",
       "atomic.exch shared 4 relaxed.gpu @$1+8 <- $2 -> $0"},
      {"atom.shared::cta.inc.u32 $0, [$1], $2;",
       "atomic.inc shared 4 relaxed.gpu @$1 <- $2 -> $0"},
      {"atom.dec.u32 $0, [$1], $2;",
       "atomic.dec generic 4 relaxed.gpu @$1 <- $2 -> $0"},
      {"atom.global.add.noftz.f16x2 $0, [$1], $2;",
       "atomic.add global 4 relaxed.gpu @$1 <- $2 -> $0"},
      {"atom.sys.add.v2.f32 {$0, $1}, [$2], {$3, $4};",
       "atomic.add generic 8 relaxed.sys @$2 <- {$3,$4} -> {$0,$1}"},
      {"atom.max.cta.s64 $0,[$1],$2;",
       "atomic.max generic 8 relaxed.cta @$1 <- $2 -> $0"},
      {"atom.relaxed.gpu.global.min.u32 _, [$0], $1;",
       "atomic.min global 4 relaxed.gpu @$0 <- $1 -> _"},
  });
}

TEST(PtxAccess, ReductionsHaveNoResult) {
  expectAll({
      {"red.or.release.cta.b32 [$0],$1;",
       "red.or generic 4 release.cta @$0 <- $1"},
      {"red.global.add.f32 [$0], $1;",
       "red.add global 4 relaxed.gpu @$0 <- $1"},
      {"red.relaxed.gpu.global.xor.b32 [$0+12], $1;",
       "red.xor global 4 relaxed.gpu @$0+12 <- $1"},
      {"red.and.relaxed.cta.b32 [$0],$1;",
       "red.and generic 4 relaxed.cta @$0 <- $1"},
  });
}

TEST(PtxAccess, AddressesAreSumsOfOperandsAndConstants) {
  expectAll({
      {"ld.shared.u32 $0, [$1+$2];", "read shared 4 weak @$1+$2 -> $0"},
      {"ld.shared.u32 $0, [$1 + 4*8 - 2];", "read shared 4 weak @$1+30 -> $0"},
      {"ld.shared.u32 $0, [$1+0x10];", "read shared 4 weak @$1+16 -> $0"},
      {"ld.shared.u32 $0, [64];", "read shared 4 weak @64 -> $0"},
      {"ld.shared.u32 $0, [table+4];", "read shared 4 weak @table+4 -> $0"},
  });
}

TEST(PtxAccess, MatrixRowsAreReadByTheFirstLanes) {
  expectAll({
      {"ldmatrix.sync.aligned.m8n8.x1.shared.b16 {$0}, [$1];",
       "read shared 16 weak lanes<8 @$1 -> {$0}"},
      {"ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16 {$0,$1}, [$2];",
       "read shared 16 weak lanes<16 @$2 -> {$0,$1}"},
      {"ldmatrix.sync.aligned.x4.m8n8.shared.b16 {$0,$1,$2,$3}, [$4+32];",
       "read shared 16 weak @$4+32 -> {$0,$1,$2,$3}"},
      {"stmatrix.sync.aligned.m8n8.x2.shared.b16 [$0], {$1,$2};",
       "write shared 16 weak lanes<16 @$0 <- {$1,$2}"},
      {"ldmatrix.sync.aligned.m16n16.x1.trans.shared.b8 {$0,$1}, [$2];",
       "unsupported memory 'ldmatrix.sync.aligned.m16n16.x1.trans.shared.b8 "
       "{$0,$1}, [$2]': unknown modifier '.m16n16'"},
  });
}

TEST(PtxAccess, AsyncCopiesReadGlobalAndWriteShared) {
  expectAll({
      {"cp.async.ca.shared.global [$0], [$1], 4;",
       "async shared @$0 <- global @$1 4"},
      {"cp.async.cg.shared.global [$0+16], [$1], 16, $2;",
       "async shared @$0+16 <- global @$1 16 of $2"},
      {"cp.async.ca.shared.global [$0], [$1], $2, $3;",
       "async shared @$0 <- global @$1 $2 of $3"},
      {"cp.async.cg.shared::cta.global.L2::128B [$0], [$1], 16;",
       "async shared @$0 <- global @$1 16"},
      {"cp.async.cg.shared.global.L2::cache_hint [$0], [$1], 16, $2;",
       "async shared @$0 <- global @$1 16"},
      {"cp.async.commit_group;", "commit"},
      {"cp.async.wait_group 2;", "wait 2"},
      {"cp.async.wait_group $0;", "wait $0"},
      {"cp.async.wait_all;", "wait all"},
  });
}

TEST(PtxAccess, AsyncCopyKnowsItsByteCounts) {
  auto P = racemap::ptx::parse("cp.async.ca.shared.global [$0], [$1], 8, 3;"
                               "cp.async.ca.shared.global [$0], [$1], $2;");
  ASSERT_TRUE(bool(P));
  racemap::ptx::Summary S = summarize(*P);
  const auto *Constant = S.Effects[0].getAs<racemap::ptx::AsyncCopy>();
  const auto *Operand = S.Effects[1].getAs<racemap::ptx::AsyncCopy>();
  ASSERT_TRUE(Constant && Operand);
  EXPECT_EQ(Constant->To.Bytes, 8u);
  EXPECT_EQ(Constant->From.Bytes, 3u);
  EXPECT_EQ(Operand->To.Bytes, 0u);
  EXPECT_TRUE(Operand->Bytes.isOperand(2));
}

TEST(PtxAccess, TextureReadsAreNotLinearMemory) {
  expectAll({
      {"tex.2d.v4.f32.f32 {$0,$1,$2,$3}, [$4, {$5,$6}];", "texture"},
      {"tex.1d.v4.s32.s32 {$0,$1,$2,$3}, [$4, {$5}];", "texture"},
      {"tld4.r.2d.v4.f32.f32 {$0,$1,$2,$3}, [$4, {$5,$6}];", "texture"},
      {"txq.width.b32 $0, [$1];", "texture"},
  });
}

TEST(PtxAccess, SurfacesAreAccessedAtTheirPlaces) {
  expectAll({
      {"suld.b.2d.b32.trap {$0}, [$1, {$2,$3}];",
       "surface read 4 of $1 at $2 $3"},
      {"sust.b.1d.b8.trap [$0, {$1}], {$2};", "surface write 1 of $0 at $1"},
      {"sust.b.3d.v4.b32.zero [$0, {$1,$2,$3,$3}], {$4,$5,$6,$7};",
       "surface write 16 of $0 at $1 $2 $3"},
      {"sust.b.a2d.v2.b16.clamp [$0, {$1,$2,$3,$3}], {$4,$5};",
       "surface write 4 of $0 at $2 $3 $1 clamped"},
  });
}

TEST(PtxAccess, WhatIsNotModelledIsUnsupportedWithItsReason) {
  expectAll({
      {"sured.b.add.2d.u32.trap [$0, {$1,$2}], $3;",
       "unsupported memory 'sured.b.add.2d.u32.trap [$0, {$1,$2}], $3': "
       "surface reduction"},
      {"sust.p.2d.v4.b32.trap [$0, {$1,$2}], {$3,$4,$5,$6};",
       "unsupported memory 'sust.p.2d.v4.b32.trap [$0, {$1,$2}], "
       "{$3,$4,$5,$6}': unknown form of a surface access"},
      {"wmma.load.a.sync.aligned.row.m16n16k16.f16 {$0,$1}, [$2], $3;",
       "unsupported memory 'wmma.load.a.sync.aligned.row.m16n16k16.f16 "
       "{$0,$1}, [$2], $3': matrix in memory"},
      {"wmma.store.d.sync.aligned.row.m16n16k16.f32 [$0], {$1,$2}, $3;",
       "unsupported memory 'wmma.store.d.sync.aligned.row.m16n16k16.f32 [$0], "
       "{$1,$2}, $3': matrix in memory"},
      {"red.async.relaxed.cluster.shared::cluster.mbarrier::complete_tx::bytes"
       ".inc.u32 [$0], $1, [$2];",
       "unsupported memory 'red.async.relaxed.cluster.shared::cluster"
       ".mbarrier::complete_tx::bytes.inc.u32 [$0], $1, [$2]': asynchronous "
       "access"},
      {"st.bulk.weak.shared::cta [$0], $1, 0;",
       "unsupported memory 'st.bulk.weak.shared::cta [$0], $1, 0': "
       "asynchronous access"},
      {"multimem.red.relaxed.gpu.global.add.u32 [$0], $1;",
       "unsupported memory 'multimem.red.relaxed.gpu.global.add.u32 [$0], $1'"
       ": memory that is not modelled"},
      {"cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [$0],"
       " [$1], $2, [$3];",
       "unsupported memory 'cp.async.bulk.shared::cluster.global"
       ".mbarrier::complete_tx::bytes [$0], [$1], $2, [$3]': bulk asynchronous "
       "copy"},
      {"discard.global.L2 [$0], 128;",
       "unsupported memory 'discard.global.L2 [$0], 128': memory that is not "
       "modelled"},
      {"frobnicate.u32 $0, [$1];",
       "unsupported unknown 'frobnicate.u32 $0, [$1]': unknown instruction"},
      {"ld.global.sparkling.u32 $0, [$1];",
       "unsupported memory 'ld.global.sparkling.u32 $0, [$1]': unknown "
       "modifier '.sparkling'"},
      {"ld.global $0, [$1];",
       "unsupported memory 'ld.global $0, [$1]': no memory type"},
      {"ld.acquire.gpu.b128 [$0], $1;",
       "unsupported memory 'ld.acquire.gpu.b128 [$0], $1': unexpected "
       "destination"},
      {"atom.global.u32 $0, [$1], $2;",
       "unsupported memory 'atom.global.u32 $0, [$1], $2': no atomic "
       "operation"},
      {"call (r), f, (a, b);",
       "unsupported control 'call (r), f, (a, b)': call or return"},
      {"mov.u32 $0, [$1];",
       "unsupported memory 'mov.u32 $0, [$1]': unexpected address"},
  });
}

} // namespace
