// Snippet - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "unit-tests/cpu/Snippet.h"
#include "runtime/cpu/lower/Assembly.h"

#include "llvm/AsmParser/Parser.h"
#include "llvm/ExecutionEngine/Orc/LLJIT.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/TargetSelect.h"
#include "gtest/gtest.h"

#include <bit>
#include <dlfcn.h>

using namespace llvm;

uint64_t bits(float F) { return std::bit_cast<uint32_t>(F); }
uint64_t bits(double D) { return std::bit_cast<uint64_t>(D); }
float toFloat(uint64_t Bits) { return std::bit_cast<float>(uint32_t(Bits)); }

static std::string typeOf(char Letter) {
  switch (Letter) {
  case 'h':
    return "i16";
  case 'l':
    return "i64";
  case 'f':
    return "float";
  case 'd':
    return "double";
  }
  return "i32";
}

static std::string integerOf(char Letter) {
  return Letter == 'f' ? "i32" : Letter == 'd' ? "i64" : typeOf(Letter);
}

static std::string quoted(const std::string &Text) {
  std::string Out;
  for (char C : Text)
    Out += C == '"' || C == '\\' || C == '\n' ? '_' : C;
  return Out;
}

/// Values come in an array of i64 and the result is one.
std::string Snippet::module() const {
  std::string IR = "define i64 @f(ptr %v) {\n", Args, Constraints;
  for (size_t I = 0; I < Inputs.size(); ++I) {
    std::string N = std::to_string(I), L(1, Inputs[I]);
    IR += "  %p" + N + " = getelementptr i64, ptr %v, i64 " + N + "\n  %i" + N +
          " = load " + integerOf(Inputs[I]) + ", ptr %p" + N + "\n  %a" + N +
          " = bitcast " + integerOf(Inputs[I]) + " %i" + N + " to " +
          typeOf(Inputs[I]) + "\n";
    Args += (I ? ", " : "") + typeOf(Inputs[I]) + " %a" + N;
    Constraints += "," + L;
  }
  std::string T = typeOf(Output[0]), Bits = integerOf(Output[0]);
  IR += "  %r = call " + T + " asm sideeffect \"" + quoted(Text) +
        "\", \"=" + Output + Constraints + "\"(" + Args + ")\n  %b = bitcast " +
        T + " %r to " + Bits + "\n";
  return IR + (Bits == "i64"
                   ? "  ret i64 %b\n}\n"
                   : "  %z = zext " + Bits + " %b to i64\n  ret i64 %z\n}\n");
}

static std::string lowerAll(Module &M) {
  for (Function &F : M)
    for (llvm::Instruction &I : make_early_inc_range(instructions(F)))
      if (auto *Call = dyn_cast<CallInst>(&I); Call && Call->isInlineAsm()) {
        Error E = racemap::cpu::lowerAssembly(*Call);
        return E ? toString(std::move(E)) : "";
      }
  return "no assembly";
}

static std::unique_ptr<Module> parse(const std::string &IR, LLVMContext &C) {
  SMDiagnostic Problem;
  auto M = parseAssemblyString(IR, Problem, C);
  EXPECT_TRUE(M) << Problem.getMessage().str() << "\n" << IR;
  return M;
}

std::string Snippet::error() const {
  LLVMContext C;
  auto M = parse(module(), C);
  return lowerAll(*M);
}

std::string Snippet::lowered() const {
  LLVMContext C;
  auto M = parse(module(), C);
  EXPECT_EQ(lowerAll(*M), "");
  std::string Text;
  raw_string_ostream Out(Text);
  M->print(Out, nullptr);
  return Text;
}

/// NAME is __racemap_device_NAME of the library: what M calls, and what the
/// backend may call instead of an instruction that the host lacks.
static Error define(orc::LLJIT &Jit, const Module &M) {
  std::vector<StringRef> Names = {"__truncsfbf2", "__truncdfbf2"};
  for (const Function &F : M)
    Names.push_back(F.getName());
  orc::SymbolMap Symbols;
  for (StringRef Name : Names)
    if (void *P =
            dlsym(RTLD_DEFAULT, ("__racemap_device_" + Name).str().c_str()))
      Symbols[Jit.mangleAndIntern(Name)] = {orc::ExecutorAddr::fromPtr(P),
                                            JITSymbolFlags::Exported};
  return Jit.getMainJITDylib().define(orc::absoluteSymbols(Symbols));
}

uint64_t Snippet::operator()(std::vector<uint64_t> Values) const {
  InitializeNativeTarget();
  InitializeNativeTargetAsmPrinter();
  auto Context = std::make_unique<LLVMContext>();
  auto M = parse(module(), *Context);
  EXPECT_EQ(lowerAll(*M), "");
  EXPECT_FALSE(verifyModule(*M, &errs()));
  auto Jit = cantFail(orc::LLJITBuilder().create());
  M->setDataLayout(Jit->getDataLayout());
  cantFail(define(*Jit, *M));
  cantFail(Jit->addIRModule({std::move(M), std::move(Context)}));
  auto Function = cantFail(Jit->lookup("f")).toPtr<uint64_t (*)(uint64_t *)>();
  return Function(Values.data());
}
