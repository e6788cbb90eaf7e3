// Emit - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Emit.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/Twine.h"

namespace racemap::source {

using Kind = Statement::Kind;
using llvm::Twine;

std::string prelude() {
  return R"(#include <__clang_cuda_builtin_vars.h>
#define __global__ __attribute__((global))
#define __shared__ __attribute__((shared))
#define __device__ __attribute__((device))
struct dim3 {
  unsigned x, y, z;
  constexpr dim3(unsigned x, unsigned y, unsigned z) : x(x), y(y), z(z) {}
};
extern "C" int cudaConfigureCall(dim3, dim3, unsigned long = 0, void * = 0);
extern "C" unsigned __cudaPushCallConfiguration(dim3, dim3, unsigned long = 0,
                                                void * = 0);
__device__ void __syncthreads();
)";
}

static const char *spelling(Op O) {
  switch (O) {
  case Op::ThreadIdx:
    return "threadIdx";
  case Op::BlockIdx:
    return "blockIdx";
  case Op::BlockDim:
    return "blockDim";
  case Op::GridDim:
    return "gridDim";
  case Op::Add:
    return " + ";
  case Op::Sub:
    return " - ";
  case Op::Mul:
    return " * ";
  case Op::Div:
    return " / ";
  case Op::Rem:
    return " % ";
  case Op::BitAnd:
    return " & ";
  case Op::BitXor:
    return " ^ ";
  case Op::Less:
  case Op::LessAsLong:
  case Op::LessAsSize:
    return " < ";
  case Op::LessEqual:
    return " <= ";
  case Op::Equal:
    return " == ";
  case Op::NotEqual:
    return " != ";
  case Op::AndAlso:
    return " && ";
  case Op::OrElse:
    return " || ";
  case Op::Number:
  case Op::Parameter:
  case Op::Variable:
  case Op::Cast:
  case Op::Select:
    return "";
  }
}

static const char *typeName(bool Unsigned) {
  return Unsigned ? "unsigned" : "int";
}

static const char *typeName(const Variable &V) {
  switch (V.Bits) {
  case 8:
    return V.Unsigned ? "unsigned char" : "signed char";
  case 16:
    return V.Unsigned ? "unsigned short" : "short";
  }
  return typeName(V.Unsigned);
}

/// As what both sides of a comparison are read, if not as what they are.
static const char *castFor(Op O) {
  if (O == Op::LessAsLong)
    return "(long long)";
  return O == Op::LessAsSize ? "(unsigned long long)" : "";
}

static const char *typeName(const Array &A) {
  switch (A.TheType) {
  case Array::Type::Byte:
    return "unsigned char";
  case Array::Type::Short:
    return "short";
  case Array::Type::Int:
    return "int";
  case Array::Type::Long:
    return "long long";
  }
}

static std::string tuple(const Dim &D) {
  return "dim3(" + std::to_string(D[0]) + ", " + std::to_string(D[1]) + ", " +
         std::to_string(D[2]) + ")";
}

namespace {

class Emitter {
public:
  Emitter(Kernel &K, unsigned N) : K(K), Name("k" + std::to_string(N)) {}

  std::string run() {
    line("__global__ void " + Name + "(" + parameters() + ") {");
    ++Indent;
    declare();
    sequence(K.Body);
    --Indent;
    line("}");
    launch();
    return std::move(Text);
  }

private:
  void line(const Twine &S) {
    Text += std::string(size_t{2} * Indent, ' ') + S.str() + "\n";
    ++Line;
  }
  std::string parameters() const;
  void declare();
  void launch();
  void sequence(std::vector<Statement> &All) {
    for (Statement &S : All)
      statement(S);
  }
  void statement(Statement &S);
  void conditional(Statement &S);
  void loop(Statement &S);
  std::string text(const Expression &E) const;
  std::string element(const Statement &S) const;
  std::string bounds(size_t P) const;
  std::string variable(unsigned V) const {
    return (K.Variables[V].Data ? "v" : "i") + std::to_string(V);
  }

  Kernel &K;
  std::string Name, Text;
  unsigned Indent = 0, Line = 1;
};

} // namespace

std::string Emitter::parameters() const {
  std::vector<std::string> All;
  for (size_t I = 0; I != K.Arrays.size(); ++I)
    if (!K.Arrays[I].Shared)
      All.push_back(std::string(typeName(K.Arrays[I])) + " *a" +
                    std::to_string(I));
  for (size_t I = 0; I != K.Parameters.size(); ++I)
    All.push_back(std::string(typeName(K.Parameters[I].Unsigned)) + " n" +
                  std::to_string(I));
  return llvm::join(All, ", ");
}

/// "n0 >= 0 && n0 <= 4"
std::string Emitter::bounds(size_t P) const {
  const Parameter &X = K.Parameters[P];
  std::string N = "n" + std::to_string(P), Out;
  if (!X.Unsigned || X.Low)
    Out = N + " >= " + std::to_string(X.Low) + " && ";
  return Out + N + " <= " + std::to_string(X.High);
}

void Emitter::declare() {
  for (size_t I = 0; I != K.Arrays.size(); ++I) {
    const Array &A = K.Arrays[I];
    if (!A.Shared)
      continue;
    std::string Size = "[" + std::to_string(A.Elements) + "]";
    if (A.Columns)
      Size = "[" + std::to_string(A.Elements / A.Columns) + "][" +
             std::to_string(A.Columns) + "]";
    line(Twine("__shared__ ") + typeName(A) + " a" + Twine(I) + Size + ";");
  }
  for (size_t I = 0; I != K.Parameters.size(); ++I)
    if (K.Parameters[I].TheBound == Parameter::Bound::Assumed)
      line("__builtin_assume(" + bounds(I) + ");");
  for (size_t I = 0; I != K.Variables.size(); ++I)
    if (K.Variables[I].Data)
      line(Twine(typeName(K.Variables[I].Unsigned)) + " " + variable(I) +
           " = 0;");
}

void Emitter::launch() {
  std::vector<std::string> Given;
  for (size_t I = 0; I != K.Arrays.size(); ++I)
    if (!K.Arrays[I].Shared)
      Given.push_back("a" + std::to_string(I));
  line("void launch_" + Name + "(" + parameters() + ") {");
  ++Indent;
  for (size_t I = 0; I != K.Parameters.size(); ++I) {
    using Bound = Parameter::Bound;
    const Parameter &P = K.Parameters[I];
    Given.push_back(P.TheBound == Bound::Passed ? std::to_string(P.Low)
                                                : "n" + std::to_string(I));
    if (P.TheBound == Bound::Tested)
      line("if (!(" + bounds(I) + ")) return;");
  }
  line(Name + "<<<" + tuple(K.GridDim) + ", " + tuple(K.BlockDim) + ">>>(" +
       llvm::join(Given, ", ") + ");");
  --Indent;
  line("}");
}

std::string Emitter::text(const Expression &E) const {
  auto Operand = [&](size_t I) { return text(E.Operands[I]); };
  if (E.TheOp == Op::Number)
    return E.Value < 0 ? "(" + std::to_string(E.Value) + ")"
                       : std::to_string(E.Value);
  if (E.TheOp == Op::Parameter)
    return "n" + std::to_string(E.Value);
  if (E.TheOp == Op::Variable)
    return variable(E.Value);
  if (E.Operands.empty())
    return std::string(spelling(E.TheOp)) + "." + "xyz"[E.Value];
  if (E.TheOp == Op::Cast)
    return std::string(typeName(E.Unsigned)) + "(" + Operand(0) + ")";
  if (E.TheOp == Op::Select)
    return "(" + Operand(0) + " ? " + Operand(1) + " : " + Operand(2) + ")";
  const char *As = castFor(E.TheOp);
  return "(" + (As + Operand(0)) + spelling(E.TheOp) + (As + Operand(1)) + ")";
}

std::string Emitter::element(const Statement &S) const {
  std::string Out = "a" + std::to_string(S.Array);
  if (S.AsBytes)
    Out = "((unsigned char *)" + Out + ")";
  for (const Expression &E : S.Index)
    Out += "[" + text(E) + "]";
  return Out;
}

void Emitter::statement(Statement &S) {
  S.Line = Line;
  switch (S.TheKind) {
  case Kind::Read:
    return line(variable(S.Variable) + " = " + element(S) + ";");
  case Kind::Write:
    return line(element(S) + " = " + text(S.Value) + ";");
  case Kind::Update:
    return line(element(S) + " += " + text(S.Value) + ";");
  case Kind::Let:
    return line(Twine("const ") + typeName(K.Variables[S.Variable]) + " " +
                variable(S.Variable) + " = " + text(S.Value) + ";");
  case Kind::Sync:
    return line("__syncthreads();");
  case Kind::If:
    return conditional(S);
  case Kind::For:
    return loop(S);
  case Kind::Return:
    return line("return;");
  }
}

void Emitter::conditional(Statement &S) {
  line("if (" + text(S.Value) + ") {");
  ++Indent;
  sequence(S.Body);
  --Indent;
  if (!S.Else.empty()) {
    line("} else {");
    ++Indent;
    sequence(S.Else);
    --Indent;
  }
  line("}");
}

void Emitter::loop(Statement &S) {
  static const char *Steps[] = {" += ", " -= ", " *= 2", " /= 2"};
  using Stepping = Statement::Stepping;
  std::string V = variable(S.Variable);
  std::string Step = V + Steps[static_cast<unsigned>(S.TheStepping)];
  if (S.TheStepping == Stepping::Add || S.TheStepping == Stepping::Subtract)
    Step += std::to_string(S.Step);
  std::string Start = std::string(typeName(K.Variables[S.Variable])) + " " + V +
                      " = " + text(S.Value) + ";";
  if (S.AsWhile)
    line(Start);
  line(S.AsWhile ? "while (" + text(S.Test) + ") {"
                 : "for (" + Start + " " + text(S.Test) + "; " + Step + ") {");
  ++Indent;
  sequence(S.Body);
  if (S.AsWhile)
    line(Step + ";");
  --Indent;
  line("}");
}

std::string emit(Kernel &K, unsigned N) { return Emitter(K, N).run(); }

} // namespace racemap::source
