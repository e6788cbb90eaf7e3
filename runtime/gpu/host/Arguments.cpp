// Arguments - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/gpu/host/Arguments.h"

#include <algorithm>
#include <cstring>

namespace racemap::gpu {

/// cuda.h has these names; programs need no more than the CUDA runtime.
enum class Tag : uintptr_t { End, BufferPointer, BufferSize };

/// The values that Extra has.
static std::pair<const char *, size_t> buffer(void *const *Extra) {
  std::pair<const char *, size_t> Found{nullptr, 0};
  for (; Tag(uintptr_t(*Extra)) != Tag::End; Extra += 2)
    if (Tag(uintptr_t(*Extra)) == Tag::BufferPointer)
      Found.first = static_cast<const char *>(Extra[1]);
    else
      Found.second = *static_cast<const size_t *>(Extra[1]);
  return Found;
}

Arguments::Arguments(const host::KernelInfo &Of, void *const *Pointers,
                     void *const *Extra)
    : Parameters(Of.Parameters) {
  for (const host::Parameter &P : Parameters)
    Values.resize(std::max(Values.size(), P.Offset + P.Bytes));
  if (!Pointers && Extra) {
    auto [From, Bytes] = buffer(Extra);
    std::copy_n(From, std::min(Bytes, Values.size()), Values.begin());
    return;
  }
  for (const host::Parameter &P : Parameters)
    std::memcpy(&Values[P.Offset], *Pointers++, P.Bytes);
}

std::vector<void *> Arguments::with(Launch &L) {
  std::vector<void *> All;
  for (const host::Parameter &P : Parameters)
    All.push_back(&Values[P.Offset]);
  All.push_back(&L);
  return All;
}

} // namespace racemap::gpu
