// Samples - results to report on.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_UNIT_TESTS_REPORT_SAMPLES_H
#define RACEMAP_UNIT_TESTS_REPORT_SAMPLES_H

#include "passes/verdict/finding/Finding.h"

namespace racemap::report {

inline verdict::Site site(verdict::Site::Role R, unsigned Line,
                          unsigned Column) {
  verdict::Site S;
  S.TheRole = R;
  S.Where.File = "reduce.cu";
  S.Where.Line = Line;
  S.Where.Column = Column;
  S.Bytes = 4;
  return S;
}

/// A missing barrier in a reduction.
inline verdict::Finding race() {
  using verdict::Site;
  verdict::Finding F;
  F.TheCertainty = verdict::Certainty::Provable;
  F.Array = "sdata";
  F.Sites = {site(Site::Role::Write, 9, 20), site(Site::Role::Read, 9, 34)};
  F.TheWitness.BlockDim = {256, 1, 1};
  F.TheWitness.Threads = {{{0, 0, 0}, {0, 0, 0}}, {{0, 0, 0}, {16, 0, 0}}};
  F.TheWitness.Values = {{"s", 16}};
  F.TheWitness.Address = 64;
  F.Explanation = "no barrier orders them";
  return F;
}

/// A thread too many.
inline verdict::Finding outside(verdict::Site::Role R, unsigned Line) {
  verdict::Finding F;
  F.TheKind = verdict::Finding::Kind::OutOfBounds;
  F.TheCertainty = verdict::Certainty::Provable;
  F.Array = "sdata";
  F.Sites = {site(R, Line, 9)};
  F.TheWitness.BlockDim = {256, 1, 1};
  F.TheWitness.Threads = {{{0, 0, 0}, {255, 0, 0}}};
  F.TheWitness.Address = 1020;
  F.TheWitness.Extent = 1020;
  return F;
}

inline verdict::KernelResult kernel(std::string Name) {
  verdict::KernelResult K;
  K.Name = Name + "(float*)";
  K.Mangled = "_Z" + std::to_string(Name.size()) + Name + "Pf";
  K.Where = {"reduce.cu", 4, 0};
  return K;
}

inline verdict::ContextResult context(verdict::Verdict V,
                                      std::vector<verdict::Finding> Findings) {
  verdict::ContextResult C;
  C.Context.Origin = "launch reduce.cu:19";
  C.Context.BlockDim = map::LaunchContext::Dim{256, 1, 1};
  C.TheVerdict = V;
  C.Findings = std::move(Findings);
  return C;
}

} // namespace racemap::report

#endif
