// Action - the frontend action that clang runs before the user's own.
//
// In a device compilation (and with arch= only in that one): a private module
// is generated beside the user's (PrivateModule), launches are read off the
// AST (LaunchContexts), the driver decides the kernels, and what it finds
// becomes diagnostics (Diagnostics), files, and a section of the object that
// the host's compilation makes (Handover). But for that, the host's compilation
// and one with errors are left alone. The user's compilation goes on whatever
// happens here.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/driver/LeanKernels.h"
#include "passes/driver/TimeTrace.h"
#include "passes/lift/module/SystemFiles.h"
#include "passes/report/JsonReader.h"
#include "passes/report/JsonText.h"
#include "plugin/ClusterDims.h"
#include "plugin/CrashGuard.h"
#include "plugin/Diagnostics.h"
#include "plugin/Errand.h"
#include "plugin/GpuSanitizer.h"
#include "plugin/Handover.h"
#include "plugin/LaunchContexts.h"
#include "plugin/LaunchRecipes.h"
#include "plugin/NotesInCode.h"
#include "plugin/NvccAssembly.h"
#include "plugin/PrivateModule.h"
#include "plugin/SourceNotes.h"
#include "plugin/SourceStatements.h"
#include "plugin/sarif/Sarif.h"
#include "runtime/output/Printable.h"
#include "clang/Frontend/FrontendPluginRegistry.h"
#include "clang/Frontend/MultiplexConsumer.h"
#include "clang/Lex/Preprocessor.h"
#include "clang/Lex/PreprocessorOptions.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/TimeProfiler.h"

namespace racemap {
namespace {

/// What the consumers refer to. A base class, listed first, because it must
/// outlive the generator that MultiplexConsumer owns.
struct ModuleOwner {
  ModuleOwner(clang::CompilerInstance &CI, llvm::StringRef File)
      : Private(CI, File) {}
  PrivateModule Private;
};

class Consumer : ModuleOwner, public clang::MultiplexConsumer {
public:
  Consumer(clang::CompilerInstance &CI, llvm::StringRef File, Options O,
           Errand Asked, std::shared_ptr<instrument::Proofs> Proved,
           std::vector<std::string> Problems)
      : ModuleOwner(CI, File), MultiplexConsumer(Private.consumers()), CI(CI),
        File(File), O(std::move(O)), Asked(std::move(Asked)),
        Proved(std::move(Proved)), Problems(std::move(Problems)) {
    registerDiagnostics(CI.getDiagnostics());
  }

  void HandleTranslationUnit(clang::ASTContext &AST) override {
    MultiplexConsumer::HandleTranslationUnit(AST);
    if (CI.getDiagnostics().hasUnrecoverableErrorOccurred())
      return;
    if (std::unique_ptr<llvm::Module> M = Private.take())
      analyseModule(std::move(M), AST);
    else
      Problems.push_back("no kernel was analysed: " + Private.error());
    for (const std::string &Text : Problems)
      warnOf(CI, Text);
  }

private:
  void analyseModule(std::unique_ptr<llvm::Module> M, clang::ASTContext &AST);
  void readKernels(const llvm::Module &M);
  uint64_t budgetOfBuild(const llvm::Module &M) const;
  void addRecipes(Analysis &A, const clang::ASTContext &AST) const;
  /// Once for each place and text.
  bool warnAt(clang::SourceLocation At, const std::string &Text) {
    bool IsNew = Said.insert({At.getRawEncoding(), Text}).second;
    if (IsNew)
      warn(CI.getDiagnostics(), Text, At);
    return IsNew;
  }
  /// What is not done, as is said at its place.
  void problemAt(clang::SourceLocation At, const std::string &Text) {
    if (!warnAt(At, Text))
      return;
    clang::PresumedLoc Place = CI.getSourceManager().getPresumedLoc(At);
    if (Place.isValid())
      ProblemsInPlace.push_back((llvm::Twine(Place.getFilename()) + ":" +
                                 llvm::Twine(Place.getLine()) + ": " + Text)
                                    .str());
  }

  clang::CompilerInstance &CI;
  std::string File;
  Options O;
  Errand Asked;
  std::shared_ptr<instrument::Proofs> Proved; ///< for the sanitizer
  std::vector<std::string> Problems;
  std::vector<std::string> ProblemsInPlace; ///< have been said
  std::set<std::pair<unsigned, std::string>> Said;
  /// The module's kernels, by mangled name.
  llvm::StringMap<const clang::FunctionDecl *> Declarations;
};

/// All that clang was told that can matter for results. How it prints, and
/// files that whoever started it has made for it or wants, change from run to
/// run.
static std::string flagsOf(clang::CompilerInstance &CI) {
  const clang::CompilerInvocation &All = CI.getInvocation();
  clang::CompilerInvocation Told; // with all else as it is without options
  clang::CompilerInvocation::CreateFromArgs(Told, {}, CI.getDiagnostics());
  Told.getLangOpts() = All.getLangOpts();
  Told.getTargetOpts() = All.getTargetOpts();
  Told.getHeaderSearchOpts() = All.getHeaderSearchOpts();
  Told.getPreprocessorOpts() = All.getPreprocessorOpts();
  Told.getFileSystemOpts() = All.getFileSystemOpts();
  Told.getCodeGenOpts() = All.getCodeGenOpts();
  Told.getFrontendOpts() = All.getFrontendOpts();
  Told.getFrontendOpts().OutputFile.clear();
  Told.getLangOpts().CUID.clear(); // made of the command line, such files too
  Told.getHeaderSearchOpts().VFSOverlayFiles.clear();
  for (auto &[Plugin, Args] : Told.getFrontendOpts().PluginArgs)
    llvm::erase_if(Args, [](llvm::StringRef Arg) {
      return Arg.starts_with("json=") || Arg.starts_with("sarif=") ||
             Arg.starts_with("progress=") || Errand().take(Arg);
    });
  return llvm::join(Told.getCC1CommandLine(), "\n");
}

static bool isUndecided(const verdict::KernelResult &K) {
  return llvm::any_of(K.Contexts, [](const verdict::ContextResult &C) {
    return C.TheVerdict == verdict::Verdict::Unknown;
  });
}

namespace {
/// One line that is written over and over.
class ProgressLine {
public:
  explicit ProgressLine(bool IsOn) : IsOn(IsOn) {}
  void show(size_t Done, size_t Kernels, llvm::StringRef Next) {
    constexpr size_t MostOfName = 60; // a line that wraps stays
    if (IsOn)
      llvm::errs() << Start << "[" << Done << "/" << Kernels << "] "
                   << output::printable(output::beginOf(Next, MostOfName));
  }
  void clear() {
    if (IsOn)
      llvm::errs() << Start;
  }

private:
  static constexpr llvm::StringLiteral Start = "\r\x1b[K";
  bool IsOn;
};
} // namespace

void Consumer::readKernels(const llvm::Module &M) {
  for (const llvm::Function &F : M) {
    const clang::FunctionDecl *D =
        F.isDeclaration() ? nullptr : Private.declarationOf(F);
    if (!D || !D->hasAttr<clang::CUDAGlobalAttr>())
      continue;
    Declarations[F.getName()] = D;
  }
}

/// In milliseconds. Checks of launches are worth some more: a proof with fewer
/// conditions covers more launches.
uint64_t Consumer::budgetOfBuild(const llvm::Module &M) const {
  constexpr uint64_t MoreForChecks = 8;
  return UnitBudget::ofBuild(CI.getPreprocessor().getTokenCount(),
                             M.getInstructionCount()) *
         (O.CheckLaunch ? MoreForChecks : 1);
}

/// Kernels without findings, and of which nothing is to be tried, need none.
void Consumer::addRecipes(Analysis &A, const clang::ASTContext &AST) const {
  LaunchRecipes Recipes(AST);
  for (size_t I = 0; I < A.Protocols.size() && I < A.Kernels.size(); ++I) {
    verdict::KernelResult &K = A.Kernels[I];
    bool IsRun = false;
    for (verdict::ContextResult &C : K.Contexts) {
      bool IsIts = !C.Findings.empty() || !C.Candidates.empty();
      IsRun |= IsIts;
      if (IsIts)
        C.Overlaps = overlapsOf(C.Context);
    }
    if (const clang::FunctionDecl *D = Declarations.lookup(K.Mangled);
        D && IsRun)
      K.Recipe = Recipes.of(*D, A.Protocols[I]);
  }
}

/// What `racemap check -p` has kept of the unit.
static std::vector<verdict::KernelResult>
resultsIn(const std::string &Path, std::vector<std::string> &Problems) {
  auto Text = llvm::MemoryBuffer::getFile(Path);
  auto Value = report::parseJson(Text ? (*Text)->getBuffer() : "", Path);
  llvm::Error Wrong = Value.takeError();
  if (!Wrong) {
    auto Document = report::readJson(*Value);
    if (Document)
      return std::move(Document->Kernels);
    Wrong = Document.takeError();
  }
  Problems.push_back(llvm::toString(std::move(Wrong)));
  return {};
}

void Consumer::analyseModule(std::unique_ptr<llvm::Module> M,
                             clang::ASTContext &AST) {
  readKernels(*M);
  Places Files(CI.getSourceManager());
  lift::noteSystemFiles(*M, [&](llvm::StringRef File, unsigned Line) {
    return Files.isInSystemHeader({File.str(), Line, 1});
  });
  auto Terms = std::make_unique<map::TermContext>();
  auto A = std::make_unique<Analysis>();
  Unit U{File, CI.getTargetOpts().CPU, flagsOf(CI)};
  report::Filter Only = O.filter();
  bool IsTimed = llvm::timeTraceProfilerEnabled() && O.TimeTrace.empty();
  bool Completed = runGuarded([&] {
    if (IsTimed) // this is a thread of its own
      llvm::timeTraceProfilerInitialize(
          CI.getFrontendOpts().TimeTraceGranularity, "racemap");
    TimeTrace Trace(O.TimeTrace, U);
    LaunchContexts InSight(AST, *Terms, Asked.otherUnits(*Terms, Problems));
    auto KernelOf = [&](llvm::StringRef Mangled) {
      const clang::FunctionDecl *D = Declarations.lookup(Mangled);
      return D ? D->getCanonicalDecl() : nullptr;
    };
    Launches Seen;
    Seen.ContextsOf = [&](const map::Protocol &P) {
      auto All = InSight.of(KernelOf(P.Mangled), P);
      llvm::append_range(
          All, statedLaunches(Declarations.lookup(P.Mangled), AST,
                              [&](clang::SourceLocation At) {
                                problemAt(At, "RACEMAP_LAUNCH is left out: it "
                                              "needs constant sizes from 1");
                              }));
      return All;
    };
    Seen.HasParameter = [&](llvm::StringRef Mangled, llvm::StringRef Name) {
      const clang::FunctionDecl *D = Declarations.lookup(Mangled);
      return D && llvm::any_of(D->parameters(), [&](const auto *P) {
               return P->getIdentifier() && P->getName() == Name;
             });
    };
    Seen.NotAssumed = [&](const map::Location &Where, llvm::StringRef Why) {
      warnAt(Files.find(Where), ("RACEMAP_ASSUME is not understood: " + Why +
                                 "; findings behind it are possible at most")
                                    .str());
    };
    Seen.ClusterOf = [&](const map::Protocol &P) {
      return clusterDims(Declarations.lookup(P.Mangled), AST);
    };
    Seen.MayOverlap = [&](llvm::StringRef Mangled, unsigned X, unsigned Y) {
      return InSight.mayOverlap(KernelOf(Mangled), X, Y);
    };
    std::vector<std::string> Lifting;
    ProgressLine Line(O.Progress);
    Diagnostics Shown(CI, Declarations);
    Listener Heard;
    Heard.Begins = [&](size_t Done, size_t Kernels, llvm::StringRef Next) {
      Line.show(Done, Kernels, Next);
    };
    Heard.Decided = [&](const std::vector<verdict::KernelResult> &Kernels) {
      Line.clear();
      report::report(Kernels, Only, Shown);
    };
    Sources From;
    From.IsForeign = [&](const map::Protocol &P) {
      const clang::FunctionDecl *D = Declarations.lookup(P.Mangled);
      return D && AST.getSourceManager().isInSystemHeader(D->getLocation());
    };
    BenignMarks Marks(*M, Private, AST);
    From.WhyBenign = [&](const verdict::Finding &F) { return Marks.cover(F); };
    From.IsSilenced = [&](const verdict::KernelResult &K,
                          const verdict::Finding &F) {
      return Shown.isSilent(K, F);
    };
    From.StatementsOf = [&](llvm::StringRef Mangled) {
      return blockStatements(Declarations.lookup(Mangled), AST);
    };
    UnitBudget Budget(O.UnitBudgetMs.value_or(budgetOfBuild(*M)));
    if (Asked.Decided.empty()) {
      lift::CodeDigests Digests;
      bool IsMadeLean = !Asked.Proofs.empty() ||
                        (O.Sanitize == Options::Sanitizer::Gpu && O.Elide);
      O.Proofs = IsMadeLean || O.CheckLaunch;
      auto Protocols = liftKernels(std::move(M), *Terms, O, Budget, Seen,
                                   Lifting, IsMadeLean ? &Digests : nullptr);
      writeMaps(Protocols, O, U, Lifting);
      *A = analyse(std::move(Protocols), O, Budget, From, Heard);
      A->Digests = std::move(Digests);
      if (IsMadeLean)
        *Proved = leanKernels(*A);
      addRecipes(*A, AST);
    } else {
      *A = showAgain(resultsIn(Asked.Decided, Lifting), O, From, Heard);
    }
    Line.clear();
    // Of headers, other units have kernels, too.
    if (O.Kernel.empty() && llvm::none_of(A->Kernels, isUndecided))
      for (const map::SourcePoint &P : Marks.unused())
        if (clang::SourceLocation At = Files.find(P);
            CI.getSourceManager().isInMainFile(At))
          Shown.unusedBenign(At);
    A->Problems.insert(A->Problems.begin(), Lifting.begin(), Lifting.end());
    if (IsTimed)
      llvm::timeTraceProfilerFinishThread();
    if (llvm::Error E = Trace.write())
      A->Problems.push_back(llvm::toString(std::move(E)));
  });
  if (!Completed) {
    static_cast<void>(Terms.release()); // what a crash leaves is not touched
    static_cast<void>(A.release());
    A = std::make_unique<Analysis>();
    A->Problems.push_back("the analysis crashed, no kernel was decided");
  }
  A->Problems.insert(A->Problems.begin(), Problems.begin(), Problems.end());
  llvm::append_range(A->Problems, ProblemsInPlace);
  writeOutputs(*A, O, U);
  if (Completed && !Asked.Proofs.empty())
    if (llvm::Error E = writeFile(Asked.Proofs, [&](llvm::raw_ostream &OS) {
          OS << instrument::toJson(*Proved);
        }))
      A->Problems.push_back(llvm::toString(std::move(E)));
  if (llvm::Error E = writeSarif(A->Kernels, Only, O, U))
    A->Problems.push_back(llvm::toString(std::move(E)));
  handOver(*A, U, CI);
  if (O.CheckLaunch)
    handOverLaunches(*A, U, CI);
  Problems = std::move(A->Problems);
  llvm::erase_if(Problems, [&](const std::string &Text) {
    return llvm::is_contained(ProblemsInPlace, Text);
  });
}

class Action : public clang::PluginASTAction {
  std::unique_ptr<clang::ASTConsumer>
  CreateASTConsumer(clang::CompilerInstance &CI,
                    llvm::StringRef File) override {
    if (CI.getLangOpts().CUDA && !CI.getLangOpts().CUDAIsDevice) {
      takeOver(File, CI);
      if (O.CheckLaunch)
        takeOverLaunches(File, CI);
    }
    readNvccAssembly(CI);
    // Looks at the notes in the source, which then go.
    if (O.Sanitize == Options::Sanitizer::Gpu)
      sanitizeForGpu(CI, O, Proved);
    announceAnalysis(CI);
    std::vector<std::unique_ptr<clang::ASTConsumer>> All;
    if (CI.getLangOpts().CUDAIsDevice)
      All.push_back(notesInCode(
          CI, [&CI](clang::SourceLocation At, const std::string &Text) {
            warn(CI.getDiagnostics(), Text, At);
          }));
    bool IsWanted = isWanted(CI);
    if (!Asked.EmitCalls.empty()) {
      if (IsWanted || !CI.getLangOpts().CUDA)
        All.push_back(callsConsumer(CI, Asked));
    } else if (IsWanted) {
      O.Lockstep = O.isLockstep(CI.getTargetOpts().CPU);
      All.push_back(
          std::make_unique<Consumer>(CI, File, O, Asked, Proved, Problems));
    }
    return std::make_unique<clang::MultiplexConsumer>(std::move(All));
  }

  bool ParseArgs(const clang::CompilerInstance &CI,
                 const std::vector<std::string> &Args) override {
    const auto &Inputs = CI.getFrontendOpts().Inputs;
    bool IsFile = !Inputs.empty() && Inputs.front().isFile();
    std::vector<std::string> Own;
    for (const std::string &Arg : Args)
      if (!Asked.take(Arg))
        Own.push_back(Arg);
    O = Options::of(IsFile ? Inputs.front().getFile() : "", Own, Problems);
    O.Candidates = Asked.LooksForCandidates;
    if (llvm::Error E = O.checkForPlugin())
      Problems.push_back(llvm::toString(std::move(E)));
    return true;
  }

  ActionType getActionType() override { return AddBeforeMainAction; }

  /// A header or a module that is being precompiled is not analysed: who
  /// includes it is.
  bool isWanted(clang::CompilerInstance &CI) const {
    return CI.getLangOpts().CUDAIsDevice &&
           CI.getTarget().getTriple().isNVPTX() &&
           CI.getLangOpts().getCompilingModule() ==
               clang::LangOptions::CMK_None &&
           CI.getFrontendOpts().ProgramAction != clang::frontend::GeneratePCH &&
           (O.Arch.empty() || O.Arch == CI.getTargetOpts().CPU);
  }

  Options O;
  Errand Asked;
  std::shared_ptr<instrument::Proofs> Proved =
      std::make_shared<instrument::Proofs>();
  std::vector<std::string> Problems; ///< with the options
};

clang::FrontendPluginRegistry::Add<Action>
    Register("racemap", "finds data races in CUDA kernels");

} // namespace
} // namespace racemap
