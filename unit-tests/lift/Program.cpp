// Program - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "unit-tests/lift/Program.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

namespace racemap::lift::test {

using namespace llvm;

std::string ProgramMaker::load(const std::string &Variable) {
  std::string V = "%v" + fresh();
  line(V + " = load i32, ptr " + Variable);
  return V;
}

std::string ProgramMaker::condition() {
  static const char *const Orders[] = {"slt", "sgt", "ne", "ult", "sle", "eq"};
  std::string V = load(variable()), C = "%c" + fresh();
  switch (pick(4)) {
  case 0: { // in[v & 7] == c
    std::string I = "%i" + fresh(), W = "%w" + fresh(), A = "%a" + fresh(),
                L = "%l" + fresh();
    line(I + " = and i32 " + V + ", 7");
    line(W + " = zext i32 " + I + " to i64");
    line(A + " = getelementptr inbounds i32, ptr %in, i64 " + W);
    line(L + " = load i32, ptr " + A);
    line(C + " = icmp ult i32 " + L + ", " + std::to_string(pick(8)));
    break;
  }
  case 1:
    line(C + " = icmp " + Orders[pick(6)] + " i32 " + V + ", %n");
    break;
  case 2:
    line(C + " = icmp " + Orders[pick(4)] + " i32 %tid, " +
         std::to_string(pick(4)));
    break;
  default:
    line(C + " = icmp " + Orders[pick(5)] + " i32 " + V + ", " +
         std::to_string(int(pick(12)) - 2));
  }
  return C;
}

void ProgramMaker::store() {
  std::string V = load(variable()), I = "%i" + fresh(), W = "%w" + fresh(),
              A = "%a" + fresh(), At = "%t" + fresh();
  line(I + " = and i32 " + V + ", 63");
  line(At + " = add i32 " + I + ", " + std::to_string(64 * NextStore++));
  line(W + " = zext i32 " + At + " to i64");
  line(A + " = getelementptr inbounds i32, ptr %p, i64 " + W);
  line("store i32 1, ptr " + A);
}

void ProgramMaker::assign() {
  std::string To = variable(), V = load(pick(3) ? To : variable());
  std::string R = "%r" + fresh(), C = std::to_string(1 + pick(3));
  switch (pick(6)) {
  case 0:
    line(R + " = mul i32 " + V + ", 2");
    break;
  case 1:
    line(R + " = ashr i32 " + V + ", 1");
    break;
  case 2:
    line(R + " = sub i32 " + C + ", " + V);
    break;
  case 3:
    line(R + " = sub i32 " + V + ", " + C);
    break;
  default:
    line(R + " = add i32 " + V + ", " + (pick(4) ? C : "%n"));
  }
  line("store i32 " + R + ", ptr " + To);
}

void ProgramMaker::conditional(unsigned Depth) {
  std::string Id = fresh(), C = condition();
  bool Swap = pick(2), HasElse = pick(2);
  std::string Other = HasElse ? "else" + Id : "end" + Id;
  line("br i1 " + C + ", label %" + (Swap ? Other : "then" + Id) + ", label %" +
       (Swap ? "then" + Id : Other));
  label("then" + Id);
  statements(Depth);
  line("br label %end" + Id);
  if (HasElse) {
    label("else" + Id);
    statements(Depth);
    line("br label %end" + Id);
  }
  label("end" + Id);
}

void ProgramMaker::loop(unsigned Depth) {
  std::string Id = fresh();
  bool TestFirst = pick(3), TestLast = !TestFirst && pick(3);
  std::string Counter = pick(2) ? variable() : "";
  line("br label %head" + Id);
  label("head" + Id);
  Loops.push_back({"out" + Id, "latch" + Id});
  if (TestFirst)
    line("br i1 " + condition() + ", label %body" + Id + ", label %out" + Id);
  else
    line("br label %body" + Id);
  label("body" + Id);
  statements(Depth);
  line("br label %latch" + Id);
  label("latch" + Id);
  Loops.pop_back();
  if (!Counter.empty()) {
    std::string V = load(Counter), R = "%r" + fresh();
    line(R + " = add nsw i32 " + V + ", 1");
    line("store i32 " + R + ", ptr " + Counter);
  }
  if (TestLast)
    line("br i1 " + condition() + ", label %head" + Id + ", label %out" + Id);
  else
    line("br label %head" + Id);
  label("out" + Id);
}

/// A break, a continue or a return, under a condition.
void ProgramMaker::jump() {
  std::string Id = fresh(), To = "return";
  if (!Loops.empty() && pick(4)) {
    const Targets &T = Loops[pick(Loops.size())];
    To = pick(3) ? T.Break : T.Continue;
  }
  line("br i1 " + condition() + ", label %jump" + Id + ", label %stay" + Id);
  label("jump" + Id);
  if (pick(2))
    store();
  line("br label %" + To);
  label("stay" + Id);
}

void ProgramMaker::statement(unsigned Depth) {
  unsigned What = pick(8);
  if (What < 2)
    store();
  else if (What < 4 || Depth == 0)
    assign();
  else if (What == 4)
    jump();
  else if (What == 5)
    conditional(Depth - 1);
  else
    loop(Depth - 1);
}

void ProgramMaker::statements(unsigned Depth) {
  for (unsigned I = 0, E = 1 + pick(3); I < E; ++I)
    statement(Depth);
}

std::string ProgramMaker::make() {
  for (int I = 0; I < 3; ++I)
    statements(3);
  store();
  return "target triple = \"nvptx64-nvidia-cuda\"\n"
         "declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()\n"
         "define ptx_kernel void @k(ptr %p, ptr %in, i32 %n) {\n"
         "entry:\n"
         "  %x = alloca i32\n  %y = alloca i32\n  %z = alloca i32\n"
         "  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()\n"
         "  store i32 0, ptr %x\n  store i32 %tid, ptr %y\n"
         "  store i32 %n, ptr %z\n" +
         Body + "  br label %return\nreturn:\n  ret void\n}\n";
}

namespace {

/// Values are machine numbers; an address is its object and its offset.
struct Content {
  int Object = 0; ///< 0: a number, 1: p, 2: in, from 3: a variable
  int64_t Value = 0;
};

class Machine {
public:
  Machine(const Function &F, uint32_t Tid, uint32_t N) : Tid(Tid) {
    Values[F.getArg(0)] = {1, 0};
    Values[F.getArg(1)] = {2, 0};
    Values[F.getArg(2)] = {0, int32_t(N)};
  }
  Run run(const BasicBlock *B, unsigned Budget);

private:
  Content get(const Value *V) {
    if (const auto *C = dyn_cast<ConstantInt>(V))
      return {0, C->getSExtValue()};
    return Values[V];
  }
  void step(const Instruction &I);
  int64_t arithmetic(const Instruction &I);
  static bool compare(CmpInst::Predicate P, int64_t A, int64_t B);

  uint32_t Tid;
  DenseMap<const Value *, Content> Values;
  std::vector<int64_t> Variables{0, 0, 0};
  Run Result;
};

} // namespace

int64_t Machine::arithmetic(const Instruction &I) {
  uint32_t A = get(I.getOperand(0)).Value, B = get(I.getOperand(1)).Value;
  switch (I.getOpcode()) {
  case Instruction::Add:
    return int32_t(A + B);
  case Instruction::Sub:
    return int32_t(A - B);
  case Instruction::Mul:
    return int32_t(A * B);
  case Instruction::AShr:
    return int32_t(A) >> B;
  case Instruction::And:
    return int32_t(A & B);
  default:
    abort();
  }
}

bool Machine::compare(CmpInst::Predicate P, int64_t A, int64_t B) {
  return ICmpInst::compare(APInt(32, uint32_t(A)), APInt(32, uint32_t(B)), P);
}

void Machine::step(const Instruction &I) {
  if (isa<AllocaInst>(I)) {
    Variables.push_back(0);
    Values[&I] = {int(Variables.size()) - 1, 0};
  } else if (const auto *L = dyn_cast<LoadInst>(&I)) {
    Content From = get(L->getPointerOperand());
    if (From.Object == 2)
      Result.Trace.push_back({false, From.Value});
    Values[&I] = {0, From.Object == 2 ? int64_t(inputAt(From.Value / 4))
                                      : Variables[From.Object]};
  } else if (const auto *S = dyn_cast<StoreInst>(&I)) {
    Content To = get(S->getPointerOperand());
    if (To.Object == 1)
      Result.Trace.push_back({true, To.Value});
    else
      Variables[To.Object] = get(S->getValueOperand()).Value;
  } else if (const auto *C = dyn_cast<ICmpInst>(&I)) {
    Values[&I] = {0, compare(C->getPredicate(), get(C->getOperand(0)).Value,
                             get(C->getOperand(1)).Value)};
  } else if (isa<GetElementPtrInst>(I)) {
    Content Base = get(I.getOperand(0));
    Values[&I] = {Base.Object, Base.Value + 4 * get(I.getOperand(1)).Value};
  } else if (isa<ZExtInst>(I)) {
    Values[&I] = {0, uint32_t(get(I.getOperand(0)).Value)};
  } else if (isa<CallInst>(I)) {
    Values[&I] = {0, Tid};
  } else {
    Values[&I] = {0, arithmetic(I)};
  }
}

Run Machine::run(const BasicBlock *B, unsigned Budget) {
  while (Budget) {
    for (const Instruction &I : *B) {
      if (I.isTerminator())
        break;
      step(I);
      Budget -= Budget > 0;
    }
    const auto *End = dyn_cast<BranchInst>(B->getTerminator());
    if (!End)
      return Result;
    bool Other = End->isConditional() && !get(End->getCondition()).Value;
    B = End->getSuccessor(Other);
    Budget -= Budget > 0;
  }
  Result.Finished = false;
  return Result;
}

Run execute(const Function &F, uint32_t Tid, uint32_t N, unsigned Budget) {
  return Machine(F, Tid, N).run(&F.getEntryBlock(), Budget);
}

} // namespace racemap::lift::test
