"""Irregular graph codes with and without bugs, and a model of what races.

A code is a pattern of access to a graph (push to neighbours, also by way of a
scratch place of each thread, pull from them, count edges, find a maximum, fill a
worklist, add up what the neighbours have), how vertices are given to threads
(one each, a warp each, a block each; in one round or in several), the type of
its data, and a bug or none. `text` writes the kernel. `reaches` says whether
the bug shows on a graph: it goes through what the kernel would do, thread by
thread, and looks for two of them that meet. It knows nothing of the sanitizer.

SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""
import itertools

BLOCK = 64  # threads
WARP = 32


class Graph:
    """In compressed rows: the neighbours of v are edges[rows[v]:rows[v + 1]]."""

    def __init__(self, name, neighbours):
        self.name = name
        self.rows = [0]
        self.edges = []
        for row in neighbours:
            self.edges += row
            self.rows.append(len(self.edges))

    @property
    def nodes(self):
        return len(self.rows) - 1

    def row(self, v):
        return list(enumerate(self.edges[self.rows[v] : self.rows[v + 1]]))


def graphs(rng):
    """From 5 to 200 nodes, some of which no bug shows on."""
    made = [
        Graph("empty", [[] for _ in range(5)]),
        Graph("pairs", [[v ^ 1] for v in range(6)]),
        Graph("path", [[v + 1] if v < 19 else [] for v in range(20)]),
        Graph("star", [list(range(1, 40))] + [[0] for _ in range(39)]),
    ]
    for nodes, degree in ((33, 2), (80, 5), (200, 3)):
        made.append(
            Graph(
                f"random{nodes}",
                [
                    sorted(rng.sample(range(nodes), rng.randint(0, 2 * degree)))
                    for _ in range(nodes)
                ],
            )
        )
    return made


def width(grain):
    """How many threads share a vertex."""
    return {"thread": 1, "warp": WARP, "block": BLOCK}[grain]


class Code:
    """One kernel."""

    def __init__(self, pattern, grain, persistent, kind, bug):
        self.pattern, self.grain, self.persistent = pattern, grain, persistent
        self.kind, self.bug = kind, bug
        rounds = "persistent" if persistent else "once"
        self.name = "_".join([pattern, grain, rounds, kind, bug])

    # -- what it does -----------------------------------------------------

    def blocks(self, graph):
        if self.persistent:
            return 2
        return -(-max(graph.nodes, 1) * width(self.grain) // BLOCK)

    def owners(self, graph):
        """(vertex, the threads that share it), threads numbered in the grid."""
        groups = self.blocks(graph) * BLOCK // width(self.grain)
        for v in range(graph.nodes):
            if v < groups or self.persistent:
                first = v % groups * width(self.grain)
                yield v, range(first, first + width(self.grain))

    def visits(self, graph):
        """(thread, vertex, neighbour) of each edge."""
        for v, threads in self.owners(graph):
            for i, n in graph.row(v):
                yield threads[i % len(threads)], v, n

    def updates(self, graph):
        """(thread, word) of what the pattern updates in common memory."""
        if self.pattern == "push":
            return [(t, n) for t, v, n in self.visits(graph) if v < n]
        if self.pattern == "pull":
            return [(t, v) for t, v, _ in self.visits(graph)]
        if self.pattern == "maximum":
            return [(ts[0], "max") for v, ts in self.owners(graph) if v % 2]
        if self.pattern == "stage":
            return [(t, n) for t, v, n in self.visits(graph)]
        return [(t, "sum") for t, v, n in self.visits(graph) if v < n]

    def reaches(self, graph):
        """Does the bug show on this graph?"""
        if self.bug == "none":
            return False
        if self.bug == "bounds":
            # the row after the last one is read beyond its end
            groups = self.blocks(graph) * BLOCK // width(self.grain)
            return self.persistent or graph.nodes < groups
        if self.bug == "barrier":
            return graph.nodes > 0
        by_word = {}
        meetings = self.updates(graph)
        if self.bug == "race":
            # the scratch place is one for all threads of a vertex
            share = width(self.grain)
            meetings = [(t, t // share) for t, _, _ in self.visits(graph)]
        for thread, word in meetings:
            by_word.setdefault(word, set()).add(thread)
        return any(len(threads) > 1 for threads in by_word.values())

    # -- how it is written ------------------------------------------------

    def update(self, place, value):
        """A maximum or a sum in common memory."""
        how = "Add" if self.pattern in ("count", "pull") else "Max"
        plain = (
            f"{place} = {place} + {value};"
            if how == "Add"
            else f"{place} = max({place}, {value});"
        )
        if self.bug == "atomic":
            return plain
        call = f"atomic{how}(&{place}, {value});"
        if self.bug == "guard":
            return f"if ({place} < {value} + 1000) {call}"
        return call

    def per_edge(self):
        value = f"({self.kind})(v + n)"
        if self.pattern == "push":
            return f"if (v < n) {{ {self.update('data[n]', value)} }}"
        if self.pattern == "pull":
            return self.update("data[v]", value)
        if self.pattern == "count":
            return f"if (v < n) {{ {self.update('data[0]', '1')} }}"
        if self.pattern == "stage":
            slot = "list[group]" if self.bug == "race" else "list[thread]"
            return f"{slot} = n; {self.update(f'data[{slot}]', value)}"
        if self.bug == "atomic":
            take = "int at = *size; *size = at + 1;"
        elif self.bug == "guard":
            take = "if (*size > 100000) return; int at = atomicAdd(size, 1);"
        else:
            take = "int at = atomicAdd(size, 1);"
        return f"if (v < n) {{ {take} list[at] = n; }}"

    def body(self):
        """For the vertex v."""
        if self.pattern == "maximum":
            update = self.update("data[0]", f"({self.kind})v")
            return f"if (v % 2 && lane == 0) {{ {update} }}"
        if self.pattern == "reduce":
            return self.reduction()
        return (
            "for (int e = rows[v] + lane; e < rows[v + 1]; e += width) {\n"
            f"      int n = edges[e];\n      {self.per_edge()}\n    }}"
        )

    def reduction(self):
        """A block or a warp adds up what its vertex' neighbours have."""
        meet = "__syncwarp();" if self.grain == "warp" else "__syncthreads();"
        barrier = "" if self.bug == "barrier" else meet
        return (
            f"{self.kind} sum = 0;\n"
            "    for (int e = rows[v] + lane; e < rows[v + 1]; e += width)\n"
            f"      sum += ({self.kind})edges[e];\n"
            "    carry[threadIdx.x] = sum;\n"
            f"    {barrier}\n"
            "    for (int s = width / 2; s > 0; s /= 2) {\n"
            "      if (lane < s) carry[threadIdx.x] += carry[threadIdx.x + s];\n"
            f"      {meet}\n    }}\n"
            "    if (lane == 0) data[v] = carry[threadIdx.x];\n"
            f"    {meet}"
        )

    def text(self):
        groups = "blockDim.x * gridDim.x / width"
        last = "<=" if self.bug == "bounds" else "<"
        loop = (
            f"for (int v = group; v {last} nodes; v += {groups})"
            if self.persistent
            else f"if (int v = group; v {last} nodes)"
        )
        shared = (
            f"  __shared__ {self.kind} carry[{BLOCK}];\n"
            if self.pattern == "reduce"
            else ""
        )
        return (
            f"__global__ void {self.name}(const int *rows, const int *edges,\n"
            f"    int nodes, {self.kind} *data, int *list, int *size) {{\n"
            f"{shared}"
            f"  constexpr int width = {width(self.grain)};\n"
            "  int thread = threadIdx.x + blockIdx.x * blockDim.x;\n"
            "  int group = thread / width, lane = thread % width;\n"
            f"  {loop} {{\n    {self.body()}\n  }}\n}}\n"
        )


BUGS = {
    "push": ("none", "atomic", "guard", "bounds"),
    "pull": ("none", "atomic", "guard", "bounds"),
    "count": ("none", "atomic", "guard", "bounds"),
    "worklist": ("none", "atomic", "guard", "bounds"),
    "maximum": ("none", "atomic", "guard"),
    "stage": ("none", "atomic", "guard", "bounds", "race"),
    "reduce": ("none", "barrier", "bounds"),
}


def codes():
    """All of them, in a fixed order."""
    made = []
    for pattern, bugs in BUGS.items():
        grains = ("warp", "block") if pattern == "reduce" else ("thread", "warp", "block")
        kinds = ("int", "unsigned", "unsigned long long")
        for grain, persistent, kind, bug in itertools.product(
            grains, (False, True), kinds, bugs
        ):
            # the name of a kernel has no blanks
            made.append(Code(pattern, grain, persistent, kind, bug))
            made[-1].name = made[-1].name.replace(" ", "")
    return made
