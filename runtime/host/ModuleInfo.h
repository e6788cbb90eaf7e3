// ModuleInfo - what an instrumented module says about its accesses and kernels.
//
// The pass writes it as a JSON text into a variable of the module
// (runtime/device/Abi.h); here it is read. All modules of a process share one
// numbering of sites.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_RUNTIME_HOST_MODULEINFO_H
#define RACEMAP_RUNTIME_HOST_MODULEINFO_H

#include "runtime/fsm/Access.h"
#include "runtime/host/LaunchCheck.h"

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

namespace racemap::host {

/// One level of a call stack. Line and column count from 1; 0 is not known.
struct Frame {
  std::string Function, File;
  unsigned Line = 0, Column = 0;
};

/// One access in the source.
struct Site {
  fsm::Operation Op = fsm::Operation::Read;
  unsigned Bytes = 0;
  /// Two stores with the same number write the same value, whichever threads
  /// make them; 0: it is none of these.
  unsigned UniformValue = 0;
  std::string Variable;     ///< empty if it has no name
  std::vector<Frame> Stack; ///< the access itself first, the kernel last
  /// How many levels of the stack, from the first on, are in headers that the
  /// user did not write: the next one is where the access is shown.
  unsigned NumHidden = 0;

  /// The stack without those levels, unless all are such.
  std::span<const Frame> shownStack() const {
    return std::span(Stack).subspan(NumHidden < Stack.size() ? NumHidden : 0);
  }
  /// The stack is not empty.
  const Frame &shown() const { return shownStack().front(); }
};

/// Where a launch has it if all lie one behind the other, and how many bytes
/// it has.
struct Parameter {
  size_t Offset = 0, Bytes = 0;
};

/// A copy of a kernel in which accesses are left alone that cannot race.
struct LeanKernel {
  std::string Mangled;
  /// Launches that keep to one of these may run it.
  std::vector<LaunchCheck> Launches;
  /// Pointers whose memory its code asks for (__racemap_extents).
  std::vector<ArgumentPlace> Extents;

  /// What a launch does not keep to of those of which it breaks least, in
  /// words; empty: it may run the copy.
  std::string broken(const LaunchInputs &L) const;
  /// What __racemap_extents gives its code (runtime/device/Abi.h).
  std::vector<uint64_t> places(const LaunchInputs &L,
                               uint64_t DynamicShared) const;
};

struct KernelInfo {
  std::string Name; ///< demangled
  /// The kernel uses what orders threads other than barriers of whole groups:
  /// fences, acquire and release, barriers of some lanes.
  bool OrdersOtherwise = true;
  /// The kernel's own sites are among [FirstSite, FirstSite + NumSites).
  unsigned FirstSite = 0, NumSites = 0;
  /// In the code, with those that are not instrumented.
  unsigned NumAccesses = 0;
  /// How many bytes each atomic access at these sites has; 0 if they differ,
  /// that is not known, or there is none.
  unsigned AtomicBytes = 0;
  std::vector<Parameter> Parameters; ///< as the source has them
  /// On a GPU, its launch is one more; there is no room for that otherwise.
  bool TakesLaunch = false;
  bool HasGridBarriers = false;
  bool MonitorsShared = true; ///< it has sites that may be in shared memory
  std::optional<LeanKernel> Lean;
  std::string WhyFull; ///< why there is none, if that is known
};

/// The sites and kernels of all modules that were loaded.
class ModuleInfos {
public:
  /// Reads Text. Returns the number of its first site, or what is wrong with
  /// it in Problem. A module that was removed has the sites that it had.
  unsigned add(std::string_view Text, std::string &Problem);
  /// The module with this first site is unloaded. What is known of it stays.
  void remove(unsigned First);

  /// Null for a number that no module has.
  const Site *site(unsigned Number) const;
  /// Do both store a value that is the same for all threads, and the same?
  bool storeOneValue(unsigned SiteA, unsigned SiteB) const;
  size_t numSites() const { return Sites.size(); }
  /// The first site of the same access in the source, which may be called from
  /// several places; the number itself if no module has it.
  unsigned firstOf(unsigned Number) const {
    return Number < Firsts.size() ? Firsts[Number] : Number;
  }
  /// Why the source says that this check is to ignore the line; null: it does
  /// not.
  const std::string *whyIgnored(std::string_view File, unsigned Line,
                                std::string_view Check) const;
  /// A kernel of one of these modules, which are known by their first sites;
  /// null if it is not instrumented. Units may have kernels of the same name.
  const KernelInfo *kernel(const std::string &Mangled,
                           const std::vector<unsigned> &Of) const;

private:
  void numberValues(unsigned First);
  void noteFirsts();

  std::vector<Site> Sites;
  unsigned NumUniformValues = 0; ///< that have numbers
  std::vector<unsigned> Firsts;  ///< by site
  /// By what an access is, and where it is shown.
  using Access = std::tuple<fsm::Operation, unsigned, std::string, std::string,
                            unsigned, unsigned>;
  std::map<Access, unsigned> Known;
  /// Why, by file, line and check.
  std::map<std::tuple<std::string, unsigned, std::string>, std::string> Ignored;
  /// By module and mangled name.
  std::map<std::pair<unsigned, std::string>, KernelInfo> Kernels;
  /// By their first sites; of modules that are loaded, and of others.
  std::map<unsigned, std::string> Texts;
  std::multimap<std::string, unsigned, std::less<>> Removed;
};

} // namespace racemap::host

#endif // RACEMAP_RUNTIME_HOST_MODULEINFO_H
