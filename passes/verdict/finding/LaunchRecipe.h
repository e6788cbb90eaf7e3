// LaunchRecipe - what a program has to know to launch a kernel with a witness.
//
// In:  a kernel's declaration and the names of its protocol (plugin/).
// Out: how the source names the kernel, and for each scalar and each array of
//      the protocol where it is among the arguments. The unit's file and flags
//      are added by whoever had it analysed (tools/racemap).
//
// Arguments are bytes: a value is put at its offset, whatever the type of the
// argument is, so that no type of the source needs a constructor or a name.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PASSES_VERDICT_FINDING_LAUNCHRECIPE_H
#define RACEMAP_PASSES_VERDICT_FINDING_LAUNCHRECIPE_H

#include <cstdint>
#include <string>
#include <vector>

namespace racemap::verdict {

struct LaunchRecipe {
  /// A C++ expression at the end of the unit: "&::ns::scale<float>"; empty if
  /// there is none, and then WhyNot says why: "'f' is a private member".
  std::string Function, WhyNot;
  struct Argument {
    std::string Name; ///< empty if the source has none
    uint64_t Bytes = 0;
    bool operator==(const Argument &) const = default;
  };
  std::vector<Argument> Arguments;
  /// A value of the witness: "n", "s.width".
  struct Scalar {
    std::string Name;
    unsigned Argument = 0;
    uint64_t Offset = 0, Bytes = 0;
    bool operator==(const Scalar &) const = default;
  };
  std::vector<Scalar> Scalars;
  struct Array {
    enum class Kind : uint8_t {
      Pointer,  ///< in Argument at Offset
      Variable, ///< that Symbol names
      Shared,   ///< of the block: nothing is to be done
      Dynamic,  ///< shared memory whose size is the launch's
      Fixed,    ///< it is there, but nobody can give it contents: WhyNot
      Missing,  ///< nobody can make it, and the kernel needs it: WhyNot
    };
    std::string Name; ///< as in findings and witnesses
    Kind TheKind = Kind::Fixed;
    uint64_t ElementBytes = 1;
    unsigned Argument = 0;
    uint64_t Offset = 0;
    std::string Symbol; ///< "::ns::table"
    std::string WhyNot;
    bool operator==(const Array &) const = default;
  };
  std::vector<Array> Arrays;
  bool IsCooperative = false;  ///< it waits for the whole grid
  bool HasClusterDims = false; ///< the source says how large a cluster is
  /// The compilation that has the kernel.
  struct Unit {
    std::string File, Arch;
    std::string Directory;            ///< where the flags hold
    std::vector<std::string> Flags;   ///< in clang's words
    std::vector<std::string> Options; ///< NAME=VALUE, that change what runs
    bool operator==(const Unit &) const = default;
  } TheUnit; ///< without a File if it is not known
  bool operator==(const LaunchRecipe &) const = default;
};

/// What a run of a finding's witness has come to.
struct Confirmation {
  enum class Status : uint8_t {
    Confirmed, ///< the run reports the same two places
    Beside,    ///< it reports another pair of accesses to the same memory
    NotSeen,   ///< it ran, and nothing of the kind was reported
    NotRun,    ///< Reason says why it could not be run, or not to its end
  };
  Status TheStatus = Status::NotRun;
  std::string Reason;
  unsigned Orders = 0; ///< that were tried, beside the usual one
  std::string Report;  ///< what the run says of it, as text
  bool operator==(const Confirmation &) const = default;
};

} // namespace racemap::verdict

#endif
