// Lowered - device code as the CPU device makes it code of the host.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_UNIT_TESTS_CPU_CODE_LOWERED_H
#define RACEMAP_UNIT_TESTS_CPU_CODE_LOWERED_H

#include "runtime/cpu/Jit.h"
#include "runtime/cpu/lower/Lower.h"

#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/Support/SourceMgr.h"
#include "gtest/gtest.h"

namespace racemap::cpu {

using namespace llvm;

inline constexpr char Declared[] = R"(
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.tid.y()
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)
declare i32 @llvm.nvvm.shfl.sync.bfly.i32(i32, i32, i32, i32)
declare void @llvm.nvvm.barrier.cta.sync.aligned.count(i32, i32)
declare i32 @llvm.nvvm.barrier0.popc(i32)
declare void @llvm.nvvm.exit()
declare void @llvm.trap()
declare void @__racemap_barrier(i32, i32)
declare i32 @__racemap_reserved_shared(i32)
declare float @__nv_expf(float)
declare void @__racemap_access(ptr, i64, i32, i32)
)";

/// A module of the device code, lowered.
struct Lowered {
  LLVMContext Context;
  std::unique_ptr<Module> M;
  Lowering::Waiting Waits = Lowering::Waiting::Anywhere;

  std::optional<unsigned> JoinedWidth;

  explicit Lowered(const std::string &Code, bool IsInstrumented = false) {
    SMDiagnostic Problem;
    M = parseAssemblyString(Declared + Code, Problem, Context);
    if (!M) {
      ADD_FAILURE() << Problem.getMessage().str();
      return;
    }
    auto Engine = Jit::get();
    if (!Engine) {
      ADD_FAILURE() << toString(Engine.takeError());
      return;
    }
    auto Machine = cantFail((*Engine)->targetMachine());
    auto Place = [](StringRef) -> Expected<char *> {
      return createStringError("no variables");
    };
    auto Has = [](StringRef F) {
      return F == "__nv_expf" || F.starts_with("__racemap_");
    };
    Lowering L{*M, *M->getFunction("k"), *Machine, Place, Has, IsInstrumented};
    if (Error E = lower(L))
      ADD_FAILURE() << toString(std::move(E));
    Waits = L.Waits;
    JoinedWidth = L.JoinedWidth;
  }

  bool neverWaits() const { return Waits == Lowering::Waiting::Never; }

  std::string text() const {
    std::string Text;
    raw_string_ostream(Text) << *M;
    return Text;
  }
};

inline Lowering::Waiting waitsOf(const std::string &Body) {
  return Lowered("define ptx_kernel void @k(ptr %p, ptr %q, i32 %n) {\n" +
                 Body + "\n}\n")
      .Waits;
}

/// A loop that goes on as long as %more, which the body says.
inline std::string loop(const std::string &Body) {
  return "  br label %l\nl:\n  %i = phi i32 [ 0, %0 ], [ %i1, %l ]\n"
         "  %i1 = add nsw i32 %i, 1\n" +
         Body + "  br i1 %more, label %l, label %e\ne:\n  ret void";
}

} // namespace racemap::cpu

#endif
