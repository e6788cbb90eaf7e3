// ReplayProgram - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tools/racemap/confirm/ReplayProgram.h"
#include "llvm/ADT/STLExtras.h"

namespace racemap {

using llvm::raw_ostream;
using llvm::StringRef;

/// The names are ones that macros of sources hardly have.
static constexpr char Helpers[] = R"cuda(
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

namespace racemap_replay {

inline void replayCheck(cudaError_t Error, const char *What) {
  if (Error == cudaSuccess)
    return;
  fprintf(stderr, "replay: %s: %s\n", What, cudaGetErrorString(Error));
  exit(3);
}

/// Memory of zeros, with so many bytes before the address and behind it.
inline char *replayPlace(size_t Before, size_t Behind) {
  char *Memory = nullptr;
  replayCheck(cudaMalloc((void **)&Memory, Before + Behind), "cudaMalloc");
  replayCheck(cudaMemset(Memory, 0, Before + Behind), "cudaMemset");
  return Memory + Before;
}

template <class T> char *replayVariable(T &Variable) {
  void *Address = nullptr;
  replayCheck(cudaGetSymbolAddress(&Address, Variable), "cudaGetSymbolAddress");
  return (char *)Address;
}

inline void replayPut(unsigned char *Argument, size_t Offset,
                      unsigned long long Bits, size_t Bytes) {
  memcpy(Argument + Offset, &Bits, Bytes);
}

inline void replayPut(unsigned char *Argument, size_t Offset, char *Address) {
  memcpy(Argument + Offset, &Address, sizeof(Address));
}

inline void replayFill(char *Memory, long long Offset, unsigned long long Bits,
                       size_t Bytes) {
  replayCheck(cudaMemcpy(Memory + Offset, &Bits, Bytes, cudaMemcpyHostToDevice),
              "cudaMemcpy");
}

/// Numbers below Below, the same for the same seed.
inline void replayMakeUp(char *Memory, size_t Before, size_t Behind,
                         size_t Bytes, unsigned long long Below,
                         unsigned long long Seed) {
  size_t Whole = Before + Behind;
  unsigned char *Made = (unsigned char *)calloc(Whole + 8, 1);
  unsigned long long State = Seed * 2654435761ull + 88172645463325252ull;
  for (size_t At = 0; At + Bytes <= Whole; At += Bytes) {
    State ^= State << 13;
    State ^= State >> 7;
    State ^= State << 17;
    unsigned long long Number = (State >> 11) % Below;
    memcpy(Made + At, &Number, Bytes < 8 ? Bytes : 8);
  }
  replayCheck(cudaMemcpy(Memory - Before, Made, Whole, cudaMemcpyHostToDevice),
              "cudaMemcpy");
  free(Made);
}

inline void replayShare(const void *Kernel, size_t Bytes) {
  replayCheck(
      cudaFuncSetAttribute(
          Kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, (int)Bytes),
      "cudaFuncSetAttribute");
}

)cuda";

/// Where dynamic shared memory has to be asked for.
static constexpr uint64_t MostSharedUnasked = uint64_t(48) * 1024;

std::string quoted(StringRef Text) {
  std::string Result = "\"";
  for (char C : Text) {
    if (C == '\n') {
      Result += "\\n";
      continue;
    }
    if (C == '"' || C == '\\')
      Result += '\\';
    Result += C;
  }
  return Result + "\"";
}

/// On a comment's line, whatever it is.
static std::string remark(StringRef Text) {
  std::string Line;
  for (char C : Text)
    Line += C == '\n' || C == '\r' || C == '\\' ? ' ' : C;
  return " // " + Line;
}

static std::string dims(const std::array<uint32_t, 3> &D) {
  return "dim3(" + std::to_string(D[0]) + ", " + std::to_string(D[1]) + ", " +
         std::to_string(D[2]) + ")";
}

static void writeMemories(const ReplayCase &C, raw_ostream &OS) {
  for (const auto &[I, M] : llvm::enumerate(C.Memories)) {
    if (M.Within)
      continue;
    OS << "  char *Memory" << I << " = ";
    if (M.Symbol.empty())
      OS << "replayPlace(" << M.Before << ", " << M.Behind << ");";
    else
      OS << "replayVariable(" << M.Symbol << ");";
    OS << remark(M.Array) << "\n";
  }
  for (const auto &[I, M] : llvm::enumerate(C.Memories))
    if (M.Within)
      OS << "  char *Memory" << I << " = Memory" << *M.Within << " + (" << M.At
         << ");" << remark(M.Array) << "\n";
}

static void writeArguments(const ReplayCase &C, raw_ostream &OS) {
  std::string All;
  for (const auto &[I, A] : llvm::enumerate(C.Recipe->Arguments)) {
    OS << "  alignas(16) unsigned char Argument" << I << "["
       << std::max<uint64_t>(A.Bytes, 1) << "] = {};" << remark(A.Name) << "\n";
    All += "Argument" + std::to_string(I) + ", ";
  }
  for (const ReplayCase::Pointer &P : C.Pointers)
    OS << "  replayPut(Argument" << P.Argument << ", " << P.Offset << ", Memory"
       << P.Memory << ");\n";
  for (const ReplayCase::Value &V : C.Values)
    OS << "  replayPut(Argument" << V.Argument << ", " << V.Offset << ", "
       << V.Bits << "ull, " << V.Bytes << ");"
       << remark(V.Name + " = " + std::to_string(int64_t(V.Bits))) << "\n";
  OS << "  void *Arguments[] = {" << All << "nullptr};\n";
}

static void writeInputs(const ReplayCase &C, raw_ostream &OS) {
  for (const ReplayCase::Fill &F : C.Fills) {
    const ReplayCase::Memory &M = C.Memories[F.Memory];
    OS << "  replayMakeUp(Memory" << F.Memory << ", " << M.Before << ", "
       << M.Behind << ", " << F.ElementBytes << ", " << F.Below << ", "
       << F.Seed << ");" << remark(M.Array) << "\n";
  }
  for (const ReplayCase::Input &V : C.Inputs)
    OS << "  replayFill(Memory" << V.Memory << ", " << V.At << ", " << V.Bits
       << "ull, " << V.Bytes << ");"
       << remark(C.Memories[V.Memory].Array + "[" + std::to_string(V.Index) +
                 "] = " + std::to_string(int64_t(V.Bits)))
       << "\n";
}

static void writeLaunch(const ReplayCase &C, raw_ostream &OS) {
  if (C.DynamicShared > MostSharedUnasked)
    OS << "  replayShare((const void *)Kernel, " << C.DynamicShared << ");\n";
  OS << "  replayCheck("
     << (C.Recipe->IsCooperative ? "cudaLaunchCooperativeKernel"
                                 : "cudaLaunchKernel")
     << "((const void *)Kernel, " << dims(C.Grid) << ", " << dims(C.Block)
     << ", Arguments, " << C.DynamicShared << ", nullptr), \"launch\");\n"
     << "  replayCheck(cudaDeviceSynchronize(), \"kernel\");\n";
}

void ReplayProgram::write(llvm::ArrayRef<ReplayCase> Cases,
                          raw_ostream &OS) const {
  OS << "#define main racemap_main_of_the_source\n"
     << Source << "\n#undef main\n"
     << Helpers;
  for (const auto &[I, C] : llvm::enumerate(Cases)) {
    OS << "inline void replay" << I
       << "() {\n  auto Kernel = " << C.Recipe->Function << ";\n";
    writeMemories(C, OS);
    writeArguments(C, OS);
    writeInputs(C, OS);
    writeLaunch(C, OS);
    OS << "}\n\n";
  }
  OS << "} // namespace racemap_replay\n\n"
        "int main(int Count, char **Words) {\n"
        "  switch (Count > 1 ? atoi(Words[1]) : 0) {\n";
  for (size_t I = 0; I < Cases.size(); ++I)
    OS << "  case " << I << ":\n    racemap_replay::replay" << I
       << "();\n    break;\n";
  OS << "  default:\n    return 2;\n  }\n";
  if (!Expected.empty())
    OS << "  printf(\"%s\", " << quoted(Expected) << ");\n";
  OS << "  return 0;\n}\n";
}

} // namespace racemap
