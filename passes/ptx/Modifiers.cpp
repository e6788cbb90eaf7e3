// Modifiers - what the modifiers of a memory instruction say.
//
// Each modifier is offered to one small table after the other; the first that
// knows it wins, and none knowing it is reported. The tables are disjoint.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "passes/ptx/Modifiers.h"

#include "llvm/ADT/StringSwitch.h"

using namespace llvm;

namespace racemap::ptx {

std::optional<Scope> parseScope(StringRef Modifier) {
  return StringSwitch<std::optional<Scope>>(Modifier)
      .Case("cta", Scope::Block)
      .Case("cluster", Scope::Cluster)
      .Case("gpu", Scope::Device)
      .Case("sys", Scope::System)
      .Default(std::nullopt);
}

std::optional<StateSpace> parseSpace(StringRef Modifier) {
  return StringSwitch<std::optional<StateSpace>>(Modifier)
      .Case("global", StateSpace::Global)
      .Case("shared", StateSpace::Shared)
      .Case("shared::cta", StateSpace::Shared)
      .Case("shared::cluster", StateSpace::SharedCluster)
      .Case("const", StateSpace::Const)
      .Case("local", StateSpace::Local)
      .Case("param", StateSpace::Param)
      .Case("param::entry", StateSpace::Param)
      .Case("param::func", StateSpace::Param)
      .Default(std::nullopt);
}

/// ".mmio" accesses are relaxed; the word itself only forbids to merge them.
static std::optional<Ordering> parseOrdering(StringRef Modifier) {
  return StringSwitch<std::optional<Ordering>>(Modifier)
      .Case("weak", Ordering::Weak)
      .Case("volatile", Ordering::Volatile)
      .Case("relaxed", Ordering::Relaxed)
      .Case("acquire", Ordering::Acquire)
      .Case("release", Ordering::Release)
      .Case("acq_rel", Ordering::AcqRel)
      .Default(std::nullopt);
}

static std::optional<AtomicOp> parseAtomicOp(StringRef Modifier) {
  return StringSwitch<std::optional<AtomicOp>>(Modifier)
      .Case("add", AtomicOp::Add)
      .Case("and", AtomicOp::And)
      .Case("or", AtomicOp::Or)
      .Case("xor", AtomicOp::Xor)
      .Case("min", AtomicOp::Min)
      .Case("max", AtomicOp::Max)
      .Case("inc", AtomicOp::Inc)
      .Case("dec", AtomicOp::Dec)
      .Case("exch", AtomicOp::Exch)
      .Case("cas", AtomicOp::Cas)
      .Default(std::nullopt);
}

static unsigned vectorLength(StringRef Modifier) {
  return StringSwitch<unsigned>(Modifier)
      .Case("v2", 2)
      .Case("v4", 4)
      .Case("v8", 8)
      .Default(0);
}

/// Caching, prefetching, rounding of denormals: no difference to an analysis.
static bool isHint(StringRef Modifier) {
  if (Modifier.starts_with("L1::") || Modifier.starts_with("L2::"))
    return true;
  return StringSwitch<bool>(Modifier)
      .Case("ca", true)
      .Case("cg", true)
      .Case("cs", true)
      .Case("lu", true)
      .Case("cv", true)
      .Case("wb", true)
      .Case("wt", true)
      .Case("unified", true)
      .Case("mmio", true)
      .Case("noftz", true)
      .Default(false);
}

bool MemoryModifiers::take(StringRef Modifier) {
  if (std::optional<StateSpace> Known = parseSpace(Modifier))
    Space = *Known;
  else if (std::optional<Scope> Known = parseScope(Modifier))
    S = Known;
  else if (std::optional<Ordering> Known = parseOrdering(Modifier))
    Order = Known;
  else if (std::optional<Type> Known = Type::parse(Modifier))
    ElementType = Known;
  else if (std::optional<AtomicOp> Known = parseAtomicOp(Modifier))
    Op = Known;
  else if (unsigned Length = vectorLength(Modifier))
    Elements = Length;
  else if (Modifier == "nc")
    IsNonCoherent = true;
  else
    return isHint(Modifier);
  return true;
}

MemoryModifiers MemoryModifiers::decode(const Instruction &I) {
  MemoryModifiers M;
  for (const std::string &Modifier : I.Modifiers) {
    if (!M.take(Modifier) && M.UnknownModifier.empty())
      M.UnknownModifier = Modifier;
    M.HasCachePolicy |= Modifier == "L2::cache_hint";
  }
  return M;
}

} // namespace racemap::ptx
