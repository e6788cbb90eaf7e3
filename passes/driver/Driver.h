// Driver - from a device module to results, in the order of the data flow.
//
// module → MAPs (lift) → launch contexts, assumptions → verdicts. A table of
// contents; each step lives in its own folder.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PASSES_DRIVER_DRIVER_H
#define RACEMAP_PASSES_DRIVER_DRIVER_H

#include "passes/driver/ObservedLaunches.h"
#include "passes/driver/Options.h"
#include "passes/driver/UnitBudget.h"
#include "passes/lift/module/CodeNumbers.h"
#include "passes/map/TermContext.h"
#include "passes/verdict/advice/InsertionPlaces.h"
#include <functional>

namespace llvm {
class Module;
}

namespace racemap {

/// What is known about the launches of kernels. Either can be empty.
struct Launches {
  /// The contexts of a protocol that has just been lifted; none if no launch
  /// is in sight.
  std::function<std::vector<map::LaunchContext>(const map::Protocol &)>
      ContextsOf;
  /// How many blocks a cluster has, if its kernel says so in the source alone.
  std::function<map::LaunchContext::Sizes(const map::Protocol &)> ClusterOf;
  /// By mangled name: can what two arguments point to overlap?
  std::function<bool(llvm::StringRef, unsigned, unsigned)> MayOverlap;
  /// By mangled name: does the kernel have a parameter of that name, though its
  /// protocol may not mention it?
  std::function<bool(llvm::StringRef, llvm::StringRef)> HasParameter;
  /// As in lift::LiftOptions.
  std::function<void(const map::Location &, llvm::StringRef)> NotAssumed;
};

struct Analysis {
  std::vector<map::Protocol> Protocols;
  std::vector<verdict::KernelResult> Kernels; ///< as Protocols, in order
  /// What the user should hear beside the results, one line each: an assume=
  /// that fits no kernel, a file that cannot be written.
  std::vector<std::string> Problems;
  /// Of the code that the protocols are of, if it was numbered.
  lift::CodeDigests Digests;
};

/// The MAPs of all kernels that the options select. The module is used up.
/// Launches of a kernel become its contexts, unless dimensions are given as
/// options. Those that the budget has no time for are gaps. Digests: null, or
/// what numbers the code (lift/module/CodeNumbers.h).
std::vector<map::Protocol>
liftKernels(std::unique_ptr<llvm::Module> M, map::TermContext &Terms,
            const Options &O, const UnitBudget &Budget, const Launches &Seen,
            std::vector<std::string> &Problems,
            lift::CodeDigests *Digests = nullptr);

/// Gives protocols that were read the contexts and assumptions that the options
/// name, as liftKernels does. An assume= holds for all kernels that have the
/// names it mentions, and says nothing of those that have one of them as a
/// parameter that they do not use; one that fits no kernel becomes a problem.
/// With RACEMAP_SELF_CHECK in the environment, as in the lit tests, a protocol
/// that is not read back as it is printed ends the process.
void prepare(llvm::MutableArrayRef<map::Protocol> All, const Options &O,
             std::vector<std::string> &Problems);

/// What is known of the source that kernels stand in. Each can be empty.
struct Sources {
  /// The statements of a kernel, by its mangled name; otherwise each line
  /// counts as one.
  std::function<std::vector<verdict::SourceStatement>(llvm::StringRef)>
      StatementsOf;
  /// Why the race is intended, if RACEMAP_BENIGN says so.
  std::function<std::optional<std::string>(const verdict::Finding &)> WhyBenign;
  /// Does the compiler show no warning there (a header of the system, a pragma,
  /// a flag)?
  std::function<bool(const verdict::KernelResult &, const verdict::Finding &)>
      IsSilenced;
  /// Is the kernel one that nobody here can change?
  std::function<bool(const map::Protocol &)> IsForeign;
};

/// Hears how the analysis of a unit goes on. Each can be empty.
struct Listener {
  /// So many kernels are decided, and this is the next one.
  std::function<void(size_t Done, size_t Kernels, llvm::StringRef Next)> Begins;
  /// All kernels that stand in one place of the source are decided: one, or the
  /// instances of a template.
  std::function<void(const std::vector<verdict::KernelResult> &)> Decided;
};

/// Decides protocols, whatever they came from, under the options, looks for
/// repairs, and selects what is shown. All together stay within the budget of
/// their unit. Foreign ones get a twentieth of a kernel's budget, and no
/// repairs.
Analysis analyse(std::vector<map::Protocol> Protocols, const Options &O,
                 const UnitBudget &Budget, const Sources &From = {},
                 const Listener &Heard = {});

/// The same for what has been decided before, of the same unit: only what is
/// shown of it is selected anew, as the options say.
Analysis showAgain(std::vector<verdict::KernelResult> Kernels, const Options &O,
                   const Sources &From = {}, const Listener &Heard = {});

/// Gives the findings of kernels, one after the other, their fingerprints and
/// hides those that the source, the configuration file, baseline= and diff=
/// leave out; what is wrong with the last two becomes a problem, and hides
/// nothing.
std::function<void(verdict::KernelResult &)>
selection(std::vector<std::string> &Problems, const Options &O,
          const Sources &From);

/// One compilation of one file.
struct Unit {
  std::string File;       ///< as the compiler was given it
  std::string Arch;       ///< "sm_80", or empty
  std::string Flags = {}; ///< what else its results depend on, in any form
};

/// Writes emit-map as the options say, before anything is decided, and json:
/// to a file, in which %u stands
/// for a hash of the unit's path, flags and arch, %arch for its architecture;
/// to standard output for "-"; to MANGLED.map for each kernel, %u-%arch.json,
/// in a directory. Problems are appended to A; those before it are in the JSON.
void writeMaps(llvm::ArrayRef<map::Protocol> Protocols, const Options &O,
               const Unit &U, std::vector<std::string> &Problems);
void writeOutputs(Analysis &A, const Options &O, const Unit &U);
/// Name with what %u and %arch stand for.
std::string expandName(llvm::StringRef Name, const Unit &U);
/// Is this value of an option a directory, be it one to make?
bool isFolder(llvm::StringRef Output);
using Writer = llvm::function_ref<void(llvm::raw_ostream &)>;
/// Standard output if Path is "-". The error names the file, which then is what
/// it was: a new one takes its place when it is complete.
llvm::Error writeFile(const std::string &Path, Writer Contents);
/// The same in a folder that the user named, and nowhere else: a link of that
/// name, which could lead anywhere, is removed first.
llvm::Error writeFileInside(llvm::StringRef Folder, const llvm::Twine &Name,
                            Writer Contents);
/// Writes the file that Name, the value of an option, stands for: %u and %arch
/// are replaced, and a directory gets %u-%arch and this extension. It is made
/// if it is not there and ends in a slash.
llvm::Error writeOutput(llvm::StringRef Name, llvm::StringRef Extension,
                        const Unit &U, Writer Contents);

} // namespace racemap

#endif
