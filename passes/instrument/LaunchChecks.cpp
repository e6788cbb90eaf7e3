// LaunchChecks - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/instrument/LaunchChecks.h"
#include "passes/instrument/LaunchMessages.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/InstIterator.h"
#include <map>

namespace racemap::instrument {

using namespace llvm;

static constexpr StringLiteral StubMark = "__device_stub__";
static constexpr StringLiteral Extended = "cudaLaunchKernelExC";

static bool isStub(const Function &F) { return F.getName().contains(StubMark); }

/// Of _Z19__device_stub__fillPi: _Z4fillPi. Digits in front can belong to what
/// is before it (_ZN2v119__device_stub__fillEPi is v1::fill), so there may be
/// several.
static SmallVector<std::string, 2> kernelsOfStub(StringRef Stub) {
  auto [Before, Rest] = Stub.split(StubMark);
  if (Rest.empty())
    return {};
  if (Before.empty()) // extern "C"
    return {Rest.str()};
  SmallVector<std::string, 2> All;
  size_t Digits = Before.size() - Before.rtrim("0123456789").size();
  for (size_t N = Digits; N; --N) {
    unsigned Length = 0;
    StringRef Number = Before.take_back(N);
    if (!Number.starts_with("0") && !Number.getAsInteger(10, Length) &&
        Length > StubMark.size())
      All.push_back(
          (Before.drop_back(N) + utostr(Length - StubMark.size()) + Rest)
              .str());
  }
  return All;
}

/// The device's name without what makes a static kernel of relocatable code
/// known to other units.
static StringRef nameInSource(StringRef Mangled) {
  return Mangled.split("__intern__").first.split("__static__").first;
}

static constexpr StringLiteral Launchers[] = {
    "cudaLaunchKernel", "cudaLaunchCooperativeKernel", "cudaLaunchKernelExC"};

/// What CUDA has to launch kernels, and what its headers make of that.
static bool isLauncher(const Function &F) {
  StringRef Name = F.getName();
  Name.consume_back("_ptsz");
  if (Name == "__cudaPushCallConfiguration" || is_contained(Launchers, Name))
    return true;
  static constexpr StringLiteral Wrappers[] = {
      "16cudaLaunchKernelI", "18cudaLaunchKernelExI",
      "27cudaLaunchCooperativeKernelI"};
  return F.hasLocalLinkage() &&
         any_of(Wrappers, [&](StringRef Its) { return Name.contains(Its); });
}

namespace {

/// A launch keeps to one of them.
using Proofs = json::Array;

struct CheckedKernel {
  std::string Name;                   ///< demangled
  SmallVector<const Proofs *> ByArch; ///< those that differ
  Function *Check = nullptr;
};

class LaunchChecks {
public:
  explicit LaunchChecks(Module &M) : M(M), C(M.getContext()), Messages(M) {}

  bool read(const json::Value &Document);
  void run();

private:
  using Builder = IRBuilder<>;

  void notePlaces();
  void check(CallBase &Launch);
  void callBefore(CallBase &Launch, Function &Check, ArrayRef<Value *> Words);
  CheckedKernel *kernelOf(StringRef Stub);
  Function *checkOf(CheckedKernel &K);
  Function *complaintOf(CheckedKernel &K, const Proofs &Its);
  Function *checkOfAny();
  Value *holds(const json::Object &Proof, const LaunchValues &Launch,
               Builder &B);

  Module &M;
  LLVMContext &C;
  LaunchMessages Messages;
  std::map<std::string, CheckedKernel> Kernels; ///< by mangled name
  Function *OfAny = nullptr;
};

} // namespace

/// With the parameters of a check behind First.
static Function *function(Module &M, const Twine &Name,
                          ArrayRef<Type *> First) {
  LLVMContext &C = M.getContext();
  SmallVector<Type *> Types(First);
  Types.append(6, Type::getInt32Ty(C));
  Types.push_back(PointerType::getUnqual(C));
  auto *Its = FunctionType::get(Type::getVoidTy(C), Types, false);
  return Function::Create(Its, GlobalValue::InternalLinkage, Name, M);
}

static LaunchValues parametersOf(Function &Check) {
  LaunchValues Its;
  for (unsigned I = 0; I != 6; ++I)
    Its.Dimensions[I] = Check.getArg(I);
  Its.Arguments = Check.getArg(6);
  return Its;
}

/// Is a proof as it should be? Looked at once, so that none has to be given up
/// half-way.
static bool isWhole(const json::Value &Proof, LLVMContext &C) {
  const json::Object *Its = Proof.getAsObject();
  if (!Its)
    return false;
  Module Scratch("", C);
  Function *F = function(Scratch, "", {});
  IRBuilder<> B(BasicBlock::Create(C, "", F));
  return conditionsOf(*Its, parametersOf(*F), B).has_value();
}

bool LaunchChecks::read(const json::Value &Document) {
  const json::Object *All = Document.getAsObject();
  if (!All)
    return false;
  for (const auto &[Mangled, Kernel] : *All) {
    const json::Object *O = Kernel.getAsObject();
    const Proofs *Launches = O ? O->getArray("launches") : nullptr;
    auto Name = O ? O->getString("name") : std::nullopt;
    if (!Launches || Launches->empty() || !Name ||
        !all_of(*Launches, [&](const json::Value &P) { return isWhole(P, C); }))
      return false;
    CheckedKernel &K = Kernels[nameInSource(Mangled.str()).str()];
    K.Name = Name->str();
    if (none_of(K.ByArch, [&](const Proofs *P) { return *P == *Launches; }))
      K.ByArch.push_back(Launches);
  }
  return true;
}

void LaunchChecks::notePlaces() {
  SmallVector<CallBase *> Calls;
  for (Function &F : M)
    if (!isLauncher(F) && !isStub(F))
      for (Instruction &I : instructions(F))
        if (auto *Call = dyn_cast<CallBase>(&I))
          if (Function *Its = Call->getCalledFunction();
              Its && isLauncher(*Its))
            Calls.push_back(Call);
  for (CallBase *Call : Calls)
    Messages.notePlace(*Call);
}

/// Whether the launch keeps to all of a proof.
Value *LaunchChecks::holds(const json::Object &Proof,
                           const LaunchValues &Launch, Builder &B) {
  Value *Together = B.getTrue();
  auto All = conditionsOf(Proof, Launch, B);
  for (const LaunchCondition &One : *All)
    Together = B.CreateAnd(Together, One.Holds);
  return Together;
}

CheckedKernel *LaunchChecks::kernelOf(StringRef Stub) {
  for (const std::string &Name : kernelsOfStub(Stub))
    if (auto Its = Kernels.find(Name); Its != Kernels.end())
      return &Its->second;
  return nullptr;
}

/// Says what does not hold of the first proof, which is the most general. Apart
/// from the check, so that a launch that is covered needs no room for it.
Function *LaunchChecks::complaintOf(CheckedKernel &K, const Proofs &Its) {
  Function *F = function(M, ".racemap.launch.complaint", {});
  F->addFnAttr(Attribute::NoInline);
  F->addFnAttr(Attribute::Cold);
  LaunchValues Launch = parametersOf(*F);
  Builder B(BasicBlock::Create(C, "", F));
  Value *Buffer = Messages.makeBuffer(B);
  auto All = conditionsOf(*Its.front().getAsObject(), Launch, B);
  for (const LaunchCondition &One : *All)
    Messages.sayUnless(One, K.Name, Buffer, B);
  B.CreateRetVoid();
  return F;
}

/// Goes through the proofs of each architecture.
Function *LaunchChecks::checkOf(CheckedKernel &K) {
  if (K.Check)
    return K.Check;
  K.Check = function(M, ".racemap.launch.check", {});
  LaunchValues Launch = parametersOf(*K.Check);
  auto Block = [&] { return BasicBlock::Create(C, "", K.Check); };
  Builder B(Block());
  for (const Proofs *Its : K.ByArch) {
    BasicBlock *Covered = Block();
    for (const json::Value &Proof : *Its) {
      BasicBlock *Next = Block();
      B.CreateCondBr(holds(*Proof.getAsObject(), Launch, B), Covered, Next);
      B.SetInsertPoint(Next);
    }
    SmallVector<Value *> Words;
    for (Argument &A : K.Check->args())
      Words.push_back(&A);
    B.CreateCall(complaintOf(K, *Its), Words);
    B.CreateBr(Covered);
    B.SetInsertPoint(Covered);
  }
  B.CreateRetVoid();
  return K.Check;
}

/// The check of a kernel that only the program knows, if it is of this unit.
Function *LaunchChecks::checkOfAny() {
  if (OfAny)
    return OfAny;
  OfAny = function(M, ".racemap.launch.check.any", {PointerType::getUnqual(C)});
  SmallVector<Value *> Rest;
  for (Argument &A : drop_begin(OfAny->args()))
    Rest.push_back(&A);
  SmallVector<std::pair<Function *, CheckedKernel *>> Stubs;
  for (Function &F : M)
    if (CheckedKernel *K = isStub(F) ? kernelOf(F.getName()) : nullptr)
      Stubs.emplace_back(&F, K);
  Builder B(BasicBlock::Create(C, "", OfAny));
  for (auto [Stub, K] : Stubs) {
    BasicBlock *Its = BasicBlock::Create(C, "", OfAny);
    BasicBlock *Next = BasicBlock::Create(C, "", OfAny);
    B.CreateCondBr(B.CreateICmpEQ(OfAny->getArg(0), Stub), Its, Next);
    B.SetInsertPoint(Its);
    B.CreateCall(checkOf(*K), Rest);
    B.CreateRetVoid();
    B.SetInsertPoint(Next);
  }
  B.CreateRetVoid();
  return OfAny;
}

/// The three sizes of a dim3 as an argument, which is two words for the target,
/// or an array of them. Returns the number of the next argument; 0 if it is
/// passed otherwise.
static unsigned sizesAt(const CallBase &Call, unsigned First, Value **To,
                        IRBuilder<> &B) {
  if (First + 1 >= Call.arg_size())
    return 0;
  Value *Low = Call.getArgOperand(First), *High = nullptr;
  unsigned Next = First + 2;
  if (Low->getType()->isArrayTy() &&
      Low->getType()->getArrayNumElements() == 2) {
    High = B.CreateExtractValue(Low, 1);
    Low = B.CreateExtractValue(Low, 0);
    Next = First + 1;
  } else {
    High = Call.getArgOperand(First + 1);
  }
  if (!Low->getType()->isIntegerTy(64) || !High->getType()->isIntegerTy())
    return 0;
  constexpr unsigned OneSize = 32;
  To[0] = B.CreateTrunc(Low, B.getInt32Ty());
  To[1] = B.CreateTrunc(B.CreateLShr(Low, OneSize), B.getInt32Ty());
  To[2] = B.CreateTrunc(High, B.getInt32Ty());
  return Next;
}

/// Nothing on a target that passes them otherwise.
static std::optional<LaunchValues> valuesOf(const CallBase &Launch,
                                            IRBuilder<> &B) {
  LaunchValues Its;
  Value **Block = Its.Dimensions, **Grid = Its.Dimensions + 3;
  if (Launch.getCalledFunction()->getName().starts_with(Extended)) {
    // The configuration begins with the sizes of the grid and of a block.
    for (unsigned I = 0; I != 6; ++I) {
      Value *At = B.CreateConstInBoundsGEP1_64(B.getInt32Ty(),
                                               Launch.getArgOperand(0), I);
      (I < 3 ? Grid[I] : Block[I - 3]) = B.CreateLoad(B.getInt32Ty(), At);
    }
    Its.Arguments = Launch.getArgOperand(2);
    return Its;
  }
  unsigned AfterGrid = sizesAt(Launch, 1, Grid, B);
  unsigned Next = AfterGrid ? sizesAt(Launch, AfterGrid, Block, B) : 0;
  if (!Next || Next >= Launch.arg_size() ||
      !Launch.getArgOperand(Next)->getType()->isPointerTy())
    return std::nullopt;
  Its.Arguments = Launch.getArgOperand(Next);
  return Its;
}

/// What the handler of a program throws goes where the launch would throw to.
void LaunchChecks::callBefore(CallBase &Launch, Function &Check,
                              ArrayRef<Value *> Words) {
  auto *Invoke = dyn_cast<InvokeInst>(&Launch);
  if (!Invoke) {
    Builder(&Launch).CreateCall(&Check, Words);
    return;
  }
  BasicBlock *Before = Invoke->getParent();
  BasicBlock *After = Before->splitBasicBlock(Invoke);
  Before->getTerminator()->eraseFromParent();
  Builder(Before).CreateInvoke(&Check, After, Invoke->getUnwindDest(), Words);
  for (PHINode &P : Invoke->getUnwindDest()->phis())
    P.addIncoming(P.getIncomingValueForBlock(After), Before);
}

void LaunchChecks::check(CallBase &Launch) {
  bool IsExtended = Launch.getCalledFunction()->getName().starts_with(Extended);
  Value *Kernel = Launch.getArgOperand(IsExtended)->stripPointerCasts();
  const auto *Stub = dyn_cast<Function>(Kernel);
  CheckedKernel *Its = Stub ? kernelOf(Stub->getName()) : nullptr;
  Builder B(&Launch);
  auto Values = valuesOf(Launch, B);
  if (Values && !Kernels.empty() && (Its || !Stub)) {
    SmallVector<Value *> Words(ArrayRef<Value *>(Values->Dimensions));
    Words.push_back(Values->Arguments);
    if (!Stub)
      Words.insert(Words.begin(), Kernel);
    callBefore(Launch, Stub ? *checkOf(*Its) : *checkOfAny(), Words);
  }
  Builder Last(&Launch);
  Messages.forgetPlace(Last);
}

void LaunchChecks::run() {
  notePlaces(); // of kernels of other units, too
  SmallVector<CallBase *> Launches;
  for (StringRef Name : {"cudaLaunchKernel", "cudaLaunchCooperativeKernel",
                         "cudaLaunchKernelExC"})
    for (StringRef Variant : {"", "_ptsz"})
      if (Function *F = M.getFunction((Name + Variant).str());
          F && F->isDeclaration())
        for (User *U : F->users())
          if (auto *Call = dyn_cast<CallBase>(U);
              Call && Call->getCalledFunction() == F && Call->arg_size() >= 3)
            Launches.push_back(Call);
  for (CallBase *Launch : Launches)
    check(*Launch);
}

Error checkLaunches(Module &M, ArrayRef<std::string> Documents) {
  LaunchChecks Checks(M);
  std::vector<json::Value> All;
  All.reserve(Documents.size()); // the checks refer to them
  for (const std::string &Text : Documents) {
    auto Value = json::parse(Text);
    if (!Value)
      return Value.takeError();
    All.push_back(std::move(*Value));
    if (!Checks.read(All.back()))
      return createStringError("what is proved of launches is not as it "
                               "should be");
  }
  Checks.run();
  return Error::success();
}

} // namespace racemap::instrument
