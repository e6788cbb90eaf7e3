// What __any_sync, __all_sync, __ballot_sync and others give is the same for all
// lanes that the mask names, if they come to it together: loops of a warp that
// end when no lane goes on, and branches.
//
// RUN: %runtime
// RUN: %clangxx_cuda -fsyntax-only %s --cuda-device-only -Xclang -verify \
// RUN:   -fplugin-arg-racemap-unit-budget-ms=0
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

constexpr unsigned All = ~0u, Half = 0xffff;
#define LANE (threadIdx.x & 31)

// Each warp has its row.
#define BRANCH(NAME, VOTE, SIDE, OTHER)                                        \
  __global__ void NAME(int *out, const int *in) {                              \
    __shared__ int s[8][33];                                                   \
    int lane = LANE, warp = threadIdx.x / 32, x = in[threadIdx.x];             \
    if (VOTE)                                                                  \
      s[warp][SIDE] = 1;                                                       \
    else                                                                       \
      out[blockIdx.x * 256 + threadIdx.x] = s[OTHER][lane + 1];                \
  }
BRANCH(any, __any_sync(All, x > 0), lane, warp)
BRANCH(all, __all_sync(All, x > 0), lane, warp)
BRANCH(ballot, __ballot_sync(All, x > 0) & 6, lane, warp)
// Of a lane that does not take part, nobody knows what it gives.
BRANCH(first, __shfl_sync(All, x, 0) > 0, lane, warp) // expected-remark {{undecided}}
BRANCH(sum, __reduce_add_sync(All, x) > 9, lane, warp)
BRANCH(noVote, x > 0, lane, warp) // expected-warning {{data race on 's'}} expected-note 1+{{}}
BRANCH(ownBit, __ballot_sync(All, x > 0) >> lane & 1, lane, warp) // expected-remark {{undecided}}
BRANCH(ofOneLane, __shfl_sync(All, x, lane ^ 1) > 0, lane, warp) // expected-remark {{undecided}}
BRANCH(ofAnotherWarp, __any_sync(All, x > 0), lane, warp ^ 1) // expected-remark {{undecided}}
BRANCH(maskOfSome, __any_sync(__activemask(), x > 0), lane, warp) // expected-remark {{undecided}}

#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 700
__device__ int allHave(int x) {
  int have;
  __match_all_sync(All, x, &have);
  return have;
}
BRANCH(match, allHave(x), lane, warp)
#endif

// Each half of a warp for itself, or one of them alone.
#define IN_HALVES(NAME, MASK, READ)                                            \
  __global__ void NAME(int *out, const int *in) {                              \
    __shared__ int s[32];                                                      \
    int lane = threadIdx.x, x = in[lane];                                      \
    if (__any_sync(MASK, x > 0))                                               \
      s[lane] = 1;                                                             \
    else                                                                       \
      out[lane] = s[READ];                                                     \
  }
IN_HALVES(halves, lane < 16 ? Half : ~Half, lane ^ 1)
IN_HALVES(acrossHalves, lane < 16 ? Half : ~Half, lane ^ 16) // expected-remark {{undecided}}

__global__ void oneHalf(int *out, const int *in) {
  __shared__ int s[32];
  int lane = threadIdx.x, x = in[lane];
  if (lane < 16) {
    if (__any_sync(Half, x > 0))
      s[lane] = 1;
    else
      out[lane] = s[lane ^ 1];
  }
}
__global__ void oneHalfForAll(int *out, const int *in) { // expected-remark {{undecided}}
  __shared__ int s[32];
  int lane = threadIdx.x, x = in[lane];
  if (lane < 16) {
    if (__any_sync(All, x > 0))
      s[lane] = 1;
    else
      out[lane] = s[lane ^ 1];
  }
}

// Until no lane goes on: a barrier of the warp in the loop is for all of them.
#define ROUNDS(NAME, BEGIN, END, BEFORE, BEHIND)                               \
  __global__ void NAME(int *out, const int *in) {                              \
    __shared__ int s[8][33];                                                   \
    int lane = LANE, warp = threadIdx.x / 32, x = in[threadIdx.x];             \
    s[warp][lane] = x;                                                         \
    BEGIN {                                                                    \
      BEFORE;                                                                  \
      int other = s[warp][lane + 1];                                           \
      BEHIND;                                                                  \
      x = min(x, other - 1);                                                   \
      s[warp][lane] = x;                                                       \
    }                                                                          \
    END;                                                                       \
    out[blockIdx.x * 256 + threadIdx.x] = x;                                   \
  }
#define SYNC __syncwarp()
ROUNDS(whileAny, while (__any_sync(All, x > 3)), , SYNC, SYNC)
ROUNDS(doWhileAny, do, while (__any_sync(All, x > 3)), SYNC, SYNC)
ROUNDS(breaksForAll, while (true), , if (!__any_sync(All, x > 3)) break; SYNC, SYNC)
ROUNDS(oneBarrier, while (__any_sync(All, x > 3)), , SYNC, ) // expected-remark {{undecided}}
ROUNDS(eachForItself, while (x > 3), , SYNC, SYNC) // expected-warning 0+{{barrier divergence}} expected-note 0+{{}} expected-remark 1+{{undecided}}
ROUNDS(someBreak, while (__any_sync(All, x > 3)), , if (x > 9) break; SYNC, SYNC) // expected-warning 0+{{barrier divergence}} expected-note 0+{{}} expected-remark 1+{{undecided}}
// A barrier of the block is not for one warp.
ROUNDS(ofTheBlock, while (__any_sync(All, x > 3)), , __syncthreads(), __syncthreads()) // expected-warning 0+{{barrier divergence}} expected-note 0+{{}} expected-remark 1+{{undecided}}

// A vote that some lanes come to before may be counted for this one.
#define TWO(NAME, CONDITION)                                                   \
  __global__ void NAME(int *out, const int *in) {                              \
    __shared__ int s[32];                                                      \
    int lane = threadIdx.x, x = in[lane];                                      \
    if (CONDITION)                                                             \
      out[32 + lane] = __any_sync(All, x > 7);                                 \
    if (__any_sync(All, x > 0))                                                \
      s[lane] = 1;                                                             \
    else                                                                       \
      out[lane] = s[lane ^ 1];                                                 \
  }
TWO(bothVote, in[32])
TWO(someVoteTwice, x == 1) // expected-remark {{undecided}}

#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 700
// Nobody looks at the result of the one that some come to.
__global__ void someMatchTwice(int *out, const int *in) { // expected-remark {{undecided}}
  __shared__ int s[32];
  int lane = threadIdx.x, x = in[lane];
  if (x == 1)
    allHave(x);
  if (allHave(x))
    s[lane] = 1;
  else
    out[lane] = s[lane ^ 1];
}
#endif

void launch(int *out, const int *in) {
  any<<<8, 256>>>(out, in);
  all<<<8, 256>>>(out, in);
  ballot<<<8, 256>>>(out, in);
  first<<<8, 256>>>(out, in);
  sum<<<8, 256>>>(out, in);
  match<<<8, 256>>>(out, in);
  noVote<<<8, 256>>>(out, in);
  ownBit<<<8, 256>>>(out, in);
  ofOneLane<<<8, 256>>>(out, in);
  ofAnotherWarp<<<8, 256>>>(out, in);
  maskOfSome<<<8, 256>>>(out, in);
  halves<<<1, 32>>>(out, in);
  acrossHalves<<<1, 32>>>(out, in);
  oneHalf<<<1, 32>>>(out, in);
  oneHalfForAll<<<1, 32>>>(out, in);
  whileAny<<<8, 256>>>(out, in);
  doWhileAny<<<8, 256>>>(out, in);
  breaksForAll<<<8, 256>>>(out, in);
  oneBarrier<<<8, 256>>>(out, in);
  eachForItself<<<8, 256>>>(out, in);
  someBreak<<<8, 256>>>(out, in);
  ofTheBlock<<<8, 256>>>(out, in);
  bothVote<<<1, 32>>>(out, in);
  someVoteTwice<<<1, 32>>>(out, in);
  someMatchTwice<<<1, 32>>>(out, in);
}
