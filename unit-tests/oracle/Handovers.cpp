// Handovers - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Handovers.h"
#include "llvm/ADT/STLExtras.h"

namespace racemap::oracle {

namespace {

enum class How : uint8_t { Absent, Syncs, Arrives, ArrivesAndWaits };
enum class Section : uint8_t { Before, Inside, Behind };

struct Meeting {
  Section Where;
  std::vector<How> OfWarp;
  std::vector<bool> IsAhead; ///< by a round, of those in the loop
  unsigned Count = 0;
};

class Handover {
public:
  explicit Handover(uint64_t Seed)
      : Seed(Seed), R(Seed), Warps(R.chance(60) ? 2 : 3) {}
  std::string generate();

private:
  void drawMeetings();
  void line(const std::string &S) {
    Text += S + " @ " + std::to_string(++NextLine) + ";\n";
  }
  void access(bool InLoop);
  void come(unsigned Number, How H, bool InLoop);
  void section(unsigned Warp, Section Where);
  void warp(unsigned Warp);

  uint64_t Seed;
  Random R;
  unsigned Warps, NextLine = 0;
  std::vector<Meeting> Meetings;
  std::string Rounds, Text;
};

void Handover::drawMeetings() {
  for (unsigned N = R.between(1, 3); N; --N) {
    Meeting M;
    M.Where = R.chance(60)   ? Section::Inside
              : R.chance(60) ? Section::Before
                             : Section::Behind;
    for (unsigned W = 0; W != Warps; ++W) {
      M.OfWarp.push_back(Warps == 3 && R.chance(30) ? How::Absent
                         : R.chance(50)             ? How::Syncs
                         : R.chance(70)             ? How::Arrives
                                                    : How::ArrivesAndWaits);
      M.IsAhead.push_back(M.Where == Section::Inside && R.chance(20));
      M.Count += 32 * (M.OfWarp.back() != How::Absent);
    }
    if (R.chance(4))
      M.Count += 32;
    Meetings.push_back(M);
  }
}

void Handover::access(bool InLoop) {
  if (R.chance(45))
    return;
  std::string Index =
      R.pick({"threadIdx.x", "threadIdx.x & 31", "threadIdx.x & 31",
              "31 - (threadIdx.x & 31)", "0"});
  if (InLoop && R.chance(30))
    Index = "(" + Index + ") + 32 * (i & 1)";
  line((R.chance(55) ? "rd s[" : "wr s[") + Index + "]");
}

void Handover::come(unsigned Number, How H, bool InLoop) {
  std::string Arguments = "(" + std::to_string(Number + 1) + ", " +
                          std::to_string(Meetings[Number].Count) + ")";
  access(InLoop);
  switch (H) {
  case How::Absent:
    break;
  case How::Syncs:
    line("sync" + Arguments);
    break;
  case How::Arrives:
    line("arrive" + Arguments);
    break;
  case How::ArrivesAndWaits:
    line("arrive" + Arguments);
    access(InLoop);
    line("await" + Arguments);
    break;
  }
  access(InLoop);
}

void Handover::section(unsigned Warp, Section Where) {
  bool InLoop = Where == Section::Inside;
  std::vector<unsigned> Late;
  for (unsigned N = 0; N != Meetings.size(); ++N) {
    const Meeting &M = Meetings[N];
    bool IsAhead = M.IsAhead[Warp];
    bool AnyAhead = llvm::is_contained(M.IsAhead, true);
    // Once before the loop, and at its end; the others once behind it.
    if (Where == Section::Before && IsAhead)
      come(N, M.OfWarp[Warp], InLoop);
    else if (Where == Section::Behind && AnyAhead && !IsAhead &&
             M.Where == Section::Inside && R.chance(92))
      come(N, M.OfWarp[Warp], InLoop);
    else if (M.Where == Where && IsAhead)
      Late.push_back(N);
    else if (M.Where == Where)
      come(N, M.OfWarp[Warp], InLoop);
  }
  for (unsigned N : Late)
    come(N, Meetings[N].OfWarp[Warp], InLoop);
}

void Handover::warp(unsigned Warp) {
  std::string V = "i" + std::to_string(Warp);
  section(Warp, Section::Before);
  size_t Begin = Text.size();
  Text += "for " + V + " = 0; " + V + " <u " + Rounds + "; " + V + " += 1 {\n";
  size_t Body = Text.size();
  section(Warp, Section::Inside);
  std::string Its = Text.substr(Body);
  Text.resize(Body == Text.size() ? Begin : Body);
  for (size_t I; (I = Its.find("(i & 1)")) != Its.npos;)
    Its.replace(I, 7, "(" + V + " & 1)");
  if (!Its.empty())
    Text += Its + "}\n";
  section(Warp, Section::Behind);
}

std::string Handover::generate() {
  drawMeetings();
  Text = "kernel oracle" + std::to_string(Seed) +
         " {\nshared s[128] of 4 bytes;\nparam n;\nlaunch \"oracle\" block (" +
         std::to_string(32 * Warps) + ", 1, 1) grid (1, 1, 1);\n";
  Rounds = R.chance(40) ? std::to_string(R.between(1, 4)) : "n";
  if (Rounds == "n")
    Text += "assume n <u 4;\n";
  Text += "if threadIdx.x <u 32 {\n";
  warp(0);
  if (Warps == 3) {
    Text += "} else if threadIdx.x <u 64 {\n";
    warp(1);
  }
  Text += "} else {\n";
  warp(Warps - 1);
  Text += "}\n";
  if (NextLine == 0)
    line("rd s[0]");
  return Text + "}\n";
}

} // namespace

std::string generateHandover(uint64_t Seed) {
  return Handover(Seed).generate();
}

} // namespace racemap::oracle
