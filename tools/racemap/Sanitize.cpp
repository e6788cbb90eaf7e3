// Sanitize - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Sanitize.h"
#include "OwnLines.h"
#include "passes/driver/Driver.h"
#include "passes/driver/IgnoreComments.h"
#include "passes/instrument/Instrument.h"
#include "passes/lift/module/SystemFiles.h"
#include "runtime/output/Printable.h"
#include "llvm/Bitcode/BitcodeWriter.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/IRReader/IRReader.h"
#include "llvm/Support/SourceMgr.h"

namespace racemap {

llvm::Error sanitize(llvm::StringRef From, llvm::StringRef To, bool AsText,
                     const Options &O, bool Lockstep,
                     const instrument::Proofs *Proved,
                     llvm::function_ref<bool(llvm::StringRef File)> IsSystem) {
  llvm::LLVMContext Context;
  llvm::SMDiagnostic Why;
  std::unique_ptr<llvm::Module> M = llvm::parseIRFile(From, Why, Context);
  if (!M)
    return llvm::createStringError(From + ": " + Why.getMessage());
  lift::noteSystemFiles(*M, [&](llvm::StringRef File, unsigned /*Line*/) {
    return IsSystem(File);
  });
  std::vector<std::string> Problems;
  auto Remarks = instrument::instrument(
      *M, {.IgnoreLists = O.IgnoreLists,
           .ForGpu = O.Sanitize == Options::Sanitizer::Gpu,
           .Lockstep = Lockstep,
           .Proved = Proved,
           .Ignored = ignoredLines(*M, Problems)});
  if (!Remarks)
    return Remarks.takeError();
  for (const instrument::Remark &R : *Remarks)
    llvm::errs() << output::printableLine(R.Place +
                                          ": warning: racemap: " + R.Text)
                 << "\n";
  for (const std::string &Text : Problems)
    say(Severity::Warning, Text);
  return writeFile(To.str(), [&](llvm::raw_ostream &OS) {
    if (AsText)
      M->print(OS, nullptr);
    else
      llvm::WriteBitcodeToFile(*M, OS);
  });
}

} // namespace racemap
