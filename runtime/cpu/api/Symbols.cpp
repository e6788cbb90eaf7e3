// Symbols - variables of the device by their host twins.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/cpu/Engine.h"
#include "runtime/cpu/api/Call.h"

#include <cuda_runtime_api.h>

using namespace racemap::cpu;
using api::call;

cudaError_t cudaGetSymbolAddress(void **Address, const void *Symbol) {
  return call([&] {
    size_t Bytes;
    return Address ? engine::variable(Symbol, *Address, Bytes)
                   : cudaErrorInvalidValue;
  });
}

cudaError_t cudaGetSymbolSize(size_t *Bytes, const void *Symbol) {
  return call([&] {
    void *Address;
    return Bytes ? engine::variable(Symbol, Address, *Bytes)
                 : cudaErrorInvalidValue;
  });
}

/// Finds the bytes of the variable and does something with them.
template <class Work>
static cudaError_t within(const void *Symbol, size_t Offset, size_t Bytes,
                          Work Do) {
  return call([&] {
    void *Address = nullptr;
    size_t Size = 0;
    if (cudaError_t E = engine::variable(Symbol, Address, Size))
      return E;
    if (Offset > Size || Bytes > Size - Offset)
      return cudaErrorInvalidValue;
    return Do(static_cast<char *>(Address) + Offset);
  });
}

cudaError_t cudaMemcpyToSymbolAsync(const void *Symbol, const void *From,
                                    size_t Bytes, size_t Offset,
                                    cudaMemcpyKind Kind, cudaStream_t S) {
  return within(Symbol, Offset, Bytes, [&](char *To) {
    return cudaMemcpyAsync(To, From, Bytes, Kind, S);
  });
}

cudaError_t cudaMemcpyToSymbol(const void *Symbol, const void *From,
                               size_t Bytes, size_t Offset,
                               cudaMemcpyKind Kind) {
  return cudaMemcpyToSymbolAsync(Symbol, From, Bytes, Offset, Kind, nullptr);
}

cudaError_t cudaMemcpyFromSymbolAsync(void *To, const void *Symbol,
                                      size_t Bytes, size_t Offset,
                                      cudaMemcpyKind Kind, cudaStream_t S) {
  return within(Symbol, Offset, Bytes, [&](char *From) {
    return cudaMemcpyAsync(To, From, Bytes, Kind, S);
  });
}

cudaError_t cudaMemcpyFromSymbol(void *To, const void *Symbol, size_t Bytes,
                                 size_t Offset, cudaMemcpyKind Kind) {
  return cudaMemcpyFromSymbolAsync(To, Symbol, Bytes, Offset, Kind, nullptr);
}
