// CodeNumbers - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/lift/module/CodeNumbers.h"
#include "passes/lift/module/LLVMCompat.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/StableHashing.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/xxhash.h"

namespace racemap::lift {

using namespace llvm;

static constexpr StringLiteral Name = "racemap.number";

/// Promotion makes a copy of memory into loads and stores, and of what the copy
/// is marked with keeps, of all that can be a name, the access group alone:
/// here are those groups, each with its number.
static constexpr StringLiteral Groups = "racemap.numbers";

std::optional<unsigned> codeNumber(const Instruction &I) {
  const MDNode *Its = I.getMetadata(Name);
  if (!Its)
    return std::nullopt;
  return mdconst::extract<ConstantInt>(Its->getOperand(0))->getZExtValue();
}

void numberParts(Function &F) {
  SmallVector<Instruction *> Parts;
  for (Instruction &I : instructions(F))
    if (I.hasMetadata(LLVMContext::MD_access_group) && !I.hasMetadata(Name))
      Parts.push_back(&I);
  const NamedMDNode *All = F.getParent()->getNamedMetadata(Groups);
  // Most functions have none; the groups are those of all functions.
  if (Parts.empty() || !All)
    return;
  DenseMap<const Metadata *, Metadata *> Numbers;
  for (const MDNode *Row : All->operands())
    Numbers[Row->getOperand(0)] = Row->getOperand(1);
  for (Instruction *I : Parts)
    if (Metadata *Number =
            Numbers.lookup(I->getMetadata(LLVMContext::MD_access_group)))
      I->setMetadata(Name, MDNode::get(F.getContext(), Number));
}

/// Has clang linked it in? Who analyses the code knows its name only.
static bool isOfLibdevice(const Function &F) {
  return F.hasLocalLinkage() && !F.getSubprogram() &&
         (F.getName().starts_with("__nv_") ||
          F.getName().starts_with("__internal_"));
}

static bool hasCode(const Function &F) {
  return !F.isDeclaration() && !isOfLibdevice(F);
}

static void number(Module &M) {
  LLVMContext &C = M.getContext();
  unsigned Next = 1;
  for (Function &F : make_filter_range(M, hasCode))
    for (Instruction &I : instructions(F)) {
      if (!I.mayReadOrWriteMemory())
        continue;
      auto *Number = ConstantAsMetadata::get(
          ConstantInt::get(Type::getInt32Ty(C), Next++));
      I.setMetadata(Name, MDNode::get(C, Number));
      if (!isa<MemTransferInst>(I) ||
          I.hasMetadata(LLVMContext::MD_access_group))
        continue;
      MDNode *Group = MDNode::getDistinct(C, {});
      I.setMetadata(LLVMContext::MD_access_group, Group);
      M.getOrInsertNamedMetadata(Groups)->addOperand(
          MDNode::get(C, {Group, Number}));
    }
}

namespace {
/// The code of one function.
class Digest {
public:
  explicit Digest(const Function &F) {
    for (const Argument &A : F.args())
      Local.try_emplace(&A, Local.size() + 1);
    for (const BasicBlock &B : F) {
      Local.try_emplace(&B, Local.size() + 1);
      for (const Instruction &I : B)
        if (!I.isDebugOrPseudoInst())
          Local.try_emplace(&I, Local.size() + 1);
    }
    add(xxh3_64bits(F.getName()));
    for (const Instruction &I : instructions(F))
      if (!I.isDebugOrPseudoInst())
        add(I);
  }
  stable_hash value() const { return All; }

private:
  void add(stable_hash Part) { All = stable_hash_combine(All, Part); }

  void add(const Type *T) {
    add(stable_hash(T->getTypeID()));
    add(stable_hash(T->getScalarSizeInBits()));
    if (const auto *P = dyn_cast<PointerType>(T))
      add(stable_hash(P->getAddressSpace()));
  }

  void add(const APInt &N) {
    for (uint64_t Word : ArrayRef(N.getRawData(), N.getNumWords()))
      add(stable_hash(Word));
  }

  void add(const Instruction &I) {
    add(stable_hash(I.getOpcode()));
    add(stable_hash(codeNumber(I).value_or(0)));
    add(I.getType());
    const DataLayout &Layout = I.getModule()->getDataLayout();
    auto AddSize = [&](Type *T) {
      add(stable_hash(Layout.getTypeAllocSize(T).getKnownMinValue()));
    };
    if (const auto *G = dyn_cast<GetElementPtrInst>(&I))
      AddSize(G->getSourceElementType());
    if (const auto *A = dyn_cast<AllocaInst>(&I))
      AddSize(A->getAllocatedType());
    if (const auto *O = dyn_cast<OverflowingBinaryOperator>(&I))
      add(stable_hash(O->hasNoSignedWrap() * 2 + O->hasNoUnsignedWrap()));
    if (I.isAtomic() || I.isVolatile())
      add(stable_hash(I.isAtomic() * 2 + I.isVolatile()));
    if (const auto *C = dyn_cast<CmpInst>(&I))
      add(stable_hash(C->getPredicate()));
    if (const auto *A = dyn_cast<AtomicRMWInst>(&I))
      add(stable_hash(A->getOperation()));
    for (const Value *V : I.operands())
      addOperand(V);
  }

  void addOperand(const Value *V) {
    add(V->getType());
    if (auto Known = Local.find(V); Known != Local.end())
      add(stable_hash(Known->second));
    else if (const auto *G = dyn_cast<GlobalValue>(V))
      add(xxh3_64bits(G->getName()));
    else if (const auto *Asm = dyn_cast<InlineAsm>(V))
      add(xxh3_64bits(Asm->getAsmString()));
    else if (const auto *N = dyn_cast<ConstantInt>(V))
      add(N->getValue());
    else if (const auto *X = dyn_cast<ConstantFP>(V))
      add(X->getValueAPF().bitcastToAPInt());
    else if (const auto *U = dyn_cast<User>(V))
      for (const Value *Part : U->operands())
        addOperand(Part);
  }

  DenseMap<const Value *, unsigned> Local;
  stable_hash All = 0;
};
} // namespace

CodeDigests numberCode(Module &M) {
  number(M);
  DenseMap<const Function *, stable_hash> Own;
  CodeDigests All;
  for (const Function &Kernel : M) {
    if (!hasCode(Kernel) || !hasKernelConvention(Kernel))
      continue;
    SmallVector<const Function *> Work{&Kernel};
    DenseSet<const Function *> Seen{&Kernel};
    stable_hash Value = 0;
    while (!Work.empty()) {
      const Function *F = Work.pop_back_val();
      if (!Own.contains(F))
        Own[F] = Digest(*F).value();
      Value = stable_hash_combine(Value, Own[F]);
      for (const Instruction &I : instructions(*F))
        if (const auto *Call = dyn_cast<CallBase>(&I))
          if (const Function *Callee = Call->getCalledFunction();
              Callee && hasCode(*Callee) && Seen.insert(Callee).second)
            Work.push_back(Callee);
    }
    All[Kernel.getName()] = Value;
  }
  return All;
}

} // namespace racemap::lift
