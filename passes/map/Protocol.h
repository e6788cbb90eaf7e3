// Protocol - the memory access protocol (MAP) of one kernel.
//
// A protocol is what one thread does to memory: a tree of accesses, barriers,
// conditionals and loops, in program order, over terms. All threads of a
// launch run the same protocol. It follows the MAPs of Cogumbreiro et al.
// (CAV 2021) and Liew et al. (PLACES 2024), with bit-precise terms, byte
// offsets and structured exits in addition. docs/map-language.md has the
// concrete syntax and the semantics of each construct.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PASSES_MAP_PROTOCOL_H
#define RACEMAP_PASSES_MAP_PROTOCOL_H

#include "passes/map/Term.h"
#include "llvm/ADT/SmallVector.h"
#include <array>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace racemap::map {

/// Groups of threads, from the narrowest to the widest.
enum class Scope : uint8_t { Thread, Warp, Block, Cluster, Grid, System };

struct SourcePoint {
  std::string File;    ///< as the compiler was given it; empty if unknown
  unsigned Line = 0;   ///< from 1; 0 if unknown
  unsigned Column = 0; ///< from 1; 0 if unknown
  bool operator==(const SourcePoint &) const = default;
};

/// Where something stands, and through which calls it got there.
struct Location : SourcePoint {
  /// One inlined call: the function that holds the point before it, and where
  /// that function was called.
  struct Call {
    std::string Callee;
    SourcePoint Site;
    bool operator==(const Call &) const = default;
  };
  /// The function of a system header that is called here and does it; empty if
  /// the line does it by itself.
  std::string Into;
  std::vector<Call> Calls; ///< innermost first
  bool operator==(const Location &) const = default;
};

enum class Space : uint8_t { Global, Shared, Constant };

/// A memory object that a thread can reach by one name.
class Array {
public:
  enum class Origin : uint8_t {
    SharedVariable, ///< one instance per block
    Parameter,      ///< what a pointer parameter, or a pointer within a
                    ///< parameter passed by value, points to
    Global,         ///< a __device__ or __constant__ variable
    Field,          ///< what a pointer found in array Parent points to
  };

  std::string Name; ///< "sdata", "p", "s.ptr", "p->rows"; unique per protocol
  Space TheSpace = Space::Global;
  Origin TheOrigin = Origin::Parameter;
  const Array *Parent = nullptr;  ///< only for Origin::Field
  std::optional<uint64_t> Extent; ///< in bytes, if known
  unsigned ElementSize = 1;       ///< in bytes, for people; overlap is by bytes
  /// Only in shared memory: threads of other blocks access it, too. It has
  /// three slots, the blockIdx of the block whose instance it is.
  bool Distributed = false;
  bool Written = false; ///< the kernel writes it (atomics included)

  /// Do only threads of one block have an instance in common?
  bool isOfOneBlock() const {
    return TheSpace == Space::Shared && !Distributed;
  }
};

class Stmt {
public:
  enum class Kind : uint8_t {
    Access,
    Barrier,
    Fence,
    AsyncGroup,
    Exchange,
    Gap,
    Given,
    If,
    Loop,
    Leave
  };
  Kind kind() const { return TheKind; }
  virtual ~Stmt() = default;

protected:
  explicit Stmt(Kind K) : TheKind(K) {}

private:
  Kind TheKind;
};

using Sequence = std::vector<Stmt *>;

/// One access of the source: the bytes [Offset, Offset + Size) of an array.
class Access : public Stmt {
public:
  enum class Operation : uint8_t {
    Read,
    Write,
    AtomicRead,  ///< an atomic load: leaves what is there
    AtomicWrite, ///< an atomic store: finds nothing
    ReadModifyWrite,
  };
  static bool isAtomic(Operation O) { return O > Operation::Write; }
  static bool writes(Operation O) {
    return O != Operation::Read && O != Operation::AtomicRead;
  }
  /// What an atomic access leaves in memory; a ReadModifyWrite all of these, an
  /// AtomicWrite Any or Exchange, an AtomicRead none.
  enum class Update : uint8_t {
    Any,             ///< the protocol does not say
    Add,             ///< what was there plus Operand
    CountTo,         ///< that plus 1, or 0 if it was Operand or more
    Or,              ///< what was there, with Operand's bits set
    Exchange,        ///< Operand
    CompareExchange, ///< Operand if Expected was there, else what was there
  };

  Access() : Stmt(Kind::Access) {}
  static bool classof(const Stmt *S) { return S->kind() == Kind::Access; }

  unsigned Id = 0; ///< from 0, in program order, unique in the protocol
  Operation TheOperation = Operation::Read;
  bool isAtomic() const { return isAtomic(TheOperation); }
  bool writes() const { return writes(TheOperation); }
  Scope AtomicScope = Scope::Grid; ///< only of an atomic access
  /// Only of an atomic access: orders what the thread does behind what others
  /// did before the value that it finds, and what it did before with the value
  /// it leaves.
  bool Acquires = false, Releases = false;
  bool Volatile = false;
  /// It happens at any time from here to the wait for its group.
  bool Asynchronous = false;
  const Array *TheArray = nullptr;
  /// For Origin::Field: the slot and the byte offset in the parent, 64 bits
  /// each, at which the pointer was found; the last is the offset in Parent,
  /// those before it are Parent's own slots. Two accesses can only overlap if
  /// all slots are equal: distinct slots are taken to hold pointers to
  /// distinct objects (an assumption that is printed).
  llvm::SmallVector<const Term *, 1> Slots;
  const Term *Offset = nullptr;   ///< 64 bits, signed, in bytes
  uint64_t Size = 0;              ///< in bytes, at least 1
  const Term *Value = nullptr;    ///< what a Write writes, if it has a term
  Update TheUpdate = Update::Any; ///< only of an atomic access
  /// Of 8 * Size bits; null where the update does not need it.
  const Term *Operand = nullptr, *Expected = nullptr;
  /// Unmodelled: the name of what an access that reads found, if a term uses
  /// it. An access that is written down in several places has the same name in
  /// all.
  const Unknown *Found = nullptr;
  /// The number of the instruction that makes it, from 1, if the module has
  /// them numbered (lift/module/CodeNumbers.h); else 0. Printing leaves it out.
  unsigned Instruction = 0;
  Location Where;
};

/// A point at which the threads of a group wait for each other, or one half of
/// it.
class Barrier : public Stmt {
public:
  enum class Part : uint8_t {
    Whole,   ///< arrives, and waits until all have
    Arrival, ///< arrives and goes on
    Wait,    ///< waits until all have arrived that its own last arrival is one
             ///< of
  };

  Barrier() : Stmt(Kind::Barrier) {}
  static bool classof(const Stmt *S) { return S->kind() == Kind::Barrier; }

  unsigned Id = 0;               ///< from 0, in program order
  Scope TheScope = Scope::Block; ///< Warp, Block, Cluster or Grid
  Part ThePart = Part::Whole;    ///< else of scope Block or Cluster
  const Term *Number = nullptr;  ///< of a named block barrier; null means 0
  const Term *Count = nullptr;   ///< participating threads; null means all
  const Term *Mask = nullptr;    ///< Warp: 32 bits, lanes; null means all
  /// The source uses what it returns (__syncthreads_or). Whoever lifted the
  /// kernel knows; printing leaves it out.
  bool HasResult = false;
  /// The name of what it returns, of scope Block without a count: the same for
  /// all threads that meet there. Null if no term needs it.
  const Unknown *Result = nullptr;
  Location Where;
};

/// What the thread did before is seen before what it does after, by all threads
/// of the scope. By itself it orders no two threads.
class Fence : public Stmt {
public:
  Fence() : Stmt(Kind::Fence) {}
  static bool classof(const Stmt *S) { return S->kind() == Kind::Fence; }

  Scope TheScope = Scope::Grid; ///< Block to System
  Location Where;
};

/// The thread's asynchronous accesses that are in no group yet become one, or
/// it waits for groups.
class AsyncGroup : public Stmt {
public:
  AsyncGroup() : Stmt(Kind::AsyncGroup) {}
  static bool classof(const Stmt *S) { return S->kind() == Kind::AsyncGroup; }

  /// How many of its latest groups may go on when the wait is over; nothing:
  /// this is where a group ends.
  std::optional<unsigned> Pending;
  Location Where;
};

/// Lanes of a warp tell each other something. No access is ordered by it.
class Exchange : public Stmt {
public:
  enum class Function : uint8_t {
    Active,  ///< a mask: the lanes that come here together
    Vote,    ///< something that follows from what those of Mask bring
    Ballot,  ///< a mask: those of Mask whose Value is true
    Match,   ///< a mask: those of Mask whose Value is the same
    Shuffle, ///< the Value of lane Lane, which is of Mask
  };

  Exchange() : Stmt(Kind::Exchange) {}
  static bool classof(const Stmt *S) { return S->kind() == Kind::Exchange; }

  Function TheFunction = Function::Active;
  const Term *Mask = nullptr;  ///< 32 bits: the lanes that take part; null: all
  const Term *Value = nullptr; ///< null for Active and Vote; of Ballot 1 bit
  const Term *Lane = nullptr;  ///< only of Shuffle: 32 bits, modulo 32
  /// Unmodelled: the name of what the lane gets; 32 bits for masks.
  const Unknown *Result = nullptr;
  /// Do all that take part get the same?
  bool givesOneToAll() const {
    return TheFunction == Function::Vote || TheFunction == Function::Ballot;
  }
  bool hasValue() const {
    return TheFunction != Function::Vote && TheFunction != Function::Active;
  }
  Location Where;
};

/// Something that the protocol does not model: whoever comes here may do
/// anything. Its kernel is not decided; what happens before is what it is.
class Gap : public Stmt {
public:
  Gap() : Stmt(Kind::Gap) {}
  static bool classof(const Stmt *S) { return S->kind() == Kind::Gap; }

  std::string Reason;
  Location Where;
};

/// The source says that it holds whenever a thread comes here: a run in which
/// it does not is undefined.
class Given : public Stmt {
public:
  Given() : Stmt(Kind::Given) {}
  static bool classof(const Stmt *S) { return S->kind() == Kind::Given; }

  const Term *Condition = nullptr; ///< 1 bit
  Location Where;
};

class If : public Stmt {
public:
  If() : Stmt(Kind::If) {}
  static bool classof(const Stmt *S) { return S->kind() == Kind::If; }

  const Term *Condition = nullptr; ///< 1 bit
  Sequence Then, Else;
  Location Where; ///< of the test in the source
};

/// A loop. Iterations are numbered 0, 1, 2, … by Counter. If there is a
/// Range, its variable starts at Start and takes Step from one iteration to
/// the next, in exact arithmetic: the lifter has established that the source
/// does not wrap, or has named that as an assumption. The body is run as long
/// as While holds at its beginning. After the loop, Counter and the Range's
/// variable have the values at which While failed, or those of the iteration
/// that was left by a Leave.
class Loop : public Stmt {
public:
  enum class StepKind : uint8_t {
    Add, ///< V + Step; Step a constant or loop-invariant, read as signed
    Mul, ///< V * Step; Step a constant >= 2, V unsigned
    Div, ///< V / Step; Step a constant >= 2, V unsigned, rounded down
  };
  struct Range {
    const Variable *Var = nullptr;
    const Term *Start = nullptr;
    StepKind Kind = StepKind::Add;
    const Term *Step = nullptr; ///< of the variable's width
  };

  Loop() : Stmt(Kind::Loop) {}
  static bool classof(const Stmt *S) { return S->kind() == Kind::Loop; }

  const Variable *Counter = nullptr; ///< 32 or 64 bits, unsigned; never null
  std::optional<Range> TheRange;
  const Term *While = nullptr; ///< 1 bit; true for a loop without a test
  Sequence Body;
  Location Where;
};

/// Leaves a loop, or the kernel.
class Leave : public Stmt {
public:
  Leave() : Stmt(Kind::Leave) {}
  static bool classof(const Stmt *S) { return S->kind() == Kind::Leave; }

  const Loop *Target = nullptr; ///< an enclosing loop; null: the kernel returns
};

/// A condition that is taken as true, and how to say it to a person.
struct Assumption {
  const Term *Condition = nullptr; ///< null if no term can say it
  std::string Text;
  enum class Basis : uint8_t {
    Promised, ///< the analysis takes it as true, by promises of terms: no run
              ///< is excluded but those that break one
    Derived,  ///< the analysis takes it as true
    Expected, ///< the same, but where the launch says otherwise
    Said,     ///< the source or the user says it
  };
  Basis Why = Basis::Said;
};

/// One way in which a kernel is launched: what is known about it.
struct LaunchContext {
  using Dim = std::array<uint32_t, 3>;

  /// Sizes along x, y and z, at least 1, of which any can be unknown.
  struct Sizes : std::array<std::optional<uint32_t>, 3> {
    Sizes() = default;
    Sizes(const Dim &D)
        : std::array<std::optional<uint32_t>, 3>{D[0], D[1], D[2]} {}
    Sizes(const std::optional<Dim> &D) : Sizes(D ? Sizes(*D) : Sizes()) {}
    bool isKnown() const { return whole().has_value(); }
    /// Nothing if one of them is unknown.
    std::optional<Dim> whole() const;
  };

  /// The array begins within another one, as host pointers show it.
  struct Alias {
    const Array *TheArray = nullptr;
    const Array *Within = nullptr;
    /// Where in Within, in bytes, 64 bits; null: nobody knows where.
    const Term *Offset = nullptr;
    bool operator==(const Alias &) const = default;
  };

  /// How large the object behind a pointer is, in this context.
  struct Extent {
    const Array *TheArray = nullptr;
    const Term *Bytes = nullptr; ///< 64 bits, unsigned
    bool operator==(const Extent &) const = default;
  };

  /// What the host has put into an array that the kernel does not write
  /// (map/Contents.h).
  struct Content {
    const Variable *Index = nullptr; ///< 64 bits; of this alone
    const Term *Count = nullptr;     ///< 64 bits, signed
    /// 1 bit: what holds for each Index from 0 to Count - 1. It is about one
    /// element, an Input, at a place that Index says.
    const Term *Holds = nullptr;
    bool operator==(const Content &) const = default;
  };

  /// The parameter that stands for a component of ClusterDim: "clusterDim.x".
  static std::string clusterDimName(unsigned D) {
    return std::string("clusterDim.") + "xyz"[D];
  }
  static bool isClusterDim(const Variable *V) {
    return V->name().starts_with("clusterDim.");
  }
  /// Is it of a launch in the source, or of one of a run, not of what launches
  /// there may be?
  bool isInSight() const {
    return llvm::StringRef(Origin).starts_with("launch ") || isObserved();
  }
  /// Is it of launches that a run has made, of these and no others?
  bool isObserved() const {
    return llvm::StringRef(Origin).starts_with("observed in ");
  }

  /// "launch f.cu:19", "observed in run.json, launch 3", "options", "symbolic"
  std::string Origin = "symbolic";
  /// A run has made this launch of the source: observed contexts say with what.
  bool IsRepresented = false;
  /// Of an observed one: there may be launches that were not observed, and the
  /// kernel has no other context for these.
  bool StandsForOthers = false;
  Sizes BlockDim, GridDim, ClusterDim;
  /// Values of the host that the kernel does not see, but that relate what it
  /// sees. Their names are of no other variable of the protocol.
  std::vector<const Variable *> HostValues;
  /// Parameters, dimensions and host values that the host computes in a way
  /// that is not followed: it passes some of the values that the conditions
  /// allow, not all.
  std::vector<const Variable *> Computed;
  /// What holds for the launch, over parameters, dimensions and host values.
  std::vector<Assumption> Conditions;
  std::vector<Alias> Aliases;
  std::vector<Extent> Extents;
  std::vector<Content> Contents;
  /// Arrays that the program allocates, and that it fills in a way that is not
  /// followed: some contents, not all.
  std::vector<const Array *> Filled;
};

/// Where among a kernel's arguments something was found.
struct ArgumentPart {
  unsigned Number = 0; ///< of the argument, from 0
  uint64_t Offset = 0; ///< in bytes, within one that is passed by value
};

class TermContext;

class Protocol {
public:
  explicit Protocol(TermContext &Terms) : Terms(&Terms) {}
  Protocol(Protocol &&) = default;
  Protocol &operator=(Protocol &&) = default;

  TermContext &terms() const { return *Terms; }

  std::string Name;    ///< demangled, "reduce(float*, float*)"
  std::string Mangled; ///< "_Z6reducePfS_"
  SourcePoint Where;   ///< of the kernel's declaration

  std::vector<const Variable *> Parameters; ///< scalars, in order
  /// Those of them that the source declares unsigned.
  std::vector<const Variable *> UnsignedParameters;
  bool isUnsigned(const Variable *Parameter) const;
  std::vector<std::unique_ptr<Array>> Arrays;
  /// Which arguments they are. Whoever lifted the kernel knows; a protocol that
  /// was read from text does not, and printing leaves it out.
  std::map<const Variable *, ArgumentPart> ParameterParts;
  std::map<const Array *, ArgumentPart> PointerParts;
  std::vector<LaunchContext> Contexts;
  /// Of all launches, as the kernel says. It is for whoever makes contexts, and
  /// printing leaves it out.
  LaunchContext::Sizes ClusterDim;
  std::vector<Assumption> Assumptions;
  /// Names of parameters and input arrays that flow into an index, a
  /// condition or a bound; sorted.
  std::vector<std::string> RelevantInputs;
  Sequence Body;

  /// A new statement, owned by the protocol.
  template <typename T> T *make() {
    auto New = std::make_unique<T>();
    T *Raw = New.get();
    Owned.push_back(std::move(New));
    return Raw;
  }
  Array *makeArray();
  /// Gives accesses and barriers their Ids, in program order, and computes
  /// Array::Written. Call it when the tree is complete.
  void number();
  /// In program order, valid after number().
  const std::vector<Access *> &accesses() const { return AllAccesses; }
  const std::vector<Barrier *> &barriers() const { return AllBarriers; }
  const std::vector<Gap *> &gaps() const { return AllGaps; }
  const Array *findArray(llvm::StringRef Name) const;

private:
  TermContext *Terms;
  std::vector<std::unique_ptr<Stmt>> Owned;
  std::vector<Access *> AllAccesses;
  std::vector<Barrier *> AllBarriers;
  std::vector<Gap *> AllGaps;
};

} // namespace racemap::map

#endif
