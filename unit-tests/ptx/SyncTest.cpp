// Barriers, fences, mbarrier objects, and what ends a thread.
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

TEST(PtxSync, BlockBarriers) {
  expectAll({
      {"bar.sync 0;", "barrier block sync id 0 aligned"},
      {"bar.cta.sync 0;", "barrier block sync id 0 aligned"},
      {"bar.sync $0, $1;", "barrier block sync id $0 count $1 aligned"},
      {"bar.arrive 1, 64;", "barrier block arrive id 1 count 64 aligned"},
      {"barrier.sync $0;", "barrier block sync id $0"},
      {"barrier.cta.sync.aligned 3, 128;",
       "barrier block sync id 3 count 128 aligned"},
      {"barrier.sync.aligned 0;", "barrier block sync id 0 aligned"},
      {"barrier.arrive $0, $1;", "barrier block arrive id $0 count $1"},
      {"bar.red.popc.u32 $0, 0, p;", "barrier block reduce id 0 aligned -> $0"},
      {"bar.red.and.pred p, 1, 64, !q;",
       "barrier block reduce id 1 count 64 aligned -> p"},
      {"{ .reg .u32 n; mov.u32 n, 2; bar.sync n, $0; }",
       "barrier block sync id 2 count $0 aligned"},
  });
}

TEST(PtxSync, WarpAndClusterBarriers) {
  expectAll({
      {"bar.warp.sync 0xffffffff;", "barrier warp sync mask 4294967295"},
      {"bar.warp.sync $0;", "barrier warp sync mask $0"},
      {"barrier.cluster.arrive;", "barrier cluster arrive"},
      {"barrier.cluster.arrive.relaxed.aligned;",
       "barrier cluster arrive aligned relaxed"},
      {"barrier.cluster.arrive.release;", "barrier cluster arrive"},
      {"barrier.cluster.wait;", "barrier cluster wait"},
      {"barrier.cluster.wait.acquire.aligned;", "barrier cluster wait aligned"},
  });
}

TEST(PtxSync, MalformedBarriersAreUnsupported) {
  expectAll({
      {"bar.sync;", "unsupported synchronization 'bar.sync': unexpected "
                    "number of operands"},
      {"bar.arrive 1;", "unsupported synchronization 'bar.arrive 1': "
                        "unexpected number of operands"},
      {"bar.red.popc.u32 $0, 0;",
       "unsupported synchronization 'bar.red.popc.u32 $0, 0': unexpected "
       "number of operands"},
      {"bar.sideways 0;",
       "unsupported synchronization 'bar.sideways 0': unknown form of "
       "barrier"},
      {"barrier.cluster.sync;",
       "unsupported synchronization 'barrier.cluster.sync': unknown form of "
       "barrier.cluster"},
  });
}

TEST(PtxSync, Fences) {
  expectAll({
      {"membar.cta;", "fence sc.cta"},
      {"membar.gl;", "fence sc.gpu"},
      {"membar.sys;", "fence sc.sys"},
      {"fence.sc.gpu;", "fence sc.gpu"},
      {"fence.sc.cluster;", "fence sc.cluster"},
      {"fence.acq_rel.gpu;", "fence acq_rel.gpu"},
      {"fence.acq_rel.sys; // 1.", "fence acq_rel.sys"},
      {"fence.gpu;", "fence acq_rel.gpu"},
      {"fence.acquire.cta;", "fence acquire.cta"},
      {"fence.release.gpu;", "fence release.gpu"},
  });
}

TEST(PtxSync, ProxyFencesOrderNothingBetweenThreads) {
  EXPECT_EQ(kindsOf("fence.proxy.alias;"), "none");
  EXPECT_EQ(kindsOf("fence.proxy.async;"), "none");
  EXPECT_EQ(kindsOf("fence.proxy.async.shared::cta;"), "none");
  expectAll({
      {"fence.proxy.tensormap::generic.release.gpu;",
       "unsupported synchronization "
       "'fence.proxy.tensormap::generic.release.gpu': fence between proxies"},
      {"fence.mbarrier_init.release.cluster;",
       "unsupported synchronization 'fence.mbarrier_init.release.cluster': "
       "unknown modifier '.mbarrier_init'"},
      {"fence.sc;",
       "unsupported synchronization 'fence.sc': unknown form of fence"},
  });
}

TEST(PtxSync, BarrierObjectsTrackCopies) {
  expectAll({
      {"cp.async.mbarrier.arrive.shared.b64 [$0];", "tracked by @$0"},
      {"cp.async.mbarrier.arrive.shared::cta.b64 [$0+8];", "tracked by @$0+8"},
  });
}

TEST(PtxSync, MbarrierIsUnsupported) {
  expectAll({
      {"mbarrier.init.shared.b64 [$0], $1;",
       "unsupported synchronization 'mbarrier.init.shared.b64 [$0], $1': "
       "mbarrier"},
      {"mbarrier.arrive.shared.b64 $0, [$1];",
       "unsupported synchronization 'mbarrier.arrive.shared.b64 $0, [$1]': "
       "mbarrier"},
      {"cp.async.mbarrier.arrive.noinc.shared.b64 [$0];",
       "unsupported synchronization "
       "'cp.async.mbarrier.arrive.noinc.shared.b64 [$0]': mbarrier"},
      {"cp.async.bulk.wait_group 0;",
       "unsupported synchronization 'cp.async.bulk.wait_group 0': bulk "
       "asynchronous copy"},
      {"griddepcontrol.wait;",
       "unsupported synchronization 'griddepcontrol.wait': synchronisation "
       "that is not modelled"},
  });
  EXPECT_EQ(kindsOf("mbarrier.pending_count.b64 $0, $1;"), "value");
}

TEST(PtxSync, ExitAndTrapStopTheThread) {
  expectAll({
      {"exit;", "exit"},
      {"trap;", "trap"},
      {"brkpt;", "breakpoint"},
      {"ret;", "unsupported control 'ret': call or return"},
  });
}

} // namespace
