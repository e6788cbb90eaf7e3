// SpecialRegisters - threadIdx and its kin are loads from the context.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/cpu/Arena.h"
#include "runtime/cpu/Context.h"
#include "runtime/cpu/lower/Intrinsics.h"

namespace racemap::cpu {

using namespace llvm;

/// The names that have .x, .y and .z, and where their x is.
static std::optional<size_t> ofBlock(StringRef Name) {
  if (Name == "ntid")
    return offsetof(BlockContext, BlockDim);
  if (Name == "ctaid")
    return offsetof(BlockContext, BlockIdx);
  if (Name == "nctaid")
    return offsetof(BlockContext, GridDim);
  if (Name == "clusterid")
    return offsetof(BlockContext, ClusterIdx);
  if (Name == "nclusterid")
    return offsetof(BlockContext, NumClusters);
  if (Name == "cluster.ctaid")
    return offsetof(BlockContext, IndexInCluster);
  if (Name == "cluster.nctaid")
    return offsetof(BlockContext, ClusterDim);
  return std::nullopt;
}

static std::optional<size_t> numberOfBlock(StringRef Name) {
  if (Name == "cluster.ctarank")
    return offsetof(BlockContext, RankInCluster);
  if (Name == "cluster.nctarank")
    return offsetof(BlockContext, ClusterSize);
  if (Name == "dynamic_smem_size")
    return offsetof(BlockContext, DynamicShared);
  if (Name == "smid")
    return offsetof(BlockContext, Worker);
  if (Name == "gridid")
    return offsetof(BlockContext, LaunchNumber);
  return std::nullopt;
}

static Value *lowerVector(IntrinsicCall &I, StringRef Name) {
  auto [Base, Letter] = Name.rsplit('.');
  if (Letter.size() != 1 || !StringRef("xyzw").contains(Letter))
    return nullptr;
  size_t Part = size_t(Letter[0] - 'x') * sizeof(uint32_t);
  bool IsThread = Base == "tid";
  std::optional<size_t> Offset = ofBlock(Base);
  if (!IsThread && !Offset)
    return nullptr;
  if (Letter == "w")
    return I.At.getInt32(0);
  if (IsThread)
    return I.C.threadNumber(I.At, ThreadNumber(Letter[0] - 'x'));
  return I.C.ofBlock(I.At, I.At.getInt32Ty(), *Offset + Part);
}

static Value *index(IntrinsicCall &I) {
  return I.C.threadNumber(I.At, ThreadNumber::Index);
}

static Value *numWarps(IntrinsicCall &I) {
  Value *Threads = I.At.getInt32(1);
  for (size_t Part = 0; Part < 3; ++Part)
    Threads =
        I.At.CreateMul(Threads, I.C.ofBlock(I.At, I.At.getInt32Ty(),
                                            offsetof(BlockContext, BlockDim) +
                                                Part * sizeof(uint32_t)));
  return I.At.CreateLShr(I.At.CreateAdd(Threads, I.At.getInt32(31)), 5);
}

static Value *totalShared(IntrinsicCall &I) {
  Type *T = I.At.getInt32Ty();
  return I.At.CreateAdd(
      I.C.ofBlock(I.At, T, offsetof(BlockContext, StaticShared)),
      I.C.ofBlock(I.At, T, offsetof(BlockContext, DynamicShared)));
}

/// Shared memory that is not the program's: addresses in the low 32 bits.
static Value *lowerReserved(IntrinsicCall &I, StringRef Name) {
  if (!Name.consume_front("reserved_smem_offset_"))
    return nullptr;
  IRBuilder<> &At = I.At;
  size_t Offset = Arena::SlotBytes - (Name == "end" ? 0 : ReservedShared);
  Value *Shared =
      I.C.ofBlock(At, At.getInt64Ty(), offsetof(BlockContext, Shared));
  return At.CreateTrunc(At.CreateAdd(Shared, At.getInt64(Offset)),
                        At.getInt32Ty());
}

static Value *laneMask(IntrinsicCall &I, StringRef Which) {
  IRBuilder<> &At = I.At;
  Value *Lane = At.CreateAnd(index(I), At.getInt32(31));
  Value *Self = At.CreateShl(At.getInt32(1), Lane);
  Value *Less = At.CreateSub(Self, At.getInt32(1));
  if (Which == "eq")
    return Self;
  if (Which == "lt")
    return Less;
  if (Which == "le")
    return At.CreateOr(Self, Less);
  if (Which == "ge")
    return At.CreateNot(Less);
  return Which == "gt" ? At.CreateNot(At.CreateOr(Self, Less)) : nullptr;
}

/// The driver's registers that have the address of the grid's workspace.
static Value *lowerEnvironment(IntrinsicCall &I, StringRef Name) {
  if (Name != "envreg1" && Name != "envreg2")
    return nullptr;
  IRBuilder<> &At = I.At;
  Value *Address =
      I.C.ofBlock(At, At.getInt64Ty(), offsetof(BlockContext, GridWorkspace));
  if (Name == "envreg1")
    Address = At.CreateLShr(Address, 32);
  return At.CreateTrunc(Address, At.getInt32Ty());
}

static Value *lowerClock(IntrinsicCall &I, StringRef Name) {
  Type *T = I.At.getInt64Ty();
  bool IsTimer = Name.starts_with("globaltimer");
  if (!IsTimer && Name != "clock" && Name != "clock64" && Name != "clock_hi")
    return nullptr;
  Value *Now = I.C.call(
      I.At, IsTimer ? "__racemap_cpu_globaltimer" : "__racemap_cpu_clock", T,
      {});
  if (Name.ends_with("_hi"))
    Now = I.At.CreateLShr(Now, 32);
  return I.At.CreateZExtOrTrunc(Now, I.type());
}

Value *lowerSpecialRegister(IntrinsicCall &I) {
  StringRef Name = I.Name;
  if (Name == "is_explicit_cluster")
    return I.At.CreateICmpNE(I.C.ofBlock(I.At, I.At.getInt32Ty(),
                                         offsetof(BlockContext, ClusterSize)),
                             I.At.getInt32(1));
  if (!Name.consume_front("read.ptx.sreg."))
    return nullptr;
  if (Value *V = lowerVector(I, Name))
    return V;
  if (auto Offset = numberOfBlock(Name))
    return I.C.ofBlock(I.At, I.type(), *Offset);
  if (Name == "laneid")
    return I.At.CreateAnd(index(I), I.At.getInt32(31));
  if (Name == "warpid")
    return I.At.CreateLShr(index(I), 5);
  if (Name == "warpsize")
    return I.At.getInt32(32);
  if (Name == "nwarpid")
    return numWarps(I);
  if (Name.starts_with("pm")) // counters that nobody has set up
    return ConstantInt::get(I.type(), 0);
  if (Name == "nsmid")
    return I.At.getInt32(256);
  if (Value *V = lowerReserved(I, Name))
    return V;
  if (Value *V = lowerEnvironment(I, Name))
    return V;
  if (Name == "total_smem_size" || Name == "aggr_smem_size")
    return totalShared(I);
  if (Name.consume_front("lanemask."))
    return laneMask(I, Name);
  return lowerClock(I, Name);
}

} // namespace racemap::cpu
