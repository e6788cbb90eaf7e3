// Irregular - graphs for the codes of bench/irregular, what the codes without a
// bug leave in memory, and programs that measure them.
//
// A program has the codes of one pattern. Its size is the number of edges; a
// vertex has 16 of them, or, on the skewed graph, some have hundreds of times
// as many as others, and are as often the end of others' edges.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "Bench.h"

#include <cstdint>

namespace irregular {

constexpr int DegreeOnAverage = 16;

/// In compressed rows: the neighbours of v are edges[rows[v]] up to, without,
/// edges[rows[v + 1]].
struct Graph {
  std::vector<int> rows{0}, edges;
  int nodes() const { return int(rows.size()) - 1; }

  template <typename VisitorT> void forEachEdge(VisitorT Visit) const {
    for (int v = 0; v < nodes(); ++v)
      for (int e = rows[v]; e < rows[v + 1]; ++e)
        Visit(v, edges[e]);
  }
};

/// Numbers in [0, 1), the same in each run (splitmix64).
class Random {
public:
  double next() {
    uint64_t Z = State += 0x9e3779b97f4a7c15;
    Z = (Z ^ Z >> 30) * 0xbf58476d1ce4e5b9;
    Z = (Z ^ Z >> 27) * 0x94d049bb133111eb;
    return double((Z ^ Z >> 31) >> 11) * 0x1p-53;
  }

private:
  uint64_t State = 1;
};

/// With about so many edges.
inline Graph makeGraph(size_t Edges, bool Skewed) {
  int Nodes = int(std::max(Edges / DegreeOnAverage, size_t(2)));
  Graph G;
  Random R;
  for (int V = 0; V < Nodes; ++V) {
    // 1 / sqrt of a rank, which is 2 * sqrt(Nodes) over all ranks.
    double Rank = 1 + R.next() * Nodes;
    double Degree = Skewed ? std::sqrt(Nodes / Rank) / 2 : 2 * R.next();
    for (int I = int(Degree * DegreeOnAverage + 0.5); I > 0; --I) {
      double At = R.next();
      G.edges.push_back(int((Skewed ? At * At : At) * Nodes));
    }
    G.rows.push_back(int(G.edges.size()));
  }
  return G;
}

template <typename T>
using Kernel = void (*)(const int *rows, const int *edges, int nodes, T *data,
                        int *list, int *size);

template <typename T> struct Code {
  const char *Name;
  Kernel<T> TheKernel;
  int Width; ///< how many threads share a vertex
  bool Persistent;
};

/// What a pattern leaves: its data, and how often each vertex is in the list.
template <typename T> struct Result {
  std::vector<T> Data;
  std::vector<int> Listed;
  bool operator==(const Result &O) const {
    return Data == O.Data && Listed == O.Listed;
  }
};

/// Sums wrap as on the device.
template <typename T> void add(T &To, int Number) {
  To = T(uint64_t(To) + uint64_t(Number));
}

template <typename T>
void update(Result<T> &To, const std::string &Pattern, int V, int N) {
  if (Pattern == "pull")
    add(To.Data[V], V + N);
  else if (Pattern == "reduce")
    add(To.Data[V], N);
  else if (Pattern == "stage")
    To.Data[N] = std::max(To.Data[N], T(V + N));
  else if (V < N && Pattern == "push")
    To.Data[N] = std::max(To.Data[N], T(V + N));
  else if (V < N && Pattern == "count")
    add(To.Data[0], 1);
  else if (V < N && Pattern == "worklist")
    ++To.Listed[N];
}

template <typename T>
Result<T> expected(const std::string &Pattern, const Graph &G) {
  Result<T> To{std::vector<T>(G.nodes()), std::vector<int>(G.nodes())};
  G.forEachEdge([&](int V, int N) { update(To, Pattern, V, N); });
  if (Pattern == "maximum")
    To.Data[0] = T((G.nodes() - 1) - G.nodes() % 2);
  return To;
}

/// The codes of a pattern on one graph.
template <typename T> class Runner {
public:
  Runner(const std::string &Pattern, const Graph &G)
      : Pattern(Pattern), G(G), Right(expected<T>(Pattern, G)), Rows(G.rows),
        Edges(G.edges), Data(G.nodes()), Size(1) {}

  void run(bench::Run &R, const Code<T> &C, const std::string &GraphName) {
    int Blocks = blocks(C);
    // A place for each edge or for each thread, whichever the pattern uses.
    size_t Places = Pattern == "worklist" ? G.edges.size()
                    : Pattern == "stage"  ? size_t(Blocks) * Threads
                                          : 1;
    bench::Array<int> List(Places);
    R.measure((C.Name + (" " + GraphName)).c_str(), C.TheKernel,
              [&] {
                Data.clear();
                Size.clear();
              },
              [&] {
                C.TheKernel<<<Blocks, Threads>>>(Rows, Edges, G.nodes(), Data,
                                                 List, Size);
              },
              [&] { return result(List) == Right; });
  }

private:
  static constexpr int Threads = 64; // as the codes are written for

  int blocks(const Code<T> &C) const {
    if (!C.Persistent)
      return int((int64_t(G.nodes()) * C.Width + Threads - 1) / Threads);
    int Processors;
    bench::must(
        cudaDeviceGetAttribute(&Processors, cudaDevAttrMultiProcessorCount, 0),
        "cudaDeviceGetAttribute");
    return 16 * Processors;
  }
  Result<T> result(const bench::Array<int> &List) const {
    Result<T> Found{Data.values(), std::vector<int>(G.nodes())};
    if (Pattern == "worklist") {
      std::vector<int> All = List.values();
      for (int I = 0, End = Size.values()[0]; I < End; ++I)
        ++Found.Listed[All[I]];
    }
    return Found;
  }

  std::string Pattern;
  const Graph &G;
  Result<T> Right;
  bench::Array<int> Rows, Edges;
  bench::Array<T> Data;
  bench::Array<int> Size;
};

template <typename T, size_t N>
void run(bench::Run &R, const char *Pattern, const Code<T> (&Codes)[N]) {
  for (bool Skewed : {false, true}) {
    Graph G = makeGraph(R.size(), Skewed);
    Runner<T> All(Pattern, G);
    for (const Code<T> &C : Codes)
      All.run(R, C, Skewed ? "skewed" : "uniform");
  }
}

} // namespace irregular
