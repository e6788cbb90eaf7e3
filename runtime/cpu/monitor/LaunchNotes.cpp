// LaunchNotes - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/cpu/monitor/LaunchNotes.h"
#include "runtime/cpu/Arena.h"
#include "runtime/cpu/Monitor.h"
#include "runtime/cpu/monitor/HostCode.h"
#include "runtime/host/Log.h"
#include "runtime/host/Options.h"
#include "runtime/launches/Launches.h"

#include <algorithm>
#include <cstring>
#include <map>
#include <mutex>
#include <set>

namespace racemap::cpu {

using launches::Range;

/// More lines of the host that launch something, and the rest has none.
static constexpr size_t MostCallPlaces = 4096;

/// Where the host launches. What is known of an address is looked up once, as
/// a program may launch very often.
static std::optional<launches::Place> placeOf(const CallPlace &At) {
  static std::mutex Lock;
  static auto &Known =
      *new std::map<std::vector<const void *>, std::optional<launches::Place>>;
  std::lock_guard<std::mutex> Guard(Lock);
  std::vector<const void *> Key(At.returns().begin(), At.returns().end());
  auto Found = Known.find(Key);
  if (Found != Known.end())
    return Found->second;
  if (Known.size() >= MostCallPlaces)
    return std::nullopt;
  std::optional<launches::Place> Its;
  std::vector<host::Frame> Frames = hostFrames(At);
  if (!Frames.empty() && !Frames.front().File.empty() && Frames.front().Line)
    Its = {Frames.front().File, Frames.front().Line};
  return Known.emplace(std::move(Key), Its).first->second;
}

static std::array<Range, 3> sizes(const Dim3 &D) {
  return {Range::one(D.X), Range::one(D.Y), Range::one(D.Z)};
}

static int64_t read(const char *From, size_t Bytes) {
  switch (Bytes) {
  case 1:
    return *reinterpret_cast<const int8_t *>(From);
  case 2: {
    int16_t N = 0;
    memcpy(&N, From, sizeof N);
    return N;
  }
  case 4: {
    int32_t N = 0;
    memcpy(&N, From, sizeof N);
    return N;
  }
  default: {
    int64_t N = 0;
    memcpy(&N, From, sizeof N);
    return N;
  }
  }
}

namespace {
/// Numbers what the pointers of a launch lead to.
class Objects {
public:
  void place(const void *To, launches::Pointer &P) {
    const char *Address = static_cast<const char *>(To);
    std::optional<Allocation> Its =
        Arena::get().contains(To) ? Arena::get().find(To) : std::nullopt;
    bool IsIn = Its && !Its->IsFreed && Address >= Its->Begin &&
                Address <= Its->Begin + Its->Bytes;
    P.Object = numberOf(IsIn ? Its->Begin : nullptr);
    P.IsElsewhere = !IsIn;
    if (!IsIn)
      return;
    P.At = Address - Its->Begin;
    P.Bytes = Its->Bytes;
    if (Its->K == Allocation::Kind::Variable ||
        (Its->K == Allocation::Kind::Managed && !Its->Name.empty()))
      P.Variables = {Its->Name};
  }

private:
  unsigned numberOf(const char *Begin) {
    return Numbers.try_emplace(Begin, unsigned(Numbers.size())).first->second;
  }
  std::map<const char *, unsigned> Numbers;
};
} // namespace

/// Where an argument has addresses: in its pointers, and in whatever else holds
/// an address of the device, as a union can.
static std::set<size_t> addressesIn(const char *Its,
                                    const CompiledKernel::Parameter &Of) {
  std::set<size_t> Places;
  for (size_t At = 0; At + sizeof(void *) <= Of.Bytes; At += sizeof(void *))
    if (Arena::get().contains(
            reinterpret_cast<const void *>(read(Its + At, sizeof(void *)))))
      Places.insert(At);
  for (const ArgumentPart &P : Of.Parts)
    if (P.IsPointer && read(Its + P.Offset, P.Bytes))
      Places.insert(P.Offset);
  return Places;
}

static void addArgument(unsigned Number, const char *Its,
                        const CompiledKernel::Parameter &Of, Objects &Known,
                        launches::Launch &To) {
  std::set<size_t> Addresses = addressesIn(Its, Of);
  for (size_t At : Addresses)
    Known.place(
        reinterpret_cast<const void *>(read(Its + At, sizeof(void *))),
        To.Pointers.emplace_back(launches::Pointer{Number, At, 0, {}, {}, {}}));
  for (const ArgumentPart &P : Of.Parts) {
    // An address is no number, nor is a part of one.
    bool IsAddress =
        std::any_of(Addresses.begin(), Addresses.end(), [&](size_t At) {
          return P.Offset < At + sizeof(void *) && At < P.Offset + P.Bytes;
        });
    if (!IsAddress)
      To.Values.push_back({Number, P.Offset, unsigned(P.Bytes),
                           Range::one(read(Its + P.Offset, P.Bytes))});
  }
}

void noteLaunch(const Launch &L, const CompiledKernel &K,
                void *const *Arguments) {
  if (!host::options().Launches)
    return;
  launches::Launch Its;
  Its.Kernel = L.Kernel;
  Its.Mangled = L.Mangled;
  Its.Grid = sizes(L.Grid);
  Its.Block = sizes(L.BlockDim);
  Its.Cluster = sizes(L.Cluster);
  Its.Number = L.Number;
  Objects Known;
  for (size_t I = 0; I != K.Parameters.size(); ++I)
    addArgument(unsigned(I), static_cast<const char *>(Arguments[I]),
                K.Parameters[I], Known, Its);
  if (auto At = placeOf(L.HostPlace))
    Its.Places.push_back(*At);
  monitor::log().noteLaunch(std::move(Its));
}

} // namespace racemap::cpu
