// SystemFiles - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/lift/module/SystemFiles.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/IR/InstIterator.h"

namespace racemap::lift {

using namespace llvm;

/// The metadata with the names.
static constexpr const char *Noted = "racemap.system";

/// With the first line that an instruction has there.
static MapVector<StringRef, unsigned> filesOf(const Module &M) {
  MapVector<StringRef, unsigned> Files;
  for (const Function &F : M)
    for (const Instruction &I : instructions(F))
      for (const DILocation *L = I.getDebugLoc().get(); L;
           L = L->getInlinedAt())
        if (unsigned &Line = Files[L->getFilename()]; Line == 0)
          Line = L->getLine();
  return Files;
}

void noteSystemFiles(
    Module &M, function_ref<bool(StringRef File, unsigned Line)> IsSystem) {
  LLVMContext &C = M.getContext();
  NamedMDNode *All = M.getOrInsertNamedMetadata(Noted);
  for (auto [File, Line] : filesOf(M))
    if (IsSystem(File, Line))
      All->addOperand(MDNode::get(C, MDString::get(C, File)));
}

std::vector<std::string> ownFiles(const Module &M) {
  SystemFiles Foreign(M);
  std::vector<std::string> Own;
  for (auto [File, Line] : filesOf(M))
    if (!Foreign.has(File))
      Own.push_back(File.str());
  return Own;
}

SystemFiles::SystemFiles(const Module &M) {
  const NamedMDNode *All = M.getNamedMetadata(Noted);
  if (!All)
    return;
  for (const MDNode *N : All->operands())
    if (N->getNumOperands() == 1)
      if (const auto *Name = dyn_cast_or_null<MDString>(N->getOperand(0)))
        Names.insert(Name->getString());
}

const DILocation *SystemFiles::shown(const DILocation *L) const {
  for (const DILocation *At = L; At; At = At->getInlinedAt())
    if (!Names.contains(At->getFilename()))
      return At;
  return L;
}

} // namespace racemap::lift
