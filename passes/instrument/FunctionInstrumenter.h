// FunctionInstrumenter - goes through a function and announces its events.
//
// First it decides for every instruction, then it inserts: what it inserts is
// not looked at.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PASSES_INSTRUMENT_FUNCTIONINSTRUMENTER_H
#define RACEMAP_PASSES_INSTRUMENT_FUNCTIONINSTRUMENTER_H

#include "passes/instrument/Calls.h"
#include "passes/instrument/Instrument.h"
#include "passes/instrument/LeanAccesses.h"
#include "passes/instrument/OptOut.h"
#include "passes/instrument/Redundant.h"
#include "passes/instrument/Sites.h"
#include "passes/instrument/UniformStores.h"

namespace racemap::instrument {

class FunctionInstrumenter {
public:
  FunctionInstrumenter(llvm::Module &M, Sites &Table, const OptOut &Ignored,
                       const Settings &S)
      : ToRuntime(M, /*SaysValues=*/!S.ForGpu), Table(Table), Ignored(Ignored),
        ForGpu(S.ForGpu), Lockstep(S.Lockstep) {}

  /// Lean: what the function, a copy, leaves alone; or null.
  void run(llvm::Function &F, LeanAccesses *Lean = nullptr);
  /// Each once.
  Remarks takeRemarks() { return std::move(All); }

private:
  /// Of an instruction, those that are announced.
  struct Announced {
    llvm::Instruction *At;
    const llvm::Instruction *Source; ///< what a report is to show
    Events Some;
    bool IsProved = false; ///< only if it leaves its array
  };
  using Chosen = llvm::MapVector<const llvm::Instruction *, Announced>;

  /// Says of a copy which of its sides is not.
  bool isMonitored(const llvm::Instruction &I, Event &E,
                   const Objects &In) const;
  unsigned numberOf(const llvm::Instruction &I, const UniformStores &Uniform);
  std::vector<Announced> decide(llvm::Function &F, const Objects &In,
                                const LeanAccesses *Lean);
  Redundant redundantOf(llvm::Function &F, const Chosen &Of) const;
  void withoutRedundant(llvm::Function &F, const Objects &In,
                        const UniformStores &Uniform, const Redundant &All,
                        const Chosen &Of, std::vector<Announced> &Out);
  void announce(const Announced &A, const Objects &In);
  void announceStrays(const Announced &A, const Objects &In,
                      LeanAccesses &Lean);
  void replaceGridBarriers(llvm::Function &F);

  Calls ToRuntime;
  Sites &Table;
  const OptOut &Ignored;
  bool ForGpu, Lockstep;
  /// What is stored by whichever thread, numbered from 1.
  llvm::DenseMap<const llvm::Value *, unsigned> UniformValues;
  Remarks All;
};

} // namespace racemap::instrument

#endif
