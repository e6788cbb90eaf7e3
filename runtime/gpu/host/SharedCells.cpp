// SharedCells - where the cells of a launch's shared memory are: behind what
// the kernel itself uses, in pieces of the device's memory, or nowhere.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/gpu/host/Runtime.h"

#include <algorithm>
#include <bit>

namespace racemap::gpu {

/// Can blocks of the kernel have so much shared memory, and a cooperative
/// launch still be resident?
bool Runtime::fits(const Request &R, const Kernel &K, size_t Dynamic) {
  int Most = 0, Usual = 0;
  if (!succeeded(cudaDeviceGetAttribute(
          &Most, cudaDevAttrMaxSharedMemoryPerBlockOptin, Device)) ||
      !succeeded(cudaDeviceGetAttribute(
          &Usual, cudaDevAttrMaxSharedMemoryPerBlock, Device)) ||
      K.StaticShared + Dynamic > size_t(Most))
    return false;
  // What the program has asked for stays.
  cudaFuncAttributes Now;
  if (!succeeded(cudaFuncGetAttributes(&Now, R.Function)))
    return false;
  if (K.StaticShared + Dynamic > size_t(Usual) &&
      Dynamic > size_t(Now.maxDynamicSharedSizeBytes) &&
      !succeeded(cudaFuncSetAttribute(
          R.Function, cudaFuncAttributeMaxDynamicSharedMemorySize,
          int(Dynamic))))
    return false;
  return staysResident(R, R.Function, Dynamic);
}

/// Can all blocks of a cooperative launch run at a time, if the kernel is this
/// one?
bool Runtime::staysResident(const Request &R, const void *Function,
                            size_t Dynamic) {
  int Units = 0, PerUnit = 0;
  if (!R.IsCooperative)
    return true;
  int Threads = int(R.Block.x * R.Block.y * R.Block.z);
  return succeeded(cudaDeviceGetAttribute(
             &Units, cudaDevAttrMultiProcessorCount, Device)) &&
         succeeded(cudaOccupancyMaxActiveBlocksPerMultiprocessor(
             &PerUnit, Function, Threads, Dynamic)) &&
         uint64_t(Units) * PerUnit >= uint64_t(R.Grid.x) * R.Grid.y * R.Grid.z;
}

static size_t aligned(size_t Bytes, size_t To) {
  return (Bytes + To - 1) / To * To;
}

void Runtime::placeShared(const Kernel &K, const Request &R, Prepared &To) {
  Launch &L = To.Its;
  if (K.StaticShared + R.DynamicShared == 0 || !K.Info->MonitorsShared)
    return;
  // Variables begin this far in front of the dynamic part at most.
  constexpr size_t Slack = 128;
  L.StaticShared = unsigned(aligned(K.StaticShared, 16) + Slack);
  L.DynamicShared = unsigned(aligned(R.DynamicShared, 4));
  L.CellsAt = unsigned(aligned(R.DynamicShared, 16));
  size_t All = L.CellsAt + 2 * size_t(L.StaticShared + L.DynamicShared);
  if ((L.Levers & SharedInSm) && fits(R, K, All)) {
    L.SharedAt = SharedCells::InShared;
    To.DynamicShared = All;
  } else if (const Pieces *P = piecesFor(L.StaticShared + L.DynamicShared)) {
    L.SharedAt = SharedCells::InDevice;
    L.Pieces = P->Cells;
    L.Taken = P->Taken;
    L.Ended = P->Ended;
    L.NumPieces = P->Number;
    L.PieceCells = P->CellsOfEach;
  } else {
    warnOnce("the shared memory of " + K.Info->Name +
             " is not monitored: there is no room for its cells");
  }
}

/// For blocks with so many bytes of shared memory, which is divided by 4; null
/// if there is no memory. Sizes are powers of two, so that few are kept.
const Runtime::Pieces *Runtime::piecesFor(size_t Shared) {
  size_t Cells = std::bit_ceil(Shared / 4);
  Pieces &P = All.ForShared[Cells];
  if (P.Cells)
    return &P;
  int Units = 0, PerUnit = 0, Blocks = 0;
  if (!succeeded(cudaDeviceGetAttribute(&Units, cudaDevAttrMultiProcessorCount,
                                        Device)) ||
      !succeeded(cudaDeviceGetAttribute(
          &PerUnit, cudaDevAttrMaxSharedMemoryPerMultiprocessor, Device)) ||
      !succeeded(cudaDeviceGetAttribute(
          &Blocks, cudaDevAttrMaxBlocksPerMultiprocessor, Device)))
    return nullptr;
  // As many as can run at a time, of the smallest that take such pieces.
  uint64_t Each = std::clamp<uint64_t>(PerUnit / (Cells / 2 * 4 + 1), 1,
                                       std::max(Blocks, 1));
  Pieces New;
  New.Number = unsigned(Units * Each);
  New.CellsOfEach = unsigned(Cells);
  uint64_t Bytes = New.Number * Cells * sizeof(Word);
  if (!this->Cells.allows(Bytes) || !OnDevice.zeros(New.Cells, Bytes) ||
      !OnDevice.zeros(New.Taken, New.Number * sizeof(unsigned)) ||
      !OnDevice.zeros(New.Ended, New.Number * sizeof(unsigned)))
    return nullptr;
  this->Cells.note(Bytes);
  P = New;
  return &P;
}

} // namespace racemap::gpu
