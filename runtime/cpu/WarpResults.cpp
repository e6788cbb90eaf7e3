// WarpResults - what each lane of an operation gets.
//
// In:  the requests of the lanes that do it together.
// Out: their results, as the PTX manual defines them. Where a lane reads from
//      one that does not take part, which is undefined, it gets its own value.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/cpu/Warp.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

namespace racemap::cpu {

namespace {

/// The lane that a shuffle reads, and whether it is in range.
struct Source {
  unsigned Lane;
  bool IsInRange;
};

Source sourceOf(unsigned Lane, const WarpRequest &R) {
  int Distance = R.Lane & 31, Clamp = R.Clamp & 31;
  int Segment = R.Clamp >> 8 & 31, Self = int(Lane);
  int Least = Self & Segment, Most = Least | (Clamp & ~Segment);
  int From = Self;
  bool IsInRange = false;
  if (R.Operation == WarpOperation::ShuffleUp) {
    From = Self - Distance;
    IsInRange = From >= Most;
  } else {
    if (R.Operation == WarpOperation::ShuffleDown)
      From = Self + Distance;
    else if (R.Operation == WarpOperation::ShuffleXor)
      From = Self ^ Distance;
    else
      From = Least | (Distance & ~Segment);
    IsInRange = From <= Most;
  }
  return {IsInRange ? unsigned(From) : Lane, IsInRange};
}

class Evaluation {
public:
  Evaluation(uint32_t Lanes, WarpRequest *const *Requests)
      : Lanes(Lanes), Requests(Requests) {}

  void run();

private:
  template <class Function> void forEach(Function F) {
    for (uint32_t Rest = Lanes; Rest; Rest &= Rest - 1) {
      unsigned Lane = std::countr_zero(Rest);
      F(Lane, *Requests[Lane]);
    }
  }
  uint32_t lanesWith(uint64_t Value);
  uint32_t ballot();
  void give(uint64_t Result, bool Predicate = false) {
    forEach([=](unsigned, WarpRequest &R) {
      R.Result = Result;
      R.Predicate = Predicate;
    });
  }
  void shuffle();
  void matchAny();
  void matchAll();
  template <class T, class Function> void reduce(T Start, Function F) {
    T Sum = Start;
    forEach([&](unsigned, WarpRequest &R) { Sum = F(Sum, T(R.Value)); });
    give(uint32_t(Sum));
  }
  template <class Function> void reduceFloat(float Start, Function F) {
    float Sum = Start;
    forEach([&](unsigned, WarpRequest &R) {
      Sum = F(Sum, std::bit_cast<float>(uint32_t(R.Value)));
    });
    give(std::bit_cast<uint32_t>(Sum));
  }

  uint32_t Lanes;
  WarpRequest *const *Requests;
};

uint32_t Evaluation::lanesWith(uint64_t Value) {
  uint32_t Found = 0;
  forEach([&](unsigned Lane, WarpRequest &R) {
    if (R.Value == Value)
      Found |= 1u << Lane;
  });
  return Found;
}

uint32_t Evaluation::ballot() { return Lanes & ~lanesWith(0); }

void Evaluation::shuffle() {
  forEach([&](unsigned Lane, WarpRequest &R) {
    Source S = sourceOf(Lane, R);
    bool TakesPart = (Lanes >> S.Lane & 1) != 0;
    R.Result = TakesPart ? Requests[S.Lane]->Value : R.Value;
    R.Predicate = S.IsInRange;
  });
}

void Evaluation::matchAny() {
  forEach([&](unsigned, WarpRequest &R) { R.Result = lanesWith(R.Value); });
}

void Evaluation::matchAll() {
  bool IsSame = lanesWith(Requests[std::countr_zero(Lanes)]->Value) == Lanes;
  give(IsSame ? Lanes : 0, IsSame);
}

void Evaluation::run() {
  using Op = WarpOperation;
  switch (Requests[std::countr_zero(Lanes)]->Operation) {
  case Op::Sync:
  case Op::Lockstep:
    return;
  case Op::ActiveMask:
    return give(Lanes);
  case Op::ShuffleUp:
  case Op::ShuffleDown:
  case Op::ShuffleXor:
  case Op::ShuffleIndex:
    return shuffle();
  case Op::VoteAll:
    return give(ballot() == Lanes);
  case Op::VoteAny:
    return give(ballot() != 0);
  case Op::VoteUniform:
    return give(ballot() == Lanes || ballot() == 0);
  case Op::Ballot:
    return give(ballot());
  case Op::MatchAny:
    return matchAny();
  case Op::MatchAll:
    return matchAll();
  case Op::ReduceAdd:
    return reduce(uint32_t(0), [](auto A, auto B) { return A + B; });
  case Op::ReduceMin:
    return reduce(std::numeric_limits<int32_t>::max(),
                  [](auto A, auto B) { return std::min(A, B); });
  case Op::ReduceMax:
    return reduce(std::numeric_limits<int32_t>::min(),
                  [](auto A, auto B) { return std::max(A, B); });
  case Op::ReduceUMin:
    return reduce(~uint32_t(0), [](auto A, auto B) { return std::min(A, B); });
  case Op::ReduceUMax:
    return reduce(uint32_t(0), [](auto A, auto B) { return std::max(A, B); });
  case Op::ReduceAnd:
    return reduce(~uint32_t(0), [](auto A, auto B) { return A & B; });
  case Op::ReduceOr:
    return reduce(uint32_t(0), [](auto A, auto B) { return A | B; });
  case Op::ReduceXor:
    return reduce(uint32_t(0), [](auto A, auto B) { return A ^ B; });
  case Op::ReduceFMin:
    return reduceFloat(std::numeric_limits<float>::infinity(), fminf);
  case Op::ReduceFMax:
    return reduceFloat(-std::numeric_limits<float>::infinity(), fmaxf);
  case Op::Elect:
    give(std::countr_zero(Lanes));
    Requests[std::countr_zero(Lanes)]->Predicate = true;
    return;
  }
}

} // namespace

void evaluate(uint32_t Lanes, WarpRequest *const *Requests) {
  Evaluation(Lanes, Requests).run();
}

const char *nameOf(const WarpRequest &R) {
  using Op = WarpOperation;
  switch (R.Operation) {
  case Op::Sync:
    return "__syncwarp";
  case Op::Lockstep:
    return "an access of all lanes";
  case Op::ActiveMask:
    return "__activemask";
  case Op::ShuffleUp:
    return R.IsConverging ? "__shfl_up" : "__shfl_up_sync";
  case Op::ShuffleDown:
    return R.IsConverging ? "__shfl_down" : "__shfl_down_sync";
  case Op::ShuffleXor:
    return R.IsConverging ? "__shfl_xor" : "__shfl_xor_sync";
  case Op::ShuffleIndex:
    return R.IsConverging ? "__shfl" : "__shfl_sync";
  case Op::VoteAll:
    return R.IsConverging ? "__all" : "__all_sync";
  case Op::VoteAny:
    return R.IsConverging ? "__any" : "__any_sync";
  case Op::VoteUniform:
    return R.IsConverging ? "__uni" : "__uni_sync";
  case Op::Ballot:
    return R.IsConverging ? "__ballot" : "__ballot_sync";
  case Op::MatchAny:
    return "__match_any_sync";
  case Op::MatchAll:
    return "__match_all_sync";
  case Op::ReduceAdd:
    return "__reduce_add_sync";
  case Op::ReduceMin:
  case Op::ReduceUMin:
  case Op::ReduceFMin:
    return "__reduce_min_sync";
  case Op::ReduceMax:
  case Op::ReduceUMax:
  case Op::ReduceFMax:
    return "__reduce_max_sync";
  case Op::ReduceAnd:
    return "__reduce_and_sync";
  case Op::ReduceOr:
    return "__reduce_or_sync";
  case Op::ReduceXor:
    return "__reduce_xor_sync";
  case Op::Elect:
    return "elect.sync";
  }
  return "";
}

} // namespace racemap::cpu
