// Findings - a record of the device in the words of a report.
//
// The newcomer is known. The other party is the one whom the cell names, if
// that access conflicts and is not ordered before; otherwise it was somebody
// before him, who is not named.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_RUNTIME_GPU_HOST_FINDINGS_H
#define RACEMAP_RUNTIME_GPU_HOST_FINDINGS_H

#include "runtime/gpu/host/Allocations.h"
#include "runtime/gpu/host/Kernel.h"
#include "runtime/host/Log.h"

namespace racemap::gpu {

class FindingOf {
public:
  /// UnitSite: the first site of the kernel's unit.
  FindingOf(const Record &R, const Kernel &Of, unsigned UnitSite,
            const host::ModuleInfos &Modules, const Allocations &Memory);

  host::Log::Identity identity() const;
  /// Do both sides store the same value?
  bool isBenign() const { return Modules.storeOneValue(Site, OtherSite); }
  host::Finding finding() const;

private:
  host::ThreadPlace place(const device::Accessor &A) const;
  bool isShared() const { return (R.How & Record::Shared) != 0; }
  uint64_t rank(uint64_t Place) const;
  void findOther();
  host::Memory memory() const;

  const Record &R;
  const Kernel &Of;
  const host::ModuleInfos &Modules;
  const Allocations &Allocated;
  device::Surroundings Around;
  unsigned UnitSite, Site;
  bool HasOther = false;
  device::Accessor Other;
  unsigned OtherSite = ~0u;
  fsm::Scope Between = fsm::Scope::Grid;
};

} // namespace racemap::gpu

#endif // RACEMAP_RUNTIME_GPU_HOST_FINDINGS_H
