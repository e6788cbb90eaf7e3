// StreamHandles - which streams there are, and what is known of each.
//
// Knows nothing of their work: a capture adds that to a graph (Capture), or it
// is done at once (Streams).
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_RUNTIME_CPU_API_STREAMHANDLES_H
#define RACEMAP_RUNTIME_CPU_API_STREAMHANDLES_H

#include <driver_types.h>

struct CUstream_st {
  unsigned Flags = 0;
  int Priority = 0;
  unsigned long long Id = 0;
};

namespace racemap::cpu::api {

inline constexpr int GreatestPriority = -5;

/// The streams that nobody creates.
bool isPredefined(cudaStream_t S);
/// Is it one of the predefined streams or a live one?
bool isStream(cudaStream_t S);

cudaError_t createStream(cudaStream_t *S, unsigned Flags, int Priority);
cudaError_t destroyStream(cudaStream_t S);

} // namespace racemap::cpu::api

#endif // RACEMAP_RUNTIME_CPU_API_STREAMHANDLES_H
