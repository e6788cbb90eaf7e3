// Opcode - which family an opcode belongs to.
//
// One list of names per family, searched in turn. The lists hold what the PTX
// manual calls the opcode, without modifiers; where a modifier decides
// (cp.async and cp.async.bulk) the family's classifier looks at it.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "passes/ptx/Opcode.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace racemap::ptx {

static constexpr StringLiteral Pure[] = {
    // Integer arithmetic.
    "add", "addc", "sub", "subc", "mul", "mad", "madc", "mul24", "mad24", "sad",
    "div", "rem", "abs", "neg", "min", "max", "popc", "clz", "bfind", "fns",
    "brev", "bfe", "bfi", "bmsk", "szext", "dp4a", "dp2a",
    // Floating point.
    "fma", "rcp", "sqrt", "rsqrt", "sin", "cos", "lg2", "ex2", "tanh", "testp",
    "copysign",
    // Logic, shifts, comparison, movement.
    "and", "or", "xor", "not", "cnot", "lop3", "shf", "shl", "shr", "prmt",
    "set", "setp", "selp", "slct", "mov", "cvt",
    // Addresses as numbers.
    "cvta", "isspacep", "mapa", "getctarank", "createpolicy", "istypep",
    // Video instructions.
    "vadd", "vsub", "vabsdiff", "vmin", "vmax", "vshl", "vshr", "vmad", "vset",
    "vadd2", "vsub2", "vavrg2", "vabsdiff2", "vmin2", "vmax2", "vset2", "vadd4",
    "vsub4", "vavrg4", "vabsdiff4", "vmin4", "vmax4", "vset4"};

static constexpr StringLiteral Collective[] = {"shfl",  "vote",       "match",
                                               "redux", "activemask", "elect",
                                               "mma",   "movmatrix"};

static constexpr StringLiteral NoEffects[] = {"prefetch",      "prefetchu",
                                              "nanosleep",     "pmevent",
                                              "applypriority", "setmaxnreg"};

static constexpr StringLiteral Textures[] = {"tex", "tld4", "txq", "suq"};
static constexpr StringLiteral Surfaces[] = {"suld", "sust"};
static constexpr StringLiteral Branches[] = {"bra", "brx"};
static constexpr StringLiteral Stops[] = {"exit", "trap", "brkpt"};

static constexpr StringLiteral ForeignMemories[] = {
    "multimem", "discard",   "tensormap", "wgmma",
    "tcgen05",  "stacksave", "alloca",    "stackrestore"};

static constexpr StringLiteral ForeignSynchronizations[] = {
    "griddepcontrol", "clusterlaunchcontrol"};

static constexpr StringLiteral ForeignControls[] = {"call", "ret"};

static constexpr std::pair<StringLiteral, Family> Singles[] = {
    {"ld", Family::Load},
    {"ldu", Family::Load},
    {"st", Family::Store},
    {"atom", Family::Atomic},
    {"red", Family::Reduction},
    {"ldmatrix", Family::MatrixLoad},
    {"stmatrix", Family::MatrixStore},
    {"wmma", Family::WarpMatrix},
    {"cp", Family::AsyncCopy},
    {"membar", Family::Membar},
    {"fence", Family::Fence},
    {"bar", Family::BlockBarrier},
    {"barrier", Family::BlockBarrier},
    {"mbarrier", Family::Mbarrier},
    {"sured", Family::SurfaceReduction}};

static constexpr std::pair<ArrayRef<StringLiteral>, Family> Lists[] = {
    {Pure, Family::Pure},
    {Collective, Family::Collective},
    {NoEffects, Family::NoEffect},
    {Textures, Family::Texture},
    {Surfaces, Family::Surface},
    {Branches, Family::Branch},
    {Stops, Family::Stop},
    {ForeignMemories, Family::ForeignMemory},
    {ForeignSynchronizations, Family::ForeignSynchronization},
    {ForeignControls, Family::ForeignControl}};

Family familyOf(StringRef Opcode) {
  for (const auto &[Name, F] : Singles)
    if (Opcode == Name)
      return F;
  for (const auto &[Names, F] : Lists)
    if (is_contained(Names, Opcode))
      return F;
  return Family::Unknown;
}

} // namespace racemap::ptx
