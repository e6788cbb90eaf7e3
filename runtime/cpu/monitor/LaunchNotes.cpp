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

#include <cstring>
#include <map>
#include <mutex>

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
    // What is elsewhere may be one object.
    P.Object = numberOf(IsIn ? Its->Begin : nullptr);
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

static void addArgument(unsigned Number, const char *Its,
                        const std::vector<ArgumentPart> &Parts, Objects &Known,
                        launches::Launch &To) {
  for (const ArgumentPart &P : Parts) {
    int64_t Bits = read(Its + P.Offset, P.Bytes);
    auto *Address = reinterpret_cast<const void *>(Bits);
    bool IsWide = P.Bytes == sizeof(void *);
    if (P.IsPointer && Address) {
      Known.place(Address, To.Pointers.emplace_back(launches::Pointer{
                               Number, P.Offset, 0, {}, {}, {}}));
    } else if (!Address || !IsWide || !Arena::get().contains(Address)) {
      To.Values.push_back(
          {Number, P.Offset, unsigned(P.Bytes), Range::one(Bits)});
    }
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
                K.Parameters[I].Parts, Known, Its);
  if (auto At = placeOf(L.HostPlace))
    Its.Places.push_back(*At);
  monitor::log().noteLaunch(std::move(Its));
}

} // namespace racemap::cpu
